//! The only door out: results to stdout, everything else to stderr, and files that are whole or not there.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::exit::{Exit, Stop};

/// Whether only errors are said.
static QUIET: AtomicBool = AtomicBool::new(false);

/// Says nothing on stderr from now on but errors.
pub(crate) fn be_quiet() {
    QUIET.store(true, Ordering::Relaxed);
}

/// Whether only errors are said.
pub(crate) fn is_quiet() -> bool {
    QUIET.load(Ordering::Relaxed)
}

/// Writes results to stdout. Colours are dropped where nobody would see them. A reader who has left, as `head` does when it
/// has enough, is no failure, and stops nothing else: files are written and promises judged all the same.
pub(crate) fn print(text: &str) -> Result<(), Stop> {
    let mut out = anstream::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Stop::failure(format!("the output cannot be written: {error}")))
        }
        _ => Ok(()),
    }
}

/// Says something on stderr, unless it was asked for silence.
pub(crate) fn say(text: &str) {
    if !is_quiet() {
        complain(text);
    }
}

/// Says something on stderr in any case. If nobody listens there, nothing can be done about it.
pub(crate) fn complain(text: &str) {
    let mut err = anstream::stderr().lock();
    let _ = writeln!(err, "{}", text.trim_end_matches('\n'));
}

/// Says why the program stops, and how it ends.
pub(crate) fn part(stop: Stop) -> Exit {
    match stop {
        Stop::Said(exit) => exit,
        Stop::Trouble(trouble) => {
            complain(&format!("\u{1b}[1;31merror\u{1b}[0m: {}", trouble.message));
            if let Some(help) = trouble.help {
                complain(&format!("  \u{1b}[1;36mhelp\u{1b}[0m: {help}"));
            }
            trouble.exit
        }
    }
}

/// Writes a file as a whole: nobody ever sees half of it. Says where it went.
pub(crate) fn write_file(path: &Path, bytes: &[u8]) -> Result<(), Stop> {
    place(path, bytes).map_err(|error| {
        Stop::failure(format!("{} cannot be written: {}", path.display(), reason(&error)))
    })?;
    say(&format!("wrote {}", path.display()));
    Ok(())
}

/// Refuses a file that could not be written, before the work that leads to it.
pub(crate) fn check_place(path: &Path) -> Result<(), Stop> {
    let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    let directory = directory.unwrap_or(Path::new("."));
    let reason = match fs::metadata(directory) {
        Err(error) => reason(&error),
        Ok(_) if path.is_dir() => "it is a directory".to_owned(),
        Ok(there) if !there.is_dir() => "a part of the path is not a directory".to_owned(),
        Ok(_) => return Ok(()),
    };
    Err(Stop::failure(format!("{} cannot be written: {reason}", path.display())))
}

/// Writes to a file beside the right place, then gives it the right name.
fn place(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // The name may be a link; what it leads to is what shall be written.
    let goal = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    match fs::metadata(&goal) {
        Ok(there) if there.is_dir() => return Err(ErrorKind::IsADirectory.into()),
        // A device or a pipe takes what it is given; to put a file in its place would destroy it.
        Ok(there) if !there.is_file() => return fs::write(&goal, bytes),
        Ok(there) if there.permissions().readonly() => {
            return Err(ErrorKind::PermissionDenied.into());
        }
        Ok(_) | Err(_) => {}
    }
    let beside = beside(&goal);
    let written = File::create(&beside).and_then(|mut file| {
        file.write_all(bytes)?;
        if let Ok(there) = fs::metadata(&goal) {
            file.set_permissions(there.permissions())?;
        }
        file.sync_all()
    });
    let placed = written.and_then(|()| fs::rename(&beside, &goal));
    if placed.is_err() {
        let _ = fs::remove_file(&beside);
    }
    placed
}

/// A name in the same directory, and so on the same disk, that nobody else uses.
fn beside(goal: &Path) -> PathBuf {
    let name = goal.file_name().unwrap_or_default().to_string_lossy();
    goal.with_file_name(format!(".{name}.{}.part", process::id()))
}

/// What an operating system says about a file, as a part of a sentence.
pub(crate) fn reason(error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => "there is no such file or directory".to_owned(),
        ErrorKind::PermissionDenied => "permission denied".to_owned(),
        ErrorKind::IsADirectory => "it is a directory".to_owned(),
        ErrorKind::NotADirectory => "a part of the path is not a directory".to_owned(),
        ErrorKind::AlreadyExists => "it exists".to_owned(),
        ErrorKind::InvalidData => "it is not a text".to_owned(),
        ErrorKind::StorageFull => "the disk is full".to_owned(),
        _ => error.to_string(),
    }
}

/// Columns of the terminal that results go to, or a fair number where there is none.
pub(crate) fn width() -> usize {
    let size = terminal_size::terminal_size_of(io::stdout());
    size.map_or(100, |(width, _)| usize::from(width.0).clamp(40, 200))
}
