//! Policies around policies, on systems without chance: every outcome and every instant was worked out by hand.

#[path = "../common/mod.rs"]
mod common;

mod breakers;
mod bulkheads;
mod faults;
mod hedges;
mod layers;
mod limits;

use brownout_models::outcome::Kind;
use brownout_models::spec::System;

use common::{Story, careful, lasting, named, read, service};

pub(crate) const EVERYTHING_FAILS: &str =
    r#"[ErrorRate(at: "0s", target: "server", share: "100%", strikes: After)]"#;

/// A client that asks a server with any number of workers; each visit works for `work`.
pub(crate) fn pair(length: &str, arrivals: &str, list: &str, work: &str) -> System {
    System {
        run: lasting(length),
        services: named([("server", service("Unlimited", &format!(r#"[Work(time: "{work}")]"#)))]),
        clients: named([("user", careful(arrivals, "server.get", list))]),
        ..System::default()
    }
}

/// The same with a server whose every visit fails when its work is done.
pub(crate) fn broken_pair(length: &str, arrivals: &str, list: &str, work: &str) -> System {
    System { faults: read(EVERYTHING_FAILS), ..pair(length, arrivals, list, work) }
}

pub(crate) fn kinds(story: &Story) -> Vec<Kind> {
    story.answers().into_iter().map(|(_, kind)| kind).collect()
}

pub(crate) const ONE: &str = "Burst(count: 1)";
