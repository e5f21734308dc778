//! A policy of your own, plugged in through the library.

use std::fmt;
use std::sync::Arc;

use super::contract::CallPolicy;

/// A policy that Rust code brings along: a name for reports, and how to make one for each holder of state.
#[derive(Clone)]
pub struct Spec {
    name: &'static str,
    make: Arc<dyn Fn() -> Box<dyn CustomPolicy> + Send + Sync>,
}

impl Spec {
    /// A policy called `name`, made anew for each caller instance (or whatever the edge's scope says).
    pub fn new<P: CustomPolicy + 'static>(
        name: &'static str,
        make: impl Fn() -> P + Send + Sync + 'static,
    ) -> Spec {
        Spec { name, make: Arc::new(move || Box::new(make())) }
    }

    /// The name for reports.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// A new copy in its first state.
    pub fn make(&self) -> Box<dyn CustomPolicy> {
        (self.make)()
    }
}

impl PartialEq for Spec {
    fn eq(&self, other: &Spec) -> bool {
        self.name == other.name && Arc::ptr_eq(&self.make, &other.make)
    }
}

impl fmt::Debug for Spec {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Custom({:?})", self.name)
    }
}

/// A [`CallPolicy`] that can be copied while it stands behind a pointer. Implemented for all that are `Clone`.
pub trait CustomPolicy: CallPolicy + Send + Sync + fmt::Debug {
    /// A copy in the same state.
    fn copy(&self) -> Box<dyn CustomPolicy>;

    /// The policy behind the contract.
    fn seat(&mut self) -> &mut dyn CallPolicy;
}

impl<P: CallPolicy + Clone + Send + Sync + fmt::Debug + 'static> CustomPolicy for P {
    fn copy(&self) -> Box<dyn CustomPolicy> {
        Box::new(self.clone())
    }

    fn seat(&mut self) -> &mut dyn CallPolicy {
        self
    }
}

impl Clone for Box<dyn CustomPolicy> {
    fn clone(&self) -> Box<dyn CustomPolicy> {
        (**self).copy()
    }
}
