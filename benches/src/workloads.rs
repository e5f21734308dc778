//! What brownout's speed is measured with: the same workloads for brownout and for the yardstick, and what they may cost.

pub mod systems;

use brownout_models::spec::System;

use crate::yardstick::table::Table;

/// Something to measure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Workload {
    /// One server at 90 % load.
    SingleServer,
    /// 200 servers at 90 % load.
    ManyServers,
    /// 200 workers that are held while they call 64 others under a timeout.
    Microservice,
    /// The same with a full stack of policies on the call.
    Guarded,
    /// Eight services in a row, a timeout on every call.
    Chain,
    /// A page that asks 100 shards and hedges every call.
    FanOut,
}

/// What the cost of a run is divided by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unit {
    /// Requests of clients.
    Request,
    /// Attempts: messages that set out for an instance, those of clients included.
    Attempt,
}

/// How much more than the yardstick brownout may cost.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Budget {
    /// Above this ratio something is to be done.
    pub most: f64,
    /// Below this one nothing is left to wish for.
    pub moonshot: f64,
}

impl Workload {
    /// All of them.
    pub const ALL: [Workload; 6] = [
        Workload::SingleServer,
        Workload::ManyServers,
        Workload::Microservice,
        Workload::Guarded,
        Workload::Chain,
        Workload::FanOut,
    ];

    /// The name in results and on command lines.
    pub fn name(self) -> &'static str {
        match self {
            Workload::SingleServer => "W1",
            Workload::ManyServers => "W2",
            Workload::Microservice => "W3",
            Workload::Guarded => "W3-guarded",
            Workload::Chain => "chain",
            Workload::FanOut => "fan-out",
        }
    }

    /// The workload of a name.
    pub fn find(name: &str) -> Option<Workload> {
        Workload::ALL.into_iter().find(|workload| workload.name() == name)
    }

    /// The system whose clients send about so many requests: as many as a Poisson process happens to in the time that it
    /// takes on average.
    pub fn system(self, requests: u64) -> System {
        match self {
            Workload::SingleServer => systems::single_server(requests),
            Workload::ManyServers => systems::many_servers(requests),
            Workload::Microservice => systems::microservice(requests),
            Workload::Guarded => systems::guarded(requests),
            Workload::Chain => systems::chain(requests),
            Workload::FanOut => systems::fan_out(requests),
        }
    }

    /// What the yardstick runs beside it. It knows no policies but timeouts and no fan-out: there it runs the
    /// microservice.
    pub fn table(self) -> Table {
        match self {
            Workload::SingleServer => Table::single_server(),
            Workload::ManyServers => Table::many_servers(),
            Workload::Microservice | Workload::Guarded | Workload::FanOut => Table::microservice(),
            Workload::Chain => Table::chain(),
        }
    }

    /// Whether the yardstick simulates the very same, so that both must have the same latencies.
    pub fn is_the_same_in_both(self) -> bool {
        !matches!(self, Workload::Guarded | Workload::FanOut)
    }

    /// What the cost is divided by, on either side.
    pub fn unit(self) -> Unit {
        match self {
            Workload::FanOut => Unit::Attempt,
            _ => Unit::Request,
        }
    }

    /// Attempts to a request of the yardstick's table, the client's own included.
    pub fn table_attempts(self) -> u64 {
        self.table().services.len() as u64
    }

    /// How many requests of the system make about as much work as one of the table, as one over this number.
    pub fn shrink(self) -> u64 {
        match self {
            Workload::FanOut => 50,
            _ => 1,
        }
    }

    /// How much more than the yardstick it may cost.
    pub fn budget(self) -> Budget {
        let (most, moonshot) = match self {
            Workload::SingleServer | Workload::ManyServers => (3.0, 1.5),
            Workload::Microservice | Workload::Chain | Workload::FanOut => (2.5, 1.5),
            Workload::Guarded => (5.0, 3.0),
        };
        Budget { most, moonshot }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{product, yardstick};

    #[test]
    fn brownout_and_the_yardstick_agree_on_the_mean_latency() {
        for workload in Workload::ALL.into_iter().filter(|workload| workload.is_the_same_in_both())
        {
            let requests = if workload == Workload::SingleServer { 4_000_000 } else { 200_000 };
            let product = product::run(&product::plan(&workload.system(requests)));
            let yardstick = yardstick::run(&workload.table(), requests, 1);
            let difference = product.mean_nanos / yardstick.mean_nanos - 1.0;
            // Of the single server, 4 million customers determine the mean to some 1 %.
            let noise = if workload == Workload::SingleServer { 0.03 } else { 0.005 };
            assert!(difference.abs() < noise, "{}: {product:?}, {yardstick:?}", workload.name());
        }
    }

    #[test]
    fn a_fan_out_asks_every_shard_and_a_few_of_them_twice() {
        let seen = product::run(&product::plan(&Workload::FanOut.system(1_000)));
        let per_request = seen.attempts as f64 / seen.requests as f64;
        assert!((103.0..110.0).contains(&per_request), "{seen:?}");
    }
}
