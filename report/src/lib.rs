//! Results in, text and pictures out: the third floor of brownout.
//!
//! Everything here starts from a [`ResultSet`](brownout_scenarios::result::ResultSet), as it came from a run or as it
//! was read from a file, and ends in a string. Nothing here ever sees a run. The same results give the same bytes.
//!
//! | you want | you call |
//! |---|---|
//! | what a terminal shows at the end of a run | [`text::summary`] |
//! | results to keep, compare and plot later | [`json::to_string`], [`json::to_string_pretty`], [`json::from_str`] |
//! | a line for each estimate | [`csv::to_string`], [`jsonl::to_string`] |
//! | a table to paste into a discussion | [`markdown::to_string`] |
//! | what became of requests over time | [`charts::outcomes`] |
//! | percentiles of latency over time | [`charts::latency`] |
//! | goodput and capacity by variant | [`charts::capacity`] |
//! | busy workers and queues over time | [`charts::workers`] |
//! | a chart as PNG | `png::render`, with the feature `png` |
//!
//! ```
//! use brownout_report::{json, text};
//!
//! let saved = r#"{"schema_version": 1, "tool": "brownout 0.1.0", "scenario": "hello", "scenario_sha256": "3fa2b1",
//!                "seed": 1, "complete": true, "points": []}"#;
//! let results = json::from_str(saved).expect("this was saved by brownout");
//! let shown = text::summary(&results, &text::TextOptions { width: 60, ..Default::default() });
//! assert!(shown.starts_with("hello\nnothing was run\n"));
//! ```
//!
//! Below these stand [`number`], which rounds to what an interval supports, and the units of columns.

pub mod charts;
mod compare;
pub mod csv;
pub mod json;
pub mod jsonl;
mod long;
pub mod markdown;
mod names;
pub mod number;
#[cfg(feature = "png")]
pub mod png;
mod promises;
pub mod text;
mod unit;
