//! Z3 as a library answers as the program does, and whatever becomes of its process, whoever asked goes on.

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
fn values_that_need_more_than_64_bits_are_no_model() {
    agreement::refuses_values_of_more_than_64_bits(worker());
}

/// Whether `n` is a sum of three cubes, as Z3 asks itself for ever: `x^3 + y^3 + z^3 = 114`, which nobody knows.
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

/// What the process writes when it reads this.
fn answers(script: &str) -> String {
    let mut process = Command::new(WORKER).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("started");
    process.stdin.take().expect("a pipe").write_all(script.as_bytes()).expect("read");
    let output = process.wait_with_output().expect("ended");
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn scopes_end() {
    let script = "(declare-const x Int)(assert (< x 5))(push 1)(declare-const b Bool)(assert (and b (> x 5)))(check-sat)\
                  (pop 1)(push 1)(assert (> x 3))(check-sat)(get-value (x))(pop 1)(check-sat)";
    assert_eq!(answers(script), "unsat\nsat\n((x 4))\nsat\n");
}

#[test]
fn what_was_asserted_before_a_scope_is_known_in_it() {
    assert_eq!(answers("(push 1)(assert false)(push 1)(check-sat)(pop 2)(check-sat)"), "unsat\nsat\n");
}

#[test]
fn an_assertion_that_cannot_be_read_is_an_error() {
    let wrong_arguments = "an unknown operator, or other arguments than it has";
    let cases = [
        ("(< y 5)", "an unknown constant"),
        ("(< 5 true)", "arguments of different sorts"),
        ("(and)", wrong_arguments),
        ("(and 1 2)", wrong_arguments),
        ("(ite true 1 false)", wrong_arguments),
        ("(= 1 99999999999999999999)", "a number that is too large"),
        ("5", "a formula is wanted"),
    ];
    for (formula, why) in cases {
        assert_eq!(answers(&format!("(assert {formula})")), format!("(error \"{why}\")\n"), "{formula}");
    }
}

#[test]
fn relations_of_more_than_two_hold_for_all_neighbours() {
    assert_eq!(answers("(assert (< 1 2 3))(check-sat)(assert (<= 1 3 2))(check-sat)"), "sat\nunsat\n");
    assert_eq!(answers("(assert (distinct 1 2 1))(check-sat)"), "unsat\n");
}

#[test]
fn what_makes_no_sense_is_said() {
    assert_eq!(answers("(get-value (x))"), "(error \"there are no values\")\n");
    assert_eq!(answers("(pop 1)"), "(error \"there are not so many scopes\")\n");
    assert_eq!(answers("(declare-const x Real)"), "(error \"constants are Bool or Int\")\n");
    assert_eq!(answers("(declare-fun f (Int) Int)"), "unsupported\n");
}
