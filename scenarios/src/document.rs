//! The scenario file: read with all its mistakes at once, changed by paths, and printed in full.
//!
//! A text becomes a [`tree`] that remembers where everything stands. Variants, incident files and `--set` edit the
//! tree; only then is it [`read`] into the types of the models, so that each mistake is told at the place where it was
//! made, whichever file or flag that is in. [`Document`] is the whole of it.

pub mod axes;
pub mod check;
pub mod data;
pub mod edit;
pub mod guard;
pub mod incident;
pub mod mistake;
pub mod names;
pub mod nearest;
pub mod path;
pub mod print;
mod promises;
pub mod range;
pub mod read;
pub mod render;
pub mod resolved;
pub mod sections;
pub mod set;
mod short_form;
pub mod source;
pub mod syntax;
pub mod tree;

use std::collections::BTreeMap;

use brownout_core::time::Span;
use brownout_core::units::Rate;
use brownout_models::problem::Code;
use sha2::{Digest, Sha256};

use self::data::Curve;
use self::edit::Change;
use self::mistake::{Located, Mistake, locate_all};
use self::sections::{Sections, Variant};
use self::source::Sources;
use self::tree::Node;

/// A scenario file as it was written, with everything that is laid over it.
#[derive(Clone, Debug)]
pub struct Document {
    /// The texts that it was read from.
    pub(crate) sources: Sources,
    /// What the file says about itself.
    pub(crate) sections: Sections,
    /// The system as the file and its incident have it.
    pub(crate) system: Node,
    /// What the warm-up is where it is to be found, once it was.
    pub(crate) warmup: Option<Span>,
    /// Changes from the command line, over everything else.
    pub(crate) set: Vec<Change>,
    /// What has been found wrong so far.
    pub(crate) mistakes: Vec<Mistake>,
    hash: Sha256,
}

impl Document {
    /// Reads a file's bytes. `Err` if nothing can be made of them; other mistakes are told by
    /// [`check`](Document::check), all together.
    pub fn read(name: &str, bytes: &[u8]) -> Result<Document, Vec<Located>> {
        let text = guard::text(bytes).map_err(|reason| no_scenario(name, reason))?;
        let mut sources = Sources::default();
        let source = sources.add(name, text);
        let parsed = syntax::parse(source, text)
            .map_err(|mistake| vec![Located::new(*mistake, &sources)])?;
        let mut mistakes = parsed.mistakes;
        let (sections, system) = sections::scenario(parsed.root, &mut mistakes)
            .map_err(|mistake| vec![Located::new(*mistake, &sources)])?;
        let mut document = Document {
            sources,
            sections,
            system,
            warmup: None,
            set: Vec::new(),
            mistakes,
            hash: Sha256::new(),
        };
        document.take_in(bytes);
        Ok(document)
    }

    /// Lays an incident file over the system: its faults, clients, windows, variants and expectations come on top.
    pub fn add_incident(&mut self, name: &str, bytes: &[u8]) -> Result<(), Vec<Located>> {
        let text = guard::text(bytes).map_err(|reason| no_scenario(name, reason))?;
        let source = self.sources.add(name, text);
        let parsed = syntax::parse(source, text)
            .map_err(|mistake| vec![Located::new(*mistake, &self.sources)])?;
        self.mistakes.extend(parsed.mistakes);
        let mistakes = incident::lay_over(self, parsed.root)
            .map_err(|mistake| vec![Located::new(*mistake, &self.sources)])?;
        self.mistakes.extend(mistakes);
        self.take_in(bytes);
        Ok(())
    }

    /// Takes a change from the command line, `path=value`; later ones win over variants and axes.
    pub fn set(&mut self, argument: &str) {
        match set::change(&mut self.sources, "--set", argument) {
            Ok(change) => self.set.push(change),
            Err(mistake) => self.mistakes.push(*mistake),
        }
    }

    /// Settles the warm-up where it is `Auto`.
    pub fn settle_warmup(&mut self, warmup: Span) {
        self.warmup = Some(warmup);
    }

    /// Reads the data files that the scenario names, with a function from the name of the file that names one, and
    /// its path there, to its bytes or the reason why there are none. They take the place of their paths.
    pub fn read_data(&mut self, read: impl Fn(&str, &str) -> Result<Vec<u8>, String>) {
        let mut curves: BTreeMap<(String, String), Option<Curve>> = BTreeMap::new();
        let Document { sources, sections, system, set, mistakes, hash, .. } = self;
        let mut replace = |file: &str, node: &mut Node| {
            let place = node.place;
            let named_in = sources.of(place).name.to_string();
            let key = (named_in.clone(), file.to_owned());
            let curve = curves.entry(key).or_insert_with(|| {
                let bytes = read(&named_in, file);
                let text = bytes.and_then(|bytes| guard::text(&bytes).map(str::to_owned));
                let text = text.map_err(|why| {
                    let message = format!("the data file `{file}` cannot be used: {why}");
                    mistakes.push(Mistake::new(Code::DataFile, place, message));
                });
                let text = text.ok()?;
                take_in(hash, text.as_bytes());
                let source = sources.add(file, &text);
                data::curve(source, &text).map_err(|found| mistakes.extend(found)).ok()
            });
            // A curve that cannot be read leaves one that can be run, so that the rest is checked.
            let points = curve.clone().unwrap_or_else(|| vec![(Span::ZERO, Rate::ZERO)]);
            *node = data::ramp(&points, place);
        };
        data::curves(system, &mut replace);
        let variants = sections.variants.iter_mut().flat_map(|variant| &mut variant.changes);
        for change in variants.chain(set) {
            data::curves(&mut change.value, &mut replace);
        }
    }

    /// The scenario in a few words.
    pub fn title(&self) -> Option<&str> {
        self.sections.title.as_deref()
    }

    /// The variants, in the order of the file.
    pub fn variants(&self) -> impl Iterator<Item = &str> {
        self.sections.variants.iter().map(|variant| variant.name.as_str())
    }

    /// SHA-256 of all files as they were read, in hex.
    pub fn sha256(&self) -> String {
        self.hash.clone().finalize().iter().map(|byte| format!("{byte:02x}")).collect()
    }

    pub(crate) fn variant(&self, name: &str) -> Option<&Variant> {
        self.sections.variants.iter().find(|variant| variant.name == name)
    }

    pub(crate) fn locate(&self, mistakes: Vec<Mistake>) -> Vec<Located> {
        locate_all(mistakes, &self.sources)
    }

    fn take_in(&mut self, bytes: &[u8]) {
        take_in(&mut self.hash, bytes);
    }
}

fn no_scenario(name: &str, reason: String) -> Vec<Located> {
    vec![Located::whole(Code::NotAScenario, name, reason)]
}

/// Hashes a file together with its length, so that what ends one cannot pass for the start of the next.
fn take_in(hash: &mut Sha256, bytes: &[u8]) {
    hash.update((bytes.len() as u64).to_le_bytes());
    hash.update(bytes);
}
