//! Conversions, compared with what the GNU library writes.

use super::super::directive::{Amount, Directive, Reader};
use super::field::Field;

fn field(format: &str) -> Field {
    let directive = Directive::read(&mut Reader::new(format.trim_start_matches('%').as_bytes()));
    let number = |amount| if let Amount::Number(number) = amount { Some(number) } else { None };
    Field {
        flags: directive.flags,
        width: number(directive.width).unwrap_or(0),
        precision: number(directive.precision),
        conversion: directive.conversion,
    }
}

fn signed(format: &str, number: i128) -> String {
    written(|to| field(format).signed(to, number))
}

fn unsigned(format: &str, number: u128) -> String {
    written(|to| field(format).unsigned(to, number))
}

fn floating(format: &str, value: f64) -> String {
    written(|to| field(format).floating(to, value, format.contains('L')))
}

fn written(write: impl FnOnce(&mut Vec<u8>)) -> String {
    let mut bytes = Vec::new();
    write(&mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn integers() {
    assert_eq!(signed("%d", -42), "-42");
    assert_eq!(signed("%+5d", 42), "  +42");
    assert_eq!(signed("%-6d", 42), "42    ");
    assert_eq!(signed("% 06d", 42), " 00042");
    assert_eq!(signed("%06.3d", -4), "  -004");
    assert_eq!(signed("%.0d", 0), "");
    assert_eq!(unsigned("%#x", 255), "0xff");
    assert_eq!(unsigned("%#010X", 255), "0X000000FF");
    assert_eq!(unsigned("%#x", 0), "0");
    assert_eq!(unsigned("%#o", 8), "010");
    assert_eq!(unsigned("%#.3o", 8), "010");
    assert_eq!(unsigned("%#.0o", 0), "0");
    assert_eq!(unsigned("%.0o", 0), "");
    assert_eq!(unsigned("%u", u64::MAX.into()), "18446744073709551615");
}

#[test]
fn addresses() {
    assert_eq!(written(|to| field("%p").address(to, 0)), "(nil)");
    assert_eq!(written(|to| field("%12p").address(to, 0xbeef)), "      0xbeef");
}

#[test]
fn floating_values() {
    assert_eq!(floating("%f", 0.1), "0.100000");
    assert_eq!(floating("%.0f", 2.5), "2");
    assert_eq!(floating("%.0f", 3.5), "4");
    assert_eq!(floating("%#.0f", 3.5), "4.");
    assert_eq!(floating("%.1f", 0.25), "0.2");
    assert_eq!(floating("%.20f", 0.1), "0.10000000000000000555");
    assert_eq!(floating("%010.2f", -1.005), "-000001.00");
    assert_eq!(floating("%e", 123_456.789), "1.234568e+05");
    assert_eq!(floating("%.0e", 1e-300), "1e-300");
    assert_eq!(floating("%E", 0.0), "0.000000E+00");
    assert_eq!(floating("%g", 100_000.0), "100000");
    assert_eq!(floating("%g", 1_000_000.0), "1e+06");
    assert_eq!(floating("%g", 0.0001), "0.0001");
    assert_eq!(floating("%g", 0.000_012_345_6), "1.23456e-05");
    assert_eq!(floating("%#g", 1.0), "1.00000");
    assert_eq!(floating("%.3g", 999.9), "1e+03");
    assert_eq!(floating("%5F", f64::INFINITY), "  INF");
    assert_eq!(floating("%05f", -f64::NAN), " -nan");
}

#[test]
fn hexadecimal_values() {
    assert_eq!(floating("%a", 1.0), "0x1p+0");
    assert_eq!(floating("%a", 0.1), "0x1.999999999999ap-4");
    assert_eq!(floating("%.2a", 0.1), "0x1.9ap-4");
    assert_eq!(floating("%A", -0.0), "-0X0P+0");
    assert_eq!(floating("%a", 5e-324), "0x0.0000000000001p-1022");
    assert_eq!(floating("%.15a", 1.5), "0x1.800000000000000p+0");
    assert_eq!(floating("%La", 1.0), "0x8p-3");
}
