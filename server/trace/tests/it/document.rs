//! From a claimed run to a saved trace and back.

use boolprog_base::Span;
use boolprog_naive::{self as naive, Violated};
use boolprog_program::program::PropertyKind;
use boolprog_program::reading::ReadingOptions;
use boolprog_trace::Subject;
use boolprog_trace::document::{
    Damage, DocumentError, StateDocument, ThreadChange, TraceDocument, Value, program_hash,
};
use boolprog_trace::interpreter::{Interpreter, Obstacle};
use boolprog_trace::replay::{ClaimedRun, ReplayError, Trace, replay};

use crate::common::Program;

const TEXT: &str = "\
decl lock := F;
decl thread_local mine := F;
void main() begin
  start_thread worker(T);
  atomic_begin;
  lock := T;
  atomic_end;
end_thread;
end
void worker(p) begin
  decl l := F;
  l := lock & p;   // old value
  assert !l |
    mine;
end
";

fn shortest(interpreter: &Interpreter<'_>) -> (Violated, ClaimedRun) {
    let found = naive::reachable(interpreter, 2, 10_000);
    let violated = found.violated.first().expect("it is violated").clone();
    let run = found.run_to(interpreter, &violated).expect("a violation has a run");
    (violated, run)
}

fn with_run(check: impl FnOnce(&Interpreter<'_>, ClaimedRun)) {
    let program = Program::new(TEXT, &ReadingOptions::default());
    let interpreter = program.interpreter();
    let (_, run) = shortest(&interpreter);
    check(&interpreter, run);
}

fn document() -> TraceDocument {
    let program = Program::new(TEXT, &ReadingOptions::default());
    let interpreter = program.interpreter();
    let (violated, run) = shortest(&interpreter);
    let trace = replay(&interpreter, run).expect("it is a run");
    export(&trace, &interpreter, program.file.sites[violated.site.0 as usize].span)
}

fn export(trace: &Trace, interpreter: &Interpreter<'_>, span: Span) -> TraceDocument {
    let subject = Subject {
        text: TEXT,
        path: "lock.bp",
        hash: "0123456789abcdef",
        property_id: "assert-1",
        property_name: "!l | mine",
        property_span: span,
        guarantee: "fewest threads, then fewest steps",
    };
    trace.to_document(interpreter, &subject)
}

#[test]
fn document_says_what_happened() {
    let document = document();
    let texts: Vec<&str> = document.steps.iter().map(|step| step.text.as_str()).collect();
    assert_eq!(
        texts,
        ["start_thread worker(T)", "atomic_begin", "lock := T", "atomic_end", "l := lock & p", "assert !l | mine"]
    );
    assert_eq!(document.steps[0].created, Some(2));
    assert_eq!(document.steps[1].atomic, Some(1));
    assert_eq!(document.steps[2].shared, [(0, Value::Truth(true))]);
    assert_eq!(document.steps[3].atomic, None);
    assert_eq!((document.threads_needed, document.context_switches), (2, 1));
    assert_eq!((document.threads.as_str(), document.property.thread), ("1", 2));
    let range = document.property.range;
    assert_eq!((range.line, range.column, range.end_line, range.end_column), (13, 3, 14, 9));
}

#[test]
fn document_survives_json() {
    let document = document();
    let json = serde_json::to_string(&document).expect("it is plain data");
    assert_eq!(serde_json::from_str::<TraceDocument>(&json).expect("it was just written"), document);
}

fn values(truths: &[bool]) -> Vec<Value> {
    truths.iter().copied().map(Value::from).collect()
}

#[test]
fn states_are_those_of_the_trace() {
    with_run(|interpreter, run| {
        let configurations = run.configurations.clone();
        let trace = replay(interpreter, run).expect("it is a run");
        let states = export(&trace, interpreter, Span::default()).states().expect("it is undamaged");
        assert_eq!(states.len(), configurations.len());
        for (state, configuration) in states.iter().zip(&configurations) {
            let StateDocument { shared, atomic, threads } = state;
            assert_eq!((shared, atomic), (&values(&configuration.shared), &configuration.atomic));
            assert_eq!(threads.len(), configuration.threads.len());
            for (shown, thread) in threads.iter().zip(&configuration.threads) {
                assert_eq!((shown.number, &shown.thread_local), (thread.number, &values(&thread.thread_local)));
                let found = shown.frames.iter().map(|frame| (frame.procedure, frame.values.clone()));
                let expected = thread.frames.iter().map(|frame| (frame.procedure.0, values(&frame.values)));
                assert_eq!(found.collect::<Vec<_>>(), expected.collect::<Vec<_>>());
            }
        }
    });
}

/// The result of reading a document after `damage` was done to it.
fn damaged(damage: impl FnOnce(&mut TraceDocument)) -> DocumentError {
    let mut document = document();
    damage(&mut document);
    document.states().expect_err("it is damaged")
}

fn thread(document: &mut TraceDocument) -> &mut ThreadChange {
    &mut document.steps[4].threads[0]
}

fn in_step(step: usize, damage: Damage) -> DocumentError {
    DocumentError::Step { step, damage }
}

#[test]
fn a_document_of_another_version_is_rejected_by_its_schema() {
    let mut json = serde_json::to_value(document()).expect("plain data");
    json["schema"] = "boolprog-trace/1".into();
    json["property"]["kind"] = "place".into();
    let expected = Err(DocumentError::Schema("boolprog-trace/1".to_owned()));
    assert_eq!(TraceDocument::read_value(&json), expected);
    assert_eq!(TraceDocument::read(&json.to_string()), expected);
}

#[test]
fn the_version_before_is_read_as_this_one() {
    let written = document();
    let mut json = serde_json::to_value(&written).expect("plain data");
    json["schema"] = "boolprog-trace/2".into();
    assert_eq!(TraceDocument::read_value(&json), Ok(written.clone()));
    assert_eq!(TraceDocument::read(&json.to_string()), Ok(written));
}

#[test]
fn a_trace_says_of_which_kind_of_program_it_is() {
    let written = document();
    let mut json = serde_json::to_value(&written).expect("plain data");
    assert_eq!(TraceDocument::read_value(&json), Ok(written));
    json.as_object_mut().expect("an object").remove("kind");
    let missing = DocumentError::Unreadable("missing field `kind`".to_owned());
    assert_eq!(TraceDocument::read_value(&json), Err(missing));
}

#[test]
fn damage_is_named() {
    assert_eq!(damaged(|d| d.schema = "other/9".into()), DocumentError::Schema("other/9".into()));
    assert_eq!(damaged(|d| d.steps[2].shared[0].0 = 7), in_step(3, Damage::Shared(7)));
    assert_eq!(damaged(|d| d.steps[0].thread = 9), in_step(1, Damage::NoThread(9)));
    assert_eq!(damaged(|d| d.steps[1].atomic = Some(5)), in_step(2, Damage::NoThread(5)));
    assert_eq!(damaged(|d| d.steps[0].created = None), in_step(1, Damage::NoThread(2)));
    assert_eq!(damaged(|d| d.steps[0].created = Some(1)), in_step(1, Damage::NotNew(1)));
    assert_eq!(damaged(|d| d.steps[1].ended = Some(3)), in_step(2, Damage::NoThread(3)));
    assert_eq!(damaged(|d| thread(d).frames.clear()), in_step(5, Damage::NoFrames(2)));
    assert_eq!(damaged(|d| thread(d).kept = 2), in_step(5, Damage::Kept(2)));
    assert_eq!(damaged(|d| d.steps[0].threads[1].kept = 1), in_step(1, Damage::Kept(2)));
    assert_eq!(damaged(|d| thread(d).frames[0].procedure = 2), in_step(5, Damage::Procedure(2)));
    assert_eq!(damaged(|d| d.steps[0].range.line = 0), in_step(1, Damage::Range));
    assert_eq!(damaged(|d| d.property.thread = 3), DocumentError::Violation(3));
    let values = Damage::Values { of: "the program".into(), found: 0, expected: 1 };
    assert_eq!(damaged(|d| d.initial.shared.clear()), DocumentError::Initial(values));
    let twice = |d: &mut TraceDocument| d.initial.threads.push(d.initial.threads[0].clone());
    assert_eq!(damaged(twice), DocumentError::Initial(Damage::Order(1)));
}

/// The result of replaying a run after it was falsified.
fn falsified(falsify: impl FnOnce(&mut ClaimedRun)) -> ReplayError {
    let mut error = None;
    with_run(|interpreter, mut run| {
        falsify(&mut run);
        error = replay(interpreter, run).err();
    });
    error.expect("it is no run any more")
}

#[test]
fn falsified_runs_are_refused() {
    assert_eq!(falsified(|run| run.actors.truncate(5)), ReplayError::Shape { configurations: 7, steps: 5 });
    assert_eq!(falsified(|run| run.configurations[0].threads[0].number = 2), ReplayError::Numbers);
    assert_eq!(falsified(|run| run.configurations[0].shared[0] = true), ReplayError::Start);
    assert_eq!(falsified(|run| run.configurations[0].shared.clear()), ReplayError::Start);
    assert_eq!(falsified(|run| run.configurations[0].threads.clear()), ReplayError::Count { found: 0, expected: 1 });
    assert_eq!(falsified(|run| run.actors[0] = 2), ReplayError::NoThread { step: 1, thread: 2 });
    assert_eq!(
        falsified(|run| run.actors[2] = 2),
        ReplayError::Obstacle { step: 3, thread: 2, obstacle: Obstacle::Atomic(1) }
    );
    assert_eq!(falsified(|run| run.configurations[3].shared[0] = false), ReplayError::Step { step: 3, thread: 1 });
    assert_eq!(falsified(|run| run.configurations[1].threads[1].number = 3), ReplayError::Step { step: 1, thread: 1 });
    assert_eq!(falsified(|run| run.configurations[6].shared[0] = false), ReplayError::Changed { step: 6 });
    assert_eq!(falsified(|run| run.actors[5] = 1), ReplayError::LastStep { thread: 2 });
    assert_eq!(falsified(|run| run.violation.thread = 1), ReplayError::LastStep { thread: 1 });
    assert_eq!(
        falsified(|run| run.violation.kind = PropertyKind::Label),
        ReplayError::Obstacle { step: 6, thread: 2, obstacle: Obstacle::Blocked }
    );
}

#[test]
fn a_label_that_is_not_there_is_not_reached() {
    let error = falsified(|run| {
        run.configurations.pop();
        run.actors.pop();
        run.violation.kind = PropertyKind::Label;
    });
    assert_eq!(error, ReplayError::NotReached { thread: 2 });
}

#[test]
fn an_assertion_that_holds_is_no_violation() {
    let error = falsified(|run| {
        let mut end = run.configurations[6].clone();
        end.threads[1].frames.last_mut().expect("it lives").values[1] = false;
        let values = &mut run.configurations;
        // The worker reads the lock before it is taken.
        let mut early = values[1].clone();
        early.threads[1].frames = end.threads[1].frames.clone();
        *values = vec![values[0].clone(), values[1].clone(), early.clone(), early];
        run.actors = vec![1, 2, 2];
    });
    assert_eq!(error, ReplayError::Holds { thread: 2 });
}

#[test]
fn a_step_with_many_choices_is_checked_at_once() {
    let names: Vec<String> = (0..40).map(|index| format!("x{index}")).collect();
    let stars = vec!["*"; 40].join(", ");
    let text = format!(
        "// boolprog: threads = 1\ndecl {};\nvoid main() begin {} := {stars} constrain 'x0 != x0; ERROR: end",
        names.join(", "),
        names.join(", "),
    );
    let program = Program::new(&text, &ReadingOptions::default());
    let interpreter = program.interpreter();
    let start = interpreter.initial(1).next().expect("it has a start");
    let mut next = interpreter.successors(&start, 0, None).next().expect("it can move").configuration;
    assert_eq!((next.shared[0], interpreter.violations(&next).len()), (true, 1));
    next.shared[1..].fill(true);
    let violation = interpreter.violations(&next)[0];
    let run = ClaimedRun { configurations: vec![start, next], actors: vec![1], violation };
    assert!(replay(&interpreter, run.clone()).is_ok());
    let mut wrong = run;
    wrong.configurations[1].shared[0] = false;
    assert_eq!(replay(&interpreter, wrong), Err(ReplayError::Step { step: 1, thread: 1 }));
}

#[test]
fn hash_is_that_of_the_text() {
    // Published values of 64-bit FNV-1a.
    assert_eq!(program_hash(""), "cbf29ce484222325");
    assert_eq!(program_hash("a"), "af63dc4c8601ec8c");
}
