//! One thing that is wrong at one place, first by bytes and then by line and column.

use std::fmt;
use std::sync::Arc;

use brownout_models::problem::{Code, Severity};

use super::source::{Place, Sources, line_and_column};

/// How many mistakes are told at most: who has more of them mends the first ones first.
pub const MOST: usize = 100;

/// Something wrong, or suspicious, at a place of a source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mistake {
    /// What kind of problem.
    pub code: Code,
    /// Where.
    pub place: Place,
    /// What was found and what was expected: a sentence without its full stop.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
    /// When it is a problem, if not always: "in the variant …".
    pub note: Option<String>,
}

impl Mistake {
    /// A mistake without advice.
    pub fn new(code: Code, place: Place, message: impl Into<String>) -> Mistake {
        Mistake { code, place, message: message.into(), help: None, note: None }
    }

    /// The same mistake with advice, if there is any.
    pub fn help(mut self, help: impl Into<Option<String>>) -> Mistake {
        self.help = help.into();
        self
    }
}

/// A problem that a person can go to: file, line and column.
#[derive(Clone, PartialEq, Debug)]
pub struct Located {
    /// What kind of problem.
    pub code: Code,
    /// How bad it is.
    pub severity: Severity,
    /// The file as the user named it, or the flag of the command line.
    pub file: Arc<str>,
    /// Where it begins, counted from 1.
    pub line: u32,
    /// The character of the line at which it begins, counted from 1.
    pub column: u32,
    /// The line in which it ends.
    pub end_line: u32,
    /// The column after its last character.
    pub end_column: u32,
    /// What was found and what was expected: a sentence without its full stop.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
    /// When it is a problem, if not always: "in the variant …".
    pub note: Option<String>,
    /// The whole text of the file, for showing the line; empty where there is no text to show.
    pub source: Arc<str>,
    /// First byte of the place and the one after its last, in `source`.
    pub bytes: (usize, usize),
}

impl Located {
    /// A mistake with the file and the line in which it stands.
    pub fn new(mistake: Mistake, sources: &Sources) -> Located {
        let source = sources.of(mistake.place);
        let (line, column) = line_and_column(&source.text, mistake.place.start);
        let (end_line, end_column) = line_and_column(&source.text, mistake.place.end);
        Located {
            code: mistake.code,
            severity: mistake.code.severity(),
            file: source.name.clone(),
            line,
            column,
            end_line,
            end_column,
            message: mistake.message,
            help: mistake.help,
            note: mistake.note,
            source: source.text.clone(),
            bytes: (mistake.place.start as usize, mistake.place.end as usize),
        }
    }

    /// A problem with a file as a whole.
    pub fn whole(code: Code, file: &str, message: impl Into<String>) -> Located {
        Located {
            code,
            severity: code.severity(),
            file: file.into(),
            line: 1,
            column: 1,
            end_line: 1,
            end_column: 1,
            message: message.into(),
            help: None,
            note: None,
            source: "".into(),
            bytes: (0, 0),
        }
    }

    /// Whether the scenario cannot run because of it.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

impl fmt::Display for Located {
    /// One line, as compilers print it for editors: `feed.ron:3:14: error[BO004]: …`.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let severity = if self.is_error() { "error" } else { "warning" };
        let Located { code, file, line, column, message, .. } = self;
        write!(out, "{file}:{line}:{column}: {severity}[{code}]: {message}")
    }
}

/// Mistakes in the order of the sources, each once, with lines and columns; at most [`MOST`].
pub fn locate_all(mut mistakes: Vec<Mistake>, sources: &Sources) -> Vec<Located> {
    mistakes.sort_by_key(|mistake| (mistake.place, mistake.code));
    let mut located: Vec<Located> = Vec::new();
    let mut last: Option<Mistake> = None;
    for mistake in mistakes {
        if located.len() == MOST {
            break;
        }
        let again = last.as_ref().is_some_and(|last| {
            (last.place, last.code, &last.message)
                == (mistake.place, mistake.code, &mistake.message)
        });
        if !again {
            located.push(Located::new(mistake.clone(), sources));
            last = Some(mistake);
        }
    }
    located
}
