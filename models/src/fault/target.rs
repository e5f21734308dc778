//! Where a fault strikes: a service, some of its instances, a zone, a shard, or an edge.

use std::fmt;
use std::str::FromStr;

use brownout_core::units::Share;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Where a fault strikes, written as one text: `"counter"` (a service), `"counter[0]"` (one instance),
/// `"counter[30%]"` (a share of its instances, the same ones in every variant), `"counter[zone b]"`,
/// `"counter[shard 3]"`, `"zone b"` (everything there), or `"feed.counts"` (an edge; a client's edge is its name).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(with = "String")]
pub enum Target {
    /// A service or, if no service has the name, a client's edge.
    Named(String),
    /// One instance of a service, counted from 0.
    Instance(String, u32),
    /// A share of a service's instances, drawn by name.
    Some(String, Share),
    /// The instances of a service in a zone.
    InZone(String, String),
    /// The instances of one shard of a service, counted from 0.
    Shard(String, u32),
    /// Everything in a zone.
    Zone(String),
    /// An edge, as `service.call`.
    Edge(String, String),
}

impl FromStr for Target {
    type Err = String;

    fn from_str(text: &str) -> Result<Target, String> {
        let text = text.trim();
        if text.is_empty() {
            return Err("the target is empty: expected a service, \"service[0]\", \"service[30%]\", \"service[zone b]\", \"service[shard 3]\", \"zone b\", or an edge \"service.call\"".to_owned());
        }
        if let Some((service, which)) = text.strip_suffix(']').and_then(|text| text.split_once('['))
        {
            let (service, which) = (service.trim().to_owned(), which.trim());
            if let Some(zone) = which.strip_prefix("zone ") {
                return Ok(Target::InZone(service, zone.trim().to_owned()));
            }
            if let Some(shard) = which.strip_prefix("shard ") {
                let shard = shard.trim().parse();
                return shard.map(|shard| Target::Shard(service, shard)).map_err(|_| {
                    format!(
                        "\"{which}\" names no shard: expected a number from 0, as in \"shard 3\""
                    )
                });
            }
            if which.ends_with('%') {
                let share = which.parse::<Share>().map_err(|error| error.to_string())?;
                return Ok(Target::Some(service, share));
            }
            return which.parse().map(|number| Target::Instance(service, number)).map_err(|_| {
                format!("\"[{which}]\" is not understood: expected \"[0]\", \"[30%]\", \"[zone b]\" or \"[shard 3]\"")
            });
        }
        if let Some(zone) = text.strip_prefix("zone ") {
            return Ok(Target::Zone(zone.trim().to_owned()));
        }
        Ok(match text.split_once('.') {
            Some((service, call)) => Target::Edge(service.to_owned(), call.to_owned()),
            None => Target::Named(text.to_owned()),
        })
    }
}

impl TryFrom<String> for Target {
    type Error = String;
    fn try_from(text: String) -> Result<Target, String> {
        text.parse()
    }
}

impl From<Target> for String {
    fn from(target: Target) -> String {
        target.to_string()
    }
}

impl fmt::Display for Target {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Target::Named(name) => out.write_str(name),
            Target::Instance(service, number) => write!(out, "{service}[{number}]"),
            Target::Some(service, share) => write!(out, "{service}[{share}]"),
            Target::InZone(service, zone) => write!(out, "{service}[zone {zone}]"),
            Target::Shard(service, shard) => write!(out, "{service}[shard {shard}]"),
            Target::Zone(zone) => write!(out, "zone {zone}"),
            Target::Edge(service, call) => write!(out, "{service}.{call}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_of_a_target_prints_as_it_is_read() {
        for text in [
            "counter",
            "counter[0]",
            "counter[30%]",
            "counter[zone b]",
            "counter[shard 3]",
            "zone b",
            "feed.counts",
        ] {
            assert_eq!(text.parse::<Target>().unwrap().to_string(), text);
        }
        for text in ["", "counter[x]", "counter[shard x]", "counter[300%]"] {
            assert!(text.parse::<Target>().is_err(), "{text}");
        }
    }
}
