//! Charts of replications and of comparisons.

mod fixture;

use brownout_report::charts::{Chart, ChartError, ChartOptions, Theme, dots, forest};
use brownout_scenarios::result::ResultSet;

use fixture::drawn::texts;
use fixture::pairs::{compared, two_fates};

type Draw = fn(&ResultSet, &ChartOptions) -> Result<Chart, ChartError>;

fn joined(draw: Draw, results: &ResultSet) -> String {
    texts(&draw(results, &ChartOptions::default()).unwrap()).join("\n")
}

#[test]
fn every_chart_is_well_formed_at_every_size_and_in_every_theme() {
    let all: [(Draw, ResultSet); 5] = [
        (dots, two_fates(1, 0)),
        (dots, two_fates(40, 8)),
        (dots, two_fates(1_000, 400)),
        (forest, compared()),
        (forest, {
            let mut alone = compared();
            alone.points[1].variant =
                Some("a variant whose name is far too long for any picture ".repeat(3));
            for row in alone.comparisons.iter_mut().flat_map(|one| &mut one.measures) {
                row.ratio = row.ratio.map(|ratio| brownout_scenarios::result::comparison::Ratio {
                    value: ratio.value * 1e7,
                    low: None,
                    high: None,
                });
            }
            alone
        }),
    ];
    for (draw, results) in all {
        for (width, theme) in [(320, Theme::Auto), (640, Theme::Light), (1_600, Theme::Dark)] {
            let options = ChartOptions { width, theme, ..ChartOptions::default() };
            let chart = draw(&results, &options).unwrap();
            assert!(texts(&chart).len() > 4);
            assert_eq!(chart.svg, draw(&results, &options).unwrap().svg);
        }
    }
}

#[test]
fn a_row_has_a_dot_for_each_replication_and_says_how_many_collapsed() {
    let results = two_fates(40, 8);
    let svg = dots(&results, &ChartOptions::default()).unwrap().svg;
    assert_eq!(svg.matches("<circle").count(), 80);
    let text = joined(dots, &results);
    assert!(
        text.contains("8 of 40 collapsed: 20 % (10–35 %)") && text.contains("after the fault"),
        "{text}"
    );
    // The other variant collapsed never, so that nothing has to be said of it.
    assert_eq!(text.matches("collapsed").count(), 1);
    let none = two_fates(40, 0);
    assert!(!joined(dots, &none).contains("collapsed"));
}

#[test]
fn without_the_values_of_replications_there_are_no_dots() {
    let error = dots(&fixture::feed_cascade(), &ChartOptions::default()).unwrap_err();
    assert!(
        matches!(error, ChartError::Unfit { .. })
            && error.to_string().contains("--per-replication")
    );
}

#[test]
fn a_forest_has_a_row_for_each_metric_and_says_which_way_it_goes() {
    let text = joined(forest, &compared());
    assert!(
        text.contains("timeout against as built")
            && text.contains("timeout + bulkhead against as built"),
        "{text}"
    );
    for said in ["better, +95.0 ± 0.3 pt", "worse, +0.150 ± 0.003 ×", "no ratio", "in the fault"]
    {
        assert!(text.contains(said), "{said}: {text}");
    }
    let before = ChartOptions { window: Some("before".to_owned()), ..ChartOptions::default() };
    assert!(matches!(forest(&compared(), &before), Err(ChartError::Nothing { .. })));
    let alone = fixture::feed_cascade();
    assert!(matches!(forest(&alone, &ChartOptions::default()), Err(ChartError::Unfit { .. })));
}
