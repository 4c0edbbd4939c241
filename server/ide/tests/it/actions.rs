//! Actions: adding a case is adding a `.bp` file to `actions/`. A `$0` is a caret, two of them are a selection. A first
//! line `// test: ...` gives the stage of the check, as for hovers.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use boolprog_base::{Edit, Random, Severity, Span};
use boolprog_check::report::Completeness;
use boolprog_ide::Snapshot;
use boolprog_ide::actions::{Action, Effect, Kind, actions};
use boolprog_program::reading::ReadingOptions;
use boolprog_program::walk::{blocks, children, expressions};
use boolprog_syntax::ast::{Block, Expr, SiteKind};

use crate::programs::programs;
use crate::random::program;
use crate::support::{expect, place, snapshot, take_markers};

const PROGRAMS: u64 = 120;

/// The program and the range of a fixture.
fn opened(marked: &str) -> (Snapshot, Span) {
    let (text, offsets) = take_markers(marked);
    let range = Span::new(offsets[0], *offsets.last().expect("a place"));
    (snapshot(&text), range)
}

fn after(snapshot: &Snapshot, action: &Action) -> Option<String> {
    let edits = action.edits(snapshot)?;
    assert!(edits.is_sorted_by(|one, next| one.span.end <= next.span.start), "{}: edits overlap", action.title);
    Some(Edit::apply(&snapshot.text, &edits))
}

/// The number of diagnostics of each code, with errors apart.
fn counted(snapshot: &Snapshot) -> (BTreeMap<&'static str, usize>, usize) {
    let mut codes = BTreeMap::new();
    let mut errors = 0;
    for diagnostic in snapshot.syntax.iter().chain(snapshot.analysis.diagnostics()) {
        *codes.entry(diagnostic.code).or_default() += 1;
        errors += usize::from(diagnostic.severity == Severity::Error);
    }
    (codes, errors)
}

/// The verdicts of a program, in textual order.
fn verdicts(snapshot: &Snapshot) -> Vec<&'static str> {
    let answers = (0..snapshot.properties().len()).map(|index| snapshot.results.answer(index));
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

/// `true` if an action fixes the cause of its diagnostic, rather than silence it.
fn mends(action: &Action) -> bool {
    action.diagnostic.is_some() && matches!(action.effect, Effect::Change(_))
}

/// A quick fix removes its diagnostic and adds no error. If something unused is removed, another declaration of its
/// name may take its place and be unused in turn, and variables that only it read may become unused.
fn assert_mended(name: &str, before: &Snapshot, action: &Action) {
    let (codes, errors) = counted(before);
    let (Some(found), Some(text)) = (&action.diagnostic, after(before, action)) else { return };
    let (codes_after, errors_after) = counted(&analysed(&text));
    let left = codes_after.get(found.code).copied().unwrap_or_default();
    let texts = format!("{}\n{}\n{text}", action.title, before.text);
    let is_unused = found.code.starts_with("unused-") || found.code == "never-read";
    let takes_turns = is_unused && text.len() < before.text.len();
    assert!(left < codes[found.code] || takes_turns, "{name}: {} stays after {texts}", found.code);
    assert!(errors_after <= errors, "{name}: more errors after {texts}");
}

/// Values of variables by name, in which procedure, and whether at its end.
type Seen<'a> = BTreeSet<(u32, bool, Vec<(&'a str, bool)>)>;

/// The values that threads see of the variables with these names: anywhere in each procedure, and at its end. `None` if
/// not all of them are known.
fn seen<'a>(snapshot: &'a Snapshot, names: &[&str]) -> Option<Seen<'a>> {
    let reachable = &snapshot.results.current()?.reachable;
    if reachable.completeness != Completeness::Exact {
        return None;
    }
    let name = |id| snapshot.analysis.names.info(id).name.as_str();
    let mut seen = BTreeSet::new();
    for (site, found) in &reachable.sites {
        let site = snapshot.site(*site)?;
        for state in &found.states {
            let values = found.columns.iter().map(|id| name(*id)).zip(state.iter().copied());
            let values: Vec<(&str, bool)> = values.filter(|(name, _)| names.contains(name)).collect();
            seen.insert((site.procedure, false, values.clone()));
            if site.kind == SiteKind::End {
                seen.insert((site.procedure, true, values));
            }
        }
    }
    Some(seen)
}

/// Refactorings and comments keep the values that threads see, and the verdicts of existing properties; a new assertion
/// holds.
fn assert_the_same(name: &str, before: &Snapshot, range: Span, action: &Action) {
    let keeps = action.title != "Put into an atomic section" && action.kind != Kind::FixAll;
    let (true, Some(text)) = (keeps, after(before, action)) else { return };
    let later = snapshot(&text);
    let texts = format!("{}\n{}\n{text}", action.title, before.text);
    assert_eq!(counted(&later).1, 0, "{name}: {texts}");
    let mut expected = verdicts(before);
    if action.title == "Assert the known facts here" {
        let above = before.properties().iter().filter(|property| property.span.end <= range.start).count();
        expected.insert(above, "proved");
    }
    assert_eq!(verdicts(&later), expected, "{name}: {texts}");
    let names: Vec<&str> = before.analysis.names.variables.iter().map(|info| info.name.as_str()).collect();
    if let (Some(one), Some(other)) = (seen(before, &names), seen(&later, &names)) {
        let lost = one.symmetric_difference(&other).next();
        assert!(lost.is_none(), "{name}: {lost:?} differs after {texts}");
    }
}

#[test]
fn fixes_remove_their_findings() {
    for (name, marked) in programs("actions") {
        let (before, range) = opened(&marked);
        for action in actions(&before, range).iter().filter(|action| mends(action)) {
            assert_mended(&name, &before, action);
        }
    }
}

#[test]
fn refactorings_keep_verdicts() {
    for (name, marked) in programs("actions") {
        let (before, range) = opened(&marked);
        for action in actions(&before, range).iter().filter(|action| !mends(action)) {
            assert_the_same(&name, &before, range, action);
        }
    }
}

fn analysed(text: &str) -> Snapshot {
    let parsed = boolprog_syntax::parse(text);
    let analysis = boolprog_program::analyse(&parsed.file, &ReadingOptions::default());
    Snapshot::new(text.into(), parsed.file, parsed.diagnostics.into(), analysis.into())
}

/// The places of requests for actions: every statement, every part of an expression, every label and procedure.
fn places(snapshot: &Snapshot) -> Vec<Span> {
    fn parts(expression: &Expr, found: &mut Vec<Span>) {
        found.push(expression.span);
        children(expression).for_each(|part| parts(part, found));
    }
    fn inside(block: &Block, found: &mut Vec<Span>) {
        for statement in &block.statements {
            found.push(Span::empty(statement.span.start));
            found.extend(statement.labels.iter().map(|label| label.span));
            expressions(statement, |expression, _| parts(expression, found));
            blocks(statement).for_each(|block| inside(block, found));
        }
    }
    let mut found = Vec::new();
    for procedure in &snapshot.file.procedures {
        found.push(procedure.name.span);
        inside(&procedure.body, &mut found);
    }
    found
}

/// As [`refactorings_keep_verdicts`], for random programs.
#[test]
fn refactorings_of_random_programs_keep_verdicts() {
    let mut used: BTreeMap<String, usize> = BTreeMap::new();
    for seed in 0..PROGRAMS {
        let before = snapshot(&program(seed, false));
        assert!(!before.has_errors(), "{}", before.text);
        let (places, mut random) = (places(&before), Random::new(seed));
        for _ in 0..4 {
            let range = *random.one_of(&places);
            for action in actions(&before, range).iter().filter(|action| !mends(action)) {
                let title = action.title.split('`').next().unwrap_or_default();
                let times = used.entry(title.to_owned()).or_default();
                *times += 1;
                // The common ones need not be tried as often as the rare ones.
                if *times <= 60 {
                    assert_the_same(&seed.to_string(), &before, range, action);
                }
            }
        }
    }
    for title in ["Assert the known facts here", "Put into an atomic section", "Replace "] {
        assert!(used.contains_key(title), "{title} was never offered: {used:?}");
    }
}

/// As [`fixes_remove_their_findings`], for programs with mistakes.
#[test]
fn fixes_of_random_programs_remove_their_findings() {
    let mut mended: BTreeMap<&str, usize> = BTreeMap::new();
    for seed in 0..PROGRAMS {
        let before = analysed(&program(seed, true));
        let everything = Span::new(0, before.text.len() as u32);
        for action in actions(&before, everything).iter().filter(|action| mends(action)) {
            assert_mended(&seed.to_string(), &before, action);
            *mended.entry(action.diagnostic.as_ref().map_or("", |found| found.code)).or_default() += 1;
        }
    }
    for code in ["call-in-expression", "duplicate-variable", "duplicate-procedure", "duplicate-label", "hidden-global"]
    {
        assert!(mended.contains_key(code), "{code} was never mended: {mended:?}");
    }
}

/// For every text and range: no panic, and edits that fit.
#[test]
fn every_range_of_every_program_has_its_actions() {
    for (_, marked) in programs("actions") {
        let (text, _) = take_markers(&marked);
        for cut in (0..text.len()).step_by(7).filter(|at| text.is_char_boundary(*at)) {
            for text in [text.clone(), text[..cut].to_owned(), text[cut..].to_owned()] {
                let snapshot = analysed(&text);
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
