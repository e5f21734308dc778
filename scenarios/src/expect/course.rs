//! What is accepted in each step of a window: the same in all of them, or what moves in a straight line from step to step.

use super::accept::Accept;

/// What is accepted from the beginning of a window to its end.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Course {
    /// At the beginning.
    pub start: Accept,
    /// At the end: of the same kind.
    pub end: Accept,
}

impl Course {
    /// The same all the time.
    pub fn level(accept: Accept) -> Course {
        Course { start: accept, end: accept }
    }

    /// Whether it is the same all the time.
    pub fn is_level(self) -> bool {
        self.start == self.end
    }

    /// What is accepted when such a part of the window is over.
    pub fn at(self, over: f64) -> Accept {
        let on = |start: f64, end: f64| start + (end - start) * over;
        match (self.start, self.end) {
            (Accept::Below(a), Accept::Below(b)) => Accept::Below(on(a, b)),
            (Accept::AtMost(a), Accept::AtMost(b)) => Accept::AtMost(on(a, b)),
            (Accept::Above(a), Accept::Above(b)) => Accept::Above(on(a, b)),
            (Accept::AtLeast(a), Accept::AtLeast(b)) => Accept::AtLeast(on(a, b)),
            (Accept::Within(a, b), Accept::Within(c, d)) => Accept::Within(on(a, c), on(b, d)),
            (start, _) => start,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_accepted_moves_in_a_straight_line() {
        let falling = Course { start: Accept::Within(9.0, 11.0), end: Accept::Within(4.5, 5.5) };
        assert!(!falling.is_level());
        assert_eq!(falling.at(0.0), Accept::Within(9.0, 11.0));
        assert_eq!(falling.at(0.5), Accept::Within(6.75, 8.25));
        assert_eq!(falling.at(1.0), Accept::Within(4.5, 5.5));
        for accept in [Accept::Below, Accept::AtMost, Accept::Above, Accept::AtLeast] {
            let climbing = Course { start: accept(0.0), end: accept(4.0) };
            assert_eq!(climbing.at(0.25), accept(1.0));
            // To the bit, whatever part is over.
            assert_eq!(Course::level(accept(0.3)).at(0.7), accept(0.3));
        }
        assert!(Course::level(Accept::AtMost(1.0)).is_level());
    }
}
