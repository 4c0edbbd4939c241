use std::path::Path;
use std::sync::Arc;

use boolprog_export::report::PropertyDocument;
use boolprog_trace::document::PropertyKind;

use super::*;

const PROGRAM: &str = "../../examples/broken-mutex.bp";

fn example() -> (Arc<TraceDocument>, String) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(PROGRAM);
    let text = std::fs::read_to_string(&path).expect("the example can be read");
    let loader = Loader { cancelled: CancellationToken::new() };
    let mut trace = TraceDocument::clone(&*loader.load(&path, None, None).expect("the example can fail"));
    trace.program = "broken-mutex.bp".to_owned();
    (Arc::new(trace), text)
}

#[test]
fn steps_are_printed_without_control_characters() {
    let (trace, _) = example();
    let report = ReportDocument::of_trace(&trace);
    let (_, lanes) = Lanes::all(&report).next().expect("one counterexample");
    let mut printed = Vec::new();
    print::print(&lanes, Some("A \u{1b}[31mnote"), &mut Plain(&mut printed)).expect("memory does not fail");
    insta::assert_snapshot!("printed", String::from_utf8(printed).expect("a text"));
}

#[test]
fn saved_counterexamples_are_found_alone_and_in_reports() {
    let (trace, _) = example();
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, value: serde_json::Result<String>| {
        let path = folder.path().join(name);
        std::fs::write(&path, value.expect("JSON")).expect("it can be written");
        path
    };
    let mut report = ReportDocument::of_trace(&trace);
    let other = PropertyDocument::new("label-1".to_owned(), PropertyKind::Label, "ERROR".to_owned(), 1, 1);
    report.files[0].properties.insert(0, other);
    let report = write("report.json", serde_json::to_string(&report));
    let alone = write("alone.json", serde_json::to_string(&*trace));
    assert_eq!(saved(&alone, None), Ok(Arc::clone(&trace)));
    assert_eq!(saved(&report, None), Ok(Arc::clone(&trace)));
    assert_eq!(saved(&report, Some("assert-1")), Ok(trace));
    assert!(saved(&report, Some("label-1")).is_err());
    for nonsense in ["null", "[1]", r#"{ "files": 1 }"#, r#"{ "schema": "boolprog-trace/1" }"#] {
        assert!(saved(&write("nonsense.json", Ok(nonsense.to_owned())), None).is_err());
    }
}

#[test]
fn a_changed_program_is_noted() {
    let (trace, text) = example();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("broken-mutex.bp");
    let noted = |text: &str| {
        std::fs::write(&path, text).expect("it can be written");
        note(&trace, &path)
    };
    assert_eq!(noted(&text), Ok(None));
    assert_eq!(noted(&format!("// new\n{text}")), Ok(Some(HAS_CHANGED.to_owned())));
}

#[test]
fn a_trace_that_is_no_execution_is_refused() {
    let (trace, _) = example();
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join(PROGRAM);
    assert_eq!(note(&trace, &program), Ok(None));
    let forged = |forge: &dyn Fn(&mut TraceDocument)| {
        let mut forged = TraceDocument::clone(&trace);
        forge(&mut forged);
        note(&forged, &program).expect_err("no execution")
    };
    let shortened = forged(&|trace| drop(trace.steps.remove(0)));
    assert!(shortened.starts_with("this is no execution of "), "{shortened}");
    forged(&|trace| trace.steps.truncate(1));
    forged(&|trace| trace.threads = "1".to_owned());
    forged(&|trace| trace.property.kind = PropertyKind::Label);
    forged(&|trace| trace.property.thread = 7);
}

#[test]
fn runs_of_integer_programs_are_executed_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("count.ip");
    let text = "decl x: 0..3 = 0;\nprocess P[2] { loc a; a -> a do x := x + 1; }\nerror two: x == 2;\n";
    std::fs::write(&path, text).expect("it can be written");
    let loader = Loader { cancelled: CancellationToken::new() };
    let mut trace = TraceDocument::clone(&*loader.load(&path, Some("two"), None).expect("it can fail"));
    assert_eq!(note(&trace, &path), Ok(None));
    trace.steps.pop();
    assert!(note(&trace, &path).is_err());
}
