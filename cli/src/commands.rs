//! The commands, one in each room.

pub(crate) mod check;
pub(crate) mod compare;
pub(crate) mod completions;
pub(crate) mod explain;
pub(crate) mod follow;
pub(crate) mod init;
pub(crate) mod list;
pub(crate) mod man;
pub(crate) mod plot;
pub(crate) mod run;
pub(crate) mod schema;
pub(crate) mod show;
pub(crate) mod sweep;
