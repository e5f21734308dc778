//! Points that are run together, replication by replication, on the same requests.

use brownout_models::fault::roster::FaultSpec;
use brownout_models::fault::spike;
use brownout_models::spec::System;
use brownout_models::spec::arrivals::{Arrivals, Closed};

use super::systems::{
    client, constant, exponential, mmc, poisson, slow, span, system, timeout, work,
};
use super::{Options, plan, run_point};
use crate::compare;
use crate::experiment::enough::Until;
use crate::experiment::{Job, Ran, run_together};
use crate::metric::headline;
use crate::result::comparison::{Compared, SameRequests};

/// Both systems, so many replications, on so many threads.
fn both(a: &System, b: &System, n: u32, threads: usize) -> (Vec<Compared>, Vec<SameRequests>) {
    let plans = [plan(a), plan(b)];
    let options = Options {
        per_replication: crate::experiment::Values::Headline,
        threads: Some(threads),
        ..Options::replications(n)
    };
    let jobs = [0, 1].map(|at| Job { plan: &plans[at], options });
    let (ran, mut requests) = run_together(&jobs, &()).unwrap();
    let [first, second] = ran.as_slice() else { panic!("two points") };
    for (plan, Ran { point, .. }) in plans.iter().zip(&ran) {
        assert!(*point == run_point(plan, options, &()).unwrap().point, "as if it were alone");
    }
    (compare::measures(&first.point, &second.point, &headline::of(&plans[0])), requests.remove(0))
}

fn measure<'c>(compared: &'c [Compared], window: &str, metric: &str) -> &'c Compared {
    let is_it = |one: &&Compared| one.window == window && one.metric == metric;
    compared.iter().find(is_it).unwrap_or_else(|| panic!("{metric} in {window}: {compared:?}"))
}

/// One server at 80 % load, with a limit on how long its clients wait.
fn patient(limit: &str) -> System {
    let mut system = mmc(1, "10ms", "80/s", "30s");
    system.clients.get_mut("app").unwrap().policies =
        brownout_models::spec::edge::Policies::List(vec![timeout(limit)]);
    system
}

#[test]
fn a_system_held_against_itself_shows_no_difference_in_any_request() {
    let (compared, requests) = both(&patient("50ms"), &patient("50ms"), 3, 2);
    for one in &compared {
        assert_eq!((one.verdict.as_str(), one.saved), ("no difference", None), "{one:?}");
        assert_eq!((one.difference.mean, one.difference.half_width), (0.0, Some(0.0)));
    }
    let all = &requests[0];
    assert_eq!((all.baseline_only.mean, all.other_only.mean, all.unpaired), (0.0, 0.0, 0));
    assert!(all.both.mean > 0.1 && all.neither.mean > 0.1 && all.pairs > 6000);
}

#[test]
fn requests_that_one_system_answers_and_the_other_does_not_add_up_to_the_difference() {
    let (compared, requests) = both(&patient("50ms"), &patient("100ms"), 10, 2);
    let goodput = measure(&compared, "all", "goodput(app)");
    assert_eq!((goodput.verdict.as_str(), goodput.better.as_deref()), ("better", Some("higher")));
    let [all] = requests.as_slice() else { panic!("{requests:?}") };
    let net = all.other_only.mean - all.baseline_only.mean;
    assert!((net - goodput.difference.mean).abs() < 1e-12, "{net} {goodput:?}");
    let sum = all.both.mean + all.baseline_only.mean + all.other_only.mean + all.neither.mean;
    assert!((sum - 1.0).abs() < 1e-12);
    let ratio = goodput.ratio.unwrap();
    assert!(ratio.low.unwrap() < ratio.value && ratio.value < ratio.high.unwrap());
    assert!((ratio.value - goodput.other.mean / goodput.baseline.mean).abs() < 1e-12);
    assert!(goodput.saved.unwrap() > 2.0, "{goodput:?}");
    let mean = measure(&compared, "all", "mean(app)");
    assert_eq!(mean.verdict, "worse");
}

#[test]
fn any_number_of_threads_gives_the_same_comparison() {
    let compared = |threads| both(&patient("50ms"), &patient("80ms"), 5, threads);
    let one = compared(1);
    assert!(one == compared(2) && one == compared(3));
}

#[test]
fn the_requests_of_a_load_spike_are_paired_with_each_other() {
    let with_spike = |limit: &str| {
        let mut system = patient(limit);
        system.faults.push(FaultSpec::Spike(spike::Spec {
            at: span("10s"),
            lasts: Some(span("5s")),
            client: "app".to_owned(),
            plus: "200/s".parse().unwrap(),
        }));
        system
    };
    let (_, requests) = both(&with_spike("50ms"), &with_spike("50ms"), 2, 1);
    let fault = requests.iter().find(|one| one.window == "fault").unwrap();
    assert!(fault.pairs > 2 * 5 * 250 && fault.unpaired == 0, "{fault:?}");
    assert_eq!((fault.baseline_only.mean, fault.other_only.mean), (0.0, 0.0));
}

#[test]
fn requests_of_a_closed_population_are_paired_user_by_user() {
    let closed = |think: &str| {
        let arrivals = Arrivals::Closed(Closed { users: 20, think: exponential(think) });
        let mut server = mmc(1, "10ms", "1/s", "10s").services["server"].clone();
        server.operations.get_mut("do").unwrap().steps = vec![work(constant("1ms"))];
        system("20s", client(arrivals, vec![]), server)
    };
    let (_, requests) = both(&closed("100ms"), &closed("200ms"), 2, 1);
    let all = &requests[0];
    // Who thinks twice as long asks half as often: the further requests of the others have no counterpart.
    let share = all.unpaired as f64 / (all.unpaired + 2 * all.pairs) as f64;
    assert!((share - 1.0 / 3.0).abs() < 0.05, "{all:?}");
    assert_eq!(all.both.mean, 1.0);
}

#[test]
fn a_comparison_goes_on_until_every_difference_is_clear_or_known() {
    let plans = [patient("50ms"), patient("51ms")].map(|system| plan(&system));
    let options = Options {
        until: Some(Until { within: 0.005, least: 0, of: &[] }),
        per_replication: crate::experiment::Values::Headline,
        ..Options::replications(200)
    };
    let jobs = [0, 1].map(|at| Job { plan: &plans[at], options });
    let (ran, _) = run_together(&jobs, &()).unwrap();
    let point = &ran[1].point;
    assert!(point.replications < 200 && point.replications.is_multiple_of(10));
    let precision = point.precision.as_ref().unwrap();
    assert!(precision.reached.unwrap() <= 0.005, "{precision:?}");
}

#[test]
fn numbers_that_one_system_alone_can_tell_are_named_and_not_dropped() {
    let one = mmc(1, "1ms", "80/s", "30s");
    let mut other = one.clone();
    other.services.insert("spare".to_owned(), one.services["server"].clone());
    let mut patron = one.clients["app"].clone();
    patron.asks = [("spare.do".to_owned(), 1.0)].into();
    other.clients.insert("patron".to_owned(), patron);
    let plans = [plan(&one), plan(&other)];
    let options = Options {
        per_replication: crate::experiment::Values::Headline,
        ..Options::replications(2)
    };
    let jobs = [0, 1].map(|at| Job { plan: &plans[at], options });
    let (ran, _) = run_together(&jobs, &()).unwrap();
    let readings = headline::of(&plans[1]);
    let (first, second) = (&ran[0].point, &ran[1].point);
    let told = compare::one_sided(first, second, &readings);
    let metrics: Vec<&str> = told.iter().map(|one| one.metric.as_str()).collect();
    assert!(metrics.contains(&"utilisation(spare)") && metrics.contains(&"p99(patron)"));
    assert!(!metrics.iter().any(|metric| metric.contains("app")), "{metrics:?}");
    assert!(told.iter().all(|one| !one.in_baseline && one.value.values.is_none()));
    assert!(compare::one_sided(second, first, &readings).iter().all(|one| one.in_baseline));
    assert!(compare::one_sided(first, first, &readings).is_empty());
}

#[test]
fn windows_and_clients_that_only_one_system_has_are_left_out() {
    let mut with_fault = mmc(1, "1ms", "80/s", "30s");
    with_fault.faults.push(slow("server", "10s", "5s", constant("2ms")));
    let mut other = mmc(1, "1ms", "80/s", "30s");
    other.clients.insert("other".to_owned(), client(poisson("5/s"), vec![]));
    let (compared, requests) = both(&with_fault, &other, 2, 1);
    assert!(compared.iter().all(|one| one.window == "all"));
    assert!(requests.iter().all(|one| one.client == "app"));
}

#[test]
fn before_its_fault_the_feed_is_told_apart_by_no_number_of_pairs_and_shortly_after_by_few() {
    let mut document = crate::library::find("feed-cascade").unwrap().document().unwrap();
    let short = ["run.length=4s", "run.warmup=1s", "faults.Slow.at=2s", "faults.Slow.lasts=1s"];
    let window = ["windows.saturated.from=2s", "windows.saturated.to=3s"];
    short.iter().chain(&window).for_each(|change| document.set(change));
    let system = |path: &str, value: &str| {
        let setting = [(path.to_owned(), value.to_owned())];
        document.point(Some("timeout"), &setting).unwrap().system
    };
    let built = system("run.seed", "1");
    for changed in [
        system("services.feed.calls.counts.policies", "[Timeout(\"120ms\")]"),
        system("services.feed.workers", "Threads(220)"),
    ] {
        let (compared, _) = both(&built, &changed, 3, 2);
        for metric in ["goodput(app)", "goodput_per_s(app)", "mean(app)"] {
            let one = measure(&compared, "before", metric);
            assert!(one.baseline.half_width.unwrap() > 0.0, "seeds differ: {one:?}");
            assert_eq!((one.difference.mean, one.difference.half_width), (0.0, Some(0.0)));
        }
        let goodput = measure(&compared, "fault", "goodput(app)");
        assert!(goodput.saved.unwrap() > 1.0, "{goodput:?}");
    }
}
