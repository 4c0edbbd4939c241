//! Partitions of the values of variables.

use boolprog_integer::partition::Partition;
use boolprog_integer::syntax::parse;
use boolprog_integer::{Instantiation, instantiate};

/// The predicates of a partition, or why there are none.
fn predicates(text: &str) -> Result<Vec<String>, String> {
    of(&text.parse::<Partition>()?)
}

fn of(partition: &Partition) -> Result<Vec<String>, String> {
    let file = parse("decl x: int, b: bool; process P[2] { decl y: 0..3; loc a; a -> a; }").file;
    let system = instantiate(&file, &Instantiation::default()).expect("a program without errors");
    let written = ["count", "is_full", "items", "items"].map(str::to_owned);
    let found = partition.predicates(&system, &written)?;
    Ok(found.iter().map(|predicate| system.print_formula(&predicate.formula).to_string()).collect())
}

#[test]
fn a_partition_is_a_set_of_predicates() {
    for (text, expected) in [
        ("x=sign", &["x < 0", "x == 0"][..]),
        ("x=parity", &["x % 2 == 0"]),
        ("x=mod:3", &["x % 3 == 0", "x % 3 == 1"]),
        ("x=0..3|4..9|rest", &["x <= -1", "x <= 3", "x <= 9"]),
        ("x = ..-1 | 0 | 1..", &["x <= -1", "x <= 0"]),
        ("x=5|7|rest", &["x == 5", "x == 7"]),
        ("P.y=parity", &["P[0].y % 2 == 0", "P[1].y % 2 == 0"]),
        ("P[1].y=sign", &["P[1].y < 0", "P[1].y == 0"]),
    ] {
        assert_eq!(predicates(text), Ok(expected.iter().map(ToString::to_string).collect()), "{text}");
    }
}

#[test]
fn a_visible_variable_has_a_predicate_for_each_value_but_one() {
    for (name, expected) in [
        ("b", &["b"][..]),
        ("P[1].y", &["P[1].y == 0", "P[1].y == 1", "P[1].y == 2"]),
        ("is_full", &["b"]),
        ("items", &["P[0].y == 0", "P[0].y == 1", "P[0].y == 2", "P[1].y == 0", "P[1].y == 1", "P[1].y == 2"]),
    ] {
        let found = of(&Partition::of_each_value(name));
        assert_eq!(found, Ok(expected.iter().map(ToString::to_string).collect()), "{name}");
    }
    let why = of(&Partition::of_each_value("count")).expect_err("too many values");
    assert!(why.starts_with("`x` can have more than 64 values: distinguish parts"), "{why}");
}

#[test]
fn what_is_no_partition_is_refused_with_a_reason() {
    for (text, expected) in [
        ("x", "A partition has the form"),
        ("x=mod:1", "The modulus is a number from 2 to 64, not `1`."),
        ("x=0..3|2..9|rest", "The parts `0..3` and `2..9` have values in common."),
        ("x=..3|9..", "No part has the values between `..3` and `9..`: add `|rest`."),
        ("x=0..3|4..9", "The parts do not have all values"),
        ("x=rest|5..1", "The part `5..1` has no values."),
        ("x=0..three|rest", "`three` is neither a number nor `sign`"),
        ("x=rest", "A partition has two parts at least."),
        ("x=", "The part `` has no values."),
        ("b=sign", "`b` is Boolean"),
        ("z=sign", "There is no variable `z`."),
    ] {
        let why = predicates(text).expect_err("no partition");
        assert!(why.starts_with(expected), "{text}: {why}");
    }
}
