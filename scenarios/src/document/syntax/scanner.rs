//! Where the parser stands in the text: space, comments, words, and what to say when something else is found.

use brownout_models::problem::Code;

use super::Read;
use crate::document::mistake::Mistake;
use crate::document::source::{Place, line_and_column};
use crate::document::tree::short;

/// A position in a text.
#[derive(Clone)]
pub(super) struct Scanner<'a> {
    source: u32,
    text: &'a str,
    at: usize,
}

/// Whether a bare word can begin with this.
pub(super) fn is_word_start(c: char) -> bool {
    c.is_alphabetic() || c == '_'
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

impl<'a> Scanner<'a> {
    pub(super) fn new(source: u32, text: &'a str, start: usize) -> Scanner<'a> {
        let mark = '\u{feff}';
        let at = start + if text[start..].starts_with(mark) { mark.len_utf8() } else { 0 };
        Scanner { source, text, at }
    }

    pub(super) fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    pub(super) fn at_end(&self) -> bool {
        self.at == self.text.len()
    }

    /// Goes one character on.
    pub(super) fn bump(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        Some(c)
    }

    /// Goes this many bytes on.
    pub(super) fn skip(&mut self, bytes: usize) {
        self.at += bytes;
    }

    /// Goes on while the characters are such, and returns them.
    pub(super) fn take_while(&mut self, mut such: impl FnMut(char) -> bool) -> &'a str {
        let rest = self.rest();
        let end = rest.find(|c| !such(c)).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    /// The bare word that begins here.
    pub(super) fn word(&mut self) -> &'a str {
        self.take_while(is_word)
    }

    /// This very position, without length.
    pub(super) fn here(&self) -> Place {
        self.place(self.at, self.at)
    }

    /// From an earlier position to this one.
    pub(super) fn since(&self, start: Place) -> Place {
        self.place(start.start as usize, self.at)
    }

    /// The character or word that stands here, for messages.
    pub(super) fn token(&self) -> Place {
        let rest = self.rest();
        let word = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        let length = if word > 0 { word } else { self.peek().map_or(0, char::len_utf8) };
        self.place(self.at, self.at + length)
    }

    pub(super) fn text_of(&self, place: Place) -> String {
        short(&self.text[place.start as usize..place.end as usize])
    }

    pub(super) fn line_and_column(&self, place: Place) -> (u32, u32) {
        line_and_column(self.text, place.start)
    }

    fn place(&self, start: usize, end: usize) -> Place {
        Place { source: self.source, start: start as u32, end: end as u32 }
    }

    /// Passes over space and comments.
    pub(super) fn space(&mut self) -> Read<()> {
        loop {
            self.take_while(char::is_whitespace);
            if self.rest().starts_with("//") {
                self.take_while(|c| c != '\n');
            } else if self.rest().starts_with("/*") {
                self.block_comment()?;
            } else {
                return Ok(());
            }
        }
    }

    fn block_comment(&mut self) -> Read<()> {
        let start = self.at;
        let mut open = 0;
        loop {
            if self.rest().starts_with("/*") {
                open += 1;
                self.at += 2;
            } else if self.rest().starts_with("*/") {
                open -= 1;
                self.at += 2;
                if open == 0 {
                    return Ok(());
                }
            } else if self.bump().is_none() {
                let place = self.place(start, start + 2);
                return Err(Box::new(Mistake::new(
                    Code::Syntax,
                    place,
                    "this comment is never closed",
                )));
            }
        }
    }

    /// Passes over `#![enable(…)]`: what it can enable is always enabled.
    pub(super) fn header(&mut self) -> Read<()> {
        self.space()?;
        while self.rest().starts_with("#![enable(") {
            let start = self.at;
            let Some(length) = self.rest().find(")]") else {
                return Err(self.never_closed(self.place(start, start + 1)));
            };
            self.at += length + ")]".len();
            self.space()?;
        }
        Ok(())
    }

    /// Whether a word and a colon stand here.
    pub(super) fn begins_field(&self) -> bool {
        let mut ahead = self.clone();
        if !ahead.peek().is_some_and(is_word_start) {
            return false;
        }
        ahead.word();
        ahead.space().is_ok() && ahead.peek() == Some(':')
    }

    /// Passes over the character that closes what was opened at `start`.
    pub(super) fn close(&mut self, start: Place, close: char) -> Read<()> {
        self.space()?;
        match self.peek() {
            Some(c) if c == close => {
                self.bump();
                Ok(())
            }
            None => Err(self.never_closed(start)),
            Some(_) => Err(self.no_comma(start, close)),
        }
    }

    /// Something else stands here than what was expected.
    pub(super) fn unexpected(&self, expected: &str) -> Box<Mistake> {
        let place = self.token();
        let found = match self.peek() {
            None => "the end of the text".to_owned(),
            Some(_) => format!("`{}`", self.text_of(place)),
        };
        let message = format!("found {found}, expected {expected}");
        Box::new(Mistake::new(Code::Syntax, place, message))
    }

    /// The text ends before what was opened is closed.
    pub(super) fn never_closed(&self, start: Place) -> Box<Mistake> {
        let place = self.place(start.start as usize, start.start as usize + 1);
        let open = self.text_of(place);
        let message = format!("this `{open}` is never closed");
        Box::new(Mistake::new(Code::Syntax, place, message))
    }

    /// After a value stands neither a comma nor the closing character.
    pub(super) fn no_comma(&self, start: Place, close: char) -> Box<Mistake> {
        if self.at_end() {
            return self.never_closed(start);
        }
        let (line, column) = self.line_and_column(start);
        let open = &self.text[start.start as usize..=start.start as usize];
        let mistake = self.unexpected(&format!("a comma or `{close}`"));
        let help = match self.peek() {
            Some(')' | ']' | '}') => {
                format!("the `{open}` of line {line}, column {column} is still open here")
            }
            Some(':') => "names among fields carry no quotes, keys of a map do".to_owned(),
            _ => "is a comma missing before it?".to_owned(),
        };
        Box::new(mistake.help(help))
    }
}
