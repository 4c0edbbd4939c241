//! Integer and floating constants (C11 6.4.4.1, 6.4.4.2), with those that GNU C has besides.

use super::hexadecimal;
use crate::target::Target;
use crate::types::{Floating, Integer};

/// A constant of an arithmetic type.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Number {
    /// Value and type of an integer constant.
    Integer(i128, Integer),
    /// Value and type of a floating constant. That of a `float` is rounded to it; that of a `long double` is a `double`.
    Floating(f64, Floating),
}

/// Value and type of a preprocessing number. Fails with what is wrong, a sentence.
pub fn number(text: &str, target: Target) -> Result<Number, String> {
    let lower = text.to_ascii_lowercase();
    let is_hexadecimal = lower.starts_with("0x");
    let is_floating = if is_hexadecimal { lower.contains(['.', 'p']) } else { lower.contains(['.', 'e']) };
    // `0b1` is binary, `0e1` is none; suffixes such as `1DF` have no `e`.
    if is_floating && !lower.starts_with("0b") {
        return floating(&lower, is_hexadecimal)
            .map(|(value, ty)| Number::Floating(value, ty))
            .ok_or_else(|| wrong(text));
    }
    let (digits, radix) = match lower.as_bytes() {
        [b'0', b'x', ..] => (&lower[2..], 16),
        [b'0', b'b', ..] => (&lower[2..], 2),
        [b'0', ..] => (&lower[..], 8),
        _ => (&lower[..], 10),
    };
    let length = digits.bytes().take_while(|digit| char::from(*digit).is_digit(radix)).count();
    let suffix = Suffix::of(&text[text.len() - digits.len() + length..]).filter(|_| length > 0);
    let suffix = suffix.ok_or_else(|| wrong(text))?;
    let value = u64::from_str_radix(&digits[..length], radix);
    let value = value.map_err(|_| "This integer constant has more than 64 bits.".to_owned())?;
    Ok(Number::Integer(i128::from(value), ty_of(value, radix == 10, suffix, target)))
}

fn wrong(text: &str) -> String {
    let (shown, dots) = text.char_indices().nth(40).map_or((text, ""), |(end, _)| (&text[..end], "..."));
    format!("`{shown}{dots}` is not a number in C; look at its digits and its suffix.")
}

/// The suffix of an integer constant.
#[derive(Clone, Copy)]
struct Suffix {
    is_unsigned: bool,
    /// Number of `l`.
    longs: usize,
}

impl Suffix {
    fn of(text: &str) -> Option<Self> {
        let is_unsigned = text.contains(['u', 'U']);
        let longs = text.strip_prefix(['u', 'U']).or(text.strip_suffix(['u', 'U'])).unwrap_or(text);
        matches!(longs, "" | "l" | "L" | "ll" | "LL").then_some(Self { is_unsigned, longs: longs.len() })
    }
}

/// The first type of C11 6.4.4.1 that has the value. A decimal constant that no signed type has is an `__int128` where there is
/// one.
fn ty_of(value: u64, is_decimal: bool, suffix: Suffix, target: Target) -> Integer {
    let long = match target {
        Target::X86_64 => 64,
        Target::I386 => 32,
    };
    let ranks = [
        (Integer::Int, Integer::UnsignedInt, 32),
        (Integer::Long, Integer::UnsignedLong, long),
        (Integer::LongLong, Integer::UnsignedLongLong, 64),
    ];
    let fits = |bits: u32| bits == 64 || value >> bits == 0;
    for (signed, unsigned, bits) in &ranks[suffix.longs..] {
        if !suffix.is_unsigned && fits(bits - 1) {
            return *signed;
        }
        if (suffix.is_unsigned || !is_decimal) && fits(*bits) {
            return *unsigned;
        }
    }
    match target {
        Target::X86_64 => Integer::Int128,
        Target::I386 => Integer::UnsignedLongLong,
    }
}

/// Suffixes of floating constants in small letters: those of C, and those of GNU C and TS 18661-3.
static FLOATING: &[(&str, Floating)] = &[
    ("f128x", Floating::LongDouble),
    ("f128", Floating::LongDouble),
    ("f64x", Floating::LongDouble),
    ("f32x", Floating::Double),
    ("f64", Floating::Double),
    ("f32", Floating::Float),
    ("f", Floating::Float),
    ("l", Floating::LongDouble),
    ("q", Floating::LongDouble),
    ("w", Floating::LongDouble),
    ("d", Floating::Double),
];

/// Value and type of a floating constant in small letters.
fn floating(text: &str, is_hexadecimal: bool) -> Option<(f64, Floating)> {
    // The digits of a hexadecimal constant end at its exponent, which is decimal.
    let behind = if is_hexadecimal { text.find('p')? } else { 0 };
    let suffix = FLOATING.iter().find(|(suffix, _)| text[behind..].ends_with(suffix));
    let (suffix, ty) = suffix.copied().unwrap_or(("", Floating::Double));
    let digits = &text[..text.len() - suffix.len()];
    let is_float = ty == Floating::Float;
    let value = if is_hexadecimal {
        hexadecimal::value(&digits[2..], is_float)?
    } else if !digits.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'.' | b'e' | b'+' | b'-')) {
        return None;
    } else if is_float {
        f64::from(digits.parse::<f32>().ok()?)
    } else {
        digits.parse().ok()?
    };
    Some((value, ty))
}
