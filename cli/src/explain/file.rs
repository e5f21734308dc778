//! What a scenario file holds: the system, and what the file says about itself.

use std::collections::BTreeMap;

use brownout_models::spec::System;
use schemars::JsonSchema;
use serde_json::Value;

/// A scenario file. It is only here for its documentation: files are read elsewhere.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "only the documentation of the fields is used")]
pub(super) struct ScenarioFile {
    /// The version of the format, which is 1.
    format: u32,
    /// The scenario in a few words.
    title: Option<String>,
    /// What happens in it, and why it is worth a look.
    about: Option<String>,
    #[serde(flatten)]
    system: System,
    /// Named sets of changes: a path names any value of the file, and the right side is what stands there instead.
    /// Variants run side by side and do not multiply with each other. Default: the system as it is.
    variants: Option<BTreeMap<String, BTreeMap<String, Value>>>,
    /// What `sweep` walks through: paths, and the values to try there, as a list or as a range: `[Threads(100),
    /// Threads(200)]`, `"100ms..1s by 100ms"`, `"10/s..1k/s log 7"`. Several paths multiply; a key of several paths
    /// joined by ` & ` walks them side by side, with values in parentheses. Default: nothing.
    sweep: Option<BTreeMap<String, Value>>,
    /// What the results should show: `metric(selector) op value [during TIME] [in WINDOW] [for VARIANT]`, such as
    /// `goodput(app) >= 99.9% in before for 'as built'`, `capacity(feed) = 64.5/s +- 2%`, `always …`, `never …`, `steadily …`, or
    /// `recovers(app) within 30s`. Judged on the whole 95 % interval; exit status 99 when one fails or is undecided.
    /// `brownout explain metrics` lists the metrics. Default: nothing is expected.
    expect: Option<Vec<String>>,
}
