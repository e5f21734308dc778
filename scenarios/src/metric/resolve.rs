//! From words to a number: which metric is meant, and whose, in the system of a plan.

use brownout_core::time::Span;
use brownout_models::outcome::Kind;
use brownout_models::plan::{EdgePlan, Plan};

use super::reading::{Detail, Reading};
use super::spelling::{Cursor, Slip, Spelled, Word};
use super::statistic::{MEAN, is_statistic, percentile_name};
use super::subject::Subject;
use super::{Metric, Owner, Takes, all};
use crate::document::nearest::{nearest, suggestion};

/// Where all metrics are told.
const LIST: &str = "`brownout explain metrics` lists all of them";

impl Reading {
    /// Reads a number as `goodput(app)` from a text that holds nothing else.
    ///
    /// # Errors
    /// What is wrong, and where in the text.
    pub fn parse(text: &str, plan: &Plan) -> Result<Reading, Slip> {
        let mut cursor = Cursor::new(text);
        let spelled = cursor.spelled()?;
        match cursor.peek() {
            Some(_) => Err(cursor.unexpected("nothing more")),
            None => Reading::new(&spelled, plan),
        }
    }

    /// The number that is meant in the system of a plan.
    ///
    /// # Errors
    /// What is wrong, and where in the text that the words stand in.
    pub fn new(spelled: &Spelled, plan: &Plan) -> Result<Reading, Slip> {
        let named = by_name(spelled, plan)?;
        let (metric, subject) = owned(&named, spelled, plan)?;
        let detail = detail(metric, spelled, plan)?;
        let reading = Reading { metric, subject, detail };
        let breaks = |edge: &EdgePlan| {
            let mut policies = edge.policies.iter().chain(&edge.per_target);
            policies.any(|policy| policy.name == "CircuitBreaker")
        };
        if let ("opens" | "opened_after", Subject::Edge(name)) = (metric.name, &reading.subject)
            && !plan.edges.iter().any(|edge| edge.name == *name && breaks(edge))
        {
            let message = format!("the edge `{name}` has no CircuitBreaker that could open");
            return Err(Slip::new(spelled.subject.at.clone(), message));
        }
        Ok(reading)
    }
}

/// All metrics of a name: several owners may have one.
fn by_name(spelled: &Spelled, plan: &Plan) -> Result<Vec<&'static Metric>, Slip> {
    let word = &spelled.metric;
    let matches = |metric: &&Metric| match metric.takes {
        Takes::Statistic => word.text.strip_prefix(metric.name).is_some_and(is_statistic),
        _ => metric.name == word.text,
    };
    let named: Vec<&Metric> = all().filter(matches).collect();
    if !named.is_empty() {
        return Ok(named);
    }
    let message = format!("there is no metric `{}`", word.text);
    let known: Vec<String> = all()
        .flat_map(|metric| {
            [metric.full_name(MEAN), metric.full_name("p50"), metric.full_name("p99")]
        })
        .collect();
    let help = match nearest(&word.text, known.iter().map(String::as_str)) {
        Some(name) => format!("did you mean `{name}`? {LIST}"),
        None => format!("there are {}; {LIST}", metrics_of(&spelled.subject.text, plan)),
    };
    Err(Slip::new(word.at.clone(), message).help(help))
}

/// The metrics of somebody: `capacity, utilisation of services`; of all where nobody is called so. Of a family of times one
/// stands for all.
fn metrics_of(subject: &str, plan: &Plan) -> String {
    const OWNERS: [Owner; 3] = [Owner::Client, Owner::Service, Owner::Edge];
    let named = OWNERS.iter().position(|&owner| names(owner, plan).any(|name| name == subject));
    let of = |owner: &Owner| {
        let metrics = all().filter(|metric| metric.owner == *owner);
        let metrics: Vec<String> = metrics.map(|metric| metric.full_name("p99")).collect();
        format!("{} of {}", metrics.join(", "), owner.plural())
    };
    let owners = named.map_or(&OWNERS[..], |at| &OWNERS[at..=at]);
    owners.iter().map(of).collect::<Vec<_>>().join("; ")
}

/// The metric of the one who is named, among metrics of the same name.
fn owned(
    named: &[&'static Metric],
    spelled: &Spelled,
    plan: &Plan,
) -> Result<(&'static Metric, Subject), Slip> {
    let name = &spelled.subject.text;
    let known: Vec<_> =
        named.iter().filter(|metric| names(metric.owner, plan).any(|one| one == name)).collect();
    let of = |owner: Owner| known.iter().find(|metric| metric.owner == owner).copied();
    // The edge of a client has its name: where both have the metric, the client's is meant.
    let metric = match (of(Owner::Client), of(Owner::Service), of(Owner::Edge)) {
        (Some(_), Some(_), _) => {
            let message =
                format!("`{name}` is both a client and a service, and both have this metric");
            let help = "give one of them another name".to_owned();
            return Err(Slip::new(spelled.subject.at.clone(), message).help(help));
        }
        (Some(metric), None, _) | (None, Some(metric), _) | (None, None, Some(metric)) => metric,
        (None, None, None) => return Err(nobody(named, spelled, plan)),
    };
    let subject = match (metric.owner, &spelled.operation) {
        (Owner::Client, Some(operation)) => operation_of(name, operation, metric, plan)?,
        (_, Some(operation)) => {
            let message =
                format!("`{name}` is no client: only what clients ask for has operations");
            return Err(Slip::new(operation.at.clone(), message));
        }
        (Owner::Client, None) => Subject::Client(name.clone()),
        (Owner::Service, None) => Subject::Service(name.clone()),
        (Owner::Edge, None) => Subject::Edge(name.clone()),
    };
    Ok((metric, subject))
}

fn names(owner: Owner, plan: &Plan) -> impl Iterator<Item = &str> {
    let names: Vec<&str> = match owner {
        Owner::Client => plan.clients.iter().map(|client| client.name.as_str()).collect(),
        Owner::Service => plan.services.iter().map(|service| service.name.as_str()).collect(),
        Owner::Edge => plan.edges.iter().map(|edge| edge.name.as_str()).collect(),
    };
    names.into_iter()
}

/// Nobody who has the metric is called so; perhaps somebody else is.
fn nobody(named: &[&'static Metric], spelled: &Spelled, plan: &Plan) -> Slip {
    let (metric, subject) = (&spelled.metric.text, &spelled.subject);
    let owners: Vec<Owner> = named.iter().map(|metric| metric.owner).collect();
    let others = [Owner::Client, Owner::Service, Owner::Edge].into_iter();
    let other = others
        .filter(|owner| !owners.contains(owner))
        .find(|&owner| names(owner, plan).any(|name| name == subject.text));
    let message = match other {
        Some(owner) => {
            let expected: Vec<&str> = owners.iter().map(|owner| owner.plural()).collect();
            let (name, owner, expected) = (&subject.text, owner.plural(), expected.join(" and "));
            format!("`{name}` is one of the {owner}, but `{metric}` is told of {expected} only")
        }
        None => {
            let expected: Vec<&str> = owners.iter().map(|owner| owner.name()).collect();
            format!("there is no {} `{}`", expected.join(" or "), subject.text)
        }
    };
    let known: Vec<&str> = owners.iter().flat_map(|&owner| names(owner, plan)).collect();
    Slip::new(subject.at.clone(), message).help(suggestion(&subject.text, known.iter().copied()))
}

fn operation_of(
    client: &str,
    operation: &Word,
    metric: &Metric,
    plan: &Plan,
) -> Result<Subject, Slip> {
    if metric.only_in.is_some() {
        let message = format!("`{}` is told of whole clients only", metric.name);
        return Err(Slip::new(operation.at.clone(), message));
    }
    let asks = plan.clients.iter().filter(|one| one.name == client).flat_map(|one| &one.asks);
    let known: Vec<&str> = asks
        .map(|(route, _)| plan.routes[route.index()].operation)
        .map(|operation| plan.operations[operation.index()].full_name.as_str())
        .collect();
    if known.contains(&operation.text.as_str()) {
        let (client, operation) = (client.to_owned(), operation.text.clone());
        return Ok(Subject::Operation { client, operation });
    }
    let message = format!("the client `{client}` asks for no operation `{}`", operation.text);
    let help = suggestion(&operation.text, known.iter().copied());
    Err(Slip::new(operation.at.clone(), message).help(help))
}

/// Which of the metric's numbers is meant.
fn detail(metric: &Metric, spelled: &Spelled, plan: &Plan) -> Result<Detail, Slip> {
    let argument = spelled.argument.as_ref();
    match (metric.takes, argument) {
        (Takes::Outcome { answers, others }, Some(word)) => outcome(word, answers, others),
        (Takes::Limit, Some(word)) => match word.text.parse::<Span>() {
            Ok(span) => Ok(Detail::Limit(span)),
            Err(error) => Err(Slip::new(word.at.clone(), error.to_string())),
        },
        (Takes::Outcome { .. } | Takes::Limit, None) => {
            let at = spelled.subject.at.end..spelled.subject.at.end;
            let (what, example) = match metric.takes {
                Takes::Limit => ("a time", "500ms"),
                _ => ("an outcome", "TimedOut"),
            };
            let help = format!("as in `{}({}, {example})`", metric.name, spelled.subject.text);
            Err(Slip::new(at, format!("`{}` needs {what} behind a comma", metric.name)).help(help))
        }
        (Takes::Nothing | Takes::Statistic, Some(word)) => {
            let message = format!("`{}` takes nothing behind the name", spelled.metric.text);
            Err(Slip::new(word.at.clone(), message))
        }
        (Takes::Statistic, None) => statistic(metric, &spelled.metric, plan),
        (Takes::Nothing, None) => Ok(Detail::Only),
    }
}

fn outcome(word: &Word, answers: usize, others: &[&str]) -> Result<Detail, Slip> {
    let kinds = Kind::ALL.iter().skip(answers).map(|kind| kind.name());
    let known: Vec<&str> = kinds.chain(others.iter().copied()).collect();
    if known.contains(&word.text.as_str()) {
        return Ok(Detail::Outcome(word.text.clone()));
    }
    let message = format!("`{}` is no outcome that could stand here", word.text);
    Err(Slip::new(word.at.clone(), message).help(suggestion(&word.text, known.iter().copied())))
}

fn statistic(metric: &Metric, word: &Word, plan: &Plan) -> Result<Detail, Slip> {
    let statistic = word.text[metric.name.len()..].to_owned();
    let known: Vec<String> = plan.percentiles.iter().map(|&q| percentile_name(q)).collect();
    if statistic == MEAN || known.contains(&statistic) {
        return Ok(Detail::Statistic(statistic));
    }
    let message = format!("the percentile {statistic} is not among those that are reported");
    let help = format!("there are {}; `run.percentiles` asks for more", known.join(", "));
    Err(Slip::new(word.at.clone(), message).help(help))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library;

    fn parse(text: &str) -> Result<Reading, Slip> {
        let document = library::find("feed-cascade").unwrap().document().unwrap();
        Reading::parse(text, &document.point(Some("breaker"), &[]).unwrap().plan)
    }

    #[test]
    fn a_number_reads_back_as_it_is_written() {
        for text in [
            "goodput(app)",
            "success(app:feed.home)",
            "failed(app, TimedOut)",
            "p99.9(app)",
            "failure_mean(app)",
            "slower_than(app, 500ms)",
            "capacity(feed)",
            "turned_away(feed, QueueFull)",
            "waiting_p99(feed)",
            "amplification(feed)",
            "amplification(feed.counts)",
            "attempts_failed(feed.counts, GivenUp)",
            "opens(feed.counts)",
            "opened_after(feed.counts)",
            "recovered(app)",
        ] {
            assert_eq!(parse(text).unwrap().to_string(), text);
        }
        let owner = |text: &str| parse(text).unwrap().metric.owner;
        assert_eq!(
            [owner("success(app)"), owner("amplification(app)")],
            [Owner::Client, Owner::Edge]
        );
    }

    #[test]
    fn what_names_nothing_is_told_with_what_may_be_meant() {
        let slips = [
            "goodputt(app)",
            "nonsense(app)",
            "goodput(ap)",
            "goodput(feed)",
            "capacity(feed.counts)",
            "goodput(app:feed.hom)",
            "capacity(feed:home)",
            "recovered(app:feed.home)",
            "failed(app)",
            "failed(app, Ok)",
            "failed(app, TimeOut)",
            "slower_than(app)",
            "slower_than(app, 500)",
            "p97(app)",
            "p99(app, 5ms)",
            "opens(feed.users)",
            "goodput(app) x",
        ];
        let told = slips.map(|text| {
            let Slip { at, message, help } = parse(text).unwrap_err();
            let carets = format!("{:width$}{}", "", "^".repeat(at.len().max(1)), width = at.start);
            format!("{text}\n{carets} {message}\n  help: {}", help.unwrap_or_default())
        });
        insta::assert_snapshot!(told.join("\n\n"));
    }
}
