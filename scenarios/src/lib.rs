//! Files in, results out: the second floor of brownout.

pub mod document;
pub mod files;
pub mod library;
pub mod result;
