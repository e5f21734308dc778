//! Shows what reports look like, on made-up results: `cargo run -p brownout-report --example gallery -- [WIDTH]`.

#![allow(clippy::print_stdout)]

#[path = "../tests/fixture/mod.rs"]
mod fixture;

use brownout_report::text::{Style, TextOptions, summary};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let width = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(100);
    let options = TextOptions { width, style: Style::Plain, ..TextOptions::default() };
    for results in [fixture::feed_cascade(), fixture::lone_queue(1), fixture::twelve_variants()] {
        println!("{}", summary(&results, &options));
        println!("{}", "=".repeat(width));
    }
}
