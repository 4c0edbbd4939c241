//! Figures of a check.

use boolprog_abstraction::outcome;
use boolprog_base::engine::EngineId;
use boolprog_integer::EdgeId;
use boolprog_program::reduce::Size;
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};

/// Statistics of a check. Fields of the other kind of program are empty or 0.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Statistics {
    /// Reachable thread states (shared valuation, local valuation with program counter), if known exactly.
    pub thread_states: Option<u64>,
    /// Size of the minimal coverability set, if it was computed.
    pub maximal_markings: Option<u64>,
    /// The searches that computed a coverability set, in order.
    pub coverability: Vec<CoverabilitySearch>,
    /// Shared states of the explored system.
    pub shared_states: u64,
    /// Local states of the explored system.
    pub local_states: u64,
    /// Reduction of the program, if proofs were tried on the reduced one.
    pub reduction: Option<Reduction>,
    /// The most different states that a search of all states of an integer program met; 0 if there was none.
    pub states: u64,
    /// The seed of random choices in the check of an integer program; `None` if there were none.
    pub seed: Option<u64>,
    /// The iterations of engines that refine, in order: those of one search after those of another.
    pub iterations: Vec<Iteration>,
    /// The rounds of localization, in order.
    pub rounds: Vec<Round>,
    /// The engines for integer programs whose last turn was cut off, in order: with more time they might decide.
    pub cut_off: Vec<EngineId>,
    /// The questions to the prover about any number of instances, if that was asked.
    pub questions: Option<Questions>,
}

/// Questions to the prover of one check.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Questions {
    /// Number of questions that were asked.
    pub asked: u64,
    /// Number of questions whose answer was known from another one of the same content.
    pub remembered: u64,
}

impl Statistics {
    /// Gaps of all iterations, each once, in the order of discovery.
    pub fn gaps(&self) -> Vec<Gap> {
        let mut known = FxHashSet::default();
        self.iterations.iter().flat_map(|iteration| &iteration.gaps).filter(|gap| known.insert(*gap)).cloned().collect()
    }
}

/// The work of a search that computed a coverability set, for comparisons of engines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CoverabilitySearch {
    /// Engine that searched.
    pub engine: EngineId,
    /// `true` if the set is that of the reduced program.
    pub is_reduced: bool,
    /// Number of nodes inserted: markings of a tree, or of `mcs` clusters of shared states with a tail.
    pub nodes: u64,
    /// Number of nodes whose steps were taken.
    pub expanded: u64,
    /// Size of the set.
    pub maximal_markings: u64,
}

/// Statistics of a reduction.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Reduction {
    /// Size of the program.
    pub before: Size,
    /// Size of the reduced program.
    pub after: Size,
    /// Number of reachable thread states of the reduced program, if they are known exactly.
    pub thread_states: Option<u64>,
}

/// One round of localization: properties that were tried with the same visible variables.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Round {
    /// Ids of the properties.
    pub properties: Vec<String>,
    /// The visible variables, in the order of declaration.
    pub visible_variables: Vec<String>,
    /// The executions of the smaller program that the whole program was shown not to have.
    pub spurious_runs: Vec<SpuriousRun>,
}

/// A spurious execution of a smaller program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SpuriousRun {
    /// Id of the property that it violates.
    pub property: String,
    /// The number of threads that start.
    pub threads: u32,
    /// The number of its steps.
    pub steps: usize,
    /// The first step that the program cannot take, from 1; one more than there are if all can be taken, but do not
    /// violate the property.
    pub failing_step: usize,
    /// The variables that show this, and become visible.
    pub added: Vec<String>,
}

/// One iteration of a search under abstraction.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Iteration {
    /// The number of the search that it belongs to, from 1.
    #[serde(default)]
    pub search: u32,
    /// Its number in this search, from 1.
    #[serde(default)]
    pub number: u32,
    /// The options of `boolprog check` that run this search alone: `--engine alpha --local-predicates`.
    #[serde(default)]
    pub options: String,
    /// Its end.
    #[serde(default)]
    pub end: IterationEnd,
    /// States generated; the same state may be generated often.
    pub concrete_states: u64,
    /// States stored: those with different abstractions; or nodes of an abstract reachability graph.
    pub abstract_states: u64,
    /// Nodes that are covered by others; none for engines without a graph.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub covered: Option<u64>,
    /// The predicates, cuts or variables with values that the next iteration has in addition, as the language writes them.
    pub new_predicates: Vec<String>,
    /// A dead end and a bad state that the additions separate, if they were found by that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parting: Option<Parting>,
    /// Questions to the prover.
    pub queries: u64,
    /// Questions not asked again.
    pub cache_hits: u64,
    /// Steps that all states like their source were shown to take; 0 for engines without predicates.
    #[serde(default)]
    pub must_steps: u64,
    /// The other steps; 0 for engines without predicates.
    #[serde(default)]
    pub may_steps: u64,
    /// Predicates that the other steps lack, in the order of discovery; empty for engines without predicates.
    #[serde(skip)]
    pub gaps: Vec<Gap>,
}

/// Two states with the same facts: what the next step of a counterexample looks at in each.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Parting {
    /// Facts about one in which executions along the counterexample end, as the language writes them.
    pub dead_end: Vec<String>,
    /// Facts about one that has its next step.
    pub bad_state: Vec<String>,
}

/// The end of an iteration.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum IterationEnd {
    /// The next iteration has new predicates or cuts.
    #[default]
    Refined,
    /// All states with the same abstraction behave alike, so all reachable behaviour was seen.
    Exact,
    /// A violation ended the search; or the next iteration goes on without the predicates found for the violated property.
    Violated,
    /// There is nothing to add, but it is not known to be exact: a prover, its answer or inputs are missing.
    Undecided,
    /// It did not visit all its states: because of a limit, of the prover, or of a value that does not exist.
    CutOff,
}

impl From<outcome::IterationEnd> for IterationEnd {
    fn from(end: outcome::IterationEnd) -> Self {
        match end {
            outcome::IterationEnd::Refined => Self::Refined,
            outcome::IterationEnd::Exact => Self::Exact,
            outcome::IterationEnd::Violated => Self::Violated,
            outcome::IterationEnd::Undecided => Self::Undecided,
            outcome::IterationEnd::CutOff => Self::CutOff,
        }
    }
}

/// A predicate that a search under abstraction lacked at an edge: some of its steps were not shown to be steps of all states
/// like their source. It is a suggestion: a search that knows it may lack another.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Gap {
    /// The edge, by its number in the file.
    pub edge: EdgeId,
    /// Declaration between `predicate` and `;`: `filled + 1 <= 3 at Producer @ ready`.
    pub declaration: String,
}
