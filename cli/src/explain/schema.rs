//! A schema as documentation: fields, variants, kinds and what each says about itself.

use brownout_scenarios::result::ResultSet;
use schemars::schema_for;
use serde_json::{Map, Value};

use super::file::ScenarioFile;

/// A type and everything below it.
pub(super) struct Docs {
    whole: Value,
}

/// A part of a type: what stands at one place.
#[derive(Clone, Copy)]
pub(super) struct Node<'a> {
    docs: &'a Docs,
    /// As it stands at its place, where it may refer to a type and add words of its own.
    here: &'a Value,
    /// What it refers to, or itself.
    schema: &'a Value,
    /// The name of the type that it refers to.
    type_name: &'a str,
    /// Whether it may be left out, if it is a field.
    pub(super) optional: bool,
    /// Whether it is a variant that holds nothing.
    unit: bool,
}

/// A field or a variant.
pub(super) struct Named<'a> {
    pub(super) name: &'a str,
    pub(super) node: Node<'a>,
}

impl Docs {
    /// Of scenario files.
    pub(super) fn of_files() -> Docs {
        Docs { whole: schema_for!(ScenarioFile).into() }
    }

    /// Of saved results.
    pub(super) fn of_results() -> Docs {
        Docs { whole: schema_for!(ResultSet).into() }
    }

    /// The whole.
    pub(super) fn root(&self) -> Node<'_> {
        Node::new(self, &self.whole)
    }
}

impl<'a> Node<'a> {
    fn new(docs: &'a Docs, here: &'a Value) -> Node<'a> {
        let (schema, type_name) = resolve(docs, here);
        Node { docs, here, schema, type_name, optional: false, unit: false }
    }

    /// The identity of what it refers to, for telling whether two places hold the same.
    pub(super) fn identity(&self) -> *const Value {
        std::ptr::from_ref(self.schema)
    }

    /// What it says about itself: first at its place, then in its type.
    pub(super) fn says(&self) -> Vec<String> {
        let text = |value: &Value| value.get("description")?.as_str().map(plain);
        let mut said: Vec<String> = text(self.here).into_iter().collect();
        if !std::ptr::eq(self.here, self.schema) {
            said.extend(text(self.schema));
        }
        // What a type says often begins with what its place says, and goes on.
        let begins = |said: &[String]| said[1].starts_with(said[0].trim_end_matches('.'));
        if said.len() > 1 && begins(&said) {
            said.remove(0);
        }
        said
    }

    /// Why one would want it.
    pub(super) fn why(&self) -> Option<String> {
        self.schema.get("x-why")?.as_str().map(plain)
    }

    /// Its default as a file would have it.
    pub(super) fn default(&self) -> Option<&'a Value> {
        self.here.get("default")
    }

    /// Its fields, by name.
    pub(super) fn fields(&self) -> impl Iterator<Item = Named<'a>> + use<'a> {
        let Node { docs, schema, .. } = *self;
        let required = schema.get("required").and_then(Value::as_array);
        let properties = schema.get("properties").and_then(Value::as_object);
        properties.into_iter().flatten().map(move |(name, here)| {
            let needed = required.is_some_and(|list| list.iter().any(|one| one == name));
            Named { name, node: Node { optional: !needed, ..Node::new(docs, here) } }
        })
    }

    /// The names that may stand here.
    pub(super) fn variants(&self) -> impl Iterator<Item = Named<'a>> + use<'a> {
        let Node { docs, schema, unit, .. } = *self;
        let several = schema.get("oneOf").and_then(Value::as_array);
        let several = several.into_iter().flatten().flat_map(move |one| variants_of(docs, one));
        several.chain(variants_of(docs, schema)).filter(move |_| !unit)
    }

    /// What the items of a list, or the values of a map, are.
    pub(super) fn inside(&self) -> Option<Node<'a>> {
        let schema = self.schema;
        let tuple = || schema.get("prefixItems")?.as_array()?.last();
        let map = schema.get("additionalProperties").filter(|values| values.is_object());
        schema.get("items").or(map).or_else(tuple).map(|here| Node::new(self.docs, here))
    }

    /// Whether it maps names to something.
    pub(super) fn is_map(&self) -> bool {
        self.schema.get("additionalProperties").is_some_and(Value::is_object)
    }

    /// Forms of which any may stand here.
    pub(super) fn forms(&self) -> impl Iterator<Item = Node<'a>> + use<'a> {
        let Node { docs, schema, .. } = *self;
        let forms = schema.get("anyOf").and_then(Value::as_array);
        forms.into_iter().flatten().map(move |form| Node::new(docs, form))
    }

    /// What a list of maps of lists … finally holds.
    pub(super) fn innermost(self) -> Node<'a> {
        match self.inside().or_else(|| self.forms().find_map(|form| form.inside())) {
            Some(inside) => inside.innermost(),
            None => self,
        }
    }

    /// What kind of value stands here, in a few words.
    pub(super) fn kind(&self) -> String {
        match self.type_name {
            "Span" => return "duration".to_owned(),
            "Rate" => return "rate".to_owned(),
            "Share" => return "share".to_owned(),
            "Distribution" => return "duration or distribution".to_owned(),
            _ => {}
        }
        let names: Vec<&str> = self.variants().map(|variant| variant.name).collect();
        if !names.is_empty() {
            return format!("one of {}", names.join(", "));
        }
        if let Some(inside) = self.inside() {
            let what = if self.is_map() { "map from names to" } else { "list of" };
            return format!("{what} {}", inside.kind());
        }
        let forms: Vec<String> = self.forms().map(|form| form.kind()).collect();
        if !forms.is_empty() {
            return forms.join(", or ");
        }
        let types = self.schema.get("type");
        let kind = match types.and_then(Value::as_array) {
            Some(several) => several.iter().find(|one| *one != "null"),
            None => types,
        };
        match kind.and_then(Value::as_str) {
            Some("integer") => "whole number",
            Some("number") => "number",
            Some("boolean") => "true or false",
            Some("string") => "text",
            Some("object") => "fields",
            _ => "any value",
        }
        .to_owned()
    }
}

/// Follows references, and sees through what may be absent.
fn resolve<'a>(docs: &'a Docs, here: &'a Value) -> (&'a Value, &'a str) {
    let (mut schema, mut name) = (here, "");
    loop {
        let reference = schema.get("$ref").and_then(Value::as_str);
        let forms = schema.get("anyOf").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        let mut present = forms.iter().filter(|form| form.get("type") != Some(&"null".into()));
        schema = match (reference, present.next(), present.next()) {
            (Some(reference), ..) => {
                name = reference.rsplit('/').next().unwrap_or_default();
                &docs.whole["$defs"][name]
            }
            (None, Some(only), None) => only,
            _ => return (schema, name),
        };
    }
}

/// The variants of one entry of a schema of variants.
fn variants_of<'a>(docs: &'a Docs, one: &'a Value) -> Vec<Named<'a>> {
    let unit = |name: &'a Value| {
        name.as_str().map(|name| Named { name, node: Node { unit: true, ..Node::new(docs, one) } })
    };
    if let Some(name) = one.get("const") {
        return unit(name).into_iter().collect();
    }
    if let Some(names) = one.get("enum").and_then(Value::as_array) {
        return names.iter().filter_map(unit).collect();
    }
    tagged(one).map(|(name, content)| vec![variant(docs, one, name, content)]).unwrap_or_default()
}

/// The name and the content of a variant that holds something: an object whose one field is needed.
fn tagged(one: &Value) -> Option<(&str, &Value)> {
    let properties: &Map<String, Value> = one.get("properties")?.as_object()?;
    let required = one.get("required")?.as_array()?;
    let closed = one.get("additionalProperties") == Some(&Value::Bool(false));
    match (properties.iter().next(), required.as_slice(), properties.len()) {
        (Some((name, content)), [only], 1) if closed && only == name => Some((name, content)),
        _ => None,
    }
}

/// The words of a variant stand at its entry, all else in its content.
fn variant<'a>(docs: &'a Docs, one: &'a Value, name: &'a str, content: &'a Value) -> Named<'a> {
    let node = Node::new(docs, content);
    let here = if one.get("description").is_some() { one } else { content };
    Named { name, node: Node { here, ..node } }
}

/// Documentation as plain text: links lose their brackets, lines of a paragraph become one.
fn plain(text: &str) -> String {
    let text = text.replace("[`", "`").replace("`]", "`");
    let paragraphs = text
        .split("\n\n")
        .map(|paragraph| paragraph.split_whitespace().collect::<Vec<_>>().join(" "));
    paragraphs.collect::<Vec<_>>().join("\n\n")
}
