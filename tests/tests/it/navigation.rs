//! Editor features on unusual texts: no text and no place breaks them, and their answers are consistent.

use std::sync::Arc;

use boolprog_ide::Snapshot;
use boolprog_ide::calls::{incoming, item_at, outgoing};
use boolprog_ide::links::links;
use boolprog_ide::occurrences::{declarations, occurrences};
use boolprog_ide::rename::{prepare, rename};
use boolprog_ide::shape::{BOOLEAN, Shape};
use boolprog_program::analyse;
use boolprog_program::reading::ReadingOptions;
use boolprog_syntax::parse;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::{Config, RngSeed, TestRunner};

fn snapshot(text: &str) -> Snapshot {
    let parsed = parse(text);
    let analysis = Arc::new(analyse(&parsed.file, &ReadingOptions::default()));
    Snapshot::new(text.into(), parsed.file, parsed.diagnostics.into(), analysis)
}

fn examples() -> Vec<String> {
    let folder = boolprog_tests::root().join("examples").read_dir().expect("the examples");
    let paths = folder.map(|entry| entry.expect("readable").path());
    let programs = paths.filter(|path| path.extension().is_some_and(|extension| extension == "bp"));
    programs.map(|path| std::fs::read_to_string(path).expect("readable")).collect()
}

/// Everything about one place.
fn look_at(snapshot: &Snapshot, shape: &Shape, offset: u32) {
    let chain = shape.enclosing(offset);
    assert!(chain.windows(2).all(|pair| pair[1].contains(pair[0]) && pair[1] != pair[0]), "{chain:?}");
    assert!(chain.iter().all(|span| span.touches(offset)) && !chain.is_empty(), "{chain:?} at {offset}");
    let found = occurrences(snapshot, offset);
    let declared = declarations(snapshot, offset);
    assert_eq!(found.is_some(), declared.is_some());
    for occurrence in found.into_iter().flatten().take(3) {
        assert!(occurrences(snapshot, occurrence.span.start).is_some_and(|all| all.contains(&occurrence)));
    }
    for (_, target) in declared.into_iter().flat_map(|(span, all)| all.into_iter().map(move |it| (span, it))) {
        assert!(target.span.contains(target.name_span), "{target:?}");
    }
    let prepared = prepare(snapshot, offset);
    let renamed = rename(snapshot, offset, "never_used");
    assert_eq!(matches!(prepared, Ok(Some(_))), matches!(renamed, Ok(Some(_))), "at {offset}");
    if let Some(item) = item_at(snapshot, offset) {
        assert!(incoming(snapshot, &item.name).is_some() && outgoing(snapshot, &item.name).is_some());
    }
}

#[test]
fn no_text_and_no_place_breaks_anything() {
    let rubbish =
        select(vec!["", ";", "begin", "end", "{", "}", "$", "'", "/*", "é", "goto", "decl ", "fi", "(", "1", "\r\n"]);
    let strategy = (select(examples()), any::<[Index; 3]>(), rubbish, any::<bool>());
    let config = Config { cases: 300, rng_seed: RngSeed::Fixed(7), failure_persistence: None, ..Config::default() };
    let result = TestRunner::new(config).run(&strategy, |(mut text, at, rubbish, cut)| {
        let mut places =
            at[..2].iter().map(|index| text.floor_char_boundary(index.index(text.len()))).collect::<Vec<_>>();
        places.sort_unstable();
        text.replace_range(places[0]..places[1].min(places[0] + 9), rubbish);
        if cut {
            text.truncate(text.floor_char_boundary(at[2].index(text.len() + 1)));
        }
        let snapshot = snapshot(&text);
        let shape = Shape::new(&BOOLEAN, &snapshot.text, None);
        for fold in shape.folds() {
            assert!(text.get(fold.span.range()).is_some_and(|hidden| hidden.contains('\n')), "{fold:?}");
        }
        for link in links(&snapshot) {
            assert!(!snapshot.slice(link.span).is_empty(), "{link:?}");
        }
        for offset in 0..=text.len() as u32 {
            look_at(&snapshot, &shape, offset);
        }
        Ok(())
    });
    result.unwrap_or_else(|error| panic!("{error}"));
}
