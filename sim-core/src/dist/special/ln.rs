//! A quick natural logarithm for the hottest draw there is.

use std::f64::consts::LN_2;

/// ln x for a normal x > 0, within a few units of the last place, and two thirds of the time of `libm::log`.
///
/// x = 2ᵏ z with z from 11/16 to 11/8, and z = (1 + r) / c with c from a table of 128, so that
/// ln x = k ln 2 − ln c + ln(1 + r). The last is eight terms of its series, as |r| ≤ 1/128. Where x is next to 1, k and
/// ln c are zero and nothing is lost. The scheme is Tang's (ACM Transactions on Mathematical Software 16, 1990); only
/// sums, products and bits, so the result is the same everywhere.
#[inline]
pub fn ln(x: f64) -> f64 {
    let from_least = x.to_bits().wrapping_sub(LEAST);
    let entry = TABLE[(from_least >> INDEX_SHIFT) as usize % TABLE.len()];
    let exponent = from_least as i64 >> FRACTION_BITS;
    let z = f64::from_bits(x.to_bits().wrapping_sub((exponent as u64) << FRACTION_BITS));
    // In two halves, so that the product is exact where 1 cancels it.
    let coarse = f64::from_bits(z.to_bits() & HIGH_HALF);
    let r = (coarse * entry.factor - 1.0) + (z - coarse) * entry.factor;
    let s = r * r;
    let low = (r * (1.0 / 3.0) - 0.5) + s * (r * (1.0 / 5.0) - 0.25);
    let high = (r * (1.0 / 7.0) - 1.0 / 6.0) - s * 0.125;
    (exponent as f64 * LN_2 + entry.log) + (r + s * (low + s * s * high))
}

const FRACTION_BITS: u32 = 52;
const INDEX_SHIFT: u32 = FRACTION_BITS - 7;
/// The bits of 11/16, the least z.
const LEAST: u64 = 0x3fe6_0000_0000_0000;
const HIGH_HALF: u64 = !((1 << 27) - 1);

#[derive(Clone, Copy)]
struct Entry {
    /// c: close to 1 / z, and a whole number of 128ths.
    factor: f64,
    /// −ln c.
    log: f64,
}

static TABLE: [Entry; 128] = table();

const fn table() -> [Entry; 128] {
    let mut table = [Entry { factor: 1.0, log: 0.0 }; 128];
    let mut at = 0;
    while at < table.len() {
        let middle = f64::from_bits(LEAST + ((2 * at as u64 + 1) << (INDEX_SHIFT - 1)));
        // Half a unit is rounded up, so that both neighbours of 1 have the factor 1.
        let units = (128.0 / middle + 0.5) as u64 as f64;
        table[at] = Entry { factor: units / 128.0, log: -ln_of_ratio(units, 128.0) };
        at += 1;
    }
    table
}

/// ln(a / b) for a and b close to each other, by the series of 2 artanh((a − b) / (a + b)).
const fn ln_of_ratio(a: f64, b: f64) -> f64 {
    let t = (a - b) / (a + b);
    let mut sum = 0.0;
    let mut n = 41;
    while n >= 1 {
        sum = sum * t * t + 2.0 / n as f64;
        n -= 2;
    }
    sum * t
}

#[cfg(test)]
mod tests {
    use super::ln;
    use crate::random::Key;

    #[test]
    fn it_is_the_logarithm_of_libm_within_a_few_last_places() {
        let uniform = (0..1_000_000).map(|serial| Key::root(1).draw(serial));
        let near_one = (1..1_000_000).map(|n| 1.0 - f64::from(n) * 1e-8);
        let tiny = (1..=53).map(|bits| 1.0 / (1_u64 << bits) as f64);
        let above = (1..1000).map(|n| 1.0 + f64::from(n) / 300.0);
        for x in uniform.chain(near_one).chain(tiny).chain(above) {
            let (found, exact) = (ln(x), libm::log(x));
            assert!((found - exact).abs() <= 1e-15 * exact.abs(), "ln({x}) = {found}, not {exact}");
        }
        assert_eq!(ln(1.0), 0.0);
        assert_eq!(ln(1.0 - f64::EPSILON / 2.0), -f64::EPSILON / 2.0);
    }

    #[test]
    fn it_never_falls_where_its_pieces_meet() {
        for piece in 0..4096_u64 {
            let edge = f64::from_bits(0x3fd0_0000_0000_0000 + (piece << 42));
            assert!(ln(edge.next_down()) <= ln(edge) && ln(edge) <= ln(edge.next_up()), "{edge}");
        }
    }
}
