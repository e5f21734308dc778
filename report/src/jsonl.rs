//! Results as JSON lines in long form: the rows of the CSV, each an object of its own.

use brownout_scenarios::result::ResultSet;
use serde::Serialize;

use crate::json::{self, JsonError};
use crate::long;

/// One line; what does not apply is absent.
#[derive(Serialize)]
struct Line<'a> {
    #[serde(skip_serializing_if = "str::is_empty")]
    variant: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    set: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    window: &'a str,
    kind: &'a str,
    name: &'a str,
    metric: &'a str,
    stat: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    mean: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    half_width: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    values: Option<&'a [Option<f64>]>,
}

/// All estimates, and the verdicts on what was expected, one on each line.
pub fn to_string(results: &ResultSet) -> Result<String, JsonError> {
    json::all_finite(results)?;
    let mut text = String::new();
    for row in long::rows(results) {
        let line = Line {
            variant: row.variant,
            set: &row.set,
            window: row.window,
            kind: row.kind,
            name: &row.name,
            metric: &row.metric,
            stat: &row.stat,
            mean: row.estimate.as_ref().map(|estimate| estimate.mean),
            half_width: row.estimate.as_ref().and_then(|estimate| estimate.half_width),
            values: row.estimate.as_ref().and_then(|estimate| estimate.values.as_deref()),
        };
        text.push_str(&serde_json::to_string(&line)?);
        text.push('\n');
    }
    Ok(text)
}
