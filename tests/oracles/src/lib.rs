//! Nothing to see: the tests of this crate hold brownout's variates against other libraries.
