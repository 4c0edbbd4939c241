//! Programs that no explicit engine can start with.

use boolprog_base::control::{Control, Progress, Stop, Unlimited};
use boolprog_explore::relations::Limits;
use boolprog_program::program::Program;
use boolprog_symbolic::Undecided;
use boolprog_symbolic::bounded::{Answer, Question, search};
use boolprog_symbolic::saturation::{Saturation, prove};

use crate::programs::{far_apart, free_globals, free_locals, program, rare_choice, two_orders, wide_choice};

fn proved(text: &str) -> Result<Option<Vec<u32>>, Undecided> {
    let proof = prove(&program(text), &[0], Limits::default(), &Unlimited)?;
    Ok(proof.map(|proof| proof.properties))
}

fn searched(program: &Program, threads: u32) -> Answer {
    search(program, &Question { properties: vec![0], threads }, Limits::default(), &Unlimited)
}

fn proved_by(answer: &Answer) -> Option<&[u32]> {
    answer.proof.as_ref().map(|proof| proof.properties.as_slice())
}

#[test]
fn saturation_proves_with_a_hundred_free_globals() {
    assert_eq!(proved(&free_globals(100)), Ok(Some(vec![0])));
}

#[test]
fn saturation_proves_with_dozens_of_free_locals() {
    assert_eq!(proved(&free_locals(40)), Ok(Some(vec![0])));
}

#[test]
fn search_proves_for_a_fixed_number_of_threads() {
    let answer = searched(&program(&wide_choice(40)), 8);
    assert_eq!((proved_by(&answer), answer.violations.len(), &answer.undecided), (Some(&[0][..]), 0, &None));
}

#[test]
fn search_finds_the_one_choice_in_many() {
    let answer = searched(&program(&rare_choice(60)), 8);
    let (property, run) = &answer.violations[0];
    assert_eq!((*property, run.most_alive()), (0, 1), "the choice may be the initial one");
    assert!(run.configurations[0].shared.iter().filter(|value| **value).count() >= 60);
}

/// One thread starts, however many the search goes up to.
#[test]
fn search_starts_as_many_threads_as_the_program() {
    let created = program(
        "// boolprog: threads = 1\ndecl g := F;\nvoid main() begin\n  start_thread goto L;\n  assert g;\nL: assume F;\nend\n",
    );
    let (property, run) = &searched(&created, 3).violations[0];
    assert_eq!((*property, run.most_alive(), run.actors.len()), (0, 2, 2));
    let once = program(
        "// boolprog: threads = 1\ndecl g := F;\nvoid main() begin\n  start_thread goto L;\n  goto M;\nL: assert !g;\nM: skip;\nend\n",
    );
    let answer = searched(&once, 3);
    assert_eq!((proved_by(&answer), answer.searched, &answer.undecided), (Some(&[0][..]), 2, &None));
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
    let answer = searched(&program(&far_apart(60)), 8);
    assert_eq!((proved_by(&answer), &answer.undecided), (Some(&[0][..]), &None));
}

#[test]
fn a_full_table_is_a_lack_of_memory() {
    let stopped = Undecided::Stopped(Stop::Memory);
    for nodes in [0, 1, 100, 1000, 20_000] {
        let limits = Limits { nodes };
        assert_eq!(prove(&program(&two_orders(64)), &[0], limits, &Unlimited), Err(stopped.clone()), "{nodes} nodes");
        let question = Question { properties: vec![0], threads: 2 };
        let answer = search(&program(&two_orders(64)), &question, limits, &Unlimited);
        assert_eq!(answer.undecided, Some(stopped.clone()), "{nodes} nodes");
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
    assert_eq!(prove(&program, &[0], Limits::default(), &Never), Err(Undecided::Stopped(Stop::Cancelled)));
}

#[test]
fn programs_whose_steps_move_others_are_refused() {
    let program = program("void main() begin\n  wait;\n  broadcast;\n  assert T;\nend\n");
    let refused = prove(&program, &[0], Limits::default(), &Unlimited);
    assert!(matches!(refused, Err(Undecided::Refused(_))), "{refused:?}");
}

#[test]
fn too_many_variables_are_refused() {
    let refused = proved(&free_globals(3000));
    assert!(matches!(refused, Err(Undecided::Refused(_))), "{refused:?}");
}

/// Operations recurse once per variable: as many as are allowed must fit on the stack of a thread.
#[test]
fn as_many_variables_as_are_allowed_fit_on_the_stack() {
    let globals = (0..499).map(|number| format!("g{number} := F")).collect::<Vec<_>>().join(", ");
    let text =
        format!("// boolprog: threads = 1\ndecl {globals};\nvoid main() begin\n  g0 := !g1;\n  assert g0;\nend\n");
    let answer = searched(&program(&text), 1);
    assert_eq!((proved_by(&answer), &answer.undecided), (Some(&[0][..]), &None));
}
