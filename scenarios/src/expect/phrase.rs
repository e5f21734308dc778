//! A sentence taken apart into its words, before anybody asks what they refer to.

use std::ops::Range;

use super::accept::SIGNS;
use crate::metric::spelling::{Cursor, Slip, Spelled, Word};

/// What a sentence says, word by word.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Phrase {
    /// `always`, `never` or `steadily`.
    pub how_often: Option<Word>,
    /// Of what.
    pub number: Spelled,
    /// The sign, the value and the tolerance of a comparison; `None` of `recovers`.
    pub compared: Option<Compared>,
    /// `within` what time something comes back.
    pub within: Option<Word>,
    /// How long it is to hold.
    pub during: Option<Word>,
    /// In which window.
    pub window: Option<Word>,
    /// In which variant.
    pub variant: Option<Word>,
}

impl Phrase {
    /// The sentence `text` without the clause that names a variant.
    pub fn alone(&self, text: &str) -> String {
        let Some(Word { at, .. }) = &self.variant else { return text.to_owned() };
        let before = text[..at.start].trim_end();
        let before = before.strip_suffix("for").unwrap_or(before).trim_end();
        format!("{before}{}", &text[at.end..])
    }
}

/// What a number is compared with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Compared {
    /// One of the signs.
    pub sign: &'static str,
    /// The value.
    pub value: Word,
    /// The value at the end of the window, if it moves there.
    pub until: Option<Word>,
    /// How far from it is still equal.
    pub tolerance: Option<Word>,
}

/// What is said of a client whose goodput comes back.
pub const RECOVERS: &str = "recovers";
/// What begins a clause, or ends a value in another way.
const KEYWORDS: [&str; 7] = ["during", "in", "for", "within", "to", "+-", "±"];
const CLAUSES: &str = "`in WINDOW`, `during TIME` or `for 'VARIANT'`";

/// Reads a sentence.
///
/// # Errors
/// What is wrong first, and where.
pub fn read(text: &str) -> Result<Phrase, Slip> {
    let mut cursor = Cursor::new(text);
    let how_often = keyword(&mut cursor, &["always", "never", "steadily"]);
    let number = cursor.spelled()?;
    let recovers = number.metric.text == RECOVERS;
    let compared = if recovers { None } else { Some(compared(&mut cursor)?) };
    let within = match recovers.then(|| keyword(&mut cursor, &["within"])).flatten() {
        Some(_) => Some(quantity(&mut cursor, "a time, such as 30s")?),
        None => None,
    };
    let mut phrase =
        Phrase { how_often, number, compared, within, during: None, window: None, variant: None };
    while cursor.peek().is_some() {
        clause(&mut cursor, &mut phrase)?;
    }
    Ok(phrase)
}

/// Reads one clause into its place.
fn clause(cursor: &mut Cursor<'_>, phrase: &mut Phrase) -> Result<(), Slip> {
    let Some(key) = keyword(cursor, &["during", "in", "for", "within"]) else {
        return Err(cursor.unexpected(CLAUSES));
    };
    let is_time = cursor.peek().is_some_and(|c| c.is_ascii_digit());
    let (place, word) = match key.text.as_str() {
        "during" => (&mut phrase.during, quantity(cursor, "a time, such as 10s")?),
        "for" if is_time => (&mut phrase.during, quantity(cursor, "a time, such as 10s")?),
        "in" => (&mut phrase.window, name(cursor, "the name of a window")?),
        "for" => (&mut phrase.variant, name(cursor, "the name of a variant in quotes")?),
        _ => {
            let message = "`within` belongs to `recovers(client)`";
            return Err(Slip::new(key.at, message));
        }
    };
    match place {
        Some(_) => Err(Slip::new(key.at.start..word.at.end, "this is said twice")),
        None => {
            *place = Some(word);
            Ok(())
        }
    }
}

fn compared(cursor: &mut Cursor<'_>) -> Result<Compared, Slip> {
    const EXPECTED: &str = "one of <, <=, >, >= and =";
    let Some((sign, at)) = cursor.take(&SIGNS) else { return Err(cursor.unexpected(EXPECTED)) };
    if let Some((_, more)) = cursor.take(&["=", "<", ">"]) {
        let message = format!("there is no such comparison: expected {EXPECTED}");
        return Err(Slip::new(at.start..more.end, message));
    }
    let value = quantity(cursor, "a value")?;
    let until = match keyword(cursor, &["to"]) {
        Some(_) => Some(quantity(cursor, "the value at the end of the window")?),
        None => None,
    };
    let tolerance = match cursor.take(&["+-", "±"]) {
        Some(_) => Some(quantity(cursor, "a tolerance, such as 2%")?),
        None => None,
    };
    match &tolerance {
        Some(tolerance) if sign != "=" => {
            let message = format!("a tolerance belongs to `=`: `{sign}` has none");
            Err(Slip::new(tolerance.at.clone(), message))
        }
        _ => Ok(Compared { sign, value, until, tolerance }),
    }
}

/// Passes over one of some words, if it stands here and nothing clings to it.
fn keyword(cursor: &mut Cursor<'_>, words: &[&str]) -> Option<Word> {
    let mut ahead = cursor.clone();
    let word = match ahead.peek()? {
        '\'' | '"' => return None,
        _ => ahead.word(&ENDS).ok()?,
    };
    let found = words.contains(&word.text.as_str());
    if found {
        *cursor = ahead;
    }
    found.then_some(word)
}

/// What ends a word.
const ENDS: [char; 8] = [' ', '\t', '\n', '\r', '(', '\'', '"', '±'];

/// Reads a quantity; its unit may stand apart: `30 s`, `1 point`.
fn quantity(cursor: &mut Cursor<'_>, expected: &str) -> Result<Word, Slip> {
    let word = name(cursor, expected)?;
    if word.text.ends_with(|c: char| c.is_ascii_digit()) {
        let mut ahead = cursor.clone();
        let is_unit = ahead.peek().is_some_and(|c| c.is_alphabetic() || c == '/' || c == '%');
        let unit = ahead.word(&ENDS)?;
        if is_unit && !KEYWORDS.contains(&unit.text.as_str()) {
            *cursor = ahead;
            let Range { start, .. } = word.at;
            let text = format!("{} {}", word.text, unit.text);
            return Ok(Word { text, at: start..unit.at.end });
        }
    }
    Ok(word)
}

/// Reads a word, or a name in quotes.
fn name(cursor: &mut Cursor<'_>, expected: &str) -> Result<Word, Slip> {
    let word = cursor.clone().word(&ENDS)?;
    if word.text.is_empty() {
        return Err(cursor.unexpected(expected));
    }
    cursor.word(&ENDS)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The words of a sentence in short.
    fn words(text: &str) -> String {
        let Phrase { how_often, number, compared, within, during, window, variant } =
            read(text).unwrap_or_else(|slip| panic!("{text}: {slip:?}"));
        let (sign, value, until, tolerance) = match compared {
            Some(Compared { sign, value, until, tolerance }) => {
                (sign, Some(value), until, tolerance)
            }
            None => ("", None, None, None),
        };
        let word = |word: Option<Word>| word.map(|word| word.text).unwrap_or_default();
        let until = until.map(|word| format!(" to {}", word.text)).unwrap_or_default();
        let [value, tolerance] = [value, tolerance].map(word);
        let value = value + &until;
        let [how_often, within, during, window, variant] =
            [how_often, within, during, window, variant].map(word);
        let number = format!("{}/{}", number.metric.text, number.subject.text);
        [how_often, number, sign.to_owned(), value, tolerance, within, during, window, variant]
            .join("|")
    }

    #[test]
    fn a_sentence_is_taken_apart_into_its_words() {
        for (text, expected) in [
            ("goodput(app) >= 99.9%", "|goodput/app|>=|99.9%|||||"),
            (
                "capacity(feed) = 64.5/s +- 2% in saturated for 'as built, saturated'",
                "|capacity/feed|=|64.5/s|2%|||saturated|as built, saturated",
            ),
            ("success(app)=63.4%±1 point", "|success/app|=|63.4%|1 point||||"),
            (
                "goodput(app) < 5% for 10s in fault for breaker",
                "|goodput/app|<|5%|||10s|fault|breaker",
            ),
            (
                "never queue_length(feed) > 1000 during 5 s",
                "never|queue_length/feed|>|1000|||5 s||",
            ),
            (
                "steadily offered_per_s(app) = 5 /s to 7.5k/s±5% in fault",
                "steadily|offered_per_s/app|=|5 /s to 7.5k/s|5%|||fault|",
            ),
            ("recovers(app) within 30s for \"b\"", "|recovers/app||||30s|||b"),
            ("recovers(app)", "|recovers/app|||||||"),
            ("opens(feed.counts) = 1 in fault", "|opens/feed.counts|=|1||||fault|"),
        ] {
            assert_eq!(words(text), expected, "{text}");
        }
    }

    #[test]
    fn a_sentence_about_a_variant_can_be_said_without_it() {
        let alone = |text: &str| read(text).unwrap().alone(text);
        assert_eq!(alone("p99(a) < 1s for 'b' in after"), "p99(a) < 1s in after");
        assert_eq!(alone("p99(a) < 1s for 5s"), "p99(a) < 1s for 5s");
    }

    #[test]
    fn what_makes_no_sentence_is_told_where_it_goes_wrong() {
        let slips = [
            "",
            "goodput(app)",
            "goodput(app) == 5%",
            "goodput(app) => 5%",
            "goodput(app) >= ",
            "goodput(app) >= 5% +- 1%",
            "goodput(app) >= 99% within 5s",
            "goodput(app) >= 99% in",
            "goodput(app) >= 99% in fault in after",
            "goodput(app) >= 99% for 'breaker",
            "goodput(app) >= 5% to",
            "goodput(app) = 5% +- 1% to 7%",
            "goodput(app) >= 99% at 5s",
            "often goodput(app) > 5%",
            "recovers(app) within",
        ];
        let told = slips.map(|text| {
            let Slip { at, message, .. } = read(text).unwrap_err();
            let carets = "^".repeat(text[at.clone()].chars().count().max(1));
            format!("{text}\n{:width$}{carets} {message}", "", width = at.start)
        });
        insta::assert_snapshot!(told.join("\n\n"));
    }
}
