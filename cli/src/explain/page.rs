//! How an explanation is laid out: words wrapped to the terminal, names at the left.

use super::schema::{Named, Node};
use super::walk::{Found, Place};
use crate::output;

/// The widest that a line of prose gets, however wide the terminal is.
const WIDEST: usize = 100;

/// Places that are listed before the rest is only counted.
const MOST_PLACES: usize = 6;

/// A page that grows line by line.
pub(super) struct Page {
    text: String,
    width: usize,
}

impl Page {
    /// An empty page as wide as the terminal.
    pub(super) fn new() -> Page {
        Page { text: String::new(), width: output::width().min(WIDEST) }
    }

    /// The text.
    pub(super) fn finish(self) -> String {
        self.text
    }

    /// A line as it is.
    pub(super) fn line(&mut self, line: &str) {
        self.text += line;
        self.text.push('\n');
    }

    /// A heading, with an empty line above unless the page is empty.
    pub(super) fn heading(&mut self, heading: &str) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.line(&format!("\u{1b}[1m{heading}\u{1b}[0m"));
    }

    /// Paragraphs, wrapped and indented.
    pub(super) fn prose(&mut self, indent: usize, text: &str) {
        for (index, paragraph) in text.split("\n\n").enumerate() {
            if index > 0 {
                self.text.push('\n');
            }
            for line in wrap(paragraph, self.width.saturating_sub(indent)) {
                self.line(&format!("{:indent$}{line}", ""));
            }
        }
    }

    /// A name, and words about it beside or below.
    pub(super) fn entry(&mut self, name: &str, text: &str) {
        const COLUMN: usize = 18;
        let lines = wrap(text, self.width.saturating_sub(COLUMN));
        let head = format!("  \u{1b}[36m{name}\u{1b}[0m");
        let used = name.chars().count() + 2;
        let mut lines = lines.into_iter();
        if used < COLUMN {
            let gap = COLUMN - used;
            self.line(&format!("{head}{:gap$}{}", "", lines.next().unwrap_or_default()));
        } else {
            self.line(&head);
        }
        for line in lines {
            self.line(&format!("{:COLUMN$}{line}", ""));
        }
    }

    /// The fields of something.
    fn fields(&mut self, fields: &[Named<'_>]) {
        if fields.is_empty() {
            return;
        }
        self.heading("Fields");
        for Named { name, node } in fields {
            self.entry(name, &format!("{}{}", node.kind(), need(node)));
            for said in node.says().iter().take(1) {
                self.prose(18, &format!("{said}{}", default(node, said)));
            }
        }
    }

    /// The variants of something, each with its first sentence.
    fn variants(&mut self, variants: &[Named<'_>]) {
        if variants.is_empty() {
            return;
        }
        self.heading("One of");
        for Named { name, node } in variants {
            let says = node.says();
            self.entry(name, says.first().map(String::as_str).unwrap_or_default());
        }
    }

    /// What there is to say of a node itself and of what is inside it.
    fn contents(&mut self, node: &Node<'_>) {
        for (index, said) in node.says().iter().enumerate() {
            if index > 0 {
                self.line("");
            }
            self.prose(2, &format!("{said}{}", default(node, said)));
        }
        let inner = node.innermost();
        if inner.identity() != node.identity() {
            for said in inner.says() {
                self.line("");
                self.prose(2, &said);
            }
        }
        self.fields(&fields(&inner));
        self.variants(&inner.variants().collect::<Vec<_>>());
        if let Some(why) = node.why() {
            self.heading("Why");
            self.prose(2, &why);
        }
    }
}

/// The fields of something, those of all its forms together.
fn fields<'a>(node: &Node<'a>) -> Vec<Named<'a>> {
    node.fields().chain(node.forms().flat_map(|form| form.fields())).collect()
}

/// All of a kind.
pub(super) fn group(word: &str, node: &Node<'_>) -> String {
    let mut page = Page::new();
    page.heading(word);
    for said in node.innermost().says() {
        page.prose(2, &said);
    }
    page.variants(&node.innermost().variants().collect::<Vec<_>>());
    page.line("");
    page.line("`brownout explain NAME` tells all about one of them.");
    page.finish()
}

/// A field that was named by its path.
pub(super) fn place(place: &Place<'_>) -> String {
    let mut page = Page::new();
    page.heading(&place.path);
    page.prose(2, &format!("{}{}", place.node.kind(), need(&place.node)));
    page.line("");
    page.contents(&place.node);
    page.finish()
}

/// A field or a variant that was named alone.
pub(super) fn found(found: &Found<'_>) -> String {
    let mut page = Page::new();
    page.heading(found.name);
    page.contents(&found.node);
    page.heading("Stands in");
    for place in found.places.iter().take(MOST_PLACES) {
        page.prose(2, if place.is_empty() { "the scenario itself" } else { place });
    }
    if found.places.len() > MOST_PLACES {
        page.prose(2, &format!("and {} more places", found.places.len() - MOST_PLACES));
    }
    page.finish()
}

fn need(node: &Node<'_>) -> &'static str {
    if node.optional { ", may be left out" } else { "" }
}

/// The default, where the words do not tell it.
fn default(node: &Node<'_>, said: &str) -> String {
    match node.default() {
        Some(value) if !said.contains("efault") && !value.is_null() && !value.is_object() => {
            format!(" Default {value}.")
        }
        _ => String::new(),
    }
}

/// Lines of at most so many columns; a word that is longer stands alone.
fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last().map_or(0, |line| line.chars().count());
        if line > 0 && line + 1 + word.chars().count() > width {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines
}
