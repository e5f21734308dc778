//! Where values come from: the scenario, an incident file, or the command line.

use std::ops::Range;
use std::sync::Arc;

/// A text that values come from, with the name that messages use for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Source {
    /// The file as the user named it, or the flag of the command line.
    pub name: Arc<str>,
    /// The whole text.
    pub text: Arc<str>,
}

/// A stretch of one source, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place {
    /// The number of the source, in the order in which they were read.
    pub source: u32,
    /// The first byte.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
}

impl Place {
    /// From the start of this place to the end of another one in the same source.
    pub fn to(self, last: Place) -> Place {
        Place { end: last.end.max(self.start), ..self }
    }

    /// Whether the other place lies within this one.
    pub fn holds(self, other: Place) -> bool {
        self.source == other.source && self.start <= other.start && other.end <= self.end
    }
}

/// All sources of a scenario, by number.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Sources(Vec<Source>);

impl Sources {
    /// Takes in a source and returns its number.
    pub fn add(&mut self, name: &str, text: &str) -> u32 {
        self.0.push(Source { name: name.into(), text: text.into() });
        self.0.len() as u32 - 1
    }

    /// The source in which a place lies.
    pub fn of(&self, place: Place) -> &Source {
        &self.0[place.source as usize]
    }

    /// The text of a place.
    pub fn text(&self, place: Place) -> &str {
        &self.of(place).text[place.start as usize..place.end as usize]
    }

    /// The place of some bytes of a text that stands in quotes at `place`, whatever escapes it is written with.
    pub fn inside_text(&self, place: Place, bytes: Range<usize>) -> Place {
        let written = self.text(place);
        let at = |byte: usize| place.start + written_at(written, byte) as u32;
        Place { start: at(bytes.start), end: at(bytes.end), ..place }
    }

    /// All sources, in the order in which they were read.
    pub fn iter(&self) -> impl Iterator<Item = &Source> {
        self.0.iter()
    }
}

/// Line and column of a byte of a text, both counted from 1; columns count characters.
pub fn line_and_column(text: &str, at: u32) -> (u32, u32) {
    let before = &text[..at as usize];
    let line = before.bytes().filter(|&byte| byte == b'\n').count() as u32 + 1;
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    (line, before[start..].chars().count() as u32 + 1)
}

/// Where a byte of a text stands in the literal that it is written as.
fn written_at(written: &str, byte: usize) -> usize {
    if let Some(raw) = written.strip_prefix('r') {
        let hashes = raw.len() - raw.trim_start_matches('#').len();
        return (hashes + 2 + byte).min(written.len());
    }
    let (mut at, mut read) = (1, 0);
    while read < byte && at < written.len() {
        let rest = &written[at..];
        let (long, means) = match rest.strip_prefix('\\') {
            None => (rest.chars().next().map_or(1, char::len_utf8), None),
            Some(escape) if escape.starts_with('x') => (4, escape.get(1..3)),
            Some(escape) if escape.starts_with("u{") => {
                let end = escape.find('}').unwrap_or(1);
                (end + 2, escape.get(2..end))
            }
            Some(_) => (2, Some("0")),
        };
        let meant = means.and_then(|digits| char::from_u32(u32::from_str_radix(digits, 16).ok()?));
        read += meant.map_or(long, char::len_utf8);
        at += long;
    }
    at.min(written.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns_count_from_one_and_in_characters() {
        let text = "é: 1,\nλ: 2";
        assert_eq!(line_and_column(text, 0), (1, 1));
        assert_eq!(line_and_column(text, text.find(':').unwrap() as u32), (1, 2));
        assert_eq!(line_and_column(text, text.find('2').unwrap() as u32), (2, 4));
    }

    #[test]
    fn a_part_of_a_text_is_found_among_its_escapes() {
        for written in [
            r#""one two""#,
            r##"r#"one two"#"##,
            r#""\"e\" \x6fne two""#,
            r#""\u{3bb}\u{6f}\t é two""#,
        ] {
            let mut sources = Sources::default();
            let source = sources.add("x", &format!("[{written}]"));
            let place = Place { source, start: 1, end: 1 + written.len() as u32 };
            let parsed = crate::document::syntax::parse(source, written).unwrap();
            let text = parsed.root.word().unwrap().to_owned();
            let two = text.find("two").unwrap();
            assert_eq!(sources.text(sources.inside_text(place, two..two + 3)), "two", "{written}");
            let all = sources.inside_text(place, 0..text.len());
            assert!(place.holds(all) && sources.text(all).ends_with("two"));
        }
    }
}
