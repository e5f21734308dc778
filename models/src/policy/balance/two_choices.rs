//! Two choices: of two different targets at random, the one with fewer attempts under way; the first one if equal.
//!
//! Mitzenmacher, *The Power of Two Choices in Randomized Load Balancing* (1996).

use super::contract::{Balancer, Choice};

/// The less busy of two targets at random.
#[derive(Clone, Copy, Debug)]
pub struct TwoChoices;

impl Balancer for TwoChoices {
    fn choose(&mut self, choice: &Choice<'_>) -> usize {
        let open = choice.targets.iter().filter(|target| !target.avoid).count() as u32;
        let nth = |n: u32| {
            let mut open = choice.targets.iter().enumerate().filter(|(_, target)| !target.avoid);
            open.nth(n as usize).map_or(0, |(at, _)| at)
        };
        let first = choice.key.with(1).below(open);
        if open == 1 {
            return nth(first);
        }
        let mut second = choice.key.with(2).below(open - 1);
        second += u32::from(second >= first);
        let (first, second) = (nth(first), nth(second));
        let fewer = choice.targets[second].outstanding < choice.targets[first].outstanding;
        if fewer { second } else { first }
    }
}
