//! Systems that collapse in some replications and not in others.

use super::systems::{
    client, constant, constant_rate, mmc, retry, service, slow, system, timeout, work,
};
use super::{Options, app, plan, run, window};
use crate::compare;
use crate::expect::{bind::bind, phrase};
use crate::experiment::enough::Until;
use crate::experiment::{Job, run_together};
use crate::metric::headline;
use crate::result::WindowResult;
use brownout_models::spec::System;
use brownout_models::spec::edge::Policies;
use brownout_models::spec::service::Workers;

/// A queue without a bound whose clients leave after a second, and whose server is slow for a while: what waits then is
/// useless, and more of it than can be done in the rest of the run.
fn stuck(lasts: &str) -> System {
    let mut system = mmc(1, "10ms", "90/s", "60s");
    system.clients.get_mut("app").unwrap().policies = Policies::List(vec![timeout("1s")]);
    system.faults.push(slow("server", "20s", lasts, constant("200ms")));
    system
}

#[test]
fn a_collapse_is_told_as_a_share_of_replications_with_wilsons_interval() {
    let collapsed = |system: &System| {
        let point = run(system, Options::replications(10));
        let before = app(window(&point, "before")).collapsed;
        assert_eq!(before, None, "only what comes after the faults can have collapsed");
        app(window(&point, "after")).collapsed.unwrap()
    };
    let all = collapsed(&stuck("10s"));
    assert_eq!((all.count, all.of), (10, 10));
    // Wilson's interval of ten of ten: 10 / (10 + 1.96²).
    assert!((all.low - 0.722).abs() < 1e-3 && all.high == 1.0, "{all:?}");
    let none = collapsed(&stuck("100ms"));
    assert_eq!((none.count, none.of, none.low), (0, 10, 0.0));
}

/// Half of the capacity is asked for, three times over once answers are late; a fault of a second and a half is about as
/// long as it takes.
fn tipping(lasts: &str) -> System {
    let mut system = mmc(1, "10ms", "50/s", "60s");
    let policies = vec![retry(3), timeout("1s")];
    system.clients.get_mut("app").unwrap().policies = Policies::List(policies);
    system.faults.push(slow("server", "20s", lasts, constant("200ms")));
    system
}

#[test]
fn of_two_states_it_is_compared_how_often_they_are_and_not_the_mean_that_nobody_sees() {
    let plans = ["1500ms", "200ms"].map(|lasts| plan(&tipping(lasts)));
    let options = Options {
        until: Some(Until { within: 0.05, least: 20, of: &[] }),
        per_replication: crate::experiment::Values::Headline,
        ..Options::replications(200)
    };
    let jobs = [0, 1].map(|at| Job { plan: &plans[at], options });
    let (ran, _) = run_together(&jobs, &()).unwrap();
    let (tips, stands) = (&ran[0].point, &ran[1].point);
    // Of the few numbers that differ none holds it up; the mean of two states would be known to a tenth by no 200.
    assert!(tips.replications < 200, "{:?}", tips.precision);
    let mut readings = headline::of(&plans[0]);
    readings.retain(|reading| reading.to_string() != "mean(app)");
    let measures = compare::measures(tips, stands, &readings);
    let of = |window: &str, metric: &str| {
        measures.iter().find(|one| one.window == window && one.metric == metric).unwrap()
    };
    for metric in ["goodput(app)", "utilisation(server)", "wasted_work(server)"] {
        let one = of("after", metric);
        assert_eq!((&*one.verdict, one.ratio, one.saved), ("two states", None, None), "{one:?}");
        assert!(one.baseline.split.is_some() && one.other.split.is_none());
    }
    assert_ne!(of("before", "goodput(app)").verdict, "two states");
    let states = compare::collapsed(tips, stands);
    let [app] = states.as_slice() else { panic!("{states:?}") };
    let collapsed = self::app(window(tips, "after")).collapsed.unwrap().count;
    assert_eq!((app.both, app.other_only, app.baseline_only), (0, 0, collapsed));
    assert_eq!(app.neither + collapsed, u64::from(tips.replications));
    assert_eq!((&*app.verdict, app.p_value), ("better", 2.0 * 0.5f64.powi(collapsed as i32)));
}

#[test]
fn what_is_the_mean_of_two_states_is_told_with_both_and_judged_as_such() {
    let system = tipping("1500ms");
    let sentence = "goodput(app) >= 50% in after";
    let phrase = phrase::read(sentence).unwrap();
    let expect = [bind(sentence, &phrase, &plan(&system)).unwrap()];
    let point = run(&system, Options { expect: &expect, ..Options::replications(20) });
    let after = app(window(&point, "after"));
    let collapsed = after.collapsed.unwrap();
    assert!((1..20).contains(&collapsed.count), "{collapsed:?}");
    let goodput = after.goodput.as_ref().unwrap();
    let split = goodput.split.as_ref().unwrap();
    assert_eq!(split.collapsed.replications, collapsed.count);
    assert_eq!(split.others.replications, 20 - collapsed.count);
    assert!(split.collapsed.mean < 0.5 && split.others.mean > 0.6, "{split:?}");
    assert!(split.collapsed.mean < goodput.mean && goodput.mean < split.others.mean);
    assert!(after.offered_per_s.split.is_none(), "just as much is asked for in both");
    assert!(app(window(&point, "before")).goodput.as_ref().unwrap().split.is_none());
    assert!(app(window(&point, "all")).goodput.as_ref().unwrap().split.is_some());
    let reason = point.expectations[0].reason.as_ref().unwrap();
    assert!(reason.contains("two states") && !reason.contains("more replications"), "{reason}");
}

/// All numbers in a window that have two kinds of replications, as they would be told if they stood alone: whose, and
/// whether both are told.
fn told_for_both(window: &WindowResult) -> Vec<(String, bool)> {
    let json = serde_json::to_value(window).unwrap();
    let mut found = vec![];
    for kind in ["clients", "services", "edges"] {
        for (name, all) in json[kind].as_object().unwrap() {
            let numbers = all.as_object().unwrap().iter();
            let own = numbers.filter(|(_, one)| one.get("half_width").is_some());
            found.extend(
                own.map(|(what, one)| (format!("{name} {what}"), one.get("split").is_some())),
            );
            let times =
                ["latency_ms", "sojourn_ms"].iter().filter_map(|times| all[times].as_object());
            let times = times.flatten().map(|(what, one)| (what, one.get("split").is_some()));
            found.extend(times.map(|(what, both)| (format!("{name} {what}"), both)));
        }
    }
    found
}

#[test]
fn one_that_collapsed_among_twenty_splits_every_number_of_its_window() {
    let point = run(&tipping("1300ms"), Options::replications(20));
    assert_eq!(app(window(&point, "after")).collapsed.unwrap().count, 1);
    let all = told_for_both(window(&point, "all"));
    let told = |name: &str| all.iter().find(|(one, _)| one == name).unwrap().1;
    for name in
        ["app goodput", "app mean", "app p50", "app p99", "server utilisation", "server p99"]
    {
        assert!(told(name), "{name}: {all:?}");
    }
    assert!(!told("server instances_up"), "it never was anything but 1");
    assert!(told_for_both(window(&point, "before")).iter().all(|(_, both)| !both));
}

#[test]
fn a_share_of_replications_never_has_an_empty_interval() {
    // A request every 20 ms, each done in 10: every second after the fault is as good as those before it.
    let server = service(Workers::Threads(1), vec![work(constant("10ms"))]);
    let mut system = system("60s", client(constant_rate("50/s"), vec![]), server);
    system.faults.push(slow("server", "20s", "100ms", constant("15ms")));
    let point = run(&system, Options::replications(10));
    let recovered = app(window(&point, "after")).recovered.clone().unwrap();
    assert_eq!(recovered.mean, 1.0);
    assert!((recovered.half_width.unwrap() - 0.278).abs() < 1e-3, "{recovered:?}");
}
