//! Operands at random.

use proptest::prelude::*;

use super::*;

fn numbers(shape: Shape) -> impl Strategy<Value = i128> {
    let any = any::<i64>().prop_map(move |it| wrapped(it.into(), shape));
    let (near, bits) = (-20_i128..20, 0..width(shape));
    prop_oneof![any, (near, bits).prop_map(move |(by, bit)| wrapped((1 << bit) + by, shape))]
}

/// A bound, a number, and a bound.
type Bounded = (i128, i128, i128);

/// Bounds that a variable of a shape can have, with a number within them.
fn operands(shape: Shape) -> impl Strategy<Value = Bounded> {
    prop::array::uniform3(numbers(shape)).prop_map(|mut all| {
        all.sort_unstable();
        (all[0], all[1], all[2])
    })
}

fn of(name: &str, shape: Shape, (low, number, high): Bounded) -> Operand {
    Operand { numbers: vec![number], ..operand(name, shape, (low, high)) }
}

fn cases() -> impl Strategy<Value = (Binary, Shape, Bounded, Bounded)> {
    (prop::sample::select(&BINARY[..]), prop::sample::select(&SHAPES[..]))
        .prop_flat_map(|(operator, shape)| (Just(operator), Just(shape), operands(shape), operands(shape)))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 20_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn operators_are_those_of_c((operator, shape, left, right) in cases()) {
        check_binary(operator, &of("a", shape, left), &of("b", shape, right), shape);
    }
}
