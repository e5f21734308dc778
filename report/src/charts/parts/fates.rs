//! Numbers of points whose replications fell into two states: some collapsed and the others did not, and what their mean
//! says was seen in none of them.

use std::borrow::Cow;

use brownout_scenarios::result::estimate::Part;
use brownout_scenarios::result::{Estimate, Point, Proportion};

use crate::{names, number};

/// A number in both states.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(in crate::charts) struct States<'a> {
    /// In the state of the more replications; where both have as many, of those that did not collapse.
    pub(in crate::charts) more: &'a Part,
    pub(in crate::charts) fewer: &'a Part,
}

/// Both states of a number, where there are two.
pub(in crate::charts) fn states(one: &Estimate) -> Option<States<'_>> {
    let split = one.split.as_deref()?;
    let (collapsed, others) = (&split.collapsed, &split.others);
    Some(match collapsed.replications > others.replications {
        true => States { more: collapsed, fewer: others },
        false => States { more: others, fewer: collapsed },
    })
}

impl States<'_> {
    /// The share of replications that are in the state of the fewer: at most a half.
    pub(in crate::charts) fn share(&self) -> f64 {
        let (more, fewer) = (self.more.replications as f64, self.fewer.replications as f64);
        if more + fewer > 0.0 { fewer / (more + fewer) } else { 0.0 }
    }

    /// `7 of 20`: in how many replications the state of the fewer was seen.
    pub(in crate::charts) fn words(&self) -> String {
        let (more, fewer) = (self.more.replications, self.fewer.replications);
        let with_commas = |count: u64| number::with_commas(&count.to_string());
        format!("{} of {}", with_commas(fewer), with_commas(more + fewer))
    }
}

/// A part as a number of its own.
pub(in crate::charts) fn estimate(part: &Part) -> Estimate {
    Estimate::new(part.mean, part.half_width)
}

/// What a line goes through and a cell shows: the number itself, or its state in the more replications.
pub(in crate::charts) fn shown<'a>(one: Cow<'a, Estimate>) -> Cow<'a, Estimate> {
    match states(&one).map(|both| estimate(both.more)) {
        Some(more) => Cow::Owned(more),
        None => one,
    }
}

/// Everything that is shown of a number: it, or both its states.
pub(in crate::charts) fn all(one: &Estimate) -> Vec<Cow<'_, Estimate>> {
    match states(one) {
        Some(both) => [both.more, both.fewer].map(|part| Cow::Owned(estimate(part))).into(),
        None => vec![Cow::Borrowed(one)],
    }
}

/// In how many replications the system of a client collapsed.
pub(in crate::charts) fn collapsed<'a>(point: &'a Point, client: &str) -> Option<&'a Proportion> {
    names::window(point, "after")?.clients.get(client)?.collapsed.as_ref()
}

/// `8 of 40 collapsed: 20 % (10–35 %)`.
pub(in crate::charts) fn spell(share: &Proportion) -> String {
    let percent = |part: f64| number::fixed(part * 100.0, 0);
    let seen = share.count as f64 / share.of.max(1) as f64;
    format!(
        "{} of {} collapsed: {} % ({}–{} %)",
        number::with_commas(&share.count.to_string()),
        number::with_commas(&share.of.to_string()),
        percent(seen),
        percent(share.low),
        percent(share.high)
    )
}
