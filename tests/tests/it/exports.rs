//! Output of `boolprog check --format ...`: `exports/NAME.bp` (or `.tts`, `.ip`) is the program, `NAME.FORMAT.snap` its
//! output. Adding a case is adding a file.

use std::path::{Path, PathBuf};
use std::process::Command;

use boolprog_tests::{root, snapshots_in};
use serde_json::Value;

const FORMATS: [&str; 5] = ["sarif", "mermaid", "plantuml", "svg", "html"];

fn folder() -> PathBuf {
    root().join("tests/tests/exports")
}

/// Runs the program in the folder of the cases; returns its output and exit code.
fn boolprog(arguments: &[&str]) -> (String, i32) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_boolprog-under-test"));
    let output = command.args(arguments).current_dir(folder()).output().expect("the binary starts");
    let text = String::from_utf8([output.stdout, output.stderr].concat()).expect("UTF-8");
    (text, output.status.code().expect("an exit code"))
}

fn cases() -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(folder())
        .expect("a folder")
        .map(|entry| entry.expect("readable").file_name().to_string_lossy().into_owned())
        .filter(|name| {
            Path::new(name)
                .extension()
                .is_some_and(|extension| ["bp", "tts", "ip", "c"].iter().any(|known| extension == *known))
        })
        .collect();
    names.sort();
    assert!(names.len() > 5, "only {names:?}");
    names
}

#[test]
fn exports_are_what_they_were() {
    for case in cases() {
        let plain = boolprog(&["check", &case]).1;
        for format in FORMATS {
            let (text, code) = boolprog(&["check", "--format", format, &case]);
            assert_eq!(code, plain, "{case}: the exit code is that of the check");
            let text = text.replace(env!("CARGO_PKG_VERSION"), "VERSION");
            let name = Path::new(&case).file_stem().unwrap_or_default().to_string_lossy();
            snapshots_in(&folder()).bind(|| insta::assert_snapshot!(format!("{name}.{format}"), text));
        }
    }
}

const DRAWN: [&str; 4] = ["broken-mutex", "peterson", "ticket", "worker-pool"];

/// Draws the graph of a program in the folder of examples.
fn graph(name: &str, options: &[&str]) -> (String, i32) {
    let file = format!("../../../examples/{name}.bp");
    boolprog(&[&["graph"], options, &[file.as_str()]].concat())
}

#[test]
fn graphs_are_what_they_were() {
    let (text, code) = graph("spin-lock", &[]);
    assert_eq!(code, 0, "{text}");
    snapshots_in(&folder()).bind(|| insta::assert_snapshot!("graph.dot", text));
}

/// Needs a prover, and says so where there is none.
#[test]
fn graphs_of_abstractions_are_what_they_were() {
    if !boolprog_tests::has_prover() {
        return;
    }
    let (text, code) = boolprog(&["abstract-graph", "../../../examples/bounded-buffer.ip"]);
    assert_eq!(code, 0, "{text}");
    snapshots_in(&folder()).bind(|| insta::assert_snapshot!("abstract-graph.dot", text));
}

#[test]
fn graphs_that_cannot_be_drawn_say_why() {
    for (options, why) in [
        (&["--limit", "3"][..], "at most 3 are drawn. Choose a line with `--line N`"),
        (&["--line", "1"], "there is no statement on line 1"),
        (&["--property", "assert-9"], "There is no such property."),
        (&["--timeout", "0"], "time limit reached"),
    ] {
        let (said, code) = graph("spin-lock", options);
        assert!(said.contains(why) && code == 3, "{options:?}: {code}: {said}");
    }
}

#[test]
fn a_graph_of_a_line_has_what_is_one_step_away() {
    let (text, code) = graph("spin-lock", &["--line", "14"]);
    assert_eq!(code, 0, "{text}");
    let states: Vec<&str> = text.lines().filter(|line| line.contains("label=\"") && !line.contains("->")).collect();
    assert!(states.iter().any(|state| state.contains("14: assert !inside")), "{states:?}");
    assert!(states.iter().all(|state| !state.contains("17: lock := F")), "{states:?}");
}

#[test]
fn a_saved_report_is_exported_as_its_check_was() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("report.json");
    let path = file.to_str().expect("UTF-8");
    for case in cases() {
        boolprog(&["check", "--format", "json", "--output", path, &case]);
        let both = |format: &str| {
            let saved = boolprog(&["export", "--format", format, path]);
            assert_eq!(saved.1, 0, "{case}: {format}");
            [saved.0, boolprog(&["check", "--format", format, &case]).0]
        };
        for format in ["mermaid", "plantuml", "svg"] {
            let [saved, checked] = both(format);
            assert_eq!(saved, checked, "{case}: {format}");
        }
        // Findings about the text itself are missing.
        let results = both("sarif").map(|text| {
            let log: Value = serde_json::from_str(&text).expect("JSON");
            log["runs"][0]["results"].clone()
        });
        assert_eq!(results[0], results[1], "{case}");
        let (page, code) = boolprog(&["export", "--format", "html", path]);
        assert!(page.contains("</html>") && code == 0, "{case}: {code}");
    }
}

fn save(case: &str, property: usize, file: &Path) {
    let report: Value = serde_json::from_str(&boolprog(&["check", "--format", "json", case]).0).expect("JSON");
    let trace = &report["files"][0]["properties"][property]["trace"];
    std::fs::write(file, trace.to_string()).expect("written");
}

#[test]
fn a_saved_trace_is_exported_as_its_check_was() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("trace.json");
    save("two-and-one-proof.bp", 2, &file);
    for format in ["mermaid", "plantuml", "svg"] {
        let saved = boolprog(&["export", "--format", format, file.to_str().expect("UTF-8")]);
        let checked = boolprog(&["check", "--format", format, "--property", "assert-2", "two-and-one-proof.bp"]);
        assert_eq!(saved, (checked.0, 0), "{format}");
    }
}

#[test]
fn output_goes_to_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    for format in FORMATS.into_iter().chain(["text"]) {
        let file = folder.path().join(format);
        let path = file.to_str().expect("UTF-8");
        let printed = boolprog(&["check", "--format", format, "at-the-start.bp"]);
        let silent = boolprog(&["check", "--format", format, "--output", path, "at-the-start.bp"]);
        assert_eq!(silent, (String::new(), printed.1));
        assert_eq!(std::fs::read_to_string(file).expect("written"), printed.0, "{format}");
    }
}

#[test]
fn what_cannot_be_exported_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("trace.json");
    let path = file.to_str().expect("UTF-8");
    save("worker-pool-leak.bp", 0, &file);
    let damaged = std::fs::read_to_string(&file).expect("readable").replacen("\"thread\":1", "\"thread\":9", 1);
    let report = boolprog(&["check", "--format", "json", "worker-pool-leak.bp"]).0;
    let strange = report.replacen("\"violated\"", "\"maybe\"", 1);
    let contradicting = report.replacen("\"thread\": 1", "\"thread\": 9", 1);
    for (text, why) in [
        ("{", "neither a saved trace nor a report"),
        (r#"{ "property": { "kind": "place" }, "schema": "boolprog-trace/1" }"#, "the schema is `boolprog-trace/1`"),
        (damaged.as_str(), "cannot be used"),
        (strange.as_str(), "this is not a report"),
        (contradicting.as_str(), "cannot be used"),
    ] {
        std::fs::write(&file, text).expect("written");
        let (said, code) = boolprog(&["export", "--format", "svg", path]);
        assert!(said.contains(why) && code == 3, "{code}: {said}");
    }
    for (arguments, wanted) in [
        (&["export", "--format", "svg", "nowhere.json"][..], 3),
        (&["export", "--format", "text", path], 64),
        (&["check", "--property", "assert-9", "at-the-start.bp"], 64),
        (&["check", "--property", "assert-1", "at-the-start.bp", "errors.bp"], 64),
        (&["check", "--output", "nowhere/a", "at-the-start.bp"], 74),
    ] {
        let (said, code) = boolprog(arguments);
        assert_eq!(code, wanted, "{arguments:?}: {said}");
    }
}

/// All output obeys the published schemas, and they name every field. Needs Python with `jsonschema`: `python3`, or the
/// one that `BOOLPROG_PYTHON` names.
#[test]
fn documents_obey_their_schemas() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut files: Vec<PathBuf> = Vec::new();
    for case in cases() {
        let file = folder.path().join(&case).with_extension("json");
        boolprog(&["check", "--format", "json", "--output", file.to_str().expect("UTF-8"), &case]);
        files.push(file);
    }
    let python = std::env::var_os("BOOLPROG_PYTHON").unwrap_or_else(|| "python3".into());
    let run = Command::new(python).arg(root().join("tests/tests/exports/validate.py")).args(files).status();
    let code = run.ok().and_then(|status| status.code());
    assert!(matches!(code, None | Some(0 | 77)), "{code:?}; 77 stands for skipped");
}

/// Names with a meaning in some format.
const HOSTILE: &str =
    "{</text><script>alert(1)</script> \" ' & &amp; ; # #35; end $$x$$ ``` %% @enduml <br/> ** __ -- == \\n [a](b)}";

/// Gives the variables, the procedures and the statements of a trace another name.
fn renamed(mut trace: Value) -> Value {
    for pointer in ["/shared/0", "/procedures/0/name", "/property/name", "/steps/0/text", "/steps/1/text"] {
        if let Some(name) = trace.pointer_mut(pointer) {
            *name = HOSTILE.into();
        }
    }
    trace
}

/// Writes reports and counterexamples, and opens them with the tools that they are for.
#[test]
#[ignore = "needs Node, its packages and a browser; `cargo xtask test` has them"]
fn other_tools_open_the_exports() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = |name: String| folder.path().join(name).to_string_lossy().into_owned();
    let trace = folder.path().join("hostile.json");
    save("worker-pool-leak.bp", 0, &trace);
    let text = std::fs::read_to_string(&trace).expect("readable");
    let hostile = renamed(serde_json::from_str(&text).expect("JSON"));
    std::fs::write(&trace, hostile.to_string()).expect("written");
    for format in FORMATS {
        for case in cases() {
            boolprog(&["check", "--format", format, "--output", &out(format!("{case}.{format}")), &case]);
        }
        let trace = trace.to_str().expect("UTF-8");
        let written = boolprog(&["export", "--format", format, "--output", &out(format!("hostile.{format}")), trace]);
        assert_eq!(written, (String::new(), 0));
    }
    for name in DRAWN {
        let drawn = graph(name, &["--output", &out(format!("graph-{name}.dot"))]);
        assert_eq!(drawn, (String::new(), 0), "{name}");
    }
    std::fs::remove_file(trace).expect("removed");
    let status = Command::new("node").arg(root().join("tests/exports/run.mjs")).arg(folder.path()).status();
    assert!(status.expect("node starts").success());
}
