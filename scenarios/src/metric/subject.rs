//! Whom a number is about.

use std::fmt;

use super::Owner;
use crate::result::{ClientResult, WindowResult};

/// Whom a number is about, by name.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Subject {
    /// A client.
    Client(String),
    /// One operation that a client asks for.
    Operation {
        /// The client.
        client: String,
        /// `service.operation`.
        operation: String,
    },
    /// A service.
    Service(String),
    /// An edge.
    Edge(String),
}

impl Subject {
    /// Whose metrics apply to it.
    pub fn owner(&self) -> Owner {
        match self {
            Subject::Client(_) | Subject::Operation { .. } => Owner::Client,
            Subject::Service(_) => Owner::Service,
            Subject::Edge(_) => Owner::Edge,
        }
    }

    /// The results of a client, or of the one operation that is meant. Those of a client's only operation are its own.
    pub(super) fn client<'r>(&self, window: &'r WindowResult) -> Option<&'r ClientResult> {
        match self {
            Subject::Client(name) => window.clients.get(name),
            Subject::Operation { client, operation } => {
                let client = window.clients.get(client)?;
                let only = client.operations.is_empty().then_some(client);
                client.operations.get(operation).or(only)
            }
            Subject::Service(_) | Subject::Edge(_) => None,
        }
    }
}

impl fmt::Display for Subject {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Subject::Operation { client, operation } => {
                write!(out, "{}:{}", quoted(client), quoted(operation))
            }
            Subject::Client(name) | Subject::Service(name) | Subject::Edge(name) => {
                out.write_str(&quoted(name))
            }
        }
    }
}

/// A name as an expectation takes it for one: in quotes where it holds what would end it.
fn quoted(name: &str) -> String {
    let plain = !name.contains([',', '(', ')', ':', '\'', '"']) && name.trim() == name;
    match plain && !name.is_empty() {
        true => name.to_owned(),
        false if name.contains('\'') => format!("\"{name}\""),
        false => format!("'{name}'"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_would_end_too_early_stands_in_quotes() {
        assert_eq!(Subject::Edge("feed.counts".to_owned()).to_string(), "feed.counts");
        assert_eq!(Subject::Client("my app".to_owned()).to_string(), "my app");
        assert_eq!(Subject::Client("a, b".to_owned()).to_string(), "'a, b'");
        let [client, operation] = ["app", "feed.home"].map(str::to_owned);
        assert_eq!(Subject::Operation { client, operation }.to_string(), "app:feed.home");
    }
}
