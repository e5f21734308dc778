//! Drawing one strip of a table: its header, its rows, and notes under them.

use crate::number::ABSENT;

use super::style::{Role, Style, pad_left, pad_right};
use super::table::{Cell, GAP, Holds, MARGIN, Row, Table, Width};
use super::wrap::{flow, wrap};

/// Columns of one strip with their widths.
type Strip = [(usize, Width)];

impl Table {
    /// Draws a strip. Words that have no column in it become notes where `with_notes` says so.
    pub(super) fn draw(
        &self,
        label: usize,
        strip: &Strip,
        with_notes: bool,
        width: usize,
        style: Style,
        out: &mut String,
    ) {
        self.header(label, strip, style, out);
        let is_note = |index: &usize| {
            self.columns[*index].holds == Holds::Words
                && strip.iter().all(|(other, _)| other != index)
        };
        let notes: Vec<usize> = match with_notes {
            true => (0..self.columns.len()).filter(is_note).collect(),
            false => Vec::new(),
        };
        for row in &self.rows {
            self.row(row, label, strip, style, out);
            let Row::Cells(_, depth, cells) = row else { continue };
            for &index in &notes {
                if let Some(Cell::Items(items)) = cells.get(index)
                    && !items.is_empty()
                {
                    self.note(index, items, 2 * depth + 2 + MARGIN, width, style, out);
                }
            }
        }
    }

    /// The items of a cell of words under its row.
    fn note(
        &self,
        index: usize,
        items: &[String],
        indent: usize,
        width: usize,
        style: Style,
        out: &mut String,
    ) {
        let title = &self.columns[index].title;
        let mut items = items.to_vec();
        items[0] = format!("{title} {}", items[0]);
        for line in flow(&items, ",", width.saturating_sub(indent)) {
            push_line(&format!("{}{}", " ".repeat(indent), style.paint(Role::Quiet, &line)), out);
        }
    }

    fn header(&self, label: usize, strip: &Strip, style: Style, out: &mut String) {
        let titles: Vec<Vec<String>> = strip
            .iter()
            .map(|&(index, width)| wrap(&self.columns[index].title, width.whole))
            .collect();
        let deepest = titles.iter().map(Vec::len).max().unwrap_or(0);
        let deepest = if titles.iter().flatten().all(String::is_empty) { 0 } else { deepest };
        let has_units = strip.iter().any(|&(index, _)| !self.columns[index].unit.is_empty());
        for line in 0..deepest {
            let mut text = " ".repeat(MARGIN + label);
            for (&(index, width), title) in strip.iter().zip(&titles) {
                let above = deepest - title.len();
                let word = line.checked_sub(above).map_or("", |at| title[at].as_str());
                self.head(index, width, word, Role::Strong, style, &mut text);
            }
            push_line(&text, out);
        }
        if has_units {
            let mut text = " ".repeat(MARGIN + label);
            for &(index, width) in strip {
                self.head(index, width, &self.columns[index].unit, Role::Quiet, style, &mut text);
            }
            push_line(&text, out);
        }
    }

    /// One word of a header, on the side on which the column's cells stand.
    fn head(
        &self,
        index: usize,
        width: Width,
        word: &str,
        role: Role,
        style: Style,
        text: &mut String,
    ) {
        text.push_str(&" ".repeat(GAP));
        let padded = match self.columns[index].holds {
            Holds::Numbers => pad_left(word, width.whole),
            Holds::Tags | Holds::Keys | Holds::Words => pad_right(word, width.whole),
        };
        text.push_str(&style.paint(role, &padded));
    }

    fn row(&self, row: &Row, label: usize, strip: &Strip, style: Style, out: &mut String) {
        let (name, depth, cells) = match row {
            Row::Heading(text, role) => {
                return push_line(
                    &format!("{}{}", " ".repeat(MARGIN), style.paint(*role, text)),
                    out,
                );
            }
            Row::Cells(name, depth, cells) => (name, *depth, cells),
        };
        let names = wrap(name, label.saturating_sub(2 * depth).max(1));
        let words: Vec<Vec<String>> =
            strip.iter().map(|&(index, width)| words_of(cells.get(index), width.whole)).collect();
        let height = words.iter().map(Vec::len).max().unwrap_or(0).max(names.len());
        for line in 0..height {
            let name = names.get(line).map_or("", String::as_str);
            let indented = format!("{}{name}", " ".repeat(2 * depth));
            let mut text = format!("{}{}", " ".repeat(MARGIN), pad_right(&indented, label));
            for (&(index, width), words) in strip.iter().zip(&words) {
                text.push_str(&" ".repeat(GAP));
                match cells.get(index) {
                    Some(Cell::Items(_)) => {
                        let word = words.get(line).map_or("", String::as_str);
                        text.push_str(&pad_right(word, width.whole));
                    }
                    cell if line == 0 => text.push_str(&number(cell, width, style)),
                    _ => text.push_str(&" ".repeat(width.whole)),
                }
            }
            push_line(&text, out);
        }
    }
}

/// The lines of a cell of words; numbers have none.
fn words_of(cell: Option<&Cell>, width: usize) -> Vec<String> {
    match cell {
        Some(Cell::Items(items)) => flow(items, ",", width),
        _ => Vec::new(),
    }
}

/// A number lined up at its ±, with the half-width in quiet.
fn number(cell: Option<&Cell>, width: Width, style: Style) -> String {
    let (value, half) = match cell {
        Some(Cell::Number(shown)) => (shown.value.as_str(), shown.half_width.as_deref()),
        _ => (ABSENT, None),
    };
    let ends = if width.half > 0 { 3 + width.half } else { 0 };
    let front = pad_left(value, width.whole - ends);
    let back = half.map(|half| format!(" ± {half}")).unwrap_or_default();
    format!("{front}{}", style.paint(Role::Quiet, &pad_right(&back, ends)))
}

/// Adds a line without spaces at its end.
pub(super) fn push_line(line: &str, out: &mut String) {
    out.push_str(line.trim_end());
    out.push('\n');
}
