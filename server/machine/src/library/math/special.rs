//! Error and gamma functions, with some 14 digits.

use std::f64::consts::PI;

/// Coefficients of Lanczos for g = 7.
const LANCZOS: [f64; 9] = [
    0.999_999_999_999_809_9,
    676.520_368_121_885_1,
    -1_259.139_216_722_402_8,
    771.323_428_777_653_1,
    -176.615_029_162_140_6,
    12.507_343_278_686_905,
    -0.138_571_095_265_720_12,
    9.984_369_578_019_572e-6,
    1.505_632_735_149_311_6e-7,
];

/// The sum of Lanczos for `x + 1`.
fn lanczos(x: f64) -> f64 {
    (1..).zip(&LANCZOS[1..]).fold(LANCZOS[0], |sum, (index, coefficient)| sum + coefficient / (x + f64::from(index)))
}

/// The gamma function. That of a small integer is exact.
pub(super) fn gamma(x: f64) -> f64 {
    if x == 0.0 {
        return f64::INFINITY.copysign(x);
    }
    if x.fract() == 0.0 && x < 0.0 || x == f64::NEG_INFINITY {
        return f64::NAN;
    }
    if x.fract() == 0.0 && x < 24.0 {
        return (1..24).map(f64::from).take_while(|factor| *factor < x).product();
    }
    if x < 0.5 {
        return PI / ((PI * x).sin() * gamma(1.0 - x));
    }
    let t = x + 6.5;
    let half = t.powf((x - 0.5) / 2.0);
    (2.0 * PI).sqrt() * half * (-t).exp() * half * lanczos(x - 1.0)
}

/// The logarithm of the absolute value of the gamma function.
pub(super) fn lgamma(x: f64) -> f64 {
    if x.is_infinite() || x <= 0.0 && x.fract() == 0.0 {
        return f64::INFINITY;
    }
    if x < 0.5 {
        return (PI / (PI * x).sin()).abs().ln() - lgamma(1.0 - x);
    }
    if x < 24.0 {
        return gamma(x).ln();
    }
    let t = x + 6.5;
    0.5 * (2.0 * PI).ln() + (x - 0.5) * t.ln() - t + lanczos(x - 1.0).ln()
}

/// The error function.
pub(super) fn erf(x: f64) -> f64 {
    if x.abs() > 2.5 {
        return (1.0 - erfc(x.abs())).copysign(x);
    }
    let mut term = x;
    let mut sum = x;
    for n in 1..200 {
        let n = f64::from(n);
        term *= -x * x / n;
        sum += term / (2.0 * n + 1.0);
    }
    2.0 / PI.sqrt() * sum
}

/// `1 - erf(x)`, also where the difference would have no digits.
pub(super) fn erfc(x: f64) -> f64 {
    if x.is_nan() || x < 2.0 {
        return 1.0 - erf(x);
    }
    let fraction = (1..=120).rev().fold(x, |rest, n| x + f64::from(n) / 2.0 / rest);
    (-x * x).exp() / PI.sqrt() / fraction
}
