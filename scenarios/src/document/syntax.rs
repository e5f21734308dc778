//! RON text in, tree out: the grammar of a scenario file.

mod literal;
mod scanner;

use brownout_models::problem::Code;

use super::mistake::{MOST, Mistake};
use super::source::Place;
use super::tree::{Entry, Name, Node, Value};
use scanner::{Scanner, is_word_start};

/// How deep values may be nested; no scenario comes near.
const DEEPEST: u32 = 100;

/// What a text says.
#[derive(Debug)]
pub struct Parsed {
    /// The one value of the document.
    pub root: Node,
    /// Keys that stand twice; the later ones are left out of the tree.
    pub mistakes: Vec<Mistake>,
}

/// Reads a whole text; the first error of syntax ends it, since nothing certain can be said about the rest.
pub fn parse(source: u32, text: &str) -> Result<Parsed, Box<Mistake>> {
    parse_from(source, text, 0)
}

/// The same for the part of a text from a byte on.
pub fn parse_from(source: u32, text: &str, start: usize) -> Result<Parsed, Box<Mistake>> {
    let scan = Scanner::new(source, text, start);
    let mut parser = Parser { scan, depth: 0, mistakes: Vec::new() };
    parser.scan.header()?;
    if parser.scan.at_end() {
        let place = parser.scan.here();
        return Err(Box::new(Mistake::new(
            Code::Syntax,
            place,
            "nothing stands here: expected a value",
        )));
    }
    let root = parser.value()?;
    parser.scan.space()?;
    if !parser.scan.at_end() {
        let place = parser.scan.token();
        let found = parser.scan.text_of(place);
        let message = format!("found `{found}` after the end of the value");
        let help = "one value in parentheses makes up the whole text; is a closing one too many?";
        return Err(Box::new(Mistake::new(Code::Syntax, place, message).help(help.to_owned())));
    }
    Ok(Parsed { root, mistakes: parser.mistakes })
}

struct Parser<'a> {
    scan: Scanner<'a>,
    depth: u32,
    mistakes: Vec<Mistake>,
}

type Read<T> = Result<T, Box<Mistake>>;

impl Parser<'_> {
    fn value(&mut self) -> Read<Node> {
        self.scan.space()?;
        let start = self.scan.here();
        let value = match self.scan.peek() {
            Some('"') => Value::Text(self.scan.quoted()?),
            Some('r') if self.scan.begins_raw_text() => Value::Text(self.scan.raw_text()?),
            Some('[') => self.nested(start, ']', |parser| {
                Ok(Value::List(parser.series(start, ']', Parser::value)?))
            })?,
            Some('{') => self.nested(start, '}', |parser| {
                let entries = parser.series(start, '}', Parser::entry)?;
                Ok(Value::Map(parser.once_each(entries)))
            })?,
            Some('(') => self.parentheses(start)?,
            Some(c) if c.is_ascii_digit() || matches!(c, '+' | '-' | '.') => {
                Value::Number(self.scan.number()?)
            }
            Some(c) if is_word_start(c) => self.word(start)?,
            _ => return Err(self.scan.unexpected("a value")),
        };
        Ok(Node { place: self.scan.since(start), value })
    }

    /// A value that others lie in, from its opening to its closing character.
    fn nested(
        &mut self,
        start: Place,
        close: char,
        read: impl FnOnce(&mut Self) -> Read<Value>,
    ) -> Read<Value> {
        if self.depth == DEEPEST {
            let message = format!("values are nested more than {DEEPEST} deep here");
            return Err(Box::new(Mistake::new(Code::NotAScenario, self.scan.token(), message)));
        }
        self.depth += 1;
        self.scan.bump();
        let value = read(self)?;
        self.scan.close(start, close)?;
        self.depth -= 1;
        Ok(value)
    }

    /// Items up to the closing character, with commas in between and perhaps one at the end.
    fn series<T>(
        &mut self,
        start: Place,
        close: char,
        mut item: impl FnMut(&mut Self) -> Read<T>,
    ) -> Read<Vec<T>> {
        let mut items = Vec::new();
        loop {
            self.scan.space()?;
            if self.scan.peek() == Some(close) {
                return Ok(items);
            }
            if self.scan.at_end() {
                return Err(self.scan.never_closed(start));
            }
            items.push(item(self)?);
            self.scan.space()?;
            if self.scan.peek() == Some(',') {
                self.scan.bump();
            } else if self.scan.peek() != Some(close) {
                return Err(self.scan.no_comma(start, close));
            }
        }
    }

    fn parentheses(&mut self, start: Place) -> Read<Value> {
        self.nested(start, ')', |parser| {
            parser.scan.space()?;
            if parser.scan.begins_field() {
                let fields = parser.series(start, ')', Parser::field)?;
                return Ok(Value::Fields(parser.once_each(fields)));
            }
            Ok(Value::Items(parser.series(start, ')', Parser::item)?))
        })
    }

    fn item(&mut self) -> Read<Node> {
        if self.scan.begins_field() {
            let message = "found a field after a value without a name";
            let help = "within one pair of parentheses either all values have names or none";
            let mistake = Mistake::new(Code::Syntax, self.scan.token(), message);
            return Err(Box::new(mistake.help(help.to_owned())));
        }
        self.value()
    }

    fn field(&mut self) -> Read<Entry> {
        if !self.scan.begins_field() {
            return Err(self.scan.unexpected("the name of a field and a colon, as in `name: …`"));
        }
        let start = self.scan.here();
        let text = self.scan.word().to_owned();
        let place = self.scan.since(start);
        let key = Node { place, value: Value::Named(Name { place, text }, None) };
        self.after_key(key)
    }

    fn entry(&mut self) -> Read<Entry> {
        let key = self.value()?;
        self.after_key(key)
    }

    fn after_key(&mut self, key: Node) -> Read<Entry> {
        self.scan.space()?;
        if self.scan.peek() != Some(':') {
            return Err(self.scan.unexpected("a colon after the key"));
        }
        self.scan.bump();
        let value = self.value()?;
        Ok(Entry { key, value, by_path: false })
    }

    /// A bare word with the parentheses behind it, if there are any.
    fn word(&mut self, start: Place) -> Read<Value> {
        // `r#None` is how ron writes a variant that is called like something of its own.
        if self.scan.rest().starts_with("r#") {
            self.scan.skip(2);
        }
        let text = self.scan.word().to_owned();
        let name = Name { place: self.scan.since(start), text };
        match name.text.as_str() {
            "true" => return Ok(Value::Truth(true)),
            "false" => return Ok(Value::Truth(false)),
            _ => {}
        }
        let after_name = self.scan.clone();
        self.scan.space()?;
        let open = self.scan.here();
        if self.scan.peek() != Some('(') {
            self.scan = after_name;
            return Ok(Value::Named(name, None));
        }
        let value = self.parentheses(open)?;
        let body = Node { place: self.scan.since(open), value };
        Ok(Value::Named(name, Some(Box::new(body))))
    }

    /// Leaves out keys that stood before, and says so.
    fn once_each(&mut self, entries: Vec<Entry>) -> Vec<Entry> {
        let mut first = std::collections::BTreeMap::new();
        let mut once = Vec::with_capacity(entries.len());
        for entry in entries {
            let Some(word) = entry.key.word().map(str::to_owned) else {
                once.push(entry);
                continue;
            };
            match first.get(&word) {
                None => {
                    first.insert(word, entry.key.place);
                    once.push(entry);
                }
                // Finding the line takes a while; nobody reads hundreds of these.
                Some(_) if self.mistakes.len() >= MOST => {}
                Some(&earlier) => {
                    let (line, column) = self.scan.line_and_column(earlier);
                    let message = format!("`{word}` stands here twice");
                    let help = format!(
                        "it stood in line {line}, column {column} before; remove or rename one of them"
                    );
                    let mistake = Mistake::new(Code::DuplicateKey, entry.key.place, message);
                    self.mistakes.push(mistake.help(help));
                }
            }
        }
        once
    }
}

#[cfg(test)]
mod tests;
