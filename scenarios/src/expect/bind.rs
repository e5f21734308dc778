//! From words to an expectation: what a sentence says of the system of one variant, or everything that is wrong with it.

use brownout_core::time::Span;
use brownout_models::plan::Plan;

use super::accept::{Accept, tolerance, value};
use super::course::Course;
use super::phrase::{Compared, Phrase, RECOVERS};
use super::steps::{StepReading, TOLD};
use super::{Claim, Expectation, Stretch};
use crate::document::nearest::suggestion;
use crate::metric::reading::Reading;
use crate::metric::spelling::{Slip, Word};
use crate::metric::unit::Unit;
use crate::metric::untold;

/// The window of an expectation that names none.
const ALL: &str = "all";
/// The window in which it is told what comes back.
const AFTER: &str = "after";
/// What begins a claim about the means of all steps.
const STEADILY: &str = "steadily";

/// What a sentence says of the system of a plan.
///
/// # Errors
/// Everything that is wrong with it.
pub fn bind(text: &str, phrase: &Phrase, plan: &Plan) -> Result<Expectation, Vec<Slip>> {
    let mut slips = Vec::new();
    let claim = match phrase.number.metric.text.as_str() {
        RECOVERS => recovers(phrase, plan, &mut slips),
        _ => comparison(phrase, plan, &mut slips),
    };
    let only_in = match &claim {
        Some(Claim::Recovers { .. }) => Some(AFTER),
        Some(Claim::Mean { reading, .. }) => reading.metric.only_in,
        Some(Claim::Steps { .. } | Claim::Steadily { .. }) | None => None,
    };
    let window = window(phrase, only_in, plan, &mut slips);
    if let (Some(Claim::Steadily { course, .. }), Some(window)) = (&claim, &window)
        && !course.is_level()
    {
        one_stretch(phrase, window, plan, &mut slips);
    }
    match claim.zip(window) {
        Some((claim, window)) if slips.is_empty() => {
            Ok(Expectation { text: text.to_owned(), claim, window })
        }
        _ => Err(slips),
    }
}

fn recovers(phrase: &Phrase, plan: &Plan, slips: &mut Vec<Slip>) -> Option<Claim> {
    let number = &phrase.number;
    let surplus = [&number.operation, &number.argument, &phrase.how_often, &phrase.during];
    for word in surplus.into_iter().flatten() {
        slips.push(Slip::new(word.at.clone(), "`recovers` takes only a client and `within TIME`"));
    }
    let known: Vec<&str> = plan.clients.iter().map(|client| client.name.as_str()).collect();
    let client = number.subject.text.clone();
    let is_known = known.contains(&client.as_str());
    if !is_known {
        let message = format!("there is no client `{client}`");
        let help = suggestion(&client, known.iter().copied());
        slips.push(Slip::new(number.subject.at.clone(), message).help(help));
    }
    // Without a window before and one after the faults nobody can say what comes back, nor when.
    let has = |name: &str| plan.windows.iter().any(|window| window.name == name);
    if !(has("before") && has(AFTER)) {
        let message = "nothing can come back: that takes a fault that begins after the warm-up and is over before \
                       the run ends";
        slips.push(Slip::new(number.metric.at.clone(), message));
    }
    let within = match &phrase.within {
        Some(word) => Some(time(word, slips)?),
        None => None,
    };
    is_known.then_some(Claim::Recovers { client, within })
}

fn comparison(phrase: &Phrase, plan: &Plan, slips: &mut Vec<Slip>) -> Option<Claim> {
    let reading = match Reading::new(&phrase.number, plan) {
        Ok(reading) => reading,
        Err(slip) => {
            slips.push(slip);
            return None;
        }
    };
    if let Some(why) = untold::why(&reading, plan) {
        let message = format!("`{reading}` can never be told: {why}");
        slips.push(Slip::new(phrase.number.metric.at.clone(), message));
        return None;
    }
    let compared = phrase.compared.as_ref()?;
    let unit = reading.metric.unit;
    let accept = accept(compared, &compared.value, unit, slips);
    let end = compared.until.as_ref().map(|word| self::accept(compared, word, unit, slips));
    let steadily = phrase.how_often.as_ref().is_some_and(|word| word.text == STEADILY);
    let stretch = if steadily { None } else { stretch(phrase, plan, slips)? };
    if let (true, Some(word)) = (steadily, &phrase.during) {
        let message = "`steadily` is about each step of a window: a time says nothing more";
        slips.push(Slip::new(word.at.clone(), message));
        return None;
    }
    if let (false, Some(word)) = (steadily, &compared.until) {
        let message = "only what is said `steadily` moves from one value to another";
        slips.push(Slip::new(word.at.clone(), message));
        return None;
    }
    if stretch.is_none() && !steadily {
        return Some(Claim::Mean { reading, accept: accept? });
    }
    let Some(steps) = StepReading::of(&reading, plan) else {
        let message = format!("`{reading}` is not told step by step");
        let help = format!("there are {TOLD}");
        slips.push(Slip::new(phrase.number.metric.at.clone(), message).help(help));
        return None;
    };
    let accept = accept?;
    Some(match stretch {
        Some(span) => Claim::Steps { reading: steps, accept, span },
        None => {
            let end = end.unwrap_or(Some(accept))?;
            Claim::Steadily { reading: steps, course: Course { start: accept, end } }
        }
    })
}

/// How long it is to hold, if a mean is not enough; `None` if that cannot be said.
fn stretch(phrase: &Phrase, plan: &Plan, slips: &mut Vec<Slip>) -> Option<Option<Stretch>> {
    let how_often = phrase.how_often.as_ref().map(|word| word.text == "never");
    let Some(word) = &phrase.during else {
        let stretch = |never| if never { Stretch::Never } else { Stretch::Always };
        return Some(how_often.map(stretch));
    };
    let span = time(word, slips)?;
    if span < plan.series {
        let message =
            format!("{span} is shorter than a step of the series, which lasts {}", plan.series);
        let help = "`run.series` sets the width of a step".to_owned();
        slips.push(Slip::new(word.at.clone(), message).help(help));
        return None;
    }
    match how_often {
        None => Some(Some(Stretch::During(span))),
        Some(true) => Some(Some(Stretch::NeverDuring(span))),
        Some(false) => Some(Some(Stretch::AlwaysDuring(span))),
    }
}

fn time(word: &Word, slips: &mut Vec<Slip>) -> Option<Span> {
    let span = word.text.parse();
    span.map_err(|error: brownout_core::units::UnitError| {
        slips.push(Slip::new(word.at.clone(), error.to_string()));
    })
    .ok()
}

/// What is accepted where the value is the one that stands in `word`.
fn accept(compared: &Compared, word: &Word, unit: Unit, slips: &mut Vec<Slip>) -> Option<Accept> {
    let Compared { sign, tolerance: near, .. } = compared;
    let mut told = |result: Result<f64, String>, word: &Word| {
        result.map_err(|message| slips.push(Slip::new(word.at.clone(), message))).ok()
    };
    let bound = told(value(&word.text, unit), word)?;
    match near {
        None => Some(Accept::new(sign, bound)),
        Some(word) => {
            let near = told(tolerance(&word.text, bound, unit), word)?;
            Some(Accept::Within(bound - near, bound + near))
        }
    }
}

/// What moves in a straight line needs a window that is one.
fn one_stretch(phrase: &Phrase, window: &str, plan: &Plan, slips: &mut Vec<Slip>) {
    let until = phrase.compared.as_ref().and_then(|compared| compared.until.as_ref());
    let is_whole = |name: &str| {
        plan.windows.iter().any(|window| window.name == name && window.spans.len() == 1)
    };
    if let Some(word) = until
        && !is_whole(window)
    {
        let message = format!("the window `{window}` has gaps: nothing moves in a line over them");
        slips.push(Slip::new(word.at.clone(), message));
    }
}

/// The window that is meant, if the plan has it.
fn window(
    phrase: &Phrase,
    only_in: Option<&'static str>,
    plan: &Plan,
    slips: &mut Vec<Slip>,
) -> Option<String> {
    let Some(word) = &phrase.window else { return Some(only_in.unwrap_or(ALL).to_owned()) };
    if let Some(only) = only_in
        && only != word.text
    {
        let message = format!("this is told in the window `{only}` only");
        slips.push(Slip::new(word.at.clone(), message));
        return None;
    }
    let known: Vec<&str> = plan.windows.iter().map(|window| window.name.as_str()).collect();
    if known.contains(&word.text.as_str()) {
        return Some(word.text.clone());
    }
    let message = format!("there is no window `{}`", word.text);
    slips.push(Slip::new(word.at.clone(), message).help(suggestion(&word.text, known)));
    None
}
