//! Why a distribution cannot be.

use std::fmt::Display;

/// Why a [`Spec`](super::Spec) describes no distribution: one sentence with the field, what was found and what was
/// expected.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct DistError(String);

impl DistError {
    /// `found` stands in `field` of `family`, where `expected` should.
    pub(super) fn field(
        family: &str,
        field: &str,
        found: impl Display,
        expected: impl Display,
    ) -> DistError {
        DistError(format!("`{field}` of {family} is {found}: expected {expected}"))
    }

    /// The fields of `family` do not go together.
    pub(super) fn whole(family: &str, found: impl Display, expected: impl Display) -> DistError {
        DistError(format!("{family} has {found}: expected {expected}"))
    }

    /// The same, found at `place` of something larger.
    pub(super) fn within(self, place: impl Display) -> DistError {
        DistError(format!("in {place}: {}", self.0))
    }
}

/// `number`, if it is finite and within `from..=to`.
pub(super) fn check(
    family: &str,
    field: &str,
    number: f64,
    from: f64,
    to: f64,
) -> Result<f64, DistError> {
    if (from..=to).contains(&number) {
        return Ok(number);
    }
    Err(DistError::field(family, field, number, format_args!("a number from {from} to {to}")))
}
