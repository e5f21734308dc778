//! What a file says about a sweep: paths, and the values to try there.
//!
//! `{"services.feed.workers": [Threads(100), Threads(200)]}` has a value for each point; a range writes many at once,
//! `{"clients.app.slo": "100ms..1s by 100ms"}`. Several axes multiply. What is to be walked side by side stands in one
//! axis: `{"services.a.replicas & services.b.replicas": [(1, 2), (2, 4)]}`.

use std::collections::BTreeSet;

use brownout_models::problem::Code;

use super::mistake::Mistake;
use super::path::steps;
use super::print::one_line;
use super::range;
use super::sections::{named, wrong};
use super::source::Place;
use super::syntax::parse;
use super::tree::{Entry, Node, Value};
use crate::result;

/// Values that are to be walked through.
#[derive(Clone, PartialEq, Debug)]
pub struct Axis {
    /// The paths, as they were written.
    pub paths: Vec<String>,
    /// Where they stand.
    pub place: Place,
    /// `linear`, `log` or `list`.
    pub scale: &'static str,
    /// The settings in the order of the file, each with a value for each path.
    pub values: Vec<Vec<Node>>,
}

impl Axis {
    /// The paths as the key of the file.
    pub fn key(&self) -> String {
        self.paths.join(" & ")
    }
}

/// Reads all axes.
pub fn axes(node: &Node, mistakes: &mut Vec<Mistake>) -> Vec<Axis> {
    let mut axes = Vec::new();
    for (key, entry) in named(node, "a map from paths to lists of values", mistakes) {
        let place = entry.key.place;
        let paths: Vec<String> = key.split('&').map(|path| path.trim().to_owned()).collect();
        for reason in paths.iter().filter_map(|path| steps(path).err()) {
            mistakes.push(Mistake::new(Code::UnknownPath, place, reason));
        }
        match settings(entry, paths.len()) {
            Ok((values, scale)) => {
                mistakes.extend(repeated(&values));
                mistakes.extend(short(entry));
                axes.push(Axis { paths, place, scale, values });
            }
            Err(found) => mistakes.extend(found),
        }
    }
    axes
}

/// A setting that stands twice on its axis would be run twice.
fn repeated(values: &[Vec<Node>]) -> Option<Mistake> {
    let mut seen = BTreeSet::new();
    let again = |nodes: &&Vec<Node>| !seen.insert(nodes.iter().map(one_line).collect::<Vec<_>>());
    let place = values.iter().find(again)?.first()?.place;
    Some(Mistake::new(Code::DuplicateKey, place, "this value stands twice on its axis"))
}

/// A range that has fewer values than it asks for.
fn short(entry: &Entry) -> Option<Mistake> {
    let Value::Text(text) = &entry.value.value else { return None };
    Some(Mistake::new(Code::ShortRange, entry.value.place, range::short(text)?))
}

type Settings = (Vec<Vec<Node>>, &'static str);

/// The settings of an axis of so many paths.
fn settings(entry: &Entry, paths: usize) -> Result<Settings, Vec<Mistake>> {
    let node = &entry.value;
    match &node.value {
        Value::List(values) if values.is_empty() => {
            Err(vec![Mistake::new(Code::OutOfRange, node.place, "the list is empty")])
        }
        Value::List(values) if paths == 1 => {
            Ok((values.iter().map(|value| vec![value.clone()]).collect(), result::Axis::LIST))
        }
        Value::List(values) => {
            let setting = |value: &Node| match &value.value {
                Value::Items(items) | Value::List(items) if items.len() == paths => {
                    Ok(items.clone())
                }
                _ => {
                    let example = "as many values in parentheses as the axis has paths";
                    Err(wrong(value, example))
                }
            };
            let (settings, mistakes): (Vec<_>, Vec<_>) =
                values.iter().map(setting).partition(Result::is_ok);
            let mistakes: Vec<Mistake> = mistakes.into_iter().filter_map(Result::err).collect();
            match mistakes.is_empty() {
                true => {
                    Ok((settings.into_iter().filter_map(Result::ok).collect(), result::Axis::LIST))
                }
                false => Err(mistakes),
            }
        }
        Value::Text(text) if paths == 1 => {
            ranged(text, node.place).map_err(|mistake| vec![mistake])
        }
        _ => Err(vec![wrong(node, "a list of values, or a range as in `\"100ms..1s by 100ms\"`")]),
    }
}

/// The values of a range, all of them where the range stands.
fn ranged(text: &str, place: Place) -> Result<Settings, Mistake> {
    let mistake = |why: String| Mistake::new(Code::BadValue, place, why);
    let (values, scale) = range::values(text).map_err(mistake)?;
    let Some(scale) = scale else {
        let help = "write `\"100ms..1s by 100ms\"`, `\"1ms..1s log 7\"`, or a list of values";
        let message = format!("\"{text}\" is no range");
        return Err(Mistake::new(Code::BadValue, place, message).help(help.to_owned()));
    };
    let value = |text: String| {
        let value = match parse(place.source, &text) {
            Ok(parsed) => placed(parsed.root, place).value,
            Err(_) => Value::Text(text),
        };
        vec![Node { place, value }]
    };
    Ok((values.into_iter().map(value).collect(), scale))
}

/// The value with everything in it at one place.
fn placed(node: Node, place: Place) -> Node {
    let all = |nodes: Vec<Node>| nodes.into_iter().map(|node| placed(node, place)).collect();
    let each = |entries: Vec<Entry>| {
        let entry = |entry: Entry| Entry {
            key: placed(entry.key, place),
            value: placed(entry.value, place),
            by_path: entry.by_path,
        };
        entries.into_iter().map(entry).collect()
    };
    let value = match node.value {
        Value::List(items) => Value::List(all(items)),
        Value::Items(items) => Value::Items(all(items)),
        Value::Map(entries) => Value::Map(each(entries)),
        Value::Fields(entries) => Value::Fields(each(entries)),
        Value::Made(entries) => Value::Made(each(entries)),
        Value::Named(name, body) => {
            let name = super::tree::Name { place, ..name };
            Value::Named(name, body.map(|body| Box::new(placed(*body, place))))
        }
        value @ (Value::Text(_) | Value::Number(_) | Value::Truth(_)) => value,
    };
    Node { place, value }
}
