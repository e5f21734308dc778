//! What every family of distributions can say about itself.

use std::fmt::Debug;

/// A distribution of non-negative times, all in nanoseconds.
pub(super) trait Family: Debug + Send + Sync {
    /// The time that the uniform number `u`, strictly between 0 and 1, draws.
    fn draw_at(&self, u: f64) -> f64;

    /// The time below which a draw falls with probability `p`, strictly between 0 and 1.
    ///
    /// It is the same as what `p` draws, except where drawing takes a short cut.
    fn quantile(&self, p: f64) -> f64 {
        self.draw_at(p)
    }

    /// The probability of at most `nanos`.
    fn cdf(&self, nanos: f64) -> f64;

    /// The mean; infinite where it is.
    fn mean(&self) -> f64;

    /// The variance; `None` where it is infinite.
    fn variance(&self) -> Option<f64>;
}
