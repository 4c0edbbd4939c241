//! Programs of several units.

use std::sync::Arc;

use boolprog_base::control::Unlimited;
use boolprog_c_syntax::tree::Unit;
use boolprog_c_syntax::{Options as Reading, parse};
use boolprog_machine::choices::Usual;
use boolprog_machine::machine::{Ended, Environment, Machine, Options};
use boolprog_machine::observer::Nobody;
use boolprog_machine::program::Program;
use boolprog_machine::schedule::{First, run};

/// The end of a program of some units, or why it is none.
fn end(texts: &[&str], entry: &str) -> Result<Ended, String> {
    let unit = |text: &&str| {
        parse("unit.c", text, &Reading::default(), &Unlimited).map(Arc::new).map_err(|why| why.to_string())
    };
    let units: Vec<Arc<Unit>> = texts.iter().map(unit).collect::<Result<_, _>>()?;
    let program = Program::new(units, Vec::new(), entry).map_err(|mistakes| mistakes[0].to_string())?;
    let mut machine = Machine::new(Arc::new(program), Options::default(), &["program"], b"", &Unlimited)
        .map_err(|ended| format!("{ended:?}"))?;
    let mut environment = Environment { choices: &mut Usual, observer: &mut Nobody, control: &Unlimited };
    Ok(run(&mut machine, &mut First::default(), &mut environment))
}

#[test]
fn names_mean_the_same_in_all_units() {
    let texts =
        ["int f(int); extern int x; int main(void) { return f(x); }", "int x = 4; int f(int n) { return n + 1; }"];
    assert_eq!(end(&texts, "main"), Ok(Ended::Exit(5)));
}

#[test]
fn static_names_are_those_of_their_unit() {
    let texts = [
        "static int x = 1; int f(void); int main(void) { return f() + x; }",
        "static int x = 2; int f(void) { return x; }",
    ];
    assert_eq!(end(&texts, "main"), Ok(Ended::Exit(3)));
}

#[test]
fn inline_definitions_may_be_in_every_unit() {
    let own = "inline int f(void) { return 1; }";
    let first = format!("{own} int g(void); int main(void) {{ return f() + g(); }}");
    let second = format!("{own} extern int f(void); int g(void) {{ return f(); }}");
    assert_eq!(end(&[&first, &second], "main"), Ok(Ended::Exit(2)));
    let uses = "int f(void); int main(void) { return f(); }";
    assert_eq!(end(&[uses, &second], "main"), Ok(Ended::Exit(1)));
}

#[test]
fn what_does_not_fit_together_is_told() {
    let twice = end(&["int f(void) { return 1; } int main(void) { return 0; }", "int f(void) { return 2; }"], "main");
    assert_eq!(twice, Err("`f` is defined twice. Make one of the definitions `static`, or rename it.".to_owned()));
    let none = end(&["int f(void) { return 1; }"], "start");
    let expected = "There is no function `start`, with which the program begins. Define it, or name another one.";
    assert_eq!(none, Err(expected.to_owned()));
}

#[test]
fn a_program_begins_with_any_function() {
    assert_eq!(end(&["static int start(void) { return 7; }"], "start"), Ok(Ended::Exit(7)));
}
