//! The caller's side of a trip: the call, and its frames, one for each policy that it stands in.

use brownout_core::calendar::Timer;
use brownout_core::random::Key;
use brownout_core::time::SimTime;

use crate::ids::{CallId, FrameId, FrameRef, InstanceId, RequestId, RouteId, VisitId};

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
    Frame(FrameRef),
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
    pub origin: Origin,
    /// On whose behalf.
    pub request: RequestId,
    /// The outermost frame, or [`NONE`].
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

/// What a frame is doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Doing {
    /// It stands in a policy, with children inside or waiting for its timer.
    Policy,
    /// It stands in line for something to be released.
    Parked,
    /// Another call, made in place of this one, is under way.
    OtherCall,
    /// It is the attempt on the wire.
    Attempt,
}

/// A call standing inside one policy; the innermost one is the attempt on the wire.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// When the call entered the policy; for an attempt, when it was sent.
    pub entered: SimTime,
    /// The least of all limits from here outward.
    pub limit: SimTime,
    /// The one timer that the frame may have.
    pub timer: Timer,
    /// The policy's own word; for an attempt its visit, or [`NONE`] if its message was lost.
    pub note: u64,
    /// Which of the frames that stood at this number it is.
    pub generation: u32,
    /// Whose frame it is.
    pub call: CallId,
    /// The frame around it, or [`NONE`].
    pub parent: u32,
    /// The youngest frame inside it, or [`NONE`].
    pub child: u32,
    /// The next older frame inside the same parent, or [`NONE`].
    pub sibling: u32,
    /// The chosen target, for target policies and attempts; the other call, while there is one.
    pub target: u32,
    /// How often the call was sent inward from here.
    pub tries: u16,
    /// How many of those are under way.
    pub open: u16,
    /// The policy's place in the edge's list, target policies after the others.
    pub layer: u8,
    /// What it is doing.
    pub doing: Doing,
}

impl Frame {
    /// The frame around it.
    pub fn parent(&self) -> Option<FrameId> {
        (self.parent != NONE).then_some(FrameId(self.parent))
    }

    /// The instance that the frame's attempt goes to.
    pub fn instance(&self) -> InstanceId {
        InstanceId(self.target)
    }

    /// The visit that an attempt makes, unless its message was lost.
    pub fn visit(&self) -> Option<VisitId> {
        (self.note != u64::from(NONE)).then_some(VisitId(self.note as u32))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_and_a_frame_fit_in_their_budget_of_memory() {
        assert!(size_of::<Call>() <= 80, "{}", size_of::<Call>());
        assert!(size_of::<Frame>() <= 72, "{}", size_of::<Frame>());
    }
}
