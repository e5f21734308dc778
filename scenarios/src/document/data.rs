//! Data files: a rate curve in CSV takes the place of the path that names it.

use brownout_core::time::Span;
use brownout_core::units::Rate;
use brownout_models::problem::Code;

use super::mistake::Mistake;
use super::source::Place;
use super::tree::{Name, Node, Value};

/// A rate at each of some times, straight in between.
pub type Curve = Vec<(Span, Rate)>;

/// The first line of a rate curve.
const HEADER: &str = "time_s,rate_per_s";

/// The places where a value names a data file, to be changed: `Csv("curve.csv")`.
pub fn curves<'a>(node: &'a mut Node, found: &mut dyn FnMut(&str, &mut Node)) {
    if let Some(file) = file_of(node).map(str::to_owned) {
        found(&file, node);
        return;
    }
    let mut number = 0;
    while let Some(child) = node.child_mut(number) {
        curves(child, found);
        number += 1;
    }
}

fn file_of(node: &Node) -> Option<&str> {
    let Value::Named(name, Some(body)) = &node.value else { return None };
    match &body.value {
        Value::Items(items) if name.text == "Csv" && items.len() == 1 => match &items[0].value {
            Value::Text(file) => Some(file),
            _ => None,
        },
        _ => None,
    }
}

/// The curve written out, at the place of the path that names it.
pub fn ramp(points: &[(Span, Rate)], place: Place) -> Node {
    let node = |value| Node { place, value };
    let text = |text: String| node(Value::Text(text));
    let point = |(at, rate): &(Span, Rate)| {
        node(Value::Items(vec![text(at.to_string()), text(rate.to_string())]))
    };
    let list = node(Value::List(points.iter().map(point).collect()));
    let name = Name { place, text: "Ramp".to_owned() };
    node(Value::Named(name, Some(Box::new(node(Value::Items(vec![list]))))))
}

/// Reads a rate curve.
pub fn curve(source: u32, text: &str) -> Result<Curve, Vec<Mistake>> {
    let mut points = Curve::new();
    let mut mistakes = Vec::new();
    let mut start = 0;
    let mut header = true;
    for line in text.split_inclusive('\n') {
        let content = line.trim();
        let from = start + (line.len() - line.trim_start().len());
        let place = Place { source, start: from as u32, end: (from + content.len()) as u32 };
        start += line.len();
        if content.is_empty() {
            continue;
        }
        let read = match (header, point(content)) {
            (true, _) if content.trim_start_matches('\u{feff}') == HEADER => Ok(()),
            (true, _) => Err(format!("found `{content}`, expected the header `{HEADER}`")),
            (false, Ok(point)) if points.last().is_some_and(|last| point.0 < last.0) => {
                Err(format!("the time {} lies before that of the row above", point.0))
            }
            (false, point) => point.map(|point| points.push(point)),
        };
        header = false;
        mistakes.extend(read.err().map(|why| Mistake::new(Code::DataFile, place, why)));
    }
    if points.is_empty() && mistakes.is_empty() {
        let place = Place { source, start: 0, end: 0 };
        mistakes.push(Mistake::new(Code::DataFile, place, "the curve has no points"));
    }
    if mistakes.is_empty() { Ok(points) } else { Err(mistakes) }
}

fn point(row: &str) -> Result<(Span, Rate), String> {
    let number = |text: &str| text.trim().parse::<f64>().ok().filter(|number| number.is_finite());
    let not_negative = |number: &f64| *number >= 0.0;
    let row_is = |why: &str| format!("`{row}` {why}: expected a row such as `60,1500`");
    let (time, rate) = row.split_once(',').ok_or_else(|| row_is("has no comma"))?;
    let time =
        number(time).filter(not_negative).ok_or_else(|| row_is("has no time of 0 or more"))?;
    let rate = number(rate)
        .and_then(Rate::per_second)
        .ok_or_else(|| row_is("has no rate of 0 or more"))?;
    Ok((Span::from_secs_f64(time), rate))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_is_read_row_by_row_and_bad_rows_are_told_together() {
        let text = "time_s,rate_per_s\n0,100\n\n1.5,2e3\n";
        let points = curve(0, text).unwrap();
        assert_eq!(points[1], (Span::from_millis(1500), Rate::per_second(2000.0).unwrap()));

        let told = |text| curve(0, text).unwrap_err().len();
        assert_eq!(told("time,rate\n0,1"), 1);
        assert_eq!(told("time_s,rate_per_s\n0\n-1,5\n1,NaN\n2,-3\n"), 4);
        assert_eq!(told("time_s,rate_per_s\n5,1\n4,1\n"), 1);
        assert_eq!(told("time_s,rate_per_s\n"), 1);
    }
}
