//! Random times for the yardstick: a fast generator and the exponential distribution by a ziggurat.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, SeedableRng};
use rand_distr::{Distribution, StandardNormal};

/// Where the tail begins, for 256 layers of equal area (Marsaglia and Tsang, *The Ziggurat Method*, 2000).
const TAIL: f64 = 7.697_117_470_131_487;
/// The area of a layer.
const AREA: f64 = 3.949_659_822_581_572e-3;
/// One more than the largest 53-bit number.
const SCALE: f64 = (1_u64 << 53) as f64;

/// A stream of random times.
pub(super) struct Chance {
    random: Xoshiro256PlusPlus,
    layers: Box<Layers>,
}

struct Layers {
    /// Below this a draw lies within the layer for certain.
    safe: [u64; 256],
    /// What a draw is multiplied by.
    width: [f64; 256],
    /// The density at the layer's edge.
    height: [f64; 256],
}

impl Chance {
    pub(super) fn new(seed: u64) -> Chance {
        Chance { random: Xoshiro256PlusPlus::seed_from_u64(seed), layers: Box::new(Layers::new()) }
    }

    /// Exponential nanoseconds.
    #[inline]
    pub(super) fn exponential(&mut self, mean: f64) -> u64 {
        let bits = self.random.next_u64();
        let (layer, draw) = (bits as usize & 255, bits >> 11);
        let unit = if draw < self.layers.safe[layer] {
            draw as f64 * self.layers.width[layer]
        } else {
            self.layers.edge(layer, draw, &mut self.random)
        };
        whole(unit * mean)
    }

    /// Lognormal nanoseconds.
    #[inline]
    pub(super) fn log_normal(&mut self, mu: f64, sigma: f64) -> u64 {
        let normal: f64 = StandardNormal.sample(&mut self.random);
        whole((mu + sigma * normal).exp())
    }
}

/// A number of nanoseconds that is known to be neither negative nor beyond 2⁶³; the cast to a signed number saves the
/// unsigned one's second half.
#[inline]
fn whole(nanos: f64) -> u64 {
    nanos as i64 as u64
}

impl Layers {
    fn new() -> Layers {
        let (mut edge, mut before) = (TAIL, TAIL);
        let base = AREA / (-TAIL).exp();
        let mut layers = Layers { safe: [0; 256], width: [0.0; 256], height: [0.0; 256] };
        layers.safe[0] = (TAIL / base * SCALE) as u64;
        layers.width[0] = base / SCALE;
        layers.width[255] = TAIL / SCALE;
        layers.height[0] = 1.0;
        layers.height[255] = (-TAIL).exp();
        for layer in (1..255).rev() {
            edge = -(AREA / edge + (-edge).exp()).ln();
            layers.safe[layer + 1] = (edge / before * SCALE) as u64;
            before = edge;
            layers.height[layer] = (-edge).exp();
            layers.width[layer] = edge / SCALE;
        }
        layers
    }

    /// A draw near the edge of its layer, or in the tail.
    #[cold]
    fn edge(&self, mut layer: usize, mut draw: u64, random: &mut Xoshiro256PlusPlus) -> f64 {
        let uniform = |bits: u64| ((bits >> 11) as f64 + 0.5) / SCALE;
        loop {
            if layer == 0 {
                return TAIL - uniform(random.next_u64()).ln();
            }
            let unit = draw as f64 * self.width[layer];
            let (low, high) = (self.height[layer], self.height[layer - 1]);
            if low + uniform(random.next_u64()) * (high - low) < (-unit).exp() {
                return unit;
            }
            let bits = random.next_u64();
            (layer, draw) = (bits as usize & 255, bits >> 11);
            if draw < self.safe[layer] {
                return draw as f64 * self.width[layer];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exponential_times_fall_evenly_into_bins_of_equal_probability() {
        let mut chance = Chance::new(3);
        let (draws, bins) = (2_000_000, 200);
        let mut counts = vec![0_u64; bins];
        for _ in 0..draws {
            let unit = chance.exponential(1e9) as f64 / 1e9;
            counts[((1.0 - (-unit).exp()) * bins as f64) as usize] += 1;
        }
        let each = f64::from(draws) / bins as f64;
        let chi_square: f64 = counts.iter().map(|&n| (n as f64 - each).powi(2) / each).sum();
        assert!(chi_square < 270.0, "χ² {chi_square} on 199 degrees of freedom");
    }
}
