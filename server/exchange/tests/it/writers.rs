//! What is written means the same: Z3 and spin say of it what explicit search says of the program.

use std::path::{Path, PathBuf};
use std::process::Command;

use boolprog_base::control::Unlimited;
use boolprog_exchange::{Question, horn, promela};
use boolprog_integer::explicit::{Options, Reason, Verdict, search};
use boolprog_integer::{Instantiation, System, instantiate, syntax};

/// Programs with a name, a text and what is known of them: those of the examples, what the readers make, and small ones
/// in `tests/`.
fn programs() -> Vec<(String, String)> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    for folder in ["../../examples", "tests/cfa", "tests/dve", "tests/system", "tests/ip"] {
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
        "cfa" => boolprog_exchange::cfa(&text, "a"),
        "system" => boolprog_exchange::system(&text, "a", None),
        "dve" => boolprog_exchange::dve(&text, "a"),
        _ => return None,
    };
    Some(made.expect("a program").text)
}

fn system(text: &str) -> System {
    let parsed = syntax::parse(text);
    instantiate(&parsed.file, &Instantiation { threads: Some(2), ..Instantiation::default() }).expect("a system")
}

/// Whether all is well, as far as explicit search knows: with every question, what it is about.
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

fn is_there(program: &str, argument: &str) -> bool {
    let there = Command::new(program).arg(argument).output().is_ok();
    if !there {
        println!("skipped: there is no {program} on the search path");
    }
    there
}

/// What Z3 says of clauses; none if it does not know.
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
    if !is_there("z3", "--version") {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let mut decided = 0;
    for (name, text) in programs() {
        let system = system(&text);
        for (question, safe) in known(&system) {
            let clauses = horn::write(&system, question);
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

/// What spin says of a program: whether no assertion is violated.
fn spin(folder: &Path, program: &str) -> bool {
    let file = folder.join("program.pml");
    std::fs::write(&file, program).expect("written");
    let run = |command: &mut Command| {
        let output = command.current_dir(folder).output().expect("it starts");
        let said = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(output.status.success(), "{said}\n{program}");
        said
    };
    run(Command::new("spin").args(["-a", "program.pml"]));
    run(Command::new("cc").args(["-w", "-DSAFETY", "-o", "pan", "pan.c"]));
    let said = run(Command::new(folder.join("pan")).args(["-E", "-m1000000", "-w22"]));
    assert!(!said.contains("max search depth too small") && !said.contains("out of memory"), "{said}");
    let errors = said.lines().find_map(|line| line.split("errors: ").nth(1)).expect("a number of errors");
    errors.trim() == "0"
}

#[test]
fn spin_says_of_the_program_what_is_known_of_it() {
    if !is_there("spin", "-V") || !is_there("cc", "--version") {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let mut decided = 0;
    for (name, text) in programs() {
        let system = system(&text);
        for (question, safe) in known(&system) {
            let Ok(program) = promela::write(&system, question) else { continue };
            assert_eq!(spin(folder.path(), &program), safe, "{name}, {question:?}:\n{text}\n{program}");
            decided += 1;
        }
    }
    assert!(decided >= 20, "only {decided} questions were decided");
}

/// Everything that is written, to be read by people.
#[test]
fn clauses_and_programs_look_as_they_should() {
    let path: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ip/everything.ip");
    let system = system(&program(&path).expect("a program"));
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(path.parent().expect("a folder"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        insta::assert_snapshot!("everything.smt2", horn::write(&system, Question::Everything));
        let program = promela::write(&system, Question::Property(1)).expect("bounded");
        insta::assert_snapshot!("everything.pml", program);
    });
}
