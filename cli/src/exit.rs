//! How the program ends: with one of a few numbers that scripts can rely on.

use std::fmt;
use std::process::ExitCode;

/// How the program ends. The numbers are part of its interface.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum Exit {
    /// All went well, and whatever was expected of the results came true.
    Done = 0,
    /// Something could not be read or written, or a law of the simulation did not hold.
    Failure = 1,
    /// The command line makes no sense.
    Usage = 2,
    /// The scenario has mistakes.
    Invalid = 3,
    /// It ran, but something that was expected of the results did not come true.
    Unmet = 99,
    /// Somebody pressed Ctrl-C.
    Interrupted = 130,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}

/// Why a command could not go on.
#[derive(Debug)]
pub(crate) enum Stop {
    /// All there is to say has been said.
    Said(Exit),
    /// Something is wrong that has to be said.
    Trouble(Trouble),
}

/// What is wrong, in a sentence without its full stop, and what to do about it.
#[derive(Debug)]
pub(crate) struct Trouble {
    pub(crate) exit: Exit,
    pub(crate) message: String,
    pub(crate) help: Option<String>,
}

impl Stop {
    /// Trouble without advice.
    pub(crate) fn new(exit: Exit, message: impl Into<String>) -> Stop {
        Stop::Trouble(Trouble { exit, message: message.into(), help: None })
    }

    /// Something could not be read, written or computed.
    pub(crate) fn failure(message: impl fmt::Display) -> Stop {
        Stop::new(Exit::Failure, message.to_string())
    }

    /// The command line makes no sense.
    pub(crate) fn usage(message: impl Into<String>) -> Stop {
        Stop::new(Exit::Usage, message)
    }

    /// The same with advice, if there is any.
    pub(crate) fn help(self, help: impl Into<Option<String>>) -> Stop {
        match self {
            Stop::Trouble(trouble) => Stop::Trouble(Trouble { help: help.into(), ..trouble }),
            other => other,
        }
    }
}
