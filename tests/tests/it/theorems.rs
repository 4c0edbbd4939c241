//! Proofs as theorems: Rocq accepts those of examples, and accepts exactly the sets that the checker accepts.

#[path = "../../../server/reach/tests/it/nets.rs"]
mod nets;
mod programs;
mod random;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use boolprog_tests::lsp_client::{Client, FILE};
use boolprog_tests::programs::{FIXED, RACE};
use boolprog_tests::{rocq, root};
use serde_json::json;

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
    let theorems = ["check_sound", "check_program_sound"];
    let asked = theorems.map(|theorem| format!("Print Assumptions {theorem}.")).join("\n");
    fs::write(&file, format!("From Boolprog Require Import ProgramsSound.\n{asked}\n")).expect("writable");
    assert_eq!(rocq::compile(&file).expect("the library is sound").trim(), [CLOSED; 2].join("\n"));
}

/// The file of theorems about a program, if some of its proofs can be theorems, and the answer.
fn theorems(program: &Path, folder: &Path) -> Option<(PathBuf, String)> {
    let name: String = program.file_stem()?.to_str()?.replace(|letter: char| !letter.is_alphanumeric(), "_");
    let [certificate, file] = ["json", "v"].map(|ending| folder.join(&name).with_extension(ending));
    let check = Command::new(env!("CARGO_BIN_EXE_boolprog-under-test"))
        .args(["check", "--timeout", "20", "--certificate"])
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

/// The programs, systems and nets in folders of the repository, and in the folders inside of them.
fn programs(folders: &[&str]) -> Vec<PathBuf> {
    let (mut open, mut programs) = (folders.iter().map(|folder| root().join(folder)).collect::<Vec<_>>(), Vec::new());
    while let Some(path) = open.pop() {
        if path.is_dir() {
            let inside = fs::read_dir(path).expect("readable");
            open.extend(inside.map(|file| file.expect("readable").path()));
        } else if path.extension().is_some_and(|ending| ["bp", "tts", "spec"].iter().any(|known| ending == *known)) {
            programs.push(path);
        }
    }
    programs.sort();
    programs
}

/// Commands at the end of the first proof that ask whether changed systems and targets are rejected: a target at the start, and
/// a step from there to a violation.
fn with_mutants(text: &str) -> String {
    let commands = if text.contains("Definition the_program") { OF_PROGRAM.to_owned() } else { of_system(text) };
    text.replacen("\nEnd Proof1.", &format!("{commands}\nEnd Proof1."), 1)
}

const OF_PROGRAM: &str = "
Definition more_edges (p : program) (all : list edge) : program :=
  Program (number p) (entry p) (shared_start p) (local_start p) (all ++ edges p) (waits p) (enforced p) (named p).
Definition wrong_goal (b : property) : goal :=
  match b with Assertion n => Fail n | Label (l :: _) => Goto l | Label [] => End end.
Eval vm_compute in check_program the_program the_forgetting [Label [entry the_program]] set_1.
Eval vm_compute in check_program
  (more_edges the_program (map (fun b => Edge (entry the_program) (wrong_goal b) T [] [] T NoAction) bad_1))
  the_forgetting bad_1 set_1.
";

fn of_system(text: &str) -> String {
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
    other_target + &other_step
}

#[test]
fn proofs_are_theorems_and_changed_systems_are_rejected() {
    if !rocq::has_rocq() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let mut proved = 0;
    for program in programs(&["examples", "tests/tests/theorems"]) {
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

/// All that the tests of the repository prove.
#[test]
#[ignore = "takes minutes: `cargo test -p boolprog-tests --test it -- --ignored theorems::`"]
fn all_proofs_are_theorems() {
    if !rocq::has_rocq() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let mut proved = 0;
    for program in programs(&["examples", "server", "tests/tests", "tests/bench"]) {
        let Some((file, _)) = theorems(&program, folder.path()) else { continue };
        let answer = rocq::compile(&file).unwrap_or_else(|error| panic!("{}: {error}", program.display()));
        let theorems = fs::read_to_string(&file).expect("readable").matches("\nTheorem ").count();
        assert_eq!(answer.matches(CLOSED).count(), theorems, "{}: {answer}", program.display());
        proved += 1;
        fs::remove_file(file).expect("removed");
    }
    assert!(proved >= 80, "only {proved} programs");
}

/// Changes that make the lock wrong: of its guard, of what is taken, of a goal, of the assertion, of the start, of the set.
const CHANGES: [(&str, &str); 7] = [
    ("(v_got, (Not (Before (Shared v_lock))))", "(v_got, T)"),
    ("[(v_lock, T)]", "[]"),
    ("Edge 3 (Goto 4) (Before (Local v_got))", "Edge 3 (Goto 4) Any"),
    ("Edge 6 (Goto 7)", "Edge 6 (Fail 0)"),
    ("[(v_inside, T)]", "[(v_inside, T); (v_lock, F)]"),
    ("Program None 0 []", "Program None 0 [(v_inside, Any)]"),
    ("  Assertion 0]", "  Label [5]]"),
];

#[test]
fn a_false_theorem_is_no_theorem() {
    if !rocq::has_rocq() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let (file, _) = theorems(&root().join("examples/spin-lock.bp"), folder.path()).expect("a proof");
    let text = fs::read_to_string(&file).expect("readable");
    for (part, changed) in CHANGES {
        assert!(text.contains(part), "{part}");
        fs::write(&file, text.replacen(part, changed, 1)).expect("writable");
        assert!(rocq::compile(&file).is_err(), "{changed}");
    }
}

/// The lines of the blocks of a page in a language.
fn shown<'a>(page: &'a str, language: &str) -> Vec<&'a str> {
    let begin = format!("\n```{language}\n");
    let blocks = page.split(begin.as_str()).skip(1);
    blocks.flat_map(|rest| rest.split("\n```").next().unwrap_or_default().lines()).collect()
}

#[test]
fn the_page_shows_what_is_there() {
    let page = fs::read_to_string(root().join("docs/proofs.md")).expect("readable");
    let sources = rocq::sources().into_iter().map(|source| fs::read_to_string(source).expect("readable"));
    let library = sources.collect::<Vec<_>>().concat();
    let folder = tempfile::tempdir().expect("a folder");
    let (file, _) = theorems(&root().join("examples/spin-lock.bp"), folder.path()).expect("a proof");
    let file = fs::read_to_string(file).expect("readable");
    for (language, text) in [("coq", library), ("text", file)] {
        let lines = shown(&page, language);
        assert!(lines.len() > 10, "{language}");
        for line in lines {
            assert!(text.lines().any(|other| other == line), "{language}: {line}");
        }
    }
}

#[tokio::test]
async fn an_editor_saves_a_file_that_needs_no_other() {
    let mut client = Client::start(json!({ "check": { "run": "manual" } })).await;
    client.open(FIXED);
    let params = json!({ "textDocument": { "uri": FILE } });
    let answer = client.settled_request("boolprog/theorems", params.clone()).await;
    assert_eq!(answer["message"], "Theorems about assert-1.");
    let text = answer["text"].as_str().expect("a text");
    assert!(text.contains("Theorem safe_1 : program_safe the_program bad_1.") && !text.contains("From Boolprog"));
    if rocq::has_rocq() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("theorem.v");
        fs::write(&file, text).expect("writable");
        assert!(rocq::compile_alone(&file).expect("it is proved").contains(CLOSED));
    }
    client.replace(2, RACE);
    let error = client.request("boolprog/theorems", params).await.expect_err("no proof");
    assert_eq!(error["message"], "No property is proved.");
}
