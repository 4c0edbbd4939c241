//! Actions: adding a case is adding a `.bp` file to `actions/`. A `$0` is a caret, two of them are a selection. A first
//! line `// test: ...` says how far the check is, as for hovers.

mod programs;
mod support;

use std::collections::BTreeMap;
use std::fmt::Write;

use boolprog_ide::Snapshot;
use boolprog_ide::actions::{Action, Kind, actions};
use boolprog_program::reading::ReadingOptions;
use boolprog_syntax::{Edit, Severity, Span};
use programs::programs;
use support::{expect, place, snapshot, take_markers};

/// The program and the range of a fixture.
fn opened(marked: &str) -> (Snapshot, Span) {
    let (text, offsets) = take_markers(marked);
    let range = Span::new(offsets[0], *offsets.last().expect("a place"));
    (snapshot(&text), range)
}

/// The text after an action.
fn after(snapshot: &Snapshot, action: &Action) -> Option<String> {
    let edits = action.edits(snapshot)?;
    assert!(edits.is_sorted_by(|one, next| one.span.end <= next.span.start), "{}: edits overlap", action.title);
    Some(Edit::apply(&snapshot.text, &edits))
}

/// How many diagnostics of each code there are; errors apart.
fn counted(snapshot: &Snapshot) -> (BTreeMap<&'static str, usize>, usize) {
    let mut codes = BTreeMap::new();
    let mut errors = 0;
    for diagnostic in snapshot.syntax.iter().chain(&snapshot.analysis.diagnostics) {
        *codes.entry(diagnostic.code).or_default() += 1;
        errors += usize::from(diagnostic.severity == Severity::Error);
    }
    (codes, errors)
}

/// The verdicts of a program, in textual order.
fn verdicts(snapshot: &Snapshot) -> Vec<&'static str> {
    let answers = (0..snapshot.properties.len()).map(|index| snapshot.results.answer(index));
    let name = |answer: Option<&boolprog_ide::Answer>| match answer.and_then(boolprog_ide::Answer::verdict) {
        Some(boolprog_check::report::Verdict::Violated(_)) => "violated",
        Some(boolprog_check::report::Verdict::Proved(_)) => "proved",
        _ => "unknown",
    };
    answers.map(name).collect()
}

/// Only what differs, between `-` and `+`.
fn difference(before: &str, after: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    let same = old.iter().zip(&new).take_while(|(one, other)| one == other).count();
    let (old, new) = (&old[same..], &new[same..]);
    let tail = old.iter().rev().zip(new.iter().rev()).take_while(|(one, other)| one == other).count();
    let removed = old[..old.len() - tail].iter().flat_map(|line| ["  - ", line, "\n"]);
    removed.chain(new[..new.len() - tail].iter().flat_map(|line| ["  + ", line, "\n"])).collect()
}

#[test]
fn actions_do_what_they_say() {
    for (name, marked) in programs("actions") {
        let (before, range) = opened(&marked);
        let mut out = String::new();
        for action in actions(&before, range) {
            let about = action
                .diagnostic
                .as_ref()
                .map_or(String::new(), |found| format!(" for {} at {}", found.code, place(&before.text, found.span)));
            let preferred = if action.preferred { ", preferred" } else { "" };
            let _ = writeln!(out, "# {} ({:?}{preferred}){about}", action.title, action.kind);
            match after(&before, &action) {
                Some(text) => out += &difference(&before.text, &text),
                None => {
                    let _ = writeln!(out, "  {:?}", action.effect);
                }
            }
        }
        expect("actions", &name, &out);
    }
}

/// A quick fix removes its diagnostic and adds no error.
#[test]
fn fixes_mend() {
    for (name, marked) in programs("actions") {
        let (before, range) = opened(&marked);
        let (codes, errors) = counted(&before);
        for action in actions(&before, range) {
            let (Some(found), Some(text)) = (&action.diagnostic, after(&before, &action)) else { continue };
            let (codes_after, errors_after) = counted(&snapshot(&text));
            let left = codes_after.get(found.code).copied().unwrap_or_default();
            assert!(left < codes[found.code], "{name}: {} leaves {}\n{text}", action.title, found.code);
            assert!(errors_after <= errors, "{name}: {} adds an error\n{text}", action.title);
        }
    }
}

/// Refactorings and comments keep the verdicts of what was there before; a new assertion holds.
#[test]
fn refactorings_keep_verdicts() {
    for (name, marked) in programs("actions") {
        let (before, range) = opened(&marked);
        for action in actions(&before, range) {
            let keeps = action.title != "Put into an atomic section" && action.kind != Kind::FixAll;
            let (true, None, Some(text)) = (keeps, &action.diagnostic, after(&before, &action)) else { continue };
            let later = snapshot(&text);
            assert_eq!(counted(&later).1, 0, "{name}: {}\n{text}", action.title);
            let mut expected = verdicts(&before);
            if action.title == "Assert what is known here" {
                let above = before.properties.iter().filter(|property| property.span.end <= range.start).count();
                expected.insert(above, "proved");
            }
            assert_eq!(verdicts(&later), expected, "{name}: {}\n{text}", action.title);
        }
    }
}

/// Whatever the text and the range: no panic, and edits that fit.
#[test]
fn every_range_of_every_program_has_its_actions() {
    for (_, marked) in programs("actions") {
        let (text, _) = take_markers(&marked);
        for cut in (0..text.len()).step_by(7).filter(|at| text.is_char_boundary(*at)) {
            for text in [text.clone(), text[..cut].to_owned(), text[cut..].to_owned()] {
                let parsed = boolprog_syntax::parse(&text);
                let analysis = boolprog_program::analyse(&parsed.file, &ReadingOptions::default());
                let text: std::sync::Arc<str> = text.into();
                let snapshot = Snapshot::new(text, parsed.file, parsed.diagnostics.into(), analysis.into());
                let end = (cut.min(snapshot.text.len()) as u32, (cut + 30).min(snapshot.text.len()) as u32);
                if snapshot.text.is_char_boundary(end.0 as usize) && snapshot.text.is_char_boundary(end.1 as usize) {
                    for action in actions(&snapshot, Span::new(end.0, end.1)) {
                        after(&snapshot, &action);
                    }
                }
            }
        }
    }
}
