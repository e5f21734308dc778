//! The only place of this crate that opens files: scenarios, incidents, and the data that they name.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use crate::document::Document;
use crate::document::guard::MOST_BYTES;
use crate::document::mistake::Located;
use crate::library;

/// Why there is no document.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// No bundled scenario has the name.
    #[error("there is no bundled scenario `{name}`")]
    NoSuch {
        /// The name that was asked for.
        name: String,
        /// What may have been meant.
        help: String,
    },
    /// The file cannot be read.
    #[error("cannot read `{file}`: {why}")]
    Unreadable {
        /// The file as the user named it.
        file: String,
        /// What the system says.
        why: String,
    },
    /// The file was read and is no scenario.
    #[error("`{}` is no scenario", .0.first().map_or("", |problem| &problem.file))]
    Invalid(Vec<Located>),
}

/// Opens a scenario with everything that is laid over it: a file by its path, a bundled scenario by its name, `-` for
/// the standard input. Problems inside the files are told by [`Document::check`].
pub fn open(scenario: &str, incident: Option<&str>, set: &[String]) -> Result<Document, OpenError> {
    let mut document = match bundled(scenario)? {
        Some(bundled) => bundled.document(),
        None => Document::read(name_of(scenario), &bytes(scenario)?),
    }
    .map_err(OpenError::Invalid)?;
    if let Some(file) = incident {
        let bytes = bytes(file)?;
        document.add_incident(name_of(file), &bytes).map_err(OpenError::Invalid)?;
    }
    for change in set {
        document.set(change);
    }
    document.read_data(|named_in, file| {
        let beside = Path::new(named_in).parent().unwrap_or(Path::new(""));
        read(&beside.join(file))
    });
    Ok(document)
}

/// The bundled scenario that is meant; `None` if a file is.
fn bundled(scenario: &str) -> Result<Option<&'static library::Bundled>, OpenError> {
    let is_path = scenario == "-"
        || scenario.contains(['/', '\\'])
        || Path::new(scenario).extension().is_some_and(|ending| ending == "ron");
    if is_path {
        return Ok(None);
    }
    if let Some(bundled) = library::find(scenario) {
        return Ok(Some(bundled));
    }
    let help = match library::suggestion(scenario) {
        Some(name) => format!("did you mean `{name}`?"),
        None if Path::new(scenario).exists() => {
            format!("a file is named with its path: `./{scenario}`")
        }
        None => {
            let names: Vec<_> = library::ALL.iter().map(|bundled| bundled.name).collect();
            format!("there are {}; a file is named with its path", names.join(", "))
        }
    };
    Err(OpenError::NoSuch { name: scenario.to_owned(), help })
}

fn name_of(file: &str) -> &str {
    if file == "-" { "standard input" } else { file }
}

fn bytes(file: &str) -> Result<Vec<u8>, OpenError> {
    let bytes = if file == "-" {
        at_most(io::stdin().lock()).map_err(|error| error.to_string())
    } else {
        read(Path::new(file))
    };
    bytes.map_err(|why| OpenError::Unreadable { file: name_of(file).to_owned(), why })
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    if path.is_dir() {
        return Err("it is a directory, expected a file".to_owned());
    }
    File::open(path).and_then(at_most).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => "there is no such file".to_owned(),
        io::ErrorKind::PermissionDenied => "you have no permission to read it".to_owned(),
        _ => error.to_string(),
    })
}

/// The bytes, and no more of them than it takes to see that they are too many.
fn at_most(from: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(MOST_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_opened_says_so_in_one_sentence() {
        let told = |name: &str| open(name, None, &[]).unwrap_err().to_string();
        assert_eq!(told("nosuch"), "there is no bundled scenario `nosuch`");
        assert_eq!(told("./nosuch.ron"), "cannot read `./nosuch.ron`: there is no such file");
        assert!(told("./").contains("it is a directory"));
        let OpenError::NoSuch { help, .. } = open("feed_cascade", None, &[]).unwrap_err() else {
            panic!("a name that is no path is looked for among the bundled ones")
        };
        assert_eq!(help, "did you mean `feed-cascade`?");
    }
}
