//! How a number is asked for: `metric(selector)` or `metric(selector, argument)`, taken apart with the place of each part.

use std::ops::Range;

/// A word of a text, without its quotes, and the bytes where it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Word {
    /// The word.
    pub text: String,
    /// Where it stands in the whole text.
    pub at: Range<usize>,
}

/// What is wrong with a text, and where in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Slip {
    /// The bytes that are wrong.
    pub at: Range<usize>,
    /// What was found and what was expected: a sentence without its full stop.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
}

impl Slip {
    /// Something wrong, without advice.
    pub fn new(at: Range<usize>, message: impl Into<String>) -> Slip {
        Slip { at, message: message.into(), help: None }
    }

    /// The same with advice, if there is any.
    pub fn help(mut self, help: impl Into<Option<String>>) -> Slip {
        self.help = help.into();
        self
    }
}

/// The parts of `metric(selector, argument)`; a selector may name one operation of a client: `app:feed.home`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spelled {
    /// The metric.
    pub metric: Word,
    /// Whom.
    pub subject: Word,
    /// Which of its operations.
    pub operation: Option<Word>,
    /// What stands behind the comma.
    pub argument: Option<Word>,
}

/// A position in a text that is read word by word.
#[derive(Clone, Debug)]
pub struct Cursor<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Cursor<'t> {
    /// The beginning of a text.
    pub fn new(text: &'t str) -> Cursor<'t> {
        Cursor { text, at: 0 }
    }

    /// Passes over space and tells what stands here; `None` at the end.
    pub fn peek(&mut self) -> Option<char> {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
        self.text[self.at..].chars().next()
    }

    /// Passes over one of some marks, if it stands here; the longest is to be named first.
    pub fn take(&mut self, marks: &[&'static str]) -> Option<(&'static str, Range<usize>)> {
        self.peek();
        let mark = *marks.iter().find(|mark| self.text[self.at..].starts_with(**mark))?;
        let start = self.at;
        self.at += mark.len();
        Some((mark, start..self.at))
    }

    /// The word up to the next of some marks, or in quotes whatever stands between them; spaces at its ends do not
    /// count. Empty if a mark stands here.
    pub fn word(&mut self, ends: &[char]) -> Result<Word, Slip> {
        let start = match self.peek() {
            Some(quote @ ('\'' | '"')) => return self.quoted(quote),
            _ => self.at,
        };
        let rest = &self.text[start..];
        let length = rest.find(ends).unwrap_or(rest.len());
        let text = rest[..length].trim_end();
        self.at = start + text.len();
        Ok(Word { text: text.to_owned(), at: start..self.at })
    }

    fn quoted(&mut self, quote: char) -> Result<Word, Slip> {
        let start = self.at;
        let inner = &self.text[start + 1..];
        let Some(length) = inner.find(quote) else {
            return Err(Slip::new(start..start + 1, "this quote is never closed"));
        };
        self.at = start + length + 2;
        Ok(Word { text: inner[..length].to_owned(), at: start..self.at })
    }

    /// Where the next word stands: the whole of it, or the end of the text.
    pub fn here(&mut self) -> Range<usize> {
        self.peek();
        let rest = &self.text[self.at..];
        let word = rest.find(|c: char| c.is_whitespace() || "(),'".contains(c));
        let length = match word.unwrap_or(rest.len()) {
            0 => rest.chars().next().map_or(0, char::len_utf8),
            some => some,
        };
        self.at..self.at + length
    }

    /// Something else stands here than what was expected.
    pub fn unexpected(&mut self, expected: &str) -> Slip {
        let at = self.here();
        let found = match &self.text[at.clone()] {
            "" => "nothing".to_owned(),
            found => format!("`{found}`"),
        };
        Slip::new(at, format!("found {found}, expected {expected}"))
    }

    /// Reads `metric(selector, argument)`.
    pub fn spelled(&mut self) -> Result<Spelled, Slip> {
        const EXPECTED: &str = "a metric and whose it is, as in `goodput(app)`";
        let metric = self.word(&[' ', '\t', '\n', '(', ')', ',', '<', '>', '='])?;
        if metric.text.is_empty() {
            return Err(self.unexpected(EXPECTED));
        }
        if self.take(&["("]).is_none() {
            let help = format!("name whose, as in `{}(app)`", metric.text);
            return Err(Slip { help: Some(help), ..self.unexpected("a selector in parentheses") });
        }
        let is_quoted = matches!(self.peek(), Some('\'' | '"'));
        let subject = self.word(if is_quoted { &[] } else { &[':', ',', ')', '('] })?;
        if subject.text.is_empty() {
            return Err(self.unexpected("the name of a client, service or edge"));
        }
        let operation = match self.take(&[":"]) {
            Some(_) => Some(self.word(&[',', ')', '('])?),
            None => None,
        };
        let argument = match self.take(&[","]) {
            Some(_) => Some(self.word(&[',', ')', '('])?),
            None => None,
        };
        match self.take(&[")"]) {
            Some(_) => Ok(Spelled { metric, subject, operation, argument }),
            None => Err(self.unexpected("`)`")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str) -> Vec<String> {
        let spelled = Cursor::new(text).spelled().unwrap();
        let words =
            [Some(spelled.metric), Some(spelled.subject), spelled.operation, spelled.argument];
        for word in words.iter().flatten() {
            assert_eq!(text[word.at.clone()].trim_matches(['\'', '"']), word.text);
        }
        words
            .into_iter()
            .map(|word| word.map_or_else(|| "-".to_owned(), |word| word.text))
            .collect()
    }

    #[test]
    fn a_number_is_taken_apart_into_its_words() {
        assert_eq!(parts("goodput(app)"), ["goodput", "app", "-", "-"]);
        assert_eq!(parts(" p99.9 ( my app : feed.home )"), ["p99.9", "my app", "feed.home", "-"]);
        assert_eq!(parts("failed(app, TimedOut)"), ["failed", "app", "-", "TimedOut"]);
        assert_eq!(parts("failed('a, (b):c', X)"), ["failed", "a, (b):c", "-", "X"]);
    }

    #[test]
    fn what_is_no_number_is_told_where_it_stops_making_sense() {
        let slip = |text: &str| Cursor::new(text).spelled().unwrap_err();
        assert_eq!(slip("").at, 0..0);
        assert_eq!(slip("goodput > 5").at, 8..9);
        assert_eq!(
            slip("goodput()").message,
            "found `)`, expected the name of a client, service or edge"
        );
        assert_eq!(slip("goodput(app").message, "found nothing, expected `)`");
        assert_eq!(slip("goodput('app)").at, 8..9);
        assert_eq!(slip("failed(a, b, c)").at, 11..12);
    }
}
