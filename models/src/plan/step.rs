//! The steps of operations as flat programs: what a visit reads as it goes on.

use std::ops::Range;

use brownout_core::dist::Dist;

use crate::delay::Delay;
use crate::ids::RouteId;

/// A time that a step takes.
#[derive(Clone, Debug)]
pub enum Time {
    /// Always the same.
    Constant(Delay),
    /// Drawn anew.
    Drawn(Dist),
}

/// One step of a program. A program is a run of steps up to its [`StepPlan::End`].
#[derive(Clone, Debug)]
pub enum StepPlan {
    /// Works for a time.
    Work {
        /// For how long.
        time: Time,
        /// The part of the random key that says which step this is.
        key: u64,
        /// Whether all attempts of a call draw the same.
        sticky: bool,
    },
    /// Waits for a time, holding a thread but neither an executor nor a core.
    Wait {
        /// For how long.
        time: Time,
        /// The part of the random key that says which step this is.
        key: u64,
    },
    /// Calls and waits for the answer.
    Call {
        /// Along which route.
        route: RouteId,
        /// Which of the operation's calls along this edge it is, from 0.
        occurrence: u16,
    },
    /// Calls every shard of the callee.
    FanOut {
        /// Along which route.
        route: RouteId,
        /// Which of the operation's calls along this edge it is, from 0.
        occurrence: u16,
        /// How many shards must succeed.
        need: u16,
        /// Whether to wait for the rest.
        wait_for_all: bool,
    },
    /// Does several things side by side.
    Parallel {
        /// Its places in [`Plan::branches`](super::Plan::branches).
        branches: Range<u32>,
        /// How many must succeed.
        need: u16,
        /// Whether to wait for the rest.
        wait_for_all: bool,
    },
    /// Goes one of several ways, or on with the step after this one.
    Choice {
        /// Its places in [`Plan::ways`](super::Plan::ways).
        ways: Range<u32>,
        /// The part of the random key that says which step this is.
        key: u64,
    },
    /// Goes on with another step.
    Jump(u32),
    /// Answers the caller; what follows is background work.
    Answer,
    /// The program is over.
    End,
}

/// One way of a choice.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    /// Taken by uniform numbers below this, if no way before took them.
    pub below: f64,
    /// Its first step.
    pub program: u32,
}
