//! Why a distribution cannot be.

/// Why a [`Spec`](super::Spec) describes no distribution: one sentence with the field, what was found and what was
/// expected.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct DistError(String);

impl DistError {
    pub(super) fn new(sentence: impl Into<String>) -> DistError {
        DistError(sentence.into())
    }
}
