//! How many requests a second a system could just serve, if each of its calls took a single attempt.

use std::collections::BTreeMap;

use brownout_scenarios::result::WindowResult;

/// Times that what a call asks for is handed on to the calls behind it: more than any chain of services is long.
const ROUNDS: usize = 100;

/// The requests a second of a client at which the busiest service would just be at its capacity.
///
/// A service's **capacity** in visits a second is what arrives over the part of the capacity that this takes
/// (`arriving_per_s` over `offered_over_capacity`): all that is there of whatever is scarcest, threads, places or cores,
/// over what a visit takes of it. It is told wherever visits have ended, however busy the workers are, and neither the
/// number of visits nor what waits is in it. What is **needed** in visits a second follows the requests of all clients
/// through the calls: a visit makes as many calls as calls began for each visit that ended, and each of them is one
/// visit of the service that it leads to. Attempts are not asked, so that retries and hedges do not count.
///
/// Clients beside this one ask for more as it does: the mix stays as it is. `None` where nothing tells how much a visit
/// takes.
pub(crate) fn bearable_per_s(window: &WindowResult, client: &str) -> Option<f64> {
    let offered = window.clients.get(client)?.offered_per_s.mean;
    let used = &window.steady.as_ref()?.offered_over_capacity;
    let needed = needed_per_s(window);
    let part = |(name, used): (&String, &f64)| {
        let capacity = window.services.get(name)?.arriving_per_s.mean / used;
        let part = needed.get(name.as_str())? / capacity;
        (part.is_finite() && part > 0.0).then_some(part)
    };
    let most = used.iter().filter_map(part).reduce(f64::max)?;
    Some(offered / most).filter(|load| load.is_finite())
}

/// Visits a second of each service, if each call took a single attempt. Results that do not say where calls lead, as they
/// were saved by older versions, tell what arrived.
fn needed_per_s(window: &WindowResult) -> BTreeMap<&str, f64> {
    let mut from_outside: BTreeMap<&str, f64> = BTreeMap::new();
    let mut calls: Vec<(&str, &str, f64)> = Vec::new();
    for (name, edge) in &window.edges {
        let caller =
            name.rsplit_once('.').and_then(|(service, _)| window.services.get_key_value(service));
        match (caller, edge.to.as_slice()) {
            (_, []) => {}
            (Some((caller, seen)), [to, ..]) => {
                let each = edge.calls_per_s.mean / seen.completed_per_s.mean;
                calls.push((caller, to, if each.is_finite() { each } else { 0.0 }));
            }
            (None, to) => {
                let Some(client) = window.clients.get(name) else { continue };
                let [only] = to else {
                    for (operation, asked) in &client.operations {
                        let service = operation.split('.').next().unwrap_or_default();
                        *from_outside.entry(service).or_default() += asked.offered_per_s.mean;
                    }
                    continue;
                };
                *from_outside.entry(only).or_default() += client.offered_per_s.mean;
            }
        }
    }
    if from_outside.is_empty() {
        let arriving =
            window.services.iter().map(|(name, one)| (name.as_str(), one.arriving_per_s.mean));
        return arriving.collect();
    }
    let mut needed = from_outside.clone();
    for _ in 0..ROUNDS {
        let mut next = from_outside.clone();
        for &(caller, to, each) in &calls {
            *next.entry(to).or_default() += needed.get(caller).copied().unwrap_or(0.0) * each;
        }
        if next == needed {
            break;
        }
        needed = next;
    }
    needed
}

#[cfg(test)]
mod tests {
    use super::*;
    use brownout_scenarios::result::{ClientResult, EdgeResult, Estimate, ServiceResult, Steady};

    fn number(mean: f64) -> Estimate {
        Estimate::new(mean, None)
    }

    fn service(arriving: f64, completed: f64) -> ServiceResult {
        ServiceResult {
            arriving_per_s: number(arriving),
            completed_per_s: number(completed),
            ..Default::default()
        }
    }

    fn edge(to: &str, calls: f64) -> EdgeResult {
        EdgeResult { to: vec![to.to_owned()], calls_per_s: number(calls), ..Default::default() }
    }

    /// A client asks a shop, each visit of which asks a till twice; so many attempts a call are made on each edge.
    fn window(offered: f64, attempts: f64, used: [f64; 2]) -> WindowResult {
        let visits = offered * attempts;
        let tills = visits * 2.0 * attempts;
        let client = ClientResult { offered_per_s: number(offered), ..Default::default() };
        let loads = [("shop".to_owned(), used[0]), ("till".to_owned(), used[1])];
        WindowResult {
            clients: [("app".to_owned(), client)].into(),
            services: [
                ("shop".to_owned(), service(visits, visits)),
                ("till".to_owned(), service(tills, tills)),
            ]
            .into(),
            edges: [
                ("app".to_owned(), edge("shop", offered)),
                ("shop.pay".to_owned(), edge("till", 2.0 * visits)),
            ]
            .into(),
            steady: Some(Steady { offered_over_capacity: loads.into(), ..Default::default() }),
            ..Default::default()
        }
    }

    #[test]
    fn what_a_system_can_bear_does_not_depend_on_attempts() {
        // The shop can serve 400 visits a second, the till 500, of which each page takes two.
        for (offered, attempts) in
            [(1.0, 1.0), (50.0, 1.0), (50.0, 3.0), (200.0, 1.5), (900.0, 3.0)]
        {
            let visits = offered * attempts;
            let used = [visits / 400.0, visits * 2.0 * attempts / 500.0];
            let bearable = bearable_per_s(&window(offered, attempts, used), "app").unwrap();
            assert!((bearable - 250.0).abs() < 1e-9, "{offered}/s, {attempts}: {bearable}");
        }
    }

    #[test]
    fn of_several_operations_each_leads_where_its_name_says() {
        let mut both = window(100.0, 1.0, [0.25, 0.4]);
        let asked = |offered| ClientResult { offered_per_s: number(offered), ..Default::default() };
        let client = both.clients.get_mut("app").unwrap();
        client.operations =
            [("shop.page".to_owned(), asked(80.0)), ("till.look".to_owned(), asked(20.0))].into();
        both.edges.get_mut("app").unwrap().to = vec!["shop".to_owned(), "till".to_owned()];
        // 80 pages ask the till 160 times, and 20 ask it themselves: 180 of 500.
        assert!((bearable_per_s(&both, "app").unwrap() - 100.0 / 0.36).abs() < 1e-9);
    }

    #[test]
    fn nothing_can_be_told_where_nothing_was_done_and_older_results_tell_what_arrived() {
        assert_eq!(bearable_per_s(&window(10.0, 1.0, [0.0, 0.0]), "app"), None);
        assert_eq!(bearable_per_s(&WindowResult::default(), "app"), None);
        let mut old = window(100.0, 1.0, [0.25, 0.4]);
        old.edges.values_mut().for_each(|edge| edge.to.clear());
        assert!((bearable_per_s(&old, "app").unwrap() - 250.0).abs() < 1e-9);
    }
}
