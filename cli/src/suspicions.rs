//! Modelling warnings of many points: each is said once, with the points that it is about unless these are all.

use brownout_scenarios::document::mistake::Located;

use crate::input::warn;

/// Points that are named before the rest is only counted.
const NAMED: usize = 4;

/// What a point is called: its variant, if it has one, and what is set on top of that.
pub(crate) struct Name<'p> {
    pub(crate) variant: Option<&'p str>,
    pub(crate) setting: String,
}

/// A warning, and the places of the points that have it, with what it says of each.
struct Told<'p> {
    first: &'p Located,
    at: Vec<(usize, &'p str)>,
}

/// Says the warnings of points, each once.
pub(crate) fn tell<'p>(points: &[(Name<'p>, &'p [Located])]) {
    let mut all: Vec<Told<'p>> = Vec::new();
    for (number, (_, warnings)) in points.iter().enumerate() {
        for warning in *warnings {
            let spot = |one: &Located| (one.code, one.file.clone(), one.line, one.column);
            let same = all.iter_mut().find(|told| spot(told.first) == spot(warning));
            let at = (number, warning.message.as_str());
            match same {
                Some(told) if told.at.iter().any(|(other, _)| *other == number) => {}
                Some(told) => told.at.push(at),
                None => all.push(Told { first: warning, at: vec![at] }),
            }
        }
    }
    let names: Vec<&Name<'_>> = points.iter().map(|(name, _)| name).collect();
    let warnings: Vec<Located> = all.iter().map(|told| told.with_note(&names)).collect();
    warn(&warnings);
}

impl Told<'_> {
    fn with_note(&self, names: &[&Name<'_>]) -> Located {
        let at: Vec<usize> = self.at.iter().map(|(number, _)| *number).collect();
        let (_, message) = self.at[self.at.len() - 1];
        let where_ = (at.len() < names.len()).then(|| places(&at, names));
        // What is told of the first point need not be so of all of them.
        let differs =
            (message != self.first.message).then(|| format!("at the last of them {message}"));
        let notes: Vec<String> = where_.into_iter().chain(differs).collect();
        let note = (!notes.is_empty()).then(|| notes.join("; "));
        Located { note: note.or_else(|| self.first.note.clone()), ..self.first.clone() }
    }
}

/// In which variants, or at which points, something is so.
pub(crate) fn places(at: &[usize], names: &[&Name<'_>]) -> String {
    let variant = |number: &usize| names[*number].variant;
    let mut variants: Vec<Option<&str>> = at.iter().map(variant).collect();
    variants.dedup();
    let whole = |of: &Option<&str>| {
        let all = (0..names.len()).filter(|number| variant(number) == *of);
        of.is_some() && all.count() == at.iter().filter(|number| variant(number) == *of).count()
    };
    if variants.iter().all(whole) {
        let named: Vec<String> =
            variants.iter().flatten().map(|one| format!("\"{one}\"")).collect();
        let plural = if named.len() == 1 { "" } else { "s" };
        return format!("in the variant{plural} {}", named.join(", "));
    }
    let mut named: Vec<String> = at.iter().take(NAMED).map(|&at| names[at].spelled()).collect();
    if at.len() > NAMED {
        named.push(format!("and {} more", at.len() - NAMED));
    }
    format!("at {} of {} points: {}", at.len(), names.len(), named.join("; "))
}

impl Name<'_> {
    /// In one line.
    pub(crate) fn spelled(&self) -> String {
        match (self.variant, self.setting.as_str()) {
            (None, setting) => setting.to_owned(),
            (Some(variant), "") => format!("\"{variant}\""),
            (Some(variant), setting) => format!("\"{variant}\" with {setting}"),
        }
    }
}

/// What is set, in one line: the last part of each path and its value.
pub(crate) fn setting<'s>(set: impl IntoIterator<Item = (&'s String, &'s String)>) -> String {
    let one = |(path, value): (&String, &String)| {
        format!("{} = {value}", path.rsplit('.').next().unwrap_or(path))
    };
    set.into_iter().map(one).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_variants_where_these_are_whole_and_points_elsewhere() {
        let name = |variant, setting: &str| Name { variant, setting: setting.to_owned() };
        let all: Vec<Name<'_>> = ["a", "b"]
            .iter()
            .flat_map(|variant| ["x = 1", "x = 2", "x = 3"].map(|set| name(Some(*variant), set)))
            .collect();
        let names: Vec<&Name<'_>> = all.iter().collect();
        assert_eq!(places(&[0, 1, 2], &names), "in the variant \"a\"");
        let some = "at 2 of 6 points: \"a\" with x = 3; \"b\" with x = 3";
        assert_eq!(places(&[2, 5], &names), some);
        assert!(places(&[0, 1, 2, 3, 4], &names).ends_with("; and 1 more"));
        let alone = [name(None, "x = 1"), name(None, "x = 2")];
        assert_eq!(places(&[1], &alone.iter().collect::<Vec<_>>()), "at 1 of 2 points: x = 2");
    }
}
