//! The scenario with every default filled in, as a file that reads back to the same system.

use brownout_models::spec::System;

use super::Document;
use super::mistake::Located;
use super::print::print;
use super::sections::{FORMAT, Sections};
use super::source::Place;
use super::syntax::parse;
use super::tree::{Entry, Name, Node, Number, Value};

impl Document {
    /// The scenario in full: of a variant, the system as it is there; of none, the system and the variants.
    pub fn resolved(&self, variant: Option<&str>) -> Result<String, Vec<Located>> {
        let system = match variant {
            Some(_) => self.point(variant, &[])?.system,
            None => self.check()?.system,
        };
        let mut fields = vec![field("format", Value::Number(Number::Whole(FORMAT)))];
        let own = &self.sections;
        fields.extend(own.title.clone().map(|title| field("title", Value::Text(title))));
        fields.extend(own.about.clone().map(|about| field("about", Value::Text(about))));
        fields.extend(in_full(&system).entries().iter().cloned());
        if variant.is_none() {
            fields.extend(changes(own));
        }
        let texts = match variant {
            Some(_) => self.promised_alone(variant),
            None => own.expect.iter().map(|expected| expected.text.clone()).collect(),
        };
        fields.extend(expected(texts));
        Ok(print(&node(Value::Fields(fields))))
    }
}

/// The system as serde writes it, as a tree.
fn in_full(system: &System) -> Node {
    use ron::extensions::Extensions;
    let clean = Extensions::IMPLICIT_SOME
        | Extensions::UNWRAP_NEWTYPES
        | Extensions::UNWRAP_VARIANT_NEWTYPES;
    let options = ron::Options::default().with_default_extension(clean);
    let text =
        options.to_string(system).expect("a system that was read from a file can be written");
    parse(0, &text).expect("what ron writes is RON").root
}

fn changes(own: &Sections) -> Vec<Entry> {
    let mut fields = Vec::new();
    if !own.variants.is_empty() {
        let entries = own.variants.iter().map(|variant| {
            let change = |change: &super::edit::Change| entry(&change.path, change.value.clone());
            let changes = variant.changes.iter().map(change).collect();
            entry(&variant.name, node(Value::Map(changes)))
        });
        fields.push(field("variants", Value::Map(entries.collect())));
    }
    if !own.sweep.is_empty() {
        let axis = |axis: &super::axes::Axis| {
            let setting = |values: &Vec<Node>| match values.as_slice() {
                [only] => only.clone(),
                several => node(Value::Items(several.to_vec())),
            };
            entry(&axis.key(), node(Value::List(axis.values.iter().map(setting).collect())))
        };
        fields.push(field("sweep", Value::Map(own.sweep.iter().map(axis).collect())));
    }
    fields
}

fn expected(texts: Vec<String>) -> Option<Entry> {
    let texts: Vec<Node> = texts.into_iter().map(|text| node(Value::Text(text))).collect();
    (!texts.is_empty()).then(|| field("expect", Value::List(texts)))
}

fn node(value: Value) -> Node {
    Node { place: Place { source: 0, start: 0, end: 0 }, value }
}

fn field(name: &str, value: Value) -> Entry {
    let place = node(Value::Truth(true)).place;
    let key = node(Value::Named(Name { place, text: name.to_owned() }, None));
    Entry { key, value: node(value), by_path: false }
}

fn entry(key: &str, value: Node) -> Entry {
    Entry { key: node(Value::Text(key.to_owned())), value, by_path: false }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library;

    #[test]
    fn a_resolved_scenario_reads_back_as_the_same_system_in_every_variant() {
        for bundled in &library::ALL {
            let document = bundled.document().unwrap();
            let text = document.resolved(None).unwrap();
            let again = Document::read("resolved.ron", text.as_bytes()).unwrap();
            assert_eq!(again.check().unwrap().system, document.check().unwrap().system);
            assert_eq!(again.resolved(None).unwrap(), text, "{}", bundled.name);
            for variant in document.variants() {
                let point =
                    |document: &Document| document.point(Some(variant), &[]).unwrap().system;
                assert_eq!(point(&again), point(&document), "{variant}");
                let alone = document.resolved(Some(variant)).unwrap();
                let alone = Document::read("variant.ron", alone.as_bytes()).unwrap();
                assert_eq!(alone.check().unwrap().system, point(&document), "{variant}");
            }
        }
    }

    #[test]
    fn a_retry_without_backoff_or_jitter_is_printed_and_read_back() {
        let hello = library::find("hello").unwrap();
        for retry in ["Retry()", "Retry(backoff: Constant(delay: \"1ms\"))"] {
            let policies = format!("[{retry}, Timeout(\"100ms\")]");
            let text = hello.text.replace("[Fallback(), Timeout(\"100ms\")]", &policies);
            let document = Document::read("retry.ron", text.as_bytes()).unwrap();
            let variant = Some("with a time limit");
            let resolved = document.resolved(variant).unwrap();
            let again = Document::read("resolved.ron", resolved.as_bytes()).unwrap();
            let system = document.point(variant, &[]).unwrap().system;
            assert_eq!(again.check().unwrap().system, system, "{retry}");
        }
    }

    #[test]
    fn every_default_stands_in_it() {
        let hello = library::find("hello").unwrap().document().unwrap();
        insta::assert_snapshot!(hello.resolved(None).unwrap());
    }
}
