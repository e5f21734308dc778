//! The systems that the rows are about.

use std::collections::BTreeMap;

use brownout_core::units::Share;
use brownout_models::policy::balance::roster::BalanceSpec;
use brownout_models::policy::queue::roster::DisciplineSpec;
use brownout_models::spec::System;
use brownout_models::spec::client::Client;
use brownout_models::spec::service::{Queue, Service};

use super::common::{careful, client, edge, named, policies, read, service};
use super::rows::Row;

/// A system to simulate.
pub(crate) struct Setup {
    /// The system, without the length of its run.
    pub(crate) system: System,
    /// Requests a second, about.
    pub(crate) rate: f64,
}

const EXPONENTIAL: &str = r#"Exponential("10ms")"#;

/// The system that a row is about. All times are exponential with a mean of 10 ms unless the model says otherwise.
pub(crate) fn setup(row: &Row) -> Setup {
    match row.model {
        "M/M/1-FIFO" => single(row, EXPONENTIAL, |_| {}),
        "M/M/1-LIFO-nonpreemptive" => single(row, EXPONENTIAL, |server| {
            server.queue.discipline = DisciplineSpec::Lifo;
        }),
        "M/M/1-PS" => single(row, EXPONENTIAL, share_a_core),
        // Ten of eleven are small, one is large, and the mean is 10 ms.
        "M/G/1-PS(any service law)" => {
            let law = r#"Mixture([(weight: 10, of: "1ms"), (weight: 1, of: "100ms")])"#;
            single(row, law, share_a_core)
        }
        "M/G/1-FIFO" => single(row, law(row.text("service")), |_| {}),
        "M/D/1-FIFO" => single(row, r#""10ms""#, |_| {}),
        "D/M/1" => {
            let mut setup = single(row, EXPONENTIAL, |_| {});
            let arrivals = format!(r#"Constant("{}/s")"#, setup.rate);
            setup.system.clients = users(client(&arrivals, "server.get"));
            setup
        }
        "M/M/1/K" => single(row, EXPONENTIAL, |server| {
            server.queue.room = Some(row.get("K_total") as u32 - 1);
        }),
        "M/M/1-client-timeout-no-cancel" => {
            let mut setup = single(row, EXPONENTIAL, |_| {});
            let list = format!(r#"[Timeout("{}s")]"#, row.text("timeout"));
            setup.system.clients.get_mut("users").unwrap().policies = policies(&list);
            setup
        }
        "M/M/c-FIFO" => pool(row, |_| {}),
        "M/M/c/K(thread-pool bulkhead)" => pool(row, |server| {
            server.queue.room = Some(row.get("queue") as u32);
        }),
        "M/G/c/c-loss(bulkhead,wait=0)" => loss(row),
        "random-LB-over-c-M/M/1" => balanced(row, "c", BalanceSpec::Random),
        "round-robin-over-n-M-servers" => balanced(row, "n", BalanceSpec::RoundRobin),
        "JSQ(full scan least-request)" => balanced(row, "n", BalanceSpec::LeastOutstanding),
        "P2C-distinct(Finagle,tower)" => balanced(row, "n", BalanceSpec::TwoChoices),
        "tandem-M/M/1" => tandem(row),
        "closed-network-MVA" => closed_network(row),
        "closed-N-clients-think-c-servers" => machine_repair(row),
        "fork-join-2-M/M/1(with queueing)" => fork_join(row),
        "fork-join-max-of-n-exponentials(no queueing)" => fan_out(row, "", EXPONENTIAL),
        "k-of-n-exponentials(quorum/erasure)" => {
            fan_out(row, &format!(", need: {}", row.text("k")), EXPONENTIAL)
        }
        "fan-out" => fan_out(row, "", &two_point("0.01", "1", row.get("p_leaf_slow"))),
        "hedging" => hedged(row, EXPONENTIAL),
        "hedging-two-point" => {
            hedged(row, &two_point(row.text("fast"), row.text("slow"), row.get("p_slow")))
        }
        "retry-one-layer" => failing(row, "p_fail", "[Retry(attempts: MANY)]", "Unlimited"),
        "M/M/1-with-bounded-retries" => {
            failing(row, "p_fail", "[Retry(attempts: MANY)]", "Threads(1)")
        }
        "M/M/1-with-feedback(immediate retries of random failures)" => {
            let share = "p_immediate_retry_unbounded";
            failing(row, share, "[Retry(attempts: 1000)]", "Threads(1)")
        }
        other => panic!("there is no system for {other}"),
    }
}

/// The service laws with a mean of 10 ms, by the names that the rows give them.
fn law(name: &str) -> &'static str {
    match name {
        "deterministic" => r#""10ms""#,
        "uniform(0,20ms)" => r#"Uniform(from: "0ms", to: "20ms")"#,
        "erlang-4" => r#"Erlang(mean: "10ms", stages: 4)"#,
        "lognormal cv2=1" => r#"LogNormal(mean: "10ms", sd: "10ms")"#,
        // The phases of a balanced H2 with p = (1 + √(3/5)) / 2: both carry the same share of the work.
        "H2 balanced cv2=4" => {
            r#"Hyperexponential([
                (weight: 0.887298335, mean: "5.635083269ms"),
                (weight: 0.112701665, mean: "44.36491673ms"),
            ])"#
        }
        "two-point 99%x5ms 1%x505ms" => {
            r#"Mixture([(weight: 99, of: "5ms"), (weight: 1, of: "505ms")])"#
        }
        other => panic!("there is no service law called {other}"),
    }
}

fn two_point(fast: &str, slow: &str, p_slow: f64) -> String {
    let p_fast = 1.0 - p_slow;
    format!(r#"Mixture([(weight: {p_fast}, of: "{fast}s"), (weight: {p_slow}, of: "{slow}s")])"#)
}

fn work(law: &str) -> String {
    format!("[Work(time: {law})]")
}

fn poisson(rate: f64) -> String {
    format!(r#"Poisson("{rate}/s")"#)
}

fn users(client: Client) -> BTreeMap<String, Client> {
    named([("users", client)])
}

fn system(server: Service, client: Client) -> System {
    System { services: named([("server", server)]), clients: users(client), ..System::default() }
}

fn single(row: &Row, law: &str, change: impl FnOnce(&mut Service)) -> Setup {
    let rho = row.get("rho");
    let mut server = service("Threads(1)", &work(law));
    change(&mut server);
    let rate = 100.0 * rho;
    let system = system(server, client(&poisson(rate), "server.get"));
    Setup { system, rate }
}

fn share_a_core(server: &mut Service) {
    server.workers = read("Unlimited");
    server.cores = Some(1);
}

/// `c` workers before one line.
fn pool(row: &Row, change: impl FnOnce(&mut Service)) -> Setup {
    let (workers, rho) = (row.get("c"), row.get("rho"));
    let mut server = service(&format!("Threads({workers})"), &work(EXPONENTIAL));
    change(&mut server);
    let rate = 100.0 * workers * rho;
    let system = system(server, client(&poisson(rate), "server.get"));
    Setup { system, rate }
}

/// Nobody waits: what finds no worker is lost at the server's door, or at the client's bulkhead. The law of the work
/// does not matter to how many are lost, and each size has another.
fn loss(row: &Row) -> Setup {
    let places = row.text("c");
    let rate = 100.0 * row.get("offered_erlang");
    let (arrivals, ask, threads) = (poisson(rate), "server.get", format!("Threads({places})"));
    let door = |law| Service {
        queue: Queue { room: Some(0), ..Queue::default() },
        ..service(&threads, &work(law))
    };
    let unlimited = |law| service("Unlimited", &work(law));
    let bulkhead = || careful(&arrivals, ask, &format!("[Bulkhead({places})]"));
    let (server, client) = match places {
        "1" => (door(EXPONENTIAL), client(&arrivals, ask)),
        "5" => (door(law("deterministic")), client(&arrivals, ask)),
        "10" => (door(law("H2 balanced cv2=4")), client(&arrivals, ask)),
        "25" => (unlimited(EXPONENTIAL), bulkhead()),
        _ => (unlimited(law("erlang-4")), bulkhead()),
    };
    Setup { system: system(server, client), rate }
}

/// Replicas with one worker each.
fn balanced(row: &Row, count: &str, balance: BalanceSpec) -> Setup {
    let (replicas, rho) = (row.get(count), row.get("rho"));
    let mut server = service("Threads(1)", &work(EXPONENTIAL));
    server.replicas = replicas as u32;
    let rate = 100.0 * replicas * rho;
    let client = Client { balance, ..client(&poisson(rate), "server.get") };
    Setup { system: system(server, client), rate }
}

/// Stations that a request visits one after the other, with exponential works of these means in seconds.
fn stations(means: impl Iterator<Item = f64>) -> BTreeMap<String, Service> {
    let mut services = BTreeMap::new();
    let mut calls = BTreeMap::new();
    let mut steps = vec![];
    for (number, mean) in means.enumerate() {
        let name = format!("station{number}");
        let law = format!(r#"Exponential("{mean}s")"#);
        services.insert(name.clone(), service("Threads(1)", &work(&law)));
        calls.insert(name.clone(), edge(&format!("{name}.get"), "[]"));
        steps.push(format!(r#"Call("{name}")"#));
    }
    let server = service("Unlimited", &format!("[{}]", steps.join(", ")));
    services.insert("server".to_owned(), Service { calls, ..server });
    services
}

fn tandem(row: &Row) -> Setup {
    let rate = row.get("lam");
    let speeds = row.text("mus").split('/').map(|mu| mu.parse::<f64>().unwrap());
    let system = System {
        services: stations(speeds.map(|speed| 1.0 / speed)),
        clients: users(client(&poisson(rate), "server.get")),
        ..System::default()
    };
    Setup { system, rate }
}

fn population(row: &Row) -> Client {
    let (users, think) = (row.text("N"), row.text("think"));
    client(&format!(r#"Closed(users: {users}, think: Exponential("{think}s"))"#), "server.get")
}

fn closed_network(row: &Row) -> Setup {
    let means = row.text("demands").split('/').map(|mean| mean.parse().unwrap());
    let system =
        System { services: stations(means), clients: users(population(row)), ..System::default() };
    Setup { system, rate: row.get("N").min(40.0) }
}

/// Machines that run for a while, and some who repair them.
fn machine_repair(row: &Row) -> Setup {
    let workers = row.get("c");
    let server = service(&format!("Threads({workers})"), &work(EXPONENTIAL));
    let rate = (row.get("N") / (row.get("think") + 0.01)).min(100.0 * workers);
    Setup { system: system(server, population(row)), rate }
}

/// Every request goes to both of two servers and waits for both.
fn fork_join(row: &Row) -> Setup {
    let rho = row.get("rho");
    let front = service("Unlimited", r#"[All(branches: [[Call("left")], [Call("right")]])]"#);
    let calls = named([("left", edge("left.get", "[]")), ("right", edge("right.get", "[]"))]);
    let side = || service("Threads(1)", &work(EXPONENTIAL));
    let front = Service { calls, ..front };
    let system = System {
        services: named([("left", side()), ("right", side()), ("server", front)]),
        clients: users(client(&poisson(100.0 * rho), "server.get")),
        ..System::default()
    };
    Setup { system, rate: 100.0 * rho }
}

/// Every request goes to all of `n` shards, which never queue.
fn fan_out(row: &Row, need: &str, law: &str) -> Setup {
    let front = service("Unlimited", &format!(r#"[FanOut(call: "leaf"{need})]"#));
    let front = Service { calls: named([("leaf", edge("leaf.get", "[]"))]), ..front };
    let mut leaf = service("Unlimited", &work(law));
    leaf.shards = row.get("n") as u32;
    let system = System {
        services: named([("leaf", leaf), ("server", front)]),
        clients: users(client(&poisson(100.0), "server.get")),
        ..System::default()
    };
    Setup { system, rate: 100.0 }
}

/// One more copy of a request that takes long, and no queue.
fn hedged(row: &Row, law: &str) -> Setup {
    let mut server = service("Unlimited", &work(law));
    server.replicas = 2;
    let list = format!(r#"[Hedge("{}s")]"#, row.text("hedge_delay"));
    let client = careful(&poisson(100.0), "server.get", &list);
    Setup { system: system(server, client), rate: 100.0 }
}

/// A share of the visits fails when its work is done, and the client tries again: MANY times in all, if it says so.
fn failing(row: &Row, share: &str, list: &str, workers: &str) -> Setup {
    let rate = row.parameters.get("lam").map_or(100.0, |rate| rate.parse().unwrap());
    let attempts = row.parameters.get("max_retries").map_or(0, |n| 1 + n.parse::<u32>().unwrap());
    let list = list.replace("MANY", &attempts.to_string());
    let server = service(workers, &work(EXPONENTIAL));
    let mut system = system(server, careful(&poisson(rate), "server.get", &list));
    let share = Share::new(row.get(share)).unwrap();
    let fault =
        format!(r#"[ErrorRate(at: "0s", target: "server", share: "{share}", strikes: After)]"#);
    system.faults = read(&fault);
    Setup { system, rate }
}
