//! `symbolic-summaries`: all behaviour of one thread, recursion included, over sets of valuations.
//!
//! For each location of the modular program, a decision diagram has the *path edges*: pairs of a valuation with which
//! an activation can be entered and one that it can have at the location. At an exit they are the *summary* of the
//! procedure. A call is one step of its caller, the [relational product](Calls::through) of call, summary and return.
//! (Ball, Rajamani, "Bebop: A Symbolic Model Checker for Boolean Programs", SPIN 2000; Esparza, Schwoon, "A BDD-Based
//! Model Checker for Recursive Programs", CAV 2001.)
//!
//! The [closure](closure) takes path edges in any order, and proves what they do not violate: they are exact, and
//! finitely many, however deep and however long the calls are. The [layers](layers) of the search for violations have
//! them by time, so that a shortest run can be [read off](backwards). They come first, for a moment: a short run is
//! found long before the closure of a large program.

mod backwards;
mod closure;
mod entries;
mod layers;
mod run;

use boolprog_base::budget::{Budget, Limited};
use boolprog_base::control::{Control, Stop};
use boolprog_base::engine::{Ended, Engine, Finding, Kind, Outcome, Task, Undecided};
use boolprog_certificate::diagrams::Invariant;
use boolprog_explore::relations::{Calls, Limits, Set};
use boolprog_program::program::{Goal, LocationId, Program, PropertyId};

use crate::proof;
use closure::Closure;
use layers::Layers;
pub use run::{CallRun, Frame, Move};

/// The only thread.
const THREAD: u32 = 0;

const PHASE: &str = "symbolic summaries";

/// Boolean programs of one thread whose calls are not inlined, as relations between valuations: the kind of system of
/// this engine.
#[derive(Debug)]
pub enum CallValuations {}

impl Kind for CallValuations {
    type Violation = CallRun;
    type Certificate = Invariant;
    type States = ();
}

/// The engine of symbolic summaries.
#[derive(Clone, Copy, Debug)]
pub struct SymbolicSummaries {
    /// Limits on the size of its tables.
    pub limits: Limits,
    /// Number of operations on sets in the search for runs that comes first.
    pub brief: u64,
    /// The most steps of a run that is searched for; 0 if only proofs are wanted.
    pub longest: usize,
}

impl Default for SymbolicSummaries {
    fn default() -> Self {
        Self { limits: Limits::default(), brief: 20_000, longest: 2_000 }
    }
}

impl<'p> Engine<&'p Program> for SymbolicSummaries {
    type Kind = CallValuations;

    /// Finds a shortest run to a violation of each property that has one, and proves the others.
    ///
    /// Ends with [`Ended::Bound`] if properties are violated, but not by a run of [`Self::longest`] steps.
    fn run(&mut self, program: &'p Program, task: &mut Task<'_, CallValuations>) -> Outcome<CallValuations> {
        let mut search = Search { program, settings: *self, control: task.control, open: task.properties.to_vec() };
        let mut outcome = Outcome::nothing(Ended::Complete);
        outcome.ended = search.run(&mut outcome).unwrap_or_else(Ended::from);
        outcome
    }
}

struct Search<'p, 'c> {
    program: &'p Program,
    settings: SymbolicSummaries,
    control: &'c dyn Control,
    /// Properties without an answer.
    open: Vec<u32>,
}

impl Search<'_, '_> {
    fn run(&mut self, outcome: &mut Outcome<CallValuations>) -> Result<Ended, Undecided> {
        match self.find_runs(&Limited::new(self.control, Budget::polls(self.settings.brief)), outcome) {
            // The closure comes next, and the control is asked there.
            Ok(()) | Err(Undecided::Stopped(Stop::Time | Stop::Memory | Stop::Full)) => {}
            Err(other) => return Err(other),
        }
        if !self.open.is_empty() {
            self.prove(outcome)?;
        }
        self.find_runs(self.control, outcome)?;
        Ok(if self.open.is_empty() { Ended::Complete } else { Ended::Bound })
    }

    /// Proves the open properties that the closure does not violate.
    fn prove(&mut self, outcome: &mut Outcome<CallValuations>) -> Result<(), Undecided> {
        let calls = Calls::new(self.program, PHASE, self.settings.limits, self.control)?;
        let closure = Closure::new(&calls)?;
        let violated = violated(&calls, closure.rows())?;
        let (violated, proved) = self.open.iter().partition(|property| violated.contains(&PropertyId(**property)));
        self.open = violated;
        let proved: Vec<u32> = proved;
        if !proved.is_empty() {
            outcome.prove(proved, proof::of_activations(&calls, closure.rows())?);
        }
        Ok(())
    }

    /// Searches for runs to violations of the open properties, by increasing length.
    fn find_runs(&mut self, control: &dyn Control, outcome: &mut Outcome<CallValuations>) -> Result<(), Undecided> {
        if self.open.is_empty() || self.settings.longest == 0 {
            return Ok(());
        }
        let calls = Calls::new(self.program, PHASE, self.settings.limits, control)?;
        let mut layers = Layers::new(&calls)?;
        loop {
            for (property, violation) in layers.violations(&self.open)? {
                self.open.retain(|other| *other != property);
                outcome.findings.push(Finding::Violated { property, violation });
            }
            if self.open.is_empty() || layers.length() >= self.settings.longest || !layers.advance()? {
                return Ok(());
            }
        }
    }
}

/// The properties that some path edge violates. `rows` has those of each location.
fn violated<'s>(calls: &Calls<'_, '_>, rows: impl Iterator<Item = &'s Set>) -> Result<Vec<PropertyId>, Stop> {
    let relations = &calls.relations;
    let sets = &relations.sets;
    let mut violated = Vec::new();
    for (location, row) in (0..).map(LocationId).zip(rows) {
        let labels = relations.labels(location);
        if !labels.is_empty() && !sets.and(row, &relations.permitted(location, THREAD)?)?.is_empty() {
            violated.extend_from_slice(labels);
        }
        for edge in relations.program.edges_of(location) {
            if let Goal::Violation(property) = edge.goal
                && !sets.and(row, &relations.step(edge, THREAD, None)?.relation)?.is_empty()
            {
                violated.push(property);
            }
        }
    }
    Ok(violated)
}
