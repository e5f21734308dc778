//! What a probe is told.
//!
//! It sees moments and cannot touch the run: with another probe, or none, the same happens at the same times.

use brownout_core::time::SimTime;

use crate::moment::Moment;

/// Somebody who looks at a run.
pub trait Probe {
    /// Whether gauges are wanted; they cost a little.
    const GAUGES: bool = false;

    /// Time comes to `now`, before anything happens then. Told for every event, also where time stands still.
    #[inline(always)]
    fn reach(&mut self, _now: SimTime) {}

    /// Something happens now.
    fn see(&mut self, now: SimTime, moment: &Moment);
}

/// Nobody looks, and it costs nothing.
impl Probe for () {
    #[inline(always)]
    fn see(&mut self, _: SimTime, _: &Moment) {}
}

/// Two look at the same run.
impl<A: Probe, B: Probe> Probe for (A, B) {
    const GAUGES: bool = A::GAUGES || B::GAUGES;

    #[inline(always)]
    fn reach(&mut self, now: SimTime) {
        self.0.reach(now);
        self.1.reach(now);
    }

    #[inline(always)]
    fn see(&mut self, now: SimTime, moment: &Moment) {
        self.0.see(now, moment);
        self.1.see(now, moment);
    }
}

/// Somebody may look.
impl<P: Probe> Probe for Option<P> {
    const GAUGES: bool = P::GAUGES;

    #[inline(always)]
    fn reach(&mut self, now: SimTime) {
        if let Some(probe) = self {
            probe.reach(now);
        }
    }

    #[inline(always)]
    fn see(&mut self, now: SimTime, moment: &Moment) {
        if let Some(probe) = self {
            probe.see(now, moment);
        }
    }
}

/// Somebody looks from elsewhere.
impl<P: Probe> Probe for &mut P {
    const GAUGES: bool = P::GAUGES;

    #[inline(always)]
    fn reach(&mut self, now: SimTime) {
        (**self).reach(now);
    }

    #[inline(always)]
    fn see(&mut self, now: SimTime, moment: &Moment) {
        (**self).see(now, moment);
    }
}
