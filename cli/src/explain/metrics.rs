//! What is measured: the keys of results, by what they belong to.

use super::page::Page;
use super::schema::{Docs, Named, Node};

/// What metrics belong to: the field of a window that holds it, and how a heading calls it.
const OWNERS: [(&str, &str); 3] = [
    ("clients", "Of a client, such as goodput(app)"),
    ("services", "Of a service, such as utilisation(feed)"),
    ("edges", "Of an edge, such as amplification(feed.counts); a client's edge has its name"),
];

/// All metrics, by what they belong to.
pub(super) fn all() -> String {
    let docs = Docs::of_results();
    let mut page = Page::new();
    for (owner, heading) in OWNERS {
        page.heading(heading);
        for Named { name, node } in metrics(&docs, owner) {
            page.entry(name, &node.says().first().cloned().unwrap_or_default());
        }
    }
    page.line("");
    let more = "Every estimate is the mean over replications with the half-width of its 95 % interval. Latency counts \
                from the intended start of a request. Each window of time has its own.";
    page.prose(0, more);
    page.finish()
}

/// The metrics of a name: clients, services and edges may each have one.
pub(super) fn about(what: &str) -> Option<String> {
    let docs = Docs::of_results();
    let mut page = Page::new();
    let mut found = false;
    for (owner, heading) in OWNERS {
        for Named { node, .. } in metrics(&docs, owner).filter(|metric| metric.name == what) {
            found = true;
            page.heading(&format!("{what} · {}", heading.to_lowercase()));
            page.prose(2, &node.says().first().cloned().unwrap_or_default());
        }
    }
    found.then(|| page.finish())
}

/// The names of all metrics.
pub(super) fn names() -> Vec<String> {
    let docs = Docs::of_results();
    let all = OWNERS.iter().flat_map(|(owner, _)| metrics(&docs, owner));
    all.map(|metric| metric.name.to_owned()).collect()
}

fn metrics<'a>(docs: &'a Docs, owner: &str) -> impl Iterator<Item = Named<'a>> + use<'a> {
    let field = |node: Node<'a>, name: &str| {
        node.fields().find(|field| field.name == name).map(|field| field.node)
    };
    let window = field(docs.root(), "points")
        .and_then(|points| points.inside())
        .and_then(|point| field(point, "windows"))
        .and_then(|windows| windows.inside());
    let owner = window.and_then(|window| field(window, owner)).and_then(|map| map.inside());
    owner.into_iter().flat_map(|owner| owner.fields())
}
