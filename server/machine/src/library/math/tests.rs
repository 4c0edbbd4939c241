//! Mathematics: exact results, and the tables.

#![expect(clippy::float_cmp, reason = "the results are exact")]

use super::{BINARY, OTHERS, PREDICATES, UNARY, find, parts, special};

#[test]
fn tables_are_sorted() {
    assert!(UNARY.is_sorted_by_key(|(name, _)| name));
    assert!(BINARY.is_sorted_by_key(|(name, _)| name));
    assert!(PREDICATES.is_sorted_by_key(|(name, _)| name));
    assert!(OTHERS.is_sorted_by_key(|(name, _)| name));
}

#[test]
fn names_of_other_types() {
    for name in ["sqrtf", "sqrtl", "__builtin_sqrt", "__isnanf", "modff", "ceil"] {
        assert!(find(name).is_some(), "{name}");
    }
    assert!(find("f").is_none());
}

#[test]
fn parts_of_values() {
    assert_eq!(parts::exponent(1.0), 0);
    assert_eq!(parts::exponent(0.75), -1);
    assert_eq!(parts::exponent(5e-324), -1074);
    assert!(parts::scale(1.0, -1074) == 5e-324);
    assert!(parts::scale(5e-324, 1074) == 1.0);
    assert!(parts::scale(3.0, 1022).is_finite());
    assert!(parts::remainder(5.0, 3.0) == -1.0);
    assert!(parts::remainder(-3.0, 2.0) == 1.0);
}

#[test]
fn special_functions() {
    assert!(special::gamma(6.0) == 120.0);
    assert!((special::gamma(0.5) - std::f64::consts::PI.sqrt()).abs() < 1e-13);
    assert!((special::erf(1.0) - 0.842_700_792_949_714_9).abs() < 1e-14);
    assert!((special::erfc(3.0) - 2.209_049_699_858_544e-5).abs() < 1e-18);
}
