//! Hexadecimal floating constants (C11 6.4.4.2), rounded once, to the nearest value, ties to even.

/// The value of a hexadecimal constant `h.hp±d` in small letters, without `0x` and suffix, as a `float` or a `double`.
pub(super) fn value(text: &str, is_float: bool) -> Option<f64> {
    let (digits, exponent) = text.split_once('p')?;
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    if whole.len() + fraction.len() == 0 {
        return None;
    }
    // Beyond this every number is zero or infinite, however many digits it has.
    let exponent = exponent.parse::<i128>().ok()?.clamp(-(1 << 40), 1 << 40) as i64;
    let mut mantissa = Mantissa { bits: 0, exponent: exponent - 4 * fraction.len().cast_signed() as i64 };
    for digit in whole.chars().chain(fraction.chars()) {
        mantissa.push(u64::from(digit.to_digit(16)?));
    }
    Some(mantissa.rounded(is_float))
}

/// `bits * 2^exponent`; the lowest bit is set if any bit below is.
struct Mantissa {
    bits: u64,
    exponent: i64,
}

impl Mantissa {
    fn push(&mut self, digit: u64) {
        if self.bits >> 59 == 0 {
            self.bits = self.bits << 4 | digit;
        } else {
            self.bits |= u64::from(digit != 0);
            self.exponent += 4;
        }
    }

    /// The nearest `float` or `double`.
    fn rounded(self, is_float: bool) -> f64 {
        if self.bits == 0 {
            return 0.0;
        }
        let (precision, lowest, highest) = if is_float { (24, -149, 127) } else { (53, -1074, 1023) };
        let top = self.exponent + i64::from(self.bits.ilog2());
        let unit = (top + 1 - precision).max(lowest);
        if top > highest {
            return f64::INFINITY;
        }
        let kept = if unit <= self.exponent {
            self.bits << (self.exponent - unit)
        } else {
            half_to_even(self.bits, (unit - self.exponent).unsigned_abs())
        };
        #[expect(clippy::cast_precision_loss, reason = "it has at most 53 bits")]
        let value = scaled(kept as f64, unit);
        if is_float && value > f64::from(f32::MAX) { f64::INFINITY } else { value }
    }
}

/// `bits / 2^shift`, rounded.
fn half_to_even(bits: u64, shift: u64) -> u64 {
    let (wide, shift) = (u128::from(bits), shift.min(100) as u32);
    let (kept, rest, half) = (wide >> shift, wide & ((1 << shift) - 1), 1_u128 << (shift - 1));
    let up = rest > half || (rest == half && kept & 1 == 1);
    kept as u64 + u64::from(up)
}

/// `value * 2^exponent`, where the result is exact, or infinite.
fn scaled(value: f64, exponent: i64) -> f64 {
    let half = exponent / 2;
    let power = |exponent: i64| f64::from_bits((exponent + 1023).unsigned_abs() << 52);
    value * power(half) * power(exponent - half)
}
