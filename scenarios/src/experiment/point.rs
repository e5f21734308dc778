//! One point: its windows, its series and its warnings over all replications.

use brownout_core::random::Key;
use brownout_core::time::SimTime;
use brownout_models::plan::{EdgePlan, Plan, ServicePlan, Window};
use brownout_models::probe::ledger::run_result::WindowRun;

use super::Options;
use super::clients::ClientFold;
use super::edges::EdgeFold;
use super::expectations::ExpectationsFold;
use super::replication::Replication;
use super::series::SeriesFold;
use super::services::ServiceFold;
use super::steady::Verdict;
use super::warnings::few_samples;
use crate::result::{Point, Steady, WindowResult};

/// The results of all replications so far.
pub(super) struct PointFold<'e> {
    replications: u32,
    events: u64,
    trace: Key,
    windows: Vec<WindowFold>,
    series: Option<SeriesFold>,
    expectations: ExpectationsFold<'e>,
}

/// One window.
pub(super) struct WindowFold {
    pub(super) clients: Vec<ClientFold>,
    pub(super) services: Vec<ServiceFold>,
    pub(super) edges: Vec<EdgeFold>,
}

impl<'e> PointFold<'e> {
    pub(super) fn new(plan: &Plan, options: Options<'e>) -> PointFold<'e> {
        let values = options.per_replication;
        let window = |_: &Window| WindowFold {
            clients: plan.clients.iter().map(|c| ClientFold::new(plan, c, options)).collect(),
            services: plan.services.iter().map(|_| ServiceFold::new(plan, values)).collect(),
            edges: plan.edges.iter().map(|_| EdgeFold::new(plan, values)).collect(),
        };
        PointFold {
            replications: 0,
            events: 0,
            trace: Key::root(0),
            windows: plan.windows.iter().map(window).collect(),
            series: options.series.then(SeriesFold::default),
            expectations: ExpectationsFold::new(options.expect, values.of_all()),
        }
    }

    /// The next replication.
    pub(super) fn add(&mut self, plan: &Plan, run: &Replication) {
        self.replications += 1;
        self.events += run.events;
        self.trace = self.trace.with(run.trace_hash);
        for (fold, window) in self.windows.iter_mut().zip(&run.result.windows) {
            fold.add(window);
        }
        for (fold, openings) in self.windows.iter_mut().zip(&run.openings) {
            fold.edges.iter_mut().zip(openings).for_each(|(fold, &opens)| fold.add_opens(opens));
        }
        self.expectations.add(plan, &run.result);
        if let Some(after) = plan.windows.iter().position(|window| window.name == "after") {
            let clients = &mut self.windows[after].clients;
            for (client, &recovery) in clients.iter_mut().zip(&run.result.recovery) {
                client.add_recovery(recovery);
            }
            if let Some(before) = plan.windows.iter().position(|window| window.name == "before") {
                self.add_collapse(plan, run, before, after);
            }
        }
        if let Some(series) = &mut self.series {
            series.add(run);
        }
    }

    /// Which clients' systems collapsed in a replication; all that they saw from the first fault on belongs to that, and
    /// what happened at services and edges if any of them did.
    fn add_collapse(&mut self, plan: &Plan, run: &Replication, before: usize, after: usize) {
        let Some(&(_, since)) = plan.windows[before].spans.last() else { return };
        let clients = |at: usize| &run.result.windows[at].clients;
        let mut any = None;
        for (client, (was, is)) in clients(before).iter().zip(clients(after)).enumerate() {
            let fold = &mut self.windows[after].clients[client];
            let Some(collapsed) = fold.add_collapse(was, is) else { continue };
            any = Some(any.unwrap_or(false) || collapsed);
            for fold in since_then(plan, &mut self.windows, since) {
                fold.clients[client].assign(collapsed);
            }
        }
        if let Some(collapsed) = any {
            for fold in since_then(plan, &mut self.windows, since) {
                fold.services.iter_mut().for_each(|service| service.assign(collapsed));
                fold.edges.iter_mut().for_each(|edge| edge.assign(collapsed));
            }
        }
    }

    pub(super) fn result(&self, plan: &Plan) -> Point {
        let ran = self.replications > 0;
        let windows = plan.windows.iter().zip(&self.windows).filter(|_| ran);
        let windows: Vec<_> = windows.map(|(window, fold)| fold.result(plan, window)).collect();
        let expectations = self.expectations.results(&windows);
        Point {
            variant: None,
            set: Default::default(),
            replications: self.replications,
            precision: None,
            trace_hash: format!("{:016x}", self.trace.as_u64()),
            events: self.events,
            windows,
            series: self.series.as_ref().filter(|_| ran).map(|series| series.result(plan)),
            expectations,
            warnings: few_samples(plan, &self.windows, self.expectations.all()),
        }
    }
}

/// The windows that reach beyond an instant.
fn since_then<'w>(
    plan: &'w Plan,
    windows: &'w mut [WindowFold],
    since: SimTime,
) -> impl Iterator<Item = &'w mut WindowFold> {
    let all = plan.windows.iter().zip(windows);
    let reach = move |window: &Window| window.spans.iter().any(|&(_, to)| to > since);
    all.filter(move |(window, _)| reach(window)).map(|(_, fold)| fold)
}

impl WindowFold {
    fn add(&mut self, run: &WindowRun) {
        self.clients.iter_mut().zip(&run.clients).for_each(|(fold, run)| fold.add(run));
        self.services.iter_mut().zip(&run.services).for_each(|(fold, run)| fold.add(run));
        self.edges.iter_mut().zip(&run.edges).for_each(|(fold, run)| fold.add(run));
    }

    fn result(&self, plan: &Plan, window: &Window) -> WindowResult {
        let clients = plan.clients.iter().map(|c| c.name.clone()).zip(&self.clients);
        let services = plan.services.iter().zip(&self.services);
        let services = services
            .map(|(service, fold)| (service.name.clone(), fold.result(service.is_limited())));
        let to = |edge: &EdgePlan| {
            let names =
                edge.callees.iter().map(|callee| plan.services[callee.index()].name.clone());
            names.collect()
        };
        let edges = plan.edges.iter().zip(&self.edges);
        WindowResult {
            name: window.name.clone(),
            spans_s: spans_s(window),
            steady: Some(self.steady(plan)),
            clients: clients.map(|(name, fold)| (name, fold.result())).collect(),
            services: services.collect(),
            edges: edges.map(|(edge, fold)| (edge.name.clone(), fold.result(to(edge)))).collect(),
        }
    }

    fn steady(&self, plan: &Plan) -> Steady {
        let services = plan.services.iter().zip(&self.services);
        let told = services.clone().filter_map(|(plan, fold)| {
            Some((plan.name.clone(), fold.offered_over_capacity()?.mean))
        });
        let load = |fold: &ServiceFold| fold.offered_over_capacity().map_or(0.0, |load| load.mean);
        let limited = services.filter(|(plan, _)| plan.is_limited());
        let worst = limited.map(|(plan, fold)| (fold.verdict(), load(fold), plan)).reduce(worse);
        Steady {
            offered_over_capacity: told.collect(),
            verdict: worst.map_or(Verdict::Unknown, |(verdict, ..)| verdict).name().to_owned(),
            service: worst.map(|(.., plan)| plan.name.clone()),
        }
    }
}

/// What is said of a service, its load, and which it is.
type Said<'p> = (Verdict, f64, &'p ServicePlan);

/// The one of which the worse is said, or that has the more load; the first of equals.
fn worse<'p>(one: Said<'p>, other: Said<'p>) -> Said<'p> {
    let is_worse = other.0.cmp(&one.0).then(other.1.total_cmp(&one.1)).is_gt();
    if is_worse { other } else { one }
}

/// The spans of a window in seconds.
pub(super) fn spans_s(window: &Window) -> Vec<(f64, f64)> {
    window.spans.iter().map(|(from, to)| (from.as_secs_f64(), to.as_secs_f64())).collect()
}
