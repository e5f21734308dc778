//! The expectations of a document: which hold in a variant, and what is wrong with them, told inside their texts.

use brownout_models::plan::Plan;
use brownout_models::problem::Code;

use super::Document;
use super::mistake::Mistake;
use super::nearest::suggestion;
use super::sections::Expected;
use crate::expect::Expectation;
use crate::expect::bind::bind;
use crate::expect::phrase::{self, Phrase};
use crate::metric::spelling::Slip;

/// A sentence that could be read, and where it stands.
struct Promise<'d> {
    expected: &'d Expected,
    phrase: Phrase,
}

impl Document {
    /// What is wrong with the expectations before any system is known: sentences that make no sense, and variants that
    /// do not exist.
    pub(super) fn unsound_promises(&self) -> Vec<Mistake> {
        let mut mistakes = Vec::new();
        for expected in &self.sections.expect {
            let slip = match phrase::read(&expected.text) {
                Err(slip) => Some(slip),
                Ok(phrase) => phrase.variant.and_then(|word| {
                    if self.variant(&word.text).is_some() {
                        return None;
                    }
                    let message = format!("there is no variant `{}`", word.text);
                    let known: Vec<&str> = self.variants().collect();
                    Some(Slip::new(word.at, message).help(suggestion(&word.text, known)))
                }),
            };
            mistakes.extend(slip.map(|slip| self.place(expected, slip)));
        }
        mistakes
    }

    /// The expectations of a variant, or of a system without variants, and what is wrong with them in it.
    pub(super) fn promises(
        &self,
        variant: Option<&str>,
        plan: &Plan,
    ) -> (Vec<Expectation>, Vec<Mistake>) {
        let (mut sound, mut mistakes) = (Vec::new(), Vec::new());
        for Promise { expected, phrase } in self.promised(variant) {
            match bind(&expected.text, &phrase, plan) {
                Ok(expectation) => sound.push(expectation),
                Err(slips) => {
                    mistakes.extend(slips.into_iter().map(|slip| self.place(expected, slip)));
                }
            }
        }
        (sound, mistakes)
    }

    /// What is expected of a variant, as a file says it that has no variants.
    pub(super) fn promised_alone(&self, variant: Option<&str>) -> Vec<String> {
        self.promised(variant)
            .map(|Promise { expected, phrase }| phrase.alone(&expected.text))
            .collect()
    }

    /// Whether a mistake stands in a sentence that names its variant.
    pub(super) fn names_its_variant(&self, mistake: &Mistake) -> bool {
        let expected = self.sections.expect.iter().find(|one| one.place.holds(mistake.place));
        let phrase = expected.and_then(|expected| phrase::read(&expected.text).ok());
        phrase.is_some_and(|phrase| phrase.variant.is_some())
    }

    /// The sentences that are about a variant: those that name it, and those that name none.
    fn promised<'d>(&'d self, variant: Option<&'d str>) -> impl Iterator<Item = Promise<'d>> {
        let read = |expected: &'d Expected| {
            Some(Promise { expected, phrase: phrase::read(&expected.text).ok()? })
        };
        self.sections.expect.iter().filter_map(read).filter(move |promise| {
            let named = promise.phrase.variant.as_ref().map(|word| word.text.as_str());
            named.is_none() || named == variant
        })
    }

    /// A slip in a sentence as a mistake in its file.
    fn place(&self, expected: &Expected, slip: Slip) -> Mistake {
        let place = self.sources.inside_text(expected.place, slip.at);
        Mistake::new(Code::Expectation, place, slip.message).help(slip.help)
    }
}
