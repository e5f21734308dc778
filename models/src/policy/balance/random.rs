//! Random: each target with the same chance, whatever came before.

use brownout_core::random::Key;

use super::contract::{Balancer, Choice};

/// Each target with the same chance.
#[derive(Clone, Copy, Debug)]
pub struct Random;

impl Balancer for Random {
    fn choose(&mut self, choice: &Choice<'_>) -> usize {
        let open = choice.targets.iter().filter(|target| !target.avoid).count();
        let mut nth = choice.key.below(open as u32) as usize;
        let chosen = choice.targets.iter().position(|target| {
            let hit = !target.avoid && nth == 0;
            nth = nth.saturating_sub(usize::from(!target.avoid));
            hit
        });
        chosen.unwrap_or(0)
    }

    fn choose_unseen(&mut self, count: usize, key: Key) -> Option<usize> {
        Some(key.below(count as u32) as usize)
    }
}
