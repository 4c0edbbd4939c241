//! A front end of a third party, as described in CONTRIBUTING.md.

use std::path::Path;
use std::sync::Arc;

use boolprog_base::Span;
use boolprog_base::control::Unlimited;
use boolprog_check::integer::{Model, Options};
use boolprog_check::report::{PropertyReport, Verdict};
use boolprog_check::{Query, Unobserved};
use boolprog_export::report::ReportDocument;
use boolprog_export::{Format, export};
use boolprog_frontend::{Editors, FrontEnd, Program, Reader, Text, recorded_options};
use boolprog_import::{Declaration, Edge, Expr, Imported, Process, Program as Made, Property, Refusal};
use boolprog_integer::{Arithmetic, Comparison, PropertyKind, Sort};
use boolprog_prover::NoProver;
use boolprog_trace::integer::Writer;

/// The entry of the table.
static TOY: FrontEnd = FrontEnd {
    title: "a loop",
    extensions: &["loop"],
    editors: Editors::Unknown,
    property_chooses: false,
    reader: Reader::Import(|text, _, _| Ok(read(&text.text)?)),
    machine: None,
};

/// Reads `x := 0 | loop x < 3 -> x := x + 1 | assert x != 5`: a counter, a loop that counts, and an invariant.
fn read(text: &str) -> Result<Imported, Refusal> {
    let parts: Vec<&str> = text.trim().split(" | ").collect();
    let place = |part: &str| {
        let start = part.as_ptr().addr() - text.as_ptr().addr();
        Span::new(start as u32, (start + part.len()) as u32)
    };
    let refused = |part: &str, what: &str| Refusal::new(place(part), format!("Expected {what}."));
    let number = |part: &str| part.trim().parse().map_err(|_| refused(part, "a number"));
    let &[start, turns, claim] = parts.as_slice() else {
        return Err(refused(text, "a start, a loop and an assertion"));
    };
    let (name, initial) = start.split_once(" := ").ok_or_else(|| refused(start, "`NAME := NUMBER`"))?;
    let bound = turns.strip_prefix(&format!("loop {name} < ")).and_then(|rest| rest.split_once(" -> "));
    let (bound, step) = bound.ok_or_else(|| refused(turns, "`loop NAME < NUMBER -> ASSIGNMENT`"))?;
    let step = step.strip_prefix(&format!("{name} := {name} + ")).ok_or_else(|| refused(step, "`x := x + NUMBER`"))?;
    let wrong =
        claim.strip_prefix(&format!("assert {name} != ")).ok_or_else(|| refused(claim, "`assert x != NUMBER`"))?;
    let x = || Expr::Name(name.into());
    let edge = Edge {
        from: "head".into(),
        to: "head".into(),
        guard: vec![Expr::compare(Comparison::Less, x(), Expr::Number(number(bound)?))],
        groups: vec![vec![(name.into(), Some(Expr::arithmetic(Arithmetic::Add, x(), Expr::Number(number(step)?))))]],
        span: place(turns),
    };
    let claimed = Property {
        kind: PropertyKind::Invariant,
        name: "claim".into(),
        formula: Expr::compare(Comparison::NotEqual, x(), Expr::Number(number(wrong)?)),
        span: place(claim),
        related: None,
        claim: None,
    };
    let counter = Declaration { name: name.into(), sort: Sort::Integer, initial: Some(Expr::Number(number(initial)?)) };
    let process = Process {
        replicated: false,
        name: "Loop".into(),
        variables: Vec::new(),
        locations: vec![("head".into(), place(turns))],
        edges: vec![edge],
        span: place(turns),
    };
    Made { variables: vec![counter], processes: vec![process], properties: vec![claimed], ..Made::default() }.finish()
}

fn toy(text: &str) -> Text {
    Text { path: "count.loop".to_owned(), text: Arc::from(text) }
}

fn model(text: &Text) -> Model {
    match TOY.read(text, &boolprog_frontend::Options::default(), &Unlimited) {
        Ok((Program::Integer(model), _)) => model,
        other => panic!("{other:?}"),
    }
}

fn checked(text: &Text) -> PropertyReport {
    let query = Query::Integer(model(text), Options::default());
    query.check(&mut NoProver, &Unlimited, &mut Unobserved).properties.remove(0)
}

#[test]
fn a_front_end_is_a_reader_and_an_entry() {
    let proved = checked(&toy("x := 0 | loop x < 3 -> x := x + 1 | assert x != 5"));
    assert_eq!(proved.id, "invariant-claim");
    assert!(matches!(proved.verdict, Verdict::Proved(_)), "{:?}", proved.verdict);
}

#[test]
fn its_counterexamples_are_replayed_and_reported_in_its_own_text() {
    let text = toy("x := 0 | loop x < 9 -> x := x + 1 | assert x != 3");
    let Verdict::Violated(violation) = checked(&text).verdict else { panic!("x is 3 after three steps") };
    let trace = violation.trace();
    let steps: Vec<&str> = trace.steps.iter().map(|step| step.text.as_str()).collect();
    assert_eq!(steps, ["loop x < 9 -> x := x + 1"; 3]);

    let [options] = &recorded_options(trace)[..1] else { panic!("a trace says how its program was read") };
    let Ok((Program::Integer(model), _)) = TOY.read(&text, options, &Unlimited) else { panic!("it was read before") };
    let replayed = Writer::new(&model.system, &model.text, &[]).read_run(trace);
    assert_eq!(replayed.map(|recorded| recorded.run.steps.len()), Ok(3));

    let page = export(&ReportDocument::of_trace(trace), Format::Mermaid);
    assert!(page.contains("count.loop: invariant claim is violated") && page.contains("x 2 -#62; 3"), "{page}");
}

#[test]
fn its_errors_have_places() {
    let wrong = "x := 0 | loop x < many -> x := x + 1 | assert x != 5";
    let errors =
        TOY.read(&toy(wrong), &boolprog_frontend::Options::default(), &Unlimited).expect_err("`many` is no number");
    assert_eq!(&wrong[errors[0].span.range()], "many");
}

#[test]
fn files_find_their_front_ends() {
    let of = |name: &str| FrontEnd::of(Path::new(name)).map(|front_end| front_end.title);
    assert_eq!(of("a/b.ip"), Some("an integer program"));
    assert_eq!(of("a/b.cfa"), Some("a control-flow automaton of Theta"));
    assert_eq!(of("a/b"), None);
    let of_document = |language: &str, name: &str| FrontEnd::of_document(language, Path::new(name)).title;
    assert_eq!(of_document("boolprog-integer", "Untitled-1"), "an integer program");
    assert_eq!(of_document("plaintext", "a.ip"), "an integer program");
    assert_eq!(of_document("boolprog", "a.cfa"), "a Boolean program", "editors show no automata");
}
