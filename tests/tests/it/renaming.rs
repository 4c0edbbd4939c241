//! Renaming in random programs: the program keeps its meaning, whatever the name.

use std::sync::Arc;

use boolprog_base::Edit;
use boolprog_ide::Snapshot;
use boolprog_ide::rename::rename;
use boolprog_program::analyse;
use boolprog_program::names::{Role, Symbol};
use boolprog_program::program::Program;
use boolprog_program::reading::ReadingOptions;
use boolprog_syntax::ast::SiteId;
use boolprog_syntax::parse;
use boolprog_tests::generate::{self, Flavour};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::{Config, RngSeed, TestRunner};

fn snapshot(text: &str) -> Snapshot {
    let parsed = parse(text);
    let analysis = Arc::new(analyse(&parsed.file, &ReadingOptions::default()));
    Snapshot::new(text.into(), parsed.file, parsed.diagnostics.into(), analysis)
}

/// The invariant of renaming: the meaning and role of each name, and the lowered program.
type Meaning = (Vec<(Symbol, Role, Option<SiteId>)>, Option<u64>);

fn meaning(snapshot: &Snapshot) -> Meaning {
    let uses = snapshot.analysis.names.uses.iter().map(|it| (it.symbol, it.role, it.site)).collect();
    (uses, snapshot.analysis.any_form().map(without_names))
}

/// The fingerprint of a program, independent of the names of its assertions: the text of their conditions.
fn without_names(program: &Program) -> u64 {
    let mut program = program.clone();
    program.properties.iter_mut().for_each(|property| property.name = "".into());
    program.fingerprint()
}

fn runner(cases: u32) -> TestRunner {
    let rng_seed = RngSeed::Fixed(2026);
    TestRunner::new(Config { cases, rng_seed, failure_persistence: None, ..Config::default() })
}

#[test]
fn a_fresh_name_changes_nothing_and_the_old_one_brings_the_text_back() {
    let names = select(vec!["fresh", "{fresh name}", "fresh$", "_#"]);
    let strategy = (generate::program(Flavour::Full, 6), any::<Index>(), names);
    let result = runner(300).run(&strategy, |(program, index, new_name)| {
        let text = program.to_string();
        let before = snapshot(&text);
        let found = index.get(&before.analysis.names.uses);
        let old_name = before.slice(found.span).to_owned();
        let Ok(edits) = rename(&before, found.span.start, new_name) else {
            let keeps_its_name = ["main", "ERROR", "SLIC_ERROR", "BAD", "WORSE"].contains(&old_name.as_str());
            prop_assert!(keeps_its_name || old_name.starts_with("ASYNC_"), "{old_name} was not renamed");
            return Ok(());
        };
        let changed = Edit::apply(&text, &edits.unwrap_or_default());
        prop_assert_ne!(&changed, &text);
        let after = snapshot(&changed);
        prop_assert_eq!(meaning(&before), meaning(&after), "{}", changed);
        let place = changed.find(new_name).and_then(|place| u32::try_from(place).ok());
        let back = rename(&after, place.unwrap_or_default(), &old_name);
        prop_assert_eq!(Edit::apply(&changed, &back.ok().flatten().unwrap_or_default()), text);
        Ok(())
    });
    result.unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn a_name_that_is_taken_is_refused_or_changes_nothing() {
    let strategy = (generate::program(Flavour::Full, 6), any::<Index>(), any::<Index>(), any::<bool>());
    let result = runner(600).run(&strategy, |(program, index, other, copy)| {
        let text = program.to_string();
        let before = snapshot(&text);
        let uses = &before.analysis.names.uses;
        let name = before.slice(other.get(uses).span).to_owned() + if copy { "$" } else { "" };
        if let Ok(Some(edits)) = rename(&before, index.get(uses).span.start, &name) {
            let changed = Edit::apply(&text, &edits);
            prop_assert_eq!(meaning(&before), meaning(&snapshot(&changed)), "{}", changed);
        }
        Ok(())
    });
    result.unwrap_or_else(|error| panic!("{error}"));
}
