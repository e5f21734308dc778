//! Every form of a distribution that the scenario format promises, read by ron as the loader reads it.

mod common;

use brownout_core::dist::{Percentile, Spec};
use brownout_core::time::Span;
use common::{read, ron};

/// All forms, and the mean in milliseconds that each comes to.
const FORMS: &[(&str, f64)] = &[
    (r#""1ms""#, 1.0),
    (r#"Constant("1ms")"#, 1.0),
    (r#"Exponential("99ms")"#, 99.0),
    (r#"Exponential(mean: "99ms")"#, 99.0),
    (r#"Exponential(p50: "10ms")"#, 14.426_950_408_889_634),
    (r#"Uniform(from: "1ms", to: "5ms")"#, 3.0),
    (r#"Normal(mean: "100ms", sd: "1ms")"#, 100.0),
    (r#"LogNormal(median: "5ms", sigma: 0.8)"#, 6.885_638_821_771_6),
    (r#"LogNormal(median: "5ms", sigma: 1)"#, 8.243_606_353_500_64),
    (r#"LogNormal(sd: "3ms", mean: "7ms")"#, 7.0),
    (r#"LogNormal(p50: "5ms", p99: "40ms")"#, 7.455376588273),
    (r#"Erlang(mean: "5ms", stages: 3)"#, 5.0),
    (r#"Gamma(mean: "5ms", shape: 0.5)"#, 5.0),
    (r#"Weibull(scale: "5ms", shape: 2.0)"#, 4.431_134_627_263_79),
    (r#"Weibull(p50: "5ms", p99: "90ms")"#, 11.848577594005),
    (r#"Pareto(min: "1ms", alpha: 3.0)"#, 1.5),
    (r#"Pareto(min: "1ms", alpha: 2.0, max: "1s")"#, 1.998_001_998),
    (r#"Hyperexponential([(weight: "90%", mean: "1ms"), (weight: 0.1, mean: "20ms")])"#, 2.9),
    (r#"Mixture([(weight: 99, of: "10ms"), (weight: 1, of: "1s")])"#, 19.9),
    (r#"Values(["1ms", "2ms"])"#, 1.5),
    (r#"Histogram(edges: ["0ms", "1ms", "5ms"], counts: [3, 1])"#, 1.125),
    (r#"Quantiles({"50%": "5ms", "99%": "40ms"})"#, 7.455376588273),
    (r#"Shifted(by: "10ms", of: Exponential("5ms"))"#, 15.0),
    (r#"Scaled(by: 2.0, of: "3ms")"#, 6.0),
    (r#"Scaled(by: 2, of: Uniform(from: "1ms", to: "5ms"))"#, 6.0),
    (r#"Truncated(max: "1s", of: Pareto(min: "1ms", alpha: 2.0))"#, 1.998_001_998),
    (r#"Truncated(min: "1ms", max: "3ms", of: Uniform(from: "0s", to: "5ms"))"#, 2.0),
    (
        r#"Mixture([
            (weight: "50%", of: Shifted(by: "1ms", of: Mixture([(weight: 1, of: Exponential("3ms"))]))),
            (weight: "50%", of: Quantiles({"50%": "4ms", "99%": "4ms"})),
        ])"#,
        4.0,
    ),
];

#[test]
fn every_promised_form_parses_and_means_what_it_says() {
    for (text, mean) in FORMS {
        let dist = read(text).build().unwrap_or_else(|error| panic!("{text}: {error}"));
        let found = dist.mean() / 1e6;
        assert!((found / mean - 1.0).abs() < 1e-9, "{text}: the mean is {found} ms, not {mean} ms");
    }
}

#[test]
fn what_is_read_can_be_written_and_read_again() {
    for (text, _) in FORMS {
        let spec = read(text);
        let written = ron().to_string(&spec).unwrap();
        assert_eq!(read(&written), spec, "{text} was written as {written}");
    }
    assert_eq!(ron().to_string(&read(r#""1ms""#)).unwrap(), r#""1ms""#);
}

/// A step of an operation as the models will have it: a distribution inside a variant, a list, a map and a struct.
#[derive(serde::Deserialize, PartialEq, Debug)]
enum Step {
    Work(Spec),
    Wait { span: Spec, then: Option<Spec> },
}

#[test]
fn distributions_stand_anywhere_in_a_larger_file() {
    let text = r#"[
        Work("1ms"),
        Work(Exponential("99ms")),
        Work(Exponential(mean: "99ms")),
        Work(LogNormal(p50: "5ms", p99: "40ms")),
        Work(Values(["1ms", "2ms"])),
        Work(Quantiles({"50%": "4ms", "99%": "35ms"})),
        Work(Scaled(by: 2.0, of: "3ms")),
        Wait(span: Uniform(from: "1ms", to: "5ms"), then: "2ms"),
        Wait(span: "5ms", then: Mixture([(weight: 1, of: "10ms"), (weight: 1, of: Exponential("1s"))])),
    ]"#;
    let steps: Vec<Step> = ron().from_str(text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(steps.len(), 9);
    assert_eq!(steps[0], Step::Work(Spec::Constant(Span::from_millis(1))));
    assert_eq!(steps[1], steps[2]);
    let Step::Wait { span, then } = &steps[8] else { panic!("the last step waits") };
    assert_eq!(*span, Spec::Constant(Span::from_millis(5)));
    assert!(matches!(then, Some(Spec::Mixture(_))));
}

#[test]
fn the_named_form_alone_keeps_the_position_of_an_error() {
    let text = "Uniform(\n  from: \"1ms\",\n  until: \"5ms\")";
    let mut deserializer = ron::Deserializer::from_str_with_options(text, &ron()).unwrap();
    let error = Spec::named(&mut deserializer).unwrap_err();
    let error = deserializer.span_error(error);
    assert_eq!(error.span.start.line, 3);
    let mut deserializer = ron::Deserializer::from_str_with_options(FORMS[5].0, &ron()).unwrap();
    assert_eq!(Spec::named(&mut deserializer).unwrap(), read(FORMS[5].0));
}

#[test]
fn every_form_parses_as_the_named_form_too() {
    for (text, _) in FORMS.iter().skip(1) {
        let mut deserializer = ron::Deserializer::from_str_with_options(text, &ron()).unwrap();
        let spec = Spec::named(&mut deserializer).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(spec, read(text), "{text}");
    }
}

#[test]
fn a_mistake_is_told_in_the_words_of_the_file() {
    for (text, why) in [
        (r#""5 parsecs""#, "parsecs"),
        ("5", "\"5\" has no unit"),
        (r#"Exponental("5ms")"#, "Exponental"),
        (r#"Exponential("5")"#, "has no unit"),
        (r#"Exponential(median: "5ms")"#, "`median`"),
        (r#"Exponential(mean: "5ms", mean: "6ms")"#, "mean"),
        ("Exponential(mean: 5)", "Exponential has `mean`: expected `mean` or one percentile"),
        (
            r#"LogNormal(median: "5ms")"#,
            "LogNormal has `median`: expected `median` and `sigma`, `mean` and",
        ),
        (r#"LogNormal(p50: "5ms", sigma: 1.0)"#, "LogNormal has `sigma` and `p50`"),
        (r#"LogNormal("5ms")"#, "Expected LogNormal with `median` and `sigma`"),
        (r#"Uniform(from: "1ms")"#, "`to`"),
        (r#"Mixture([(weight: "x", of: "1ms")])"#, "a share such as"),
        (r#"Mixture([(weight: 1, of: Exponential("y"))])"#, "does not begin with a number"),
        (r#"Quantiles({"50%": "4ms", "50.0%": "5ms"})"#, "the share 50% stands here twice"),
        (r#"Truncated(min: "1ms", upto: "2ms", of: "1ms")"#, "upto"),
    ] {
        let error = ron().from_str::<Spec>(text).unwrap_err().to_string();
        assert!(error.contains(why), "{text}: {error}");
    }
}

#[test]
fn warnings_come_from_nested_distributions_too() {
    let spec = read(
        r#"Mixture([(weight: 1, of: Normal(mean: "1ms", sd: "1ms")), (weight: 1, of: Pareto(min: "1ms", alpha: 1))])"#,
    );
    let warnings = spec.warnings();
    assert_eq!(warnings.len(), 2);
    assert!(
        warnings[0].contains("15.87 %") && warnings[1].contains("no finite mean"),
        "{warnings:?}"
    );
    assert_eq!(read(r#"Exponential("1ms")"#).warnings(), Vec::<String>::new());
}

#[test]
fn json_of_the_same_shape_is_read_too() {
    for (json, text) in [
        (r#""1ms""#, r#""1ms""#),
        (r#"{"Exponential": "99ms"}"#, r#"Exponential("99ms")"#),
        (
            r#"{"LogNormal": {"p50": "5ms", "p99": "40ms"}}"#,
            r#"LogNormal(p50: "5ms", p99: "40ms")"#,
        ),
        (
            r#"{"Shifted": {"by": "1ms", "of": {"Quantiles": {"50%": "4ms", "99%": "9ms"}}}}"#,
            r#"Shifted(by: "1ms", of: Quantiles({"50%": "4ms", "99%": "9ms"}))"#,
        ),
    ] {
        assert_eq!(serde_json::from_str::<Spec>(json).unwrap(), read(text));
        assert_eq!(
            serde_json::from_str::<Spec>(&serde_json::to_string(&read(text)).unwrap()).unwrap(),
            read(text)
        );
    }
}

#[test]
fn percentiles_have_the_names_that_operators_use() {
    assert_eq!(Percentile::named("p999").unwrap().probability(), 0.999);
    assert!(ron().from_str::<Spec>(r#"LogNormal(p50: "5ms", p999: "40ms")"#).is_ok());
}
