//! Which engine decides, and how integer programs are read and searched.

use boolprog_check::integer::{self, Strategy};
use boolprog_check::{Coverability, Engine};
use boolprog_integer::OnRange;
use boolprog_reach::karp_miller::Procedure;
use clap::{Args, ValueEnum};

use boolprog_host::provers;

/// The engines by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(in crate::cli) enum EngineName {
    /// Those that suit the program, side by side.
    Auto,
    /// The minimal coverability set over contexts.
    Mcs,
    /// The tree of Karp and Miller, depth-first.
    KmDfs,
    /// The tree of Karp and Miller, breadth-first.
    KmBfs,
    /// The pruned tree, after Zhao.
    KmZhao,
    /// Backward search from the violations.
    Backward,
    /// Only a bounded search.
    Bounded,
    /// For integer programs: every reachable state, breadth-first.
    Explicit,
    /// For integer programs: every reachable state, depth-first in a random order.
    #[value(name = "randomdfs")]
    RandomDfs,
    /// For integer programs: abstract matching over predicates, refined with a prover until it is exact.
    Alpha,
    /// For integer programs: the same without a prover, which finds errors and proves nothing.
    #[value(name = "no-tp")]
    NoProver,
    /// For integer programs: splitting by the cuts that split the most.
    #[value(name = "maxoverlap")]
    MaxOverlap,
    /// For integer programs: splitting by few cuts that split everything.
    #[value(name = "minset")]
    MinSet,
    /// For integer programs: splitting above the least values.
    #[value(name = "minonly")]
    MinOnly,
}

impl EngineName {
    /// The engine for Boolean programs and transition systems; none if it is one for integer programs.
    pub(in crate::cli) fn boolean(self) -> Option<Engine> {
        Some(match self {
            Self::Auto => Engine::Auto,
            Self::Mcs => Engine::Coverability(Coverability::Contexts),
            Self::KmDfs => Engine::Coverability(Coverability::KarpMiller(Procedure::DepthFirst)),
            Self::KmBfs => Engine::Coverability(Coverability::KarpMiller(Procedure::BreadthFirst)),
            Self::KmZhao => Engine::Coverability(Coverability::KarpMiller(Procedure::Zhao)),
            Self::Backward => Engine::Backward,
            Self::Bounded => Engine::Bounded,
            Self::Explicit
            | Self::RandomDfs
            | Self::Alpha
            | Self::NoProver
            | Self::MaxOverlap
            | Self::MinSet
            | Self::MinOnly => return None,
        })
    }

    /// The engine for integer programs; none if it is one for Boolean programs.
    pub(in crate::cli) fn integer(self) -> Option<integer::Engine> {
        match self {
            Self::Auto => Some(integer::Engine::Auto),
            Self::Explicit => Some(integer::Engine::Explicit),
            Self::RandomDfs => Some(integer::Engine::RandomDepthFirst),
            Self::Alpha => Some(integer::Engine::Alpha),
            Self::NoProver => Some(integer::Engine::NoProver),
            Self::MaxOverlap => Some(integer::Engine::Splitting(Strategy::MaxOverlap)),
            Self::MinSet => Some(integer::Engine::Splitting(Strategy::MinSet)),
            Self::MinOnly => Some(integer::Engine::Splitting(Strategy::MinOnly)),
            Self::Mcs | Self::KmDfs | Self::KmBfs | Self::KmZhao | Self::Backward | Self::Bounded => None,
        }
    }
}

/// How integer programs are read and searched.
#[derive(Debug, Args)]
pub(in crate::cli) struct IntegerArguments {
    /// What happens when a variable of an integer program leaves its range.
    #[arg(long, value_enum, value_name = "WHAT", default_value_t = RangeName::Error)]
    pub range: RangeName,
    /// How far inputs without a range are tried in an integer program: from -N to N.
    #[arg(long = "input-bound", value_name = "N", default_value_t = integer::Options::default().inputs.0)]
    #[arg(value_parser = clap::value_parser!(u32).range(..=1_000_000))]
    pub input_bound: u32,
    /// What the random choices of an engine for integer programs depend on.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// The engine alpha looks at a predicate only at the location where it was found.
    #[arg(long = "local-predicates")]
    pub local_predicates: bool,
    /// The engine alpha makes all values predicates where it was not exact in K iterations; finite programs are decided
    /// then.
    #[arg(long = "add-all", value_name = "K")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    pub add_all: Option<u32>,
    /// The prover that the engines auto and alpha ask: a command that reads SMT-LIB on its standard
    /// input. "z3" alone is Z3, as whatever is there of it; "" is none.
    #[arg(long, value_name = "COMMAND", default_value = provers::DEFAULT)]
    pub prover: String,
}

/// What happens outside of a range.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(in crate::cli) enum RangeName {
    /// It is reported as a violation.
    Error,
    /// The step is not possible.
    Block,
    /// The value is counted on from the other end.
    Wrap,
}

impl From<RangeName> for OnRange {
    fn from(name: RangeName) -> Self {
        match name {
            RangeName::Error => Self::Error,
            RangeName::Block => Self::Block,
            RangeName::Wrap => Self::Wrap,
        }
    }
}
