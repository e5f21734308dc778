//! What a call policy is asked, and what it may answer.
//!
//! A policy decides and never acts. It is asked *before* a call goes on inward, *after* something came back, and *on a
//! timer* that it asked for; it is told when a call it let through is *abandoned*. It sees its question and its own
//! state, never the calendar, the world, another policy or a probe. The journey acts on the verdict.

use brownout_core::random::Key;
use brownout_core::time::{SimTime, Span};

use crate::delay::Delay;
use crate::ids::EdgeId;
use crate::outcome::{Kinds, Outcome};
use crate::policy::parts::resource::Shared;

/// One question to a policy about one call that stands inside it.
pub struct Ask<'a> {
    /// The present.
    pub now: SimTime,
    /// When the call entered this policy.
    pub entered: SimTime,
    /// How often this policy has sent the call inward.
    pub tries: u32,
    /// How many of those are still under way.
    pub open: u32,
    /// The instant after which the answer is useless: the least of all limits around this policy where the edge
    /// propagates deadlines, [`SimTime::NEVER`] elsewhere.
    pub deadline: SimTime,
    /// The priority class that the request carries.
    pub class: u16,
    /// A word that belongs to this call inside this policy; 0 at first.
    pub note: &'a mut u64,
    /// The resource that the policy's spec names, if any.
    pub shared: Option<&'a mut Shared>,
    /// The key of this call inside this policy, for draws that no other policy's draws move.
    pub key: Key,
}

impl Ask<'_> {
    /// A number strictly between 0 and 1 that belongs to this call, this policy and this try.
    pub fn uniform(&self) -> f64 {
        self.key.with(u64::from(self.tries)).uniform()
    }

    /// What is left until the deadline.
    pub fn left(&self) -> Span {
        self.deadline - self.now
    }
}

/// The verdict on a call that wants to go on inward.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Before {
    /// It goes on.
    Proceed,
    /// It goes on, and must be back within the delay: the policy is woken then.
    Within(Delay),
    /// It goes on, and must be back by the instant: the policy is woken then.
    Until(SimTime),
    /// It goes on, and the policy is woken after the delay, which is no limit.
    ProceedAndWake(Delay),
    /// It goes on after the delay.
    Wait(Delay),
    /// It stands in this policy's line until something is released, at most for the delay if there is one.
    Park(Option<Delay>),
    /// It ends here.
    Refuse(Outcome),
    /// Not this target: pick another. For policies behind the pick; elsewhere it is a broken law.
    PickAgain,
}

/// The verdict on an outcome that came back from inside.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum After {
    /// It goes on outward as it is; whatever else is still under way inside is abandoned.
    Pass,
    /// Another outcome goes on outward in its place.
    Replace(Outcome),
    /// The call goes inward once more after the delay.
    TryAgain(Delay),
    /// The call goes inward once more now, beside what is still under way.
    LaunchAnother,
    /// Nothing: others are still under way.
    Hold,
    /// Another call along this edge of the same caller answers in its place.
    CallInstead(EdgeId),
}

/// The verdict when a timer that the policy asked for has passed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum OnTimer {
    /// Nothing.
    Nothing,
    /// The call ends here with this outcome.
    GiveUp(Outcome),
    /// The call goes inward once more beside what is under way; the policy is woken again after the delay, if any.
    LaunchAnother(Option<Delay>),
}

/// What a policy shows of its state: a number with a meaning, such as a breaker's position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Gauge {
    /// What the number means: `state`, `tokens`, `in use`.
    pub what: &'static str,
    /// The number.
    pub value: f64,
}

/// A policy on the caller's side. The default answers let everything pass, so that a policy says only what makes it
/// different.
pub trait CallPolicy {
    /// A call wants to go on inward.
    fn before(&mut self, _ask: &mut Ask<'_>) -> Before {
        Before::Proceed
    }

    /// What the policy says to every call that wants to go on inward, if that is always the same: then it is not asked.
    /// Asked for once, at birth.
    fn always(&self) -> Option<Before> {
        None
    }

    /// Something that the policy let through came back with `outcome`.
    fn after(&mut self, _ask: &mut Ask<'_>, _outcome: Outcome) -> After {
        After::Pass
    }

    /// The time that the policy asked for has passed.
    fn on_timer(&mut self, _ask: &mut Ask<'_>) -> OnTimer {
        OnTimer::Nothing
    }

    /// The call is given up from outside while it stands here, waiting or under way: whatever was lent to it comes
    /// back now.
    fn abandoned(&mut self, _ask: &mut Ask<'_>) {}

    /// Whether the first call in this policy's line may go on now. Asked after each release, until the answer is no.
    fn may_enter(&mut self, _ask: &mut Ask<'_>) -> bool {
        true
    }

    /// Whether calls may stand in line here. Asked once, at birth.
    fn parks(&self) -> bool {
        false
    }

    /// What it wants to know of all that may come back; everything else passes unheard. Asked once, at birth.
    fn hears(&self) -> Kinds {
        Kinds::ALL
    }

    /// Whether what is abandoned inside is cancelled at the callee too, where the edge cancels at all. Asked once, at
    /// birth.
    fn cancels_losers(&self) -> bool {
        true
    }

    /// What the policy shows of its state.
    fn gauge(&self) -> Option<Gauge> {
        None
    }

    /// How much of what the policy lends (slots, probes) has not come back: 0 when no call stands in it.
    fn lent(&self) -> u32 {
        0
    }

    /// How often the state itself wants to be woken, calls or no calls. Asked once, at birth.
    fn tick_every(&self) -> Option<Delay> {
        None
    }

    /// One interval of [`CallPolicy::tick_every`] has passed.
    fn tick(&mut self, _now: SimTime) {}
}
