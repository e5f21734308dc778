//! W1 for odem-rs, after its own example of a barber's shop: a process for each customer, and a facility.
//!
//! W3 is left out: its many workers and its timeout take a model of several agents, which is not ours to tune.

use std::cell::Cell;
use std::time::Instant;

use odem_rs::prelude::*;
use odem_rs::rand_distr::Exp;

#[derive(Config, Default)]
#[time(Time<f64>)]
struct SingleServer {
    server: Facility,
    rng_stream: RngStream,
    ended: Cell<u64>,
    latency: Cell<f64>,
}

struct Customer(Time<f64>);

impl Behavior<SingleServer> for Customer {
    type Output = ();

    async fn actions(&self, sim: &Sim<SingleServer>) {
        let began = sim.now();
        let server = sim.global().server.seize().await;
        sim.advance(self.0).await;
        server.release();
        let model = sim.global();
        model.ended.set(model.ended.get() + 1);
        model.latency.set(model.latency.get() + (sim.now() - began).get::<second>());
    }
}

#[odem_rs::main]
async fn simulate(sim: &Sim<SingleServer>, requests: u64) -> (u64, f64) {
    let mut arrivals = sim.global().rng_stream.next_rng();
    let mut services = sim.global().rng_stream.next_rng();
    let (gap, service) = (Exp::new(900.0).unwrap(), Exp::new(1000.0).unwrap());
    for _ in 0..requests {
        sim.advance(second::new(arrivals.sample(gap))).await;
        sim.spawn(Customer(second::new(services.sample(service))));
    }
    let _ = sim.global().server.seize().await;
    (sim.global().ended.get(), sim.global().latency.get())
}

fn main() {
    let requests = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(200_000);
    let start = Instant::now();
    let (ended, latency) = simulate(requests);
    let each = start.elapsed().as_nanos() as f64 / ended as f64;
    println!("W1 {each} {}", latency / ended as f64 * 1e3);
}
