//! Placeholder until the first room is built.
