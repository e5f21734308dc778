//! Distributions as a file would have them.

use brownout_core::dist::Spec;
use ron::extensions::Extensions;

/// Reads RON with the extensions that the loader of scenarios switches on.
pub(crate) fn ron() -> ron::Options {
    let clean = Extensions::IMPLICIT_SOME
        | Extensions::UNWRAP_NEWTYPES
        | Extensions::UNWRAP_VARIANT_NEWTYPES;
    ron::Options::default().with_default_extension(clean)
}

/// The distribution that `text` is.
pub(crate) fn read(text: &str) -> Spec {
    ron().from_str(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}
