//! Texts and numbers as they are spelled.

use brownout_models::problem::Code;

use super::Read;
use super::scanner::Scanner;
use crate::document::mistake::Mistake;
use crate::document::source::Place;
use crate::document::tree::Number;

impl Scanner<'_> {
    /// A text in double quotes, with its escapes resolved.
    pub(super) fn quoted(&mut self) -> Read<String> {
        let start = self.here();
        self.bump();
        let mut text = String::new();
        loop {
            text.push_str(self.take_while(|c| c != '"' && c != '\\'));
            let escape = self.here();
            match self.bump() {
                Some('"') => return Ok(text),
                Some(_) => text.push(self.escape(escape)?),
                None => return Err(self.text_never_ends(start)),
            }
        }
    }

    fn escape(&mut self, start: Place) -> Read<char> {
        let c = match self.bump() {
            Some('n') => Some('\n'),
            Some('t') => Some('\t'),
            Some('r') => Some('\r'),
            Some('0') => Some('\0'),
            Some(c @ ('"' | '\\' | '\'')) => Some(c),
            Some('x') => {
                let digits: String = self.rest().chars().take(2).collect();
                self.skip(digits.len());
                (digits.len() == 2).then(|| character(&digits)).flatten()
            }
            Some('u') if self.peek() == Some('{') => {
                self.bump();
                let digits = self.take_while(|c| c.is_ascii_hexdigit());
                let closed = self.bump() == Some('}');
                character(digits).filter(|_| closed)
            }
            _ => None,
        };
        c.ok_or_else(|| {
            let place = self.since(start);
            let message = format!("`{}` stands for no character", self.text_of(place));
            let help = r#"a backslash is written `\\`; others are \n \t \r \0 \" \' \x41 \u{3bb}"#;
            Box::new(Mistake::new(Code::Syntax, place, message).help(help.to_owned()))
        })
    }

    /// Whether `r"` or `r#…#"` stands here.
    pub(super) fn begins_raw_text(&self) -> bool {
        self.rest()[1..].trim_start_matches('#').starts_with('"')
    }

    /// A text between `r#"` and `"#`, as it stands.
    pub(super) fn raw_text(&mut self) -> Read<String> {
        let start = self.here();
        self.bump();
        let hashes = self.take_while(|c| c == '#');
        self.bump();
        let end = format!("\"{hashes}");
        let Some(length) = self.rest().find(&end) else {
            return Err(self.text_never_ends(start));
        };
        let text = self.rest()[..length].to_owned();
        self.skip(length + end.len());
        Ok(text)
    }

    /// A number, with everything that clings to it.
    pub(super) fn number(&mut self) -> Read<Number> {
        let start = self.here();
        let mut before = 'e';
        let text = self.take_while(|c| {
            let sign = matches!(c, '+' | '-') && matches!(before, 'e' | 'E');
            before = c;
            c.is_alphanumeric() || matches!(c, '_' | '.' | '%') || sign
        });
        spell(text).ok_or_else(|| {
            let message = format!("`{}` is no number", self.text_of(self.since(start)));
            let quantity = text.starts_with(|c: char| c.is_ascii_digit())
                && text.ends_with(|c: char| c.is_alphabetic() || c == '%');
            let help = quantity.then(|| format!("quantities stand in quotes: \"{text}\""));
            Box::new(Mistake::new(Code::Syntax, self.since(start), message).help(help))
        })
    }

    fn text_never_ends(&self, start: Place) -> Box<Mistake> {
        let place = Place { end: start.start + 1, ..start };
        Box::new(Mistake::new(Code::Syntax, place, "this text is never closed"))
    }
}

fn character(hexadecimal: &str) -> Option<char> {
    u32::from_str_radix(hexadecimal, 16).ok().and_then(char::from_u32)
}

/// The number that is spelled, with the underscores and prefixes of RON.
fn spell(text: &str) -> Option<Number> {
    let text = text.replace('_', "");
    let digits = text.strip_prefix('+').unwrap_or(&text);
    for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] {
        if let Some(digits) = digits.strip_prefix(prefix) {
            let digits = Some(digits).filter(|digits| !digits.starts_with(['+', '-']))?;
            return u64::from_str_radix(digits, radix).ok().map(Number::Whole);
        }
    }
    if let Ok(number) = digits.parse() {
        return Some(Number::Whole(number));
    }
    if let Ok(number) = digits.parse() {
        return Some(Number::Negative(number));
    }
    let plain = digits.chars().all(|c| c.is_ascii_digit() || "+-.eE".contains(c));
    digits.parse().ok().filter(|number: &f64| plain && number.is_finite()).map(Number::Fraction)
}
