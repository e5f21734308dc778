//! Randomness keyed by meaning: every draw has a name, and the name alone decides what is drawn.
//!
//! A simulator that takes its draws from one running generator couples everything with everything: one more retry in
//! one variant shifts every later draw, and the comparison of two variants compares luck. Here a draw is a pure
//! function of *what it is for*: start at [`Key::root`] with the seed and walk down with [`Key::with`] (client, serial
//! number, edge, occurrence …). The same path gives the same number, whatever else happens in the run.
//!
//! ```
//! use brownout_core::random::Key;
//!
//! const WORK: u64 = Key::name("work");
//! let request = Key::root(1).with(Key::name("app")).with(17);
//! assert_eq!(request.with(WORK).uniform(), request.with(WORK).uniform());
//! assert_ne!(request.with(WORK).uniform(), request.with(18).uniform());
//! ```
//!
//! The step from a key to its child is one step of SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom
//! number generators", OOPSLA 2014) whose state is the parent and whose counter is the part, with a finaliser of two
//! multiplications that leaves less structure ("moremur", Pelle Evensen 2019). For one parent the children are all
//! different; for two parents, equal children are as rare as equal 64-bit hashes.

use rand_core::{Infallible, TryRng, utils};

/// The name of a draw, or of a family of draws, as 64 well-mixed bits.
///
/// A key is used in one of two ways: as a parent ([`with`](Key::with), [`stream`](Key::stream)) or for one draw
/// ([`uniform`](Key::uniform), [`below`](Key::below)). Using one key for two draws gives twice the same luck.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Key(u64);

/// 2⁶⁴ divided by the golden ratio, odd: the step of the counter.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;
/// The distance between two neighbouring doubles just below 1, halved: 2⁻⁵³.
const ULP: f64 = 1.0 / (1_u64 << 53) as f64;

impl Key {
    /// The key from which all keys of a run descend. Seeds next to each other give unrelated keys.
    pub const fn root(seed: u64) -> Key {
        Key(mix(seed.wrapping_add(STEP)))
    }

    /// The child of this key that `part` names: a serial number, or the [`name`](Key::name) of something.
    ///
    /// Order matters: `key.with(a).with(b)` and `key.with(b).with(a)` are two keys.
    #[inline]
    #[must_use]
    pub const fn with(self, part: u64) -> Key {
        Key(mix(self.0.wrapping_add(part.wrapping_add(1).wrapping_mul(STEP))))
    }

    /// The hash of a name, for use as a part. Constant names cost nothing at run time.
    ///
    /// FNV-1a over the bytes, then the finaliser of [`with`](Key::with).
    pub const fn name(text: &str) -> u64 {
        let bytes = text.as_bytes();
        let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
        let mut at = 0;
        while at < bytes.len() {
            hash = (hash ^ bytes[at] as u64).wrapping_mul(0x0000_0100_0000_01b3);
            at += 1;
        }
        mix(hash)
    }

    /// The uniform number of this key, strictly between 0 and 1.
    ///
    /// It is an odd multiple of 2⁻⁵³: 2⁵² values, symmetric about ½, and `1.0 - u` is exact.
    #[inline]
    pub fn uniform(self) -> f64 {
        ((self.0 >> 11) | 1) as f64 * ULP
    }

    /// The whole number of this key from 0 to `n` − 1, each as likely as the others to within 2⁻³².
    ///
    /// # Panics
    /// If `n` is zero: there is nothing to choose from.
    #[inline]
    pub fn below(self, n: u32) -> u32 {
        assert!(n > 0, "a choice needs at least one candidate");
        ((u128::from(self.0) * u128::from(n)) >> 64) as u32
    }

    /// The uniform number of the `serial`-th child, strictly between 0 and 1.
    #[inline]
    pub fn draw(self, serial: u64) -> f64 {
        self.with(serial).uniform()
    }

    /// A generator for what needs several draws and does not care to name each, such as a shuffle.
    pub const fn stream(self) -> Stream {
        const STREAM: u64 = Key::name("stream");
        Stream { key: self.with(STREAM), drawn: 0 }
    }

    /// The key as a number, for hashing and display.
    #[inline]
    pub const fn as_u64(self) -> u64 {
        self.0
    }
}

/// The draws of one key, one after the other; a [`rand_core::Rng`].
///
/// The n-th draw is the n-th child of a key, so a stream can be copied and none disturbs another.
#[derive(Clone, Debug)]
pub struct Stream {
    key: Key,
    drawn: u64,
}

impl TryRng for Stream {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok((self.try_next_u64()? >> 32) as u32)
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        let next = self.key.with(self.drawn);
        self.drawn += 1;
        Ok(next.0)
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        utils::fill_bytes_via_next_word(bytes, || self.try_next_u64())
    }
}

/// A bijection of 64 bits in which every input bit moves every output bit with a chance close to one half.
const fn mix(mut x: u64) -> u64 {
    x ^= x >> 27;
    x = x.wrapping_mul(0x3c79_ac49_2ba7_b653);
    x ^= x >> 33;
    x = x.wrapping_mul(0x1c69_b3f7_4ac4_ae35);
    x ^ (x >> 27)
}

#[cfg(test)]
#[path = "random_tests.rs"]
mod tests;
