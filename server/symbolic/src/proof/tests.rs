use boolprog_base::control::Unlimited;
use boolprog_program::reading::ReadingOptions;

use super::*;
use crate::bounded::{Question, search};
use crate::saturation::prove;

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
    let file = boolprog_syntax::parse(PROGRAM).file;
    boolprog_program::analyse(&file, &ReadingOptions::default()).program().expect("a correct program").clone()
}

/// All configurations, as the proof of the assertion that holds.
fn configurations(program: &Program) -> Invariant {
    let question = Question { properties: vec![0], threads: 4 };
    let proof = search(program, &question, LIMITS, &Unlimited).proof.expect("three threads are all there are");
    assert_eq!(proof.properties, [0]);
    Invariant::clone(&proof.invariant)
}

fn thread_states(program: &Program) -> Invariant {
    let proof = prove(program, &[0, 1], LIMITS, &Unlimited).expect("nothing stops it").expect("one holds");
    assert_eq!(proof.properties, [0]);
    Invariant::clone(&proof.invariant)
}

fn checked(invariant: &Invariant, property: u32) -> Result<(), Undecided> {
    invariant.check(&program(), &[property], LIMITS, &Unlimited)
}

#[test]
fn what_was_found_is_accepted_again() {
    let program = program();
    for invariant in [configurations(&program), thread_states(&program)] {
        assert_eq!(checked(&invariant, 0), Ok(()));
        assert_eq!(checked(&invariant, 1), Err(Undecided::Rejected("an assertion fails in it")));
    }
}

/// If a set could say what bits a thread has that does not exist yet, it could keep it from being created.
#[test]
fn a_set_says_nothing_of_a_thread_that_does_not_exist() {
    let program = program();
    let mut forged = configurations(&program);
    let Family::Configurations(list) = &mut forged.family else { panic!("it is from the search") };
    for (places, set) in list {
        if places[0] != Some(program.entry) {
            forged.nodes.push(Node { bit: Bit::Local { thread: 1, bit: 0 }, low: *set, high: 0 });
            *set = forged.nodes.len() as SetNumber + 1;
        }
    }
    assert_eq!(checked(&forged, 1), Err(Undecided::Rejected("it says something of a thread that does not exist")));
}

#[test]
fn thread_states_have_one_thread() {
    let mut forged = thread_states(&program());
    let Family::Threads(rows) = &mut forged.family else { panic!("it is from saturation") };
    for row in rows {
        forged.nodes.push(Node { bit: Bit::Local { thread: 1, bit: 0 }, low: *row, high: 0 });
        *row = forged.nodes.len() as SetNumber + 1;
    }
    assert_eq!(checked(&forged, 1), Err(Undecided::Rejected("it mentions a bit that there is not")));
}

/// An order of bits that is not that of the reader.
#[test]
fn nodes_may_come_in_any_order_of_bits() {
    let mut invariant = configurations(&program());
    let one = |bit| Node { bit, low: 0, high: 1 };
    let all = [Bit::Held, Bit::Inside(0), Bit::Shared(0), Bit::Local { thread: 0, bit: 0 }];
    for (first, second) in all.iter().zip(all.iter().skip(1)).chain(all.iter().skip(1).zip(&all)) {
        invariant.nodes.push(one(*second));
        let low = invariant.nodes.len() as SetNumber + 1;
        invariant.nodes.push(Node { bit: *first, low, high: 0 });
    }
    assert_eq!(checked(&invariant, 0), Ok(()));
}

#[test]
fn what_makes_no_sense_is_rejected_and_what_is_too_large_refused() {
    let program = program();
    let invariant = configurations(&program);
    let mut forward = invariant.clone();
    forward.nodes[0].low = forward.nodes.len() as SetNumber + 2;
    assert!(matches!(checked(&forward, 0), Err(Undecided::Rejected(_))));
    let nowhere = Invariant { nodes: Vec::new(), family: Family::Configurations(vec![(vec![None; 1001], 1)]) };
    assert!(matches!(checked(&nowhere, 0), Err(Undecided::Rejected(_))));
    let nothing = Invariant { nodes: Vec::new(), family: Family::Configurations(Vec::new()) };
    assert!(matches!(checked(&nothing, 0), Err(Undecided::Rejected(_))));
    let few = Limits { nodes: invariant.nodes.len() - 1 };
    assert!(matches!(invariant.check(&program, &[0], few, &Unlimited), Err(Undecided::Refused(_))));
}
