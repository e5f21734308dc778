//! Exact values from queueing theory, one a row.

use std::collections::BTreeMap;

/// One exact value.
pub(crate) struct Row {
    /// Its place among the rows, from 1; also the seed of its experiment.
    pub(crate) number: u64,
    /// The model.
    pub(crate) model: &'static str,
    /// What the model is set to.
    pub(crate) parameters: BTreeMap<&'static str, &'static str>,
    /// What is known of it.
    pub(crate) metric: &'static str,
    /// How much that is, in seconds where it is a time.
    pub(crate) exact: f64,
    /// Requests that make the experiment exact enough.
    pub(crate) requests: f64,
}

impl Row {
    /// A numeric parameter.
    pub(crate) fn get(&self, parameter: &str) -> f64 {
        let text = self.text(parameter);
        text.parse().unwrap_or_else(|_| panic!("{parameter} is {text} and no number"))
    }

    /// A parameter as it is written.
    pub(crate) fn text(&self, parameter: &str) -> &'static str {
        let found = self.parameters.get(parameter);
        found.unwrap_or_else(|| panic!("{} has no parameter {parameter}", self.model))
    }
}

/// All rows. They come from the textbook formulas that the last column names.
pub(crate) fn rows() -> Vec<Row> {
    let lines = include_str!("../data/queueing_exact.tsv").lines().skip(1);
    let row = |(line, number): (&'static str, u64)| {
        let [model, parameters, metric, exact, _formula, requests] =
            line.split('\t').collect::<Vec<_>>()[..]
        else {
            panic!("row {number} has too few columns: {line}");
        };
        Row {
            number,
            model,
            parameters: parameters.split(';').filter_map(|pair| pair.split_once('=')).collect(),
            metric,
            exact: exact.parse().unwrap(),
            requests: requests.parse().unwrap(),
        }
    };
    lines.zip(1..).map(row).collect()
}
