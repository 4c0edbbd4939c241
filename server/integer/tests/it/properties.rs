//! Laws for every program: random ones, and those of the project.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use boolprog_base::control::Unlimited;
use boolprog_base::{Random, Severity};
use boolprog_integer::explicit::{Options, Order, Verdict, replay, search};
use boolprog_integer::format::format;
use boolprog_integer::slice::slice;
use boolprog_integer::syntax::parse;
use boolprog_integer::{
    Environment, Formula, InputBound, Instantiation, OnRange, State, System, Term, check, instantiate,
};
use proptest::prelude::{ProptestConfig, any, proptest};

use crate::common::{program, scattered};

fn system(text: &str) -> System {
    let parsed = parse(text);
    assert_eq!(parsed.diagnostics, [], "{text}");
    let errors = check(&parsed.file).into_iter().filter(|found| found.severity == Severity::Error);
    assert_eq!(errors.collect::<Vec<_>>(), [], "{text}");
    instantiate(&parsed.file, &Instantiation { on_range: OnRange::Wrap, ..Instantiation::default() })
        .expect("no errors")
}

/// The reachable states with their distance from the start, by the definitions.
fn reachable(system: &System) -> Option<BTreeMap<State, usize>> {
    let mut distances = BTreeMap::new();
    let mut waiting = VecDeque::new();
    for start in system.initial_states(InputBound(1)).filter_map(Result::transpose) {
        let start = start.ok()?;
        distances.insert(start.clone(), 0);
        waiting.push_back(start);
    }
    while let Some(state) = waiting.pop_front() {
        let distance = distances[&state] + 1;
        for successor in system.successors(&state, InputBound(1)) {
            let next = successor.state.ok()?;
            if !distances.contains_key(&next) {
                distances.insert(next.clone(), distance);
                waiting.push_back(next);
            }
        }
    }
    Some(distances)
}

fn violates(system: &System, property: usize, state: &State) -> bool {
    system.properties[property].error.evaluate(&Environment::of(state)) == Ok(true)
}

fn formulas(system: &System) -> impl Iterator<Item = &Formula> {
    let guards = system.transitions.iter().flat_map(|transition| &transition.guard);
    guards.chain(system.properties.iter().map(|property| &property.error)).chain(&system.initial)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn search_finds_what_is_reachable_and_nothing_else(seed in any::<u64>()) {
        let system = system(&program(&mut Random::new(seed)));
        let reachable = reachable(&system);
        for order in [Order::BreadthFirst, Order::RandomDepthFirst { seed }] {
            let findings = search(&system, Options { order, inputs: InputBound(1), ..Options::default() }, &Unlimited);
            let Some(reachable) = &reachable else {
                assert!(findings.fault.is_some() || findings.verdicts.iter().all(|v| matches!(v, Verdict::Violated(_))));
                continue;
            };
            for (property, verdict) in findings.verdicts.iter().enumerate() {
                let wrong = reachable.iter().filter(|(state, _)| violates(&system, property, state));
                match (verdict, wrong.map(|(_, distance)| *distance).min()) {
                    (Verdict::Proved, None) => {}
                    (Verdict::Violated(run), Some(distance)) => {
                        assert_eq!(replay(&system, run, property), Ok(()));
                        assert!(order != Order::BreadthFirst || run.steps.len() == distance);
                    }
                    (verdict, distance) => panic!("{verdict:?}, but {distance:?}"),
                }
            }
        }
    }

    #[test]
    fn a_slice_has_the_verdicts_of_the_whole(seed in any::<u64>()) {
        let whole = system(&program(&mut Random::new(seed)));
        let slice = slice(&whole);
        let options = Options { inputs: InputBound(1), ..Options::default() };
        let findings = search(&slice.system, options, &Unlimited);
        let of_whole = search(&whole, options, &Unlimited);
        if findings.fault.is_some() || of_whole.fault.is_some() {
            return Ok(());
        }
        for (property, (of_slice, of_whole)) in findings.verdicts.iter().zip(&of_whole.verdicts).enumerate() {
            match (of_slice, of_whole) {
                (Verdict::Proved, Verdict::Proved) => {}
                (Verdict::Violated(run), Verdict::Violated(shortest)) => {
                    assert_eq!(run.steps.len(), shortest.steps.len());
                    let lifted = slice.lift(&whole, run).expect("no faults");
                    assert_eq!(replay(&whole, &lifted, property), Ok(()));
                }
                (of_slice, of_whole) => panic!("{of_slice:?} of the slice, {of_whole:?} of the whole"),
            }
        }
    }

    #[test]
    fn what_is_printed_reads_the_same(seed in any::<u64>()) {
        let text = program(&mut Random::new(seed));
        let known = system(&text);
        for formula in formulas(&known) {
            let printed = known.print_formula(formula).to_string();
            // A formula of guards may name variables of its instance: with their process they are valid anywhere.
            let again = system(&format!("{text}\nerror again: {printed};"));
            let read = &again.properties.last().expect("there is one").error;
            assert_eq!(again.print_formula(read).to_string(), printed, "{text}");
            assert_eq!(read.fold(None), formula.fold(None), "{printed}");
        }
    }

    #[test]
    fn the_weakest_precondition_holds_iff_the_condition_holds_after_the_step(seed in any::<u64>()) {
        let system = system(&program(&mut Random::new(seed)));
        let Some(start) = system.initial_states(InputBound(1)).flatten().flatten().next() else { return Ok(()) };
        let mut state = start;
        let mut random = Random::new(seed);
        for _ in 0..20 {
            let successors: Vec<_> =
                system.successors(&state, InputBound(1)).filter(|next| next.state.is_ok()).collect();
            if successors.is_empty() {
                break;
            }
            let taken = &successors[random.below(successors.len())];
            let next = taken.state.clone().expect("defined");
            let transition = &system.transitions[taken.transition as usize];
            let before = Environment { state: &state, inputs: &taken.inputs };
            for formula in formulas(&system) {
                let mut locations = Vec::from(&*next.locations);
                // The locations are those after the step; only the variables are substituted.
                let behind = formula.fold(Some(&locations));
                if let Ok(value) = behind.evaluate(&Environment::of(&next)) {
                    assert_eq!(behind.substitute(&transition.update).evaluate(&before), Ok(value));
                }
                locations.clear();
            }
            state = next;
        }
    }

    #[test]
    fn formatting_changes_blanks_only_and_is_stable(seed in any::<u64>()) {
        let mut random = Random::new(seed);
        let text = scattered(&program(&mut random), &mut random);
        let once = format(&text, "  ").expect("no syntax errors");
        let bare = |text: &str| text.split_whitespace().collect::<String>();
        assert_eq!(bare(&once), bare(&text));
        assert_eq!(format(&once, "  ").as_ref(), Some(&once), "{text}");
        assert_eq!(parse(&once).file.comments.len(), parse(&text).file.comments.len());
    }

    #[test]
    fn no_text_makes_the_parser_or_the_checks_fail(seed in any::<u64>()) {
        let mut random = Random::new(seed);
        let mut text = program(&mut random).into_bytes();
        for _ in 0..3 {
            let at = random.below(text.len() + 1);
            match random.below(3) {
                0 => text.truncate(at),
                1 if at < text.len() => drop(text.remove(at)),
                _ => text.insert(at, b";{}()=,@#x1*"[random.below(12)]),
            }
        }
        let text = String::from_utf8_lossy(&text).into_owned();
        let parsed = parse(&text);
        check(&parsed.file);
    }
}

/// The terms of the language are rich enough for the tests above to mean something.
#[test]
fn random_programs_are_rich() {
    let mut kinds = BTreeSet::new();
    for seed in 0..50 {
        let system = system(&program(&mut Random::new(seed)));
        for transition in &system.transitions {
            kinds.extend(transition.choices.iter().map(|_| "choice"));
            kinds.extend(transition.update.formulas.keys().map(|_| "truth"));
            for term in transition.update.terms.values() {
                kinds.insert(match term {
                    Term::Conditional(..) => "conditional",
                    Term::Binary(..) => "binary",
                    _ => "other",
                });
            }
        }
    }
    assert!(kinds.len() >= 4, "{kinds:?}");
}
