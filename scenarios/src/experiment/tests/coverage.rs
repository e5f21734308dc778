//! How often 95 % intervals contain the exact value, over many seeds.

use super::systems::{mmc, span};
use super::{Options, app, plan, run_point, window};
use crate::result::Estimate;

/// A queue whose answers theory knows, by workers and utilisation; a worker serves 100 a second.
#[derive(Clone, Copy)]
struct Queue {
    workers: u32,
    load: f64,
}

const SERVICE_RATE: f64 = 100.0;

impl Queue {
    fn arrival_rate(self) -> f64 {
        self.load * f64::from(self.workers) * SERVICE_RATE
    }

    /// The probability that an arrival waits (Erlang C).
    fn waits(self) -> f64 {
        let offered = self.arrival_rate() / SERVICE_RATE;
        let blocked =
            (1..=self.workers).fold(1.0, |b, n| offered * b / (f64::from(n) + offered * b));
        blocked / (1.0 - self.load * (1.0 - blocked))
    }

    /// By how much what can be done exceeds what is asked, a second.
    fn spare(self) -> f64 {
        f64::from(self.workers) * SERVICE_RATE - self.arrival_rate()
    }

    /// The probability that an answer takes longer than so many seconds.
    fn slower_than(self, t: f64) -> f64 {
        let (mu, spare) = (SERVICE_RATE, self.spare());
        if self.workers == 1 {
            return (-spare * t).exp();
        }
        // An exponential wait with the probability of one, and exponential work behind it.
        let late = (mu * (-spare * t).exp() - spare * (-mu * t).exp()) / (mu - spare);
        self.waits() * late + (1.0 - self.waits()) * (-mu * t).exp()
    }

    fn mean(self) -> f64 {
        self.waits() / self.spare() + 1.0 / SERVICE_RATE
    }

    /// The time in seconds that a share of answers exceeds.
    fn exceeded_by(self, share: f64) -> f64 {
        let (mut low, mut high) = (0.0, 10.0);
        for _ in 0..100 {
            let middle = (low + high) / 2.0;
            if self.slower_than(middle) > share { low = middle } else { high = middle }
        }
        high
    }

    /// The share of seeds in whose experiment of ten replications, of so many requests each, the interval of the mean,
    /// of p99 and of the share of answers within the time that one in five exceeds contains the exact value.
    fn coverage(self, seeds: u64, requests: u32) -> [f64; 3] {
        let limit = self.exceeded_by(0.2);
        let exact = [self.mean() * 1e3, self.exceeded_by(0.01) * 1e3, 0.8];
        let rate = self.arrival_rate();
        let mut system = mmc(self.workers, "10ms", &format!("{rate}/s"), "1s");
        system.run.warmup = span("10s");
        system.run.length = span(&format!("{}s", 10.0 + (f64::from(requests) / rate).round()));
        system.clients.get_mut("app").unwrap().slo =
            Some(span(&format!("{}ns", (limit * 1e9).round())));
        let mut hits = [0.0; 3];
        for seed in 0..seeds {
            system.run.seed = seed;
            let ran = run_point(&plan(&system), Options::replications(10), &()).unwrap();
            let told = app(window(&ran.point, "all"));
            let [mean, p99] = ["mean", "p99"].map(|statistic| &told.latency_ms[statistic]);
            let estimates = [mean, p99, told.goodput.as_ref().unwrap()];
            for ((hits, estimate), exact) in hits.iter_mut().zip(estimates).zip(exact) {
                *hits += f64::from(u32::from(contains(estimate, exact)));
            }
        }
        hits.map(|hits| hits / seeds as f64)
    }
}

fn contains(estimate: &Estimate, exact: f64) -> bool {
    (estimate.mean - exact).abs() <= estimate.half_width.unwrap()
}

#[test]
fn theory_agrees_with_itself() {
    let queue = Queue { workers: 8, load: 0.8 };
    assert!((queue.waits() - 0.4576).abs() < 5e-5);
    assert!((queue.mean() - 0.012_860).abs() < 5e-7);
    // The mean is the area under the share of answers that take longer.
    for queue in [queue, Queue { workers: 1, load: 0.5 }, Queue { workers: 4, load: 0.5 }] {
        let area: f64 =
            (0..100_000).map(|n| queue.slower_than((f64::from(n) + 0.5) * 1e-5) * 1e-5).sum();
        assert!((area / queue.mean() - 1.0).abs() < 1e-4);
    }
}

#[test]
fn intervals_contain_the_exact_value_about_as_often_as_they_promise() {
    let coverage = Queue { workers: 1, load: 0.5 }.coverage(500, 2000);
    // Five hundred seeds leave ± 2 points of chance, in nineteen of twenty cases.
    assert!(coverage.iter().all(|share| (0.92..=0.98).contains(share)), "{coverage:?}");
}

/// The numbers of docs/statistics.md: `cargo test -p brownout-scenarios --release --lib coverage -- --ignored --nocapture`.
#[expect(clippy::print_stdout, reason = "the numbers are what it is run for")]
fn told(workers: u32, load: f64, requests: u32) -> [f64; 3] {
    let coverage = Queue { workers, load }.coverage(1000, requests);
    let [mean, p99, share] = coverage.map(|share| share * 100.0);
    println!(
        "M/M/{workers} at {load}, {requests} requests: mean {mean:.1} %, p99 {p99:.1} %, share {share:.1} %"
    );
    coverage
}

fn keeps_its_promise(coverage: [f64; 3]) -> bool {
    coverage.iter().all(|share| (0.93..=0.97).contains(share))
}

#[test]
#[ignore = "takes a minute"]
fn a_thousand_seeds_at_half_load() {
    assert!(keeps_its_promise(told(1, 0.5, 8000)));
    assert!(keeps_its_promise(told(4, 0.5, 8000)));
}

#[test]
#[ignore = "takes minutes"]
fn a_thousand_seeds_of_one_worker_at_80_percent_load() {
    assert!(keeps_its_promise(told(1, 0.8, 40_000)));
}

#[test]
#[ignore = "takes minutes"]
fn a_thousand_seeds_of_four_workers_at_80_percent_load() {
    assert!(keeps_its_promise(told(4, 0.8, 80_000)));
}

/// At 80 % load a queue remembers hundreds of requests, and 8,000 of them hold too few independent ones beyond p99.
#[test]
#[ignore = "takes a minute"]
fn a_thousand_seeds_of_too_few_requests() {
    let [mean, p99, share] = told(1, 0.8, 8000);
    assert!(keeps_its_promise([mean, share, 0.95]) && p99 < 0.93);
}
