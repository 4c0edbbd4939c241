//! The checker accepts every proof of the engines, and none with a missing part.

use boolprog_base::control::Unlimited;
use boolprog_base::engine::Engine;
use boolprog_certificate::diagrams::{self, Bit, Family, Invariant, Node, Rejection, SetNumber};
use boolprog_explore::relations::Limits;
use boolprog_program::program::Program;
use boolprog_symbolic::bounded::SymbolicBounded;
use boolprog_symbolic::saturation::{Saturation, SymbolicSaturation};

use crate::programs::proof;

/// The second thread is created when the first has ended; its assertion fails, that of `main` holds.
const PROGRAM: &str = "// boolprog: threads = 1
decl done := F;
void main() begin
  start_thread other(F);
  assume done;
  assert done;
  start_thread other(T);
end
void other(p) begin
  atomic_begin;
  done := T;
  assert !p;
end
";

const LIMITS: Limits = Limits { nodes: 1 << 12 };

fn program() -> Program {
    crate::programs::program(PROGRAM)
}

/// Adds a node, and says which set it is.
fn add(invariant: &mut Invariant, bit: Bit, low: SetNumber, high: SetNumber) -> SetNumber {
    let known = invariant.variables.iter().position(|known| *known == bit);
    let variable = known.unwrap_or_else(|| {
        invariant.variables.push(bit);
        invariant.variables.len() - 1
    }) as u32;
    invariant.nodes.push(Node { variable, low, high });
    invariant.nodes.len() as SetNumber + 1
}

/// All configurations, as the proof of the assertion that holds.
fn configurations(program: &Program) -> Invariant {
    let outcome = SymbolicBounded { limits: LIMITS }.ask(program, &[0], 4, &Unlimited);
    proof(outcome).expect("three threads are all there are").1
}

fn thread_states(program: &Program) -> Invariant {
    let outcome = SymbolicSaturation { limits: LIMITS }.ask(program, &[0, 1], 0, &Unlimited);
    let (properties, invariant) = proof(outcome).expect("one holds");
    assert_eq!(properties, [0]);
    invariant
}

fn checked(invariant: &Invariant, property: u32) -> Result<(), Rejection> {
    invariant.check(&program(), &[property], LIMITS, &Unlimited)
}

#[test]
fn what_was_found_is_accepted_again() {
    let program = program();
    for invariant in [configurations(&program), thread_states(&program)] {
        assert_eq!(checked(&invariant, 0), Ok(()));
        assert_eq!(checked(&invariant, 1), Err(Rejection::Rejected("an assertion fails in it")));
    }
}

/// A set with bits of a thread that does not exist could prevent its creation.
#[test]
fn a_set_says_nothing_of_a_thread_that_does_not_exist() {
    let program = program();
    let mut forged = configurations(&program);
    let Family::Configurations(mut list) = forged.sets.clone() else { panic!("it is from the search") };
    for (places, set) in &mut list {
        if places[0] != Some(program.entry) {
            *set = add(&mut forged, Bit::Local(1, 0), *set, 0);
        }
    }
    forged.sets = Family::Configurations(list);
    assert_eq!(checked(&forged, 1), Err(Rejection::Rejected("it constrains a thread that does not exist")));
}

#[test]
fn thread_states_have_one_thread() {
    let mut forged = thread_states(&program());
    let Family::Threads(mut rows) = forged.sets.clone() else { panic!("it is from saturation") };
    for row in &mut rows {
        *row = add(&mut forged, Bit::Local(1, 0), *row, 0);
    }
    forged.sets = Family::Threads(rows);
    assert_eq!(checked(&forged, 1), Err(Rejection::Rejected("it mentions a bit that does not exist")));
}

/// An order of bits that is not that of the reader.
#[test]
fn nodes_may_come_in_any_order_of_bits() {
    let mut invariant = configurations(&program());
    let all = [Bit::Held, Bit::Inside(0), Bit::Shared(0), Bit::Local(0, 0)];
    for (first, second) in all.iter().zip(all.iter().skip(1)).chain(all.iter().skip(1).zip(&all)) {
        let low = add(&mut invariant, *second, 0, 1);
        add(&mut invariant, *first, low, 0);
    }
    assert_eq!(checked(&invariant, 0), Ok(()));
}

#[test]
fn what_makes_no_sense_is_rejected_and_what_is_too_large_refused() {
    let program = program();
    let invariant = configurations(&program);
    let mut forward = invariant.clone();
    forward.nodes[0].low = forward.nodes.len() as SetNumber + 2;
    assert!(matches!(checked(&forward, 0), Err(Rejection::Rejected(_))));
    let nowhere = Invariant {
        variables: Vec::new(),
        nodes: Vec::new(),
        sets: Family::Configurations(vec![(vec![None; 1001], 1)]),
    };
    assert!(matches!(checked(&nowhere, 0), Err(Rejection::Rejected(_))));
    let nothing = Invariant { variables: Vec::new(), nodes: Vec::new(), sets: Family::Configurations(Vec::new()) };
    assert!(matches!(checked(&nothing, 0), Err(Rejection::Rejected(_))));
    let few = Limits { nodes: invariant.nodes.len() - 1 };
    assert!(matches!(invariant.check(&program, &[0], few, &Unlimited), Err(Rejection::Refused(_))));
}

/// Creates a thread, has atomic sections, and its assertion holds.
const ATOMIC: &str = "decl a := F, b := F;
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

#[test]
fn what_saturation_finds_is_accepted() {
    let program = crate::programs::program(ATOMIC);
    let saturation = Saturation::new(&program, Limits::default(), &Unlimited).expect("nothing stops it");
    assert_eq!(diagrams::of_threads(&saturation.relations, &saturation.rows, &[0]), Ok(()));
}

/// Every row is needed: without one of its thread states, something is outside.
#[test]
fn less_is_rejected() {
    let program = crate::programs::program(ATOMIC);
    let saturation = Saturation::new(&program, Limits::default(), &Unlimited).expect("nothing stops it");
    let (relations, rows) = (&saturation.relations, &saturation.rows);
    let mut rejected = 0;
    for location in 0..rows.len() {
        let Some(values) = rows[location].example() else { continue };
        let variables = &relations.variables;
        let literals = variables.shared_slots().chain(variables.local_slots()).map(|slot| {
            let variable = variables.now(slot, 0);
            (variable, values[variable as usize])
        });
        let one = relations.sets.conjunction(literals.collect()).expect("nothing stops it");
        let mut fewer = rows.clone();
        fewer[location] = relations.sets.minus(&rows[location], &one).expect("nothing stops it");
        let checked = diagrams::of_threads(relations, &fewer, &[0]);
        assert!(matches!(checked, Err(Rejection::Rejected(_))), "location {location}: {checked:?}");
        rejected += 1;
    }
    assert!(rejected >= 8, "only {rejected} locations have a row");
}

#[test]
fn a_set_that_violates_is_rejected() {
    let program = crate::programs::program(&ATOMIC.replace("assert !(a & !b)", "assert !a"));
    let saturation = Saturation::new(&program, Limits::default(), &Unlimited).expect("nothing stops it");
    let checked = diagrams::of_threads(&saturation.relations, &saturation.rows, &[0]);
    assert_eq!(checked, Err(Rejection::Rejected("an assertion fails in it")));
    assert_eq!(diagrams::of_threads(&saturation.relations, &saturation.rows, &[]), Ok(()), "if nothing is excluded");
}
