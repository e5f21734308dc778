//! The one place with threads: one hands out work and takes in what came of it, many hands do it.

/// Somebody who hands out work and takes in what came of it. Asked and told by one thread at a time.
pub(super) trait Foreman: Send {
    /// A piece of work.
    type Task;
    /// What came of it.
    type Done;

    /// What a free hand should do. Whoever waits is asked again when something has come in.
    fn next(&mut self) -> Next<Self::Task>;

    /// A piece of work is done.
    fn take_in(&mut self, task: Self::Task, done: Self::Done);
}

/// What a free hand should do.
pub(super) enum Next<T> {
    /// This.
    Task(T),
    /// Nothing until something under way has come in.
    Wait,
    /// Nothing any more.
    Leave,
}

/// How many threads are meant: as many as the machine offers, unless somebody wants another number.
pub(super) fn threads(wanted: Option<usize>) -> usize {
    imp::threads(wanted)
}

/// Has all work done on so many threads.
pub(super) fn work<F: Foreman>(
    foreman: &mut F,
    threads: Option<usize>,
    run: impl Fn(&F::Task) -> F::Done + Sync,
) {
    imp::work(foreman, threads, run);
}

#[cfg(feature = "parallel")]
mod imp {
    use std::sync::{Condvar, Mutex};

    use super::{Foreman, Next};

    pub(super) fn threads(wanted: Option<usize>) -> usize {
        wanted.unwrap_or_else(rayon::current_num_threads).max(1)
    }

    pub(super) fn work<F: Foreman>(
        foreman: &mut F,
        wanted: Option<usize>,
        run: impl Fn(&F::Task) -> F::Done + Sync,
    ) {
        let shop = Shop { foreman: Mutex::new(foreman), came_in: Condvar::new() };
        let hands = || {
            rayon::scope(|scope| {
                for _ in 0..threads(wanted) {
                    scope.spawn(|_| shop.hand(&run));
                }
            });
        };
        // Without threads of our own the usual ones will do.
        match wanted.map(|wanted| rayon::ThreadPoolBuilder::new().num_threads(wanted).build()) {
            Some(Ok(pool)) => pool.install(hands),
            Some(Err(_)) | None => hands(),
        }
    }

    struct Shop<'f, F> {
        foreman: Mutex<&'f mut F>,
        came_in: Condvar,
    }

    impl<F: Foreman> Shop<'_, F> {
        /// One thread, until it is told to leave. Who waits waits for somebody at work, so that it never is in vain.
        fn hand(&self, run: &impl Fn(&F::Task) -> F::Done) {
            const SOUND: &str = "a foreman who fails ends the program";
            let mut foreman = self.foreman.lock().expect(SOUND);
            loop {
                match foreman.next() {
                    Next::Task(task) => {
                        drop(foreman);
                        let done = run(&task);
                        foreman = self.foreman.lock().expect(SOUND);
                        foreman.take_in(task, done);
                        self.came_in.notify_all();
                    }
                    Next::Wait => foreman = self.came_in.wait(foreman).expect(SOUND),
                    Next::Leave => return,
                }
            }
        }
    }
}

#[cfg(not(feature = "parallel"))]
mod imp {
    use super::{Foreman, Next};

    pub(super) fn threads(_: Option<usize>) -> usize {
        1
    }

    pub(super) fn work<F: Foreman>(
        foreman: &mut F,
        _: Option<usize>,
        run: impl Fn(&F::Task) -> F::Done,
    ) {
        // One pair of hands never waits for another.
        while let Next::Task(task) = foreman.next() {
            let done = run(&task);
            foreman.take_in(task, done);
        }
    }
}
