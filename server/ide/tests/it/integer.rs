//! Laws for every integer program, and for every text in the course of typing one.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use boolprog_base::control::{Control, Stop, Unlimited};
use boolprog_base::engine::EngineId;
use boolprog_base::{Edit, Random, Severity, Span};
use boolprog_check::Unobserved;
use boolprog_check::integer::{Model, Options, check};
use boolprog_ide::format::Style;
use boolprog_ide::hover::MAX_LINES;
use boolprog_ide::inlay_hints::Wanted;
use boolprog_ide::shape::{INTEGER, Shape};
use boolprog_ide::{Checkable, Findings, Preferences, Results, Source, integer};
use boolprog_integer::syntax::ast::Item;
use boolprog_integer::syntax::parse;
use boolprog_integer::{Formula, Instantiation, System, instantiate};
use boolprog_prover::{Answer, NoProver, Prover, Query};

/// The integer programs of the project and of the tests here.
fn programs() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folders =
        ["examples", "server/integer/tests/diagnostics", "server/ide/tests/completion", "server/ide/tests/hover"];
    let files = |folder: &&str| -> Vec<PathBuf> {
        root.join(folder).read_dir().expect("the folder exists").map(|entry| entry.expect("readable").path()).collect()
    };
    let mut paths: Vec<PathBuf> = folders.iter().flat_map(files).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "ip"));
    paths.sort();
    assert!(paths.len() > 8);
    paths.iter().map(|path| std::fs::read_to_string(path).expect("readable").replace("$0", "")).collect()
}

fn snapshot(text: &str) -> integer::Snapshot {
    integer::Snapshot::new(text.into(), Preferences::default())
}

/// A text in the course of editing another: its beginning, or one with a piece cut out, doubled or moved.
fn mutated(random: &mut Random, text: &str) -> String {
    let place = |random: &mut Random| {
        let mut at = random.below(text.len() + 1);
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let (one, other) = (place(random), place(random));
    let (start, end) = (one.min(other), one.max(other));
    let (piece, to) = (&text[start..end.min(start + 30)], place(random));
    match random.below(4) {
        0 => text[..end].to_owned(),
        1 => format!("{}{}", &text[..start], &text[end..]),
        2 => format!("{}{piece}{}", &text[..to], &text[to..]),
        _ => {
            format!("{}{}{}", &text[..to], random.one_of(&["{", "\u{fc} ", "/*", "->", "@", "\r\n", ")"]), &text[to..])
        }
    }
}

#[test]
fn no_text_and_no_place_is_too_much() {
    let mut random = Random::new(1);
    for program in programs() {
        for _ in 0..12 {
            let text = mutated(&mut random, &program);
            let source = Source::Integer(snapshot(&text));
            let everything = Span::new(0, text.len() as u32);
            let tokens = source.semantic_tokens(everything);
            assert!(tokens.is_sorted_by(|one, next| one.span.end <= next.span.start), "{text}");
            for found in source.diagnostics() {
                assert!(text.get(found.span.range()).is_some(), "{text}");
            }
            let shape = Shape::new(&INTEGER, source.text(), None);
            assert!(shape.folds().iter().all(|fold| text[fold.span.range()].contains('\n')), "{text}");
            source.inlay_hints(everything, &Wanted::default());
            source.symbols();
            for _ in 0..20 {
                let offset = random.below(text.len() + 3) as u32;
                places(&source, offset);
                let selection = shape.enclosing(offset);
                assert!(
                    selection.is_sorted_by(|inner, outer| outer.contains(*inner) && inner != outer),
                    "{offset}: {text}"
                );
            }
        }
    }
}

/// Everything that can be asked for at a place.
fn places(source: &Source, offset: u32) {
    let text = source.text();
    if let Some(hover) = source.hover(offset, MAX_LINES) {
        assert!(hover.span.touches(offset) && !hover.markdown.is_empty(), "{offset}: {text}");
    }
    if let Some((span, declared)) = source.declarations(offset) {
        let occurrences = source.occurrences(offset).expect("as before");
        assert!(!declared.is_empty() && occurrences.iter().any(|found| found.span == span), "{offset}: {text}");
        assert!(occurrences.iter().all(|found| source.slice(found.span) == source.slice(span)), "{offset}: {text}");
    }
    if let Some(found) = source.completions(offset) {
        assert!(found.replace.contains(found.insert), "{offset}: {text}");
    }
    for action in source.actions(Span::empty(offset)) {
        Edit::apply(text, &source.edits(&action).expect("a change"));
    }
    source.format_on_type(offset, ';', Style::default());
    source.format_on_type(offset, '\n', Style::default());
    // Refusals are answers too.
    let _ = source.rename(offset, "fresh");
}

#[test]
fn edits_of_formatting_make_the_formatted_text() {
    let mut random = Random::new(2);
    for program in programs() {
        for text in [program.clone(), program.replace('\n', "\r\n"), program.replace("  ", "\t ").replace(" = ", "=")] {
            let source = snapshot(&text);
            let edits = integer::format::format(&source, Style::default());
            let Some(formatted) = boolprog_integer::format::format(&text, "  ") else {
                assert!(edits.is_empty());
                continue;
            };
            assert_eq!(Edit::apply(&text, &edits), formatted);
            let at = random.below(text.len());
            let some = integer::format::format_range(&source, Span::empty(at as u32), Style::default());
            assert!(some.iter().all(|edit| edits.contains(edit)));
        }
    }
}

#[test]
fn names_stand_for_nothing_only_where_an_error_says_so() {
    let mut random = Random::new(3);
    for program in programs() {
        for text in (0..12).map(|_| mutated(&mut random, &program)).chain([program.clone()]) {
            let snapshot = snapshot(&text);
            // A name that is looked up after an error in the same statement may not be reported.
            if !snapshot.syntax.is_empty() {
                continue;
            }
            let errors: Vec<_> = snapshot.checks.iter().filter(|found| found.severity == Severity::Error).collect();
            assert!(errors.is_empty() <= snapshot.names.unresolved.is_empty(), "{text}");
        }
    }
}

/// The behaviour of a system, without its names and places.
fn meaning(text: &str) -> impl PartialEq + std::fmt::Debug + use<> {
    let threads = Some(9);
    let system =
        instantiate(&parse(text).file, &Instantiation { threads, ..Instantiation::default() }).expect("no errors");
    let System { transitions, properties, predicates, initial, .. } = system;
    let transitions: Vec<_> =
        transitions.into_iter().map(|it| (it.instance, it.from, it.to, it.guard, it.update)).collect();
    let errors: Vec<Formula> = properties.into_iter().map(|property| property.error).collect();
    let predicates: Vec<_> = predicates.into_iter().map(|predicate| (predicate.formula, predicate.owner)).collect();
    (transitions, errors, predicates, initial)
}

#[test]
fn renamed_programs_mean_the_same() {
    for text in programs() {
        let snapshot = snapshot(&text);
        if snapshot.has_errors() {
            continue;
        }
        for symbol in &snapshot.names.symbols {
            let edits = integer::rename::rename(&snapshot, symbol.span.start, "quite_fresh");
            let edits = edits.expect("nothing has this name").expect("a name is there");
            let renamed = Edit::apply(&text, &edits);
            assert_eq!(meaning(&text), meaning(&renamed), "{renamed}");
            let back = integer::rename::rename(&self::snapshot(&renamed), edits[0].span.start, &symbol.name);
            let back = back.expect("the old name is free").expect("a name is there");
            assert_eq!(Edit::apply(&renamed, &back), text);
        }
    }
}

/// A buffer with room for three things, which two producers fill.
const BUFFER: &str = "\
decl filled: int;
process Producer[2] {
  decl kept: int;
  loc working, ready;
  working -> ready when filled < 3 do kept := filled;
  ready -> working do filled := kept + 1;
}
predicate filled > 0;
error full: filled == 3;
";

/// A program and the predicates that abstract matching lacked: all of them, without a prover.
fn lacking(text: &str) -> integer::Snapshot {
    let mut snapshot = snapshot(text);
    let file = Arc::clone(&snapshot.file);
    let model = Model::new("test.ip", text.into(), file, Instantiation::default()).expect("no errors");
    let options = Options { engine: Some(EngineId::AlphaNoProver), ..Options::default() };
    let report = check(&model, &options, &mut NoProver, &Unlimited, &mut Unobserved);
    let nothing = snapshot.nothing_found(Arc::new(snapshot.layout()));
    let gaps = report.statistics.gaps().into();
    snapshot.results = Results::Current(Arc::new(Findings { gaps, ..nothing }));
    snapshot
}

/// The offers at an edge that is not exact.
fn offered(snapshot: &integer::Snapshot, edge: &str) -> Vec<(String, String)> {
    let at = snapshot.text.find(edge).expect("the edge") as u32;
    let source = Source::Integer(snapshot.clone());
    let offers = source.actions(Span::empty(at)).into_iter().filter(|action| action.title.contains("not exact"));
    offers.map(|it| (it.title.clone(), Edit::apply(&snapshot.text, &source.edits(&it).expect("a change")))).collect()
}

#[test]
fn an_edge_that_is_not_exact_offers_the_predicates_that_it_lacks() {
    let program = lacking(BUFFER);
    let offers = offered(&program, "ready -> working");
    let titles: Vec<&str> = offers.iter().map(|(title, _)| title.as_str()).collect();
    assert_eq!(
        titles[..2],
        [
            "Add the predicate `kept <= 1 at Producer @ ready`, without which this edge is not exact",
            "Add the predicate `kept <= -1 at Producer @ ready`, without which this edge is not exact",
        ]
    );
    let (_, first) = &offers[0];
    assert!(first.contains("predicate filled > 0;\npredicate kept <= 1 at Producer @ ready;\n"), "{first}");
    let (all, text) = offers.last().expect("an offer");
    assert_eq!(*all, format!("Add {} predicates without which this edge is not exact", offers.len() - 1));
    let declared = snapshot(text);
    assert!(!declared.has_errors(), "{text}");
    let model = Model::new("test.ip", text.as_str().into(), declared.file, Instantiation::default());
    assert_eq!(model.expect("no errors").system.predicates.len(), 1 + 2 * (offers.len() - 1));
}

#[test]
fn what_is_declared_or_out_of_date_is_not_offered() {
    let declared = BUFFER.replace("predicate filled > 0;", "predicate kept + 1 < 3 at Producer @ ready;");
    let mut program = lacking(&declared);
    let offers = offered(&program, "ready -> working");
    assert!(!offers.is_empty() && offers.iter().all(|(title, _)| !title.contains("`kept <= 1 at")), "{offers:?}");
    let Results::Current(findings) = program.results else { panic!("it was checked") };
    program.results = Results::Stale(findings);
    assert_eq!(offered(&program, "ready -> working"), []);
}

#[test]
fn a_predicate_is_not_added_inside_a_comment() {
    let text = "decl n: 0..9;\nprocess P { loc a, b; a -> b when n == 3; } /* goes\non */ error bad: P @ b;\n";
    let program = snapshot(text);
    let source = Source::Integer(program.clone());
    let at = text.find("n == 3").expect("the guard") as u32;
    let action =
        source.actions(Span::empty(at)).into_iter().find(|action| action.title == "Add the predicate `n == 3`");
    let text = Edit::apply(&program.text, &source.edits(&action.expect("an offer")).expect("a change"));
    let declared = snapshot(&text).file.items.iter().any(|item| matches!(item, Item::Predicate(_)));
    assert!(declared, "{text}");
}

/// Says that nothing is possible, which is right where all values are known.
struct Sure;

impl Prover for Sure {
    fn ask(&mut self, _: &Query<'_>, _: &dyn Control) -> Result<Answer, Stop> {
        Ok(Answer::Unsatisfiable)
    }
}

#[test]
fn the_hover_of_a_property_names_the_variables_that_its_proof_needs() {
    let text = "decl lock: 0..3, other: 0..3; process P { loc a; a -> a do lock := 1; } error e: lock > 1;";
    let mut snapshot = snapshot(text);
    let file = Arc::clone(&snapshot.file);
    let model = Model::new("test.ip", text.into(), file, Instantiation::default()).expect("no errors");
    let options = Options { engine: Some(EngineId::Local), ..Options::default() };
    let mut findings = snapshot.nothing_found(Arc::new(snapshot.layout()));
    findings.add(check(&model, &options, &mut Sure, &Unlimited, &mut Unobserved).properties, None);
    snapshot.results = Results::Current(Arc::new(findings));
    let place = text.find("e: lock").expect("the name") as u32;
    let hover = integer::hover::hover(&snapshot, place, MAX_LINES).expect("a property");
    assert!(hover.markdown.contains("Proved with 1 of 2 variables: lock"), "{}", hover.markdown);
}
