//! The one place with threads: replications side by side, results in their order.

use std::ops::Range;

/// How many replications to run before their results are taken in: enough to keep all threads busy, and no more than
/// memory holds easily.
pub(super) fn chunk(threads: Option<usize>) -> u32 {
    8 * imp::threads(threads) as u32
}

/// What `run` gives for each number, in the order of the numbers.
pub(super) fn in_order<T: Send>(
    numbers: Range<u32>,
    threads: Option<usize>,
    run: impl Fn(u32) -> T + Sync,
) -> Vec<T> {
    imp::in_order(numbers, threads, run)
}

#[cfg(feature = "parallel")]
mod imp {
    use std::ops::Range;

    use rayon::prelude::*;

    pub(super) fn threads(wanted: Option<usize>) -> usize {
        wanted.unwrap_or_else(rayon::current_num_threads).max(1)
    }

    pub(super) fn in_order<T: Send>(
        numbers: Range<u32>,
        threads: Option<usize>,
        run: impl Fn(u32) -> T + Sync,
    ) -> Vec<T> {
        let all = || numbers.clone().into_par_iter().with_max_len(1).map(&run).collect();
        // Without threads of our own the usual ones will do.
        match threads.map(|wanted| rayon::ThreadPoolBuilder::new().num_threads(wanted).build()) {
            Some(Ok(pool)) => pool.install(all),
            Some(Err(_)) | None => all(),
        }
    }
}

#[cfg(not(feature = "parallel"))]
mod imp {
    use std::ops::Range;

    pub(super) fn threads(_: Option<usize>) -> usize {
        1
    }

    pub(super) fn in_order<T: Send>(
        numbers: Range<u32>,
        _: Option<usize>,
        run: impl Fn(u32) -> T + Sync,
    ) -> Vec<T> {
        numbers.map(run).collect()
    }
}
