//! The values that a search tries for inputs with many.

use boolprog_base::control::Unlimited;
use boolprog_integer::explicit::{Options, Reason, Values, Verdict, has_few_values, replay, search};
use boolprog_integer::syntax::parse;
use boolprog_integer::{InputBound, Instantiation, System, instantiate};

const NEAR: Options = {
    let order = boolprog_integer::explicit::Order::BreadthFirst;
    Options { order, inputs: InputBound(2), values: Values::NearConstants, states: None }
};

fn system(text: &str) -> System {
    let parsed = parse(text);
    assert_eq!(parsed.diagnostics, [], "{text}");
    instantiate(&parsed.file, &Instantiation::default()).expect("a program without errors")
}

#[test]
fn values_on_each_side_of_a_constant_are_tried() {
    for test in ["x == 1000", "x > 1000", "x < -50 && y > 7000", "x + 1 == 1000", "(x > 300 ? 1 : 0) == 1"] {
        let text = "decl x: int, y: int; process P { loc a, b, c; a -> b do x := input, y := input; b -> c when TEST; }
            error e: P @ c;";
        let system = system(&text.replace("TEST", test));
        let found = search(&system, NEAR, &Unlimited);
        let Verdict::Violated(run) = &found.verdicts[0] else { panic!("{test}: {found:?}") };
        assert_eq!(replay(&system, run, 0), Ok(()));
        assert!(!has_few_values(&system));
    }
}

#[test]
fn nothing_is_proved_with_some_values() {
    for choice in ["input", "input(0..100000)"] {
        let text = "decl x: int; process P { loc a, b; a -> b do x := CHOICE; } error e: x * x == 1522756;";
        let system = system(&text.replace("CHOICE", choice));
        let found = search(&system, NEAR, &Unlimited);
        assert_eq!(found.verdicts, [Verdict::Unknown(Reason::Inputs(2))], "{choice}");
    }
}

#[test]
fn all_of_few_values_are_tried_and_prove() {
    let system = system("decl x: 0..20; process P { loc a, b; a -> b do x := input(0..20); } error e: x * x == 50;");
    assert!(has_few_values(&system));
    assert_eq!(search(&system, NEAR, &Unlimited).verdicts, [Verdict::Proved]);
}

#[test]
fn many_inputs_of_a_step_are_tried_in_some_combinations() {
    let choices = (0..12).map(|index| format!("x{index} := input")).collect::<Vec<_>>().join(", ");
    let names = (0..12).map(|index| format!("x{index}: int")).collect::<Vec<_>>().join(", ");
    let text = format!("decl {names}; process P {{ loc a, b; a -> b do {choices}; }} error e: x3 == 1;");
    let found = search(&system(&text), NEAR, &Unlimited);
    assert!(matches!(found.verdicts[0], Verdict::Violated(_)) && found.statistics.states < 5000);
}
