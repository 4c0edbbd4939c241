//! The questions of proofs about integer programs: other provers give the same answers.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use boolprog_tests::{has_checker, has_prover, root};

/// A proof by abstract states, one by an abstract reachability graph, and one by an invariant for any number of instances.
const PROOFS: [(&str, &str); 3] = [("peterson.ip", "alpha"), ("peterson.ip", "pred"), ("references.ip", "modular")];

/// The greatest number of questions of a proof that are asked again.
const MOST: usize = 40;

fn run(program: &str, arguments: &[&Path]) -> Output {
    Command::new(program).args(arguments).output().expect("the program starts")
}

/// The questions of the proof of an example, saved in a folder.
fn questions(example: &str, engine: &str, folder: &Path) -> Vec<PathBuf> {
    let program = root().join("examples").join(example);
    let (certificate, questions) = (folder.join("proofs.json"), folder.join("questions"));
    let [check, by, engine, save] = ["check", "--engine", engine, "--certificate"].map(Path::new);
    run(env!("CARGO_BIN_EXE_boolprog-under-test"), &[check, by, engine, save, &certificate, &program]);
    let arguments = [Path::new("--smt-lib"), &questions, &program, &certificate];
    let output = run(env!("CARGO_BIN_EXE_boolprog-certify-under-test"), &arguments);
    let said = String::from_utf8_lossy(&output.stdout);
    let files = fs::read_dir(&questions).expect("a folder").map(|file| file.expect("readable").path());
    let mut files: Vec<PathBuf> = files.collect();
    files.sort();
    assert!(said.contains(&format!("{}: {} questions in SMT-LIB", questions.display(), files.len())), "{said}");
    let step = files.len().div_ceil(MOST).max(1);
    files.into_iter().step_by(step).collect()
}

fn answer(prover: &str, question: &Path) -> String {
    String::from_utf8_lossy(&run(prover, &[question]).stdout).trim().to_owned()
}

/// The question without each of its formulas, and without the expected answer.
fn with_less(question: &str) -> impl Iterator<Item = String> {
    let lines: Vec<&str> = question.lines().filter(|line| !line.starts_with("(set-info ")).collect();
    let formulas = (0..lines.len()).filter(|&at| lines[at].starts_with("(assert ")).collect::<Vec<_>>();
    formulas.into_iter().map(move |at| [&lines[..at], &lines[at + 1..]].concat().join("\n"))
}

/// Returns `true` if the answer is another one without some formula.
fn has_needed_formula(question: &Path) -> bool {
    let text = fs::read_to_string(question).expect("readable");
    with_less(&text).any(|less| {
        fs::write(question, less).expect("writable");
        answer("z3", question) == "sat"
    })
}

#[test]
fn every_question_of_a_proof_has_the_same_answer_by_other_provers() {
    if !has_prover() {
        return;
    }
    let provers: &[&str] = if has_checker("cvc5") { &["z3", "cvc5"] } else { &["z3"] };
    for (example, engine) in PROOFS {
        let folder = tempfile::tempdir().expect("a folder");
        let questions = questions(example, engine, folder.path());
        for question in &questions {
            for prover in provers {
                assert_eq!(answer(prover, question), "unsat", "{example}: {prover}: {}", question.display());
            }
        }
        assert!(questions.iter().any(|question| has_needed_formula(question)), "{example}: every formula is idle");
    }
}

#[test]
fn questions_replace_no_files() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("notes"), "").expect("writable");
    let program = root().join("examples/tickets.ip");
    let certificate = folder.path().join("proofs.json");
    let [check, save] = ["check", "--certificate"].map(Path::new);
    run(env!("CARGO_BIN_EXE_boolprog-under-test"), &[check, save, &certificate, &root().join("examples/spin-lock.bp")]);
    let arguments = [Path::new("--smt-lib"), folder.path(), &program, &certificate];
    let output = run(env!("CARGO_BIN_EXE_boolprog-certify-under-test"), &arguments);
    assert_eq!(output.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&output.stderr).contains("This folder is not empty."));
}

#[test]
fn cvc5_proves_answers_in_alethe() {
    if !has_prover() || !has_checker("cvc5") {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let program = root().join("examples/peterson.ip");
    let (certificate, questions) = (folder.path().join("proofs.json"), folder.path().join("questions"));
    let [check, by, engine, save] = ["check", "--engine", "alpha", "--certificate"].map(Path::new);
    run(env!("CARGO_BIN_EXE_boolprog-under-test"), &[check, by, engine, save, &certificate, &program]);
    let arguments = [Path::new("--alethe"), Path::new("--smt-lib"), &questions, &program, &certificate];
    let output = run(env!("CARGO_BIN_EXE_boolprog-certify-under-test"), &arguments);
    let files = fs::read_dir(&questions).expect("a folder").map(|file| file.expect("readable").path());
    let proofs: Vec<PathBuf> = files.filter(|file| file.extension().is_some_and(|ending| ending == "alethe")).collect();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.contains(&format!(" in SMT-LIB, {} of them with a proof in Alethe", proofs.len())), "{said}");
    assert!(!proofs.is_empty(), "{said}");
    for proof in proofs {
        let text = fs::read_to_string(&proof).expect("readable");
        assert!(text.starts_with("(assume "), "{text}");
        assert!(text.lines().any(|line| line.contains(" (cl) :rule ")), "{}: no contradiction", proof.display());
    }
}
