//! Numbers in texts.

use boolprog_c_syntax::types::Floating;

use super::read;

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
