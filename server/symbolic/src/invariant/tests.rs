use boolprog_base::control::Unlimited;
use boolprog_program::program::Program;
use boolprog_program::reading::ReadingOptions;

use super::*;
use crate::Limits;
use crate::saturation::Saturation;

/// Creates a thread, has atomic sections, and its assertion holds.
const PROGRAM: &str = "decl a := F, b := F;
void main() begin
  decl l := F;
  atomic_begin;
  a, b := !a, !b;
  l := a;
  atomic_end;
  start_thread other(l);
  while * do skip; od;
  assert !(a & !b);
end
void other(p) begin
  b := b;
  a := a;
end
";

fn program(text: &str) -> Program {
    let file = boolprog_syntax::parse(text).file;
    boolprog_program::analyse(&file, &ReadingOptions::default()).program().expect("a correct program").clone()
}

#[test]
fn what_saturation_finds_is_accepted() {
    let program = program(PROGRAM);
    let saturation = Saturation::new(&program, Limits::default(), &Unlimited).expect("nothing stops it");
    assert_eq!(of_threads(&saturation.encoding, &saturation.rows, &[0]), Ok(()));
}

/// Every row is needed: without one of its thread states, something is outside.
#[test]
fn less_is_rejected() {
    let program = program(PROGRAM);
    let saturation = Saturation::new(&program, Limits::default(), &Unlimited).expect("nothing stops it");
    let (encoding, rows) = (&saturation.encoding, &saturation.rows);
    let mut rejected = 0;
    for location in 0..rows.len() {
        let Some(values) = rows[location].example() else { continue };
        let variables = &encoding.variables;
        let literals = variables.shared_slots().chain(variables.local_slots()).map(|slot| {
            let variable = variables.now(slot, 0);
            (variable, values[variable as usize])
        });
        let one = encoding.sets.conjunction(literals.collect()).expect("nothing stops it");
        let mut fewer = rows.clone();
        fewer[location] = encoding.sets.minus(&rows[location], &one).expect("nothing stops it");
        let checked = of_threads(encoding, &fewer, &[0]);
        assert!(matches!(checked, Err(Undecided::Rejected(_))), "location {location}: {checked:?}");
        rejected += 1;
    }
    assert!(rejected >= 8, "only {rejected} locations have a row");
}

#[test]
fn a_set_that_violates_is_rejected() {
    let program = program(&PROGRAM.replace("assert !(a & !b)", "assert !a"));
    let saturation = Saturation::new(&program, Limits::default(), &Unlimited).expect("nothing stops it");
    let checked = of_threads(&saturation.encoding, &saturation.rows, &[0]);
    assert_eq!(checked, Err(Undecided::Rejected("an assertion fails in it")));
    assert_eq!(of_threads(&saturation.encoding, &saturation.rows, &[]), Ok(()), "if nothing is excluded");
}
