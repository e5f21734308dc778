//! Numbers that stand for names inside one plan. They never reach a file or a report.

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident($number:ty);)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        pub struct $name(pub $number);

        impl $name {
            /// The number as an index into a table of the plan or the world.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

ids! {
    /// A service of the plan.
    ServiceId(u16);
    /// An operation of some service.
    OperationId(u16);
    /// A client population.
    ClientId(u16);
    /// An arrow of the call graph: a service's call, or a client.
    EdgeId(u16);
    /// What one edge can ask for: the edge, the callee and the operation.
    RouteId(u16);
    /// A named resource, or the private one of a single policy.
    ResourceId(u16);
    /// A fault of the scenario.
    FaultId(u32);
    /// A zone.
    ZoneId(u16);
    /// An instance that lives or has lived; numbers are not used again within a run.
    InstanceId(u32);
    /// A request under way; numbers are used again.
    RequestId(u32);
    /// A call under way; numbers are used again.
    CallId(u32);
    /// A visit under way; numbers are used again.
    VisitId(u32);
    /// A frame under way; numbers are used again.
    FrameId(u32);
}
