//! Mathematical integers, whose numbers go beyond 64 bits where a bound is missing.

use super::*;

const SHAPE: Shape = Shape::Signed(8);

/// Numbers are evaluated up to this one.
const MOST: i128 = i128::MAX >> 2;

/// Bounds, and numbers within them; the least and the greatest number of 64 bits are no bounds of a variable.
fn mathematical(name: &str, low: i64, high: i64) -> Operand {
    let powers = [3, 31, 40, 62, 63, 64, 70].map(|bit| 1_i128 << bit);
    let all = powers.into_iter().chain(powers.map(|it| -it)).chain([0]);
    let all = all.flat_map(|it| [-2, -1, 0, 1, 2].map(|by| it + by)).chain([7, low.into(), high.into()]);
    let value = if low == high { Value::number(low) } else { Value::named(name.into(), low, high) };
    let numbers = all.filter(|it| is_within(&value, *it)).collect();
    Operand { value, numbers }
}

fn is_within(value: &Value, number: i128) -> bool {
    let is_variable = value.low < value.high;
    (number >= value.low.into() || (is_variable && value.low == i64::MIN))
        && (number <= value.high.into() || (is_variable && value.high == i64::MAX))
}

fn all(name: &str) -> Vec<Operand> {
    let (least, most) = (i64::MIN, i64::MAX);
    let ranges =
        [(least, most), (0, most), (5, most), (least, -1), (least, 5), (-20, most), (-3, 3), (0, 10), (1, 1 << 40)];
    let constants = [least, least + 1, -8, -1, 0, 1, 2, 3, 7, 8, 62, 63, 1 << 40, 1 << 62, most - 1, most];
    let ranges = ranges.into_iter().chain(constants.map(|it| (it, it)));
    ranges.map(|(low, high)| mathematical(name, low, high)).collect()
}

#[test]
fn mathematical_operators_are_exact() {
    let integers = Integers { unbounded: true };
    for (operator, left, right) in BINARY.into_iter().flat_map(|operator| {
        all("a").into_iter().flat_map(move |left| all("b").into_iter().map(move |it| (operator, left.clone(), it)))
    }) {
        let Computed::Value(result) = integers.binary(operator, &left.value, &right.value, SHAPE) else { continue };
        for (a, b) in left.numbers.iter().flat_map(|a| right.numbers.iter().map(move |b| (*a, *b))) {
            let exact = match operator {
                Binary::Multiply => a.checked_mul(b),
                _ => exact(operator, a, b, SHAPE),
            };
            // Bits that are shifted out of 128 are not examined.
            let is_small = operator != Binary::ShiftLeft || a.unsigned_abs().leading_zeros() > 66;
            let Some(exact) = exact.filter(|it| is_small && (-MOST..=MOST).contains(it)) else { continue };
            let found = oracle::value(&result.term, (a, b), MOST);
            assert_eq!(found, Some(exact), "{a} {operator:?} {b}: {}", result.term);
            assert!(is_within(&result, exact), "{a} {operator:?} {b} is not in {}..{}", result.low, result.high);
        }
    }
}

#[test]
fn mathematical_operators_on_one_operand_are_exact() {
    let integers = Integers { unbounded: true };
    for (operator, operand) in UNARY.into_iter().flat_map(|it| all("a").into_iter().map(move |o| (it, o))) {
        let Computed::Value(result) = integers.unary(operator, &operand.value, SHAPE) else { panic!("{operator:?}") };
        for a in operand.numbers {
            let expected = match operator {
                Unary::Plus => a,
                Unary::Negate => -a,
                Unary::Complement => !a,
                Unary::Not => (a == 0).into(),
            };
            assert_eq!(oracle::value(&result.term, (a, 0), MOST), Some(expected), "{operator:?} {a}: {}", result.term);
            assert!(is_within(&result, expected), "{operator:?} {a} is not in {}..{}", result.low, result.high);
        }
    }
}
