//! The notation of terms, and operations without one.

use super::*;

const INT: Shape = Shape::Signed(4);
const LONG: Shape = Shape::Signed(8);

fn text(computed: Computed) -> String {
    match computed {
        Computed::Value(value) => format!("{} in {}..{}", value.term, value.low, value.high),
        Computed::Any => "any".to_owned(),
    }
}

fn few(name: &str) -> Value {
    Value::named(name.into(), 0, 10)
}

fn all(name: &str, shape: Shape) -> Value {
    let Computed::Value(value) = WRAPPING.of_shape(name.into(), shape) else { panic!("{shape:?}") };
    value
}

fn binary(operator: Binary, left: &Value, right: &Value, shape: Shape) -> String {
    text(WRAPPING.binary(operator, left, right, shape))
}

#[test]
fn bounds_avoid_wraps() {
    let (a, one) = (few("a"), Value::number(1));
    assert_eq!(binary(Binary::Add, &a, &one, INT), "a + 1 in 1..11");
    assert_eq!(binary(Binary::Subtract, &a, &one, Shape::Unsigned(8)), "a - 1 in -1..9");
    assert_eq!(
        binary(Binary::Subtract, &a, &one, Shape::Unsigned(4)),
        "a < 1 ? a + 4294967295 : a - 1 in 0..4294967295"
    );
    let any = all("a", INT);
    assert_eq!(
        binary(Binary::Add, &any, &one, INT),
        "a > 2147483646 ? a - 4294967295 : a + 1 in -2147483648..2147483647"
    );
    assert_eq!(binary(Binary::Divide, &a, &Value::number(2), INT), "a / 2 in 0..5");
    assert_eq!(binary(Binary::And, &a, &Value::number(3), INT), "a % 4 in 0..3");
    assert_eq!(binary(Binary::ShiftLeft, &a, &Value::number(2), INT), "a * 4 in 0..40");
    assert_eq!(binary(Binary::Less, &a, &Value::number(11), LONG), "1 in 1..1");
    assert_eq!(text(WRAPPING.convert(&a, INT, Shape::Unsigned(8))), "a in 0..10");
}

#[test]
fn truth_values_are_conditions_again() {
    let is_less = WRAPPING.binary(Binary::Less, &few("a"), &few("b"), INT);
    let Computed::Value(is_less) = is_less else { panic!() };
    assert_eq!(is_less.term.to_string(), "a < b ? 1 : 0");
    assert_eq!(is_less.condition().to_string(), "a < b");
    assert_eq!(text(WRAPPING.unary(Unary::Not, &is_less, INT)), "a >= b ? 1 : 0 in 0..1");
}

#[test]
fn bounds_exclude_faults() {
    let (a, b) = (few("a"), Value::named("b".into(), 1, 5));
    for operator in BINARY {
        let faults = WRAPPING.binary_faults(operator, &a, &b, INT);
        assert!(faults.is_empty(), "{operator:?}: {faults:?}");
    }
}

#[test]
fn large_results_are_given_up() {
    let (a, b) = (all("a", LONG), all("b", LONG));
    for operator in [Binary::Multiply, Binary::And, Binary::ShiftLeft, Binary::ShiftRight] {
        assert_eq!(binary(operator, &a, &b, LONG), "any");
    }
    let mut sum = Computed::Value(a);
    for _ in 0..20 {
        let Computed::Value(value) = &sum else { break };
        sum = WRAPPING.binary(Binary::Add, value, &b, LONG);
    }
    assert_eq!(sum, Computed::Any);
}

#[test]
fn no_term_is_a_floating_number() {
    let floating = Shape::Floating(8);
    assert_eq!(binary(Binary::Add, &few("a"), &few("b"), floating), "any");
    assert_eq!(text(WRAPPING.convert(&few("a"), INT, floating)), "any");
    assert_eq!(text(WRAPPING.of_shape("a".into(), Shape::Signed(16))), "any");
}

#[test]
fn mathematical_integers_do_not_wrap() {
    let unbounded = Integers { unbounded: true };
    let a = Value::named("a".into(), i32::MIN.into(), i32::MAX.into());
    assert_eq!(text(unbounded.binary(Binary::Add, &a, &Value::number(1), INT)), "a + 1 in -2147483647..2147483648");
    assert_eq!(text(unbounded.convert(&a, INT, Shape::Unsigned(1))), "a in -2147483648..2147483647");
    assert_eq!(unbounded.binary_faults(Binary::Add, &a, &a, INT), []);
}

#[test]
fn mathematical_integers_without_a_bound_stay_exact() {
    let unbounded = Integers { unbounded: true };
    let term = |operator, left: &Value, right: &Value| text(unbounded.binary(operator, left, right, LONG));
    let (a, few) = (all("a", LONG), few("b"));
    let rising = Value::named("c".into(), 5, i64::MAX);
    let (most, least) = (Value::number(i64::MAX), Value::number(i64::MIN));
    assert_eq!(term(Binary::Add, &a, &few), format!("a + b in {}..{}", i64::MIN, i64::MAX));
    assert_eq!(term(Binary::Add, &rising, &Value::number(-2)), format!("c - 2 in 3..{}", i64::MAX));
    assert_eq!(term(Binary::Subtract, &Value::number(1), &rising), format!("1 - c in {}..-4", i64::MIN));
    assert_eq!(term(Binary::Multiply, &rising, &Value::number(-1)), format!("c * -1 in {}..-5", i64::MIN));
    assert_eq!(term(Binary::ShiftLeft, &rising, &Value::number(3)), format!("c * 8 in 40..{}", i64::MAX));
    assert_eq!(term(Binary::ShiftRight, &rising, &Value::number(1)), format!("c / 2 in 2..{}", i64::MAX));
    assert_eq!(term(Binary::And, &a, &Value::number(7)), "a % 8 in 0..7");
    assert_eq!(term(Binary::And, &a, &Value::number(-8)), "any");
    assert_eq!(term(Binary::Multiply, &a, &rising), "any");
    // No number that fits is the greatest.
    assert_eq!(term(Binary::LessOrEqual, &a, &most), "a <= 9223372036854775807 ? 1 : 0 in 0..1");
    assert_eq!(term(Binary::Less, &most, &rising), "c > 9223372036854775807 ? 1 : 0 in 0..1");
    assert_eq!(term(Binary::GreaterOrEqual, &a, &least), "a >= -9223372036854775808 ? 1 : 0 in 0..1");
    assert_eq!(term(Binary::Greater, &rising, &Value::number(4)), "1 in 1..1");
}
