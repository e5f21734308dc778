//! The name that was probably meant.

/// The known name that is nearest to what was written, if any is near enough to be a slip.
pub fn nearest<'a>(written: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let written_lower = written.to_lowercase();
    known
        .into_iter()
        .map(|name| (strsim::damerau_levenshtein(&written_lower, &name.to_lowercase()), name))
        .filter(|(distance, name)| {
            let longest = written.chars().count().max(name.chars().count());
            *distance <= (longest / 3).max(1) && *distance < longest
        })
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

/// "did you mean …", or else the names that there are.
pub fn suggestion<'a>(
    written: &str,
    known: impl IntoIterator<Item = &'a str> + Clone,
) -> Option<String> {
    if let Some(name) = nearest(written, known.clone()) {
        return Some(format!("did you mean `{name}`?"));
    }
    let list = listed(known);
    (!list.is_empty()).then(|| format!("there are {list}"))
}

/// Names as a list for a sentence.
pub fn listed<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let names: Vec<String> = names.into_iter().map(|name| format!("`{name}`")).collect();
    match names.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_of_the_finger_is_recognised_and_another_word_is_not() {
        let known = ["replicas", "workers", "queue"];
        assert_eq!(nearest("wrokers", known), Some("workers"));
        assert_eq!(nearest("Queue", known), Some("queue"));
        assert_eq!(nearest("zones", known), None);
        assert_eq!(nearest("x", ["y"]), None);
    }
}
