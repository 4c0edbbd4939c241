//! The plan for integer programs with the instances that they have: engines in order, with reasons.

use std::time::Duration;

use boolprog_abstraction::alpha::{self, Choices};
use boolprog_abstraction::cegar::{self, Domain};
use boolprog_abstraction::engines::{Alpha, Cegar, Explicit, Horn, Reduced, Splitting};
use boolprog_abstraction::splitting::{self, Strategy};
use boolprog_base::budget::Budget;
use boolprog_base::control::Stop;
use boolprog_base::engine::EngineId;
use boolprog_integer::explicit::{Order, Values, has_few_values};
use boolprog_integer::{Sort, System};

use super::decide::{Searches, Tools};
use super::findings::{Executions, OfSystem, ProgramEngine};
use super::ledger::Ledger;
use super::machine::has_machine;
use super::{Counterexamples, Options};
use crate::report::Reason;
use crate::schedule::{self, Role};

/// The turn of one engine.
pub(super) type Stage = schedule::Stage<Method, Facts>;

/// The way in which an engine searches.
#[derive(Clone, Copy)]
pub(super) enum Method {
    /// Made by this function, with a limit on the number of states visited one by one.
    Engine(Make, States),
    /// Executions of a text, each time in other ways.
    Executions,
}

/// Makes an engine, with a limit on the number of states.
pub(super) type Make = for<'t> fn(Tools<'t>, Option<u64>) -> ProgramEngine<'t>;

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

/// Facts that the plan depends on.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each fact is one of its own")]
pub(super) struct Facts {
    /// There were more states than the first stage visited.
    is_cut_off: bool,
    /// More may be found out.
    goes_on: bool,
    /// The options do not choose predicates, so that attempts to do so have a turn.
    chooses: bool,
    /// Some choice has [many values](has_few_values).
    many_values: bool,
    /// Finitely many states are possible, of more than [`MANY_VARIABLES`] variables.
    many_variables: bool,
    /// There are more than [`MUCH_CONTROL`] transitions.
    much_control: bool,
    /// Some variable has the states of a [machine](has_machine).
    machine: bool,
}

impl Facts {
    /// Some choice has more values than a search tries.
    const fn leave_values(self) -> bool {
        self.goes_on && self.many_values
    }

    /// A kind of proof may be tried.
    const fn leave_proofs(self) -> bool {
        self.goes_on && self.chooses
    }

    /// Few of many variables may matter.
    const fn leave_variables(self) -> bool {
        self.leave_proofs() && self.is_cut_off && self.many_variables
    }
}

/// The searches of a program with the instances that it has.
pub(super) struct Fixed {
    options: Options,
    /// The facts that do not change.
    facts: Facts,
    /// `true` if finitely many states are possible.
    is_finite: bool,
    /// The number of times that the text was executed.
    executed: u64,
}

impl Fixed {
    pub(super) fn new(system: &System, options: &Options) -> Self {
        let is_finite = system.variables.iter().all(|variable| variable.sort != Sort::Integer);
        let facts = Facts {
            is_cut_off: false,
            goes_on: true,
            chooses: !options.chooses_predicates(),
            many_values: !has_few_values(system),
            many_variables: is_finite && system.variables.len() > MANY_VARIABLES,
            much_control: system.transitions.len() > MUCH_CONTROL,
            machine: has_machine(system),
        };
        Self { options: *options, facts, is_finite, executed: 0 }
    }
}

impl Searches for Fixed {
    type Method = Method;
    type Facts = Facts;

    fn facts(&self, ledger: &Ledger<'_>) -> Facts {
        let has_time = |reason: &Reason| !matches!(reason, Reason::Stopped(Stop::Time | Stop::Cancelled));
        let is_cut_off = ledger.reasons.iter().any(|reason| matches!(reason, Reason::States(_)));
        let goes_on = self.facts.goes_on && ledger.fault.is_none() && ledger.reasons.iter().all(has_time);
        Facts { is_cut_off, goes_on, ..self.facts }
    }

    fn has_work(&self, method: &Method, ledger: &Ledger<'_>) -> bool {
        !matches!(method, Method::Executions) || ledger.model.machine.is_some()
    }

    fn engine<'t>(&'t mut self, stage: &Stage, tools: Tools<'t>) -> ProgramEngine<'t> {
        let Method::Engine(make, states) = stage.method else {
            let way = self.executed;
            self.executed += 1;
            return Box::new(Executions { seed: self.options.seed, way });
        };
        let states = match states {
            States::Few => Some(BRIEFLY.min(self.options.states)),
            States::Some => Some(self.options.states),
            States::Many => (!self.is_finite).then_some(self.options.states),
            States::All => None,
        };
        make(tools, states)
    }

    fn seed(&self, engine: EngineId) -> Option<u64> {
        use EngineId::{Random, SplittingMaxOverlap, SplittingMinOnly, SplittingMinSet};
        let is_random = matches!(engine, Random | SplittingMaxOverlap | SplittingMinSet | SplittingMinOnly);
        is_random.then_some(self.options.seed)
    }

    fn ended(&mut self, stage: &Stage, reason: Reason, ledger: &mut Ledger<'_>) {
        match stage.role {
            Role::Samples => {}
            Role::Attempts | Role::Tries if goes_on(stage.engine, &reason) => {}
            role => {
                self.facts.goes_on &= role != Role::Attempts;
                ledger.undecided(reason);
            }
        }
    }
}

/// Returns `true` if the next attempt need not share the reason for which one ended.
const fn goes_on(engine: EngineId, reason: &Reason) -> bool {
    match reason {
        Reason::Iterations(_) | Reason::Stalled(_) | Reason::Nodes(_) => true,
        Reason::ProverUndecided(_) => engine.builds_graphs(),
        _ => false,
    }
}

/// All stages: first those that take turns, then each engine alone.
pub(super) static STAGES: &[Stage] = &[
    // Most programs have few states, and breadth-first runs are the shortest.
    within(States::Few, EXPLICIT),
    // Of many states some at random, after executions of a text: errors that are deep.
    Stage { when: |it| it.is_cut_off, ..EXECUTIONS },
    Stage { when: |it| it.is_cut_off, role: Role::Samples, ..within(States::Few, RANDOM) },
    // Where instances can change places, few of many states differ in more than their order.
    within(States::Some, REDUCED),
    // The states of a machine are values of one variable, with which those of few others go.
    Stage {
        when: |it| it.goes_on && it.machine,
        budget: Budget::seconds(60),
        role: Role::Tries,
        ..stage(EngineId::Expl, |tools, _| Box::new(OfSystem(refiner(tools, Domain::Values))))
    },
    // Where control alone tells many states apart, predicates do not become exact soon.
    Stage {
        when: |it| it.goes_on && it.much_control,
        ..horn(|tools, _| Box::new(OfSystem(Horn { prover: tools.prover, limit: BRIEF })))
    },
    // Values near constants are few, and lead to most violations.
    Stage { when: |it| it.leave_values(), ..within(States::Some, NEAR) },
    // Of many variables few may matter: a proof without the states that differ in the others.
    Stage {
        when: |it| it.leave_variables(),
        role: Role::Samples,
        ..stage(EngineId::Local, |tools, _| Box::new(OfSystem(localizing_briefly(tools))))
    },
    // As many states as the limits allow, since runs are shorter and proofs need no prover.
    Stage { when: |it| it.is_cut_off, role: Role::Repeats, ..within(States::Many, EXPLICIT) },
    // Errors that are deep, by values near constants.
    Stage { when: |it| it.leave_values(), ..EXECUTIONS },
    Stage { when: |it| it.leave_values(), ..within(States::Some, RANDOM_NEAR) },
    // Proofs about infinitely many states, each kind briefly: what one of them finds soon, another may never find. Predicates
    // everywhere need the fewest questions, if they are enough.
    MATCHING,
    // Proofs that need fewer distinctions than an exact abstraction makes: values first, which are cheap where they are few.
    VALUES_AND_PREDICATES,
    PREDICATES,
    Stage {
        when: |it| it.leave_proofs(),
        ..horn(|tools, _| Box::new(OfSystem(Horn { prover: tools.prover, limit: AT_ONCE })))
    },
    // The same for longer. Predicates everywhere can double in each iteration, where a graph needs few of them.
    Stage { budget: Budget::seconds(5), ..MATCHING },
    Stage { budget: Budget::seconds(10), ..VALUES_AND_PREDICATES },
    Stage { budget: Budget::seconds(10), ..PREDICATES },
    Stage {
        when: |it| it.leave_proofs(),
        ..horn(|tools, _| Box::new(OfSystem(Horn { prover: tools.prover, limit: LONG })))
    },
    // As many iterations as the limits allow.
    Stage { when: |it| it.goes_on, ..ALPHA },
    alone(EXPLICIT),
    alone(EXECUTIONS),
    alone(RANDOM),
    alone(HORN),
    alone(ALPHA),
    alone(stage(EngineId::AlphaNoProver, |tools, _| Box::new(OfSystem(matcher(tools, false))))),
    alone(stage(EngineId::SplittingMaxOverlap, |tools, _| Box::new(splitter(tools, Strategy::MaxOverlap)))),
    alone(stage(EngineId::SplittingMinSet, |tools, _| Box::new(splitter(tools, Strategy::MinSet)))),
    alone(stage(EngineId::SplittingMinOnly, |tools, _| Box::new(splitter(tools, Strategy::MinOnly)))),
    alone(stage(EngineId::Expl, |tools, _| Box::new(OfSystem(refiner(tools, Domain::Values))))),
    alone(stage(EngineId::Pred, |tools, _| Box::new(OfSystem(refiner(tools, Domain::Predicates))))),
    alone(stage(EngineId::Prod, |tools, _| Box::new(OfSystem(refiner(tools, Domain::Both))))),
    alone(stage(EngineId::Local, |tools, _| Box::new(OfSystem(refiner(tools, Domain::Visible))))),
];

/// Iterations of an attempt; most proofs need fewer.
const ATTEMPT: u32 = 16;

/// Rounds of an attempt of refinement by counterexamples, and the nodes of a round.
const ROUNDS: u32 = 64;
const NODES: u64 = 5_000;

/// Most programs that are written as such have fewer transitions.
pub(super) const MUCH_CONTROL: usize = 60;

/// Rounds of localization before all states are searched, and the nodes of a round.
const BRIEF_ROUNDS: u32 = 16;
const BRIEF_NODES: u64 = 500;

/// Programs with fewer variables are searched state by state first.
pub(super) const MANY_VARIABLES: usize = 8;

/// The work of each kind of proof at first.
const TINY: Budget = Budget::polls(1_500);

/// The time of a question for an invariant.
const AT_ONCE: Duration = Duration::from_secs(4);
const BRIEF: Duration = Duration::from_secs(8);
const LONG: Duration = Duration::from_secs(40);

const EXPLICIT: Stage = stage(EngineId::Explicit, |tools, states| {
    Box::new(OfSystem(searcher(&tools, Order::BreadthFirst, Values::Within, states)))
});
const NEAR: Stage = stage(EngineId::Explicit, |tools, states| {
    Box::new(OfSystem(searcher(&tools, Order::BreadthFirst, Values::NearConstants, states)))
});
const RANDOM: Stage = stage(EngineId::Random, |tools, states| {
    let order = Order::RandomDepthFirst { seed: tools.options.seed };
    Box::new(OfSystem(searcher(&tools, order, Values::Within, states)))
});
const RANDOM_NEAR: Stage = stage(EngineId::Random, |tools, states| {
    let order = Order::RandomDepthFirst { seed: tools.options.seed };
    Box::new(OfSystem(searcher(&tools, order, Values::NearConstants, states)))
});
const EXECUTIONS: Stage = Stage::new(EngineId::Random, Method::Executions);
/// That it is cut off, or finds nothing to reduce, is no reason for a verdict.
const REDUCED: Stage = Stage {
    when: |it| it.goes_on && it.is_cut_off,
    role: Role::Samples,
    ..stage(EngineId::Explicit, |tools, states| Box::new(OfSystem(Reduced { inputs: tools.options.inputs, states })))
};
const HORN: Stage = stage(EngineId::Horn, |tools, _| Box::new(OfSystem(Horn { prover: tools.prover, limit: LONG })));
const MATCHING: Stage = attempt(EngineId::Alpha, |tools, _| Box::new(OfSystem(attempting(tools))));
const VALUES_AND_PREDICATES: Stage =
    attempt(EngineId::Prod, |tools, _| Box::new(OfSystem(attempting_graphs(tools, Domain::Both))));
const PREDICATES: Stage =
    attempt(EngineId::Pred, |tools, _| Box::new(OfSystem(attempting_graphs(tools, Domain::Predicates))));
const ALPHA: Stage = stage(EngineId::Alpha, |tools, _| Box::new(OfSystem(matcher(tools, true))));

/// The turn of an engine in any case, without limits.
const fn stage(engine: EngineId, make: Make) -> Stage {
    Stage::new(engine, Method::Engine(make, States::All))
}

/// The same stage for an engine that was selected alone.
const fn alone(stage: Stage) -> Stage {
    Stage { is_alone: true, ..stage }
}

/// The same stage with a limit on the number of states.
const fn within(states: States, stage: Stage) -> Stage {
    match stage.method {
        Method::Engine(make, _) => Stage { method: Method::Engine(make, states), ..stage },
        Method::Executions => stage,
    }
}

/// The turn of the search for an invariant. That the prover finds none is no reason for a verdict, since others come after it.
const fn horn(make: Make) -> Stage {
    Stage { role: Role::Samples, ..stage(EngineId::Horn, make) }
}

/// The turn of one of several kinds of proof.
const fn attempt(engine: EngineId, make: Make) -> Stage {
    Stage { when: |it| it.leave_proofs(), budget: TINY, role: Role::Attempts, ..stage(engine, make) }
}

const fn searcher(tools: &Tools<'_>, order: Order, values: Values, states: Option<u64>) -> Explicit {
    Explicit { order, inputs: tools.options.inputs, values, states }
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
    let Counterexamples { boolean, values, restart, refiner, lazy, only_values } = options.counterexamples;
    let own = cegar::Options::new(domain);
    cegar::Options {
        boolean: boolean || own.boolean,
        values: values.unwrap_or(own.values),
        restart,
        first: options.first.unwrap_or(own.first),
        order: options.order,
        refiner: refiner.unwrap_or(own.refiner),
        lazy,
        only_values,
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

fn splitter(tools: Tools<'_>, strategy: Strategy) -> OfSystem<Splitting<'_>> {
    let Tools { options, observe, .. } = tools;
    let options = splitting::Options { strategy, seed: options.seed, bound: options.inputs, iterations: u32::MAX };
    OfSystem(Splitting { options, observe })
}

#[cfg(test)]
mod tests {
    use boolprog_base::engine::ENGINES;

    use super::*;

    #[test]
    fn each_engine_that_can_be_chosen_has_a_row() {
        use EngineId::{Crowd, Modular, Refinement};
        let is_for_any_number = |engine| matches!(engine, Crowd | Modular | Refinement);
        let chosen = ENGINES.iter().filter(|row| row.can_be_chosen && row.id.is_for_integers());
        for row in chosen.filter(|row| !is_for_any_number(row.id)) {
            let plan: Vec<_> = schedule::planned(STAGES, Some(row.id)).collect();
            assert!(plan.iter().any(|stage| stage.engine == row.id), "{}", row.name);
        }
    }
}
