//! What a check of an integer program answers.

use boolprog_base::Span;
use boolprog_base::control::Stop;
use boolprog_base::engine::EngineId;
use boolprog_certificate::integer::Abstraction;
use boolprog_integer::{Property, System, Undefined};
use boolprog_trace::document::PropertyKind;
use rustc_hash::FxHashSet;

use super::Gap;
use crate::report;

/// The answer to one check of one integer program.
#[derive(Clone, Debug)]
pub struct Report {
    /// How many instances the program has.
    pub instances: u32,
    /// The processes that can have any number of instances: a proof holds for as many as they had.
    pub replicated: Vec<Replicated>,
    /// One entry per property that was asked for, in textual order, and one about values where [`PropertyKind::Value`] says.
    pub properties: Vec<PropertyReport>,
    /// The only proof that can be checked without a search, if there is one.
    pub proof: Option<AlphaProof>,
    /// Figures.
    pub statistics: Statistics,
}

/// A proof by `alpha` that its checker accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AlphaProof {
    /// The ids of the properties that it proves together.
    pub properties: Vec<String>,
    /// What proves them.
    pub abstraction: Abstraction,
}

/// A process with `[*]`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replicated {
    /// Its name.
    pub process: String,
    /// How many instances it had.
    pub instances: u32,
}

/// One property.
#[derive(Clone, Debug)]
pub struct PropertyReport {
    /// Stable id, unique in the file: `error-together`, `invariant-fits`, `value-1`.
    pub id: String,
    /// What is asked.
    pub kind: PropertyKind,
    /// Its name; for a value that does not exist, why it does not.
    pub name: String,
    /// What an editor underlines: the statement, or the edge that has no value.
    pub span: Span,
    /// The answer.
    pub verdict: Verdict,
}

/// The answer to one question, or why there is none: in the order of the engines that were asked, never empty.
pub type Verdict = report::Verdict<Vec<Reason>>;

/// The ids that reports give to the properties of a system.
pub fn property_ids(system: &System) -> Vec<String> {
    system.properties.iter().map(id).collect()
}

/// The stable id of a property.
pub(super) fn id(property: &Property) -> String {
    format!("{}-{}", PropertyKind::from(property.kind).name(), property.name)
}

/// Why an engine does not decide.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// A limit was reached, or somebody cancelled.
    Stopped(Stop),
    /// There are more states than this, and no more were to be looked at.
    States(u64),
    /// Unbounded inputs were tried up to this.
    Inputs(u32),
    /// Some run ends because a value does not exist: nothing is proved then.
    NoValue,
    /// The last of so many iterations was not exact.
    Iterations(u32),
    /// The engine uses no prover, and proves nothing without.
    Unproved,
    /// There is no prover that works; why, as a clause.
    NoProver(String),
    /// The prover does not know what would have been needed; why, as a clause.
    ProverUndecided(String),
    /// What a predicate says has no value in a state.
    PredicateUndefined(Undefined),
    /// What `init` says may have no value, so that nobody knows what the starts are: nothing is proved then.
    StartUndefined(Undefined),
    /// The proof could not be checked; why, as a clause.
    Unchecked(String),
    /// The engine does not tell whether numbers fit into 64 bits.
    Overflow,
    /// Two parts of this program disagree, so that neither is believed. Please report it.
    Internal(String),
}

/// Figures of a check.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    /// The most different states that a search of all states met; 0 if there was none.
    pub states: u64,
    /// The iterations of engines that refine, in order.
    pub iterations: Vec<Iteration>,
}

impl Statistics {
    /// What all iterations lacked, each once, in the order in which it was found.
    pub fn gaps(&self) -> Vec<Gap> {
        let mut known = FxHashSet::default();
        self.iterations.iter().flat_map(|iteration| &iteration.gaps).filter(|gap| known.insert(*gap)).cloned().collect()
    }
}

/// One iteration of a search under abstraction.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Iteration {
    /// States generated; the same state may be generated often.
    pub concrete_states: u64,
    /// States stored: those with different abstractions.
    pub abstract_states: u64,
    /// The predicates, or cuts, that the next iteration has in addition, as the language writes them.
    pub new_predicates: Vec<String>,
    /// Questions to the prover.
    pub queries: u64,
    /// Questions not asked again.
    pub cache_hits: u64,
    /// Steps that all states like their source were shown to have; 0 for engines without predicates.
    pub must_steps: u64,
    /// The other steps; 0 for engines without predicates.
    pub may_steps: u64,
    /// What those lack, in the order in which it was found; empty for engines without predicates.
    pub gaps: Vec<Gap>,
}

/// Hears how far a check is before the whole report is ready. How many states there are is told to the control.
pub trait Observer {
    /// An engine begins.
    fn engine(&mut self, engine: EngineId);
    /// The iteration with this number, from 1, is over.
    fn iteration(&mut self, number: usize, iteration: &Iteration);
    /// The verdict on the property with this place in the report is final.
    fn property(&mut self, index: usize, report: &PropertyReport);
}

/// Does not listen.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unobserved;

impl Observer for Unobserved {
    fn engine(&mut self, _: EngineId) {}
    fn iteration(&mut self, _: usize, _: &Iteration) {}
    fn property(&mut self, _: usize, _: &PropertyReport) {}
}
