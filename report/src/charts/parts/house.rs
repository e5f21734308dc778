//! The house style: inks in light and dark, sizes, and the widths of letters. Every chart is drawn with these.

/// An ink by its meaning; what it looks like is the theme's affair.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(in crate::charts) struct Ink(pub(super) u8);

/// Name, light and dark of every ink.
pub(in crate::charts) const PALETTE: [(&str, &str, &str); 57] = [
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
    ("series-1", "#2f7fae", "#55a5d6"),
    ("series-2", "#cf5f26", "#f08c56"),
    ("series-3", "#23876a", "#46b890"),
    ("series-4", "#7d55a8", "#b791dc"),
    ("series-5", "#a87b08", "#dcb03c"),
    ("series-6", "#bb3f73", "#e57fab"),
    ("series-7", "#3d4a5c", "#b3becc"),
    ("series-8", "#7b4a2a", "#c79a74"),
    ("ramp-1", "#440154", "#440154"),
    ("ramp-2", "#482071", "#482071"),
    ("ramp-3", "#433e85", "#433e85"),
    ("ramp-4", "#38598c", "#38598c"),
    ("ramp-5", "#2d708e", "#2d708e"),
    ("ramp-6", "#25858e", "#25858e"),
    ("ramp-7", "#1e9b8a", "#1e9b8a"),
    ("ramp-8", "#2ab07f", "#2ab07f"),
    ("ramp-9", "#52c569", "#52c569"),
    ("ramp-10", "#86d549", "#86d549"),
    ("ramp-11", "#c2df23", "#c2df23"),
    ("ramp-12", "#fde725", "#fde725"),
    ("on-dark", "#ffffff", "#ffffff"),
    ("on-light", "#1f2328", "#1f2328"),
    ("valley", "#e3f1ea", "#14261f"),
    ("valley-edge", "#23876a", "#46b890"),
];

impl Ink {
    pub(in crate::charts) const PAPER: Ink = Ink(0);
    pub(in crate::charts) const TEXT: Ink = Ink(1);
    pub(in crate::charts) const QUIET: Ink = Ink(2);
    pub(in crate::charts) const GRID: Ink = Ink(3);
    pub(in crate::charts) const AXIS: Ink = Ink(4);
    pub(in crate::charts) const FAULT: Ink = Ink(5);
    pub(in crate::charts) const FAULT_EDGE: Ink = Ink(6);
    /// p50, p90 and p99, from near to far.
    pub(in crate::charts) const PERCENTILES: [Ink; 3] = [Ink(7), Ink(8), Ink(9)];
    pub(in crate::charts) const BUSY: Ink = Ink(10);
    pub(in crate::charts) const QUEUE: Ink = Ink(11);
    pub(in crate::charts) const LIMIT: Ink = Ink(12);
    pub(in crate::charts) const BAR: Ink = Ink(13);
    pub(in crate::charts) const BAR_OTHER: Ink = Ink(14);
    /// The first of the inks of outcomes, which follow in the order of `names::outcome_rank`.
    const FIRST_OUTCOME: u8 = 15;

    const LAST_OUTCOME: u8 = 32;
    /// How many lines have an ink of their own.
    pub(in crate::charts) const SERIES: usize = 8;
    const FIRST_SERIES: u8 = 33;
    /// How many steps the colour scale has. They are those of viridis (van der Walt and Smith, 2015), which is even to
    /// the eye and to those who see fewer colours.
    pub(in crate::charts) const RAMP: usize = 12;
    const FIRST_STEP: u8 = 41;
    /// From this step on, letters on it are dark.
    const FIRST_LIGHT_STEP: usize = 6;
    /// Where an expectation holds.
    pub(in crate::charts) const VALLEY: Ink = Ink(55);
    pub(in crate::charts) const VALLEY_EDGE: Ink = Ink(56);

    /// The ink of an outcome by its rank.
    pub(in crate::charts) fn outcome(rank: usize) -> Ink {
        let last = Ink::LAST_OUTCOME;
        Ink(u8::try_from(rank).unwrap_or(last).saturating_add(Ink::FIRST_OUTCOME).min(last))
    }

    /// The ink of a line by its number; they come again after [`Ink::SERIES`].
    pub(in crate::charts) fn series(number: usize) -> Ink {
        Ink(Ink::FIRST_SERIES + (number % Ink::SERIES) as u8)
    }

    /// The step of the colour scale for a share of the way along it.
    pub(in crate::charts) fn ramp(share: f64) -> Ink {
        Ink(Ink::FIRST_STEP + Ink::step(share) as u8)
    }

    /// The ink of letters on that step.
    pub(in crate::charts) fn on_ramp(share: f64) -> Ink {
        Ink(if Ink::step(share) < Ink::FIRST_LIGHT_STEP { 53 } else { 54 })
    }

    fn step(share: f64) -> usize {
        ((share * Ink::RAMP as f64) as usize).min(Ink::RAMP - 1)
    }
}

/// Space around everything, in pixels as all sizes here.
pub(in crate::charts) const MARGIN: f64 = 20.0;
/// Room at the left of a plot for the labels of its axis.
pub(in crate::charts) const GUTTER: f64 = 52.0;
/// Space between two panels.
pub(in crate::charts) const GAP: f64 = 22.0;
/// Height of the band above a plot in which shaded spans have their names.
pub(in crate::charts) const BAND: f64 = 16.0;
/// Height of the labels under a plot.
pub(in crate::charts) const FOOT: f64 = 22.0;

/// The size of a title.
pub(in crate::charts) const TITLE: f64 = 19.0;
/// The size of the line under a title.
pub(in crate::charts) const SUBTITLE: f64 = 13.0;
/// The size of a panel's name.
pub(in crate::charts) const NAME: f64 = 13.0;
/// The size of notes and of legends.
pub(in crate::charts) const NOTE: f64 = 12.0;
/// The size of the labels of axes.
pub(in crate::charts) const LABEL: f64 = 11.0;
/// Height of a line of text over its size.
pub(in crate::charts) const LEADING: f64 = 1.34;

/// The width of a line that carries data.
pub(in crate::charts) const LINE: f64 = 1.8;
/// The width of an axis.
pub(in crate::charts) const HAIR: f64 = 0.8;

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
pub(in crate::charts) fn text_width(text: &str, size: f64) -> f64 {
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
pub(in crate::charts) fn lines(text: &str, size: f64, width: f64, most: usize) -> Vec<String> {
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

/// As much of a text's end as fits into a width with … before it: of a path the end says most.
pub(in crate::charts) fn ending(text: &str, size: f64, width: f64) -> String {
    let mut kept: &str = text;
    let mut short = text.to_owned();
    while text_width(&short, size) > width && !kept.is_empty() {
        let mut letters = kept.chars();
        letters.next();
        kept = letters.as_str();
        short = format!("…{kept}");
    }
    short
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
        assert_eq!(ending("services.feed.workers", 13.0, 70.0), "….workers");
        assert_eq!(ending("workers", 13.0, 70.0), "workers");
    }

    #[test]
    fn every_outcome_has_an_ink_of_its_own() {
        let inks: Vec<Ink> = (0..18).map(Ink::outcome).collect();
        assert!(inks.windows(2).all(|two| two[0] < two[1]));
        assert_eq!(PALETTE[usize::from(Ink::outcome(0).0)].0, "ok");
        assert_eq!(PALETTE[usize::from(Ink::outcome(17).0)].0, "other");
        assert_eq!(Ink::outcome(99), Ink::outcome(17));
    }

    #[test]
    fn inks_by_number_are_the_ones_of_their_names() {
        let name = |ink: Ink| PALETTE[usize::from(ink.0)].0;
        assert_eq!((name(Ink::series(0)), name(Ink::series(9))), ("series-1", "series-2"));
        assert_eq!((name(Ink::ramp(0.0)), name(Ink::ramp(1.0))), ("ramp-1", "ramp-12"));
        assert_eq!((name(Ink::on_ramp(0.1)), name(Ink::on_ramp(0.9))), ("on-dark", "on-light"));
        assert_eq!((name(Ink::VALLEY), name(Ink::VALLEY_EDGE)), ("valley", "valley-edge"));
    }
}
