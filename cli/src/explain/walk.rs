//! The way to a field by its path, and a list of everything that there is.

use brownout_scenarios::document::nearest::suggestion;
use brownout_scenarios::document::path::steps;

use super::schema::{Docs, Named, Node};

/// A field or a variant, reached by a path.
pub(super) struct Place<'a> {
    /// The path, with `<service>` and the like for names that a file chooses.
    pub(super) path: String,
    pub(super) node: Node<'a>,
}

/// A field or a variant, and all places where it stands.
pub(super) struct Found<'a> {
    pub(super) name: &'a str,
    pub(super) node: Node<'a>,
    pub(super) places: Vec<String>,
}

/// Goes along a path; `Err` is advice about the step that leads nowhere.
pub(super) fn to<'a>(docs: &'a Docs, path: &str) -> Result<Place<'a>, Option<String>> {
    let steps = steps(path).map_err(Some)?;
    let mut place = Place { path: String::new(), node: docs.root() };
    for step in &steps {
        place = next(&place, step).ok_or_else(|| advice(&place, step))?;
    }
    Ok(place)
}

/// One step on: to a field, to whatever has a name in a map, to a variant, or to the item of a list.
fn next<'a>(from: &Place<'a>, step: &str) -> Option<Place<'a>> {
    let named = |mut all: Box<dyn Iterator<Item = Named<'a>> + 'a>| {
        all.find(|named| named.name == step).map(|named| named.node)
    };
    let node = from.node;
    let variants = node.variants().chain(list(node).into_iter().flat_map(|item| item.variants()));
    if let Some(node) = named(Box::new(node.fields())).or_else(|| named(Box::new(variants))) {
        return Some(Place { path: join(&from.path, step), node });
    }
    if node.is_map() {
        return node
            .inside()
            .map(|node| Place { path: join(&from.path, &holder(&from.path)), node });
    }
    if step.parse::<usize>().is_ok()
        && let Some(item) = list(node)
    {
        return Some(Place { path: join(&from.path, step), node: item });
    }
    node.forms().find_map(|form| next(&Place { path: from.path.clone(), node: form }, step))
}

/// The items of a list.
fn list(node: Node<'_>) -> Option<Node<'_>> {
    node.inside().filter(|_| !node.is_map())
}

fn join(path: &str, step: &str) -> String {
    let step = brownout_models::problem::path_step(step);
    if path.is_empty() { step } else { format!("{path}.{step}") }
}

/// What stands for a name in a map, after the map: `<service>` in `services`.
fn holder(path: &str) -> String {
    let map = path.rsplit('.').next().unwrap_or_default();
    let one = match map.strip_suffix("ies") {
        Some(stem) => format!("{stem}y"),
        None => map.strip_suffix('s').unwrap_or(map).to_owned(),
    };
    format!("<{one}>")
}

fn advice(from: &Place<'_>, step: &str) -> Option<String> {
    let node = from.node;
    let list = list(node).into_iter();
    let variants = node.variants().chain(list.flat_map(|item| item.variants()));
    let known: Vec<&str> = node.fields().chain(variants).map(|named| named.name).collect();
    let here = match from.path.as_str() {
        "" => "a scenario".to_owned(),
        path => format!("`{path}`"),
    };
    let help = suggestion(step, known.iter().copied());
    Some(format!(
        "{here} has no `{step}`{}",
        help.map(|help| format!(": {help}")).unwrap_or_default()
    ))
}

/// All fields and variants, each once.
pub(super) fn everything(docs: &Docs) -> Vec<Found<'_>> {
    let mut all = Vec::new();
    gather(docs.root(), "", &mut Vec::new(), &mut all);
    all
}

fn gather<'a>(
    node: Node<'a>,
    path: &str,
    above: &mut Vec<*const serde_json::Value>,
    all: &mut Vec<Found<'a>>,
) {
    if above.contains(&node.identity()) {
        return;
    }
    above.push(node.identity());
    for Named { name, node } in node.fields().chain(node.variants()) {
        let place = join(path, name);
        note(name, node, path, all);
        gather(node, &place, above, all);
    }
    if let Some(inside) = node.inside() {
        let path = if node.is_map() { join(path, &holder(path)) } else { path.to_owned() };
        gather(inside, &path, above, all);
    }
    for form in node.forms() {
        gather(form, path, above, all);
    }
    above.pop();
}

fn note<'a>(name: &'a str, node: Node<'a>, path: &str, all: &mut Vec<Found<'a>>) {
    let same = |found: &&mut Found<'a>| {
        found.name == name
            && found.node.identity() == node.identity()
            && found.node.says() == node.says()
    };
    match all.iter_mut().find(same) {
        Some(found) if found.places.iter().any(|place| place == path) => {}
        Some(found) => found.places.push(path.to_owned()),
        None => all.push(Found { name, node, places: vec![path.to_owned()] }),
    }
}
