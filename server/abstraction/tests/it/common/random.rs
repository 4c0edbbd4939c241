//! Random programs with few states, and searching them without any abstraction.

use std::collections::BTreeSet;

use boolprog_integer::syntax::parse;
use boolprog_integer::{Environment, InputBound, Instantiation, OnRange, State, System, instantiate};
use proptest::prelude::*;

/// A program over two small integers (one with any initial value), a Boolean, and a local integer of one process;
/// leaving a range blocks.
pub(crate) fn programs() -> impl Strategy<Value = String> {
    let edges = || prop::collection::vec(edge(), 2..6);
    let start = prop::sample::select(vec!["0", "3", "*"]);
    (start, edges(), edges(), guard(), prop::sample::select(vec!["l1", "l2"])).prop_map(
        |(start, first, second, error, place)| {
            let (first, second) = (first.join("\n  "), second.join("\n  "));
            format!(
                "decl x: 0..3 = {start}, y: 0..3 = 1, b: bool;\n\
                 process P {{\n  decl z: 0..2;\n  loc l0, l1, l2;\n  {first}\n  l0 -> l0 do z := y > 2 ? 2 : y;\n}}\n\
                 process Q {{\n  loc l0, l1, l2;\n  {second}\n}}\n\
                 error wrong: P @ {place} && {error};\n"
            )
        },
    )
}

fn edge() -> impl Strategy<Value = String> {
    let place = || prop::sample::select(vec!["l0", "l1", "l2"]);
    let update = prop::sample::select(vec![
        "",
        " do x := x + 1",
        " do y := y - 1",
        " do x := y, y := x",
        " do x := 0; y := x + y",
        " do x := input(0..3)",
        " do y := input(1..2), b := x < y",
        " do b := input",
        " do b := !b",
        " do y := b ? x : 0",
        " do x := 3 - x",
    ]);
    (place(), place(), guard(), update)
        .prop_map(|(from, to, guard, update)| format!("{from} -> {to} when {guard}{update};"))
}

fn guard() -> impl Strategy<Value = String> {
    let atom = prop::sample::select(vec![
        "x <= y",
        "x == y",
        "x < 3",
        "y != 0",
        "x + y > 3",
        "b",
        "!b",
        "P @ l1",
        "true",
        "x > y - 1",
        "x % 2 == 0",
    ]);
    (atom.clone(), atom, prop::sample::select(vec!["&&", "||"])).prop_map(|(f, g, both)| format!("({f} {both} {g})"))
}

pub(crate) fn system(text: &str) -> System {
    let parsed = parse(text);
    assert_eq!(parsed.diagnostics, [], "{text}");
    let options = Instantiation { on_range: OnRange::Block, ..Instantiation::default() };
    instantiate(&parsed.file, &options).unwrap_or_else(|error| panic!("{error:?}\n{text}"))
}

pub(crate) fn reachable(system: &System) -> BTreeSet<State> {
    let mut waiting: Vec<State> = system.initial_states(InputBound(0)).filter_map(|s| s.expect("a value")).collect();
    let mut seen: BTreeSet<State> = waiting.iter().cloned().collect();
    while let Some(state) = waiting.pop() {
        for successor in system.successors(&state, InputBound(0)) {
            let next = successor.state.expect("a value");
            if seen.insert(next.clone()) {
                waiting.push(next);
            }
        }
    }
    seen
}

/// `true` if the state violates the property of the program.
pub(crate) fn is_wrong(system: &System, state: &State) -> bool {
    system.properties[0].error.evaluate(&Environment::of(state)).expect("a value")
}
