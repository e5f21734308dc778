//! Retries of several layers, without and with a budget.

use std::collections::BTreeMap;

use brownout_models::outcome::Kind::Failed;
use brownout_models::spec::System;

use super::common::{Story, careful, edge, lasting, named, read, service};
use super::{ONE, kinds};

/// Services in a row, each of which calls the next one behind `list`; the last one fails everything.
fn tower(arrivals: &str, length: &str, height: usize, list: &str) -> System {
    let mut services = BTreeMap::new();
    for floor in 0..height {
        let last = floor + 1 == height;
        let steps = if last { r#"[Work(time: "1ms")]"# } else { r#"[Call("next")]"# };
        let mut here = service("Unlimited", steps);
        if !last {
            here.calls = named([("next", edge(&format!("floor{}.get", floor + 1), list))]);
        }
        services.insert(format!("floor{floor}"), here);
    }
    let fault = format!(r#"[ErrorRate(at: "0s", target: "floor{}", share: "100%")]"#, height - 1);
    System {
        run: lasting(length),
        services,
        clients: named([("user", careful(arrivals, "floor0.get", list))]),
        faults: read(&fault),
        ..System::default()
    }
}

#[test]
fn retries_of_several_layers_multiply() {
    for (height, attempts, visits) in [(4, 3, 81), (3, 3, 27), (4, 2, 16), (1, 3, 3), (5, 3, 243)] {
        let list = format!("[Retry(attempts: {attempts})]");
        let system = tower(ONE, "1s", height, &list);
        let story = Story::of(&system);
        let bottom = match height {
            1 => "user".to_owned(),
            _ => format!("floor{}.next", height - 2),
        };
        assert_eq!(story.sent(&bottom).len(), visits, "{height} layers of {attempts} attempts");
        assert_eq!(kinds(&story), [Failed]);
    }
}

#[test]
fn a_budget_bounds_the_retries_of_a_layer_and_four_layers_still_compound() {
    // A tenth of a token for each request: 1,000 requests pay for 100 retries, and so on down.
    let attempts = |deposit: &str, height: usize| {
        let list = r#"[Retry(attempts: 3, budget: "retries")]"#;
        let mut system = tower(r#"Constant("100/s")"#, "10001ms", height, list);
        let budget = format!("Budget(deposit: {deposit}, cap: 1000.0)");
        system.resources = named([("retries", read(&budget))]);
        let story = Story::of(&system);
        let edges = (0..height).map(|floor| match floor {
            0 => "user".to_owned(),
            above => format!("floor{}.next", above - 1),
        });
        edges.map(|edge| story.sent(&edge).len()).collect::<Vec<_>>()
    };
    assert_eq!(attempts(r#"PerRequest("10%")"#, 4), [1100, 1210, 1331, 1464]);
    assert_eq!(attempts(r#"PerAttempt("10%")"#, 1), [1111]);
    assert_eq!(attempts(r#"PerSuccess("10%")"#, 1), [1000]);
}
