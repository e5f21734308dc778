//! Paths: the way to any value of a document, such as `services.feed.calls.counts.policies.Timeout`.
//!
//! A step is the name of a field, a key of a map, the number of a list's item, or the name of an item that occurs once.
//! A name with a dot in it stands in double quotes: `clients.app.asks."feed.home"`.

use brownout_models::problem::path_step;

use super::nearest::nearest;
use super::source::Place;
use super::tree::{Entry, Node, Value};

/// The steps of a path.
pub fn steps(path: &str) -> Result<Vec<String>, String> {
    let mut steps = Vec::new();
    let mut rest = path.trim();
    loop {
        let (step, after) = match rest.strip_prefix('"') {
            Some(quoted) => {
                let (step, after) = quoted
                    .split_once('"')
                    .ok_or_else(|| "a quote in the path is never closed".to_owned())?;
                (step, after)
            }
            None => rest.split_at(rest.find('.').unwrap_or(rest.len())),
        };
        if step.is_empty() {
            return Err("the path has an empty step".to_owned());
        }
        steps.push(step.to_owned());
        if after.is_empty() {
            return Ok(steps);
        }
        rest = after
            .strip_prefix('.')
            .ok_or_else(|| "expected a dot after a quoted step of the path".to_owned())?;
    }
}

/// Steps as a path.
pub fn join<'a>(steps: impl IntoIterator<Item = &'a str>) -> String {
    steps.into_iter().map(path_step).collect::<Vec<_>>().join(".")
}

/// What one step leads to.
#[derive(Debug)]
pub enum Step<'a> {
    /// A value, and how to get there by numbers of children.
    To(&'a Node, Vec<usize>),
    /// The name stands for several items, of these numbers.
    Several(Vec<usize>),
    /// Nothing has the name; this is where it would have to be.
    Nothing(&'a Node, Vec<usize>),
}

/// Goes one step down.
pub fn step<'a>(from: &'a Node, name: &str) -> Step<'a> {
    let mut way = Vec::new();
    let mut node = from;
    // Into the parentheses of a named value; its own name may be said on the way.
    while let Value::Named(own, Some(body)) = &node.value {
        if own.text == name && way.is_empty() {
            return Step::To(node, way);
        }
        way.push(0);
        node = body;
        if let Value::Items(items) = &node.value
            && items.len() == 1
        {
            way.push(0);
            node = &items[0];
        }
    }
    let found = match &node.value {
        Value::List(items) | Value::Items(items) => match item(items, name) {
            Ok(number) => number,
            Err(numbers) => return Step::Several(numbers),
        },
        _ => node.entries().iter().position(|entry| entry.key.word() == Some(name)),
    };
    // In full, the list of a shorthand is a field: `home.0` is the first step, written `[…]` or `(steps: […])`.
    if found.is_none()
        && let Some(list) = sole_list(node)
        && let Value::List(items) = &node.children()[list].value
        && let Ok(Some(number)) = item(items, name)
    {
        way.extend([list, number]);
        return Step::To(&items[number], way);
    }
    match found {
        Some(number) => {
            way.push(number);
            Step::To(node.children()[number], way)
        }
        None => Step::Nothing(node, way),
    }
}

/// The one field that is a list, if there is just one.
fn sole_list(node: &Node) -> Option<usize> {
    if !matches!(node.value, Value::Fields(_)) {
        return None;
    }
    let is_list = |entry: &Entry| matches!(entry.value.value, Value::List(_));
    let mut lists = (0..node.entries().len()).filter(|number| is_list(&node.entries()[*number]));
    lists.next().filter(|_| lists.next().is_none())
}

/// The item of a list by number, or by a name that occurs once; `Err` has the numbers if it occurs more often.
fn item(items: &[Node], name: &str) -> Result<Option<usize>, Vec<usize>> {
    if let Ok(number) = name.parse::<usize>() {
        return Ok(Some(number).filter(|number| *number < items.len()));
    }
    let is_it = |item: &Node| item.name().is_some_and(|own| own.text == name);
    let numbers: Vec<usize> = (0..items.len()).filter(|&number| is_it(&items[number])).collect();
    if numbers.len() > 1 { Err(numbers) } else { Ok(numbers.first().copied()) }
}

/// The steps that lead on from a value.
pub fn ways_on(node: &Node) -> Vec<String> {
    match &node.value {
        Value::List(items) | Value::Items(items) => {
            let name = |(number, item): (usize, &Node)| match item.name() {
                Some(name) => name.text.clone(),
                None => number.to_string(),
            };
            items.iter().enumerate().map(name).collect()
        }
        _ => {
            node.entries().iter().filter_map(|entry| entry.key.word().map(str::to_owned)).collect()
        }
    }
}

/// The path that was probably meant, when the steps before `lost` lead to `node` and the step there leads nowhere.
pub fn nearest_path(root: &Node, steps: &[String], lost: usize, node: &Node) -> Option<String> {
    let ways = ways_on(node);
    let better = nearest(&steps[lost], ways.iter().map(String::as_str))?;
    let mut meant = steps.to_vec();
    better.clone_into(&mut meant[lost]);
    // The steps behind it may lead on from there, or not.
    let mut known = lost + 1;
    while known < meant.len() && find(root, &meant[..=known]).is_some() {
        known += 1;
    }
    // A field that does not stand in the file may exist all the same.
    if find(root, &meant[..known]).is_some_and(Node::has_fields) {
        known = meant.len();
    }
    Some(join(meant[..known].iter().map(String::as_str)))
}

/// The value to which all steps lead.
pub fn find<'a>(root: &'a Node, steps: &[String]) -> Option<&'a Node> {
    steps.iter().try_fold(root, |node, name| match step(node, name) {
        Step::To(next, _) => Some(next),
        _ => None,
    })
}

/// Where a path leads, as far as it does.
#[derive(Debug)]
pub struct Spot {
    /// What to point at.
    pub place: Place,
    /// The key, if the value stands in a map.
    pub key: Option<Place>,
    /// The places of all values on the way, the outermost first.
    pub trail: Vec<Place>,
    /// The first step that leads to nothing, if there is one.
    pub absent: Option<String>,
}

/// Finds the place for a problem: the value itself, or the nearest that holds it. A value in shorthand has no fields;
/// steps into it stay where they are.
pub fn locate(root: &Node, path: &str) -> Spot {
    let mut spot = Spot { place: root.head(), key: None, trail: vec![root.place], absent: None };
    let mut node = root;
    for name in steps(path).unwrap_or_default() {
        match step(node, &name) {
            Step::To(next, _) => {
                let entry = node.entries().iter().find(|entry| std::ptr::eq(&entry.value, next));
                spot.place = place_of(entry, next);
                spot.key =
                    entry.filter(|_| matches!(node.value, Value::Map(_))).map(|e| e.key.place);
                spot.trail.push(next.place);
                node = next;
            }
            Step::Nothing(at, _) if !at.is_keyed() => {}
            _ => {
                spot.absent = Some(name);
                break;
            }
        }
    }
    spot
}

/// What to point at for a value: a short one itself, a long one by its key or by its head.
fn place_of(entry: Option<&Entry>, child: &Node) -> Place {
    const SHORT: u32 = 40;
    let short = child.place.end - child.place.start <= SHORT;
    if child.head() == child.place || (child.name().is_some() && short) {
        return child.place;
    }
    entry.map_or(child.head(), |entry| entry.key.place)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::syntax::parse;

    const TEXT: &str = r#"(
        services: {"feed": (
            operations: {"home": [Work("1ms"), Call("counts")]},
            calls: {"counts": (to: "counter.read", policies: [Retry(attempts: 2), Timeout("5ms")])},
        )},
        clients: {"app": (asks: {"feed.home": 1}, arrivals: Steps([("0s", "1/s")]))},
    )"#;

    fn at(path: &str) -> (&'static str, Option<String>) {
        let root = parse(0, TEXT).unwrap().root;
        let spot = locate(&root, path);
        (&TEXT[spot.place.start as usize..spot.place.end as usize], spot.absent)
    }

    #[test]
    fn a_path_leads_to_fields_keys_items_and_variants() {
        assert_eq!(at("services.feed.calls.counts.policies.Retry.attempts").0, "2");
        assert_eq!(at("services.feed.calls.counts.policies.1").0, "Timeout(\"5ms\")");
        assert_eq!(at("clients.app.asks.\"feed.home\"").0, "1");
        assert_eq!(at("clients.app.arrivals.0.1").0, "\"1/s\"");
        assert_eq!(at("services.feed").0, "\"feed\"");
    }

    #[test]
    fn a_problem_stands_at_the_nearest_value_that_is_there() {
        assert_eq!(at("services.feed.queue.room"), ("\"feed\"", Some("queue".to_owned())));
        assert_eq!(at("services.feed.operations.home.steps.0.time"), ("Work(\"1ms\")", None));
        assert_eq!(at("services.feed.calls.counts.policies.1.after"), ("Timeout(\"5ms\")", None));
    }

    #[test]
    fn a_path_that_is_none_says_why() {
        assert!(steps("").is_err());
        assert!(steps("a..b").is_err());
        assert!(steps("a.\"b").is_err());
        assert_eq!(steps("a.\"b.c\".d").unwrap(), ["a", "b.c", "d"]);
    }
}
