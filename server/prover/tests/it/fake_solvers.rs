//! The caller survives every misbehaviour of a solver; solvers here are shell scripts.
#![cfg(unix)]

use std::path::Path;
use std::time::Duration;

use boolprog_base::Span;
use boolprog_base::control::{Control, Progress, Stop, Unlimited};
use boolprog_integer::{Formula, Initial, Sort, System, Variable, VariableId};
use boolprog_prover::{Answer, Given, Model, NoProver, Prover, Query, SmtLib, Unknown};

const SHORT: Duration = Duration::from_millis(100);
const LONG: Duration = Duration::from_secs(20);

fn solver(folder: &Path, script: &str, limit: Duration) -> SmtLib {
    let path = folder.join("solver");
    std::fs::write(&path, script).expect("written");
    SmtLib::new("sh", vec![path.to_str().expect("a name").to_owned()], limit)
}

fn answering(to_check: &str, to_values: &str) -> String {
    format!("while read line; do case $line in *check-sat*) echo '{to_check}';; *get-value*) {to_values};; esac; done")
}

fn ask(prover: &mut dyn Prover) -> Result<Answer, Stop> {
    let system = System::default();
    let conjuncts = [&Formula::Constant(true)];
    prover.ask(&Query { system: &system, choices: &[], conjuncts: &conjuncts, model: true }, &Unlimited)
}

fn undecided(script: &str, limit: Duration) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    match ask(&mut solver(folder.path(), script, limit)) {
        Ok(Answer::Unknown(Unknown::Undecided(reason))) => reason,
        other => panic!("{other:?}"),
    }
}

#[test]
fn an_answer_is_taken_as_it_is() {
    let folder = tempfile::tempdir().expect("a folder");
    for (word, answer) in [("unsat", Answer::Unsatisfiable), ("sat", Answer::Satisfiable(Model::default()))] {
        let mut solver = solver(folder.path(), &answering(word, "exit"), LONG);
        assert_eq!(ask(&mut solver), Ok(answer.clone()));
        assert_eq!(ask(&mut solver), Ok(answer));
    }
}

/// Questions without a reader are not kept.
#[test]
fn a_solver_that_answers_without_reading_is_lost() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut solver = solver(folder.path(), "exec yes unsat", LONG);
    let system = System::default();
    let long = vec![Formula::Constant(true); 10_000];
    let conjuncts: Vec<&Formula> = long.iter().collect();
    let mut ask =
        || solver.ask(&Query { system: &system, choices: &[], conjuncts: &conjuncts, model: true }, &Unlimited);
    let lost = (0..100).map(|_| ask()).find(|answer| *answer != Ok(Answer::Unsatisfiable));
    match lost {
        Some(Ok(Answer::Unknown(Unknown::Undecided(reason)))) => {
            assert_eq!(reason, "sh answers without reading the questions");
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_solver_that_is_missing_is_unavailable() {
    let mut solver = SmtLib::new("no-such-solver", Vec::new(), LONG);
    for _ in 0..2 {
        match ask(&mut solver) {
            Ok(Answer::Unknown(Unknown::Unavailable(reason))) => {
                assert_eq!(reason, "no-such-solver cannot be started: there is no such program");
            }
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn a_file_that_is_no_program_is_unavailable() {
    let file = tempfile::NamedTempFile::new().expect("a file");
    let mut solver = SmtLib::new(file.path().to_str().expect("a name"), Vec::new(), LONG);
    assert!(matches!(ask(&mut solver), Ok(Answer::Unknown(Unknown::Unavailable(_)))));
}

#[test]
fn a_crash_is_an_unknown_result() {
    let reason = undecided("read line; kill -SEGV $$", LONG);
    assert!(reason.contains("signal: 11"), "{reason}");
}

#[test]
fn what_a_solver_complained_about_before_it_ended_is_said() {
    let reason = undecided("echo 'no licence' >&2; sleep 0.1; exit 3", LONG);
    assert!(reason.ends_with("ended with exit status: 3: no licence"), "{reason}");
}

#[test]
fn a_solver_that_hangs_is_killed() {
    assert_eq!(undecided("exec sleep 1000", SHORT), "sh has not answered within 100ms");
}

#[test]
fn a_solver_that_reads_nothing_is_killed() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut solver = solver(folder.path(), "exec sleep 1000", SHORT);
    let system = System::default();
    // More than a pipe holds.
    let large = vec![Formula::Constant(true); 100_000];
    let conjuncts: Vec<_> = large.iter().collect();
    let query = Query { system: &system, choices: &[], conjuncts: &conjuncts, model: false };
    assert!(matches!(solver.ask(&query, &Unlimited), Ok(Answer::Unknown(Unknown::Undecided(_)))));
}

#[test]
fn a_solver_that_says_unknown_is_believed() {
    assert_eq!(undecided(&answering("unknown", "exit"), LONG), "sh answers \"unknown\"");
}

#[test]
fn nonsense_is_an_unknown_result() {
    let reason = undecided(&answering("(error \"unsupported\")", "exit"), LONG);
    assert_eq!(reason, "sh answers \"(error  unsupported )\"");
    undecided("cat /dev/zero", LONG);
}

#[test]
fn values_that_make_no_sense_are_an_unknown_result() {
    let folder = tempfile::tempdir().expect("a folder");
    let (system, formula) = one_boolean();
    let conjuncts = [&formula];
    let query = Query { system: &system, choices: &[], conjuncts: &conjuncts, model: true };
    for values in ["nothing", "((v0 5000000000000000000000))", "((v1 true))", "((v0 true)"] {
        let script = answering("sat", &format!("echo '{values}'"));
        let answer = solver(folder.path(), &script, SHORT).ask(&query, &Unlimited);
        assert!(matches!(answer, Ok(Answer::Unknown(Unknown::Undecided(_)))), "{values}: {answer:?}");
    }
    let script = answering("sat", "echo '((v0'; echo 'true))'");
    let Ok(Answer::Satisfiable(model)) = solver(folder.path(), &script, LONG).ask(&query, &Unlimited) else {
        panic!("values on two lines are values")
    };
    assert_eq!(model.variables.into_values().collect::<Vec<_>>(), [1]);
}

#[test]
fn after_a_failure_the_solver_is_started_again_but_not_for_ever() {
    let folder = tempfile::tempdir().expect("a folder");
    let count = folder.path().join("count");
    let script = format!("echo started >> {}; exit 1", count.display());
    let mut solver = solver(folder.path(), &script, LONG);
    for _ in 0..2 {
        assert!(matches!(ask(&mut solver), Ok(Answer::Unknown(Unknown::Undecided(_)))));
    }
    for _ in 0..5 {
        assert!(matches!(ask(&mut solver), Ok(Answer::Unknown(Unknown::Unavailable(_)))));
    }
    assert_eq!(std::fs::read_to_string(count).expect("started").lines().count(), 3);
}

/// Also to a solver that was started again.
#[test]
fn what_is_given_in_several_questions_is_told_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let heard = folder.path().join("heard");
    // It ends when it is asked for the first time.
    let script = format!(
        "cd {}; while read line; do echo \"$line\" >> heard; case $line in *check-sat*) \
         [ -e ended ] || {{ touch ended; exit; }}; echo unsat;; esac; done",
        folder.path().display()
    );
    let mut solver = solver(folder.path(), &script, LONG);
    let (system, formula) = one_boolean();
    let given: Given = vec![formula].into();
    let nothing = Query { system: &system, choices: &[], conjuncts: &[], model: false };
    let mut ask = |given: Option<&Given>| match given {
        Some(given) => solver.ask_given(given, &nothing, &Unlimited),
        None => solver.ask(&nothing, &Unlimited),
    };
    assert!(matches!(ask(Some(&given)), Ok(Answer::Unknown(Unknown::Undecided(_)))));
    for (given, told) in [(Some(&given), 2), (Some(&given), 2), (None, 2), (Some(&given), 3)] {
        assert_eq!(ask(given), Ok(Answer::Unsatisfiable));
        let heard = std::fs::read_to_string(&heard).expect("written");
        assert_eq!(heard.matches("(assert v0)").count(), told, "{heard}");
    }
}

/// A control that stops at once.
struct Cancelled;

impl Control for Cancelled {
    fn poll(&self, _: &Progress) -> Result<(), Stop> {
        Err(Stop::Cancelled)
    }
}

#[test]
fn waiting_ends_on_cancellation_and_the_next_query_succeeds() {
    let folder = tempfile::tempdir().expect("a folder");
    // It sleeps until there is a mark.
    let mark = folder.path().join("mark");
    let script = format!("[ -e {} ] || exec sleep 1000; {}", mark.display(), answering("unsat", "exit"));
    let mut solver = solver(folder.path(), &script, LONG);
    let system = System::default();
    let query = Query { system: &system, choices: &[], conjuncts: &[], model: false };
    assert_eq!(solver.ask(&query, &Cancelled), Err(Stop::Cancelled));
    std::fs::write(mark, "").expect("written");
    assert_eq!(solver.ask(&query, &Unlimited), Ok(Answer::Unsatisfiable));
}

#[test]
fn without_a_prover_every_result_is_unknown() {
    assert!(matches!(ask(&mut NoProver), Ok(Answer::Unknown(Unknown::Unavailable(_)))));
}

fn one_boolean() -> (System, Formula) {
    let variable = Variable {
        name: "b".into(),
        owner: None,
        sort: Sort::Boolean,
        initial: Initial::Value(0),
        span: Span::default(),
    };
    (System { variables: vec![variable], ..System::default() }, Formula::Variable(VariableId(0)))
}

/// Stops when there is something in a file.
struct Until<'a>(&'a Path);

impl Control for Until<'_> {
    fn poll(&self, _: &Progress) -> Result<(), Stop> {
        let is_there = std::fs::metadata(self.0).is_ok_and(|file| file.len() > 0);
        if is_there { Err(Stop::Cancelled) } else { Ok(()) }
    }
}

#[test]
fn what_a_solver_has_started_ends_with_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let started = folder.path().join("started");
    let script = format!("sleep 1000 & echo $! > {}; wait", started.display());
    let (system, conjuncts) = (System::default(), [&Formula::Constant(true)]);
    let query = Query { system: &system, choices: &[], conjuncts: &conjuncts, model: true };
    assert_eq!(solver(folder.path(), &script, LONG).ask(&query, &Until(&started)), Err(Stop::Cancelled));
    let id = std::fs::read_to_string(&started).expect("it was started");
    // The process that inherits it may take a moment to forget it.
    let is_alive = || {
        let state = std::process::Command::new("ps").args(["-o", "stat=", "-p", id.trim()]).output().expect("ps runs");
        !matches!(String::from_utf8_lossy(&state.stdout).trim().chars().next(), None | Some('Z'))
    };
    assert!((0..100).any(|_| {
        std::thread::sleep(Duration::from_millis(20));
        !is_alive()
    }));
}

#[test]
fn what_a_solver_says_is_quoted_without_control_characters() {
    let reason = undecided("read line; printf 'a\\033[31mb\\000c\\n'", LONG);
    assert_eq!(reason, "sh answers \"a\u{fffd}[31mb\u{fffd}c\"");
    let reason = undecided("printf 'x\\033y\\n' >&2; sleep 0.1; exit 3", LONG);
    assert!(reason.ends_with(": x\u{fffd}y"), "{reason}");
}
