//! Tree in, RON text out: on one line what fits there, the rest indented.

use super::tree::{Entry, Node, Number, Value};

/// The width up to which a value stays on one line.
const WIDTH: usize = 100;

/// The text of a tree; reading it gives the same tree again, apart from places.
pub fn print(node: &Node) -> String {
    let mut out = String::new();
    value(node, 0, &mut out);
    out.push('\n');
    out
}

fn value(node: &Node, indent: usize, out: &mut String) {
    let column = out.len() - out.rfind('\n').map_or(0, |at| at + 1);
    let short = one_line(node);
    // Room for the comma behind it.
    if column + short.chars().count() < WIDTH && !(indent == 0 && node.is_keyed()) {
        out.push_str(&short);
        return;
    }
    match &node.value {
        Value::List(items) => block("[", "]", items, indent, out, value),
        Value::Items(items) => block("(", ")", items, indent, out, value),
        Value::Map(entries) => block("{", "}", entries, indent, out, entry),
        Value::Fields(entries) | Value::Made(entries) => {
            block("(", ")", entries, indent, out, entry);
        }
        Value::Named(name, Some(body)) => {
            out.push_str(&name.text);
            value(body, indent, out);
        }
        _ => out.push_str(&short),
    }
}

fn block<T>(
    open: &str,
    close: &str,
    parts: &[T],
    indent: usize,
    out: &mut String,
    part: impl Fn(&T, usize, &mut String),
) {
    let line = |indent: usize, out: &mut String| {
        out.push('\n');
        out.extend(std::iter::repeat_n("    ", indent));
    };
    out.push_str(open);
    for each in parts {
        line(indent + 1, out);
        part(each, indent + 1, out);
        out.push(',');
    }
    line(indent, out);
    out.push_str(close);
}

fn entry(entry: &Entry, indent: usize, out: &mut String) {
    out.push_str(&one_line(&entry.key));
    out.push_str(": ");
    value(&entry.value, indent, out);
}

/// A value on one line, however long.
pub fn one_line(node: &Node) -> String {
    let list = |items: &[Node]| items.iter().map(one_line).collect::<Vec<_>>().join(", ");
    let pair = |entry: &Entry| format!("{}: {}", one_line(&entry.key), one_line(&entry.value));
    let pairs = |entries: &[Entry]| entries.iter().map(pair).collect::<Vec<_>>().join(", ");
    match &node.value {
        Value::Text(text) => quoted(text),
        Value::Number(Number::Fraction(number)) => format!("{number:?}"),
        Value::Number(number) => number.to_string(),
        Value::Truth(truth) => truth.to_string(),
        Value::List(items) => format!("[{}]", list(items)),
        Value::Items(items) => format!("({})", list(items)),
        Value::Map(entries) => format!("{{{}}}", pairs(entries)),
        Value::Fields(entries) | Value::Made(entries) => format!("({})", pairs(entries)),
        Value::Named(name, None) => name.text.clone(),
        Value::Named(name, Some(body)) => format!("{}{}", name.text, one_line(body)),
    }
}

fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            c if c.is_control() => out.extend(c.escape_unicode()),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::syntax::parse;
    use crate::library;

    #[test]
    fn what_is_printed_reads_back_as_the_same() {
        for bundled in &library::ALL {
            let printed = print(&parse(0, bundled.text).unwrap().root);
            let again = print(&parse(0, &printed).unwrap().root);
            assert_eq!(printed, again);
        }
        let odd =
            r#"(a: "\\ \" \n λ \u{7f}", b: -3, c: 0.5, d: [(), (1, "x")], e: 1e300, f: F(g: H))"#;
        let root = parse(0, odd).unwrap().root;
        insta::assert_snapshot!(print(&root));
        assert_eq!(one_line(&parse(0, &print(&root)).unwrap().root), one_line(&root));
    }
}
