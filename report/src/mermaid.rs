//! The call graph of a system as Mermaid, which many places that show Markdown draw as a picture.

use brownout_core::time::SimTime;
use brownout_models::plan::{Caller, EdgePlan, FaultPlan, Plan, PolicyPlan, ServicePlan, Strikes};

use crate::names;

/// The call graph: clients, services with their instances and workers, edges with their policies from the outermost on,
/// and what goes wrong where.
pub fn call_graph(plan: &Plan) -> String {
    let mut lines = vec!["flowchart LR".to_owned()];
    for (number, client) in plan.clients.iter().enumerate() {
        lines.push(format!("c{number}([\"{}\"])", escape(&client.name)));
    }
    for (number, service) in plan.services.iter().enumerate() {
        lines.push(format!("s{number}[\"{}\"]", service_label(service)));
    }
    for edge in &plan.edges {
        lines.extend(arrows(edge, plan));
    }
    for (number, fault) in plan.faults.iter().enumerate() {
        lines.extend(mark(number, fault, plan));
    }
    for (number, stream) in plan.streams.iter().enumerate().filter(|(_, one)| one.key.is_some()) {
        lines.push(format!(
            "x{number}{{{{\"load spike\"}}}}:::fault -.-> c{}",
            stream.client.index()
        ));
    }
    lines.push("classDef fault fill:#fbe9dd,stroke:#c4622d,color:#1f2328".to_owned());
    lines.join("\n    ") + "\n"
}

/// `feed`, and below it `2 × 200 workers`.
fn service_label(service: &ServicePlan) -> String {
    let name = escape(&service.name);
    match (service.instances(), service.workers()) {
        (1, None) => name,
        (instances, None) => format!("{name}<br/>{instances} instances"),
        (1, Some(workers)) => format!("{name}<br/>{workers} workers"),
        (instances, Some(workers)) => format!("{name}<br/>{instances} × {workers} workers"),
    }
}

/// An arrow to each service that the edge leads to.
fn arrows(edge: &EdgePlan, plan: &Plan) -> Vec<String> {
    let list = |policies: &[PolicyPlan]| {
        policies.iter().map(|policy| policy.name).collect::<Vec<_>>().join(", ")
    };
    let (caller, call) = match edge.caller {
        Caller::Client(client) => (format!("c{}", client.index()), None),
        Caller::Service(service) => {
            let own = &plan.services[service.index()].name;
            let call = edge.name.strip_prefix(own).and_then(|rest| rest.strip_prefix('.'));
            (format!("s{}", service.index()), Some(call.unwrap_or(&edge.name)))
        }
    };
    let each = (!edge.per_target.is_empty())
        .then(|| format!("to each target: {}", list(&edge.per_target)));
    let all = (!edge.policies.is_empty()).then(|| list(&edge.policies));
    let told: Vec<String> = call.map(escape).into_iter().chain(all).chain(each).collect();
    let label = match told.is_empty() {
        true => String::new(),
        false => format!("|\"{}\"|", told.join("<br/>")),
    };
    edge.callees.iter().map(|to| format!("{caller} -->{label} s{}", to.index())).collect()
}

/// A fault, with dashed arrows to what it strikes.
fn mark(number: usize, fault: &FaultPlan, plan: &Plan) -> Vec<String> {
    let mut struck: Vec<String> = match &fault.strikes {
        Strikes::Instances(all) => all.iter().map(|(one, _)| format!("s{}", one.index())).collect(),
        Strikes::Edge(edge) => {
            let callees = &plan.edges[edge.index()].callees;
            callees.iter().map(|one| format!("s{}", one.index())).collect()
        }
    };
    struck.dedup();
    let from = names::seconds(fault.begins.as_secs_f64());
    let when = match fault.ends {
        SimTime::NEVER => format!("from {from} s on"),
        ends => format!("{from}–{} s", names::seconds(ends.as_secs_f64())),
    };
    let what = match fault.strikes {
        Strikes::Edge(edge) => format!(" on {}", escape(&plan.edges[edge.index()].name)),
        Strikes::Instances(_) => String::new(),
    };
    let node = format!("f{number}{{{{\"{}{what}<br/>{when}\"}}}}:::fault", escape(&fault.name));
    struck.iter().map(|one| format!("{node} -.-> {one}")).collect()
}

/// A text in which nothing is taken for Mermaid, HTML or the end of a Markdown block.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '"' | '#' | '<' | '>' | '&' | '`' | ';' => {
                escaped.push_str(&format!("#{};", u32::from(letter)));
            }
            _ if letter.is_control() => escaped.push(' '),
            _ => escaped.push(letter),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use brownout_scenarios::document::Document;
    use brownout_scenarios::library;

    use super::*;

    fn graph(document: &Document, variant: Option<&str>) -> String {
        call_graph(&document.point(variant, &[]).unwrap().plan)
    }

    #[test]
    fn a_graph_has_everybody_their_calls_and_what_goes_wrong() {
        let feed = library::find("feed-cascade").unwrap().document().unwrap();
        let graph = graph(&feed, Some("breaker"));
        for line in [
            "c0([\"app\"])",
            "s2[\"feed<br/>2 × 200 workers\"]",
            "c0 -->|\"Timeout\"| s2",
            "s2 -->|\"counts<br/>Fallback, CircuitBreaker, Timeout\"| s1",
            "f0{{\"Slow counter<br/>30–105 s\"}}:::fault -.-> s1",
        ] {
            assert!(graph.lines().any(|one| one.trim() == line), "{line} in\n{graph}");
        }
    }

    #[test]
    fn names_cannot_break_out_of_the_graph() {
        assert_eq!(escape("a \"b\" <c>`#;\n"), "a #34;b#34; #60;c#62;#96;#35;#59; ");
    }
}
