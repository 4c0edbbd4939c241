//! Files that are written keep the meaning of the program: Z3 and explicit search agree.

use std::path::{Path, PathBuf};
use std::process::Command;

use boolprog_base::control::Unlimited;
use boolprog_clauses::exchange::{self, Question};
use boolprog_integer::explicit::{Options, Reason, Verdict, search};
use boolprog_integer::{Instantiation, System, instantiate, syntax};

/// Programs with a name, a text and what is known of them: those of the examples, those that the readers make, and
/// small ones in `tests/exchange/`.
fn programs() -> Vec<(String, String)> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    for folder in ["../../examples", "../import/tests/cfa", "../import/tests/system", "tests/exchange"] {
        let entries = std::fs::read_dir(here.join(folder)).expect("a folder");
        files.extend(entries.map(|entry| entry.expect("readable").path()));
    }
    files.sort();
    files.iter().filter_map(|path| Some((path.file_name()?.to_string_lossy().into_owned(), program(path)?))).collect()
}

fn program(path: &Path) -> Option<String> {
    let text = std::fs::read_to_string(path).expect("readable");
    let made = match path.extension()?.to_str()? {
        "ip" => return Some(text),
        "cfa" => boolprog_import::cfa(&text, "a"),
        "system" => boolprog_import::system(&text, "a", None),
        _ => return None,
    };
    Some(made.expect("a program").text)
}

fn system(text: &str) -> System {
    let parsed = syntax::parse(text);
    instantiate(&parsed.file, &Instantiation { threads: Some(2), ..Instantiation::default() }).expect("a system")
}

/// Each question with its answer, as far as explicit search knows it.
fn known(system: &System) -> Vec<(Question, bool)> {
    let findings = search(system, Options { states: Some(100_000), ..Options::default() }, &Unlimited);
    let of_one = |verdict: &Verdict| match verdict {
        Verdict::Proved => Some(true),
        Verdict::Violated(_) => Some(false),
        // All states were seen, up to the ends of the runs.
        Verdict::Unknown(Reason::Fault) if findings.incomplete.is_none() => Some(true),
        Verdict::Unknown(_) => None,
    };
    let mut known = Vec::new();
    for (index, verdict) in findings.verdicts.iter().enumerate() {
        known.extend(of_one(verdict).map(|safe| (Question::Property(index), safe)));
    }
    let all: Vec<Option<bool>> = findings.verdicts.iter().map(of_one).collect();
    if findings.fault.is_some() || all.contains(&Some(false)) {
        known.push((Question::Everything, false));
    } else if findings.incomplete.is_none() && !all.contains(&None) {
        known.push((Question::Everything, true));
    }
    known
}

/// The answer of Z3 about clauses; `None` if it does not know.
fn z3(folder: &Path, clauses: &str) -> Option<bool> {
    let file = folder.join("clauses.smt2");
    std::fs::write(&file, clauses).expect("written");
    let output = Command::new("z3").arg("-T:3").arg(&file).output().expect("z3 starts");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    match said.trim() {
        "sat" => Some(true),
        "unsat" => Some(false),
        "unknown" | "timeout" => None,
        other => panic!("z3 says {other} of\n{clauses}"),
    }
}

#[test]
fn z3_says_of_the_clauses_what_is_known_of_the_program() {
    if Command::new("z3").arg("--version").output().is_err() {
        assert!(std::env::var_os("BOOLPROG_NO_PROVER").is_some(), "there is no z3 on the search path");
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let mut decided = 0;
    for (name, text) in programs() {
        let system = system(&text);
        for (question, safe) in known(&system) {
            let clauses = exchange::write(&system, question);
            if let Some(said) = z3(folder.path(), &clauses) {
                assert_eq!(said, safe, "{name}, {question:?}:\n{text}\n{clauses}");
                decided += 1;
            } else {
                println!("{name}, {question:?}: z3 does not know");
            }
        }
    }
    assert!(decided >= 10, "only {decided} questions were decided");
}

/// A snapshot of the whole output, for readers.
#[test]
fn clauses_look_as_they_should() {
    let path: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/exchange/everything.ip");
    let system = system(&program(&path).expect("a program"));
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(path.parent().expect("a folder"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        insta::assert_snapshot!("everything.smt2", exchange::write(&system, Question::Everything));
    });
}
