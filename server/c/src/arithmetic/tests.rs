//! Terms against numbers: for each operator, shape, bounds of the operands, and values within them.

mod mathematical;
mod oracle;
mod random;
mod written;

use boolprog_c_form::form::{Direction, Shape};
use boolprog_c_syntax::tree::{Binary, Unary};
use boolprog_c_syntax::types::Bits;
use boolprog_import::Expr;
use oracle::{exact, holds, is_signed, number, overflows, range, width, wrapped};

use super::{Computed, Fault, Integers, Value};

const WRAPPING: Integers = Integers { unbounded: false };

const BINARY: [Binary; 16] = [
    Binary::Add,
    Binary::Subtract,
    Binary::Multiply,
    Binary::Divide,
    Binary::Remainder,
    Binary::ShiftLeft,
    Binary::ShiftRight,
    Binary::And,
    Binary::Or,
    Binary::Xor,
    Binary::Less,
    Binary::Greater,
    Binary::LessOrEqual,
    Binary::GreaterOrEqual,
    Binary::Equal,
    Binary::NotEqual,
];

const UNARY: [Unary; 4] = [Unary::Plus, Unary::Negate, Unary::Complement, Unary::Not];

const SHAPES: [Shape; 9] = [
    Shape::Signed(1),
    Shape::Signed(2),
    Shape::Signed(4),
    Shape::Signed(8),
    Shape::Unsigned(1),
    Shape::Unsigned(2),
    Shape::Unsigned(4),
    Shape::Unsigned(8),
    Shape::Pointer(8),
];

/// Numbers at which something changes.
fn interesting(shape: Shape) -> Vec<i128> {
    let (least, most) = range(shape);
    let bits = width(shape);
    let powers = [3, bits / 2 - 1, bits / 2, bits - 2, bits - 1].map(|bit| 1_i128 << bit);
    let near = powers.into_iter().chain([0, least, most]).flat_map(|it| [-2, -1, 0, 1, 2].map(|by| it + by));
    let mut all: Vec<_> = near.chain(powers.map(|it| -it)).chain([7, 10, 31, 63]).collect();
    all.retain(|it| (least..=most).contains(it));
    all.sort_unstable();
    all.dedup();
    all
}

/// An operand: its bounds, and some numbers within them.
#[derive(Clone, Debug)]
struct Operand {
    value: Value,
    numbers: Vec<i128>,
}

/// An operand that is a variable between bounds, or a constant.
fn operand(name: &str, shape: Shape, (low, high): (i128, i128)) -> Operand {
    let (least, most) = range(shape);
    let (low, high) = (low.max(least), high.min(most));
    let numbers = interesting(shape).into_iter().chain([low, high]).filter(|it| (low..=high).contains(it)).collect();
    // Bounds around 2⁶³ are bounds of no number that is kept.
    let (from, to) =
        if high > i64::MAX.into() && low <= i64::MAX.into() { (i64::MIN, i64::MAX) } else { (low as i64, high as i64) };
    let value = if low == high { Value::number(low as i64) } else { Value::named(name.into(), from, to) };
    Operand { value, numbers }
}

/// The operands of a shape: all numbers, few of them, or one.
fn operands(name: &str, shape: Shape) -> Vec<Operand> {
    let (least, most) = range(shape);
    let some = [(least, most), (0, 10), (-3, 3), (1, 5), (0, most), (least, -1), (least + 1, most), (most - 3, most)];
    let constants = interesting(shape).into_iter().map(|it| (it, it));
    let possible = some.into_iter().filter(|(low, high)| *low.max(&least) <= *high.min(&most)).chain(constants);
    possible.map(|bounds| operand(name, shape, bounds)).collect()
}

/// The value of a result, which exists and is within its bounds.
fn evaluated(value: &Value, names: (i64, i64), context: &dyn Fn() -> String) -> i64 {
    let Some(number) = number(&value.term, names) else { panic!("{} has no value: {}", context(), value.term) };
    let is_inside = (value.low..=value.high).contains(&number);
    assert!(is_inside, "{} is {number}, not in {}..{}: {}", context(), value.low, value.high, value.term);
    number
}

/// Operations without an exact term: of integers of 64 bits, products of unknown ones that may need more bits, shifts of unknown
/// ones by unknown amounts, and operations on the bits of unknown ones of more than 32 bits.
fn may_be_any(operator: Binary, shape: Shape, left: &Value, right: &Value) -> bool {
    let has_constant = left.constant().is_some() || right.constant().is_some();
    let most = |value: &Value| i128::from(value.low).abs().max(i128::from(value.high).abs());
    let is_wide = |value: &Value| most(value) >= 1 << 31;
    shape.size() == 8
        && !has_constant
        && match operator {
            Binary::Multiply => most(left) * most(right) >= 1 << 63,
            Binary::ShiftLeft => right.high > 62 || most(left) << right.high >= 1 << 63,
            Binary::ShiftRight => right.high > 62 || (left.low < 0 && !is_signed(shape)),
            Binary::And | Binary::Or | Binary::Xor => is_wide(left) || is_wide(right),
            _ => false,
        }
}

fn is_comparison(operator: Binary) -> bool {
    matches!(
        operator,
        Binary::Less
            | Binary::Greater
            | Binary::LessOrEqual
            | Binary::GreaterOrEqual
            | Binary::Equal
            | Binary::NotEqual
    )
}

/// The faults of an operation, by what C says.
fn expected_faults(operator: Binary, a: i128, b: i128, shape: Shape) -> Vec<Fault> {
    let mut faults = Vec::new();
    let is_division = matches!(operator, Binary::Divide | Binary::Remainder);
    if is_division && overflows(operator, a, b, shape) {
        faults.push(Fault::Overflow);
    }
    if is_division && (b == 0 || overflows(operator, a, b, shape)) {
        faults.push(Fault::Division);
    }
    if matches!(operator, Binary::ShiftLeft | Binary::ShiftRight) && !(0..i128::from(width(shape))).contains(&b) {
        faults.push(Fault::Shift);
    }
    if !is_division && overflows(operator, a, b, shape) {
        faults.push(Fault::Overflow);
    }
    faults
}

/// Checks an operation on all numbers of its operands.
fn check_binary(operator: Binary, left: &Operand, right: &Operand, shape: Shape) {
    let result = WRAPPING.binary(operator, &left.value, &right.value, shape);
    let faults = WRAPPING.binary_faults(operator, &left.value, &right.value, shape);
    if result == Computed::Any {
        assert!(may_be_any(operator, shape, &left.value, &right.value), "{operator:?} {left:?} {right:?} {shape:?}");
    }
    for (a, b) in left.numbers.iter().flat_map(|a| right.numbers.iter().map(move |b| (*a, *b))) {
        let context = || format!("{a} {operator:?} {b} of {shape:?}");
        let names = (a as i64, b as i64);
        let expected = expected_faults(operator, a, b, shape);
        // A negative number that is shifted by no amount has two faults.
        let is_relevant = |fault| fault != Fault::Overflow || !expected.contains(&Fault::Shift);
        let happens = |(fault, condition): &(Fault, Expr)| {
            let Some(holds) = holds(condition, names) else { panic!("{} has no value: {condition}", context()) };
            (holds && is_relevant(*fault)).then_some(*fault)
        };
        assert_eq!(faults.iter().filter_map(happens).collect::<Vec<_>>(), expected, "{}", context());
        let Computed::Value(value) = &result else { continue };
        let actual = evaluated(value, names, &context);
        let of_result = if is_comparison(operator) { Shape::Signed(4) } else { shape };
        if let Some(exact) = exact(operator, a, b, shape) {
            assert_eq!(actual, wrapped(exact, of_result) as i64, "{}: {}", context(), value.term);
        }
    }
}

#[test]
fn operators_on_two_operands_are_those_of_c() {
    for shape in SHAPES {
        for operator in BINARY {
            let is_shift = matches!(operator, Binary::ShiftLeft | Binary::ShiftRight);
            let right_shape = if is_shift { Shape::Signed(4) } else { shape };
            let mut rights = operands("b", right_shape);
            if is_shift {
                rights.extend((0..64).map(|by| operand("b", right_shape, (by, by))));
            }
            for left in operands("a", shape) {
                for right in &rights {
                    check_binary(operator, &left, right, shape);
                }
            }
        }
    }
}

#[test]
fn results_that_do_not_fit_are_those_of_wide_numbers() {
    let shapes = [Shape::Signed(4), Shape::Signed(8), Shape::Unsigned(4), Shape::Unsigned(8)];
    let few = |name: &str| {
        let operands =
            |shape| [range(shape), (0, 10), (-3, 3), (7, 7)].map(|bounds| (operand(name, shape, bounds), shape));
        shapes.into_iter().flat_map(operands).collect::<Vec<_>>()
    };
    let operators = [Binary::Add, Binary::Subtract, Binary::Multiply];
    for (operator, result) in operators.iter().flat_map(|operator| shapes.map(|result| (*operator, result))) {
        for ((left, of_left), (right, of_right)) in pairs(&few("a"), &few("b")) {
            let operands = [(&left.value, *of_left), (&right.value, *of_right)];
            let Some(inexact) = WRAPPING.is_inexact(operator, operands, result) else {
                let is_wide = [of_left, of_right].iter().any(|shape| shape.size() == 8);
                assert!(is_wide || result == Shape::Unsigned(8), "{operator:?} {operands:?}");
                continue;
            };
            for (a, b) in pairs(&left.numbers, &right.numbers) {
                let number = exact(operator, *a, *b, Shape::Signed(8)).unwrap();
                let expected = wrapped(number, result) != number;
                let context = format!("{a} {operator:?} {b} as {result:?}: {inexact}");
                assert_eq!(holds(&inexact, (*a as i64, *b as i64)), Some(expected), "{context}");
            }
        }
    }
}

/// Each of some with each of others.
fn pairs<'a, T>(some: &'a [T], others: &'a [T]) -> impl Iterator<Item = (&'a T, &'a T)> {
    some.iter().flat_map(move |one| others.iter().map(move |other| (one, other)))
}

#[test]
fn operators_on_one_operand_are_those_of_c() {
    for shape in SHAPES {
        for (operator, operand) in
            UNARY.into_iter().flat_map(|it| operands("a", shape).into_iter().map(move |o| (it, o)))
        {
            let Computed::Value(value) = WRAPPING.unary(operator, &operand.value, shape) else {
                panic!("{operator:?}")
            };
            let faults = WRAPPING.unary_faults(operator, &operand.value, shape);
            for a in operand.numbers {
                let context = || format!("{operator:?} {a} of {shape:?}");
                let expected = match operator {
                    Unary::Plus => a,
                    Unary::Negate => wrapped(-a, shape),
                    Unary::Complement => wrapped(!a, shape),
                    Unary::Not => (a == 0).into(),
                };
                assert_eq!(evaluated(&value, (a as i64, 0), &context), expected as i64, "{}", context());
                let is_overflow = operator == Unary::Negate && is_signed(shape) && a == range(shape).0;
                let holds = faults.iter().any(|(_, condition)| holds(condition, (a as i64, 0)).unwrap());
                assert_eq!(holds, is_overflow, "{}", context());
            }
        }
    }
}

#[test]
fn conversions_are_those_of_c() {
    for (from, to) in
        SHAPES.into_iter().flat_map(|from| SHAPES.into_iter().chain([Shape::Bool]).map(move |to| (from, to)))
    {
        for operand in operands("a", from) {
            let Computed::Value(value) = WRAPPING.convert(&operand.value, from, to) else { panic!("{from:?} {to:?}") };
            for a in operand.numbers {
                let context = || format!("{a} of {from:?} as {to:?}");
                let expected = if to == Shape::Bool { (a != 0).into() } else { wrapped(a, to) };
                assert_eq!(
                    evaluated(&value, (a as i64, 0), &context),
                    expected as i64,
                    "{}: {}",
                    context(),
                    value.term
                );
            }
        }
    }
}

#[test]
fn bit_fields_are_read_and_written() {
    let fields =
        |bits: u8| (0..bits).flat_map(move |first| [1, 2, 3, 7, bits - 1, bits].map(|width| Bits { first, width }));
    for shape in SHAPES {
        let all = operand("a", shape, range(shape));
        let new = operand("b", Shape::Signed(4), range(Shape::Signed(4)));
        for bits in fields(width(shape) as u8) {
            let (old, written) = (&all.value, all.value.with_bits(bits, &new.value, shape));
            if u32::from(bits.first) + u32::from(bits.width) > width(shape) {
                assert_eq!((old.bits(bits, shape), written), (Computed::Any, Computed::Any));
                continue;
            }
            let (Computed::Value(read), Computed::Value(written)) = (old.bits(bits, shape), written) else {
                panic!("{bits:?} of {shape:?}")
            };
            for (a, b) in all.numbers.iter().flat_map(|a| new.numbers.iter().map(move |b| (*a, *b))) {
                let context = || format!("{bits:?} of {a} and {b} in {shape:?}");
                let names = (a as i64, b as i64);
                let mask = (1_i128 << bits.width) - 1;
                let field = (a >> bits.first) & mask;
                let sign = if is_signed(shape) && field >> (bits.width - 1) == 1 { mask + 1 } else { 0 };
                assert_eq!(
                    i128::from(evaluated(&read, names, &context)),
                    i128::from((field - sign) as i64),
                    "{}",
                    context()
                );
                let expected = wrapped(a & !(mask << bits.first) | (b & mask) << bits.first, shape);
                assert_eq!(evaluated(&written, names, &context), expected as i64, "{}: {}", context(), written.term);
            }
        }
    }
}

#[test]
fn pointers_move_by_elements() {
    for (size, shape) in
        [1, 4, 12].into_iter().flat_map(|size| [Shape::Pointer(4), Shape::Pointer(8)].map(|it| (size, it)))
    {
        let (pointer, count) = (operand("a", shape, range(shape)), operand("b", Shape::Signed(4), (-100, 100)));
        for direction in [Direction::Forwards, Direction::Backwards] {
            let bytes = Value::number(size);
            let moved = WRAPPING.moved(&pointer.value, &count.value, &bytes, direction, shape);
            let Computed::Value(moved) = moved else { panic!("{size} {shape:?}") };
            for (a, b) in pointer.numbers.iter().flat_map(|a| count.numbers.iter().map(move |b| (*a, *b))) {
                let by = if direction == Direction::Forwards { b } else { -b };
                let context = || format!("{a} moved by {by}");
                let expected = wrapped(a + by * i128::from(size), shape);
                assert_eq!(evaluated(&moved, (a as i64, b as i64), &context), expected as i64, "{}", context());
            }
        }
    }
}

#[test]
fn pointers_have_distances() {
    let shape = Shape::Pointer(8);
    let (left, right) = (operand("a", shape, range(shape)), operand("b", shape, (0, 1000)));
    let Computed::Value(value) = WRAPPING.distance(&left.value, &right.value, &Value::number(4), shape) else {
        panic!()
    };
    for (a, b) in [(0, 8), (8, 0), (1 << 40, 4), (4, 4)] {
        assert_eq!(evaluated(&value, (a, b), &|| format!("{a} - {b}")), (a - b) / 4);
    }
}
