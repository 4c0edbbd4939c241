//! Programs that no explicit engine can start with.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicUsize, Ordering};

use boolprog_base::control::{Control, Progress, Stop, Unlimited};
use boolprog_base::engine::{Ended, Engine, Finding, Outcome};
use boolprog_explore::relations::Limits;
use boolprog_program::program::Program;
use boolprog_symbolic::Valuations;
use boolprog_symbolic::bounded::SymbolicBounded;
use boolprog_symbolic::run::Run;
use boolprog_symbolic::saturation::{Saturation, SymbolicSaturation};

use crate::programs::proof;
use crate::programs::{far_apart, free_globals, free_locals, program, rare_choice, two_orders, wide_choice};

fn saturated(program: &Program, limits: Limits, control: &dyn Control) -> Outcome<Valuations> {
    SymbolicSaturation { limits }.ask(program, &[0], 0, control)
}

fn proved(text: &str) -> Option<Vec<u32>> {
    proof(saturated(&program(text), Limits::default(), &Unlimited)).map(|(properties, _)| properties)
}

fn searched(program: &Program, threads: u32) -> Outcome<Valuations> {
    SymbolicBounded::default().ask(program, &[0], threads, &Unlimited)
}

fn violation(outcome: &Outcome<Valuations>) -> &Run {
    match &outcome.findings[..] {
        [Finding::Violated { property: 0, violation }] => violation,
        _ => panic!("{:?}", outcome.ended),
    }
}

/// `true` if the search has proved the property.
fn is_proved(outcome: Outcome<Valuations>) -> bool {
    assert_eq!(outcome.ended, Ended::Complete);
    proof(outcome).is_some_and(|(properties, _)| properties == [0])
}

#[test]
fn saturation_proves_with_a_hundred_free_globals() {
    assert_eq!(proved(&free_globals(100)), Some(vec![0]));
}

#[test]
fn saturation_proves_with_dozens_of_free_locals() {
    assert_eq!(proved(&free_locals(40)), Some(vec![0]));
}

#[test]
fn search_proves_for_a_fixed_number_of_threads() {
    assert!(is_proved(searched(&program(&wide_choice(40)), 8)));
}

#[test]
fn search_finds_the_one_choice_in_many() {
    let answer = searched(&program(&rare_choice(60)), 8);
    let run = violation(&answer);
    assert_eq!(run.most_alive(), 1, "the choice may be the initial one");
    assert!(run.configurations[0].shared.iter().filter(|value| **value).count() >= 60);
}

/// One thread starts, whatever the bound of the search.
#[test]
fn search_starts_as_many_threads_as_the_program() {
    let created = program(
        "// boolprog: threads = 1\ndecl g := F;\nvoid main() begin\n  start_thread goto L;\n  assert g;\nL: assume F;\nend\n",
    );
    let answer = searched(&created, 3);
    let run = violation(&answer);
    assert_eq!((run.most_alive(), run.actors.len()), (2, 2));
    let once = program(
        "// boolprog: threads = 1\ndecl g := F;\nvoid main() begin\n  start_thread goto L;\n  goto M;\nL: assert !g;\nM: skip;\nend\n",
    );
    let answer = searched(&once, 3);
    assert_eq!(answer.searched, 2);
    assert!(is_proved(answer));
}

#[test]
fn thread_states_are_counted() {
    let saturation = program("decl a, b;\nvoid main() begin\n  decl c := F;\n  skip;\n  c := T;\nend\n");
    let saturation = Saturation::new(&saturation, Limits::default(), &Unlimited).expect("nothing stops it");
    // Two statements and the end, each with four shared valuations.
    assert!((saturation.thread_states() - 12.0).abs() < f64::EPSILON, "{}", saturation.thread_states());
}

#[test]
fn what_is_compared_is_together_in_the_order() {
    assert!(is_proved(searched(&program(&far_apart(60)), 8)));
}

#[test]
fn a_full_table_ends_the_search() {
    let program = program(&two_orders(64));
    for nodes in [0, 1, 100, 1000] {
        let limits = Limits { nodes };
        let outcomes =
            [saturated(&program, limits, &Unlimited), SymbolicBounded { limits }.ask(&program, &[0], 2, &Unlimited)];
        for outcome in outcomes {
            assert_eq!(outcome.ended, Ended::Stopped(Stop::Full), "{nodes} nodes");
        }
    }
}

#[test]
fn the_control_is_obeyed() {
    struct Never;
    impl Control for Never {
        fn poll(&self, _: &Progress) -> Result<(), Stop> {
            Err(Stop::Cancelled)
        }
    }
    let program = program(&free_globals(3));
    assert_eq!(saturated(&program, Limits::default(), &Never).ended, Ended::Stopped(Stop::Cancelled));
}

/// Threads without variables: every combination of places is one set of one valuation.
#[test]
fn places_take_memory() {
    struct Most(AtomicUsize);
    impl Control for Most {
        fn poll(&self, progress: &Progress) -> Result<(), Stop> {
            self.0.fetch_max(progress.bytes, Ordering::Relaxed);
            Ok(())
        }
    }
    let mut text = "void main() begin\n".to_owned();
    for _ in 0..30 {
        writeln!(text, "  skip;").expect("a string takes all");
    }
    let program = program(&(text + "  assert T;\nend\n"));
    let bytes = |threads| {
        let most = Most(AtomicUsize::new(0));
        SymbolicBounded::default().ask(&program, &[0], threads, &most);
        most.0.into_inner()
    };
    assert!(bytes(3) > bytes(1) + 30_usize.pow(3) * 60);
}

#[test]
fn programs_whose_steps_move_others_are_refused() {
    let program = program("void main() begin\n  wait;\n  broadcast;\n  assert T;\nend\n");
    let refused = saturated(&program, Limits::default(), &Unlimited).ended;
    assert!(matches!(refused, Ended::Refused(_)), "{refused:?}");
}

#[test]
fn too_many_variables_are_refused() {
    let refused = saturated(&program(&free_globals(3000)), Limits::default(), &Unlimited).ended;
    assert!(matches!(refused, Ended::Refused(_)), "{refused:?}");
}

/// Operations recurse once per variable: as many as are allowed must fit on the stack of a thread.
#[test]
fn as_many_variables_as_are_allowed_fit_on_the_stack() {
    let globals = (0..499).map(|number| format!("g{number} := F")).collect::<Vec<_>>().join(", ");
    let text =
        format!("// boolprog: threads = 1\ndecl {globals};\nvoid main() begin\n  g0 := !g1;\n  assert g0;\nend\n");
    assert!(is_proved(searched(&program(&text), 1)));
}
