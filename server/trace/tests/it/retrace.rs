//! What became of a trace after an edit of its program.

use std::sync::Arc;

use boolprog_program::lower::properties;
use boolprog_program::program::PropertyKind;
use boolprog_program::reading::ReadingOptions;
use boolprog_trace::Subject;
use boolprog_trace::document::{StepDocument, ThreadDocument, TraceDocument};
use boolprog_trace::naive;
use boolprog_trace::replay::replay;
use boolprog_trace::retrace::{Goal, Present, Retraced, retrace};

use crate::common::Program;

/// Two threads that can both get inside, and a choice that matters.
const TEXT: &str = "\
decl lock := F, inside := F;
void main() begin
  decl chosen;
  start_thread worker;
  chosen := *;
  assume chosen;
  call_me();
  assert !inside;
end
void call_me() begin
  skip;
end
void worker() begin
  lock := T;
  inside := T;
  lock := F;
end
";

fn traced(text: &str) -> TraceDocument {
    let program = Program::new(text, &ReadingOptions::default());
    let interpreter = program.interpreter();
    let found = naive::reachable(&interpreter, 3, 20_000);
    let violated = found.violated.first().expect("it is violated");
    let run = found.run_to(&interpreter, violated).expect("a violation has a run");
    let trace = replay(&interpreter, run).expect("it is a run");
    let properties = properties(&program.file, &program.reading);
    let property = properties.iter().find(|property| property.site == violated.site).expect("a property");
    let subject = Subject {
        text,
        path: "program.bp",
        hash: "",
        property_id: "assert-1",
        property_name: &property.name,
        property_span: property.span,
        guarantee: "fewest threads, then fewest steps",
    };
    trace.to_document(&interpreter, &subject)
}

fn retraced(document: &TraceDocument, text: &str) -> Retraced {
    let program = Program::new(text, &ReadingOptions::default());
    let properties = properties(&program.file, &program.reading);
    let ids: Vec<String> = (1..=properties.len()).map(|number| format!("assert-{number}")).collect();
    let goals: Vec<Goal<'_>> = properties
        .iter()
        .zip(&ids)
        .map(|(found, id)| Goal { id, kind: found.kind, name: &found.name, site: found.site, span: found.span })
        .collect();
    let Program { file, names, reading } = &program;
    let present = Present { text, path: "now.bp", file, names, reading, goals: &goals };
    let retraced = retrace(document, &present).expect("the document is sound");
    if let Retraced::StillFails(document) = &retraced {
        assert_is_run(&program, text, document);
    }
    retraced
}

/// A document that is told to be a trace of a text is one.
fn assert_is_run(program: &Program, text: &str, document: &TraceDocument) {
    let sites = boolprog_trace::document::site_ranges(text, &program.file);
    let configurations = document.configurations(&sites).expect("its places are there");
    let (mut interpreter, thread) = (program.interpreter(), document.property.thread);
    let last = configurations.last().expect("there is a state");
    let kind = if document.property.kind == boolprog_trace::document::PropertyKind::Assert {
        PropertyKind::Assert
    } else {
        PropertyKind::Label
    };
    if document.property.kind == boolprog_trace::document::PropertyKind::Place {
        let position = last.position(thread).expect("the thread is there");
        interpreter = interpreter.asking_for(last.threads[position].innermost().expect("an activation").site);
    }
    let violations = interpreter.violations(last);
    let violation = violations.into_iter().find(|found| found.kind == kind && found.thread == thread);
    let actors = document.steps.iter().map(|step| step.thread).collect();
    let violation = violation.expect("something is violated at the end");
    let run = boolprog_trace::replay::ClaimedRun { configurations, actors, violation };
    assert_eq!(replay(&interpreter, run).err(), None);
}

/// What is said of the trace after some replacements in its program, and how many steps it has now.
fn edited(edits: &[(&str, &str)]) -> (String, Option<usize>) {
    let mut text = TEXT.to_owned();
    for (from, to) in edits {
        assert!(text.contains(from), "{from}");
        text = text.replace(from, to);
    }
    let retraced = retraced(&traced(TEXT), &text);
    let steps = match &retraced {
        Retraced::StillFails(trace) => Some(trace.steps.len()),
        _ => None,
    };
    (retraced.to_string(), steps)
}

#[test]
fn the_same_text_still_fails_in_the_same_way() {
    let document = traced(TEXT);
    let Retraced::StillFails(again) = retraced(&document, TEXT) else { panic!("it still fails") };
    assert_eq!(
        (&again.steps, &again.initial, &again.property),
        (&document.steps, &document.initial, &document.property)
    );
}

#[test]
fn harmless_edits_do_not_matter() {
    let steps = traced(TEXT).steps.len();
    let harmless: [&[(&str, &str)]; 8] = [
        &[("decl lock", "// a comment\n\ndecl lock")],
        &[("lock := T", "/* why */ lock:=T"), ("assume chosen", "assume\n  chosen")],
        &[("chosen", "picked")],
        &[("inside", "within"), ("lock", "mutex")],
        &[("worker", "helper"), ("call_me", "ask_me")],
        &[("lock := F, inside := F", "inside := F, unused, lock := F")],
        &[("assert !inside", "assert !(inside)")],
        &[("lock := F;\nend", "lock := *;\n lock := F;\nend")],
    ];
    for edits in harmless {
        assert_eq!(edited(edits), ("It still fails.".to_owned(), Some(steps)), "{edits:?}");
    }
}

#[test]
fn statements_come_and_go() {
    let steps = traced(TEXT).steps.len();
    let edits: [(&str, &str, usize); 5] = [
        ("  lock := T;\n", "", steps - 1),
        ("  chosen := *;\n", "", steps - 1),
        ("  skip;\n", "  lock := lock;\n  skip;\n", steps + 1),
        ("  inside := T;", "  if (lock) then inside := T; fi", steps + 1),
        ("  assert !inside;", "  assume T;\n  assert !inside;", steps + 1),
    ];
    for (from, to, expected) in edits {
        assert_eq!(edited(&[(from, to)]), ("It still fails.".to_owned(), Some(expected)), "{from} -> {to}");
    }
}

#[test]
fn what_is_mended_is_told() {
    let document = traced(TEXT);
    let number = |text: &str| document.steps.iter().position(|step| step.text == text).expect("a step") + 1;
    let inside = number("inside := T");
    let edits = [
        ("inside := T", "inside := F", "It can still be executed, but nothing is violated at its end.".to_owned()),
        ("  assert !inside;\n", "", "What it violates is not in the program any more.".to_owned()),
        (
            "  inside := T;",
            "  assume !lock;\n  inside := T;",
            format!("It can no longer be executed at step {inside}: T2 cannot go on: `assume !lock` is false."),
        ),
        (
            "  start_thread worker;\n",
            "",
            format!("It can no longer be executed at step {}: T2 was not started.", number("lock := T")),
        ),
        (
            "  chosen := *;",
            "  chosen := F;",
            format!(
                "It can no longer be executed at step {}: T1 cannot go on: `assume chosen` is false.",
                number("assume chosen")
            ),
        ),
        (
            "decl lock",
            "// boolprog: threads = 2\ndecl lock",
            "It can no longer be executed: 2 threads start in `main` now, and the trace starts with 1.".to_owned(),
        ),
        (
            "assume chosen",
            "assume chosen & !chosen",
            format!(
                "It can no longer be executed at step {}: T1 cannot go on: `assume chosen & !chosen` is false.",
                number("assume chosen")
            ),
        ),
        (
            "  lock := T;",
            "  goto L;\n  lock := T;\n  L:",
            format!(
                "It can no longer be executed at step {}: T2 has ended and did not get to `lock := T`.",
                number("lock := T")
            ),
        ),
    ];
    for (from, to, expected) in edits {
        assert_eq!(edited(&[(from, to)]), (expected, None), "{from} -> {to}");
    }
}

#[test]
fn a_recorded_choice_is_taken_first_and_others_then() {
    let text = "decl a, b, c, d;\nvoid main() begin\n a, b := *, *;\n c, d := *, *;\n assert !(a & c);\nend\n";
    let mut document = traced(text);
    let other = |steps: &mut Vec<StepDocument>| steps[0].shared.retain(|(variable, _)| *variable != 0);
    let Retraced::StillFails(again) = retraced(&document, text) else { panic!("it still fails") };
    assert_eq!(again.steps, document.steps);
    document.initial.shared = vec![false.into(); 4];
    other(&mut document.steps);
    assert!(matches!(retraced(&document, text), Retraced::StillFails(_)));
}

#[test]
fn endless_loops_and_wide_choices_come_to_an_end() {
    let looping = TEXT.replace("  lock := T;", "  while (*) do lock := !lock; od\n  lock := T & inside;");
    retraced(&traced(TEXT), &looping);
    let names: Vec<String> = (0..40).map(|number| format!("n{number}")).collect();
    let wide = TEXT.replace("decl lock", &format!("decl {};\ndecl lock", names.join(", ")));
    assert_eq!(retraced(&traced(TEXT), &wide).to_string(), "It still fails.");
    let mended = wide.replace("inside := T;", "assume !lock; inside := T;");
    assert!(matches!(retraced(&traced(TEXT), &mended), Retraced::Undecided { .. }));
}

#[test]
fn nonsense_is_no_reason_to_panic() {
    let sound = traced(TEXT);
    let thread = Arc::new(ThreadDocument { number: 7, ..(*sound.initial.threads[0]).clone() });
    let damages: [&dyn Fn(&mut TraceDocument); 6] = [
        &|document| document.initial.threads.clear(),
        &|document| document.initial.threads.push(Arc::clone(&thread)),
        &|document| document.steps.clear(),
        &|document| document.property.thread = 2,
        &|document| document.steps.iter_mut().for_each(|step| step.text.clear()),
        &|document| document.steps.iter_mut().for_each(|step| step.text = "…".to_owned()),
    ];
    let program = Program::new(TEXT, &ReadingOptions::default());
    for kind in [
        boolprog_trace::document::PropertyKind::Assert,
        boolprog_trace::document::PropertyKind::Label,
        boolprog_trace::document::PropertyKind::Place,
    ] {
        for damage in damages {
            let mut document = sound.clone();
            document.property.kind = kind;
            damage(&mut document);
            let Program { file, names, reading } = &program;
            let present = Present { text: TEXT, path: "", file, names, reading, goals: &[] };
            if document.states().is_ok() {
                retraced(&document, TEXT);
            }
            let _ = retrace(&document, &present);
        }
    }
}
