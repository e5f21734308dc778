//! Breaking lines: between words where that is possible, inside a word where it is not.

use unicode_width::UnicodeWidthChar;

use super::style::columns;

/// The text in lines of at most `width` columns; at least one line, even if it is empty.
pub(crate) fn wrap(text: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        for piece in pieces(word, width) {
            let gap = usize::from(!line.is_empty());
            if columns(&line) + gap + columns(&piece) > width && !line.is_empty() {
                lines.push(std::mem::take(&mut line));
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(&piece);
        }
    }
    if !line.is_empty() || lines.is_empty() {
        lines.push(line);
    }
    lines
}

/// Items one after another with a separator, in lines of at most `width` columns, never broken inside an item that
/// fits on a line. All lines but the last end with the separator.
pub(crate) fn flow(items: &[String], separator: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for (index, item) in items.iter().enumerate() {
        let last = index + 1 == items.len();
        let piece = if last { item.clone() } else { format!("{item}{separator}") };
        let fits = |line: &String| columns(line) + 1 + columns(piece.trim_end()) <= width;
        match lines.last_mut().filter(|line| fits(line)) {
            Some(line) => {
                line.push(' ');
                line.push_str(&piece);
            }
            None => lines.extend(wrap(&piece, width)),
        }
    }
    lines
}

/// The columns of the longest word.
pub(crate) fn longest_word(text: &str) -> usize {
    text.split_whitespace().map(columns).max().unwrap_or(0)
}

/// A word cut into pieces of at most `width` columns.
fn pieces(word: &str, width: usize) -> Vec<String> {
    if columns(word) <= width {
        return vec![word.to_owned()];
    }
    let mut pieces = Vec::new();
    let (mut piece, mut taken) = (String::new(), 0);
    for letter in word.chars() {
        let wide = letter.width().unwrap_or(0);
        if taken + wide > width && !piece.is_empty() {
            pieces.push(std::mem::take(&mut piece));
            taken = 0;
        }
        piece.push(letter);
        taken += wide;
    }
    pieces.push(piece);
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_between_words_and_only_then_inside_them() {
        assert_eq!(wrap("timeout and bulkhead", 11), ["timeout and", "bulkhead"]);
        assert_eq!(wrap("a_very_long_name", 6), ["a_very", "_long_", "name"]);
        assert_eq!(wrap("", 6), [""]);
        assert_eq!(wrap("漢字漢字", 4), ["漢字", "漢字"]);
    }

    #[test]
    fn items_stay_whole_and_keep_their_separators() {
        let items = ["one two".to_owned(), "three".to_owned(), "four".to_owned()];
        assert_eq!(flow(&items, ",", 10), ["one two,", "three,", "four"]);
        assert_eq!(flow(&items, ",", 80), ["one two, three, four"]);
    }
}
