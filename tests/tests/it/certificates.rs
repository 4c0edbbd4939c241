//! Every proof about an example is saved, and is accepted again; so is all evidence of verdicts, also about the corpus.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Arc;
use std::time::Duration;

use boolprog_check::evidence::EvidenceDocument;
use boolprog_check::report::{PropertyReport, Verdict};
use boolprog_check::{Options, Query, Unit, Unobserved};
use boolprog_host::limits::Limits;
use boolprog_host::provers::prover;
use boolprog_program::reading::ReadingOptions;
use boolprog_tests::{corpus, root};
use serde_json::Value;
use tokio_util::sync::CancellationToken;

fn examples() -> Vec<PathBuf> {
    let entries = std::fs::read_dir(root().join("examples")).expect("examples/ exists");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("readable").path()).collect();
    paths.retain(|path| is_program(path));
    paths
}

fn is_program(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "bp")
}

fn run(arguments: &[&Path]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_boolprog-under-test")).args(arguments).output().expect("the binary starts")
}

/// The ids of the properties proved by the certificate of a program, which is written to a file.
fn proved(program: &Path, certificate: &Path) -> Vec<String> {
    let [check, format, json, save] = ["check", "--format", "json", "--certificate"].map(Path::new);
    let output = run(&[check, format, json, save, certificate, program]);
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let properties = report["files"][0]["properties"].as_array().expect("properties");
    let proved = properties.iter().filter(|property| property["verdict"] == "proved");
    proved.map(|property| property["id"].as_str().expect("an id").to_owned()).collect()
}

/// An integer program that states nothing: the question is whether every value exists.
const STATES_NOTHING: &str = "decl x: 0..3;\nprocess P { loc a; a -> a when x < 3 do x := x + 1; }\n";

#[test]
fn an_exact_abstraction_of_a_program_without_properties_is_saved_and_accepted() {
    let folder = tempfile::tempdir().expect("a folder");
    let (program, proofs) = (folder.path().join("counter.ip"), folder.path().join("proofs.json"));
    std::fs::write(&program, STATES_NOTHING).expect("writable");
    let [check, engine, save] = ["check", "--engine", "--certificate"].map(Path::new);
    for name in ["alpha", "pred"] {
        let output = run(&[check, engine, Path::new(name), save, &proofs, &program]);
        assert!(output.status.success() && output.stderr.is_empty(), "{name}: {output:?}");
        let verified = || run(&[Path::new("verify-certificate"), &program, &proofs]);
        let said = String::from_utf8_lossy(&verified().stdout).into_owned();
        assert!(said.contains("valid, it proves value-1"), "{name}: {said}");
        let saved = std::fs::read_to_string(&proofs).expect("a certificate");
        let mut broken: Value = serde_json::from_str(&saved).expect("JSON");
        for kind in ["abstractions", "graphs"] {
            let proofs = broken.get_mut(kind).and_then(Value::as_array_mut).into_iter().flatten();
            proofs.for_each(|proof| proof["steps"] = Value::Array(Vec::new()));
        }
        std::fs::write(&proofs, broken.to_string()).expect("writable");
        assert_eq!(verified().status.code(), Some(1), "{name}: a proof without its steps");
    }
}

#[test]
fn why_a_proof_without_properties_is_not_saved() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = folder.path().join("counter.ip");
    std::fs::write(&program, STATES_NOTHING).expect("writable");
    let [check, save] = ["check", "--certificate"].map(Path::new);
    let said = run(&[check, save, &folder.path().join("proofs.json"), &program]).stderr;
    let said = String::from_utf8_lossy(&said).into_owned();
    let why = "the proof of value-1 is not saved: it is the search of all states; `--engine alpha` looks for one";
    assert!(said.contains(why), "{said}");
}

#[test]
fn every_proof_about_an_example_is_saved_and_accepted() {
    let folder = tempfile::tempdir().expect("a folder");
    let certificate = folder.path().join("proofs.json");
    let mut count = 0;
    for path in examples() {
        let ids = proved(&path, &certificate);
        if ids.is_empty() {
            continue;
        }
        let output = run(&[Path::new("verify-certificate"), &path, &certificate]);
        let said = String::from_utf8_lossy(&output.stdout);
        let (_, accepted) = said.split_once("valid, it proves ").unwrap_or_else(|| panic!("{path:?}: {said}"));
        let (accepted, question) = accepted.split_once(" (").expect("the question");
        assert!(question.contains("in main)"), "{said}");
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

/// Checks that the evidence of a program gives the same verdicts again; `false` if it is not decided.
fn verdicts_are_found_again(path: &Path) -> bool {
    let text = std::fs::read_to_string(path).expect("readable");
    let file = boolprog_syntax::parse(&text).file;
    let analysis = Arc::new(boolprog_program::analyse(&file, &ReadingOptions::default()));
    let unit = Unit { path: path.display().to_string(), text: text.into(), file, analysis };
    let limits = || Limits::start(Duration::from_secs(10), 1 << 30, CancellationToken::new());
    let query = Query::Boolean(unit, Options { certificate: true, ..Options::default() });
    let mut prover = prover("");
    let report = query.check(&mut prover, &limits(), &mut Unobserved);
    let Some(evidence) = EvidenceDocument::of(&query, &report) else { return false };
    let again = evidence.verdicts(&query, &mut prover, &limits());
    let again = again.unwrap_or_else(|doubt| panic!("{}: {doubt:?}", path.display()));
    let again: Vec<PropertyReport> = again.properties.into_iter().flatten().collect();
    let word = |report: &PropertyReport| match &report.verdict {
        Verdict::Violated(violation) => format!("violated in {} steps", violation.trace().steps.len()),
        Verdict::Proved(_) => "proved".to_owned(),
        Verdict::Unknown(_) => "unknown".to_owned(),
    };
    let words = |reports: &[PropertyReport]| reports.iter().map(word).collect::<Vec<_>>();
    assert_eq!(words(&again), words(&report.properties), "{}", path.display());
    true
}

#[test]
fn the_verdicts_on_every_example_are_found_again_in_their_evidence() {
    let count = examples().iter().filter(|path| verdicts_are_found_again(path)).count();
    assert!(count >= 12, "only {count} examples with evidence");
}

#[test]
fn the_verdicts_on_every_public_program_are_found_again_in_their_evidence() {
    let Some((folder, rows)) = corpus::expected("satabs-refinements/") else { return };
    let paths: Vec<PathBuf> =
        rows.iter().map(|row| folder.join(&row.instance)).filter(|path| is_program(path)).collect();
    let count = paths.iter().filter(|path| verdicts_are_found_again(path)).count();
    assert!(count * 10 >= paths.len() * 9, "only {count} of {}", paths.len());
}
