//! What a fault may do to the messages and the work in its reach.

use brownout_core::random::Key;
use brownout_core::time::Span;

/// Which way a message goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leg {
    /// From the caller to the callee.
    Request,
    /// From the callee back to the caller.
    Answer,
}

/// Whether the callee's work has been done when an error strikes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum When {
    /// Before the work: nothing has been done.
    Before,
    /// After the work: it has been done, and only the answer is bad.
    After,
}

/// A fault at work. The default answers change nothing.
pub trait Fault {
    /// How long a step of work takes that was drawn as `work` and begins now. `key` belongs to the step.
    fn work(&self, work: Span, _key: Key) -> Span {
        work
    }

    /// What a message's way takes that takes `hop` without the fault. `key` belongs to the attempt.
    fn hop(&self, hop: Span, _key: Key) -> Span {
        hop
    }

    /// Whether a message that sets out now is lost, and nobody notices.
    fn loses(&self, _leg: Leg, _key: Key) -> bool {
        false
    }

    /// Whether a visit fails now.
    fn fails(&self, _when: When, _key: Key) -> bool {
        false
    }

    /// Whether visits that begin now are accepted and never answered.
    fn hangs(&self) -> bool {
        false
    }

    /// Whether all work in reach stands still while the fault lasts.
    fn freezes(&self) -> bool {
        false
    }

    /// Whether the instances in reach die when the fault begins, and come back when it ends.
    fn kills(&self) -> bool {
        false
    }

    /// Whether work under way is stretched too, in proportion to what is left of it.
    fn stretches(&self) -> bool {
        false
    }
}
