//! Files in, results out: the second floor of brownout.
//!
//! A [`document`] is read with all its mistakes at once, and changed by variants and paths; an [`experiment`] runs its
//! replications and adds up what came of them; a [`result`] has the same shape in memory and as JSON. [`library`] holds
//! the scenarios that come with the program; [`expect`] judges what they promise, and [`metric`] names every number that can be measured.

pub mod baseline;
pub mod compare;
pub mod document;
pub mod expect;
pub mod experiment;
pub mod files;
pub mod library;
pub mod metric;
pub mod precision;
pub mod result;
pub mod sweep;
pub mod warmup;
