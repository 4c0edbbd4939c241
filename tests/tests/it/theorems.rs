//! Proofs as theorems: Rocq accepts those of examples, and accepts exactly the sets that the checker accepts.

#[path = "../../../server/reach/tests/it/nets.rs"]
mod nets;
mod random;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use boolprog_tests::{rocq, root};

/// The answer of the prover if a proof uses no axioms.
const CLOSED: &str = "Closed under the global context";

#[test]
fn the_library_has_no_holes() {
    for source in rocq::sources() {
        let text = fs::read_to_string(&source).expect("readable");
        for hole in ["Admitted", "admit", "Axiom", "Parameter", "Conjecture", "Hypothesis", "bypass_check"] {
            assert!(!text.contains(hole), "{}: {hole}", source.display());
        }
    }
}

#[test]
fn the_library_uses_no_axioms() {
    if !rocq::has_rocq() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("assumptions.v");
    let asked =
        "From Boolprog Require Import Sound.\nPrint Assumptions check_sound.\nPrint Assumptions check_part_sound.\n";
    fs::write(&file, asked).expect("writable");
    assert_eq!(rocq::compile(&file).expect("the library is sound").trim(), [CLOSED; 2].join("\n"));
}

/// The file of theorems about a program, if some of its proofs can be theorems, and the answer.
fn theorems(program: &Path, folder: &Path) -> Option<(PathBuf, String)> {
    let name: String = program.file_stem()?.to_str()?.replace(|letter: char| !letter.is_alphanumeric(), "_");
    let [certificate, file] = ["json", "v"].map(|ending| folder.join(&name).with_extension(ending));
    let check = Command::new(env!("CARGO_BIN_EXE_boolprog-under-test"))
        .args(["check", "--certificate"])
        .args([&certificate, program])
        .output();
    check.expect("the binary starts");
    let said = Command::new(env!("CARGO_BIN_EXE_boolprog-certify-under-test"))
        .arg("--rocq")
        .args([&file, program, &certificate])
        .output()
        .expect("the binary starts");
    file.is_file().then(|| (file, String::from_utf8_lossy(&said.stdout).into_owned()))
}

fn programs() -> Vec<PathBuf> {
    let in_folder =
        |folder: PathBuf| fs::read_dir(folder).expect("there is a folder").map(|file| file.expect("readable").path());
    let all = in_folder(root().join("examples")).chain(in_folder(root().join("tests/tests/theorems")));
    let mut programs: Vec<PathBuf> = all.collect();
    programs.retain(|path| {
        path.extension().is_some_and(|ending| ["bp", "tts", "spec"].iter().any(|known| ending == *known))
    });
    programs.sort();
    programs
}

/// Commands at the end of each system that ask whether changed systems and targets are rejected: a target at the start,
/// and a step from the start to the first target, which has two threads at most.
fn with_mutants(text: &str) -> String {
    let start = text.lines().find(|line| line.starts_with("Definition the_start")).expect("a start");
    let words: Vec<&str> = start.split(['[', ']']).collect();
    let first = |list: &str| list.split("; ").next().unwrap_or_default().to_owned();
    let (shared, fixed, pool) = (first(words[1]), first(words[3]), first(words[5]));
    let local = if fixed.is_empty() { pool } else { fixed };
    let other_target = format!("Eval vm_compute in check the_system [(Some {shared}, [{local}])] set_1.\n");
    let other_step = format!(
        "Eval vm_compute in match bad_1 with [] => false | (to, goal) :: _ => check (System the_start \
         (Step {shared} {local} (match to with Some s => s | None => {shared} end) (hd_error goal) \
         (match tl goal with l :: _ => Create l | [] => Nothing end) :: steps the_system)) bad_1 set_1 end.\n"
    );
    text.replacen("\nEnd System1.", &format!("{other_target}{other_step}\nEnd System1."), 1)
}

#[test]
fn proofs_are_theorems_and_changed_systems_are_rejected() {
    if !rocq::has_rocq() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let mut proved = 0;
    for program in programs() {
        let Some((file, said)) = theorems(&program, folder.path()) else { continue };
        assert!(said.contains(": theorems about "), "{said}");
        let text = fs::read_to_string(&file).expect("readable");
        fs::write(&file, with_mutants(&text)).expect("writable");
        let answer = rocq::compile(&file).unwrap_or_else(|error| panic!("{error}"));
        let theorems = text.matches("\nTheorem ").count();
        assert_eq!(answer.matches(CLOSED).count(), theorems, "{}: {answer}", program.display());
        assert_eq!(answer.matches("= false").count(), 2, "{}: {answer}", program.display());
        assert!(!answer.contains("Axioms") && !answer.contains("= true"), "{}: {answer}", program.display());
        proved += theorems;
    }
    assert!(proved >= 10, "only {proved} theorems");
}

#[test]
fn a_false_theorem_is_no_theorem() {
    if !rocq::has_rocq() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let (file, _) = theorems(&root().join("examples/spin-lock.bp"), folder.path()).expect("a proof");
    let text = fs::read_to_string(&file).expect("readable");
    let (before, after) = text.split_once("Definition bad_1 : list target := [").expect("a target");
    let changed = format!("{before}Definition bad_1 : list target := [(None, [l0]); {after}");
    fs::write(&file, changed).expect("writable");
    assert!(rocq::compile(&file).is_err());
}
