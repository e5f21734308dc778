//! Results in, text and pictures out: the third floor of brownout.
//!
//! Everything here starts from a [`ResultSet`](brownout_scenarios::result::ResultSet), as it came from a run or as it
//! was read from a file, and ends in a string. Nothing here ever sees a run. The same results give the same bytes.
//!
//! - [`text::summary`] is what a terminal shows at the end of a run.
//! - [`json::to_string`] and [`json::from_str`] save results and read them back.

mod compare;
pub mod json;
mod names;
pub mod number;
pub mod text;
mod unit;
