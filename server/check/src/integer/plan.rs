//! The plan for integer programs: engines in order, with reasons.

use std::time::Duration;

use boolprog_abstraction::alpha::{self, Choices};
use boolprog_abstraction::cegar::{self, Domain};
use boolprog_abstraction::engines::{Alpha, Cegar, Explicit, Horn, Observe, Reduced, Splitting};
use boolprog_abstraction::integers::Integers;
use boolprog_abstraction::splitting::{self, Strategy};
use boolprog_base::engine::{Engine, EngineId};
use boolprog_integer::System;
use boolprog_integer::explicit::{Order, Values};
use boolprog_prover::Prover;

use super::{Counterexamples, Options};

#[derive(Clone, Copy)]
pub(super) struct Stage {
    pub(super) make: Make,
    pub(super) engine: EngineId,
    pub(super) when: When,
    /// Limit on the number of states visited one by one.
    pub(super) states: States,
    /// The predicates of abstract matching, if they are other than the options ask for.
    pub(super) predicates: Option<Choice>,
    /// The most milliseconds of work in its turn; none if it may go on as long as the limits allow.
    pub(super) share: Option<u64>,
    /// `true` if its violations count only if the next stages find none, and its end is no reason for a verdict.
    pub(super) is_sample: bool,
}

/// A choice of predicates.
#[derive(Clone, Copy)]
pub(super) struct Choice {
    local: bool,
    add_all: Option<u32>,
}

impl Stage {
    /// `true` if the seed decides in its engine.
    pub(super) const fn is_random(&self) -> bool {
        use EngineId::{Random, SplittingMaxOverlap, SplittingMinOnly, SplittingMinSet};
        matches!(self.engine, Random | SplittingMaxOverlap | SplittingMinSet | SplittingMinOnly)
    }

    /// `true` if others go on where it ends.
    pub(super) fn is_one_of_several(&self) -> bool {
        matches!(self.when, When::Attempt | When::MuchControl | When::Machine)
    }

    /// The options of this stage.
    pub(super) fn options(&self, options: &Options) -> Options {
        match self.predicates {
            Some(Choice { local, add_all }) => Options { local_predicates: local, add_all, ..*options },
            None => *options,
        }
    }
}

/// Condition for the start of a stage.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum When {
    Always,
    /// There were more states than the first stage visited: all properties are asked about again.
    CutOff,
    /// A property is open, and more may be found out about it.
    Open,
    /// The same, and there were more states than the first stage visited.
    ManyStates,
    /// There were more states than the first stage visited, though finitely many are possible, and there are more than
    /// [`MANY_VARIABLES`] variables.
    ManyVariables,
    /// A property is open, and some choice has [many values](boolprog_integer::explicit::has_few_values).
    ManyValues,
    /// A property is open, and there are more than [`MUCH_CONTROL`] transitions.
    MuchControl,
    /// A property is open, and some variable has the states of a machine: see [`has_machine`](super::machine::has_machine).
    Machine,
    /// A property is open, and the options do not choose predicates: one of several attempts to do so.
    Attempt,
}

impl When {
    /// `true` if a stage is asked about properties that others have decided, too.
    pub(super) const fn is_for_all(self) -> bool {
        matches!(self, Self::Always | Self::CutOff)
    }
}

/// Limit on the number of states visited one by one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum States {
    /// [`BRIEFLY`], or fewer if the options say so.
    Few,
    /// The number in the options.
    Some,
    /// The same, or all if there are finitely many.
    Many,
    All,
}

/// States that a search looks at before anything else is tried.
pub(crate) const BRIEFLY: u64 = 10_000;

/// Arguments of the constructors of engines.
pub(super) struct Tools<'t> {
    pub(super) options: &'t Options,
    pub(super) states: Option<u64>,
    pub(super) prover: &'t mut dyn Prover,
    pub(super) observe: Observe<'t>,
}

pub(super) type Make = for<'t> fn(Tools<'t>) -> Box<dyn for<'s> Engine<&'s System, Kind = Integers> + 't>;

static IN_TURNS: &[Stage] = &[
    // Most programs have few states, and breadth-first runs are the shortest.
    Stage { states: States::Few, ..EXPLICIT },
    // Of many states some at random: errors that are deep.
    Stage { states: States::Few, when: When::CutOff, is_sample: true, ..RANDOM },
    // Where instances can change places, few of many states differ in more than their order.
    Stage { states: States::Some, ..REDUCED },
    // The states of a machine are values of one variable, with which those of few others go.
    Stage {
        when: When::Machine,
        share: Some(SHARE),
        ..stage(EngineId::Expl, |tools| Box::new(refiner(tools, Domain::Values)))
    },
    // Where control alone tells many states apart, predicates do not become exact soon.
    Stage {
        when: When::MuchControl,
        make: |tools| Box::new(Horn { prover: tools.prover, limit: BRIEF }),
        ..HORN_IN_TURN
    },
    // Values near constants are few, and lead to most violations.
    Stage { states: States::Some, when: When::ManyValues, ..NEAR },
    // Of many variables few may matter: a proof without the states that differ in the others.
    Stage {
        when: When::ManyVariables,
        is_sample: true,
        ..stage(EngineId::Local, |tools| Box::new(localizing_briefly(tools)))
    },
    // Of many values a proof may distinguish few.
    Stage { when: When::ManyVariables, is_sample: true, ..VALUES_AND_PREDICATES },
    Stage { when: When::ManyVariables, is_sample: true, ..PREDICATES },
    Stage { states: States::Many, ..REDUCED },
    // As many states as the limits allow, since runs are shorter and proofs need no prover.
    Stage { states: States::Many, when: When::CutOff, ..EXPLICIT },
    // Errors that are deep, by values near constants.
    Stage { states: States::Some, when: When::ManyValues, ..RANDOM_NEAR },
    // Proofs about infinitely many states, each kind briefly: what one of them finds soon, another may never find. Predicates
    // everywhere need the fewest questions, if they are enough.
    Stage { share: Some(TINY_SHARE), ..attempt(EVERYWHERE) },
    // What needs fewer distinctions than an exact abstraction makes: values first, which are cheap where they are few.
    Stage { share: Some(TINY_SHARE), ..VALUES_AND_PREDICATES },
    Stage { share: Some(TINY_SHARE), ..PREDICATES },
    Stage { make: |tools| Box::new(Horn { prover: tools.prover, limit: AT_ONCE }), ..HORN_IN_TURN },
    // The same for longer.
    attempt(EVERYWHERE),
    VALUES_AND_PREDICATES,
    PREDICATES,
    // Predicates by location end some refinements that do not end otherwise.
    attempt(Choice { local: true, add_all: None }),
    // Values as predicates end every refinement of finitely many reachable states.
    attempt(Choice { local: true, add_all: Some(VALUES_AFTER) }),
    // A hard question.
    HORN_IN_TURN,
    // As many iterations as the limits allow.
    Stage { when: When::Open, ..ALPHA },
];

/// Iterations of an attempt; most proofs need fewer.
const ATTEMPT: u32 = 16;

/// The share of an attempt: predicates can double in each iteration, where a graph needs few of them.
const ATTEMPT_SHARE: u64 = 5_000;

/// Rounds of an attempt of refinement by counterexamples, and the nodes of a round.
const ROUNDS: u32 = 64;
const NODES: u64 = 5_000;

/// Inexact iterations of a transition after which an attempt makes values predicates.
const VALUES_AFTER: u32 = 3;

/// Most programs that are written as such have fewer transitions.
pub(super) const MUCH_CONTROL: usize = 60;

/// Rounds of localization before all states are searched, and the nodes of a round.
const BRIEF_ROUNDS: u32 = 16;
const BRIEF_NODES: u64 = 500;

/// Programs with fewer variables are searched state by state first.
pub(super) const MANY_VARIABLES: usize = 8;

/// The share of refinement over values.
const SHARE: u64 = 60_000;

/// The share of refinement before others go on.
const SMALL_SHARE: u64 = 10_000;

/// The share of each kind of proof at first.
const TINY_SHARE: u64 = 1_500;

/// The time of a question for an invariant.
const AT_ONCE: Duration = Duration::from_secs(4);
const BRIEF: Duration = Duration::from_secs(8);
const LONG: Duration = Duration::from_secs(40);

static ALONE: &[Stage] = &[
    EXPLICIT,
    RANDOM,
    HORN,
    ALPHA,
    stage(EngineId::AlphaNoProver, |tools| Box::new(matcher(tools, false))),
    stage(EngineId::SplittingMaxOverlap, |tools| Box::new(splitter(tools, Strategy::MaxOverlap))),
    stage(EngineId::SplittingMinSet, |tools| Box::new(splitter(tools, Strategy::MinSet))),
    stage(EngineId::SplittingMinOnly, |tools| Box::new(splitter(tools, Strategy::MinOnly))),
    stage(EngineId::Expl, |tools| Box::new(refiner(tools, Domain::Values))),
    stage(EngineId::Pred, |tools| Box::new(refiner(tools, Domain::Predicates))),
    stage(EngineId::Prod, |tools| Box::new(refiner(tools, Domain::Both))),
    stage(EngineId::Local, |tools| Box::new(refiner(tools, Domain::Visible))),
];

const EXPLICIT: Stage =
    stage(EngineId::Explicit, |tools| Box::new(searcher(&tools, Order::BreadthFirst, Values::Within)));
const NEAR: Stage =
    stage(EngineId::Explicit, |tools| Box::new(searcher(&tools, Order::BreadthFirst, Values::NearConstants)));
const RANDOM: Stage = stage(EngineId::Random, |tools| {
    Box::new(searcher(&tools, Order::RandomDepthFirst { seed: tools.options.seed }, Values::Within))
});
const RANDOM_NEAR: Stage = stage(EngineId::Random, |tools| {
    Box::new(searcher(&tools, Order::RandomDepthFirst { seed: tools.options.seed }, Values::NearConstants))
});
/// That it is cut off, or finds nothing to reduce, is no reason for a verdict.
const REDUCED: Stage = Stage {
    when: When::ManyStates,
    is_sample: true,
    ..stage(EngineId::Explicit, |tools| Box::new(Reduced { inputs: tools.options.inputs, states: tools.states }))
};
const HORN: Stage = stage(EngineId::Horn, |tools| Box::new(Horn { prover: tools.prover, limit: LONG }));
/// That the prover finds no invariant is no reason for a verdict, since others come after it.
const HORN_IN_TURN: Stage = Stage { when: When::Attempt, is_sample: true, ..HORN };
const EVERYWHERE: Choice = Choice { local: false, add_all: None };
const VALUES_AND_PREDICATES: Stage = Stage {
    when: When::Attempt,
    share: Some(SMALL_SHARE),
    ..stage(EngineId::Prod, |tools| Box::new(attempting_graphs(tools, Domain::Both)))
};
const PREDICATES: Stage = Stage {
    when: When::Attempt,
    share: Some(SMALL_SHARE),
    ..stage(EngineId::Pred, |tools| Box::new(attempting_graphs(tools, Domain::Predicates)))
};
const ALPHA: Stage = stage(EngineId::Alpha, |tools| Box::new(matcher(tools, true)));

/// The stages with all engines, or with one alone.
pub(super) fn plan(only: Option<EngineId>) -> &'static [Stage] {
    match only {
        None => IN_TURNS,
        Some(engine) => {
            let place = ALONE.iter().position(|stage| stage.engine == engine);
            place.map_or(&[], |place| &ALONE[place..=place])
        }
    }
}

/// The turn of an engine in any case, without limits.
const fn stage(engine: EngineId, make: Make) -> Stage {
    Stage { make, engine, when: When::Always, states: States::All, predicates: None, share: None, is_sample: false }
}

/// The turn of abstract matching with other predicates than the options ask for.
const fn attempt(predicates: Choice) -> Stage {
    let make: Make = |tools| Box::new(attempting(tools));
    Stage {
        when: When::Attempt,
        share: Some(ATTEMPT_SHARE),
        predicates: Some(predicates),
        ..stage(EngineId::Alpha, make)
    }
}

const fn searcher(tools: &Tools<'_>, order: Order, values: Values) -> Explicit {
    Explicit { order, inputs: tools.options.inputs, values, states: tools.states }
}

fn attempting(tools: Tools<'_>) -> Alpha<'_> {
    let mut alpha = matcher(tools, true);
    alpha.options.iterations = ATTEMPT;
    alpha
}

fn matcher(tools: Tools<'_>, uses_prover: bool) -> Alpha<'_> {
    let Tools { options, prover, observe, .. } = tools;
    Alpha { options: matching(options, uses_prover), prover: uses_prover.then_some(prover), observe }
}

pub(super) fn matching(options: &Options, uses_prover: bool) -> alpha::Options {
    alpha::Options {
        local: options.local_predicates,
        add_all: options.add_all,
        first: options.first.unwrap_or_default(),
        order: options.order,
        choices: if uses_prover { Choices::Solve(options.inputs) } else { Choices::Enumerate(options.inputs) },
        ..alpha::Options::default()
    }
}

fn attempting_graphs(tools: Tools<'_>, domain: Domain) -> Cegar<'_> {
    let mut cegar = refiner(tools, domain);
    (cegar.options.rounds, cegar.options.nodes) = (ROUNDS, Some(NODES));
    cegar
}

fn localizing_briefly(tools: Tools<'_>) -> Cegar<'_> {
    let mut cegar = refiner(tools, Domain::Visible);
    (cegar.options.rounds, cegar.options.nodes) = (BRIEF_ROUNDS, Some(BRIEF_NODES));
    cegar
}

fn refiner(tools: Tools<'_>, domain: Domain) -> Cegar<'_> {
    let Tools { options, prover, observe, .. } = tools;
    Cegar { options: refining(options, domain), prover, observe }
}

pub(super) fn refining(options: &Options, domain: Domain) -> cegar::Options {
    let Counterexamples { boolean, values, restart, refiner, lazy } = options.counterexamples;
    let own = cegar::Options::new(domain);
    cegar::Options {
        boolean: boolean || own.boolean,
        values: values.unwrap_or(own.values),
        restart,
        first: options.first.unwrap_or(own.first),
        order: options.order,
        refiner: refiner.unwrap_or(own.refiner),
        lazy,
        ..own
    }
}

/// The facts of an engine that builds graphs; none for the others.
pub(super) const fn domain(engine: EngineId) -> Option<Domain> {
    match engine {
        EngineId::Expl => Some(Domain::Values),
        EngineId::Pred => Some(Domain::Predicates),
        EngineId::Prod => Some(Domain::Both),
        EngineId::Local => Some(Domain::Visible),
        _ => None,
    }
}

fn splitter(tools: Tools<'_>, strategy: Strategy) -> Splitting<'_> {
    let Tools { options, observe, .. } = tools;
    let options = splitting::Options { strategy, seed: options.seed, bound: options.inputs, iterations: u32::MAX };
    Splitting { options, observe }
}
