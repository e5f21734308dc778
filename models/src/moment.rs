//! What can be seen of a run.

use brownout_core::random::Key;
use brownout_core::time::Span;

use crate::ids::{
    CallId, ClientId, EdgeId, FaultId, InstanceId, OperationId, RequestId, ServiceId, VisitId,
};
use crate::outcome::Outcome;

/// Something that happens now. The key of a request, call or visit is the name from which all its draws descend: the
/// same in every variant, whatever number it has.
// The tag has a place of its own: hidden in another field it could not be known where a moment is emitted, and every
// probe would be asked for every kind there.
#[repr(u8)]
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Moment {
    /// A client means to ask: the intended start of a request.
    Requested {
        /// The key of the request.
        key: Key,
        /// The request.
        request: RequestId,
        /// Who asks.
        client: ClientId,
        /// The request's number in its stream (in a closed population: among its user's), from 0.
        serial: u64,
        /// The user of a closed population; 0 for an open one.
        user: u32,
        /// The number of the stream of arrivals: the requests of a load spike are numbered apart from the usual ones.
        stream: u32,
        /// What is asked for.
        operation: OperationId,
    },
    /// The client has its answer, or has given up.
    Answered {
        /// The key of the request.
        key: Key,
        /// The request.
        request: RequestId,
        /// Who asked.
        client: ClientId,
        /// What was asked for.
        operation: OperationId,
        /// How it ended.
        outcome: Outcome,
        /// From the intended start.
        latency: Span,
    },
    /// A call begins, before any policy has seen it.
    Opened {
        /// The key of the call.
        key: Key,
        /// The call.
        call: CallId,
        /// Along which edge.
        edge: EdgeId,
        /// For which request.
        request: RequestId,
        /// The visit that calls, also where one of its branches does; `None` for a client or a fallback.
        by: Option<VisitId>,
    },
    /// A call ends, all policies included.
    Settled {
        /// The key of the call.
        key: Key,
        /// The call.
        call: CallId,
        /// Along which edge.
        edge: EdgeId,
        /// For which request.
        request: RequestId,
        /// How it ended.
        outcome: Outcome,
        /// From its opening.
        latency: Span,
    },
    /// A call is forgotten because nobody wants it any more.
    Dropped {
        /// The key of the call.
        key: Key,
        /// The call.
        call: CallId,
        /// Along which edge.
        edge: EdgeId,
        /// For which request.
        request: RequestId,
    },
    /// A policy stops a call on its way in.
    Refused {
        /// The key of the call.
        key: Key,
        /// The call.
        call: CallId,
        /// Along which edge.
        edge: EdgeId,
        /// The policy's place in the edge's list, target policies after the others.
        layer: u8,
        /// What it said.
        outcome: Outcome,
    },
    /// A policy waits before it sends the call inward again, or stands in line.
    Waits {
        /// The key of the call.
        key: Key,
        /// The call.
        call: CallId,
        /// Along which edge.
        edge: EdgeId,
        /// The policy's place in the edge's list.
        layer: u8,
        /// For how long; `None` while it is not known.
        span: Option<Span>,
    },
    /// An attempt goes on the wire.
    Sent {
        /// The key of the call.
        key: Key,
        /// Its call.
        call: CallId,
        /// Along which edge.
        edge: EdgeId,
        /// For which request.
        request: RequestId,
        /// Its number among the call's attempts, from 0.
        ordinal: u16,
        /// To whom.
        target: InstanceId,
    },
    /// The caller hears how an attempt ended.
    Heard {
        /// The key of the call.
        key: Key,
        /// Its call.
        call: CallId,
        /// Along which edge.
        edge: EdgeId,
        /// For which request.
        request: RequestId,
        /// What it hears.
        outcome: Outcome,
    },
    /// The caller no longer waits for an attempt.
    GivenUp {
        /// The key of the call.
        key: Key,
        /// Its call.
        call: CallId,
        /// Along which edge.
        edge: EdgeId,
        /// For which request.
        request: RequestId,
    },
    /// An answer finds nobody.
    Unheard {
        /// The key of the visit.
        key: Key,
        /// Along which edge.
        edge: EdgeId,
        /// For which request.
        request: RequestId,
        /// Who answered.
        service: ServiceId,
        /// Worker-time that went into it and had not counted as wasted before.
        wasted: Span,
    },
    /// A visit arrives at an instance.
    Arrived {
        /// The key of the visit.
        key: Key,
        /// The visit.
        visit: VisitId,
        /// Where.
        instance: InstanceId,
        /// Of which service.
        service: ServiceId,
        /// For which request.
        request: RequestId,
        /// The call that it answers, if that still waits.
        call: Option<CallId>,
    },
    /// A visit is turned away at the door, or dropped from the line.
    TurnedAway {
        /// The key of the visit.
        key: Key,
        /// The visit.
        visit: VisitId,
        /// Of which service.
        service: ServiceId,
        /// For which request.
        request: RequestId,
        /// Why.
        outcome: Outcome,
        /// Whether it stood in line.
        queued: bool,
    },
    /// A visit waits for a worker.
    Queued {
        /// The key of the visit.
        key: Key,
        /// The visit.
        visit: VisitId,
        /// Where.
        instance: InstanceId,
        /// Of which service.
        service: ServiceId,
        /// How many wait already.
        ahead: u32,
    },
    /// A visit leaves the line unserved.
    Reneged {
        /// The key of the visit.
        key: Key,
        /// The visit.
        visit: VisitId,
        /// Of which service.
        service: ServiceId,
        /// For which request.
        request: RequestId,
    },
    /// A visit is let in and, where workers are threads, holds one from now on.
    Began {
        /// The key of the visit.
        key: Key,
        /// The visit.
        visit: VisitId,
        /// Where.
        instance: InstanceId,
        /// Of which service.
        service: ServiceId,
        /// For which request.
        request: RequestId,
        /// Since its arrival.
        waited: Span,
        /// Whether it stood in line.
        queued: bool,
        /// Whether a thread is busy with it from now to its end.
        thread: bool,
    },
    /// A visit works, or one of its branches does.
    Works {
        /// The key of the visit, or of the branch.
        key: Key,
        /// The whole visit.
        visit: VisitId,
        /// Of which service.
        service: ServiceId,
        /// For how long, if nobody shares its core.
        span: Span,
    },
    /// A work begins that shares its instance's cores.
    Shares {
        /// Of which service.
        service: ServiceId,
        /// For how long, if nobody shares its core.
        span: Span,
        /// Whether it is the first such work of its visit.
        first: bool,
    },
    /// The number of visits and branches that wait for an executor of a service changes.
    Stands {
        /// Of which service.
        service: ServiceId,
        /// By how much.
        change: i8,
    },
    /// A visit or a branch gets its first executor.
    Served {
        /// Of which service.
        service: ServiceId,
        /// For which request.
        request: RequestId,
        /// How long it has waited, at the door and for the executor.
        waited: Span,
    },
    /// The number of busy executors of a service changes. Threads are busy from a beginning to an end.
    Busy {
        /// Of which service.
        service: ServiceId,
        /// By how much.
        change: i8,
    },
    /// An answer sets out.
    Replied {
        /// The key of the visit.
        key: Key,
        /// The visit.
        visit: VisitId,
        /// Of which service.
        service: ServiceId,
        /// What it says.
        outcome: Outcome,
    },
    /// A visit that had begun ends, background work included.
    Ended {
        /// The key of the visit.
        key: Key,
        /// The visit.
        visit: VisitId,
        /// Of which service.
        service: ServiceId,
        /// For which request.
        request: RequestId,
        /// What it answered.
        outcome: Outcome,
        /// From arrival to end.
        sojourn: Span,
        /// From beginning to end.
        held: Span,
        /// The part of `held` after the root's client had left.
        wasted: Span,
        /// Whether a thread was busy with it since its beginning.
        thread: bool,
    },
    /// An instance comes up.
    Up {
        /// The instance.
        instance: InstanceId,
        /// Of which service.
        service: ServiceId,
    },
    /// An instance goes down.
    Down {
        /// The instance.
        instance: InstanceId,
        /// Of which service.
        service: ServiceId,
        /// Workers that were busy there.
        busy: u32,
    },
    /// A fault begins.
    FaultBegan(FaultId),
    /// A fault is over.
    FaultEnded(FaultId),
    /// A policy's gauge has changed.
    Gauge {
        /// On which edge.
        edge: EdgeId,
        /// The policy's place in the edge's list.
        layer: u8,
        /// Whose state it is: the number of the holder on that edge.
        holder: u32,
        /// The new value.
        value: f64,
    },
}
