//! Axes and the points that they span: what a sweep walks through.

use std::collections::BTreeSet;

use crate::document::tree::{Node, Value};
use crate::document::{Document, print, range, set, syntax};
use crate::result::Axis;

/// The most points of a sweep.
pub const MOST: usize = 10_000;

/// What is set at one point: paths and values.
pub type Setting = Vec<(String, String)>;

impl Axis {
    /// Steps of one width.
    pub const LINEAR: &str = "linear";
    /// Steps of one factor.
    pub const LOG: &str = "log";
    /// Values as they were written.
    pub const LIST: &str = "list";

    /// Reads `path=a,b,c`, `path=a..b by s` or `path=a..b log n`.
    ///
    /// # Errors
    /// What is wrong.
    pub fn parse(text: &str) -> Result<Axis, String> {
        const EXPECTED: &str = "expected path=value,value,… or path=from..to by step, such as \
                                services.feed.workers=Threads(100..400 by 100)";
        let mut quoted = false;
        let equals = text.char_indices().find(|&(_, c)| {
            quoted ^= c == '"';
            c == '=' && !quoted
        });
        let Some((at, _)) = equals else { return Err(EXPECTED.to_owned()) };
        let parts = parts(&text[at + 1..]);
        let (mut values, mut scale) = (Vec::new(), None);
        for part in &parts {
            let (more, steps) = range::values(part)?;
            values.extend(more.into_iter().map(|value| vec![value]));
            scale = steps.filter(|_| parts.len() == 1);
        }
        if values.iter().flatten().any(String::is_empty) {
            return Err(EXPECTED.to_owned());
        }
        let paths = vec![text[..at].trim().to_owned()];
        Ok(Axis { paths, scale: scale.unwrap_or(Axis::LIST).to_owned(), values })
    }

    /// What is short about a text that [`parse`](Axis::parse) reads: a range of which several values are the same.
    pub fn short(text: &str) -> Vec<String> {
        parts(text).into_iter().filter_map(range::short).collect()
    }

    /// A value, or values that are walked side by side, that stand twice on the axis.
    pub fn repeated(&self) -> Option<String> {
        let spelled = |value: &String| match syntax::parse(0, value) {
            Ok(parsed) => print::one_line(&parsed.root),
            Err(_) => value.trim().to_owned(),
        };
        let mut seen = BTreeSet::new();
        let again = |values: &&Vec<String>| {
            !seen.insert(values.iter().map(spelled).collect::<Vec<String>>())
        };
        self.values.iter().find(again).map(|values| values.join(", "))
    }

    /// The axes that a file wants to be walked.
    pub fn of(document: &Document) -> Vec<Axis> {
        let axis = |axis: &crate::document::axes::Axis| Axis {
            paths: axis.paths.clone(),
            scale: axis.scale.to_owned(),
            values: axis.values.iter().map(|all| all.iter().map(typed).collect()).collect(),
        };
        document.sections.sweep.iter().map(axis).collect()
    }

    /// Several axes walked side by side.
    ///
    /// # Errors
    /// That they are not of one length.
    pub fn zip(axes: Vec<Axis>) -> Result<Axis, String> {
        let length = axes.first().map_or(0, |axis| axis.values.len());
        if let Some(other) = axes.iter().find(|axis| axis.values.len() != length) {
            return Err(format!(
                "axes that are walked side by side need as many values each: {} has {length}, {} has {}",
                axes[0].paths.join(" & "),
                other.paths.join(" & "),
                other.values.len()
            ));
        }
        let scale = axes.first().map_or(Axis::LIST, |axis| &axis.scale).to_owned();
        let mut zipped = Axis { paths: Vec::new(), scale, values: vec![Vec::new(); length] };
        for axis in axes {
            zipped.paths.extend(axis.paths);
            for (all, more) in zipped.values.iter_mut().zip(axis.values) {
                all.extend(more);
            }
        }
        Ok(zipped)
    }

    /// What is set at each point of some axes, the last one walked fastest.
    ///
    /// # Errors
    /// That there are more than [`MOST`].
    pub fn points(axes: &[Axis]) -> Result<Vec<Setting>, String> {
        let mut points: Vec<Setting> = vec![Vec::new()];
        for axis in axes {
            if points.len().saturating_mul(axis.values.len()) > MOST {
                return Err(format!("the axes span more than {MOST} points"));
            }
            let further = points.iter().flat_map(|point| {
                axis.values.iter().map(move |values| {
                    let settings = axis.paths.iter().cloned().zip(values.iter().cloned());
                    point.iter().cloned().chain(settings).collect()
                })
            });
            points = further.collect();
        }
        Ok(points)
    }
}

/// A value as it would be typed: without the quotes that a shell would eat, where it is a text all the same.
fn typed(node: &Node) -> String {
    match &node.value {
        Value::Text(text) if set::could_be_text(text) && syntax::parse(0, text).is_err() => {
            text.clone()
        }
        _ => print::one_line(node),
    }
}

/// A text cut at the commas that stand in no quotes, parentheses, brackets or braces.
fn parts(text: &str) -> Vec<&str> {
    let (mut depth, mut quoted) = (0_i32, false);
    let is_end = |c: char| {
        quoted ^= c == '"';
        depth += i32::from("([{".contains(c) && !quoted) - i32::from(")]}".contains(c) && !quoted);
        c == ',' && depth == 0 && !quoted
    };
    text.split(is_end).map(str::trim).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axis(text: &str) -> Axis {
        Axis::parse(text).unwrap()
    }

    #[test]
    fn values_are_told_apart_at_commas_that_stand_alone() {
        let list = axis(r#"a.b=[Timeout("1s"), Bulkhead(3)], "x,y" ,5ms"#);
        assert_eq!(list.values.concat(), [r#"[Timeout("1s"), Bulkhead(3)]"#, r#""x,y""#, "5ms"]);
        assert_eq!((list.paths, list.scale), (vec!["a.b".to_owned()], "list".to_owned()));
        assert_eq!(axis("a=1..3 by 1").scale, "linear");
        assert_eq!(axis("a=1..3 log 2").scale, "log");
        assert_eq!(axis("a=0,1..3 by 1").values.concat(), ["0", "1", "2", "3"]);
        assert!(
            Axis::parse("a").is_err() && Axis::parse("a=").is_err() && Axis::parse("a=1,").is_err()
        );
    }

    #[test]
    fn a_value_that_stands_twice_is_found_however_it_is_spelled() {
        assert_eq!(axis("a=1,2,3").repeated(), None);
        assert_eq!(axis("a=1,1..3 by 1").repeated(), Some("1".to_owned()));
        assert_eq!(axis("a=Threads(2),Threads( 2 )").repeated(), Some("Threads( 2 )".to_owned()));
        let zip = |a, b| Axis::zip(vec![axis(a), axis(b)]).unwrap().repeated();
        assert_eq!(zip("a=1,1", "b=x,y"), None);
        assert_eq!(zip("a=1,1", "b=x,x"), Some("1, x".to_owned()));
    }

    #[test]
    fn axes_multiply_and_the_last_one_is_walked_fastest() {
        let points = Axis::points(&[axis("a=1,2"), axis("b=x,y,z")]).unwrap();
        let told: Vec<String> = points
            .iter()
            .map(|point| point.iter().map(|(_, value)| value.as_str()).collect())
            .collect();
        assert_eq!(told, ["1x", "1y", "1z", "2x", "2y", "2z"]);
        assert_eq!(Axis::points(&[]).unwrap(), [vec![]]);
        assert!(Axis::points(&[axis("a=1..200 by 1"), axis("b=1..200 by 1")]).is_err());
    }

    #[test]
    fn axes_that_are_walked_side_by_side_need_one_length() {
        let zipped = Axis::zip(vec![axis("a=1,2"), axis("b=x,y")]).unwrap();
        assert_eq!(zipped.paths, ["a", "b"]);
        assert_eq!(zipped.values, [["1", "x"], ["2", "y"]]);
        assert!(Axis::zip(vec![axis("a=1,2"), axis("b=x")]).unwrap_err().contains("2, b has 1"));
    }
}
