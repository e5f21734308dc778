//! The caller's side of a trip: the call, and its frames, one for each policy that it stands in. Inside the innermost
//! frame stand the attempts: visits that know who waits for them.

use brownout_core::calendar::Timer;
use brownout_core::random::Key;
use brownout_core::time::SimTime;

use crate::ids::{CallId, FrameId, InstanceId, RequestId, RouteId, VisitId};
use crate::outcome::Kinds;
use crate::slab::Entry;

/// A number that stands for no entry.
pub const NONE: u32 = u32::MAX;

/// Who made a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// The client of its request.
    Client,
    /// A step of a visit.
    Visit(VisitId),
    /// A fallback, whose frame waits for the answer.
    Frame(FrameId),
}

/// Who made a call, in four bytes: what it is in the two low bits, above them its number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PackedOrigin(u32);

impl From<Origin> for PackedOrigin {
    #[inline]
    fn from(origin: Origin) -> PackedOrigin {
        PackedOrigin(match origin {
            Origin::Client => 0,
            Origin::Visit(VisitId(number)) => number << 2 | 1,
            Origin::Frame(FrameId(number)) => number << 2 | 2,
        })
    }
}

impl From<PackedOrigin> for Origin {
    #[inline]
    fn from(PackedOrigin(bits): PackedOrigin) -> Origin {
        match bits & 3 {
            0 => Origin::Client,
            1 => Origin::Visit(VisitId(bits >> 2)),
            _ => Origin::Frame(FrameId(bits >> 2)),
        }
    }
}

/// The caller's side of one trip, all attempts included.
#[derive(Clone, Copy, Debug)]
pub struct Call {
    /// From which the keys of its attempts and of its policies' draws descend.
    pub key: Key,
    /// When it began.
    pub opened: SimTime,
    /// The instant after which its caller's own answer is useless; [`SimTime::NEVER`] if there is none.
    pub deadline: SimTime,
    /// Who made it.
    pub origin: PackedOrigin,
    /// On whose behalf.
    pub request: RequestId,
    /// The outermost frame, or the attempt under way where no policy stands around it; [`NONE`] while there is neither.
    pub root: u32,
    /// The calls before and after it among those that its visit waits for, or [`NONE`].
    pub siblings: [u32; 2],
    /// Whose policies it passes: the number of the holder on its edge.
    pub holder: u32,
    /// What it asks for.
    pub route: RouteId,
    /// Attempts that have gone on the wire.
    pub attempts: u16,
    /// The shard that it goes to.
    pub shard: u16,
}

impl Entry for Call {
    #[inline]
    fn link(&mut self) -> &mut u32 {
        &mut self.root
    }
}

/// What a frame is doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Doing {
    /// It stands in a policy, with children inside or waiting for its timer.
    Policy,
    /// It stands in line for something to be released.
    Parked,
    /// Another call, made in place of this one, is under way.
    OtherCall,
}

/// A call standing inside one policy.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// When the call entered the policy.
    pub entered: SimTime,
    /// The least of all limits from here outward.
    pub limit: SimTime,
    /// The one timer that the frame may have.
    pub timer: Timer,
    /// The policy's own word.
    pub note: u64,
    /// Whose frame it is.
    pub call: CallId,
    /// The frame around it, or [`NONE`].
    pub parent: u32,
    /// The youngest frame inside it, or the youngest attempt where it is the innermost; [`NONE`] if there is none.
    pub child: u32,
    /// The next older frame inside the same parent, or [`NONE`].
    pub sibling: u32,
    /// The chosen target, for target policies; the other call, while there is one.
    pub target: u32,
    /// How often the call was sent inward from here.
    pub tries: u16,
    /// How many of those are under way.
    pub open: u16,
    /// What its policy wants to know of all that may come back.
    pub hears: Kinds,
    /// The policy's place in the edge's list, target policies after the others.
    pub layer: u8,
    /// What it is doing.
    pub doing: Doing,
    /// Whether attempts stand inside it, and not frames.
    pub innermost: bool,
    /// Whether calls may stand in line before its policy.
    pub parks: bool,
}

impl Entry for Frame {
    #[inline]
    fn link(&mut self) -> &mut u32 {
        &mut self.child
    }
}

impl Frame {
    /// The call is sent inward once more from here.
    #[inline(always)]
    pub fn sends_inward(&mut self) -> &mut Frame {
        self.tries = self.tries.saturating_add(1);
        self.open += 1;
        self
    }

    /// The frame around it.
    pub fn parent(&self) -> Option<FrameId> {
        (self.parent != NONE).then_some(FrameId(self.parent))
    }

    /// The chosen target that a target policy stands before.
    pub fn instance(&self) -> InstanceId {
        InstanceId(self.target)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_origin_is_what_was_packed() {
        let most = (1 << 24) - 1;
        let all = [Origin::Client, Origin::Visit(VisitId(most)), Origin::Frame(FrameId(0))];
        for origin in all {
            assert_eq!(Origin::from(PackedOrigin::from(origin)), origin);
        }
    }

    #[test]
    fn a_call_and_a_frame_fit_in_their_budget_of_memory() {
        assert!(size_of::<Call>() <= 56, "{}", size_of::<Call>());
        assert!(size_of::<Frame>() <= 64, "{}", size_of::<Frame>());
    }
}
