//! Whose mistake it is: what is typed on the command line may break what stands in the file, and is what was just written.

use super::{Judged, is_error};
use crate::document::Document;
use crate::document::edit::Change;
use crate::document::mistake::Mistake;
use crate::document::source::line_and_column;

impl Document {
    /// Judges layers of which the last `typed` were typed on the command line: an error that one of their changes brings
    /// about somewhere else is told at that change.
    pub(super) fn judge_typed(&self, layers: &[&[Change]], typed: usize) -> Judged {
        let mut judged = self.judge(layers);
        for mistake in judged.mistakes.iter_mut().filter(|mistake| is_error(mistake)) {
            let Some(change) = self.culprit(layers, layers.len() - typed, mistake) else {
                continue;
            };
            let source = self.sources.of(mistake.place);
            let (line, column) = line_and_column(&source.text, mistake.place.start);
            let (name, place) = (&source.name, change.value.place);
            let note = Some(format!("what it breaks stands at {name}:{line}:{column}"));
            *mistake = Mistake { place, note, ..mistake.clone() };
        }
        judged
    }

    /// The change in the layers from a number on without which a mistake elsewhere would not be there; the last of them if
    /// each alone would bring it about.
    fn culprit<'c>(
        &self,
        layers: &[&'c [Change]],
        first: usize,
        mistake: &Mistake,
    ) -> Option<&'c Change> {
        let of = |change: &Change| [change.path_place.source, change.value.place.source];
        let is_there = |change: &Change| of(change).contains(&mistake.place.source);
        let arises = |layers: &[&[Change]]| {
            let mut all = self.judge(layers).mistakes.into_iter();
            all.any(|other| (other.code, other.place) == (mistake.code, mistake.place))
        };
        let typed = &layers[first..];
        if typed.iter().copied().flatten().any(is_there) || arises(&layers[..first]) {
            return None;
        }
        let is_needed = |layer: usize, at: usize| {
            let mut fewer = layers.to_vec();
            let mut rest = layers[layer].to_vec();
            rest.remove(at);
            fewer[layer] = &rest;
            !arises(&fewer)
        };
        let all = (first..layers.len())
            .flat_map(|layer| (0..layers[layer].len()).map(move |at| (layer, at)));
        let found = all.clone().find(|&(layer, at)| is_needed(layer, at)).or(all.last());
        found.map(|(layer, at)| &layers[layer][at])
    }
}
