//! The command line of brownout.
fn main() {}
