//! Changes by path: what a variant, an axis or `--set` makes of a document.
//!
//! A change replaces a value, or puts one where a field or key is missing. It is an edit of the tree, so that a value
//! keeps the place where it was written, and a mistake in it is told there.

use brownout_models::problem::Code;

use super::mistake::Mistake;
use super::nearest::{listed, suggestion};
use super::path::{Step, find, join, nearest_path, step, steps, ways_on};
use super::short_form;
use super::source::Place;
use super::tree::{Entry, Name, Node, Value};

/// One change: what stands at a path from now on.
#[derive(Clone, PartialEq, Debug)]
pub struct Change {
    /// The path, as it was written.
    pub path: String,
    /// Where the path stands.
    pub path_place: Place,
    /// What is put there.
    pub value: Node,
}

/// Makes all changes of one layer. Two of them must not touch the same value.
pub fn apply(root: &mut Node, layer: &[Change]) -> Vec<Mistake> {
    let mut mistakes = Vec::new();
    layer.iter().for_each(|change| short_form::write_out(root, &change.path));
    // All ways are found before anything is changed: the order of the changes in a layer means nothing.
    let mut ways: Vec<(Vec<usize>, &Change)> = Vec::new();
    for change in layer {
        match make_way(root, change) {
            Err(mistake) => mistakes.push(*mistake),
            Ok(way) => match ways.iter().find(|(other, _)| touch(other, &way)) {
                Some((_, other)) => mistakes.push(overlap(other, change)),
                None => ways.push((way, change)),
            },
        }
    }
    for (way, change) in ways {
        if let Some(node) = at(root, &way) {
            node.clone_from(&change.value);
        }
    }
    mistakes
}

/// Whether one way leads to what lies in the other's value, or to the same.
fn touch(one: &[usize], other: &[usize]) -> bool {
    one.starts_with(other) || other.starts_with(one)
}

fn overlap(first: &Change, second: &Change) -> Mistake {
    let message = format!("`{}` and `{}` change the same value", first.path, second.path);
    let help = "make one change of both, or put them into two layers".to_owned();
    Mistake::new(Code::Overlap, second.path_place, message).help(help)
}

fn at<'a>(root: &'a mut Node, way: &[usize]) -> Option<&'a mut Node> {
    way.iter().try_fold(root, |node, number| node.child_mut(*number))
}

/// The way to the value that a change replaces, with missing fields put in.
fn make_way(root: &mut Node, change: &Change) -> Result<Vec<usize>, Box<Mistake>> {
    let place = change.path_place;
    let unknown = |message: String, help: Option<String>| {
        Box::new(Mistake::new(Code::UnknownPath, place, message).help(help))
    };
    let steps = steps(&change.path).map_err(|reason| unknown(reason, None))?;
    let mut way = Vec::new();
    for (number, name) in steps.iter().enumerate() {
        let node = at(root, &way).expect("the way so far was found");
        let (on, missing) = match step(node, name) {
            Step::To(_, on) => (on, None),
            Step::Nothing(parent, on) => (on, Some(parent.clone())),
            Step::Several(numbers) => {
                let so_far = join(steps[..number].iter().map(String::as_str));
                let message = format!("`{name}` occurs {} times in `{so_far}`", numbers.len());
                let paths: Vec<_> = numbers.iter().map(|n| format!("{so_far}.{n}")).collect();
                let paths = listed(paths.iter().map(String::as_str));
                return Err(unknown(message, Some(format!("say which by its number: {paths}"))));
            }
        };
        way.extend(on);
        let Some(parent) = missing else { continue };
        let last = number + 1 == steps.len();
        // A key of a map can be new, but nothing can lie in what does not exist. What a field has by default, exists.
        let can_hold = parent.has_fields() || (last && matches!(parent.value, Value::Map(_)));
        if !can_hold {
            return Err(lost(root, &steps, number, &parent, place));
        }
        let parent = at(root, &way).expect("the way so far was found");
        way.push(put(parent, name, place));
    }
    Ok(way)
}

/// Puts an empty value under a new key or field, and returns its number among the children.
fn put(parent: &mut Node, name: &str, place: Place) -> usize {
    if let Value::Items(_) = &parent.value {
        parent.value = Value::Fields(Vec::new());
    }
    let in_map = matches!(parent.value, Value::Map(_));
    let text = name.to_owned();
    let key = if in_map { Value::Text(text) } else { Value::Named(Name { place, text }, None) };
    let (Value::Map(entries) | Value::Fields(entries) | Value::Made(entries)) = &mut parent.value
    else {
        unreachable!("only what has keys or fields can hold a new one")
    };
    entries.push(Entry {
        key: Node { place, value: key },
        value: Node { place, value: Value::Made(Vec::new()) },
        by_path: true,
    });
    entries.len() - 1
}

/// A path that leads nowhere, with the nearest that leads somewhere.
fn lost(root: &Node, steps: &[String], number: usize, at: &Node, place: Place) -> Box<Mistake> {
    let name = &steps[number];
    let so_far = join(steps[..number].iter().map(String::as_str));
    let message = match &at.value {
        Value::Map(_) => format!("the path names nothing: there is no `{name}` in `{so_far}`"),
        Value::List(items) => format!(
            "the path names nothing: there is no item `{name}` among the {} of `{so_far}`",
            items.len()
        ),
        _ => format!("the path names nothing: `{so_far}` is {}, and nothing lies in it", at.what()),
    };
    let help = match nearest_path(root, steps, number, at) {
        Some(path) => Some(format!("did you mean `{path}`?")),
        None => {
            let ways = ways_on(at);
            let list = listed(ways.iter().map(String::as_str));
            (!list.is_empty()).then(|| format!("there are {list}"))
        }
    };
    let whole = || Some(format!("change `{so_far}` as a whole"));
    let holder = find(root, &steps[..number]);
    let fields = holder.map(short_form::fields_of).unwrap_or_default();
    let help = match &at.value {
        _ if !fields.is_empty() => suggestion(name, fields.iter().copied()),
        Value::List(_) => help,
        _ if at.is_keyed() => help,
        _ => whole(),
    };
    Box::new(Mistake::new(Code::UnknownPath, place, message).help(help))
}

#[cfg(test)]
mod tests;
