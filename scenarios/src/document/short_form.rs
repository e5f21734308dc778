//! Short forms written out: `Timeout("300ms")` as `Timeout(after: "300ms")`, so that a path leads to what lies in them.

use super::path::{Step, step, steps};
use super::source::Place;
use super::tree::{Entry, Name, Node, Value};

/// What can be written as one value instead of its fields: the name, the field that the value stands for, and the others.
const FORMS: [(&str, &str, &[&str]); 9] = [
    ("Timeout", "after", &[]),
    ("Deadline", "within", &["min_left"]),
    (
        "Hedge",
        "after",
        &["percentile", "window", "min_samples", "copies", "elsewhere", "cancel", "budget"],
    ),
    ("Bulkhead", "max", &["shared", "wait"]),
    ("FixedLimit", "max", &[]),
    ("Work", "time", &["sticky"]),
    ("All", "branches", &["wait_for_all"]),
    ("Any", "branches", &["wait_for_all"]),
    ("FanOut", "call", &["need", "wait_for_all"]),
];

/// The field of an operation that a bare list of steps stands for, and the other one.
const OPERATION: [&str; 2] = ["steps", "interruptible"];

/// A distribution that is told by one bare time has this field and no other beside it.
const EXPONENTIAL: (&str, &str) = ("Exponential", "mean");

/// Writes out every short form on the way of a path into which the path leads.
pub(super) fn write_out(root: &mut Node, path: &str) {
    let Ok(steps) = steps(path) else { return };
    let mut node = root;
    for (number, name) in steps.iter().enumerate() {
        let above: Vec<&str> = steps[..number].iter().map(String::as_str).collect();
        match (above.as_slice(), &node.value) {
            (["services", _, "operations", _], Value::List(_)) => of_operation(node, name),
            _ => of_named(node, name),
        }
        let Step::To(_, way) = step(node, name) else { return };
        let next = way.iter().try_fold(node, |node, number| node.child_mut(*number));
        node = match next {
            Some(next) => next,
            None => return,
        };
    }
}

/// The fields of a short form that stands somewhere in a value, for advice.
pub(super) fn fields_of(node: &Node) -> Vec<&'static str> {
    let Some(name) = node.name() else { return Vec::new() };
    let fields = |(_, own, others): &(_, &'static str, &'static [&'static str])| {
        [*own].into_iter().chain(others.iter().copied()).collect()
    };
    FORMS.iter().find(|(known, ..)| *known == name.text).map(fields).unwrap_or_default()
}

/// The field that the one value in the parentheses of a name stands for, if what is asked for lies beside it or is it.
fn field_for(name: &str, asked: &str) -> Option<&'static str> {
    if (name, asked) == EXPONENTIAL {
        return Some(EXPONENTIAL.1);
    }
    let (_, own, others) = FORMS.iter().find(|(known, ..)| *known == name)?;
    (*own == asked || others.contains(&asked)).then_some(own)
}

fn of_named(node: &mut Node, asked: &str) {
    let Value::Named(name, Some(body)) = &mut node.value else { return };
    let Value::Items(items) = &mut body.value else { return };
    let [only] = items.as_mut_slice() else { return };
    match field_for(&name.text, asked) {
        Some(field) => {
            let value = only.clone();
            body.value = Value::Fields(vec![entry(name.place, field, value)]);
        }
        // What is asked for may lie further in: the mean of the time of some work.
        None if name.text != asked => of_named(only, asked),
        None => {}
    }
}

fn of_operation(node: &mut Node, asked: &str) {
    if OPERATION.contains(&asked) {
        let list = node.clone();
        node.value = Value::Fields(vec![entry(node.head(), OPERATION[0], list)]);
    }
}

fn entry(place: Place, field: &str, value: Node) -> Entry {
    let name = Name { place, text: field.to_owned() };
    Entry { key: Node { place, value: Value::Named(name, None) }, value, by_path: false }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Document;
    use crate::document::render::render;

    const TEXT: &str = r#"(
    format: 1,
    services: {
        "web": (
            workers: Threads(9),
            queue: (room: 5),
            admission: [FixedLimit(7)],
            operations: {"page": [Work(Exponential("1ms")), All([[Call("read")], [Work("1ms")]]), Any([[Call("read")]]), FanOut("read")]},
            calls: {"read": (to: "store.get", policies: [Bulkhead(3), Hedge("5ms"), Deadline("80ms"), Timeout("20ms")])},
        ),
        "store": (shards: 3, replicas: 2, workers: Unlimited, operations: {"get": [Work("1ms")]}),
    },
    clients: {"app": (arrivals: Poisson("1/s"), asks: {"web.page": 1}, policies: [Timeout("1s")])},
)"#;

    /// What is wrong after these changes.
    fn wrong(changes: &[&str]) -> String {
        let mut document = Document::read("web.ron", TEXT.as_bytes()).unwrap();
        changes.iter().for_each(|change| document.set(change));
        document.check().map_or_else(|all| render(&all, false), |_| String::new())
    }

    #[test]
    fn every_field_of_a_short_form_can_be_reached_as_if_it_were_written_out() {
        let (page, read) = ("services.web.operations.page", "services.web.calls.read.policies");
        for change in [
            &format!("{read}.Timeout.after=30ms"),
            &format!("{read}.3.after=30ms"),
            &format!("{read}.Deadline.within=70ms"),
            &format!("{read}.Deadline.min_left=1ms"),
            &format!("{read}.Hedge.after=7ms"),
            &format!("{read}.Hedge.copies=2"),
            &format!("{read}.Hedge.elsewhere=false"),
            &format!("{read}.Hedge.cancel=false"),
            &format!("{read}.Bulkhead.max=4"),
            &format!("{read}.Bulkhead.wait=1ms"),
            "services.web.admission.FixedLimit.max=8",
            "services.web.admission.0.max=8",
            &format!("{page}.Work.time=2ms"),
            &format!("{page}.Work.sticky=true"),
            &format!("{page}.Work.mean=2ms"),
            &format!("{page}.Work.time.mean=2ms"),
            &format!("{page}.steps.0.time=2ms"),
            &format!("{page}.interruptible=true"),
            &format!("{page}.All.wait_for_all=true"),
            &format!("{page}.Any.branches.0.0=Call(\"read\")"),
            &format!("{page}.FanOut.need=2"),
            &format!("{page}.FanOut.call=\"read\""),
        ] {
            assert_eq!(wrong(&[change]), "", "{change}");
        }
    }

    #[test]
    fn two_fields_of_one_short_form_can_be_changed_together() {
        let page = "services.web.operations.page";
        let both = [format!("{page}.0=Work(\"3ms\")"), format!("{page}.interruptible=true")];
        assert_eq!(wrong(&both.each_ref().map(String::as_str)), "");
        let read = "services.web.calls.read.policies.Bulkhead";
        let both = [format!("{read}.max=4"), format!("{read}.wait=2ms")];
        assert_eq!(wrong(&both.each_ref().map(String::as_str)), "");
        let same = [format!("{read}=Bulkhead(2)"), format!("{read}.wait=2ms")];
        assert!(wrong(&same.each_ref().map(String::as_str)).contains("BO012"));
    }

    #[test]
    fn a_field_that_there_is_not_is_told_with_those_that_there_are() {
        let told = wrong(&["services.web.calls.read.policies.Timeout.aftr=1ms"]);
        assert!(told.contains("BO011") && told.contains("did you mean `after`?"), "{told}");
    }

    #[test]
    fn every_name_of_a_short_form_is_one_of_the_format() {
        let all = FORMS.iter().flat_map(|(name, own, others)| {
            [*own].into_iter().chain(others.iter().copied()).map(move |field| (*name, field))
        });
        for (name, field) in all {
            // A field that a policy does not have is told as unknown, whatever else is wrong.
            let step = ["Work", "All", "Any", "FanOut"].contains(&name);
            let path = match (name, step) {
                ("FixedLimit", _) => "services.web.admission.FixedLimit".to_owned(),
                (_, true) => format!("services.web.operations.page.{name}"),
                (_, false) => format!("services.web.calls.read.policies.{name}"),
            };
            let told = wrong(&[&format!("{path}.{field}=Nonsense")]);
            assert!(
                !told.contains("no field") && !told.contains("BO011"),
                "{name} {field}: {told}"
            );
        }
    }
}
