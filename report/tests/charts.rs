//! Charts: their structure, and that no result makes them panic.

mod fixture;

use fixture::drawn::texts;

use brownout_report::charts::{
    Chart, ChartError, ChartOptions, Theme, capacity, distribution, latency, outcomes, workers,
};
use brownout_scenarios::result::{ClientSeries, ResultSet, Series, ServiceSeries};

type Draw = fn(&ResultSet, &ChartOptions) -> Result<Chart, ChartError>;

const ALL: [(&str, Draw); 4] =
    [("outcomes", outcomes), ("latency", latency), ("capacity", capacity), ("workers", workers)];

const THEMES: [Theme; 3] = [Theme::Auto, Theme::Light, Theme::Dark];

fn options(width: u32, theme: Theme) -> ChartOptions {
    ChartOptions { width, theme, ..ChartOptions::default() }
}

#[test]
fn every_chart_is_well_formed_at_every_size_and_in_every_theme() {
    for results in [
        fixture::feed_cascade(),
        fixture::twelve_variants(),
        fixture::results_of(&fixture::fates()[..1]),
    ] {
        for (_, draw) in ALL {
            for width in [320, 640, 960, 1600] {
                for theme in THEMES {
                    let chart = draw(&results, &options(width, theme)).unwrap();
                    assert!(texts(&chart).iter().any(|text| text.starts_with("A slow counter")));
                    assert_eq!(chart.svg.contains("prefers-color-scheme"), theme == Theme::Auto);
                }
            }
        }
    }
}

#[test]
fn the_same_results_give_the_same_bytes() {
    for (_, draw) in ALL {
        let one = draw(&fixture::feed_cascade(), &ChartOptions::default()).unwrap();
        let two = draw(&fixture::feed_cascade(), &ChartOptions::default()).unwrap();
        assert_eq!(one.svg, two.svg);
    }
}

#[test]
fn the_legend_lists_only_what_occurs_in_the_order_of_kinds() {
    let texts = texts(&outcomes(&fixture::feed_cascade(), &ChartOptions::default()).unwrap());
    let entries = [
        "Ok, in time",
        "Degraded, in time",
        "Late: Ok or Degraded, beyond the slo",
        "Failed",
        "QueueFull",
        "TimedOut",
        "BulkheadFull",
    ];
    let places: Vec<usize> =
        entries.iter().map(|entry| texts.iter().position(|text| text == entry).unwrap()).collect();
    assert!(places.is_sorted());
    assert!(!texts.iter().any(|text| text == "Shed" || text == "Reset"));
}

#[test]
fn charts_tell_the_numbers_of_the_window() {
    let all = |draw: Draw| {
        texts(&draw(&fixture::feed_cascade(), &ChartOptions::default()).unwrap()).join("\n")
    };
    assert!(all(outcomes).contains("5.160 ± 0.002 % in time in the fault"));
    assert!(all(latency).contains("p99 1.99 ± 0.03 s in the fault"));
    assert!(all(capacity).contains("64.50 ± 0.19"));
    assert!(all(capacity).contains("not saturated"));
    assert!(all(workers).contains("2,000 ± 40 waiting"));
}

#[test]
fn only_services_where_something_moves_are_drawn_unless_one_is_asked_for() {
    let told = |options: &ChartOptions| {
        texts(&workers(&fixture::feed_cascade(), options).unwrap()).join("\n")
    };
    assert!(told(&ChartOptions::default()).contains("each instance of feed;"));
    let users = ChartOptions { service: Some("users".to_owned()), ..ChartOptions::default() };
    assert!(told(&users).contains("each instance of users;"));
}

fn told(draw: Draw, results: &ResultSet) -> String {
    texts(&draw(results, &ChartOptions::default()).unwrap()).join("\n")
}

#[test]
fn a_chart_without_a_capacity_does_not_promise_one() {
    let mut results = fixture::feed_cascade();
    let both = told(capacity, &results);
    assert!(
        both.contains("goodput and capacity") && both.contains("Goodput and capacity"),
        "{both}"
    );
    let windows = results.points.iter_mut().flat_map(|point| &mut point.windows);
    windows.flat_map(|one| one.services.values_mut()).for_each(|one| one.capacity = None);
    let alone = told(capacity, &results);
    assert!(
        !alone.contains("apacity") && alone.contains(": goodput\nGoodput in the fault"),
        "{alone}"
    );
}

#[test]
fn workers_without_a_limit_have_no_queue_and_what_is_not_drawn_has_no_entry() {
    let mut results = fixture::feed_cascade();
    let all = told(workers, &results);
    assert!(all.contains("\nall workers\n") && all.contains("\nvisits waiting\n"), "{all}");
    let tall = workers(&results, &ChartOptions::default()).unwrap().height;
    let series = results.points.iter_mut().filter_map(|point| point.series.as_mut());
    for one in series.flat_map(|series| series.services.values_mut()) {
        one.workers = None;
        one.queue_length.iter_mut().for_each(|length| *length = 0.0);
    }
    let windows = results.points.iter_mut().flat_map(|point| &mut point.windows);
    for one in windows.flat_map(|one| one.services.values_mut()) {
        one.queue_length.mean = 0.0;
        one.utilisation = None;
    }
    let free = told(workers, &results);
    assert!(!free.contains("all workers") && !free.contains("waiting"), "{free}");
    assert!(workers(&results, &ChartOptions::default()).unwrap().height < tall);
}

#[test]
fn a_service_that_is_never_busy_says_so() {
    let mut results = fixture::feed_cascade();
    let series = results.points.iter_mut().filter_map(|point| point.series.as_mut());
    for one in series.flat_map(|series| series.services.values_mut()) {
        one.workers_busy.iter_mut().for_each(|busy| *busy = 0.0);
        one.queue_length.iter_mut().for_each(|length| *length = 0.0);
    }
    let idle = told(workers, &results);
    assert!(idle.contains("\nnever busy\n") && !idle.contains("visits waiting"), "{idle}");
    assert!(!told(workers, &fixture::feed_cascade()).contains("never busy"));
}

#[test]
fn a_chart_of_one_client_names_the_others() {
    let mut results = fixture::feed_cascade();
    for (_, draw) in ALL.iter().take(3).chain([&("distribution", distribution as Draw)]) {
        assert!(!told(*draw, &results).contains("not drawn"));
    }
    for point in &mut results.points {
        for window in &mut point.windows {
            let app = window.clients["app"].clone();
            window.clients.insert("batch".to_owned(), app);
        }
        let series = point.series.as_mut().unwrap();
        let app = series.clients["app"].clone();
        series.clients.insert("batch".to_owned(), app);
    }
    for (name, draw) in ALL.iter().take(3).chain([&("distribution", distribution as Draw)]) {
        let all = told(*draw, &results);
        assert!(all.contains("not drawn: the client batch"), "{name}: {all}");
    }
}

#[test]
fn variants_are_drawn_in_the_order_in_which_they_are_asked_for() {
    let variants = vec!["breaker".to_owned(), "as built".to_owned()];
    let chart =
        outcomes(&fixture::feed_cascade(), &ChartOptions { variants, ..ChartOptions::default() })
            .unwrap();
    let texts = texts(&chart);
    let place = |name: &str| texts.iter().position(|text| text == name);
    assert!(place("breaker") < place("as built"));
    assert_eq!(place("timeout"), None);
}

#[test]
fn what_is_missing_is_said_in_a_sentence() {
    let mut results = fixture::feed_cascade();
    let error = |results: &ResultSet, options: &ChartOptions| {
        outcomes(results, options).unwrap_err().to_string()
    };
    let asked = ChartOptions { variants: vec!["braker".to_owned()], ..ChartOptions::default() };
    assert_eq!(
        error(&results, &asked),
        "there is no variant `braker` in the results; there is `as built`, `timeout`, `timeout + bulkhead`, `breaker`, `per-dependency bulkheads`"
    );
    let asked = ChartOptions { client: Some("web".to_owned()), ..ChartOptions::default() };
    assert_eq!(error(&results, &asked), "there is no client `web` in the results; there is `app`");
    results.points[0].series = None;
    assert_eq!(
        error(&results, &ChartOptions::default()),
        "the results hold no series over time: run again with --series, then plot"
    );
    assert!(capacity(&results, &ChartOptions::default()).is_ok());
    results.points.clear();
    for (_, draw) in ALL {
        assert_eq!(draw(&results, &ChartOptions::default()), Err(ChartError::Empty));
    }
}

/// Results whose series are all of one kind.
fn odd(series: &Series) -> ResultSet {
    let mut results = fixture::feed_cascade();
    for point in &mut results.points {
        point.series = Some(series.clone());
        point.windows.clear();
    }
    results.points[0].variant = Some("<&\"'\u{1}> \u{1f422} 遅い".to_owned());
    results.title = None;
    results
}

fn series(steps: usize, value: f64) -> Series {
    let list = vec![value; steps];
    let client = ClientSeries {
        outcomes_per_s: [("Ok".to_owned(), list.clone()), ("Surprise".to_owned(), list.clone())]
            .into(),
        latency_ms: [
            ("p50".to_owned(), vec![Some(value); steps]),
            ("p99".to_owned(), vec![None; steps]),
        ]
        .into(),
    };
    let service = ServiceSeries {
        workers_busy: list.clone(),
        workers: None,
        queue_length: list.clone(),
        completed_per_s: list,
    };
    Series {
        window_s: 0.25,
        faults_s: vec![(0.0, 1e9), (3.0, 3.0)],
        warmup_s: 0.0,
        clients: [("app".to_owned(), client)].into(),
        services: [("feed".to_owned(), service)].into(),
        ..Series::default()
    }
}

#[test]
fn no_step_one_step_many_steps_zeros_and_huge_numbers_are_drawn() {
    for steps in [0, 1, 2, 10_000] {
        for value in [0.0, 1e-9, 1.0, 1e12, f64::NAN, f64::INFINITY, -1.0] {
            let results = odd(&series(steps, value));
            for (name, draw) in ALL {
                match draw(&results, &options(640, Theme::Auto)) {
                    Ok(chart) => assert!(!texts(&chart).is_empty()),
                    Err(error) => assert_eq!(
                        (name, error),
                        ("capacity", ChartError::Nothing { what: "window" })
                    ),
                }
            }
        }
    }
}

#[test]
fn series_without_clients_or_services_say_so() {
    let results = odd(&Series { window_s: 1.0, ..Series::default() });
    assert_eq!(
        outcomes(&results, &ChartOptions::default()),
        Err(ChartError::Nothing { what: "client" })
    );
    assert_eq!(
        workers(&results, &ChartOptions::default()),
        Err(ChartError::Nothing { what: "service" })
    );
}

#[test]
fn long_runs_do_not_make_large_pictures() {
    let chart = outcomes(&odd(&series(100_000, 5.0)), &ChartOptions::default()).unwrap();
    assert!(chart.svg.len() < 400_000, "{} bytes", chart.svg.len());
}

#[cfg(feature = "png")]
mod png {
    use super::*;
    use brownout_report::png::render;

    #[test]
    fn the_same_chart_gives_the_same_pixels_of_the_size_asked_for() {
        for (_, draw) in ALL {
            let chart = draw(&fixture::feed_cascade(), &options(640, Theme::Auto)).unwrap();
            let png = render(&chart, 2.0).unwrap();
            assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
            let side = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
            assert_eq!((side(16), side(20)), (chart.width * 2, chart.height * 2));
            assert!(png == render(&chart, 2.0).unwrap());
        }
    }

    #[test]
    fn dark_and_light_differ_and_auto_is_light() {
        let of = |theme| {
            render(&capacity(&fixture::feed_cascade(), &options(640, theme)).unwrap(), 1.0).unwrap()
        };
        assert!(of(Theme::Auto) == of(Theme::Light));
        assert!(of(Theme::Dark) != of(Theme::Light));
    }

    #[test]
    fn a_size_that_cannot_be_is_refused() {
        let chart = capacity(&fixture::feed_cascade(), &options(640, Theme::Light)).unwrap();
        for scale in [0.0, -1.0, 1e6, f32::NAN] {
            assert!(render(&chart, scale).is_err());
        }
    }
}
