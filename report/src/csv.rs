//! Results as CSV in long form: one estimate a line, as spreadsheets and data frames like it.

use brownout_scenarios::result::ResultSet;

use crate::long;

/// The names of the columns.
pub const HEADER: &str = "variant,set,window,kind,name,metric,stat,mean,half_width";

/// All estimates, and the verdicts on what was expected, with a line of names above. What does not apply has no line; a number that is not finite, and the
/// half-width of one replication, are empty.
pub fn to_string(results: &ResultSet) -> String {
    let mut text = format!("{HEADER}\n");
    for row in long::rows(results) {
        let number = |value: f64| if value.is_finite() { value.to_string() } else { String::new() };
        let mean = row.estimate.as_ref().map(|estimate| number(estimate.mean)).unwrap_or_default();
        let half_width = row.estimate.as_ref().and_then(|estimate| estimate.half_width);
        let half_width = half_width.map(number).unwrap_or_default();
        let fields = [
            row.variant,
            &row.set,
            row.window,
            row.kind,
            &row.name,
            &row.metric,
            &row.stat,
            &mean,
            &half_width,
        ];
        text.push_str(&fields.map(quoted).join(","));
        text.push('\n');
    }
    text
}

/// A field as RFC 4180 wants it.
fn quoted(field: &str) -> String {
    match field.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", field.replace('"', "\"\"")),
        false => field.to_owned(),
    }
}
