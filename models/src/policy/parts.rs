//! What several policies are made of.

pub mod backoff;
pub mod latency_window;
pub mod outcome_window;
pub mod resource;
