//! Every proof about an example is saved, and is accepted again.

use std::path::Path;
use std::process::{Command, Output};

use boolprog_tests::root;
use serde_json::Value;

fn run(arguments: &[&Path]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_boolprog-under-test")).args(arguments).output().expect("the binary starts")
}

/// Checks a program with its certificate written to a file: the ids of what is proved.
fn proved(program: &Path, certificate: &Path) -> Vec<String> {
    let [check, format, json, save] = ["check", "--format", "json", "--certificate"].map(Path::new);
    let output = run(&[check, format, json, save, certificate, program]);
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let properties = report["files"][0]["properties"].as_array().expect("properties");
    let proved = properties.iter().filter(|property| property["verdict"] == "proved");
    proved.map(|property| property["id"].as_str().expect("an id").to_owned()).collect()
}

#[test]
fn every_proof_about_an_example_is_saved_and_accepted() {
    let folder = tempfile::tempdir().expect("a folder");
    let certificate = folder.path().join("proofs.json");
    let mut count = 0;
    for entry in std::fs::read_dir(root().join("examples")).expect("examples/ exists") {
        let path = entry.expect("readable").path();
        if path.extension().is_none_or(|extension| extension != "bp") {
            continue;
        }
        let ids = proved(&path, &certificate);
        if ids.is_empty() {
            continue;
        }
        let output = run(&[Path::new("verify-certificate"), &path, &certificate]);
        let said = String::from_utf8_lossy(&output.stdout);
        let (_, accepted) = said.trim().split_once("valid, it proves ").unwrap_or_else(|| panic!("{path:?}: {said}"));
        let mut accepted: Vec<&str> = accepted.split(", ").collect();
        accepted.sort_unstable();
        let mut ids: Vec<&str> = ids.iter().map(String::as_str).collect();
        ids.sort_unstable();
        assert_eq!(accepted, ids, "{}", path.display());
        assert!(output.status.success());
        count += 1;
    }
    assert!(count >= 8, "only {count} examples with proofs");
}
