//! Names that paths and references can carry: without dots and brackets.

use brownout_models::problem::Code;

use super::mistake::Mistake;
use super::tree::{Entry, Node};

/// Sections at the top whose keys are names.
const NAMED: [&str; 5] = ["services", "clients", "resources", "policies", "windows"];

/// Checks every name that the document gives.
pub fn check(tree: &Node) -> Vec<Mistake> {
    let sections = NAMED.iter().filter_map(|section| tree.get(section));
    let services = tree.get("services").map(Node::entries).unwrap_or_default();
    let inner = services.iter().flat_map(|service| {
        ["operations", "calls"].into_iter().filter_map(|section| service.value.get(section))
    });
    sections.chain(inner).flat_map(Node::entries).filter_map(bad).collect()
}

fn bad(entry: &Entry) -> Option<Mistake> {
    let mistake = unfit(entry, |c| matches!(c, '.' | '[' | ']' | '"') || c.is_control())?;
    Some(mistake.help("references and paths are made of names and dots".to_owned()))
}

/// What is wrong with a variant's name: nothing refers to it within a path, and it has to be told.
pub(super) fn unfit_variant(entry: &Entry) -> Option<Mistake> {
    unfit(entry, char::is_control)
}

fn unfit(entry: &Entry, is_bad: impl Fn(char) -> bool) -> Option<Mistake> {
    let name = entry.key.word()?;
    let why = if name.trim().is_empty() {
        "a name must not be empty".to_owned()
    } else {
        let c = name.chars().find(|c| is_bad(*c))?;
        format!("a name must not hold `{}`", c.escape_default())
    };
    Some(Mistake::new(Code::BadValue, entry.key.place, why))
}
