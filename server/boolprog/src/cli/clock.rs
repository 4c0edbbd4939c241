//! Time that a prover takes in each iteration: libraries read no clock.

use std::cell::Cell;
use std::rc::Rc;
use std::time::{Duration, Instant};

use boolprog_base::control::{Control, Stop};
use boolprog_base::engine::EngineId;
use boolprog_check::Observer;
use boolprog_check::report::Iteration;
use boolprog_export::report::IterationDocument;
use boolprog_prover::{Answer, Given, HornClauses, Prover, Query, Solution};

/// Notes iterations, each with the time spent waiting for the prover in it.
#[derive(Default)]
pub(super) struct Clock {
    waited: Rc<Cell<Duration>>,
    /// Time spent waiting before that.
    before: Duration,
    iterations: Vec<IterationDocument>,
}

impl Clock {
    /// The prover, with an eye on the time.
    pub(super) fn around(&self, prover: Box<dyn Prover>) -> Timed {
        Timed { prover, waited: Rc::clone(&self.waited) }
    }

    /// Time spent waiting for the prover in all.
    pub(super) fn waited(&self) -> Duration {
        self.before + self.waited.get()
    }

    pub(super) fn into_iterations(self) -> Vec<IterationDocument> {
        self.iterations
    }
}

impl Observer for Clock {
    fn engine(&mut self, _: EngineId) {
        self.before += self.waited.take();
    }

    fn iteration(&mut self, _: usize, iteration: &Iteration) {
        let waited = self.waited.take();
        self.before += waited;
        let prover_seconds = waited.as_secs_f64();
        self.iterations.push(IterationDocument { iteration: iteration.clone(), prover_seconds });
    }
}

pub(super) struct Timed {
    prover: Box<dyn Prover>,
    /// Time spent waiting for answers since it was last asked for.
    waited: Rc<Cell<Duration>>,
}

impl Timed {
    fn timed<T>(&mut self, ask: impl FnOnce(&mut dyn Prover) -> T) -> T {
        let begin = Instant::now();
        let answer = ask(&mut *self.prover);
        self.waited.set(self.waited.get() + begin.elapsed());
        answer
    }
}

impl Prover for Timed {
    fn ask(&mut self, query: &Query<'_>, control: &dyn Control) -> Result<Answer, Stop> {
        self.timed(|prover| prover.ask(query, control))
    }

    fn ask_given(&mut self, given: &Given, query: &Query<'_>, control: &dyn Control) -> Result<Answer, Stop> {
        self.timed(|prover| prover.ask_given(given, query, control))
    }

    fn solve(&mut self, clauses: &HornClauses<'_>, control: &dyn Control) -> Result<Solution, Stop> {
        self.timed(|prover| prover.solve(clauses, control))
    }

    fn another(&self) -> Option<Box<dyn Prover>> {
        let prover = self.prover.another()?;
        Some(Box::new(Self { prover, waited: Rc::clone(&self.waited) }))
    }
}
