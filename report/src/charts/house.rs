//! The house style: inks in light and dark, sizes, and the widths of letters. Every chart is drawn with these.

/// An ink by its meaning; what it looks like is the theme's affair.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Ink(pub(super) u8);

/// Name, light and dark of every ink.
pub(super) const PALETTE: [(&str, &str, &str); 33] = [
    ("paper", "#ffffff", "#0d1117"),
    ("text", "#1f2328", "#e6edf3"),
    ("quiet", "#59636e", "#9aa4af"),
    ("grid", "#e4e8ec", "#252c35"),
    ("axis", "#8c959f", "#6e7681"),
    ("fault", "#fbe9dd", "#2c1e18"),
    ("fault-edge", "#c4622d", "#e08a5b"),
    ("p50", "#5b9ccd", "#5088bd"),
    ("p90", "#2768a3", "#86bdec"),
    ("p99", "#0e2c52", "#e2f0fc"),
    ("busy", "#2f7fae", "#55a5d6"),
    ("queue", "#a85a23", "#dd9358"),
    ("limit", "#59636e", "#9aa4af"),
    ("bar", "#2f7fae", "#4c9fd0"),
    ("bar-other", "#7a8793", "#8b98a5"),
    ("ok", "#2f7fae", "#4395c8"),
    ("degraded", "#97cde6", "#a9daf0"),
    ("late", "#f2c84b", "#d9ab2f"),
    ("failed", "#a11d33", "#c93a52"),
    ("invalid", "#e39ac0", "#e9aed0"),
    ("queue-full", "#7d4a1e", "#a9713f"),
    ("shed", "#b9824f", "#cf9f70"),
    ("rate-limited", "#e3c19c", "#efd9bf"),
    ("connection-refused", "#54437f", "#7d6ab3"),
    ("reset", "#8875bd", "#a797d8"),
    ("lost", "#c3b8e6", "#d5ccf2"),
    ("timed-out", "#dc5a22", "#ee7138"),
    ("deadline-exceeded", "#f4a77c", "#f8bd99"),
    ("breaker-open", "#1c7565", "#319a86"),
    ("bulkhead-full", "#7cc8b4", "#97dcca"),
    ("cancelled", "#9aa3ac", "#7f8a95"),
    ("unanswered", "#565f69", "#b6c0ca"),
    ("other", "#c8ced4", "#535d68"),
];

impl Ink {
    pub(super) const PAPER: Ink = Ink(0);
    pub(super) const TEXT: Ink = Ink(1);
    pub(super) const QUIET: Ink = Ink(2);
    pub(super) const GRID: Ink = Ink(3);
    pub(super) const AXIS: Ink = Ink(4);
    pub(super) const FAULT: Ink = Ink(5);
    pub(super) const FAULT_EDGE: Ink = Ink(6);
    /// p50, p90 and p99, from near to far.
    pub(super) const PERCENTILES: [Ink; 3] = [Ink(7), Ink(8), Ink(9)];
    pub(super) const BUSY: Ink = Ink(10);
    pub(super) const QUEUE: Ink = Ink(11);
    pub(super) const LIMIT: Ink = Ink(12);
    pub(super) const BAR: Ink = Ink(13);
    pub(super) const BAR_OTHER: Ink = Ink(14);
    /// The first of the inks of outcomes, which follow in the order of `names::outcome_rank`.
    const FIRST_OUTCOME: u8 = 15;

    /// The ink of an outcome by its rank.
    pub(super) fn outcome(rank: usize) -> Ink {
        let last = PALETTE.len() as u8 - 1;
        Ink(u8::try_from(rank).unwrap_or(last).saturating_add(Ink::FIRST_OUTCOME).min(last))
    }
}

/// Space around everything, in pixels as all sizes here.
pub(super) const MARGIN: f64 = 20.0;
/// Room at the left of a plot for the labels of its axis.
pub(super) const GUTTER: f64 = 52.0;
/// Space between two panels.
pub(super) const GAP: f64 = 22.0;
/// Height of the band above a plot in which shaded spans have their names.
pub(super) const BAND: f64 = 16.0;
/// Height of the labels under a plot.
pub(super) const FOOT: f64 = 22.0;

/// The size of a title.
pub(super) const TITLE: f64 = 19.0;
/// The size of the line under a title.
pub(super) const SUBTITLE: f64 = 13.0;
/// The size of a panel's name.
pub(super) const NAME: f64 = 13.0;
/// The size of notes and of legends.
pub(super) const NOTE: f64 = 12.0;
/// The size of the labels of axes.
pub(super) const LABEL: f64 = 11.0;
/// Height of a line of text over its size.
pub(super) const LEADING: f64 = 1.34;

/// The width of a line that carries data.
pub(super) const LINE: f64 = 1.8;
/// The width of an axis.
pub(super) const HAIR: f64 = 0.8;

/// How much wider than ours the letters of a viewer's font may be.
const WIDER: f64 = 1.05;

/// Widths of the letters from space to tilde in thousandths of the size, of the embedded font in semibold.
const LETTERS: [u16; 95] = [
    319, 321, 523, 644, 650, 1004, 663, 326, 373, 373, 540, 673, 319, 465, 319, 379, 660, 423, 623,
    636, 666, 612, 640, 576, 640, 640, 319, 329, 673, 673, 673, 543, 999, 728, 659, 737, 722, 605,
    588, 749, 746, 277, 580, 703, 565, 922, 759, 769, 645, 773, 652, 650, 660, 736, 728, 1020, 720,
    713, 652, 373, 379, 373, 481, 469, 351, 574, 624, 583, 624, 591, 389, 625, 612, 262, 262, 569,
    262, 900, 612, 609, 624, 624, 397, 549, 353, 612, 587, 839, 569, 588, 566, 455, 359, 455, 673,
];

/// The width of a text at a size, as good as it can be known without the viewer's font.
pub(super) fn text_width(text: &str, size: f64) -> f64 {
    let letter = |letter: char| match (letter as usize)
        .checked_sub(32)
        .and_then(|at| LETTERS.get(at))
    {
        Some(width) => f64::from(*width),
        None if (letter as u32) < 0x1100 || ('\u{2010}'..='\u{2300}').contains(&letter) => 640.0,
        None => 1_050.0,
    };
    text.chars().map(letter).sum::<f64>() * WIDER * size / 1_000.0
}

/// The text in at most `most` lines of a width; the last one ends in … where something is left out.
pub(super) fn lines(text: &str, size: f64, width: f64, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut line = String::new();
    for word in text.split_whitespace().flat_map(|word| pieces(word, size, width)) {
        let word = word.as_str();
        let longer = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
        if text_width(&longer, size) <= width || line.is_empty() {
            line = longer;
        } else {
            lines.push(std::mem::replace(&mut line, word.to_owned()));
        }
    }
    lines.push(line);
    let cut = lines.len() > most;
    lines.truncate(most.max(1));
    let last = lines.len() - 1;
    for (index, line) in lines.iter_mut().enumerate() {
        if (cut && index == last) || text_width(line, size) > width {
            *line = shortened(line, size, width);
        }
    }
    lines
}

/// A word in pieces that fit into a width, cut after `_`, `-`, `/` or `.` where one of the last letters is such.
fn pieces(word: &str, size: f64, width: f64) -> Vec<String> {
    let mut pieces = Vec::new();
    let mut piece = String::new();
    for letter in word.chars() {
        piece.push(letter);
        if text_width(&piece, size) <= width || piece.chars().count() < 2 {
            continue;
        }
        let full = piece.len() - letter.len_utf8();
        let joint =
            piece[..full].rfind(['_', '-', '/', '.']).map(|at| at + 1).filter(|at| at * 2 > full);
        let rest = piece.split_off(joint.unwrap_or(full));
        pieces.push(std::mem::replace(&mut piece, rest));
    }
    pieces.push(piece);
    pieces
}

/// As much of a text as fits into a width with … at its end.
fn shortened(text: &str, size: f64, width: f64) -> String {
    let mut kept: Vec<char> = text.chars().collect();
    loop {
        let short = format!("{}…", kept.iter().collect::<String>().trim_end());
        if text_width(&short, size) <= width || kept.is_empty() {
            return short;
        }
        kept.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_break_at_their_joints_and_end_in_an_ellipsis() {
        assert_eq!(
            lines("timeout_100ms_bulkhead_30", 13.0, 110.0, 3),
            ["timeout_100ms_", "bulkhead_30"]
        );
        assert_eq!(lines("one two three four", 13.0, 66.0, 1), ["one two…"]);
        assert_eq!(lines("", 13.0, 60.0, 2), [""]);
        assert_eq!(lines("abc", 13.0, 0.0, 2).len(), 2);
    }

    #[test]
    fn every_outcome_has_an_ink_of_its_own() {
        let inks: Vec<Ink> = (0..18).map(Ink::outcome).collect();
        assert!(inks.windows(2).all(|two| two[0] < two[1]));
        assert_eq!(PALETTE[usize::from(Ink::outcome(0).0)].0, "ok");
        assert_eq!(PALETTE[usize::from(Ink::outcome(17).0)].0, "other");
        assert_eq!(Ink::outcome(99), Ink::outcome(17));
    }
}
