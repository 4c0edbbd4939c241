//! C programs with their verdicts, and constructs that are refused. A new case is a new file.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use boolprog_tests::root;
use serde_json::Value;

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let paths = entries.map(|entry| entry.expect("readable").path());
    let mut files: Vec<_> = paths.filter(|path| path.extension().is_some_and(|it| it == "c")).collect();
    files.sort();
    assert!(!files.is_empty(), "{}", folder.display());
    files
}

fn check(path: &Path, arguments: &[&str]) -> Output {
    let mut boolprog = Command::new(env!("CARGO_BIN_EXE_boolprog-under-test"));
    boolprog.args(["check", "--format", "json"]).args(arguments).arg(path);
    boolprog.output().expect("the binary starts")
}

fn report(path: &Path, arguments: &[&str]) -> Value {
    let output = check(path, arguments);
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    report["files"][0].clone()
}

fn first_line(path: &Path, before: &str) -> String {
    let text = std::fs::read_to_string(path).expect("readable");
    let line = text.lines().next().and_then(|line| line.strip_prefix(before));
    line.unwrap_or_else(|| panic!("{}: the first line begins with `{before}`", path.display())).to_owned()
}

fn has_z3() -> bool {
    Command::new("z3").arg("--version").output().is_ok()
}

#[test]
fn programs_have_the_verdict_of_their_first_line() {
    if !has_z3() {
        return;
    }
    let mut wrong = Vec::new();
    for path in files(&root().join("tests/tests/c")) {
        let line = first_line(&path, "// expect: ");
        let words: Vec<&str> = line.split(' ').collect();
        let report = report(&path, &words[1..]);
        let verdicts = report["properties"].as_array().into_iter().flatten().map(|it| it["verdict"].clone());
        let verdicts: Vec<Value> = verdicts.collect();
        let found = if verdicts.iter().any(|it| it == "violated") {
            "unsafe"
        } else if !verdicts.is_empty() && verdicts.iter().all(|it| it == "proved") {
            "safe"
        } else {
            "unknown"
        };
        if found != words[0] {
            wrong.push(format!("{}: {found}, {}", path.display(), report["diagnostics"]));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_test_that_decides_nothing_needs_no_variable() {
    let folder = tempfile::tempdir().expect("a folder");
    let target = folder.path().join("made.ip");
    let source = root().join("tests/tests/c/test-that-decides-nothing.c");
    let mut boolprog = Command::new(env!("CARGO_BIN_EXE_boolprog-under-test"));
    let output = boolprog.arg("convert").args([&source, &target]).output().expect("the binary starts");
    assert!(output.status.success(), "{output:?}");
    let made = std::fs::read_to_string(&target).expect("it was written");
    let declared: Vec<&str> = made.lines().filter(|line| line.trim_start().starts_with("decl ")).collect();
    assert_eq!(declared, ["decl lock: -2147483648..2147483647;"], "{made}");
}

/// `holds for any number of threads`, or `violated, needs 3 threads`, with `main` among them.
fn verdict_of_threads(report: &Value) -> Option<String> {
    let properties = report["properties"].as_array()?;
    let violated = properties.iter().filter(|property| property["verdict"] == "violated");
    if let Some(threads) = violated.filter_map(|property| property["threads_needed"].as_u64()).min() {
        return Some(format!("violated, needs {threads} threads"));
    }
    let is_proved = |property: &Value| property["verdict"] == "proved" && property["certified"] == true;
    (!properties.is_empty() && properties.iter().all(is_proved)).then(|| "holds for any number of threads".to_owned())
}

#[test]
fn examples_have_the_verdict_of_their_first_line() {
    if !has_z3() {
        return;
    }
    for path in files(&root().join("examples")) {
        // What is unknown of a broken one takes all of the time.
        let report = report(&path, &["--timeout", "30"]);
        let stated = first_line(&path, "// verdict: ");
        assert_eq!(verdict_of_threads(&report), Some(stated), "{}: {report}", path.display());
    }
}

#[test]
fn constructs_outside_the_subset_are_refused_at_their_place() {
    let mut wrong = Vec::new();
    for path in files(&root().join("tests/tests/c/refused")) {
        let expected = first_line(&path, "// refused: ");
        let report = report(&path, &[]);
        let first = &report["diagnostics"][0];
        let found = format!("{}: {}", first["line"], first["message"].as_str().unwrap_or_default());
        if found != expected {
            wrong.push(format!("{}: {found}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_long_text_costs_a_message_or_a_verdict() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("long.c");
    let cases = ["int x;\n".repeat(1_400_000), "(".repeat(10_000_000), "#define A B\n".repeat(800_000)];
    for text in cases {
        std::fs::write(&path, format!("int main() {{ return 0; }}\n{text}")).expect("writable");
        let code = check(&path, &[]).status.code();
        assert!(code.is_some_and(|code| code < 4), "{code:?}: {}", &text[..20]);
    }
}
