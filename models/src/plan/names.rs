//! The numbers behind the names, and the nearest name to one that does not exist.

use std::collections::BTreeMap;

use crate::spec::System;

/// Services and operations by name.
pub(super) struct Names<'s> {
    /// The services, in order, and their operations, in order.
    services: BTreeMap<&'s str, (u16, BTreeMap<&'s str, u16>)>,
}

impl<'s> Names<'s> {
    pub(super) fn of(system: &'s System) -> Names<'s> {
        let mut services = BTreeMap::new();
        let mut next = 0;
        for (number, (name, service)) in system.services.iter().enumerate() {
            let mut operations = BTreeMap::new();
            for operation in service.operations.keys() {
                operations.insert(operation.as_str(), next);
                next += 1;
            }
            services.insert(name.as_str(), (number as u16, operations));
        }
        Names { services }
    }

    /// The service and operation behind `service.operation`, or why there is none.
    pub(super) fn operation(
        &self,
        reference: &str,
    ) -> Result<(u16, u16), (String, Option<String>)> {
        let Some((service, operation)) = reference.split_once('.') else {
            let message =
                format!("\"{reference}\" names no operation: expected \"service.operation\"");
            let first = self.services.get(reference).and_then(|(_, all)| all.keys().next());
            return Err((message, first.map(|op| format!("did you mean \"{reference}.{op}\"?"))));
        };
        let Some((number, operations)) = self.services.get(service) else {
            let message = format!("no service is called \"{service}\"");
            return Err((message, nearest(service, self.services.keys().copied())));
        };
        match operations.get(operation) {
            Some(&operation) => Ok((*number, operation)),
            None => {
                let message = format!("service \"{service}\" has no operation \"{operation}\"");
                Err((message, nearest(operation, operations.keys().copied())))
            }
        }
    }
}

/// Advice that names the nearest of the known names; or lists them all, if none is near and they are few.
pub(super) fn nearest<'n>(name: &str, known: impl Iterator<Item = &'n str>) -> Option<String> {
    let known: Vec<&str> = known.collect();
    let far = name.chars().count().max(3) / 2 + 1;
    let near = known
        .iter()
        .map(|&other| (strsim::damerau_levenshtein(name, other), other))
        .filter(|&(d, _)| d < far)
        .min();
    match near {
        Some((_, other)) => Some(format!("did you mean \"{other}\"?")),
        None if known.is_empty() => Some("there are none".to_owned()),
        None if known.len() <= 8 => Some(format!("known are: {}", known.join(", "))),
        None => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_typo_is_answered_with_the_name_that_was_meant() {
        let known = ["counter", "feed", "users"];
        assert_eq!(nearest("cuonter", known.into_iter()).unwrap(), "did you mean \"counter\"?");
        assert_eq!(nearest("zzz", known.into_iter()).unwrap(), "known are: counter, feed, users");
    }
}
