//! Ctrl-C: the first one asks for what there is so far, the second one ends everything at once.

use std::process;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::exit::Exit;
use crate::output;

static ASKED: AtomicBool = AtomicBool::new(false);

/// Listens from now on. Without it Ctrl-C ends the program at once, which is right where nothing is under way.
pub(crate) fn listen() {
    let heard = || {
        if ASKED.swap(true, Ordering::SeqCst) {
            process::exit(Exit::Interrupted as i32);
        }
        output::say(
            "stopping when the replications under way are done; Ctrl-C again stops at once",
        );
    };
    // Where no signals can be heard, Ctrl-C does what it does anyway.
    let _ = ctrlc::set_handler(heard);
}

/// Whether somebody wants it to stop.
pub(crate) fn asked() -> bool {
    ASKED.load(Ordering::SeqCst)
}
