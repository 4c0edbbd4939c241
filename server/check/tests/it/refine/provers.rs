//! Refinement with provers that are missing, lie or fail.

use std::time::Duration;

use boolprog_base::control::{Control, Stop};
use boolprog_check::refine::{Outcome, Seeds};
use boolprog_prover::{Answer, Model as Values, NoProver, Prover, Query, SmtLib};

use super::{GATE, unknown, with};
use crate::integer::z3;

/// A prover that always says the same.
struct Liar(bool);

impl Prover for Liar {
    fn ask(&mut self, _: &Query<'_>, _: &dyn Control) -> Result<Answer, Stop> {
        Ok(if self.0 { Answer::Satisfiable(Values::default()) } else { Answer::Unsatisfiable })
    }
}

#[test]
fn without_a_prover_nothing_is_decided() {
    let refinement = with(GATE, Seeds::default(), &mut NoProver, &mut NoProver);
    assert_eq!(unknown(&refinement), "no prover is used");
    let Some(mut prover) = z3() else { return };
    let refinement = with(GATE, Seeds::default(), &mut prover, &mut NoProver);
    assert!(unknown(&refinement).contains("proved, but not certified"), "{refinement:?}");
}

#[test]
fn a_prover_that_lies_proves_nothing_and_violates_nothing_that_holds() {
    let Some(mut checker) = z3() else { return };
    for says in [true, false] {
        let refinement = with(GATE, Seeds::default(), &mut Liar(says), &mut checker);
        unknown(&refinement);
        // The consequence of a lie may be a run all the same, which is executed.
        let refinement = with(&GATE.replace("= 1", "= 2"), Seeds::default(), &mut Liar(says), &mut checker);
        assert_ne!(refinement.outcome, Outcome::Proved);
    }
}

/// A prover that works for some questions, and then only says nonsense, ends, or hangs.
struct Failing {
    prover: SmtLib,
    other: SmtLib,
    good: u32,
    asked: u32,
}

impl Failing {
    /// Fails after this number of questions, in the way of this script of the shell.
    fn new(prover: SmtLib, good: u32, script: &str) -> Self {
        let arguments = vec!["-c".to_owned(), script.to_owned()];
        Self { prover, other: SmtLib::new("sh", arguments, Duration::from_millis(20)), good, asked: 0 }
    }
}

impl Prover for Failing {
    fn ask(&mut self, query: &Query<'_>, control: &dyn Control) -> Result<Answer, Stop> {
        self.asked += 1;
        if self.asked > self.good { self.other.ask(query, control) } else { self.prover.ask(query, control) }
    }
}

#[test]
fn a_prover_that_fails_costs_an_answer_and_gives_no_wrong_one() {
    let broken = GATE.replace("= 1", "= 2");
    for script in ["exit 3", "read x; echo nonsense", "exec sleep 100"] {
        for good in [0, 1, 5, 20, 60] {
            let (Some(first), Some(second), Some(mut checker)) = (z3(), z3(), z3()) else { return };
            let refinement = with(GATE, Seeds::default(), &mut Failing::new(first, good, script), &mut checker);
            assert!(!matches!(refinement.outcome, Outcome::Violated { .. }), "{script} after {good}: {refinement:?}");
            let refinement = with(&broken, Seeds::default(), &mut Failing::new(second, good, script), &mut checker);
            assert_ne!(refinement.outcome, Outcome::Proved, "{script} after {good}: {refinement:?}");
        }
    }
    // A checker that fails: nothing is proved.
    for good in [0, 3] {
        let (Some(mut prover), Some(first)) = (z3(), z3()) else { return };
        let refinement = with(GATE, Seeds::default(), &mut prover, &mut Failing::new(first, good, "exit 3"));
        assert!(unknown(&refinement).contains("proved, but not certified"), "{refinement:?}");
        assert_eq!(refinement.certificate, None);
    }
}
