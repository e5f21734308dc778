//! Fixed: as many instances as the scenario starts with.

use brownout_core::time::Span;

use super::contract::{Fleet, Scaler};

/// As many instances as the scenario starts with.
#[derive(Clone, Copy, Debug)]
pub struct Fixed;

impl Scaler for Fixed {
    fn every(&self) -> Option<Span> {
        None
    }

    fn desired(&mut self, fleet: &Fleet) -> u32 {
        fleet.initial
    }
}
