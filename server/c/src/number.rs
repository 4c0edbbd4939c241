//! Integer constants.

use crate::ast::Type;

/// Value and type of an integer constant.
pub(crate) fn integer(text: &str) -> Option<(i128, Type)> {
    let lower = text.to_ascii_lowercase();
    let digits = lower.trim_end_matches(['u', 'l']);
    let suffix = &lower[digits.len()..];
    let decimal = !digits.starts_with('0') || digits == "0";
    let value = if let Some(hexadecimal) = digits.strip_prefix("0x") {
        i128::from_str_radix(hexadecimal, 16)
    } else if let Some(binary) = digits.strip_prefix("0b") {
        i128::from_str_radix(binary, 2)
    } else if decimal {
        digits.parse()
    } else {
        i128::from_str_radix(digits, 8)
    };
    let value = value.ok().filter(|value| *value < 1 << 64)?;
    let wide = suffix.matches('l').count() > 1;
    let unsigned = suffix.contains('u');
    let fits = |bits: u32, signed: bool| value < 1 << (bits - u32::from(signed));
    let signs: &[bool] = if unsigned {
        &[false]
    } else if decimal {
        &[true]
    } else {
        &[true, false]
    };
    let widths: &[u8] = if wide { &[64] } else { &[32, 64] };
    let mut types = widths.iter().flat_map(|bits| signs.iter().map(move |signed| (*bits, *signed)));
    let (bits, signed) = types.find(|(bits, signed)| fits(u32::from(*bits), *signed)).unwrap_or((64, false));
    Some((value, Type::Integer { bits, signed }))
}
