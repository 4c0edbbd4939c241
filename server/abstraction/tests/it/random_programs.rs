//! Engines against plain search, on random programs with few states.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use boolprog_abstraction::alpha::{self, Choices, First, Options, Order};
use boolprog_abstraction::bounds::bounds;
use boolprog_abstraction::outcome::Proof;
use boolprog_abstraction::splitting::{self, Strategy as Splitting};
use boolprog_abstraction::{Outcome, Reason};
use boolprog_base::control::Unlimited;
use boolprog_certificate::integer as certificate;
use boolprog_certificate::integer::AbstractState;
use boolprog_certificate::integer::Abstraction;
use boolprog_integer::explicit::replay;
use boolprog_integer::{Environment, InputBound, Sort, State, System};
use boolprog_prover::{Prover, SmtLib};
use proptest::prelude::*;

use crate::common::random::{is_wrong, programs, reachable, system};
use crate::common::z3;

fn options() -> impl Strategy<Value = Options> {
    let choices = prop_oneof![Just(Choices::Solve(InputBound(0))), Just(Choices::Enumerate(InputBound(0)))];
    let add_all = prop_oneof![Just(None), Just(Some(1)), Just(Some(3))];
    let first = prop_oneof![
        2 => Just(First::Guards),
        1 => Just(First::Bounds),
        1 => Just(First::Properties),
        1 => Just(First::Declared),
    ];
    let order = prop_oneof![Just(Order::BreadthFirst), Just(Order::DepthFirst)];
    (first, order, any::<bool>(), add_all, choices).prop_map(|(first, order, local, add_all, choices)| Options {
        first,
        order,
        local,
        add_all,
        choices,
        iterations: 200,
        until_violated: false,
    })
}

#[test]
fn abstract_matching_answers_like_plain_search() {
    let Some(z3) = z3() else { return };
    let z3 = RefCell::new(z3);
    proptest!(ProptestConfig::with_cases(120), |(text in programs(), options in options())| {
        let system = system(&text);
        let wrong = reachable(&system).iter().any(|state| is_wrong(&system, state));
        let mut z3 = z3.borrow_mut();
        let prover: &mut dyn Prover = &mut *z3;
        let report = alpha::run(&system, &options, Some(prover), &Unlimited, &mut |_| {});
        match report.outcome {
            Outcome::Violated => prop_assert_eq!(replay(&system, &report.violations[0].1, 0), Ok(())),
            Outcome::Proved(Proof::Exact(abstraction)) => {
                prop_assert!(!wrong);
                prop_assert_eq!(certificate::check(&system, &abstraction, &mut *z3, &Unlimited), Ok(Ok(())));
                if matches!(options.choices, Choices::Enumerate(_)) {
                    check_bisimulation(&system, &abstraction);
                }
            }
            other => prop_assert!(false, "{:?}", other),
        }
    });
}

/// All states with the same abstraction take the same steps to the same abstractions: those that the abstraction names,
/// all of which are `must`. States are all there are, reachable or not.
fn check_bisimulation(system: &System, abstraction: &Abstraction) {
    let number = |state: &State| abstraction.states.iter().position(|a| represents(system, abstraction, a, state));
    let mut steps: BTreeMap<u32, BTreeSet<(u32, u32)>> = BTreeMap::new();
    for step in &abstraction.steps {
        assert!(step.must);
        steps.entry(step.source).or_default().insert((step.transition, step.target));
    }
    for state in all_states(system) {
        let Some(source) = number(&state) else { continue };
        let taken: BTreeSet<_> = system
            .successors(&state, InputBound(0))
            .map(|s| (s.transition, number(&s.state.expect("a value")).expect("closed") as u32))
            .collect();
        assert_eq!(taken, steps.get(&(source as u32)).cloned().unwrap_or_default());
    }
}

fn represents(system: &System, abstraction: &Abstraction, of: &AbstractState, state: &State) -> bool {
    let environment = boolprog_integer::Environment::of(state);
    let agrees = |(number, predicate): (usize, &boolprog_certificate::integer::Predicate)| {
        let is_active = predicate.owner.is_none_or(|(i, l)| state.locations[usize::from(i.0)] == l.0);
        !is_active || predicate.formula.evaluate(&environment) == Ok(of.values.contains(number))
    };
    assert_eq!(system.instances.len(), state.locations.len());
    of.locations == state.locations && abstraction.predicates.iter().enumerate().all(agrees)
}

/// All states of a system whose variables are bounded.
fn all_states(system: &System) -> Vec<State> {
    let mut states = vec![State { locations: Box::new([]), values: Box::new([]) }];
    for instance in &system.instances {
        let count = system.processes[usize::from(instance.process)].locations.len() as u16;
        let extend = |state: &State| {
            let with = |location| [&*state.locations, &[location]].concat().into_boxed_slice();
            (0..count).map(|l| State { locations: with(l), values: state.values.clone() }).collect::<Vec<_>>()
        };
        states = states.iter().flat_map(extend).collect();
    }
    for variable in &system.variables {
        let (low, high) = variable.sort.bounds().expect("bounded");
        let extend = |state: &State| {
            let with = |value| [&*state.values, &[value]].concat().into_boxed_slice();
            (low..=high).map(|v| State { locations: state.locations.clone(), values: with(v) }).collect::<Vec<_>>()
        };
        states = states.iter().flat_map(extend).collect();
    }
    states
}

#[test]
fn without_a_prover_nothing_is_proved_and_errors_are_real() {
    proptest!(ProptestConfig::with_cases(120), |(text in programs(), options in options())| {
        let system = system(&text);
        let wrong = reachable(&system).iter().any(|state| is_wrong(&system, state));
        let options = Options { iterations: 4, ..options };
        let report = alpha::run(&system, &options, None, &Unlimited, &mut |_| {});
        match report.outcome {
            Outcome::Violated => prop_assert_eq!(replay(&system, &report.violations[0].1, 0), Ok(())),
            Outcome::Unknown(Reason::ExactUnchecked) => prop_assert!(!wrong, "exact, but something is violated"),
            Outcome::Unknown(Reason::Unproved | Reason::Iterations(4)) => {}
            other => prop_assert!(false, "{:?}", other),
        }
    });
}

#[test]
fn bounds_hold_in_every_reachable_state() {
    proptest!(ProptestConfig::with_cases(300), |(text in programs())| {
        // Without ranges, so that there are bounds to find.
        let system = system(&text);
        let mut unbounded = system.clone();
        unbounded.variables.iter_mut().for_each(|variable| {
            if matches!(variable.sort, Sort::Range(..)) {
                variable.sort = Sort::Integer;
            }
        });
        for bound in bounds(&unbounded, &Unlimited).expect("not stopped") {
            for state in reachable(&system) {
                prop_assert_eq!(bound.evaluate(&Environment::of(&state)), Ok(true), "{:?}", bound);
            }
        }
    });
}

#[test]
fn splitting_ends_with_the_reachable_states_or_a_real_error() {
    let strategies = prop::sample::select(vec![Splitting::MaxOverlap, Splitting::MinSet, Splitting::MinOnly]);
    proptest!(ProptestConfig::with_cases(150), |(text in programs(), strategy in strategies, seed in any::<u64>())| {
        let system = system(&text);
        let reachable = reachable(&system);
        let options = splitting::Options { strategy, seed, bound: InputBound(0), iterations: 1000 };
        let report = splitting::run(&system, &options, &Unlimited, &mut |_| {});
        prop_assert_eq!(&report, &splitting::run(&system, &options, &Unlimited, &mut |_| {}), "the seed decides");
        match report.outcome {
            Outcome::Violated => prop_assert_eq!(replay(&system, &report.violations[0].1, 0), Ok(())),
            Outcome::Proved(Proof::States(states)) => {
                prop_assert_eq!(certificate::check_states(&system, &states, &Unlimited), Ok(Ok(())));
                prop_assert_eq!(states.into_iter().collect::<BTreeSet<_>>(), reachable.clone());
                prop_assert!(!reachable.iter().any(|state| is_wrong(&system, state)));
            }
            other => prop_assert!(false, "{:?}", other),
        }
    });
}

/// The inexact transitions of one iteration, and those that lack a predicate.
fn inexact_and_lacking(text: &str, local: bool, z3: &mut SmtLib) -> [BTreeSet<u32>; 2] {
    let system = system(text);
    let options = Options { local, iterations: 1, ..Options::default() };
    let report = alpha::run(&system, &options, Some(z3), &Unlimited, &mut |_| {});
    let abstraction = report.abstraction().expect("an iteration");
    let inexact = abstraction.steps.iter().filter(|step| !step.must).map(|step| step.transition);
    [inexact.collect(), report.iterations[0].gaps.iter().map(|gap| gap.transition).collect()]
}

#[test]
fn transitions_that_are_not_exact_lack_something_and_no_others() {
    let Some(z3) = z3() else { return };
    let z3 = RefCell::new(z3);
    proptest!(ProptestConfig::with_cases(60), |(text in programs(), local in any::<bool>())| {
        let [inexact, lacking] = inexact_and_lacking(&text, local, &mut z3.borrow_mut());
        prop_assert_eq!(inexact, lacking);
    });
}

/// `x <= y` is added for Q at `l1`, because of a state in which no process tracks it. In a state in which it is a
/// predicate of P nothing is lacking, and its consequences have to be asked.
#[test]
fn what_is_added_for_one_process_can_be_a_predicate_of_another() {
    let Some(mut z3) = z3() else { return };
    let text = "decl x: 0..3 = *, y: 0..3 = 1, b: bool;\n\
        process P {\n  decl z: 0..2;\n  loc l0, l1, l2;\n  l0 -> l1 when (b || x <= y);\n  l2 -> l0 when x <= y;\n  \
        l0 -> l0 do z := y > 2 ? 2 : y;\n}\n\
        process Q {\n  loc l0, l1, l2;\n  l2 -> l0 when (b && x <= y);\n  l1 -> l0 when x <= y do b := !b;\n  \
        l1 -> l2 when (x == y && x > y - 1);\n  l0 -> l1 when (x <= y && x > y - 1);\n}\n\
        error wrong: P @ l1 && x <= y;\n";
    let [inexact, lacking] = inexact_and_lacking(text, true, &mut z3);
    assert_eq!(inexact, lacking);
    assert!(!lacking.is_empty());
}
