//! Replications that go on until something is known, and many points side by side.

use std::sync::Mutex;

use super::systems::mmc;
use super::{Options, plan, run_point};
use crate::experiment::enough::Until;
use crate::experiment::{Job, Watch, run_points};
use crate::precision::Target;
use crate::result::{Point, Precision};

/// Until the mean latency is known this precisely, on so many threads.
fn until(within: f64, most: u32, threads: usize) -> Point {
    let plan = plan(&mmc(1, "10ms", "60/s", "30s"));
    let of = [Target::parse("mean(app) in all", &plan).unwrap()];
    let options = Options {
        until: Some(Until { within, least: 0, of: &of }),
        threads: Some(threads),
        ..Options::replications(most)
    };
    run_point(&plan, options, &()).unwrap().point
}

#[test]
fn replications_go_on_in_batches_of_ten_until_the_number_is_known_well_enough() {
    let [coarse, fine] = [0.2, 0.04].map(|within| until(within, 1000, 2));
    assert_eq!(coarse.replications, 10);
    assert!(fine.replications > 10 && fine.replications.is_multiple_of(10), "{fine:?}");
    let latency = &fine.windows[0].clients["app"].latency_ms["mean"];
    assert!(latency.half_width.unwrap() <= 0.04 * latency.mean);
    let Precision { asked, reached: Some(reached), of, .. } = fine.precision.unwrap() else {
        panic!()
    };
    assert!(asked == 0.04 && reached <= 0.04 && of == "mean(app) in all");
}

#[test]
fn the_number_of_threads_does_not_decide_how_many_there_are() {
    let json = |threads| serde_json::to_string(&until(0.05, 1000, threads)).unwrap();
    let one = json(1);
    assert!(one == json(2) && one == json(3));
}

#[test]
fn what_is_asked_for_in_any_case_is_run_in_any_case() {
    let plan = plan(&mmc(1, "10ms", "60/s", "30s"));
    let until = Some(Until { within: 1e9, least: 13, of: &[] });
    let run = |most| run_point(&plan, Options { until, ..Options::replications(most) }, &());
    assert_eq!(run(100).unwrap().point.replications, 13);
    assert_eq!(run(12).unwrap().point.replications, 12, "and there is an end all the same");
}

#[test]
fn there_is_an_end_even_if_nothing_is_known_well_enough() {
    let point = until(1e-9, 23, 2);
    assert_eq!(point.replications, 23);
    let Precision { asked, reached: Some(reached), .. } = point.precision.unwrap() else {
        panic!()
    };
    assert!(reached > asked);
}

#[test]
fn a_target_that_makes_no_sense_is_told_where_it_stops_making_sense() {
    let plan = plan(&mmc(1, "10ms", "60/s", "30s"));
    let slip = |text: &str| Target::parse(text, &plan).unwrap_err();
    assert_eq!(slip("goodput(app) in al").at, 16..18);
    assert!(slip("goodput(app) on all").message.contains("`in` and a window"));
    assert!(slip("goodptu(app)").help.unwrap().contains("`goodput`"));
}

/// Remembers which points were finished.
#[derive(Default)]
struct Noted(Mutex<Vec<usize>>);

impl Watch for Noted {
    fn finished(&self, point: usize) {
        self.0.lock().unwrap().push(point);
    }
}

#[test]
fn many_points_side_by_side_give_what_each_gives_alone() {
    let rates = ["20/s", "40/s", "60/s", "80/s"];
    let plans = rates.map(|rate| plan(&mmc(1, "10ms", rate, "20s")));
    for threads in [1, 2, 3] {
        let options = Options { threads: Some(threads), ..Options::replications(3) };
        let jobs: Vec<Job<'_>> = plans.iter().map(|plan| Job { plan, options }).collect();
        let (mut told, noted) = (vec![], Noted::default());
        run_points(&jobs, &noted, &mut |at, ran| told.push((at, ran))).unwrap();
        for (at, (number, ran)) in told.iter().enumerate() {
            let alone = run_point(&plans[at], options, &()).unwrap();
            assert_eq!(*number, at, "points are told in their order");
            assert!(*ran == alone);
        }
        let mut finished = noted.0.into_inner().unwrap();
        finished.sort_unstable();
        assert_eq!((told.len(), finished), (4, vec![0, 1, 2, 3]));
    }
}
