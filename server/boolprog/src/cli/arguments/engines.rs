//! Which engine decides, and how integer programs are read and searched.

use std::sync::LazyLock;

use boolprog_base::engine::{ENGINES, EngineId};
use boolprog_check::Separation;
use boolprog_check::integer::{self, Counterexamples, First, Model, Order, Refiner, Restart};
use boolprog_integer::partition::Partition;
use boolprog_integer::{InputBound, OnRange};
use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};

use boolprog_host::provers;

/// The engine that decides: one of those that can be chosen, or none for those that suit the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::cli) struct EngineChoice(pub Option<EngineId>);

/// All choices, in the order of the table of engines.
static CHOICES: LazyLock<Vec<EngineChoice>> = LazyLock::new(|| {
    let chosen = ENGINES.iter().filter(|info| info.can_be_chosen).map(|info| Some(info.id));
    std::iter::once(None).chain(chosen).map(EngineChoice).collect()
});

impl ValueEnum for EngineChoice {
    fn value_variants<'a>() -> &'a [Self] {
        &CHOICES
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let (name, title) = match self.0 {
            None => ("auto", "those that suit the program, side by side".to_owned()),
            Some(engine) if engine.is_for_integers() => {
                (engine.name(), format!("for integer programs: {}", engine.info().title))
            }
            Some(engine) => (engine.name(), engine.info().title.to_owned()),
        };
        Some(PossibleValue::new(name).help(title))
    }
}

/// Values of variables that predicates distinguish from the start.
#[derive(Debug, Args)]
pub(in crate::cli) struct DistinguishedArguments {
    /// Variables whose values are distinguished from the start: the visible variables with which localization begins. May be
    /// given several times.
    #[arg(long, value_name = "X,...", value_delimiter = ',')]
    pub visible: Vec<String>,
    /// A partition of the values of a variable, as predicates: x=sign, x=parity, x=mod:4, x=0..3|4..9|rest. May be given
    /// several times.
    #[arg(long = "partition", value_name = "X=HOW")]
    pub partitions: Vec<Partition>,
}

impl DistinguishedArguments {
    /// A program with these predicates, besides its own. Fails with a sentence.
    pub(in crate::cli) fn added_to(&self, model: Model) -> Result<Model, String> {
        let visible = self.visible.iter().map(|variable| Partition::of_each_value(variable));
        model.with_partitions(visible.chain(self.partitions.iter().cloned()).collect())
    }
}

/// Reading and search of integer programs.
#[derive(Debug, Args)]
pub(in crate::cli) struct IntegerArguments {
    /// Effect when a variable of an integer program leaves its range.
    #[arg(long, value_enum, value_name = "WHAT", default_value_t = RangeName::Error)]
    pub range: RangeName,
    /// Try inputs without a range in integer programs from -N to N.
    #[arg(long = "input-bound", value_name = "N", default_value_t = integer::Options::default().inputs.0)]
    #[arg(value_parser = clap::value_parser!(u32).range(..=1_000_000))]
    pub input_bound: u32,
    /// The seed of random choices in engines for integer programs.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// The engine alpha uses a predicate only at the location where it was found.
    #[arg(long = "local-predicates")]
    pub local_predicates: bool,
    /// The predicates with which an engine starts, besides those of the file. [default: guards for alpha, properties for
    /// local, declared for expl, pred and prod]
    #[arg(long, value_enum, value_name = "WHICH")]
    pub predicates: Option<FirstName>,
    /// Values that are distinguished from the start.
    #[command(flatten)]
    pub distinguished: DistinguishedArguments,
    /// The order in which alpha, expl, pred, prod and local expand states.
    #[arg(long, value_enum, value_name = "ORDER", default_value_t = OrderName::BreadthFirst)]
    pub order: OrderName,
    /// If a transition was not exact in K iterations, the engine alpha turns all values of its states into predicates,
    /// which decides finite programs.
    #[arg(long = "add-all", value_name = "K")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    pub add_all: Option<u32>,
    /// The engines pred and prod distinguish these values of predicates.
    #[arg(long, value_enum, value_name = "HOW", default_value_t = AbstractionName::Cartesian)]
    pub abstraction: AbstractionName,
    /// The most values that a variable may have after a step in the engines expl, prod and local. [default: 8, for local 64]
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub values: Option<u32>,
    /// Values that the engine prod computes again when a variable has more.
    #[arg(long, value_enum, value_name = "WHAT", default_value_t = RestartName::Step)]
    pub restart: RestartName,
    /// Where expl, pred, prod and local look first for what excludes a spurious counterexample. [default: weakest, for local
    /// conflict]
    #[arg(long, value_enum, value_name = "WHERE")]
    pub refiner: Option<RefinerName>,
    /// The engine pred adds predicates only after the place in the graph where a counterexample lacks them.
    #[arg(long)]
    pub lazy: bool,
    /// The engine expl tries nothing but values, and no more of them than --values: EXPL of Bajkai and Hajdu.
    #[arg(long = "only-values")]
    pub only_values: bool,
    /// The prover of engines for integer programs: a command that reads SMT-LIB on its standard input. "z3" uses whichever Z3
    /// is installed; "" is none.
    #[arg(long, value_name = "COMMAND", default_value = provers::DEFAULT)]
    pub prover: String,
}

impl IntegerArguments {
    /// Effort of a check of a program.
    pub(in crate::cli) fn options(&self) -> integer::Options {
        integer::Options {
            inputs: InputBound(self.input_bound),
            seed: self.seed,
            local_predicates: self.local_predicates,
            first: self.predicates.map(Into::into),
            order: self.order.into(),
            add_all: self.add_all,
            counterexamples: Counterexamples {
                boolean: self.abstraction == AbstractionName::Boolean,
                values: self.values,
                restart: self.restart.into(),
                refiner: self.refiner.map(Into::into),
                lazy: self.lazy,
                only_values: self.only_values,
            },
            ..integer::Options::default()
        }
    }
}

/// The values of predicates that engines with graphs distinguish.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(in crate::cli) enum AbstractionName {
    /// Those that all states after a step agree on; all combinations after a counterexample that comes back.
    Cartesian,
    /// All combinations.
    Boolean,
}

/// Values that are computed again when a variable has too many.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(in crate::cli) enum RestartName {
    /// The result of this step.
    Step,
    /// The graph.
    Graph,
}

impl From<RestartName> for Restart {
    fn from(name: RestartName) -> Self {
        match name {
            RestartName::Step => Self::Step,
            RestartName::Graph => Self::Graph,
        }
    }
}

/// The beginning of refinement.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(in crate::cli) enum RefinerName {
    /// Weakest preconditions along the core of the counterexample.
    Weakest,
    /// The conditions and the variables of the core.
    Core,
    /// Weakest preconditions along the shortest part that contradicts itself.
    Cut,
    /// Sequence interpolants, which need a prover of Horn clauses.
    Interpolants,
    /// A minimal set of distinctions between the states in which the counterexample ends and those in which it would go on.
    Conflict,
    /// A smallest set that separates samples of these states, by integer programming.
    Integer,
    /// A decision tree that separates them.
    Tree,
}

impl From<RefinerName> for Refiner {
    fn from(name: RefinerName) -> Self {
        match name {
            RefinerName::Weakest => Self::Weakest,
            RefinerName::Core => Self::Core,
            RefinerName::Cut => Self::Cut,
            RefinerName::Interpolants => Self::Interpolants,
            RefinerName::Conflict => Self::Separation(Separation::Conflict),
            RefinerName::Integer => Self::Separation(Separation::Integer),
            RefinerName::Tree => Self::Separation(Separation::Tree),
        }
    }
}

/// The first predicates of an engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(in crate::cli) enum FirstName {
    /// The comparisons in guards.
    Guards,
    /// Those, and bounds of variables that hold in every reachable state.
    Bounds,
    /// The comparisons in properties; those of guards are added where they are needed.
    Properties,
    /// None; those of guards are added where they are needed.
    Declared,
}

impl From<FirstName> for First {
    fn from(name: FirstName) -> Self {
        match name {
            FirstName::Guards => Self::Guards,
            FirstName::Bounds => Self::Bounds,
            FirstName::Properties => Self::Properties,
            FirstName::Declared => Self::Declared,
        }
    }
}

/// The order in which states are expanded.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(in crate::cli) enum OrderName {
    /// First those that were found first.
    BreadthFirst,
    /// First those that were found last.
    DepthFirst,
}

impl From<OrderName> for Order {
    fn from(name: OrderName) -> Self {
        match name {
            OrderName::BreadthFirst => Self::BreadthFirst,
            OrderName::DepthFirst => Self::DepthFirst,
        }
    }
}

/// The effect of a value outside of a range.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(in crate::cli) enum RangeName {
    /// It is reported as a violation.
    Error,
    /// The step is not possible.
    Block,
    /// The value wraps around.
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
