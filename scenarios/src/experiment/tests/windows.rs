//! What belongs to which window.

use brownout_core::time::Span;
use brownout_models::probe::ledger::recovery::Recovery;
use brownout_models::probe::ledger::run_result::{AskedRun, WindowRun};
use brownout_models::spec::service::Workers;

use super::systems::{
    bulkhead, burst, client, constant, crash, feed, mmc, name_window, poisson, service, slow, span,
    system, timeout, work,
};
use super::{Options, app, near, once, run, run_once, window};

fn asked(window: &WindowRun) -> &AskedRun {
    &window.clients[0].total
}

#[test]
fn in_each_window_whatever_was_offered_has_an_outcome_or_none() {
    let mut system = feed("900/s", vec![timeout("100ms")]);
    name_window(&mut system, "across", "55s", "61s");
    let (plan, result) = run_once(&system);
    for (window, run) in plan.windows.iter().zip(&result.windows) {
        let AskedRun { counts, answers, .. } = asked(run);
        let ended: u64 = counts.outcomes.iter().sum();
        assert!(counts.offered > 0);
        assert_eq!(counts.offered, ended + asked(run).unanswered(), "{}", window.name);
        let answered = answers.as_ref().map_or(0, |answers| answers.histogram.count());
        assert_eq!(answered, counts.outcomes[0] + counts.outcomes[1]);
        for edge in &run.edges {
            let heard: u64 = edge.calls.heard.iter().sum();
            let attempts = heard + edge.calls.given_up + edge.attempts_unanswered();
            assert_eq!(edge.calls.attempts, attempts, "{}", window.name);
        }
    }
}

#[test]
fn the_windows_around_a_fault_add_up_to_all() {
    let (plan, result) = run_once(&feed("900/s", vec![timeout("100ms")]));
    let parts = ["before", "fault", "after"].map(|name| once(&plan, &result, name));
    let all = once(&plan, &result, "all");
    let sum = |number: &dyn Fn(&WindowRun) -> u128| {
        assert_eq!(parts.iter().map(|part| number(part)).sum::<u128>(), number(all));
        assert!(number(all) > 0);
    };
    sum(&|w| u128::from(asked(w).counts.offered));
    sum(&|w| u128::from(asked(w).counts.in_time));
    sum(&|w| u128::from(asked(w).counts.outcomes[0]));
    sum(&|w| asked(w).answers.as_ref().unwrap().histogram.sum_nanos());
    sum(&|w| u128::from(w.services[1].clock.completed));
    sum(&|w| w.services[1].clock.busy);
    sum(&|w| w.services[1].clock.up);
    sum(&|w| w.services[1].visits.held);
    sum(&|w| u128::from(w.edges[0].calls.attempts));
    sum(&|w| u128::from(w.edges[0].clock.attempts));
    sum(&|w| w.edges[0].clock.in_flight);
    sum(&|w| u128::from(asked(w).span.as_nanos()));
}

#[test]
fn a_request_belongs_to_the_window_of_its_start_however_late_its_work() {
    // Ten requests at second 9; one worker takes them one by one, a second each, into the next window and the drain.
    let server = service(Workers::Threads(1), vec![work(constant("1s"))]);
    let mut system = system("15s", client(burst(10, "9s"), vec![]), server);
    name_window(&mut system, "first", "0s", "10s");
    name_window(&mut system, "second", "10s", "15s");
    let (plan, result) = run_once(&system);
    let (first, second) = (once(&plan, &result, "first"), once(&plan, &result, "second"));
    assert_eq!((asked(first).counts.offered, asked(second).counts.offered), (10, 0));
    assert_eq!(asked(first).counts.outcomes[0], 10, "those that end in the drain included");
    assert_eq!(asked(first).answers.as_ref().unwrap().mean, Span::from_millis(5500));
    assert!(asked(second).answers.is_none());
    let served = |window: &WindowRun| {
        let server = &window.services[0];
        (server.clock.completed, server.visits.held / 1_000_000_000, server.visits.arriving)
    };
    assert_eq!(served(first), (0, 10, 10));
    assert_eq!(served(second), (5, 0, 0), "by the clock it is the second that works");
    assert_eq!(second.services[0].utilisation(), Some(1.0));
    assert_eq!(first.services[0].utilisation(), Some(0.1));
    assert!(near(second.services[0].queue_length(), (8.0 + 7.0 + 6.0 + 5.0 + 4.0) / 5.0, 1e-9));
    assert_eq!(second.services[0].amplification(), None);
}

#[test]
fn the_series_adds_up_to_the_windows() {
    let mut system = feed("900/s", vec![timeout("100ms")]);
    system.run.warmup = Span::ZERO;
    system.run.series = span("700ms");
    system.clients.get_mut("app").unwrap().slo = Some(span("150ms"));
    let (plan, result) = run_once(&system);
    let (series, all) = (result.series.as_ref().unwrap(), once(&plan, &result, "all"));
    let total = |rates: &[f64]| {
        assert_eq!(rates.len(), 215, "150 s are 214 steps of 700 ms and one of 200 ms");
        let cut = rates[..214].iter().sum::<f64>() * 0.7 + rates[214] * 0.2;
        (cut + 0.5) as u64
    };
    let counts = asked(all).counts;
    let by_name = |wanted: &str| {
        let found = series.clients[0].outcomes_per_s.iter().find(|(name, _)| *name == wanted);
        total(&found.unwrap().1)
    };
    assert_eq!(by_name("Ok") + by_name("Degraded"), counts.in_time);
    assert_eq!(by_name("Late"), counts.outcomes[0] + counts.outcomes[1] - counts.in_time);
    assert_eq!(by_name("Failed"), counts.outcomes[2]);
    assert_eq!(by_name("Unanswered"), asked(all).unanswered());
    assert_eq!(total(&series.edges[0].attempts_per_s), all.edges[0].clock.attempts);
    let server = &all.services[1];
    assert_eq!(total(&series.services[1].completed_per_s), server.clock.completed);
    let busy = &series.services[1].workers_busy;
    let mean = (busy[..214].iter().sum::<f64>() * 0.7 + busy[214] * 0.2) / 150.0;
    assert!(near(mean, server.workers_busy(), 1e-9));
}

#[test]
fn goodput_counts_only_answers_within_the_slo() {
    let mut system = mmc(1, "10ms", "50/s", "500s");
    system.clients.get_mut("app").unwrap().slo = Some(span("20ms"));
    let point = run(&system, Options::replications(5));
    let app = app(window(&point, "all"));
    let within = 1.0 - (-1.0_f64).exp();
    assert!(near(app.goodput.as_ref().unwrap().mean, within, 0.02));
    assert!(near(app.goodput_per_s.mean, within * app.offered_per_s.mean, 0.02));
    assert_eq!(app.success.as_ref().unwrap().mean, 1.0);
}

#[test]
fn an_instance_that_is_down_counts_as_down_and_its_refusals_as_arrivals() {
    let mut server = service(Workers::Threads(10), vec![work(constant("1ms"))]);
    server.replicas = 2;
    let mut system = system("40s", client(poisson("100/s"), vec![]), server);
    system.faults.push(crash("server[0]", "10s", "20s"));
    let (plan, result) = run_once(&system);
    let [before, fault, after] =
        ["before", "fault", "after"].map(|name| &once(&plan, &result, name).services[0]);
    let up = [before.instances_up(), fault.instances_up(), after.instances_up()];
    assert_eq!(up, [2.0, 1.0, 2.0]);
    let refused = fault.visits.turned_away.iter().sum::<u64>();
    assert!(near(refused as f64, fault.visits.arriving as f64 / 2.0, 0.01), "round robin");
    assert_eq!(fault.amplification(), Some(1.0));
}

#[test]
fn recovery_is_the_first_of_five_good_steps_after_the_last_fault() {
    // 50 requests a second, one worker, 10 ms each; for 10 s each takes 30 ms, so that 25 s of work stand in line, and
    // who stands in line answers late.
    let server = service(Workers::Threads(1), vec![work(constant("10ms"))]);
    let mut client = client(super::systems::constant_rate("50/s"), vec![]);
    client.slo = Some(span("1s"));
    let mut slowed = system("60s", client, server);
    slowed.faults.push(slow("server", "10s", "10s", constant("30ms")));
    let (_, result) = run_once(&slowed);
    let Some(Recovery::After(span)) = result.recovery[0] else { panic!("{:?}", result.recovery) };
    // At second 20 some 167 requests wait, 1.67 s of work; half of the capacity is free: after 1.34 s 1 s waits.
    assert_eq!(span, Span::from_secs(2));
    // A step is two seconds, as long as it takes for a hundred requests.
    slowed.run.length = Span::from_secs(31);
    assert_eq!(run_once(&slowed).1.recovery[0], Some(Recovery::Never));
    slowed.run.length = Span::from_secs(29);
    assert_eq!(run_once(&slowed).1.recovery[0], None, "nine seconds are too few to tell");
    slowed.faults.clear();
    assert_eq!(run_once(&slowed).1.recovery[0], None);
}

#[test]
fn the_noise_of_arrivals_delays_no_recovery_and_a_system_that_is_stuck_has_none() {
    // Nothing is wrong but in name: the fault makes 1 ms of work take 1 ms.
    for rate in ["600/s", "20/s"] {
        let server = service(Workers::Threads(4), vec![work(constant("1ms"))]);
        let mut system = system("120s", client(poisson(rate), vec![]), server);
        system.faults.push(slow("server", "20s", "10s", constant("1ms")));
        for seed in 0..20 {
            system.run.seed = seed;
            let recovery = run_once(&system).1.recovery[0];
            assert_eq!(recovery, Some(Recovery::After(Span::ZERO)), "{rate}, seed {seed}");
        }
    }
    // 20 a second that take 100 ms of one worker: after ten seconds in which nothing is done, everybody waits for 10 s.
    let server = service(Workers::Threads(1), vec![work(constant("49ms"))]);
    let mut impatient = client(poisson("20/s"), vec![]);
    impatient.slo = Some(span("1s"));
    let mut stuck = system("120s", impatient, server);
    stuck.faults.push(slow("server", "20s", "10s", constant("2s")));
    assert_eq!(run_once(&stuck).1.recovery[0], Some(Recovery::Never));
}

#[test]
fn what_does_not_apply_is_absent() {
    let point = run(&mmc(1, "10ms", "0/s", "20s"), Options::replications(3));
    assert_eq!(point.windows.len(), 1, "without faults there is only `all`");
    let all = window(&point, "all");
    assert_eq!(app(all).offered_per_s.mean, 0.0);
    assert!(app(all).goodput.is_none() && app(all).latency_ms.is_empty());
    assert!(app(all).failed_by.is_empty() && app(all).histogram.is_empty());
    let server = &all.services["server"];
    assert!(server.amplification.is_none() && server.wasted_work.is_none());
    assert_eq!(server.utilisation.as_ref().unwrap().mean, 0.0);
    assert!(all.edges["app"].success.is_none());
    assert_eq!(all.steady.as_ref().unwrap().verdict, "steady");
    assert!(point.warnings.is_empty());
}

#[test]
fn a_gauge_is_told_step_by_step_as_the_mean_over_its_holders() {
    let bounded = mmc(4, "10ms", "250/s", "30s");
    let mut system = system(
        "30s",
        client(poisson("250/s"), vec![bulkhead(1000)]),
        bounded.services["server"].clone(),
    );
    system.services.get_mut("server").unwrap().replicas = 2;
    system.run.series = span("7s");
    let point = run(&system, Options { series: true, ..Options::replications(2) });
    let series = point.series.unwrap();
    let (in_use, edge) = (&series.gauges["app/Bulkhead in use"], &series.edges["app"]);
    assert_eq!(in_use.len(), 5, "30 s are four steps of 7 s and one of 2 s");
    for (gauge, in_flight) in in_use.iter().zip(&edge.in_flight) {
        assert!(near(*gauge, *in_flight, 1e-6), "{gauge} {in_flight}");
    }
}
