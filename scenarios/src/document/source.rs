//! Where values come from: the scenario, an incident file, or the command line.

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
}
