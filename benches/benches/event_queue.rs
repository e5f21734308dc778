//! The calendar against plain event queues: what one pop and one push cost, by number of pending events.
//!
//! The budget: in one run, the calendar stays within 1.6 times the best column at 10, 1,000, 100,000 and 1,000,000
//! pending. Mixed increments are what services make: constant timeouts and hops beside drawn times; there the calendar
//! stands once with all in its main queue and once with the constants in lanes.

use std::cell::Cell;
use std::collections::VecDeque;
use std::time::Duration;

use brownout_benches::columns::binary_heap::BinaryHeap;
use brownout_benches::columns::quaternary_heap::QuaternaryHeap;
use brownout_benches::columns::radix_heap::RadixHeap;
use brownout_benches::columns::sorted_array::SortedArray;
use brownout_benches::columns::timing_wheel::TimingWheel;
use brownout_benches::columns::{Column, Entry};
use brownout_core::calendar::{Calendar, Event, Lane};
use brownout_core::time::Span;
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, BenchmarkId, Criterion, criterion_group, criterion_main};

/// An event that is its number.
#[derive(Clone, Copy)]
struct Number(u32);

impl Event for Number {
    fn pack(self) -> u32 {
        self.0
    }
    fn unpack(code: u32) -> Number {
        Number(code)
    }
}

/// A delay, and whether the model knows it as a constant.
#[derive(Clone, Copy)]
struct Increment {
    delay: u32,
    constant: bool,
}

/// So many that no branch predictor learns them.
const INCREMENTS: usize = 32_768;

struct Increments {
    all: Vec<Increment>,
    at: Cell<usize>,
}

impl Increments {
    fn drawn(mut draw: impl FnMut(f64, f64) -> Increment) -> Increments {
        let mut state = 0x2545_f491_4f6c_dd1d_u64;
        let mut uniform = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            ((state >> 11) as f64 + 0.5) / (1_u64 << 53) as f64
        };
        let all = (0..INCREMENTS).map(|_| draw(uniform(), uniform())).collect();
        Increments { all, at: Cell::new(0) }
    }

    /// Exponential with a mean of 10 ms.
    fn exponential() -> Increments {
        Increments::drawn(|_, u| drawn(-u.ln() * 10e6))
    }

    /// A quarter 0.5 ms, a quarter 100 ms, the others exponential with a mean of 5 ms, one in five of these six times as
    /// long.
    fn mixed() -> Increments {
        Increments::drawn(|kind, u| match kind {
            ..0.25 => Increment { delay: 500_000, constant: true },
            0.25..0.5 => Increment { delay: 100_000_000, constant: true },
            0.5..0.9 => drawn(-u.ln() * 5e6),
            _ => drawn(-u.ln() * 30e6),
        })
    }

    #[inline]
    fn next(&self) -> Increment {
        let at = (self.at.get() + 1) % INCREMENTS;
        self.at.set(at);
        self.all[at]
    }
}

fn drawn(nanos: f64) -> Increment {
    Increment { delay: nanos as u32, constant: false }
}

/// Something that can hold: take out the earliest event and schedule another.
trait Hold {
    fn schedule(&mut self, increment: Increment);
    fn take(&mut self);

    fn hold(&mut self, increments: &Increments) {
        self.take();
        self.schedule(increments.next());
    }
}

struct Plain<C> {
    column: C,
    now: u64,
    age: u64,
}

impl<C: Column> Hold for Plain<C> {
    #[inline]
    fn schedule(&mut self, increment: Increment) {
        self.age += 1;
        let time = self.now + u64::from(increment.delay);
        self.column.push(Entry { time, age_and_event: self.age << 28 });
    }

    #[inline]
    fn take(&mut self) {
        self.now = self.column.pop().map_or(0, |entry| entry.time);
    }
}

/// Everything in the main queue.
impl Hold for Calendar<Number> {
    #[inline]
    fn schedule(&mut self, increment: Increment) {
        self.after(Span::from_nanos(u64::from(increment.delay)), Number(1));
    }

    #[inline]
    fn take(&mut self) {
        self.next();
    }
}

/// Constant delays in lanes, as a model does it.
struct WithLanes {
    calendar: Calendar<Number>,
    short: Lane,
    long: Lane,
}

impl WithLanes {
    fn new() -> WithLanes {
        let mut calendar = Calendar::new();
        let short = calendar.lane(Span::from_nanos(500_000));
        let long = calendar.lane(Span::from_nanos(100_000_000));
        WithLanes { calendar, short, long }
    }
}

impl Hold for WithLanes {
    #[inline]
    fn schedule(&mut self, increment: Increment) {
        if increment.constant {
            let lane = if increment.delay == 500_000 { self.short } else { self.long };
            self.calendar.along(lane, Number(1));
        } else {
            self.calendar.schedule(increment);
        }
    }

    #[inline]
    fn take(&mut self) {
        self.calendar.next();
    }
}

/// Everything as timers of any delay.
struct Loose(Calendar<Number>);

impl Hold for Loose {
    #[inline]
    fn schedule(&mut self, increment: Increment) {
        self.0.timer_after(Span::from_nanos(u64::from(increment.delay)), Number(1));
    }

    #[inline]
    fn take(&mut self) {
        self.0.next();
    }
}

fn bench<H: Hold>(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    pending: usize,
    increments: &Increments,
    mut queue: H,
) {
    for _ in 0..pending {
        queue.schedule(increments.next());
    }
    for _ in 0..3 * pending + 100_000 {
        queue.hold(increments); // until the steady state
    }
    group.bench_function(BenchmarkId::new(name, pending), |bencher| {
        bencher.iter(|| queue.hold(increments));
    });
}

fn plain<C: Column>(
    group: &mut BenchmarkGroup<'_, WallTime>,
    pending: usize,
    increments: &Increments,
) {
    let queue = Plain { column: C::default(), now: 0, age: 0 };
    bench(group, C::NAME, pending, increments, queue);
}

fn hold(criterion: &mut Criterion) {
    for (kind, increments) in
        [("exponential", Increments::exponential()), ("mixed", Increments::mixed())]
    {
        let mut group = criterion.benchmark_group(format!("hold, {kind}"));
        group.warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(1));
        for pending in [10, 1_000, 100_000, 1_000_000] {
            let (group, increments) = (&mut group, &increments);
            bench(group, "calendar", pending, increments, Calendar::<Number>::new());
            bench(group, "calendar, lanes", pending, increments, WithLanes::new());
            bench(group, "calendar, timers", pending, increments, Loose(Calendar::new()));
            if pending <= 1_000 {
                plain::<SortedArray>(group, pending, increments);
            }
            plain::<BinaryHeap>(group, pending, increments);
            plain::<QuaternaryHeap>(group, pending, increments);
            plain::<TimingWheel>(group, pending, increments);
            plain::<RadixHeap>(group, pending, increments);
        }
    }
}

/// A timer is set, and a hundred timers later cancelled, long before its time.
fn set_and_cancel(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("set and cancel");
    group.warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(1));
    let timeout = Span::from_millis(100);
    let step = Span::from_micros(10);
    for many_lanes in [false, true] {
        let mut calendar = Calendar::<Number>::new();
        let lanes: Vec<Lane> = (0..if many_lanes { 128 } else { 1 })
            .map(|nth| calendar.lane(timeout + step * nth))
            .collect();
        let mut set = VecDeque::new();
        let mut nth = 0;
        group.bench_function(if many_lanes { "128 lanes" } else { "one lane" }, |bencher| {
            bencher.iter(|| {
                nth += 1;
                set.push_back(calendar.along(lanes[nth % lanes.len()], Number(1)));
                calendar.next_until(calendar.now() + step);
                if set.len() > 100 {
                    set.pop_front().into_iter().for_each(|timer| calendar.cancel(timer));
                }
            });
        });
    }
    let increments = Increments::exponential();
    let mut calendar = Calendar::<Number>::new();
    let mut set = VecDeque::new();
    group.bench_function("any delay", |bencher| {
        bencher.iter(|| {
            let jitter = Span::from_nanos(u64::from(increments.next().delay));
            set.push_back(calendar.timer_after(timeout + jitter, Number(1)));
            calendar.next_until(calendar.now() + step);
            if set.len() > 100 {
                set.pop_front().into_iter().for_each(|timer| calendar.cancel(timer));
            }
        });
    });
}

criterion_group!(benches, hold, set_and_cancel);
criterion_main!(benches);
