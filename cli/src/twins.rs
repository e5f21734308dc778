//! Points that are the same system under different names: a variant from which `--set` or a sweep takes all that makes it
//! another one.

use std::collections::BTreeMap;

use brownout_models::spec::System;

use crate::output;
use crate::suspicions::{Name, places};

/// Points that have a twin before they are only counted.
const TOLD: usize = 5;

/// The variants of two points.
type Pair<'p> = (Option<&'p str>, Option<&'p str>);

/// Says which points are the same system as one before them.
pub(crate) fn tell<'p>(points: impl Iterator<Item = (Name<'p>, &'p System)>) {
    let (names, systems): (Vec<Name<'p>>, Vec<&System>) = points.unzip();
    let sentences = sentences(&names, &systems);
    for sentence in sentences.iter().take(TOLD) {
        output::say(&format!("\u{1b}[1;33mwarning\u{1b}[0m: {sentence}"));
    }
    if sentences.len() > TOLD {
        output::say(&format!("and {} more of the kind", sentences.len() - TOLD));
    }
}

fn sentences(names: &[Name<'_>], systems: &[&System]) -> Vec<String> {
    let mut first: BTreeMap<String, usize> = BTreeMap::new();
    // By the variants of both, the places of the later one.
    let mut twins: Vec<(Pair<'_>, Vec<usize>)> = Vec::new();
    let mut alone = Vec::new();
    for (number, system) in systems.iter().enumerate() {
        let Ok(text) = serde_json::to_string(system) else { continue };
        let earlier = *first.entry(text).or_insert(number);
        let (one, other) = (&names[earlier], &names[number]);
        if earlier == number {
            continue;
        }
        if one.setting != other.setting || one.variant == other.variant {
            let (one, other) = (one.spelled(), other.spelled());
            alone.push(format!("{other} is the same system as {one}"));
            continue;
        }
        let pair = (one.variant, other.variant);
        match twins.iter_mut().find(|(known, _)| *known == pair) {
            Some((_, at)) => at.push(number),
            None => twins.push((pair, vec![number])),
        }
    }
    let quoted = |variant: Option<&str>| format!("\"{}\"", variant.unwrap_or_default());
    let all: Vec<&Name<'_>> = names.iter().collect();
    let sentence = |((one, other), at): &(Pair<'_>, Vec<usize>)| {
        let place = match places(at, &all) {
            whole if whole.starts_with("in the variant") => String::new(),
            some => format!(" {some}"),
        };
        format!("{} is the same system as {}{place}", quoted(*other), quoted(*one))
    };
    twins.iter().map(sentence).chain(alone).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn system(seed: u64) -> System {
        let mut system = System::default();
        system.run.seed = seed;
        system
    }

    fn told(points: &[(Option<&'static str>, &str, u64)]) -> Vec<String> {
        let name = |(variant, setting, _): &(Option<&'static str>, &str, u64)| Name {
            variant: *variant,
            setting: (*setting).to_owned(),
        };
        let names: Vec<Name<'_>> = points.iter().map(name).collect();
        let systems: Vec<System> = points.iter().map(|point| system(point.2)).collect();
        sentences(&names, &systems.iter().collect::<Vec<_>>())
    }

    #[test]
    fn a_twin_is_told_with_the_points_at_which_it_is_one() {
        let (a, b) = (Some("a"), Some("b"));
        assert!(told(&[(a, "", 1), (b, "", 2)]).is_empty());
        assert_eq!(told(&[(a, "", 1), (b, "", 1)]), ["\"b\" is the same system as \"a\""]);
        let some = told(&[(a, "x = 1", 1), (a, "x = 2", 2), (b, "x = 1", 9), (b, "x = 2", 2)]);
        let said = "\"b\" is the same system as \"a\" at 1 of 4 points: \"b\" with x = 2";
        assert_eq!(some, [said]);
        let lone = told(&[(None, "x = 1s", 1), (None, "x = 1000ms", 1)]);
        assert_eq!(lone, ["x = 1000ms is the same system as x = 1s"]);
    }
}
