//! How precisely a number is known, and the numbers whose precision decides.

use std::fmt;

use brownout_models::plan::Plan;

use crate::metric::reading::Reading;
use crate::metric::spelling::{Cursor, Slip};
use crate::metric::unit::Unit;
use crate::result::Estimate;

/// A number whose precision decides: a metric, in one window or in all.
#[derive(Clone, PartialEq, Debug)]
pub struct Target {
    /// The metric.
    pub reading: Reading,
    /// The window; all of them without one.
    pub window: Option<String>,
}

impl Target {
    /// Reads `p99(app)` or `p99(app) in fault`.
    ///
    /// # Errors
    /// What is wrong, and where in the text.
    pub fn parse(text: &str, plan: &Plan) -> Result<Target, Slip> {
        let mut cursor = Cursor::new(text);
        let reading = Reading::new(&cursor.spelled()?, plan)?;
        let window = match cursor.peek() {
            None => None,
            Some(_) if cursor.take(&["in "]).is_some() => Some(cursor.word(&[])?),
            Some(_) => return Err(cursor.unexpected("`in` and a window, or nothing more")),
        };
        if let Some(word) = &window
            && !plan.windows.iter().any(|window| window.name == word.text)
        {
            let names = plan.windows.iter().map(|window| window.name.as_str());
            let help = crate::document::nearest::suggestion(&word.text, names);
            let message = format!("there is no window `{}`", word.text);
            return Err(Slip::new(word.at.clone(), message).help(help));
        }
        Ok(Target { reading, window: window.map(|word| word.text) })
    }

    /// Whether a window is meant.
    pub(crate) fn is_in(&self, window: &str) -> bool {
        self.window.as_deref().is_none_or(|name| name == window)
    }

    /// The metric in a window, in words.
    pub(crate) fn within(&self, window: &str) -> String {
        format!("{} in {window}", self.reading)
    }
}

impl fmt::Display for Target {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.window {
            Some(window) => out.write_str(&self.within(window)),
            None => write!(out, "{}", self.reading),
        }
    }
}

/// The half-width relative to the mean; for a share relative to the larger one of it and of what is left of the whole,
/// so that 0.1 % need not be known to a millionth. `None` where there is no interval.
pub(crate) fn relative_width(estimate: &Estimate, unit: Unit) -> Option<f64> {
    let half = estimate.half_width?;
    Some(if half == 0.0 { 0.0 } else { half / scale(estimate.mean, unit) })
}

/// What a half-width is relative to.
pub(crate) fn scale(mean: f64, unit: Unit) -> f64 {
    if unit == Unit::Share { mean.max(1.0 - mean) } else { mean.abs() }
}
