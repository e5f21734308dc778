//! What charts share: scales, a canvas, the house style, pages and panels.

pub(super) mod axis;
pub(super) mod band;
pub(super) mod canvas;
pub(super) mod demand;
mod draw;
mod dress;
pub(super) mod fates;
pub(super) mod field;
pub(super) mod house;
pub(super) mod label;
pub(super) mod marker;
pub(super) mod measure;
pub(super) mod multiples;
pub(super) mod page;
pub(super) mod plot;
pub(super) mod select;
pub(super) mod steps;
pub(super) mod thin;
pub(super) mod threshold;
pub(super) mod walk;
