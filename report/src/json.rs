//! Results as JSON, and back: the form in which they are saved, compared and plotted later.

use brownout_scenarios::result::ResultSet;
use serde_json::Value;

/// Why results could not be written as JSON or read from it.
#[derive(Debug, thiserror::Error)]
pub enum JsonError {
    /// A number is infinite or not a number, which JSON cannot hold. This is a mistake of whoever computed it.
    #[error("{path} is not a finite number, so the results cannot be written as JSON")]
    NotFinite {
        /// Where it stands, such as `points[0].windows[1].clients.app.goodput.mean`.
        path: String,
    },
    /// The text is not JSON, or not the JSON of results.
    #[error("this is not a saved result of brownout: {0}")]
    Unreadable(#[from] serde_json::Error),
    /// The results were saved by a version that this one does not know.
    #[error("these results have schema_version {found}; this version reads 1")]
    Version {
        /// The version found.
        found: u64,
    },
}

/// The results on one line.
pub fn to_string(results: &ResultSet) -> Result<String, JsonError> {
    all_finite(results)?;
    Ok(serde_json::to_string(results)?)
}

/// The results indented by two spaces, ending in a line feed.
pub fn to_string_pretty(results: &ResultSet) -> Result<String, JsonError> {
    all_finite(results)?;
    Ok(serde_json::to_string_pretty(results)? + "\n")
}

/// Reads saved results.
pub fn from_str(text: &str) -> Result<ResultSet, JsonError> {
    let value: Value = serde_json::from_str(text)?;
    match value.get("schema_version").and_then(Value::as_u64) {
        Some(found) if found != 1 => Err(JsonError::Version { found }),
        // Read from the text again, so that a message can tell line and column.
        _ => Ok(serde_json::from_str(text)?),
    }
}

/// Checks that nothing became `null`: that is what a number that is not finite would be written as.
pub(crate) fn all_finite(results: &ResultSet) -> Result<(), JsonError> {
    let value = serde_json::to_value(results)?;
    match first_null(&value, String::new()) {
        Some(path) => Err(JsonError::NotFinite { path }),
        None => Ok(()),
    }
}

/// The path of the first `null`, except in series of percentiles, where it means that nothing was answered, and among
/// what each replication tells, where it means that one could not.
fn first_null(value: &Value, path: String) -> Option<String> {
    match value {
        Value::Null => Some(path),
        Value::Array(items) => items
            .iter()
            .enumerate()
            .find_map(|(index, item)| first_null(item, format!("{path}[{index}]"))),
        Value::Object(fields) => fields.iter().find_map(|(name, field)| {
            let may_be_absent = matches!(name.as_str(), "values" | "collapsed_in")
                || (name == "latency_ms" && path.contains(".series."));
            let dot = if path.is_empty() { "" } else { "." };
            if may_be_absent { None } else { first_null(field, format!("{path}{dot}{name}")) }
        }),
        Value::Bool(_) | Value::Number(_) | Value::String(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::first_null;

    #[test]
    fn what_a_replication_cannot_tell_may_be_absent_and_nothing_else() {
        let client = json!({"collapsed_in": [null, true], "goodput": {"values": [null, 0.5]}});
        assert_eq!(first_null(&client, String::new()), None);
        let window = json!({"clients": {"app": {"goodput": {"mean": null}}}});
        let path = first_null(&window, String::new());
        assert_eq!(path.as_deref(), Some("clients.app.goodput.mean"));
    }
}
