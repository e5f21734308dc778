//! A number with its interval, and what it is made of where it is the mean of two states.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A number with its 95 % interval over replications.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Estimate {
    /// The mean over replications; of a percentile that of all replications together.
    pub mean: f64,
    /// Half the width of the interval around it; absent with one replication.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub half_width: Option<f64>,
    /// One value for each replication, in order, `null` where the number cannot be told, so that the values of two
    /// estimates stand side by side; with `--per-replication` only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub values: Option<Vec<Option<f64>>>,
    /// The number in the replications that collapsed and in the others, where there are both and any number of the same
    /// client, service or edge in the same window differs between them for sure and by a tenth: their mean is a state that
    /// nobody ever sees. Absent of a number that is the same in both for sure, to a tenth, and of one that only one kind can tell,
    /// such as the latency where nobody had an answer. In windows that reach beyond the first fault.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub split: Option<Box<Split>>,
    /// The least that a percentile may be, where it is not known exactly but to the width of its bucket: `mean` is the
    /// most. It matters where a promise is judged, and is not saved.
    #[serde(skip)]
    pub floor: Option<f64>,
}

/// A number in two kinds of replications.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Split {
    /// In those in which the client's system collapsed.
    pub collapsed: Part,
    /// In those in which it did not.
    pub others: Part,
}

/// A number in some of the replications.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Part {
    /// In how many.
    pub replications: u64,
    /// The mean over them, of percentiles as well.
    pub mean: f64,
    /// Half the width of its 95 % interval; absent with one of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub half_width: Option<f64>,
}

impl Estimate {
    /// A mean with half the width of its interval, and nothing more.
    pub fn new(mean: f64, half_width: Option<f64>) -> Estimate {
        Estimate { mean, half_width, values: None, split: None, floor: None }
    }

    /// The same number in a unit of which `factor` make one of the present unit.
    pub fn times(&self, factor: f64) -> Estimate {
        let values = |values: &Vec<Option<f64>>| {
            values.iter().map(|value| value.map(|value| value * factor)).collect()
        };
        let part = |part: &Part| Part {
            mean: part.mean * factor,
            half_width: part.half_width.map(|half| half * factor),
            ..part.clone()
        };
        let split = |split: &Split| Split {
            collapsed: part(&split.collapsed),
            others: part(&split.others),
        };
        Estimate {
            mean: self.mean * factor,
            half_width: self.half_width.map(|half| half * factor),
            values: self.values.as_ref().map(values),
            split: self.split.as_deref().map(split).map(Box::new),
            floor: self.floor.map(|floor| floor * factor),
        }
    }
}
