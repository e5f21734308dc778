//! How a call ended: the kind, where it came from, and what the answer hints at.

use std::fmt;

use brownout_core::time::Span;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ids::ServiceId;

/// The ways in which a call can end.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema,
)]
#[repr(u8)]
pub enum Kind {
    /// A full answer.
    Ok,
    /// An answer of lower quality: something optional was missing.
    Degraded,
    /// The callee failed (HTTP 5xx).
    Failed,
    /// The request itself is wrong (HTTP 4xx): the callee is well, and a retry would fail again.
    Invalid,
    /// The callee's queue had no room.
    QueueFull,
    /// The callee chose to refuse in order to protect itself.
    Shed,
    /// The callee, or a limiter before it, refused because the rate is too high.
    RateLimited,
    /// Nothing listens at the target.
    ConnectionRefused,
    /// The target died while the call was under way.
    Reset,
    /// The message was lost and the loss was noticed.
    Lost,
    /// The edge's own time limit passed.
    TimedOut,
    /// An inherited deadline passed, or too little of it was left to begin.
    DeadlineExceeded,
    /// The caller's circuit breaker was open.
    BreakerOpen,
    /// The caller's bulkhead was full.
    BulkheadFull,
    /// The caller no longer wanted the answer.
    Cancelled,
}

impl Kind {
    /// Every kind, in the order in which reports list them.
    pub const ALL: [Kind; 15] = [
        Kind::Ok,
        Kind::Degraded,
        Kind::Failed,
        Kind::Invalid,
        Kind::QueueFull,
        Kind::Shed,
        Kind::RateLimited,
        Kind::ConnectionRefused,
        Kind::Reset,
        Kind::Lost,
        Kind::TimedOut,
        Kind::DeadlineExceeded,
        Kind::BreakerOpen,
        Kind::BulkheadFull,
        Kind::Cancelled,
    ];

    /// The name that files and reports use.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Ok => "Ok",
            Kind::Degraded => "Degraded",
            Kind::Failed => "Failed",
            Kind::Invalid => "Invalid",
            Kind::QueueFull => "QueueFull",
            Kind::Shed => "Shed",
            Kind::RateLimited => "RateLimited",
            Kind::ConnectionRefused => "ConnectionRefused",
            Kind::Reset => "Reset",
            Kind::Lost => "Lost",
            Kind::TimedOut => "TimedOut",
            Kind::DeadlineExceeded => "DeadlineExceeded",
            Kind::BreakerOpen => "BreakerOpen",
            Kind::BulkheadFull => "BulkheadFull",
            Kind::Cancelled => "Cancelled",
        }
    }

    /// The kind that a name stands for.
    pub fn from_name(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

/// How a call ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// What happened.
    pub kind: Kind,
    /// One more than the number of the service where it happened first; 0 when it was the caller's own policy.
    origin: u16,
    /// How long the callee asks its callers to stay away, in milliseconds; 0 when it says nothing.
    retry_after_ms: u32,
}

impl Outcome {
    /// A full answer.
    pub const OK: Outcome = Outcome::local(Kind::Ok);

    /// An outcome that the caller's side made itself.
    pub const fn local(kind: Kind) -> Outcome {
        Outcome { kind, origin: 0, retry_after_ms: 0 }
    }

    /// An outcome that came from a service.
    pub const fn at(kind: Kind, origin: ServiceId) -> Outcome {
        Outcome::local(kind).from_service(origin)
    }

    /// The same outcome, said by a service.
    pub const fn from_service(mut self, service: ServiceId) -> Outcome {
        // There are fewer services than 2^16 - 1, because there are fewer operations.
        self.origin = service.0.wrapping_add(1);
        self
    }

    /// The service where it happened first; `None` when it was the caller's own policy.
    pub const fn origin(self) -> Option<ServiceId> {
        match self.origin {
            0 => None,
            origin => Some(ServiceId(origin - 1)),
        }
    }

    /// The same outcome as an answer of lower quality.
    pub const fn degraded(mut self) -> Outcome {
        self.kind = Kind::Degraded;
        self
    }

    /// The same outcome with the hint to stay away for a while.
    pub fn retry_after(mut self, span: Span) -> Outcome {
        self.retry_after_ms = u32::try_from(span.as_nanos() / 1_000_000).unwrap_or(u32::MAX);
        self
    }

    /// How long the callee asks its callers to stay away, if it says so.
    pub fn hint(self) -> Option<Span> {
        (self.retry_after_ms > 0).then(|| Span::from_millis(u64::from(self.retry_after_ms)))
    }

    /// Whether its kind is all there is to it: no service has said it, and nobody is asked to stay away.
    #[inline]
    pub fn is_plain(self) -> bool {
        u32::from(self.origin) | self.retry_after_ms == 0
    }

    /// Whether the caller has an answer it can use: `Ok` or `Degraded`.
    pub fn is_answer(self) -> bool {
        matches!(self.kind, Kind::Ok | Kind::Degraded)
    }
}

/// A set of outcome kinds, such as those that a policy retries.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kinds(u16);

impl Kinds {
    /// Every kind.
    pub const ALL: Kinds = Kinds(u16::MAX);
    /// No kind.
    pub const NONE: Kinds = Kinds(0);
    /// Those that a caller can use.
    pub const ANSWERS: Kinds = Kinds::of(&[Kind::Ok, Kind::Degraded]);

    /// The set of exactly these kinds.
    pub const fn of(kinds: &[Kind]) -> Kinds {
        let mut bits = 0;
        let mut at = 0;
        while at < kinds.len() {
            bits |= 1 << kinds[at] as u8;
            at += 1;
        }
        Kinds(bits)
    }

    /// All kinds but these.
    pub const fn but(kinds: &[Kind]) -> Kinds {
        Kinds(!Kinds::of(kinds).0)
    }

    /// The kinds of either set.
    pub const fn or(self, other: Kinds) -> Kinds {
        Kinds(self.0 | other.0)
    }

    /// Whether the set holds a kind.
    #[inline]
    pub const fn has(self, kind: Kind) -> bool {
        self.0 & (1 << kind as u8) != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_is_found_by_its_name_and_stands_at_its_number() {
        for (number, kind) in Kind::ALL.into_iter().enumerate() {
            assert_eq!(Kind::from_name(kind.name()), Some(kind));
            assert_eq!(kind as usize, number);
        }
    }

    #[test]
    fn a_set_holds_what_it_was_made_of_and_nothing_else() {
        let set = Kinds::of(&[Kind::Failed, Kind::Cancelled]);
        for kind in Kind::ALL {
            let inside = matches!(kind, Kind::Failed | Kind::Cancelled);
            assert_eq!(set.has(kind), inside);
            assert_eq!(Kinds::but(&[Kind::Failed, Kind::Cancelled]).has(kind), !inside);
        }
    }

    #[test]
    fn an_outcome_fits_in_eight_bytes() {
        assert!(size_of::<Outcome>() <= 8);
    }
}
