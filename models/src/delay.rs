//! Delays that a plan knows in advance, so that the calendar can keep a lane for each.

use brownout_core::time::Span;

/// A span to wait, and the lane in which to wait if the plan knew the span in advance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Delay {
    span: Span,
    lane: u16,
}

impl Delay {
    const NO_LANE: u16 = u16::MAX;

    /// A span that nobody could know in advance, such as one with jitter.
    pub fn once(span: Span) -> Delay {
        Delay { span, lane: Delay::NO_LANE }
    }

    /// How long to wait.
    pub fn span(self) -> Span {
        self.span
    }

    /// The number of the lane among [`Delays`], if there is one.
    pub fn lane(self) -> Option<usize> {
        (self.lane != Delay::NO_LANE).then_some(usize::from(self.lane))
    }
}

/// All constant delays of a plan, each once.
#[derive(Clone, Default, Debug)]
pub struct Delays {
    spans: Vec<Span>,
}

impl Delays {
    /// The delay of exactly `span`, with a lane of its own while there are lanes left.
    pub fn constant(&mut self, span: Span) -> Delay {
        let known = self.spans.iter().position(|&s| s == span);
        let lane = known.unwrap_or_else(|| {
            self.spans.push(span);
            self.spans.len() - 1
        });
        match u16::try_from(lane) {
            Ok(lane) if lane != Delay::NO_LANE => Delay { span, lane },
            _ => Delay::once(span),
        }
    }

    /// The constant delays, by lane number.
    pub fn spans(&self) -> &[Span] {
        &self.spans
    }
}
