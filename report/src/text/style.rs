//! How words are emphasised on a terminal: by ANSI sequences, or not at all.

use unicode_width::UnicodeWidthStr;

/// Whether the text carries colour. Signs and words say everything that colour says.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Style {
    /// Characters only.
    #[default]
    Plain,
    /// Bold, dim and the eight basic colours of every terminal.
    Ansi,
}

/// What a piece of text is, so that a style can decide how it looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    /// Headings and names.
    Strong,
    /// Units, half-widths and what is there for completeness.
    Quiet,
    /// Window names.
    Window,
    /// An expectation that holds.
    Good,
    /// An expectation that fails, and results that are incomplete.
    Bad,
    /// A warning.
    Warning,
}

impl Style {
    /// The text in its role. Pad before, not after: the sequences take no columns.
    pub(crate) fn paint(self, role: Role, text: &str) -> String {
        let code = match role {
            Role::Strong => "1",
            Role::Quiet => "2",
            Role::Window => "36",
            Role::Good => "32",
            Role::Bad => "1;31",
            Role::Warning => "33",
        };
        match self {
            Style::Ansi if !text.trim().is_empty() => format!("\u{1b}[{code}m{text}\u{1b}[0m"),
            Style::Ansi | Style::Plain => text.to_owned(),
        }
    }
}

/// Columns that a text takes on a terminal.
pub(crate) fn columns(text: &str) -> usize {
    text.width()
}

/// The text with spaces after it.
pub(crate) fn pad_right(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(columns(text))))
}

/// The text with spaces before it.
pub(crate) fn pad_left(text: &str, width: usize) -> String {
    format!("{}{text}", " ".repeat(width.saturating_sub(columns(text))))
}
