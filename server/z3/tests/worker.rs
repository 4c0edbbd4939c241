//! Z3 as a library agrees with the program, and its caller survives every failure of its process.

#[path = "../../prover/tests/it/agreement.rs"]
mod agreement;

use std::io::Write;
use std::process::{Command, Stdio};
use std::time::Duration;

use boolprog_base::Span;
use boolprog_base::control::Unlimited;
use boolprog_integer::{Arithmetic, Comparison, Formula, Initial, Sort, System, Term, Variable, VariableId};
use boolprog_prover::{Answer, Prover, Query, SmtLib, Unknown};

const WORKER: &str = env!("CARGO_BIN_EXE_boolprog-z3");

const LONG: Duration = Duration::from_secs(20);

fn worker() -> SmtLib {
    SmtLib::new(WORKER, Vec::new(), LONG)
}

#[test]
fn the_library_agrees_with_trying_all_values() {
    agreement::agrees_with_trying_all_values(worker());
}

#[test]
fn values_of_models_have_at_most_64_bits() {
    agreement::gives_values_of_at_most_64_bits(worker());
}

/// Asks whether 114 is a sum of three cubes, `x^3 + y^3 + z^3 = 114`: an open problem, so that Z3 runs forever.
fn ask_what_nobody_knows(solver: &mut SmtLib) -> Answer {
    let variable = |name: &str| Variable {
        name: name.into(),
        owner: None,
        sort: Sort::Integer,
        initial: Initial::Unspecified,
        span: Span::default(),
    };
    let system = System { variables: ["x", "y", "z"].map(variable).to_vec(), ..System::default() };
    let cube = |number| {
        let square = Term::binary(Arithmetic::Multiply, value(number), value(number));
        Term::binary(Arithmetic::Multiply, square, value(number))
    };
    let sum = Term::binary(Arithmetic::Add, Term::binary(Arithmetic::Add, cube(0), cube(1)), cube(2));
    let formula = Formula::Compare(Comparison::Equal, sum, Term::Constant(114));
    let query = Query { system: &system, choices: &[], conjuncts: &[&formula], model: true };
    solver.ask(&query, &Unlimited).expect("not stopped")
}

fn value(number: u32) -> Term {
    Term::Variable(VariableId(number))
}

fn ask_something_easy(solver: &mut SmtLib) -> Answer {
    let query =
        Query { system: &System::default(), choices: &[], conjuncts: &[&Formula::Constant(false)], model: false };
    solver.ask(&query, &Unlimited).expect("not stopped")
}

#[test]
fn a_question_that_takes_too_long_is_given_up_by_the_process_itself() {
    let mut solver = SmtLib::new(WORKER, vec!["--limit".to_owned(), "200".to_owned()], LONG);
    let unknown = format!("{WORKER} answers \"unknown\"");
    assert_eq!(ask_what_nobody_knows(&mut solver), Answer::Unknown(Unknown::Undecided(unknown)));
    assert_eq!(ask_something_easy(&mut solver), Answer::Unsatisfiable);
}

#[test]
fn a_process_that_hangs_is_killed() {
    let mut solver = SmtLib::new(WORKER, Vec::new(), Duration::from_secs(2));
    let late = format!("{WORKER} has not answered within 2s");
    assert_eq!(ask_what_nobody_knows(&mut solver), Answer::Unknown(Unknown::Undecided(late)));
    assert_eq!(ask_something_easy(&mut solver), Answer::Unsatisfiable);
}

#[test]
fn a_process_that_cannot_be_used_is_unavailable_in_the_end() {
    let mut solver = SmtLib::new(WORKER, vec!["--no-such-option".to_owned()], LONG);
    let answers: Vec<_> = (0..4).map(|_| ask_something_easy(&mut solver)).collect();
    assert!(
        matches!(&answers[0], Answer::Unknown(Unknown::Undecided(why)) if why.contains("ended with")),
        "{answers:?}"
    );
    assert!(matches!(answers[3], Answer::Unknown(Unknown::Unavailable(_))), "{answers:?}");
}

/// The output of a program for this input, with one blank between words.
fn answers(program: &mut Command, script: &str) -> std::io::Result<String> {
    let mut process = program.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    process.stdin.take().expect("a pipe").write_all(script.as_bytes())?;
    let output = String::from_utf8(process.wait_with_output()?.stdout).expect("text");
    Ok(output.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Questions as crate `boolprog-prover` asks them, and the answers.
const DIALOGUE: [(&str, &str); 4] = [
    ("(declare-const v0 Int)\n(assert (<= 0 v0 4))\n(assert (distinct v0 v0))\n(check-sat)\n", "unsat"),
    (
        "(declare-const v0 Int)\n(declare-const v1 Bool)\n(assert (< v0 5))\n(assert (and v1 (> v0 3)))\n(check-sat)\n\
         (get-value (v0 v1))\n",
        "sat ((v0 4) (v1 true))",
    ),
    ("(declare-const v0 Int)\n(assert (= (- 3) v0))\n(check-sat)\n(get-value (v0))\n", "sat ((v0 (- 3)))"),
    ("(assert true)\n(check-sat)\n", "sat"),
];

#[test]
fn library_and_program_answer_the_same() {
    let questions = DIALOGUE.map(|(question, _)| format!("(push 1)\n{question}(pop 1)\n")).concat();
    let script = format!("(set-option :print-success false)\n(set-logic ALL)\n{questions}");
    let expected = DIALOGUE.map(|(_, answer)| answer).join(" ");
    assert_eq!(answers(&mut Command::new(WORKER), &script).expect("started"), expected);
    match answers(Command::new("z3").arg("-in"), &script) {
        Ok(said) => assert_eq!(said, expected),
        Err(_) => println!("skipped: there is no z3 on the search path"),
    }
}

#[test]
fn horn_clauses_are_solved() {
    let script = "(set-logic HORN)\n(declare-fun p (Int) Bool)\n(assert (forall ((x Int)) (=> (= x 0) (p x))))\n\
                  (assert (forall ((x Int))\n  (=> (and (p x) (< x 5)) (p (+ x 1)))))\n\
                  (assert (forall ((x Int)) (=> (p x) (< x 6))))\n(check-sat)\n";
    assert_eq!(answers(&mut Command::new(WORKER), script).expect("started"), "sat");
}

#[test]
fn a_question_that_cannot_be_read_is_an_error_first() {
    for question in ["(assert (< y 5))", "(assert 5)", "(assert true", "(assert )"] {
        let script = format!("(push 1)\n{question}\n(check-sat)\n(pop 1)\n");
        let said = answers(&mut Command::new(WORKER), &script).expect("started");
        assert!(said.starts_with("(error \""), "{question}: {said}");
    }
}
