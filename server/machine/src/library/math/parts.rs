//! Sign, exponent and fraction of floating values, and what is exact with them.

/// The class of a value: `FP_NAN`, `FP_INFINITE`, `FP_ZERO`, `FP_SUBNORMAL` or `FP_NORMAL`, by their numbers.
pub(super) fn classify(x: f64) -> i128 {
    match x.classify() {
        std::num::FpCategory::Nan => 0,
        std::num::FpCategory::Infinite => 1,
        std::num::FpCategory::Zero => 2,
        std::num::FpCategory::Subnormal => 3,
        std::num::FpCategory::Normal => 4,
    }
}

/// The exponent of the highest bit; that of 0 is that of the least value.
pub(super) fn exponent(x: f64) -> i32 {
    let bits = x.to_bits() & (u64::MAX >> 1);
    match bits >> 52 {
        0 => 63 - (bits | 1).leading_zeros().cast_signed() - 1074,
        biased => biased as i32 - 1023,
    }
}

/// The exponent as a value.
pub(super) fn logb(x: f64) -> f64 {
    match x {
        _ if x == 0.0 => f64::NEG_INFINITY,
        _ if x.is_infinite() => f64::INFINITY,
        _ if x.is_nan() => x,
        _ => exponent(x).into(),
    }
}

/// `x` times a power of two. Only the last step can round.
pub(super) fn scale(mut x: f64, mut by: i64) -> f64 {
    if x == 0.0 || !x.is_finite() {
        return x;
    }
    by = by.clamp(-5000, 5000);
    while by > 1000 {
        x *= 2_f64.powi(1000);
        by -= 1000;
    }
    while by < -900 && exponent(x) > -100 {
        x *= 2_f64.powi(-900);
        by += 900;
    }
    if by < -1022 {
        return 0.0_f64.copysign(x);
    }
    x * 2_f64.powi(by as i32)
}

/// The rest of a division whose quotient is rounded, ties to even (IEC 60559).
pub(super) fn remainder(x: f64, y: f64) -> f64 {
    if x.is_nan() || y.is_nan() || x.is_infinite() || y == 0.0 {
        return f64::NAN;
    }
    let (divisor, mut rest) = (y.abs(), x.abs());
    if divisor.is_infinite() {
        return x;
    }
    if divisor <= f64::MAX / 2.0 {
        rest %= divisor + divisor;
    }
    let half = divisor / 2.0;
    let is_small = divisor < 2.0 * f64::MIN_POSITIVE;
    for exceeds in [|a: f64, b: f64| a > b, |a: f64, b: f64| a >= b] {
        let is_more = if is_small { exceeds(rest + rest, divisor) } else { exceeds(rest, half) };
        if !is_more {
            break;
        }
        rest -= divisor;
    }
    if x.is_sign_negative() { -rest } else { rest }
}

/// The next value in the direction of another one.
pub(super) fn next(from: f64, to: f64) -> f64 {
    match from.partial_cmp(&to) {
        None => f64::NAN,
        Some(std::cmp::Ordering::Equal) => to,
        Some(std::cmp::Ordering::Less) => from.next_up(),
        Some(std::cmp::Ordering::Greater) => from.next_down(),
    }
}

/// The next value of type `float` in the direction of another one.
pub(super) fn next_float(from: f32, to: f64) -> f32 {
    match f64::from(from).partial_cmp(&to) {
        None => f32::NAN,
        Some(std::cmp::Ordering::Equal) => to as f32,
        Some(std::cmp::Ordering::Less) => from.next_up(),
        Some(std::cmp::Ordering::Greater) => from.next_down(),
    }
}
