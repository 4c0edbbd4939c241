//! Questions passed on, so that other provers can answer them again.

use boolprog_base::control::{Control, Stop};
use boolprog_integer::Formula;

use crate::script::Script;
use crate::{Answer, Given, HornClauses, Prover, Query, Solution};

/// A prover that passes on the text of each question whose formulas cannot hold together: a file of SMT-LIB by itself.
pub struct Recording<P, F> {
    prover: P,
    save: F,
}

impl<P: Prover, F: FnMut(String)> Recording<P, F> {
    /// Answers as the prover does, and passes on questions to `save`.
    pub fn new(prover: P, save: F) -> Self {
        Self { prover, save }
    }

    fn record(&mut self, answer: &Answer, query: &Query<'_>) {
        if *answer == Answer::Unsatisfiable {
            let script = Script::new(query).text;
            (self.save)(format!("(set-info :status unsat)\n(set-logic ALL)\n{script}(check-sat)\n"));
        }
    }
}

impl<P: Prover, F: FnMut(String)> Prover for Recording<P, F> {
    fn ask(&mut self, query: &Query<'_>, control: &dyn Control) -> Result<Answer, Stop> {
        let answer = self.prover.ask(query, control)?;
        self.record(&answer, query);
        Ok(answer)
    }

    fn ask_given(&mut self, given: &Given, query: &Query<'_>, control: &dyn Control) -> Result<Answer, Stop> {
        let answer = self.prover.ask_given(given, query, control)?;
        let conjuncts: Vec<&Formula> = given.iter().chain(query.conjuncts.iter().copied()).collect();
        self.record(&answer, &Query { conjuncts: &conjuncts, ..*query });
        Ok(answer)
    }

    fn solve(&mut self, clauses: &HornClauses<'_>, control: &dyn Control) -> Result<Solution, Stop> {
        self.prover.solve(clauses, control)
    }
}
