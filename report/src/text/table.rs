//! Columns that line up: numbers at their ±, names at the left, and strips where a table is wider than the terminal.

use crate::number::Shown;

use super::style::{Role, Style, columns};
use super::wrap::{longest_word, wrap};

/// One cell.
#[derive(Clone, Debug)]
pub(crate) enum Cell {
    /// A number, lined up at its ±.
    Number(Shown),
    /// Words or a list of items, wrapped as needed.
    Items(Vec<String>),
    /// Nothing applies here.
    Absent,
}

/// What a column holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Holds {
    /// Numbers, at the right.
    Numbers,
    /// One short word in each row, at the left.
    Tags,
    /// The same, of which the row is known: repeated in every strip.
    Keys,
    /// Lists, at the left, over what is left of the line.
    Words,
}

/// One column: what it is called, its unit, and what it holds.
#[derive(Clone, Debug)]
pub(crate) struct Column {
    pub(super) title: String,
    pub(super) unit: String,
    pub(super) holds: Holds,
}

impl Column {
    /// A column of numbers.
    pub(crate) fn number(title: impl Into<String>, unit: impl Into<String>) -> Column {
        Column { title: title.into(), unit: unit.into(), holds: Holds::Numbers }
    }

    /// A column of short words.
    pub(crate) fn tags(title: impl Into<String>) -> Column {
        Column { title: title.into(), unit: String::new(), holds: Holds::Tags }
    }

    /// The same column with a unit below its title.
    pub(crate) fn in_unit(self, unit: impl Into<String>) -> Column {
        Column { unit: unit.into(), ..self }
    }

    /// A column of short words by which a row is known, together with its label.
    pub(crate) fn keys(title: impl Into<String>) -> Column {
        Column { holds: Holds::Keys, ..Column::tags(title) }
    }

    /// A column of lists.
    pub(crate) fn words(title: impl Into<String>) -> Column {
        Column { title: title.into(), unit: String::new(), holds: Holds::Words }
    }
}

/// One row: a heading over the rows that follow, or a label with a cell for each column.
#[derive(Clone, Debug)]
pub(crate) enum Row {
    /// A heading of its own.
    Heading(String, Role),
    /// A label, how deep it stands, and the cells.
    Cells(String, usize, Vec<Cell>),
}

/// A table before it is laid out.
#[derive(Clone, Default, Debug)]
pub(crate) struct Table {
    pub(crate) columns: Vec<Column>,
    pub(crate) rows: Vec<Row>,
}

/// Columns between two columns.
pub(super) const GAP: usize = 2;
/// Columns before every line.
pub(super) const MARGIN: usize = 2;
/// Columns that a word of a title may take before it is broken.
const LONGEST_TITLE: usize = 24;

/// The widths of one column: of the values, of the half-widths, of the whole.
#[derive(Clone, Copy)]
pub(super) struct Width {
    value: usize,
    pub(super) half: usize,
    pub(super) whole: usize,
}

impl Table {
    /// Whether the table fits into a width without being cut into strips.
    pub(crate) fn fits(&self, width: usize) -> bool {
        let all: usize =
            (0..self.columns.len()).map(|index| GAP + self.width_of(index).whole).sum();
        MARGIN + self.label_width(width) + all <= width
    }

    /// The lines of the table, each ending in a line feed. What does not fit into one strip becomes further strips.
    pub(crate) fn render(&self, width: usize, style: Style, out: &mut String) {
        let label = self.label_width(width);
        for (index, strip) in self.strips(label, width).iter().enumerate() {
            if index > 0 {
                out.push('\n');
            }
            self.draw(label, strip, index == 0, width, style, out);
        }
    }

    /// The same with the first strip only. Returns the titles of the columns that were left out.
    pub(crate) fn render_first(&self, width: usize, style: Style, out: &mut String) -> Vec<&str> {
        let label = self.label_width(width);
        let strips = self.packed(label, width, usize::MAX);
        self.draw(label, &strips[0], true, width, style, out);
        let left_out = strips[1..].iter().flatten();
        left_out.map(|&(index, _)| self.columns[index].title.as_str()).collect()
    }

    /// The width of the labels: what the longest one needs, at most two fifths of the line.
    fn label_width(&self, width: usize) -> usize {
        let longest = self.rows.iter().map(|row| match row {
            Row::Heading(..) => 0,
            Row::Cells(label, depth, _) => 2 * depth + columns(label),
        });
        longest.max().unwrap_or(0).min((width * 2 / 5).max(12))
    }

    /// How wide a column is: numbers take what they need, words what their longest item needs up to a limit.
    fn width_of(&self, index: usize) -> Width {
        let column = &self.columns[index];
        let mut width = Width { value: 0, half: 0, whole: 0 };
        for row in &self.rows {
            let Row::Cells(_, _, cells) = row else { continue };
            match cells.get(index) {
                Some(Cell::Number(shown)) => {
                    width.value = width.value.max(columns(&shown.value));
                    let half = shown.half_width.as_deref().map_or(0, columns);
                    width.half = width.half.max(half);
                }
                Some(Cell::Items(items)) => {
                    let longest = items.iter().map(|item| columns(item) + 1).max();
                    width.whole = width.whole.max(longest.unwrap_or(0));
                }
                Some(Cell::Absent) | None => width.value = width.value.max(1),
            }
        }
        let ends = if width.half > 0 { 3 + width.half } else { 0 };
        let title = title_width(&column.title).max(columns(&column.unit));
        width.whole = width.whole.max(width.value + ends).max(title);
        width
    }

    /// The columns packed into strips, each with its widths. Words take what is left of the first line, and become
    /// notes under the rows where they do not fit there.
    fn strips(&self, label: usize, width: usize) -> Vec<Vec<(usize, Width)>> {
        let packed = self.packed(label, width, usize::MAX);
        // Even strips read better than full ones with a rest.
        let keys = self.columns.iter().filter(|column| column.holds == Holds::Keys).count();
        let others = self.columns.len() - keys;
        let even = self.packed(label, width, keys + others.div_ceil(packed.len()));
        if even.len() == packed.len() { even } else { packed }
    }

    /// Strips of at most so many columns.
    fn packed(&self, label: usize, width: usize, most: usize) -> Vec<Vec<(usize, Width)>> {
        let mut strips: Vec<Vec<(usize, Width)>> = vec![Vec::new()];
        let mut used = MARGIN + label;
        for index in 0..self.columns.len() {
            let mut taken = self.width_of(index);
            let has_most = strips.last().is_some_and(|strip| strip.len() >= most);
            let full = used + GAP + taken.whole > width || has_most;
            if self.columns[index].holds == Holds::Words && (full || strips.len() > 1) {
                continue;
            }
            if full && strips.last().is_some_and(|strip| !strip.is_empty()) {
                let keys: Vec<(usize, Width)> = (0..index)
                    .filter(|&key| self.columns[key].holds == Holds::Keys)
                    .map(|key| (key, self.width_of(key)))
                    .collect();
                used = MARGIN + label;
                used += keys.iter().map(|(_, width)| GAP + width.whole).sum::<usize>();
                strips.push(keys);
            }
            if self.columns[index].holds == Holds::Words {
                taken.whole = width.saturating_sub(used + GAP).max(taken.whole);
            }
            used += GAP + taken.whole;
            strips.last_mut().expect("there is always a last strip").push((index, taken));
        }
        strips
    }
}

/// The width at which a title needs no more than two lines.
fn title_width(title: &str) -> usize {
    let least = longest_word(title).max(columns(title).min(10)).min(LONGEST_TITLE);
    (least..LONGEST_TITLE).find(|&width| wrap(title, width).len() <= 2).unwrap_or(least)
}
