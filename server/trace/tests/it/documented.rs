//! The example in the description of the trace format is the program's actual output.

use boolprog_naive as naive;
use boolprog_program::reading::ReadingOptions;
use boolprog_trace::Subject;
use boolprog_trace::document::{TraceDocument, program_hash};
use boolprog_trace::replay::replay;

use crate::common::Program;

const PAGE: &str = include_str!("../../../../docs/trace-format.md");

/// The first fenced block of a language.
fn block(language: &str) -> &'static str {
    let start = PAGE.split_once(&format!("```{language}\n")).expect("the page has such a block").1;
    start.split_once("```").expect("it ends").0
}

fn recorded() -> TraceDocument {
    let text = block("boolprog");
    let program = Program::new(text, &ReadingOptions::default());
    let interpreter = program.interpreter();
    let found = naive::reachable(&interpreter, 2, 1000);
    let violated = &found.violated[0];
    let run = found.run_to(&interpreter, violated).expect("a violation has a run");
    let trace = replay(&interpreter, run).expect("it is a run");
    let span = program.file.sites[violated.site.0 as usize].span;
    let subject = Subject {
        text,
        path: "flag.bp",
        hash: &program_hash(text),
        property_id: "assert-1",
        property_name: "!flag",
        property_span: span,
        guarantee: "fewest threads, then fewest steps, then fewest context switches",
    };
    trace.to_document(&interpreter, &subject)
}

#[test]
fn the_example_is_real() {
    let recorded = recorded();
    let shown: TraceDocument = serde_json::from_str(block("json")).expect("the example is a document");
    let json = serde_json::to_string(&recorded).expect("it is plain data");
    assert_eq!(shown, recorded, "\n{json}\n");
    assert_eq!(shown.states().expect("it is undamaged").len(), shown.steps.len() + 1);
}
