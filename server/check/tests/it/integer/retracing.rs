//! Traces that are followed through an edited program.

use std::sync::Arc;

use boolprog_check::integer::{self, Verdict};
use boolprog_trace::document::TraceDocument;
use boolprog_trace::retrace::Retraced;

use super::{check, model};

/// Three clients, two numbers.
const FEW: &str = "
decl next: 0..1, called: 0..1;
process Client[3] {
  decl mine: 0..1 = *;
  loc away, waiting, inside;
  away -> waiting do mine := next, next := (next + 1) % 2;
  waiting -> inside when mine == called;
  inside -> away do called := (called + 1) % 2;
}
error together: count(Client @ inside) >= 2;
";

/// The first counterexample.
fn counterexample(text: &str) -> TraceDocument {
    let report = check(text);
    let found = report.properties.iter().find_map(|property| match &property.verdict {
        Verdict::Violated(violation) => Some(violation.trace().as_ref().clone()),
        _ => None,
    });
    found.expect("a violation")
}

/// What became of the counterexample to a text after an edit, as a sentence; what still fails was executed again.
fn became(text: &str, old: &str, new: &str) -> String {
    let trace = counterexample(text);
    let edited = text.replace(old, new);
    assert!(old == new || edited != text, "{old} is not there");
    let became = integer::retrace(&model(&edited), &trace).expect("the document is sound");
    if let Retraced::StillFails(again) = &became {
        assert_eq!(again.walk(|_, _| {}), Ok(()));
        assert_eq!((&again.property.id, again.steps.len()), (&trace.property.id, trace.steps.len()));
    }
    became.to_string()
}

#[test]
fn a_trace_is_followed_through_an_edited_program() {
    assert_eq!(became(FEW, "", ""), "It still fails.");
    assert_eq!(became(FEW, "  away ->", "  // Comes.\n  away\n    ->"), "It still fails.");
    assert_eq!(became(FEW, "decl next", "decl new: int; decl next"), "It still fails.");
    assert_eq!(became(FEW, "when mine == called", "when mine <= called && next >= 0"), "It still fails.");
    assert_eq!(
        became(FEW, "when mine == called", "when mine == called && count(Client @ inside) == 0"),
        "It can no longer be executed at step 5: the guard of `waiting -> inside when mine == called && \
         count(Client @ inside) == 0` does not hold."
    );
    assert_eq!(became(FEW, "[3]", "[2]"), "It can no longer be executed at step 3: there is no Client[2] any more.");
    assert_eq!(
        became(FEW, "  waiting -> inside when mine == called;\n", ""),
        "It can no longer be executed at step 4: Client[0] has no edge `waiting -> inside when mine == called` any more."
    );
    assert_eq!(became(FEW, ">= 2", ">= 3"), "It can still be executed, but nothing is violated at its end.");
    assert_eq!(became(FEW, "together", "never"), "What it violates is not in the program any more.");
}

#[test]
fn a_trace_to_a_value_that_does_not_exist_is_followed_too() {
    let text = "decl x: 0..3, y: int; process P { loc a; a -> a do y := input(1..2); x := x + y; }";
    assert_eq!(became(text, "", ""), "It still fails.");
    assert_eq!(became(text, "0..3", "0..9"), "It can still be executed, but nothing is violated at its end.");
    assert_eq!(
        became(text, "a -> a do", "a -> a when x > 5 do"),
        "It can no longer be executed at step 1: the guard of `a -> a when x > 5 do y := input(1..2); x := x + y` does \
         not hold."
    );
}

#[test]
fn a_trace_whose_threads_count_from_zero_is_no_reason_to_panic() {
    let mut trace = counterexample(FEW);
    let all = trace.initial.threads.iter_mut().chain(trace.steps.iter_mut().flat_map(|step| &mut step.threads));
    all.for_each(|thread| Arc::make_mut(thread).number -= 1);
    trace.steps.iter_mut().for_each(|step| step.thread -= 1);
    trace.property.thread -= 1;
    let became = integer::retrace(&model(FEW), &trace).expect("the document is sound");
    assert_eq!(
        became.to_string(),
        "It can no longer be executed at step 1: there is no instance with number 0 any more."
    );
}
