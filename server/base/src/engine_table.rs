//! The table of engines: what each is called, applies to and can decide.

use std::fmt;

/// An engine of either language. Displayed by its [name](EngineInfo::name).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum EngineId {
    /// Thread-modular saturation.
    Saturation,
    /// The minimal coverability set.
    Mcs,
    /// The same, where local states with the same future are one.
    McsMerged,
    /// The tree of Karp and Miller, by the definition.
    KmTree,
    /// The tree of Karp and Miller with each marking once, depth-first.
    KmDfs,
    /// The tree of Karp and Miller with each marking once, breadth-first.
    KmBfs,
    /// The pruned tree, after Zhao.
    KmZhao,
    /// Backward search from the violations.
    Backward,
    /// Backward search on a net.
    BackwardNet,
    /// Bounded search.
    Bounded,
    /// Procedure summaries.
    Summaries,
    /// Saturation over sets of valuations.
    SymbolicSaturation,
    /// Bounded search over sets of valuations.
    SymbolicBounded,
    /// Procedure summaries over sets of valuations.
    SymbolicSummaries,
    /// Breadth-first search of an integer program.
    Explicit,
    /// Depth-first search of an integer program in a random order.
    Random,
    /// Abstract matching over predicates.
    Alpha,
    /// Abstract matching over predicates, without a prover.
    AlphaNoProver,
    /// Abstract matching over cuts, refined by the cut that splits the most.
    SplittingMaxOverlap,
    /// Abstract matching over cuts, refined by few cuts that split everything.
    SplittingMinSet,
    /// Abstract matching over cuts, refined above the least values.
    SplittingMinOnly,
    /// Values of variables, refined by counterexamples.
    Expl,
    /// Predicates, refined by counterexamples.
    Pred,
    /// Values and predicates, refined by counterexamples.
    Prod,
    /// Values of few variables, refined by what separates dead ends from bad states.
    Local,
    /// Inductive invariants of an integer program with a number of instances.
    Horn,
    /// Search of an integer program with any number of instances, of which few act at a time.
    Crowd,
    /// Thread-modular invariants of an integer program with any number of instances.
    Modular,
    /// Boolean programs of an integer program, refined by their counterexamples.
    Refinement,
    /// No search: evidence of an earlier check.
    SavedEvidence,
}

/// The systems that an engine applies to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Systems {
    /// Boolean programs and thread transition systems.
    Threads,
    /// Those of them in which a step never changes or blocks other threads.
    PlainThreads,
    /// Boolean programs with one thread.
    OneThread,
    /// Integer programs: no other engine reads them.
    Integers,
    /// Programs of either language.
    Any,
}

/// Verdicts that an engine can give.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Finds {
    /// Proofs, no violations.
    Proofs,
    /// Violations, no proofs.
    Violations,
    /// Proofs and violations.
    Both,
}

/// Completeness of an engine: an answer to every question that it applies to, given enough time and memory.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Completeness {
    /// It always answers.
    Complete,
    /// It does if finitely many states can be reached.
    FiniteOnly,
    /// It may end without an answer.
    Incomplete,
}

/// An entry of the table of engines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EngineInfo {
    /// Engine that the entry describes.
    pub id: EngineId,
    /// Its name, unique and stable.
    pub name: &'static str,
    /// Method, in a few words.
    pub title: &'static str,
    /// Systems that it applies to.
    pub systems: Systems,
    /// Verdicts that it can give.
    pub finds: Finds,
    /// Completeness within these systems.
    pub completeness: Completeness,
    /// `true` if it can be selected alone, apart from saturation and the search for executions to its violations.
    pub can_be_chosen: bool,
}

/// All engines, in the order of [`EngineId`].
pub static ENGINES: &[EngineInfo] = {
    use Completeness::{Complete, FiniteOnly};
    use EngineId as Id;
    use Finds::{Proofs, Violations};
    use Systems::{Any, Integers, OneThread, PlainThreads};
    &[
        row(Id::Saturation, "saturation", "thread-modular saturation").finds(Proofs),
        row(Id::Mcs, "mcs", "minimal coverability set").on(PlainThreads).finds(Proofs).is(Complete).alone(),
        row(Id::McsMerged, "mcs-merged", "minimal coverability set with bisimilar local states merged")
            .on(PlainThreads)
            .finds(Proofs)
            .is(Complete),
        row(Id::KmTree, "km-tree", "Karp-Miller tree").on(PlainThreads).finds(Proofs).is(Complete).alone(),
        row(Id::KmDfs, "km-dfs", "Karp-Miller tree with each marking once, depth-first")
            .on(PlainThreads)
            .finds(Proofs)
            .is(Complete)
            .alone(),
        row(Id::KmBfs, "km-bfs", "Karp-Miller tree with each marking once, breadth-first")
            .on(PlainThreads)
            .finds(Proofs)
            .is(Complete)
            .alone(),
        row(Id::KmZhao, "km-zhao", "pruned Karp-Miller tree").on(PlainThreads).finds(Proofs).is(Complete).alone(),
        row(Id::Backward, "backward", "backward search from the violations").alone(),
        row(Id::BackwardNet, "backward-net", "backward search on a net, led by linear programs")
            .on(PlainThreads)
            .is(Complete)
            .alone(),
        row(Id::Bounded, "bounded", "bounded number of threads, breadth-first").alone(),
        row(Id::Summaries, "summaries", "procedure summaries").on(OneThread).is(Complete),
        row(Id::SymbolicSaturation, "symbolic-saturation", "saturation over decision diagrams")
            .on(PlainThreads)
            .finds(Proofs),
        row(Id::SymbolicBounded, "symbolic-bounded", "bounded search over decision diagrams").on(PlainThreads),
        row(Id::SymbolicSummaries, "symbolic-summaries", "procedure summaries over decision diagrams").on(OneThread),
        row(Id::Explicit, "explicit", "every reachable state, breadth-first").on(Integers).is(FiniteOnly).alone(),
        row(Id::Random, "random", "every reachable state, depth-first in a random order")
            .on(Integers)
            .is(FiniteOnly)
            .alone(),
        row(Id::Alpha, "alpha", "abstract matching over predicates, refined with a prover").on(Integers).alone(),
        row(Id::AlphaNoProver, "alpha-no-prover", "abstract matching over predicates, without a prover")
            .on(Integers)
            .finds(Violations)
            .alone(),
        row(Id::SplittingMaxOverlap, "splitting-max-overlap", "splitting by the cut that splits the most")
            .on(Integers)
            .is(FiniteOnly)
            .alone(),
        row(Id::SplittingMinSet, "splitting-min-set", "splitting by few cuts that split everything")
            .on(Integers)
            .is(FiniteOnly)
            .alone(),
        row(Id::SplittingMinOnly, "splitting-min-only", "splitting by a cut above each least value")
            .on(Integers)
            .is(FiniteOnly)
            .alone(),
        row(Id::Expl, "expl", "values of variables, refined by counterexamples").on(Integers).alone(),
        row(Id::Pred, "pred", "predicate abstraction, refined by counterexamples").on(Integers).alone(),
        row(Id::Prod, "prod", "values, and predicates where they are too many, refined by counterexamples")
            .on(Integers)
            .alone(),
        row(Id::Local, "local", "localization: as few variables as possible, the others have any value")
            .on(Integers)
            .alone(),
        row(Id::Horn, "horn", "inductive invariants, found by a prover of Horn clauses")
            .on(Integers)
            .finds(Proofs)
            .alone(),
        row(Id::Crowd, "crowd", "any number of instances, of which few act at a time")
            .on(Integers)
            .finds(Violations)
            .alone(),
        row(Id::Modular, "modular", "thread-modular invariants, found by a prover of Horn clauses")
            .on(Integers)
            .finds(Proofs)
            .alone(),
        row(Id::Refinement, "refinement", "Boolean programs over predicates, refined by their counterexamples")
            .on(Integers)
            .alone(),
        row(Id::SavedEvidence, "saved-evidence", "evidence of an earlier check").on(Any),
    ]
};

/// An engine that finds proofs and violations of Boolean programs, but need not answer, nor alone.
const fn row(id: EngineId, name: &'static str, title: &'static str) -> EngineInfo {
    EngineInfo {
        id,
        name,
        title,
        systems: Systems::Threads,
        finds: Finds::Both,
        completeness: Completeness::Incomplete,
        can_be_chosen: false,
    }
}

impl EngineInfo {
    const fn on(self, systems: Systems) -> Self {
        Self { systems, ..self }
    }

    const fn finds(self, finds: Finds) -> Self {
        Self { finds, ..self }
    }

    const fn is(self, completeness: Completeness) -> Self {
        Self { completeness, ..self }
    }

    const fn alone(self) -> Self {
        Self { can_be_chosen: true, ..self }
    }
}

impl EngineId {
    /// The engine's entry in the table.
    pub fn info(self) -> &'static EngineInfo {
        &ENGINES[self as usize]
    }

    /// Its name, unique and stable.
    pub fn name(self) -> &'static str {
        self.info().name
    }

    /// Returns `true` if it builds abstract reachability graphs of integer programs.
    pub const fn builds_graphs(self) -> bool {
        matches!(self, Self::Expl | Self::Pred | Self::Prod | Self::Local)
    }

    /// Returns `true` if it is for integer programs.
    pub fn is_for_integers(self) -> bool {
        self.info().systems == Systems::Integers
    }
}

impl fmt::Display for EngineId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_a_row_for_each_engine_in_order() {
        for (index, row) in ENGINES.iter().enumerate() {
            assert_eq!(row.id as usize, index, "{}", row.name);
            assert_eq!(ENGINES.iter().filter(|other| other.name == row.name).count(), 1, "{}", row.name);
        }
        assert_eq!(EngineId::SavedEvidence as usize + 1, ENGINES.len());
    }
}
