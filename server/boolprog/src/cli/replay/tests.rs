use std::path::Path;
use std::sync::Arc;

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::*;

const PROGRAM: &str = "../../examples/broken-mutex.bp";

/// The counterexample of the example.
fn example() -> (Arc<TraceDocument>, String) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(PROGRAM);
    let text = std::fs::read_to_string(&path).expect("the example can be read");
    let loader = Loader { cancelled: CancellationToken::new() };
    let mut trace = TraceDocument::clone(&*loader.load(&path, None, None).expect("the example can fail"));
    trace.program = "broken-mutex.bp".to_owned();
    (Arc::new(trace), text)
}

/// What is on a screen of this size after these keys.
fn screen(keys: &str, width: u16, height: u16, text: Option<&str>) -> String {
    let (trace, _) = example();
    let report = ReportDocument::of_trace(&trace);
    let (_, lanes) = report.counterexamples().next().expect("one counterexample");
    let mut view = View::new(&trace, lanes, trace.states().expect("a sound trace"), text, None);
    for key in keys.chars() {
        let code = if key == '\n' { KeyCode::Enter } else { KeyCode::Char(key) };
        assert!(keys::pressed(&mut view, KeyEvent::new(code, KeyModifiers::NONE)));
    }
    let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a screen in memory");
    terminal.draw(|frame| screen::draw(frame, &view)).expect("it cannot fail");
    let cells = terminal.backend().buffer();
    let lines = cells.content().chunks(width.into());
    lines
        .map(|line| line.iter().map(ratatui::buffer::Cell::symbol).collect::<String>().trim_end().to_owned() + "\n")
        .collect()
}

#[test]
fn the_screen_shows_steps_program_and_state() {
    let (_, text) = example();
    insta::assert_snapshot!("start", screen("", 100, 24, Some(&text)));
    insta::assert_snapshot!("middle", screen("5\n", 100, 24, Some(&text)));
    insta::assert_snapshot!("end", screen("G", 100, 24, None));
}

#[test]
fn no_screen_is_too_small() {
    let (_, text) = example();
    for (width, height) in [(1, 1), (2, 3), (10, 4), (300, 2)] {
        screen("jjG", width, height, Some(&text));
    }
}

#[test]
fn every_key_has_another_that_takes_it_back() {
    let (_, text) = example();
    let shown = |keys: &str| screen(keys, 100, 24, Some(&text));
    assert_eq!(shown("jjkj"), shown("jj"));
    assert_eq!(shown("G"), shown("jjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjj"));
    assert_eq!(shown("jjjg"), shown("kk"));
    assert_eq!(shown("nnp"), shown("n"));
    assert_eq!(shown("ttT"), shown("t"));
    assert_eq!(shown("4\n"), shown("jjj"));
    assert_eq!(shown("99999999999999999999\n"), shown("G"));
}

#[test]
fn what_is_printed_says_the_same() {
    let (trace, _) = example();
    let report = ReportDocument::of_trace(&trace);
    let (_, lanes) = report.counterexamples().next().expect("one counterexample");
    let mut printed = Vec::new();
    print::print(&lanes, Some("A \u{1b}[31mnote"), &mut printed).expect("memory does not fail");
    insta::assert_snapshot!("printed", String::from_utf8(printed).expect("a text"));
}

#[test]
fn saved_counterexamples_are_found_alone_and_in_reports() {
    let (trace, _) = example();
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, value: &Value| {
        let path = folder.path().join(name);
        std::fs::write(&path, value.to_string()).expect("it can be written");
        path
    };
    let alone = serde_json::to_value(&*trace).expect("JSON");
    let property = |id: &str, trace: &Value| serde_json::json!({ "id": id, "trace": trace });
    let properties = [property("label-1", &Value::Null), property("assert-1", &alone)];
    let report = serde_json::json!({ "schema": "boolprog-report/1", "files": [{ "properties": properties }] });
    let report = write("report.json", &report);
    assert_eq!(saved(&write("alone.json", &alone), None), Ok(Arc::clone(&trace)));
    assert_eq!(saved(&report, None), Ok(Arc::clone(&trace)));
    assert_eq!(saved(&report, Some("assert-1")), Ok(trace));
    assert!(saved(&report, Some("label-1")).is_err());
    for nonsense in [Value::Null, serde_json::json!([1]), serde_json::json!({ "files": 1 })] {
        assert!(saved(&write("nonsense.json", &nonsense), None).is_err());
    }
}

#[test]
fn a_changed_program_is_noted() {
    let (trace, text) = example();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("broken-mutex.bp");
    let told = |text: &str| {
        std::fs::write(&path, text).expect("it can be written");
        let Replayed { text, note, .. } = with_text(Arc::clone(&trace), &path);
        (text.is_some(), note.unwrap_or_default())
    };
    assert_eq!(told(&text), (true, String::new()));
    assert_eq!(told(&format!("// new\n{text}")), (false, HAS_CHANGED.to_owned()));
}
