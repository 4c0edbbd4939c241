//! Every example has the verdict that its first line states.

use std::process::Command;

use boolprog_tests::root;
use serde_json::Value;

/// The statement in the first line of an example.
#[derive(Debug, PartialEq)]
enum Stated {
    Holds,
    Violated { threads: u64 },
}

fn stated(text: &str) -> Option<Stated> {
    let line = text.lines().next()?.strip_prefix("// verdict: ")?;
    if ["holds for any number of threads", "holds for one thread", "holds (two threads)"].contains(&line) {
        return Some(Stated::Holds);
    }
    let threads = line.strip_prefix("violated, needs ")?.split(' ').next()?.parse().ok()?;
    Some(Stated::Violated { threads })
}

fn found(report: &Value) -> Stated {
    let properties = report["files"][0]["properties"].as_array().expect("properties");
    assert!(!properties.is_empty(), "an example asserts something");
    assert!(properties.iter().all(|p| p["verdict"] != "unknown" && p["certified"] == true), "{properties:?}");
    match properties.iter().filter_map(|p| p["threads_needed"].as_u64()).min() {
        Some(threads) => Stated::Violated { threads },
        None => Stated::Holds,
    }
}

#[test]
fn examples_have_the_verdict_of_their_first_line() {
    let mut count = 0;
    for entry in std::fs::read_dir(root().join("examples")).expect("examples/ exists") {
        let path = entry.expect("readable").path();
        if path.extension().is_none_or(|extension| extension != "bp") {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("readable");
        let stated = stated(&text).unwrap_or_else(|| panic!("{}: no verdict on the first line", path.display()));
        let output = Command::new(env!("CARGO_BIN_EXE_boolprog-under-test"))
            .args(["check", "--format", "json"])
            .arg(&path)
            .output()
            .expect("the binary starts");
        let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let diagnostics = report["files"][0]["diagnostics"].as_array().expect("diagnostics");
        assert!(diagnostics.iter().all(|d| d["severity"] == "hint"), "{}: {diagnostics:?}", path.display());
        assert_eq!(found(&report), stated, "{}", path.display());
        count += 1;
    }
    assert!(count >= 12, "only {count} examples");
}

/// `holds`, or `violated in 8 steps`.
fn integer_verdict(report: &Value) -> String {
    let properties = report["files"][0]["properties"].as_array().expect("properties");
    assert!(properties.iter().all(|p| p["verdict"] != "unknown" && p["certified"] == true), "{properties:?}");
    match properties.iter().filter_map(|p| p["steps"].as_u64()).min() {
        Some(steps) => format!("violated in {steps} steps"),
        None => "holds".to_owned(),
    }
}

/// The engines for integer programs that can prove something; the one that needs Z3 only if it is installed.
fn engines() -> impl Iterator<Item = &'static str> {
    let z3 = Command::new("z3").arg("--version").output().is_ok().then_some("alpha");
    ["explicit", "random", "splitting-max-overlap", "splitting-min-set", "splitting-min-only"].into_iter().chain(z3)
}

#[test]
fn integer_programs_have_the_verdict_of_their_first_line() {
    let mut count = 0;
    for entry in std::fs::read_dir(root().join("examples")).expect("examples/ exists") {
        let path = entry.expect("readable").path();
        if path.extension().is_none_or(|extension| extension != "ip") {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("readable");
        let stated = text.lines().next().and_then(|line| line.strip_prefix("// verdict: "));
        // The number of instances, which a verdict that holds names, is not part of it.
        let stated = stated.map(|stated| stated.split_once(" (").map_or(stated, |(verdict, _)| verdict));
        if text.contains("[*]") {
            continue;
        }
        for engine in engines() {
            let output = Command::new(env!("CARGO_BIN_EXE_boolprog-under-test"))
                .args(["check", "--format", "json", "--engine", engine])
                .arg(&path)
                .output()
                .expect("the binary starts");
            let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
            let found = integer_verdict(&report);
            // Only breadth-first search finds shortest runs.
            let same = if engine == "explicit" {
                Some(found.as_str()) == stated
            } else {
                stated.is_some_and(|s| s[..5] == found[..5])
            };
            assert!(same, "{}: {engine} says {found}, the first line says {stated:?}", path.display());
        }
        count += 1;
    }
    assert!(count >= 3, "only {count} integer programs");
}

/// `holds for any number of instances`, or `violated, 2 instances, 6 steps`; nothing if that needs a prover.
fn verdict_of_any_number(report: &Value) -> Option<String> {
    let properties = report["files"][0]["properties"].as_array().expect("properties");
    let violated = properties.iter().filter(|property| property["verdict"] == "violated");
    let size = |property: &Value| property["threads_needed"].as_u64().zip(property["steps"].as_u64());
    if let Some((instances, steps)) = violated.filter_map(size).min() {
        return Some(format!("violated, {instances} instances, {steps} steps"));
    }
    let is_proved = |property: &Value| property["verdict"] == "proved" && property["certified"] == true;
    properties.iter().all(is_proved).then(|| "holds for any number of instances".to_owned())
}

#[test]
fn programs_for_any_number_of_instances_have_the_verdict_of_their_first_line() {
    let mut count = 0;
    let has_prover = boolprog_tests::has_prover();
    for entry in std::fs::read_dir(root().join("examples")).expect("examples/ exists") {
        let path = entry.expect("readable").path();
        let text = std::fs::read_to_string(&path).expect("readable");
        if path.extension().is_none_or(|extension| extension != "ip") || !text.contains("[*]") {
            continue;
        }
        let stated = text.lines().next().and_then(|line| line.strip_prefix("// verdict: ")).expect("a verdict");
        if !has_prover && stated.starts_with("holds") {
            continue;
        }
        let output = Command::new(env!("CARGO_BIN_EXE_boolprog-under-test"))
            .args(["check", "--format", "json", "--timeout", "300"])
            .arg(&path)
            .output()
            .expect("the binary starts");
        let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!(report["files"][0]["threads"], "*", "{}", path.display());
        assert_eq!(verdict_of_any_number(&report).as_deref(), Some(stated), "{}: {report}", path.display());
        count += 1;
    }
    assert!(count >= if has_prover { 10 } else { 4 }, "only {count} programs");
}
