//! Traces through calls: they repeat no activation, and both versions of the format say the same.

use boolprog_base::Span;
use boolprog_program::reading::ReadingOptions;
use boolprog_trace::Subject;
use boolprog_trace::configuration::Configuration;
use boolprog_trace::document::{SCHEMA, ThreadChange, TraceDocument, site_ranges};
use boolprog_trace::interpreter::Interpreter;
use boolprog_trace::replay::{ClaimedRun, Trace, replay};
use boolprog_trace::simulation::alternatives;

use crate::common::Program;

/// Threads that call, return and start others, and that can violate the assertion at any depth.
const RECURSIVE: &str = "\
decl g := F;
decl thread_local mine := F;
void main() begin
  decl x := F;
  x := f(x, g);
  start_thread main;
  goto again;
  again: assert !x | g | !g;
end
bool f(a, b) begin
  decl l := F;
  if * then l := f(b, *); fi;
  if * then g := f(l, a); fi;
  mine := a ^ l;
  assert *;
  return l & a | b;
end
";

/// A run that takes its steps at random, and ends with the first violation after this number of steps.
fn run(interpreter: &Interpreter<'_>, steps: usize, mut seed: u64) -> ClaimedRun {
    let mut random = move |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % below
    };
    let mut configurations: Vec<Configuration> = interpreter.initial(1).take(1).collect();
    let (mut actors, mut used) = (Vec::new(), 1);
    loop {
        let at = configurations.last().expect("it begins somewhere").clone();
        if let Some(violation) = interpreter.violations(&at).first().copied().filter(|_| actors.len() >= steps) {
            configurations.push(at);
            actors.push(violation.thread);
            return ClaimedRun { configurations, actors, violation };
        }
        let ways: Vec<_> = alternatives(interpreter, &at, used).filter(|way| !way.fails).collect();
        let way = &ways[random(ways.len())];
        configurations.push(way.next.clone());
        actors.push(way.step.thread);
        used = used.max(way.next.largest_number());
    }
}

fn export(trace: &Trace, interpreter: &Interpreter<'_>, text: &str) -> TraceDocument {
    let subject = Subject {
        text,
        path: "deep.bp",
        hash: "0123456789abcdef",
        property_id: "assert-1",
        property_name: "F",
        property_span: Span::default(),
        guarantee: "",
    };
    trace.to_document(interpreter, &subject)
}

/// The same as the version before of the format writes it: every changed thread in full.
fn in_full(document: &TraceDocument) -> serde_json::Value {
    let states = document.states().expect("it is undamaged");
    let mut full = TraceDocument { schema: "boolprog-trace/2".to_owned(), ..document.clone() };
    for (step, after) in full.steps.iter_mut().zip(&states[1..]) {
        for change in &mut step.threads {
            let thread = after.threads.iter().find(|thread| thread.number == change.number);
            *change = thread.map_or_else(|| change.clone(), |thread| ThreadChange::to(thread));
        }
    }
    serde_json::to_value(&full).expect("it is plain data")
}

#[test]
fn what_is_written_is_read() {
    let program = Program::new(RECURSIVE, &ReadingOptions::default());
    let interpreter = program.interpreter();
    let sites = site_ranges(RECURSIVE, &program.file);
    for seed in 0..300 {
        let run = run(&interpreter, 1 + seed as usize % 60, seed);
        let trace = replay(&interpreter, run.clone()).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        let document = export(&trace, &interpreter, RECURSIVE);
        let json = serde_json::to_string(&document).expect("it is plain data");
        let read = TraceDocument::read(&json).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        assert_eq!(read, document, "seed {seed}");
        assert_eq!(read.configurations(&sites).as_ref(), Some(&run.configurations), "seed {seed}");
        let older =
            TraceDocument::read_value(&in_full(&document)).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        assert_eq!((older.schema.as_str(), older.states()), (SCHEMA, document.states()), "seed {seed}");
        assert_eq!(older.configurations(&sites), Some(run.configurations), "seed {seed}");
    }
}

#[test]
fn a_trace_takes_room_in_its_steps_not_in_its_depth() {
    let written = |procedures: usize| {
        let calls = (0..procedures).map(|index| format!("void p{index}() begin p{}(); end\n", index + 1));
        let text = format!(
            "// boolprog: threads = 1\n{}void p{procedures}() begin assert *; end\nvoid main() begin p0(); end\n",
            calls.collect::<String>()
        );
        let program = Program::new(&text, &ReadingOptions::default());
        let interpreter = program.interpreter();
        let trace = replay(&interpreter, run(&interpreter, 0, 0)).expect("it is a run");
        let document = export(&trace, &interpreter, &text);
        assert!(document.steps.iter().flat_map(|step| &step.threads).all(|thread| thread.frames.len() == 1));
        let read = TraceDocument::read(&serde_json::to_string(&document).expect("it is plain data"));
        let states = read.expect("it was just written").states().expect("it is undamaged");
        assert_eq!(states[states.len() - 1].threads[0].frames.len(), procedures + 2);
        serde_json::to_string(&document.steps).expect("it is plain data").len()
    };
    let (one, ten) = (written(200), written(2000));
    assert!(ten < 11 * one, "{one} bytes, then {ten}");
}
