//! Changes that are written on one line: `clients.app.slo=800ms`.
//!
//! The value is RON, as it would stand in the file. Because a shell eats quotes, a value that is no RON but could be a
//! text, such as `800ms`, `12%` or `5000/s`, is taken as that text.

use brownout_models::problem::Code;

use super::edit::Change;
use super::mistake::Mistake;
use super::source::{Place, Sources};
use super::syntax::parse_from;
use super::tree::{Node, Value};

/// The change that an argument of the command line stands for; the sources gain it under the name of its flag.
pub fn change(sources: &mut Sources, flag: &str, argument: &str) -> Result<Change, Box<Mistake>> {
    let source = sources.add(flag, argument);
    let place = |start: usize, end: usize| Place { source, start: start as u32, end: end as u32 };
    let whole = place(0, argument.len());
    let Some(equals) = equals_sign(argument) else {
        let message = format!("`{argument}` is no change: expected `path=value`");
        return Err(Box::new(Mistake::new(Code::UnknownPath, whole, message)));
    };
    let (path, value) = (&argument[..equals], &argument[equals + 1..]);
    let path_place = place(0, equals);
    let value_place = place(equals + 1, argument.len());
    let value = match parse_from(source, argument, equals + 1) {
        Ok(parsed) => parsed.root,
        Err(_) if could_be_text(value) => {
            Node { place: value_place, value: Value::Text(value.trim().to_owned()) }
        }
        Err(mistake) => return Err(mistake),
    };
    Ok(Change { path: path.trim().to_owned(), path_place, value })
}

/// The first equals sign that stands in no quotes.
fn equals_sign(argument: &str) -> Option<usize> {
    let mut quoted = false;
    argument.char_indices().find_map(|(at, c)| {
        quoted ^= c == '"';
        (c == '=' && !quoted).then_some(at)
    })
}

/// Whether a value that is no RON may be meant as a text.
pub(crate) fn could_be_text(value: &str) -> bool {
    !value.trim().is_empty() && !value.contains(['(', ')', '[', ']', '{', '}', '"'])
}

/// Several changes from name and value, such as the point of a sweep.
pub fn changes(
    sources: &mut Sources,
    flag: &str,
    settings: &[(String, String)],
) -> Result<Vec<Change>, Vec<Mistake>> {
    let mut changes = Vec::new();
    let mut mistakes = Vec::new();
    for (path, value) in settings {
        match change(sources, flag, &format!("{path}={value}")) {
            Ok(change) => changes.push(change),
            Err(mistake) => mistakes.push(*mistake),
        }
    }
    if mistakes.is_empty() { Ok(changes) } else { Err(mistakes) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(argument: &str) -> Result<(String, Value), String> {
        let change = change(&mut Sources::default(), "--set", argument);
        change.map(|change| (change.path, change.value.value)).map_err(|error| error.message)
    }

    #[test]
    fn a_value_is_ron_or_else_a_text_without_its_quotes() {
        let text = |text: &str| Value::Text(text.to_owned());
        assert_eq!(read("run.length=10s").unwrap(), ("run.length".to_owned(), text("10s")));
        assert_eq!(read("run.length=\"10s\"").unwrap().1, text("10s"));
        assert_eq!(read("a=12%").unwrap().1, text("12%"));
        assert_eq!(read("a=5000/s").unwrap().1, text("5000/s"));
        assert!(matches!(read("a=3").unwrap().1, Value::Number(_)));
        assert!(matches!(read("a=Threads(3)").unwrap().1, Value::Named(..)));
        assert_eq!(read("a.\"b=c\"=1").unwrap().0, "a.\"b=c\"");
    }

    #[test]
    fn what_is_no_change_is_told() {
        assert!(read("a.b").unwrap_err().contains("path=value"));
        assert!(read("a=[1").unwrap_err().contains("never closed"));
        assert!(read("a=").is_err());
    }
}
