//! The command line of brownout: reads what is asked for, has it done, and ends with a number that says how it went.

mod args;
mod charts;
mod commands;
mod crash;
mod effort;
mod exit;
mod experiment;
mod explain;
mod export;
mod gate;
mod input;
mod interrupt;
mod output;
mod pilot;
mod progress;
mod suspicions;
mod twins;

use std::process::ExitCode;

use args::Asked;
use exit::Exit;

fn main() -> ExitCode {
    let exit = crash::guard(|| match args::read() {
        Asked::Work(command) => command.perform().unwrap_or_else(output::part),
        Asked::Help(text) => output::print(&text).map_or_else(output::part, |()| Exit::Done),
        Asked::Nonsense(text) => {
            output::complain(&text);
            Exit::Usage
        }
    });
    exit.into()
}
