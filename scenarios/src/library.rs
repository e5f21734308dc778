//! The scenarios that come with the program.

use crate::document::Document;
use crate::document::mistake::Located;
use crate::document::nearest::nearest;

/// A scenario that comes with the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bundled {
    /// The name that commands take.
    pub name: &'static str,
    /// The file, comments and all.
    pub text: &'static str,
}

/// All scenarios that come with the program, by name.
pub const ALL: [Bundled; 11] = [
    Bundled { name: "critical", text: include_str!("../library/critical.ron") },
    Bundled { name: "feed-cascade", text: include_str!("../library/feed-cascade.ron") },
    Bundled { name: "hedging", text: include_str!("../library/hedging.ron") },
    Bundled { name: "hello", text: include_str!("../library/hello.ron") },
    Bundled { name: "metastable", text: include_str!("../library/metastable.ron") },
    Bundled { name: "mm1", text: include_str!("../library/mm1.ron") },
    Bundled { name: "mmc", text: include_str!("../library/mmc.ron") },
    Bundled { name: "retry-storm", text: include_str!("../library/retry-storm.ron") },
    Bundled { name: "sizing", text: include_str!("../library/sizing.ron") },
    Bundled { name: "thundering-herd", text: include_str!("../library/thundering-herd.ron") },
    Bundled { name: "timeouts", text: include_str!("../library/timeouts.ron") },
];

/// The bundled scenario of a name.
pub fn find(name: &str) -> Option<&'static Bundled> {
    ALL.iter().find(|bundled| bundled.name == name)
}

/// The bundled name that was probably meant.
pub fn suggestion(name: &str) -> Option<&'static str> {
    nearest(name, ALL.iter().map(|bundled| bundled.name))
}

impl Bundled {
    /// The scenario as a document.
    pub fn document(&self) -> Result<Document, Vec<Located>> {
        Document::read(self.name, self.text.as_bytes())
    }

    /// The scenario in a few words.
    pub fn title(&self) -> String {
        let title = self.document().ok().and_then(|document| document.title().map(str::to_owned));
        title.unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bundled_scenario_is_sound_in_every_variant() {
        for bundled in &ALL {
            let document = bundled.document().unwrap();
            if let Err(problems) = document.check() {
                let told: Vec<_> = problems.iter().map(ToString::to_string).collect();
                panic!("{}:\n{}", bundled.name, told.join("\n"));
            }
            assert!(!bundled.title().is_empty());
            for variant in document.variants() {
                assert!(document.point(Some(variant), &[]).is_ok(), "{variant}");
            }
        }
    }

    #[test]
    fn a_slip_in_a_name_is_told_with_the_name_that_was_meant() {
        assert_eq!(suggestion("fedd-cascade"), Some("feed-cascade"));
        assert_eq!(suggestion("nosuch"), None);
        assert!(find("hello").is_some());
    }
}
