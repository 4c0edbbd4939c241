//! Floating values (C11 7.21.6.1p8: `f`, `e`, `g`, `a`), each digit as it is: rounded from the exact value, ties to even.

use super::field::Field;

/// No `double` has more digits than these after the point, or in all; further ones are zeros.
const MOST_DIGITS: usize = 1100;

/// Fraction bits of a `double`.
const FRACTION: u32 = 52;

impl Field {
    /// Writes a floating value. `is_long` says that it is a `long double`, which only the conversion `a` shows.
    pub(super) fn floating(&self, to: &mut Vec<u8>, value: f64, is_long: bool) {
        let sign = self.sign(value.is_sign_negative());
        let magnitude = value.abs();
        let kind = self.conversion.to_ascii_lowercase();
        let is_upper = self.conversion.is_ascii_uppercase();
        let (before, mut digits) = match kind {
            _ if !magnitude.is_finite() => (String::new(), if magnitude.is_nan() { "nan" } else { "inf" }.to_owned()),
            b'f' => (String::new(), fixed(magnitude, self.precision.unwrap_or(6), self.flags.alternative)),
            b'e' => (String::new(), scientific(magnitude, self.precision.unwrap_or(6), self.flags.alternative)),
            b'g' => (String::new(), self.general(magnitude)),
            _ => ("0x".to_owned(), self.hexadecimal(magnitude, is_long)),
        };
        let mut before = format!("{sign}{before}");
        if is_upper {
            before.make_ascii_uppercase();
            digits.make_ascii_uppercase();
        }
        self.write(to, &before, digits.as_bytes(), magnitude.is_finite());
    }

    /// The shorter of both forms, without zeros at the end.
    fn general(&self, value: f64) -> String {
        let precision = self.precision.unwrap_or(6).max(1);
        let rounded = scientific(value, precision - 1, false);
        let exponent: isize = rounded.split_once('e').and_then(|(_, exponent)| exponent.parse().ok()).unwrap_or(0);
        let text = match (precision - 1).checked_add_signed(-exponent) {
            Some(digits) if exponent >= -4 => fixed(value, digits, self.flags.alternative),
            _ => scientific(value, precision - 1, self.flags.alternative),
        };
        if self.flags.alternative { text } else { without_zeros(&text) }
    }

    /// A leading digit that is not zero, a power of two. The first digit of a `long double` has four bits of its 64.
    fn hexadecimal(&self, value: f64, is_long: bool) -> String {
        let (mantissa, exponent) = binary(value, is_long);
        let digits = if is_long { 15 } else { 13 };
        let wanted = self.precision.unwrap_or(digits);
        let mantissa = if wanted < digits { rounded(mantissa, 4 * (digits - wanted) as u32) } else { mantissa };
        let text = format!("{:01$x}", mantissa, digits + 1);
        let (whole, fraction) = text.split_at(text.len() - digits);
        let mut fraction = fraction[..wanted.min(digits)].to_owned();
        if self.precision.is_none() {
            fraction.truncate(fraction.trim_end_matches('0').len());
        } else {
            fraction.extend(std::iter::repeat_n('0', wanted.saturating_sub(digits)));
        }
        let point = if fraction.is_empty() && !self.flags.alternative { "" } else { "." };
        format!("{whole}{point}{fraction}p{exponent:+}")
    }
}

/// The fraction as an integer with a digit before the point, and the power of two.
fn binary(value: f64, is_long: bool) -> (u128, i32) {
    let bits = value.to_bits();
    let fraction = u128::from(bits & ((1 << FRACTION) - 1));
    let biased = (bits >> FRACTION & 0x7ff) as i32;
    match (is_long, biased, fraction) {
        (_, 0, 0) => (0, 0),
        (false, 0, _) => (fraction, -1022),
        (false, ..) => (fraction | 1 << FRACTION, biased - 1023),
        (true, 0, _) => {
            let shift = fraction.leading_zeros() - 64;
            (fraction << shift, 60 - 1074 - shift.cast_signed())
        }
        (true, ..) => ((fraction | 1 << FRACTION) << 11, biased - 1023 - 3),
    }
}

/// A number without its lowest bits, which become zero: rounded, ties to even.
fn rounded(number: u128, bits: u32) -> u128 {
    let unit = 1_u128 << bits;
    let rest = number % unit;
    let low = number - rest;
    let is_up = rest > unit / 2 || (rest == unit / 2 && low / unit % 2 == 1);
    if is_up { low + unit } else { low }
}

/// Digits with a number of them after the point.
fn fixed(value: f64, precision: usize, has_point: bool) -> String {
    let exact = precision.min(MOST_DIGITS);
    let mut text = format!("{value:.exact$}");
    text.extend(std::iter::repeat_n('0', precision - exact));
    if has_point && precision == 0 {
        text.push('.');
    }
    text
}

/// One digit before the point, and an exponent of at least two digits.
fn scientific(value: f64, precision: usize, has_point: bool) -> String {
    let exact = precision.min(MOST_DIGITS);
    let text = format!("{value:.exact$e}");
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let zeros = "0".repeat(precision - exact);
    let point = if has_point && precision == 0 { "." } else { "" };
    let (sign, exponent) = exponent.strip_prefix('-').map_or(('+', exponent), |exponent| ('-', exponent));
    format!("{digits}{zeros}{point}e{sign}{exponent:0>2}")
}

/// Without zeros at the end of the fraction, and without a point that is then at the end.
fn without_zeros(text: &str) -> String {
    let (digits, exponent) = text.find('e').map_or((text, ""), |at| text.split_at(at));
    let short = if digits.contains('.') { digits.trim_end_matches('0').trim_end_matches('.') } else { digits };
    format!("{short}{exponent}")
}
