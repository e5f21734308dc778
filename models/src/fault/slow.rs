//! Slow: work or messages take longer. The hardest kind of failure, because nothing says that anything is wrong.

use brownout_core::dist::{self, Dist};
use brownout_core::random::Key;
use brownout_core::time::Span;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::contract::Fault;
use super::target::Target;
use crate::prose::leading_comment;

/// Makes the work of instances, or the messages of an edge, slow:
/// `Slow(at: "60s", lasts: "75s", target: "counter", to: "3s")`. `to` replaces, then `by` multiplies, then `plus` adds.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("x-why" = leading_comment(include_str!("slow.rs"))))]
pub struct Spec {
    /// When it begins.
    pub at: Span,
    /// How long it lasts. Default: to the end of the run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lasts: Option<Span>,
    /// Where it strikes.
    pub target: Target,
    /// What each step of work, or each message, takes instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<dist::Spec>,
    /// What it is multiplied by; above 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<f64>,
    /// What is added to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plus: Option<dist::Spec>,
    /// Whether work under way is multiplied by `by` too. Default false: only what begins while the fault lasts.
    #[serde(default)]
    pub stretches: bool,
}

/// Slowness at work.
#[derive(Clone, Debug)]
pub struct Slow {
    to: Option<Dist>,
    by: f64,
    plus: Option<Dist>,
    stretches: bool,
}

impl Slow {
    /// Slowness as its spec says, with its distributions made ready.
    pub fn new(spec: &Spec, to: Option<Dist>, plus: Option<Dist>) -> Slow {
        Slow { to, by: spec.by.unwrap_or(1.0), plus, stretches: spec.stretches }
    }

    fn slowed(&self, span: Span, key: Key) -> Span {
        let span = self.to.as_ref().map_or(span, |to| to.draw(key.with(Key::name("slow to"))));
        let plus = self
            .plus
            .as_ref()
            .map_or(Span::ZERO, |plus| plus.draw(key.with(Key::name("slow plus"))));
        span.scale(self.by) + plus
    }
}

impl Fault for Slow {
    fn work(&self, work: Span, key: Key) -> Span {
        self.slowed(work, key)
    }

    fn hop(&self, hop: Span, key: Key) -> Span {
        self.slowed(hop, key)
    }

    fn stretches(&self) -> bool {
        self.stretches
    }
}
