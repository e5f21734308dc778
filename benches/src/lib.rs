//! Benchmarks live in `benches/`; this crate holds what they share.

pub mod columns;
pub mod yardstick;
