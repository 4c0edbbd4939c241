//! Possible next steps.

use boolprog_program::reading::ReadingOptions;
use boolprog_trace::configuration::Configuration;
use boolprog_trace::interpreter::Interpreter;
use boolprog_trace::simulation::{alternatives, alternatives_of_thread, default_alternative, start_near, violated_by};

use crate::common::Program;

fn with(text: &str, check: impl FnOnce(&Interpreter<'_>, Configuration)) {
    let program = Program::new(text, &ReadingOptions::default());
    let interpreter = program.interpreter();
    let start = interpreter.initial(2).next().expect("there is a start");
    check(&interpreter, start);
}

#[test]
fn ways_to_go_on_are_listed_thread_by_thread_with_what_fails_last() {
    with("decl x := F;\nvoid main() begin\n  assert x | *;\nend\n", |interpreter, start| {
        let all: Vec<_> = alternatives(interpreter, &start, 2).collect();
        let found: Vec<_> = all.iter().map(|found| (found.step.thread, found.fails)).collect();
        assert_eq!(found, [(1, false), (1, true), (2, false), (2, true)]);
        let violated = violated_by(interpreter, &start, &all[3]).expect("it fails");
        assert_eq!(violated.thread, 2);
        assert_eq!(violated_by(interpreter, &start, &all[2]), None);
    });
}

#[test]
fn the_thread_that_acted_last_continues_by_default() {
    with("decl x := F;\nvoid main() begin\n  x := *;\n  assume x;\nend\n", |interpreter, start| {
        let default = |at: &Configuration, acted| default_alternative(interpreter, at, 2, acted);
        let first = default(&start, None).expect("a step");
        assert_eq!((first.step.thread, first.next.shared.as_slice()), (1, &[false][..]));
        assert_eq!(default(&start, Some(2)).map(|found| found.step.thread), Some(2));
        // The first thread is blocked by its choice.
        assert_eq!(default(&first.next, Some(1)).map(|found| found.step.thread), Some(2));
        assert_eq!(alternatives_of_thread(interpreter, &first.next, 2, 1).next(), None);
        assert_eq!(alternatives_of_thread(interpreter, &start, 2, 7).next(), None);
    });
}

#[test]
fn a_start_has_the_wanted_values_that_the_program_leaves_open() {
    let text = "decl x, y := F;\nvoid main() begin\n  decl z;\n  skip;\nend\n";
    with(text, |interpreter, _| {
        let wanted = |thread: Option<u32>, name: &str| Some(name != "z" || thread == Some(2));
        let start = start_near(interpreter, 2, wanted).expect("there is a start");
        let locals: Vec<_> =
            start.threads.iter().map(|thread| thread.innermost().expect("it lives").values[0]).collect();
        assert_eq!((start.shared.as_slice(), locals.as_slice()), (&[true, false][..], &[false, true][..]));
    });
}

#[test]
fn an_error_label_is_violated_when_it_is_reached_and_not_later() {
    with("void main() begin\n  skip;\n  ERROR: skip;\n  skip;\nend\n", |interpreter, start| {
        let step = |at: &Configuration| alternatives_of_thread(interpreter, at, 2, 1).next().expect("a step");
        let there = step(&start);
        assert!(violated_by(interpreter, &start, &there).is_some());
        let other = alternatives_of_thread(interpreter, &there.next, 2, 2).next().expect("a step");
        assert_eq!(violated_by(interpreter, &there.next, &other).map(|found| found.thread), Some(2));
        assert_eq!(violated_by(interpreter, &there.next, &step(&there.next)), None);
    });
}

#[test]
fn a_constraint_over_very_many_values_does_not_take_for_ever() {
    let names: Vec<String> = (0..40).map(|number| format!("n{number}")).collect();
    let (all, any) = (names.join(", "), vec!["*"; 40].join(", "));
    let text = format!("decl {all} := F;\nvoid main() begin\n  {all} := {any} constrain F;\nend\n");
    with(&text, |interpreter, start| {
        let mut start = start;
        start.shared.fill(false);
        assert_eq!(alternatives(interpreter, &start, 2).next(), None);
    });
}
