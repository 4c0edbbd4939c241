//! The families of `cargo xtask bench --suite threads`: their verdicts, and the states that these take.

use std::path::{Path, PathBuf};
use std::process::Command;

use boolprog_tests::root;
use serde_json::Value;

fn folder() -> PathBuf {
    root().join("tests/bench/models/threads")
}

/// The report of a family with this number of threads.
fn report(file: &Path, threads: u32) -> Value {
    let mut boolprog = Command::new(env!("CARGO_BIN_EXE_boolprog-under-test"));
    let is_c = file.extension().is_some_and(|ending| ending == "c");
    let number =
        if is_c { ["-D".to_owned(), format!("N={threads}")] } else { ["--threads".to_owned(), threads.to_string()] };
    boolprog.args(["check", "--format", "json"]).args(number).arg(file);
    let output = boolprog.output().expect("the binary starts");
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    report["files"][0].clone()
}

fn verdicts(report: &Value) -> Vec<&str> {
    let properties = report["properties"].as_array().expect("properties");
    properties.iter().map(|property| property["verdict"].as_str().expect("a word")).collect()
}

/// The first line of a family begins with its verdict.
#[test]
fn families_have_their_verdicts() {
    let entries = std::fs::read_dir(folder()).expect("a folder").map(|entry| entry.expect("readable").path());
    let is_family = |file: &PathBuf| file.extension().is_some_and(|ending| ending == "c" || ending == "ip");
    let files: Vec<PathBuf> = entries.filter(is_family).collect();
    assert!(!files.is_empty());
    for file in files {
        let text = std::fs::read_to_string(&file).expect("readable");
        let expected = text.strip_prefix("// ").and_then(|text| text.split_once(':')).expect("a verdict").0;
        let report = report(&file, 3);
        assert!(verdicts(&report).iter().all(|verdict| *verdict == expected), "{}: {report}", file.display());
    }
}

/// All states are 636,757 and 483,522: beyond the first 10,000 only proofs up to the order of threads come so soon.
#[test]
fn equal_threads_are_proved_up_to_their_order() {
    for (family, threads) in [("sequence-lock", 5), ("counter", 5)] {
        let report = report(&folder().join(family).with_extension("c"), threads);
        assert_eq!(verdicts(&report), ["proved"], "{family}");
        assert_eq!(report["properties"][0]["engine"], "explicit", "{family}");
        // No search of all states was needed after that of fewer states.
        assert!(report["statistics"]["states"].is_null(), "{family}: {report}");
    }
}
