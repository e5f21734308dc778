//! The standard normal distribution: Φ and its inverse.

use std::f64::consts::FRAC_1_SQRT_2;

/// Φ(z): the probability that a standard normal variate is at most `z`. Accurate in the lower tail too.
pub fn normal_cdf(z: f64) -> f64 {
    0.5 * libm::erfc(-z * FRAC_1_SQRT_2)
}

/// Φ⁻¹(p) for `p` strictly between 0 and 1, to about sixteen digits.
///
/// Algorithm AS 241, routine PPND16 (Wichura, "The percentage points of the normal distribution", Applied Statistics
/// 37, 1988): one rational function near the centre, two in the tails. Outside of (0, 1) the answer is ±∞.
pub fn normal_quantile(p: f64) -> f64 {
    let off_centre = p - 0.5;
    if off_centre.abs() <= 0.425 {
        return off_centre * ratio(&CENTRE, 0.180_625 - off_centre * off_centre);
    }
    let tail = if off_centre < 0.0 { p } else { 1.0 - p };
    if tail <= 0.0 {
        return f64::INFINITY.copysign(off_centre);
    }
    let depth = (-libm::log(tail)).sqrt();
    let size =
        if depth <= 5.0 { ratio(&NEAR_TAIL, depth - 1.6) } else { ratio(&FAR_TAIL, depth - 5.0) };
    size.copysign(off_centre)
}

/// A rational function: numerator and denominator, the constant terms first.
type Ratio = [[f64; 8]; 2];

fn ratio([numerator, denominator]: &Ratio, x: f64) -> f64 {
    horner(numerator, x) / horner(denominator, x)
}

fn horner(coefficients: &[f64; 8], x: f64) -> f64 {
    coefficients.iter().rev().fold(0.0, |sum, coefficient| sum * x + coefficient)
}

#[expect(clippy::excessive_precision, reason = "the digits are the paper's")]
const CENTRE: Ratio = [
    [
        3.387_132_872_796_366_608_0,
        1.331_416_678_917_843_774_5e2,
        1.971_590_950_306_551_442_7e3,
        1.373_169_376_550_946_112_5e4,
        4.592_195_393_154_987_145_7e4,
        6.726_577_092_700_870_085_3e4,
        3.343_057_558_358_812_810_5e4,
        2.509_080_928_730_122_672_7e3,
    ],
    [
        1.0,
        4.231_333_070_160_091_125_2e1,
        6.871_870_074_920_579_083_0e2,
        5.394_196_021_424_751_107_7e3,
        2.121_379_430_158_659_586_7e4,
        3.930_789_580_009_271_061_0e4,
        2.872_908_573_572_194_267_4e4,
        5.226_495_278_852_854_561_0e3,
    ],
];
#[expect(clippy::excessive_precision, reason = "the digits are the paper's")]
const NEAR_TAIL: Ratio = [
    [
        1.423_437_110_749_683_577_34,
        4.630_337_846_156_545_295_90,
        5.769_497_221_460_691_405_50,
        3.647_848_324_763_204_605_04,
        1.270_458_252_452_368_382_58,
        2.417_807_251_774_506_117_70e-1,
        2.272_384_498_926_918_458_33e-2,
        7.745_450_142_783_414_076_40e-4,
    ],
    [
        1.0,
        2.053_191_626_637_758_821_87,
        1.676_384_830_183_803_849_40,
        6.897_673_349_851_000_045_50e-1,
        1.481_039_764_274_800_745_90e-1,
        1.519_866_656_361_645_719_66e-2,
        5.475_938_084_995_344_946_00e-4,
        1.050_750_071_644_416_843_24e-9,
    ],
];
#[expect(clippy::excessive_precision, reason = "the digits are the paper's")]
const FAR_TAIL: Ratio = [
    [
        6.657_904_643_501_103_777_20,
        5.463_784_911_164_114_369_90,
        1.784_826_539_917_291_335_80,
        2.965_605_718_285_048_912_30e-1,
        2.653_218_952_657_612_309_30e-2,
        1.242_660_947_388_078_438_60e-3,
        2.711_555_568_743_487_578_15e-5,
        2.010_334_399_292_288_132_65e-7,
    ],
    [
        1.0,
        5.998_322_065_558_879_376_90e-1,
        1.369_298_809_227_358_053_10e-1,
        1.487_536_129_085_061_485_25e-2,
        7.868_691_311_456_132_591_00e-4,
        1.846_318_317_510_054_681_80e-5,
        1.421_511_758_316_445_888_70e-7,
        2.044_263_103_389_939_785_64e-15,
    ],
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_percentage_points_come_out() {
        // The three check values of the paper, one for each rational function.
        for (p, z) in [
            (0.25, -0.674_489_750_196_081_7),
            (0.001, -3.090_232_306_167_814),
            (1e-20, -9.262_340_089_798_408),
        ] {
            assert!(
                (normal_quantile(p) - z).abs() <= 4e-15 * z.abs(),
                "{p}: {}",
                normal_quantile(p)
            );
        }
        assert_eq!(normal_quantile(0.5), 0.0);
        assert_eq!(normal_quantile(0.0), f64::NEG_INFINITY);
        assert_eq!(normal_quantile(1.0), f64::INFINITY);
    }

    #[test]
    fn the_quantile_undoes_the_distribution_and_never_falls() {
        let mut before = f64::NEG_INFINITY;
        for step in 1..4000 {
            let p = f64::from(step) / 4000.0;
            let z = normal_quantile(p);
            assert!(z > before);
            assert!((normal_cdf(z) - p).abs() <= 1e-15, "{p}");
            before = z;
        }
        for exponent in 1..300 {
            let p = libm::pow(10.0, -f64::from(exponent));
            assert!((normal_cdf(normal_quantile(p)) / p - 1.0).abs() < 1e-12, "{p}");
        }
    }
}
