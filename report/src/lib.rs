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
//! | tables to paste into a discussion | [`markdown::to_string`] |
//! | a document to paste into a design review | [`review::to_string`], with the graph of [`mermaid::call_graph`] |
//! | expectations for a build server | [`junit::to_string`] |
//! | percentiles in HdrHistogram's format | [`hgrm::files`] |
//! | what became of requests over time | [`charts::outcomes`] |
//! | percentiles of latency over time | [`charts::latency`] |
//! | goodput and capacity by variant | [`charts::capacity`] |
//! | busy workers and queues over time | [`charts::workers`] |
//! | attempts on an edge over time | [`charts::arrivals`] |
//! | which share of the answers took longer than a time | [`charts::distribution`] |
//! | how clients fare along an axis of a sweep | [`charts::lines`] |
//! | a number over two axes of a sweep | [`charts::heatmap`] |
//! | goodput and latency against load | [`charts::knee`] |
//! | response time against utilisation | [`charts::utilisation`] |
//! | every replication as a dot | [`charts::dots`] |
//! | what differs between variants, with intervals | [`charts::forest`] |
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
mod differences;
pub mod hgrm;
pub mod json;
pub mod jsonl;
pub mod junit;
mod long;
pub mod markdown;
pub mod mermaid;
mod names;
mod notes;
pub mod number;
#[cfg(feature = "png")]
pub mod png;
mod promises;
pub mod review;
mod setting;
mod steadiness;
pub mod text;
mod unit;
