//! Traces of generated programs after edits: an unchanged or only reformatted program still fails, and whatever is said
//! to fail still is an execution of the present program.

use boolprog_check::{Unit, retrace};
use boolprog_ide::format::{Style, format};
use boolprog_program::program::PropertyKind;
use boolprog_syntax::Edit;
use boolprog_tests::checked::{counterexamples, unit};
use boolprog_tests::generate::{Flavour, program};
use boolprog_trace::document::{TraceDocument, site_ranges};
use boolprog_trace::interpreter::Interpreter;
use boolprog_trace::replay::{ClaimedRun, replay};
use boolprog_trace::retrace::Retraced;
use proptest::prelude::*;

/// Fails the test unless a document is an execution of a program that violates what it says.
fn assert_fails(unit: &Unit, document: &TraceDocument) {
    let interpreter = Interpreter::new(&unit.file, &unit.analysis.names, &unit.analysis.reading);
    let sites = site_ranges(&unit.text, &unit.file);
    let configurations = document.configurations(&sites).expect("its places are those of the program");
    let kind = if document.property.kind == boolprog_trace::document::PropertyKind::Assert {
        PropertyKind::Assert
    } else {
        PropertyKind::Label
    };
    let last = configurations.last().expect("there is a state");
    let violation = interpreter
        .violations(last)
        .into_iter()
        .find(|found| found.thread == document.property.thread && found.kind == kind)
        .expect("something is violated at the end");
    let actors = document.steps.iter().map(|step| step.thread).collect();
    assert_eq!(replay(&interpreter, ClaimedRun { configurations, actors, violation }).err(), None);
}

/// The same program with a line for every word. Comments stay, since some of them say how it is to be read, and so do names with blanks.
fn stretched(text: &str) -> String {
    let stretch = |line: &str| {
        if line.starts_with("//") || line.contains('{') { line.to_owned() } else { line.replace(' ', "\n\t ") }
    };
    text.lines().map(stretch).collect::<Vec<_>>().join("\n")
}

fn formatted(text: &str) -> String {
    Edit::apply(text, &format(text, &boolprog_syntax::parse(text).diagnostics, Style::default()))
}

/// The lines of a text with some of them taken out, doubled or swapped.
fn mutated(text: &str, edits: &[(usize, u8)]) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    for (place, kind) in edits {
        let (index, count) = (place % lines.len(), lines.len());
        let line = lines[index];
        match kind {
            0 => drop(lines.remove(index)),
            1 => lines.insert(index, line),
            2 => lines.insert(index, "skip;"),
            _ => lines.swap(index, (index + 1) % count),
        }
        if lines.is_empty() {
            lines.push("");
        }
    }
    lines.join("\n")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_same_program_in_whatever_layout_still_fails(generated in program(Flavour::Full, 5)) {
        let text = generated.to_string();
        let Some(program) = unit(&text) else { return Ok(()) };
        for document in counterexamples(&program) {
            for layout in [text.clone(), stretched(&text), formatted(&text)] {
                let present = unit(&layout).expect("blanks do not matter");
                let became = retrace(&present, &document).expect("the document is sound");
                let Retraced::StillFails(again) = became else { panic!("{became}\n{text}") };
                prop_assert_eq!(&again.property.id, &document.property.id);
                prop_assert_eq!(again.steps.len(), document.steps.len());
                assert_fails(&present, &again);
            }
        }
    }

    #[test]
    fn what_is_said_to_fail_still_does(
        generated in program(Flavour::Full, 5),
        edits in proptest::collection::vec((0..40_usize, 0..4_u8), 1..4),
    ) {
        let text = generated.to_string();
        let Some(program) = unit(&text) else { return Ok(()) };
        let Some(present) = unit(&mutated(&text, &edits)) else { return Ok(()) };
        for document in counterexamples(&program) {
            if let Retraced::StillFails(again) = retrace(&present, &document).expect("the document is sound") {
                prop_assert_eq!(&again.property.name, &document.property.name);
                assert_fails(&present, &again);
            }
        }
    }
}
