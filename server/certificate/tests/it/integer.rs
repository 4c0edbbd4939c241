//! Proofs about integer programs.

use boolprog_base::control::Unlimited;
use boolprog_certificate::integer::{
    AbstractState, AbstractStep, Abstraction, Bits, Flaw, Predicate, check, check_states,
};
use boolprog_integer::model::predicates;
use boolprog_integer::syntax::parse;
use boolprog_integer::{Instantiation, State, System, instantiate};

use crate::available::z3;

const COUNTER: &str = "decl x: 0..3; process P { loc l; l -> l when x < 2 do x := x + 1; } error large: x > 2;";

/// The system of a text, and one abstract state in which the predicate has a value, with its only step.
fn proof(text: &str, predicate: &str, value: bool) -> (System, Abstraction) {
    let parsed = parse(text);
    assert_eq!(parsed.diagnostics, [], "{text}");
    let options = Instantiation::default();
    let system = instantiate(&parsed.file, &options).expect("a program without errors");
    let known = predicates(&parsed.file, &options, &[predicate.to_owned()]).expect("a predicate");
    let abstraction = Abstraction {
        predicates: known.into_iter().map(|it| Predicate { formula: it.formula, owner: it.owner }).collect(),
        states: vec![AbstractState { locations: Box::new([0]), values: Bits::from_iter([value]) }],
        examples: Vec::new(),
        steps: vec![AbstractStep { source: 0, transition: 0, target: 0, must: true }],
    };
    (system, abstraction)
}

#[test]
fn an_abstraction_is_closed_and_every_step_has_a_value() {
    let Some(mut z3) = z3() else { return };
    let mut checked = |(system, abstraction): &(System, Abstraction)| {
        check(system, abstraction, &mut z3, &Unlimited).expect("nothing stops it")
    };
    let closed = proof(COUNTER, "x <= 2", true);
    assert_eq!(checked(&closed), Ok(()));
    let mut without_step = closed;
    without_step.1.steps.clear();
    assert_eq!(checked(&without_step), Err(Flaw::Step { transition: 0 }));
    assert_eq!(checked(&proof(COUNTER, "x <= 2", false)), Err(Flaw::Start));
    assert_eq!(checked(&proof(COUNTER, "x <= 1", true)), Err(Flaw::Step { transition: 0 }));
    assert_eq!(checked(&proof(COUNTER, "x <= 3", true)), Err(Flaw::Property { property: 0 }));
    let farther = COUNTER.replace("x < 2", "x < 3");
    assert_eq!(checked(&proof(&farther, "x <= 2", true)), Err(Flaw::Step { transition: 0 }));
    let without_guard = COUNTER.replace("when x < 2", "").replace("x > 2", "x < 0");
    assert_eq!(checked(&proof(&without_guard, "x <= 3", true)), Err(Flaw::Value { transition: 0 }));
    let divided = COUNTER.replace("x + 1", "1 / x");
    assert_eq!(checked(&proof(&divided, "x <= 2", true)), Err(Flaw::Value { transition: 0 }));
    let valueless = COUNTER.replace("x > 2", "1 / (x - 2) > 2");
    assert_eq!(checked(&proof(&valueless, "x <= 2", true)), Err(Flaw::Property { property: 0 }));
}

#[test]
fn every_state_is_needed() {
    let (system, _) = proof(COUNTER, "x <= 2", true);
    let state = |x: i64| State { locations: Box::new([0]), values: [x].into_iter().collect() };
    let states: Vec<State> = (0..3).map(state).collect();
    assert_eq!(check_states(&system, &states, &Unlimited), Ok(Ok(())));
    for missing in 0..states.len() {
        let mut fewer = states.clone();
        fewer.remove(missing);
        assert!(matches!(check_states(&system, &fewer, &Unlimited), Ok(Err(_))), "without {missing}");
    }
    let more: Vec<State> = (0..4).map(state).collect();
    assert_eq!(check_states(&system, &more, &Unlimited), Ok(Err(Flaw::Property { property: 0 })));
}
