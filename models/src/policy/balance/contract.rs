//! What a balancer is asked, and what it may answer.

use brownout_core::random::Key;

use crate::ids::InstanceId;

/// A target that a balancer may choose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Target {
    /// The instance.
    pub instance: InstanceId,
    /// Attempts under way from this balancer's callers to it.
    pub outstanding: u32,
    /// Whether this call should rather go elsewhere: another copy of it is there.
    pub avoid: bool,
}

/// One choice to make. There is at least one target; not all of them are to be avoided.
pub struct Choice<'a> {
    /// The targets, in the order of their names.
    pub targets: &'a [Target],
    /// The key of this attempt, for draws.
    pub key: Key,
}

/// A balancer with its state; who shares it, the edge's scope says.
pub trait Balancer {
    /// The position of the chosen target; not one to be avoided.
    fn choose(&mut self, choice: &Choice<'_>) -> usize;

    /// The same where none of `count` targets, at least one, is to be avoided, from who needs to know no more of them.
    fn choose_unseen(&mut self, _count: usize, _key: Key) -> Option<usize> {
        None
    }
}
