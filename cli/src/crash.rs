//! What a user sees when the program itself has a mistake: one message instead of a panic.

use std::panic::{self, PanicHookInfo};
use std::sync::Mutex;

use crate::exit::{Exit, Stop};

/// What the last panic said, and where. Panics that somebody catches and reports leave it here unread.
static LAST: Mutex<Option<String>> = Mutex::new(None);

/// Does the work; a panic in it becomes one message that asks to report it.
pub(crate) fn guard(work: impl FnOnce() -> Exit + panic::UnwindSafe) -> Exit {
    let loud = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        remember(info);
        if std::env::var_os("RUST_BACKTRACE").is_some_and(|value| value != "0") {
            loud(info);
        }
    }));
    panic::catch_unwind(work).unwrap_or_else(|_| {
        let told = LAST.lock().ok().and_then(|mut last| last.take());
        let told = told.unwrap_or_else(|| "nothing more is known".to_owned());
        let help = "this is a mistake in brownout itself, not in the scenario: please report it with this message, the \
                    command and the scenario (RUST_BACKTRACE=1 tells more)";
        let stop = Stop::failure(format!("brownout had to stop: {told}"));
        crate::output::part(stop.help(help.to_owned()))
    })
}

fn remember(info: &PanicHookInfo<'_>) {
    let payload = info.payload();
    let said = payload
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| payload.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("it gave no reason");
    let place = info.location().map(|place| format!(" ({}:{})", place.file(), place.line()));
    if let Ok(mut last) = LAST.lock() {
        *last = Some(format!("{said}{}", place.unwrap_or_default()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_a_failure_and_whatever_is_well_stays_well() {
        assert_eq!(guard(|| panic!("on purpose")), Exit::Failure);
        assert_eq!(guard(|| Exit::Usage), Exit::Usage);
    }
}
