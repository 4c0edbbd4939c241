//! Floating numbers in texts (C11 7.22.1.3).

use boolprog_c_syntax::types::Floating;

use crate::halt::Halt;
use crate::native::Call;
use crate::value::{Scalar, Value};

/// A number at the beginning of a text.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Number {
    /// Its value.
    pub value: f64,
    /// Its number of bytes.
    pub length: usize,
    /// `true` if it is too large, or so small that it loses digits.
    pub is_out_of_range: bool,
}

/// `double __boolprog_number(const char *text, char **end, int is_float, int *is_out_of_range)`
pub(super) fn number(call: &mut Call<'_, '_>) -> Result<Value, Halt> {
    let (begin, end) = (call.address(0), call.address(1));
    let text = plausible(call, begin)?;
    let blanks = text.iter().take_while(|byte| is_space(**byte)).count();
    let format = if call.integer(2) == 0 { Floating::Double } else { Floating::Float };
    let found = read(&text[blanks..], format);
    if end != 0 {
        let length = found.map_or(0, |number| blanks + number.length);
        call.store(end, call.pointer_type(), &Value::Integer((begin + length as u64).into()))?;
    }
    let is_out_of_range = found.is_some_and(|number| number.is_out_of_range);
    call.store(call.address(3), Scalar::INT, &Value::from(is_out_of_range))?;
    Ok(Value::Floating(found.map_or(0.0, |number| number.value)))
}

/// The characters that may belong to a number: not more of the text is read.
fn plausible(call: &mut Call<'_, '_>, mut address: u64) -> Result<Vec<u8>, Halt> {
    let mut text = Vec::new();
    loop {
        let byte = call.read(address, 1)?[0];
        let is_leading = is_space(byte) && text.iter().all(|byte| is_space(*byte));
        if !is_leading && !byte.is_ascii_alphanumeric() && !b"+-._()".contains(&byte) {
            return Ok(text);
        }
        text.push(byte);
        address += 1;
    }
}

/// White space (C11 7.4.1.10).
pub(super) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

/// The number at the beginning of a text, which is rounded to a format; none if there is none. Takes time linear in the
/// number.
pub(super) fn read(text: &[u8], format: Floating) -> Option<Number> {
    let sign = usize::from(matches!(text.first(), Some(b'+' | b'-')));
    let is_negative = text.first() == Some(&b'-');
    let number = special(&text[sign..])
        .or_else(|| hexadecimal(&text[sign..], format))
        .or_else(|| decimal(&text[sign..], format))?;
    let value = if is_negative { -number.value } else { number.value };
    Some(Number { value, length: sign + number.length, ..number })
}

fn special(text: &[u8]) -> Option<Number> {
    let begins = |word: &[u8]| text.get(..word.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(word));
    let (value, length) = if begins(b"infinity") {
        (f64::INFINITY, 8)
    } else if begins(b"inf") {
        (f64::INFINITY, 3)
    } else if begins(b"nan") {
        (f64::NAN, 3 + payload(&text[3..]))
    } else {
        return None;
    };
    Some(Number { value, length, is_out_of_range: false })
}

/// Length of what may stand in parentheses after `nan`.
fn payload(text: &[u8]) -> usize {
    if text.first() != Some(&b'(') {
        return 0;
    }
    let inner = text[1..].iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
    if text.get(inner + 1) == Some(&b')') { inner + 2 } else { 0 }
}

/// Length of an exponent, and its value.
fn exponent(text: &[u8], letter: u8) -> (usize, i64) {
    if text.first().map(u8::to_ascii_lowercase) != Some(letter) {
        return (0, 0);
    }
    let sign = usize::from(matches!(text.get(1), Some(b'+' | b'-')));
    let digits = digits(&text[1 + sign..], u8::is_ascii_digit);
    if digits == 0 {
        return (0, 0);
    }
    let all = &text[1 + sign..][..digits];
    let value = all.iter().fold(0_i64, |value, digit| (10 * value + i64::from(digit - b'0')).min(1 << 40));
    (1 + sign + digits, if text[1] == b'-' { -value } else { value })
}

fn digits(text: &[u8], is_digit: impl Fn(&u8) -> bool) -> usize {
    text.iter().take_while(|byte| is_digit(byte)).count()
}

/// Digits with a point among or around them: length, and where the point is.
fn mantissa(text: &[u8], is_digit: impl Fn(&u8) -> bool) -> Option<(usize, usize)> {
    let whole = digits(text, &is_digit);
    let has_point = text.get(whole) == Some(&b'.');
    let fraction = if has_point { digits(&text[whole + 1..], &is_digit) } else { 0 };
    if whole + fraction == 0 {
        return None;
    }
    Some((whole + usize::from(has_point) + fraction, whole))
}

fn decimal(text: &[u8], format: Floating) -> Option<Number> {
    let (length, _) = mantissa(text, u8::is_ascii_digit)?;
    let length = length + exponent(&text[length..], b'e').0;
    let number = std::str::from_utf8(&text[..length]).ok()?;
    let value = match format {
        Floating::Float => number.parse::<f32>().ok()?.into(),
        Floating::Double | Floating::LongDouble => number.parse().ok()?,
    };
    let is_zero =
        !text[..length].iter().take_while(|byte| !byte.eq_ignore_ascii_case(&b'e')).any(|b| matches!(b, b'1'..=b'9'));
    Some(Number { value, length, is_out_of_range: !is_zero && is_extreme(value, format) })
}

/// Returns `true` if the value of a number that is not zero is infinite, zero or subnormal.
fn is_extreme(value: f64, format: Floating) -> bool {
    let least = if format == Floating::Float { f32::MIN_POSITIVE.into() } else { f64::MIN_POSITIVE };
    value.is_infinite() || value < least
}

fn hexadecimal(text: &[u8], format: Floating) -> Option<Number> {
    if text.first() != Some(&b'0') || text.get(1).map(u8::to_ascii_lowercase) != Some(b'x') {
        return None;
    }
    let text = &text[2..];
    let (length, whole) = mantissa(text, u8::is_ascii_hexdigit)?;
    let (exponent_length, exponent) = exponent(&text[length..], b'p');
    let mut bits: u128 = 0;
    let mut shift = 0_i64;
    for (at, byte) in text[..length].iter().enumerate() {
        let Some(digit) = char::from(*byte).to_digit(16) else { continue };
        if bits >> 100 == 0 {
            bits = bits << 4 | u128::from(digit);
        } else {
            bits |= u128::from(digit != 0);
            shift += 4;
        }
        if at > whole {
            shift -= 4;
        }
    }
    let value = scaled(bits, shift + exponent, format);
    let is_out_of_range = bits != 0 && is_extreme(value, format);
    Some(Number { value, length: 2 + length + exponent_length, is_out_of_range })
}

/// `bits` times a power of two, rounded once, ties to even.
fn scaled(bits: u128, exponent: i64, format: Floating) -> f64 {
    if bits == 0 {
        return 0.0;
    }
    let (precision, least) = if format == Floating::Float { (24, -149) } else { (53, -1074) };
    let top = i64::from(128 - bits.leading_zeros());
    let drop = (top - precision).max(least - exponent).max(0);
    let kept = u32::try_from(drop).ok().filter(|drop| *drop < 128).map_or(0, |drop| round(bits, drop));
    let exponent = (exponent + drop).clamp(-2000, 2000) as i32;
    let value = exact(kept);
    let half = 2_f64.powi(exponent / 2);
    let value = value * half * 2_f64.powi(exponent - exponent / 2);
    if format == Floating::Float { (value as f32).into() } else { value }
}

/// A number of at most 53 bits.
#[expect(clippy::cast_precision_loss, reason = "it has no more bits than a `double`")]
fn exact(bits: u128) -> f64 {
    bits as f64
}

/// The number without its lowest bits, rounded, ties to even.
fn round(bits: u128, drop: u32) -> u128 {
    let kept = bits >> drop;
    let rest = bits - (kept << drop);
    let half = if drop == 0 { 0 } else { 1_u128 << (drop - 1) };
    kept + u128::from(drop > 0 && (rest > half || (rest == half && kept % 2 == 1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn double(text: &str) -> Option<(f64, usize)> {
        read(text.as_bytes(), Floating::Double).map(|number| (number.value, number.length))
    }

    #[test]
    fn decimal_numbers() {
        assert_eq!(double("12.5rest"), Some((12.5, 4)));
        assert_eq!(double("-.5e1"), Some((-5.0, 5)));
        assert_eq!(double("7."), Some((7.0, 2)));
        assert_eq!(double("1e"), Some((1.0, 1)));
        assert_eq!(double("1e+x"), Some((1.0, 1)));
        assert_eq!(double("."), None);
        assert_eq!(double("+"), None);
        assert_eq!(double("1e400"), Some((f64::INFINITY, 5)));
    }

    #[test]
    fn special_numbers() {
        assert_eq!(double("-Infinity!"), Some((f64::NEG_INFINITY, 9)));
        assert_eq!(double("infinit"), Some((f64::INFINITY, 3)));
        assert_eq!(double("nan(12)").map(|(value, length)| (value.is_nan(), length)), Some((true, 7)));
        assert_eq!(double("nan(").map(|(value, length)| (value.is_nan(), length)), Some((true, 3)));
    }

    #[test]
    fn hexadecimal_numbers() {
        assert_eq!(double("0x1.8p1"), Some((3.0, 7)));
        assert_eq!(double("0x"), Some((0.0, 1)));
        assert_eq!(double("0xfp"), Some((15.0, 3)));
        assert_eq!(double("0x1.00000000000008p0"), Some((1.0, 20)));
        assert_eq!(double("0x1.00000000000018p0"), Some((1.0 + 2.0 * f64::EPSILON, 20)));
        assert_eq!(double("0x1p-1074"), Some((5e-324, 9)));
        assert_eq!(double("0x0.000001p0").map(|(value, _)| value), Some(2_f64.powi(-24)));
    }

    #[test]
    fn out_of_range() {
        let is_out = |text: &str, format| read(text.as_bytes(), format).is_some_and(|number| number.is_out_of_range);
        assert!(is_out("1e39", Floating::Float));
        assert!(!is_out("1e39", Floating::Double));
        assert!(is_out("1e-400", Floating::Double));
        assert!(!is_out("0e-400", Floating::Double));
    }
}
