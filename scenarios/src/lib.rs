//! Files in, results out: the second floor of brownout.

pub mod experiment;
pub mod result;
