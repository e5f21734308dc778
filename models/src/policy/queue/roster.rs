//! All queue disciplines: how a file names them, and how they are made ready.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::contract::Discipline;
use super::{fifo, lifo};
use crate::prose::leading_comment;

/// Who of those that wait is served next.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize, JsonSchema)]
pub enum DisciplineSpec {
    /// The visit that has waited longest.
    #[schemars(extend("x-why" = leading_comment(include_str!("fifo.rs"))))]
    #[default]
    Fifo,
    /// The visit that came last.
    #[schemars(extend("x-why" = leading_comment(include_str!("lifo.rs"))))]
    Lifo,
}

impl DisciplineSpec {
    /// The discipline in its first state.
    pub fn ready(self) -> Seated {
        match self {
            DisciplineSpec::Fifo => Seated::Fifo(fifo::Fifo),
            DisciplineSpec::Lifo => Seated::Lifo(lifo::Lifo),
        }
    }
}

/// A discipline with its state.
#[derive(Clone, Debug)]
pub enum Seated {
    /// See [`fifo`].
    Fifo(fifo::Fifo),
    /// See [`lifo`].
    Lifo(lifo::Lifo),
}

impl Seated {
    /// The discipline behind the contract.
    pub fn seat(&mut self) -> &mut dyn Discipline {
        match self {
            Seated::Fifo(discipline) => discipline,
            Seated::Lifo(discipline) => discipline,
        }
    }
}
