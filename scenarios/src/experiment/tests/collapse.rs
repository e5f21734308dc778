//! Systems that collapse in some replications and not in others.

use super::systems::{client, constant, constant_rate, mmc, service, slow, system, timeout, work};
use super::{Options, app, run, window};
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
