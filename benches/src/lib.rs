//! How fast brownout is, and against what: benchmarks live in `benches/`, this crate holds what they share.
//!
//! [`workloads`] are run by brownout, as a user would ([`product`]), and by a [`yardstick`]; what counts is the ratio.
//! [`columns`] are event queues to hold the calendar against.

pub mod columns;
pub mod product;
pub mod workloads;
pub mod yardstick;
