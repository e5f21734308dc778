//! From a document to systems that can be run, or to everything that is wrong with it.

use brownout_core::time::Span;
use brownout_models::plan::Plan;
use brownout_models::problem::{Code, Problem, Severity};
use brownout_models::spec::System;

use super::Document;
use super::edit::{self, Change};
use super::mistake::{Located, MOST, Mistake, locate_all};
use super::nearest::suggestion;
use super::path::{locate, steps};
use super::read::{Failed, Sink, read};
use super::sections::OWN;
use super::source::Place;
use super::tree::{Node, Value};
use super::{names, set};
use crate::expect::Expectation;

/// A sound scenario.
#[derive(Debug)]
pub struct Scenario {
    /// The scenario in a few words.
    pub title: Option<String>,
    /// What happens in it.
    pub about: Option<String>,
    /// The system without any variant.
    pub system: System,
    /// Whether the warm-up of the system or of a variant is to be found.
    pub auto_warmup: bool,
    /// The variants, in the order of the file.
    pub variants: Vec<String>,
    /// What the results should show, in the words of the file.
    pub expect: Vec<String>,
    /// SHA-256 of all files as they were read, in hex.
    pub sha256: String,
    /// What may not mean what its author thinks.
    pub warnings: Vec<Located>,
}

/// A system that can be run.
#[derive(Debug)]
pub struct Point {
    /// The system by name.
    pub system: System,
    /// The system by number.
    pub plan: Plan,
    /// Whether the warm-up is to be found; it is none, or what was settled, until then.
    pub auto_warmup: bool,
    /// What its results should show.
    pub expect: Vec<Expectation>,
    /// What may not mean what its author thinks.
    pub warnings: Vec<Located>,
}

/// A system of which everything that is wrong is known.
struct Judged {
    sound: Option<(System, Plan)>,
    auto_warmup: bool,
    mistakes: Vec<Mistake>,
}

impl Document {
    /// Checks the system, every variant and everything else; `Err` holds all errors, and the warnings with them.
    pub fn check(&self) -> Result<Scenario, Vec<Located>> {
        self.check_for(&[])
    }

    /// The same where only the chosen variants, or all if there are none, are to be run: what is set on the command line
    /// need not fit the others, nor the system itself.
    pub fn check_for(&self, chosen: &[String]) -> Result<Scenario, Vec<Located>> {
        let runs = |name: &String| chosen.is_empty() || chosen.contains(name);
        let mut mistakes = self.mistakes.clone();
        let mut base = self.judge_typed(&[&self.set], 1);
        let fits = chosen.is_empty() || !base.mistakes.iter().any(is_error);
        if !fits {
            base = self.judge(&[]);
        }
        let mut known = base.mistakes.clone();
        let mut auto_warmup = base.auto_warmup;
        mistakes.extend(base.mistakes);
        for variant in &self.sections.variants {
            let judged = match runs(&variant.name) {
                true => self.judge_typed(&[&variant.changes, &self.set], 1),
                false => self.judge(&[&variant.changes]),
            };
            auto_warmup |= judged.auto_warmup;
            if !fits && runs(&variant.name) {
                // What is run stands for a system that what is set does not fit.
                base.sound = base.sound.and(judged.sound);
            }
            for mistake in judged.mistakes {
                if !known.contains(&mistake) {
                    known.push(mistake.clone());
                    mistakes.push(in_variant(mistake, &variant.name, &variant.changes));
                }
            }
        }
        mistakes.extend(self.broken_promises());
        mistakes.extend(self.axes());
        // Warnings judge a system as a whole; while parts of it are unreadable they would judge another one.
        if mistakes.iter().any(is_error) {
            mistakes.retain(is_error);
        }
        let problems = self.locate(mistakes);
        match base.sound {
            Some((system, _)) if !problems.iter().any(Located::is_error) => Ok(Scenario {
                title: self.sections.title.clone(),
                about: self.sections.about.clone(),
                system,
                auto_warmup,
                variants: self.variants().map(str::to_owned).collect(),
                expect: self.sections.expect.iter().map(|expected| expected.text.clone()).collect(),
                sha256: self.sha256(),
                warnings: problems,
            }),
            _ => Err(problems),
        }
    }

    /// The system of a variant (or of none) at a point of a sweep: what one run needs.
    pub fn point(
        &self,
        variant: Option<&str>,
        axes: &[(String, String)],
    ) -> Result<Point, Vec<Located>> {
        self.point_with(variant, "--sweep", axes)
    }

    /// The same with settings from some other flag.
    pub fn point_with(
        &self,
        variant: Option<&str>,
        flag: &str,
        settings: &[(String, String)],
    ) -> Result<Point, Vec<Located>> {
        let mut sources = self.sources.clone();
        let name = variant;
        let variant = match variant {
            None => &[][..],
            Some(name) => match self.variant(name) {
                Some(variant) => &variant.changes,
                None => return Err(vec![self.no_variant(name)]),
            },
        };
        let settings = set::changes(&mut sources, flag, settings)
            .map_err(|mistakes| locate_all(mistakes, &sources))?;
        let judged = self.judge_typed(&[variant, &settings, &self.set], 2);
        let mut mistakes = self.mistakes.clone();
        mistakes.extend(judged.mistakes);
        mistakes.extend(self.unsound_promises());
        let mut expect = Vec::new();
        if let Some((_, plan)) = &judged.sound {
            let (sound, unsound) = self.promises(name, plan);
            expect = sound;
            // What is walked through may take a promise its object, such as the fault that makes a window: that promise
            // is not about this point, and is told not to be judged there. What is wrong with it in the variant itself is
            // told by `check`.
            let walks = !settings.is_empty();
            mistakes.extend(unsound.into_iter().map(|mistake| match walks {
                true => Mistake { code: Code::Unjudged, ..mistake },
                false => mistake,
            }));
        }
        let problems = locate_all(mistakes, &sources);
        match judged.sound {
            Some((system, plan)) if !problems.iter().any(Located::is_error) => Ok(Point {
                system,
                plan,
                auto_warmup: judged.auto_warmup,
                expect,
                warnings: problems,
            }),
            _ => Err(problems),
        }
    }

    /// What is wrong with the expectations, in the system itself or in the variants that they are about, as the file has
    /// them: what is set over it may take a variant's promise its object, and matters only where that variant is run.
    fn broken_promises(&self) -> Vec<Mistake> {
        let mut mistakes = self.unsound_promises();
        if self.sections.variants.is_empty()
            && let Some((_, plan)) = self.judge(&[]).sound
        {
            mistakes.extend(self.promises(None, &plan).1);
        }
        let mut found: Vec<(&str, Vec<Mistake>)> = Vec::new();
        for variant in &self.sections.variants {
            // What cannot be run is told already, and nobody knows what it would hold.
            let Some((_, plan)) = self.judge(&[&variant.changes]).sound else {
                continue;
            };
            found.push((&variant.name, self.promises(Some(&variant.name), &plan).1));
        }
        for (number, (variant, own)) in found.iter().enumerate() {
            for mistake in own {
                let among = |(_, others): &(&str, Vec<Mistake>)| others.contains(mistake);
                if found[..number].iter().any(among) {
                    continue;
                }
                let told = found.iter().all(among) || self.names_its_variant(mistake);
                let note = (!told).then(|| format!("in the variant \"{variant}\""));
                mistakes.push(Mistake { note, ..mistake.clone() });
            }
        }
        mistakes
    }

    /// Makes the layers of changes, reads what comes out, and asks whether it fits together.
    fn judge(&self, layers: &[&[Change]]) -> Judged {
        let mut tree = self.system.clone();
        let mut mistakes = Vec::new();
        for layer in layers {
            mistakes.extend(edit::apply(&mut tree, layer));
        }
        let auto_warmup = self.take_auto(&mut tree);
        mistakes.extend(names::check(&tree));
        let sink = Sink::default();
        let system: Option<System> = read(&tree, tree.head(), &sink);
        let (found, failed) = sink.into_parts();
        mistakes.extend(found.into_iter().map(|mistake| at_top(mistake, &tree)));
        let Some(system) = system else { return Judged { sound: None, auto_warmup, mistakes } };
        let sound = match Plan::new(&system) {
            Ok((plan, warnings)) => {
                mistakes.extend(place_all(&tree, &failed, warnings));
                Some((system, plan))
            }
            Err(problems) => {
                mistakes.extend(place_all(&tree, &failed, problems));
                None
            }
        };
        Judged { sound, auto_warmup, mistakes }
    }

    /// Puts what was settled, or nothing, where the warm-up is to be found; says whether it is.
    fn take_auto(&self, tree: &mut Node) -> bool {
        let Value::Fields(fields) = &mut tree.value else { return false };
        let run = fields.iter_mut().find(|entry| entry.key.word() == Some("run"));
        let Some(Value::Fields(run) | Value::Made(run)) = run.map(|run| &mut run.value.value)
        else {
            return false;
        };
        let warmup = run.iter_mut().find(|entry| entry.key.word() == Some("warmup"));
        let auto = warmup.filter(
            |entry| matches!(&entry.value.value, Value::Named(name, None) if name.text == "Auto"),
        );
        let Some(auto) = auto else { return false };
        auto.value.value = Value::Text(self.warmup.unwrap_or(Span::ZERO).to_string());
        true
    }

    /// Whether the paths of `sweep` name something, and the values can stand there.
    fn axes(&self) -> Vec<Mistake> {
        let mut mistakes = Vec::new();
        for axis in &self.sections.sweep {
            for values in &axis.values {
                let change = |(path, value): (&String, &Node)| Change {
                    path: path.clone(),
                    path_place: axis.place,
                    value: value.clone(),
                };
                let changes: Vec<Change> = axis.paths.iter().zip(values).map(change).collect();
                let mut found = self.judge(&[&changes]).mistakes;
                let within = |place| values.iter().any(|value| value.place.holds(place));
                found.retain(|mistake| mistake.place == axis.place || within(mistake.place));
                mistakes.extend(found.into_iter().filter(is_error));
            }
        }
        mistakes
    }

    fn no_variant(&self, name: &str) -> Located {
        let file = self.sources.iter().next().map(|source| source.name.clone());
        let message = format!("there is no variant `{name}`");
        let known: Vec<&str> = self.variants().collect();
        let mut problem = Located::whole(Code::UnknownName, &file.unwrap_or_default(), message);
        problem.help = suggestion(name, known.iter().copied());
        problem
    }
}

fn is_error(mistake: &Mistake) -> bool {
    mistake.code.severity() == Severity::Error
}

/// Says in which variant a mistake arises, where its place does not say it.
fn in_variant(mut mistake: Mistake, variant: &str, changes: &[Change]) -> Mistake {
    let within = |place: Place| place.holds(mistake.place);
    if !changes.iter().any(|change| within(change.path_place) || within(change.value.place)) {
        let variant = format!("in the variant \"{variant}\"");
        mistake.note = Some(match mistake.note {
            Some(note) => format!("{note}, {variant}"),
            None => variant,
        });
    }
    mistake
}

/// A field at the top may be meant for the sections that are not the system's.
fn at_top(mut mistake: Mistake, tree: &Node) -> Mistake {
    let top = |place: Place| tree.entries().iter().any(|entry| entry.key.place == place);
    if mistake.code == Code::UnknownField && top(mistake.place) {
        let written = tree.entries().iter().find(|entry| entry.key.place == mistake.place);
        let written = written.and_then(|entry| entry.key.word()).unwrap_or_default();
        if let Some(name) = super::nearest::nearest(written, OWN) {
            mistake.help = Some(format!("did you mean `{name}`?"));
        }
    }
    mistake
}

/// Problems at paths become mistakes at places; those that are about values which could not be read are left out.
fn place_all(tree: &Node, failed: &[Failed], problems: Vec<Problem>) -> Vec<Mistake> {
    let mut mistakes = Vec::new();
    for problem in problems.into_iter().take(10 * MOST) {
        let spot = locate(tree, &problem.path);
        let at = |place: &Place| spot.trail.contains(place);
        let own = spot.trail.last().copied();
        let follows = failed.iter().any(|failed| match &failed.field {
            None => at(&failed.place) || within(own, failed.place, &problem.path),
            Some(field) => own == Some(failed.place) && spot.absent.as_ref() == Some(field),
        });
        let elsewhere = match problem.code {
            Code::UnknownName => names_failed(tree, failed),
            Code::FaultOutside | Code::Contradiction => run_failed(tree, failed),
            _ => false,
        };
        if follows || elsewhere {
            continue;
        }
        // A reference that is a key, as among a client's asks, is what names nothing, and not its value.
        let reference = spot.key.filter(|_| problem.code == Code::UnknownName);
        let place = reference.unwrap_or(spot.place);
        let mistake = Mistake::new(problem.code, place, problem.message);
        mistakes.push(mistake.help(problem.help));
    }
    mistakes
}

/// Whether something failed inside a value that is complained about as a whole; sections are too large to say so.
fn within(own: Option<Place>, failed: Place, path: &str) -> bool {
    let deep = steps(path).is_ok_and(|steps| steps.len() > 2);
    deep && own.is_some_and(|own| own.holds(failed))
}

/// Whether something that gives names was not read: others then refer to names that are only missing in our eyes.
fn names_failed(tree: &Node, failed: &[Failed]) -> bool {
    let services = tree.get("services").map(Node::entries).unwrap_or_default();
    let services = services.iter().map(|entry| &entry.value);
    let inner = services.clone().flat_map(Node::entries).map(|entry| &entry.value);
    let sections = ["services", "clients", "resources", "policies"];
    let sections = sections.iter().filter_map(|section| tree.get(section));
    let mut givers = sections.chain(services).chain(inner).map(|node| node.place);
    let nameless = |failed: &&Failed| match failed.field.as_deref() {
        None => true,
        Some(field) => field == "operations",
    };
    let failed: Vec<Place> = failed.iter().filter(nameless).map(|failed| failed.place).collect();
    givers.any(|place| failed.contains(&place))
}

/// Whether the lengths were not read with which faults and windows are compared.
fn run_failed(tree: &Node, failed: &[Failed]) -> bool {
    let Some(run) = tree.get("run") else { return false };
    let lengths = ["length", "warmup"].iter().filter_map(|field| run.get(field));
    let mut compared = lengths.chain([run]).map(|node| node.place);
    compared.any(|place| failed.iter().any(|failed| failed.place == place))
}

mod blame;
#[cfg(test)]
mod suspicions;
#[cfg(test)]
mod tests;
