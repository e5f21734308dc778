//! Charts of replications and of comparisons.

mod fixture;

use brownout_report::charts::{
    Chart, ChartError, ChartOptions, Theme, capacity, dots, forest, heatmap, knee, lines,
};
use brownout_scenarios::result::ResultSet;

use fixture::drawn::{overprinted, texts};
use fixture::pairs::{compared, split, two_fates};
use fixture::sweep::{loads, timeouts, timeouts_and_workers};

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

#[test]
fn bars_show_both_states_of_a_bimodal_variant_and_how_many_collapsed() {
    let after = ChartOptions { window: Some("after".to_owned()), ..ChartOptions::default() };
    let mut results = two_fates(40, 8);
    let bars = |results: &ResultSet| texts(&capacity(results, &after).unwrap()).join("\n");
    assert!(!bars(&results).contains("collapsed"));
    let client = results.points[0].windows[3].clients.get_mut("app").unwrap();
    split(&mut client.goodput_per_s, (8, 200.0), (32, 5_000.0));
    for width in [320, 960] {
        let chart = capacity(&results, &ChartOptions { width, ..after.clone() }).unwrap();
        assert_eq!(overprinted(&chart), []);
    }
    let text = bars(&results);
    assert!(text.contains("\n200 ± 2\n") && text.contains("\n5,000 ± 50\n"), "{text}");
    assert!(text.contains("8 of 40 collapsed: 20 % (10–35 %)"), "{text}");
    assert!(text.contains("outline: mean of the replications that collapsed"), "{text}");
    assert!(!text.contains("4,040"), "nobody saw the mean of both: {text}");
}

#[test]
fn a_line_goes_through_the_state_of_the_more_and_the_other_stands_apart() {
    let limits = [5.0, 20.0, 100.0, 1_000.0];
    let mut results = timeouts(&["as built", "breaker"], &limits);
    let with = |results: &ResultSet, draw: Draw| draw(results, &ChartOptions::default()).unwrap();
    assert!(!texts(&with(&results, lines)).join("\n").contains("apart:"));
    let goodput =
        |point: &mut brownout_scenarios::result::Point, one: (u64, f64), other: (u64, f64)| {
            let client = point.windows[0].clients.get_mut("app").unwrap();
            split(client.goodput.as_mut().unwrap(), one, other);
        };
    goodput(&mut results.points[1], (7, 0.1), (13, 0.98));
    goodput(&mut results.points[2], (16, 0.1), (4, 0.98));
    goodput(&mut results.points[6], (16, 0.11), (4, 0.98));
    let chart = with(&results, lines);
    let text = texts(&chart).join("\n");
    assert!(text.contains("apart: where some replications collapsed"), "{text}");
    assert!(text.contains("\n7 of 20\n") && text.contains("\n4 of 20\n"), "{text}");
    assert_eq!(overprinted(&chart), []);
    // The line is that of the state of the more: as if the others had not been.
    let mut alone = results.clone();
    for point in &mut alone.points {
        let client = point.windows[0].clients.get_mut("app").unwrap();
        let goodput = client.goodput.as_mut().unwrap();
        if let Some(both) = goodput.split.take() {
            let more =
                if both.collapsed.replications > 10 { &both.collapsed } else { &both.others };
            (goodput.mean, goodput.half_width) = (more.mean, more.half_width);
        }
    }
    // Heights are those over the first point: the legend of the one chart is longer.
    let drawn = |svg: &str| -> Vec<Vec<i32>> {
        let long = svg.lines().filter(|line| line.starts_with("<polyline"));
        let points =
            long.filter_map(|line| Some(line.split_once("points=\"")?.1.split_once('"')?.0));
        let four = points.filter(|points| points.matches(',').count() == 4);
        let height = |point: &str| point.split_once(',').unwrap().1.parse::<i32>().unwrap();
        let heights = four.map(|points| points.split(' ').map(height).collect::<Vec<_>>());
        heights.map(|line| line.iter().map(|height| height - line[0]).collect()).collect()
    };
    assert!(drawn(&chart.svg).len() >= 4);
    assert_eq!(drawn(&chart.svg), drawn(&with(&alone, lines).svg));

    let mut swept = loads(&[""], &[100.0, 200.0, 380.0], 4);
    let client = swept.points[2].windows[0].clients.get_mut("app").unwrap();
    split(&mut client.goodput_per_s, (6, 20.0), (14, 380.0));
    let text = texts(&with(&swept, knee)).join("\n");
    assert!(text.contains("\n6 of 20\n") && text.contains("apart:"), "{text}");
}

#[test]
fn a_cell_of_a_heat_map_has_the_other_state_in_its_corner() {
    let mut results = timeouts_and_workers(&[5.0, 20.0, 336.0], &[50, 100]);
    let corners = |results: &ResultSet| {
        let svg = heatmap(results, &ChartOptions::default()).unwrap().svg;
        svg.matches("<polygon").count()
    };
    assert_eq!(corners(&results), 0);
    let client = results.points[3].windows[0].clients.get_mut("app").unwrap();
    split(client.goodput.as_mut().unwrap(), (7, 0.013), (13, 0.977));
    let text = joined(heatmap, &results);
    assert!(text.contains("\n97.7 %\n") && text.contains("the corner that of the fewer"), "{text}");
    assert!(text.contains("or one state keeps to it and the other does not"), "{text}");
    assert_eq!(corners(&results), 2, "one in the cell and one in the legend");
}
