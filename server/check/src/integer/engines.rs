//! One engine asked about all properties of a system.

use boolprog_abstraction::alpha::{self, Choices};
use boolprog_abstraction::outcome::Proof;
use boolprog_abstraction::splitting::Strategy;
use boolprog_abstraction::{Outcome, splitting};
use boolprog_base::control::Control;
use boolprog_base::engine::EngineId;
use boolprog_certificate::integer::{self as certificate, Flaw};
use boolprog_integer::System;
use boolprog_integer::explicit::{self, Order};
use boolprog_prover::Prover;

use super::Options;
use super::decide::{Decider, Findings, Found};
use super::gaps::gaps;
use crate::report::{Iteration, Reason};

impl Decider<'_> {
    /// Visits every state, or at most this number.
    pub(super) fn search(&mut self, system: &System, order: Order, states: Option<u64>) -> Findings {
        let engine = match order {
            Order::BreadthFirst => EngineId::Explicit,
            Order::RandomDepthFirst { .. } => EngineId::Random,
        };
        self.observer.engine(engine);
        let options = explicit::Options { order, inputs: self.options.inputs, states, depth: None };
        let explicit::Findings { verdicts, fault, incomplete, statistics } =
            explicit::search(system, options, self.control);
        self.statistics.states = self.statistics.states.max(statistics.states);
        let found = |verdict| match verdict {
            explicit::Verdict::Proved => Found::Proved(engine),
            explicit::Verdict::Violated(run) => Found::Violated(engine, run),
            explicit::Verdict::Unknown(reason) => Reason::from(reason).into(),
        };
        let values = incomplete.map_or(Found::Proved(engine), |reason| Reason::from(reason).into());
        let fault = fault.map(|fault| (engine, fault));
        Findings { verdicts: verdicts.into_iter().map(found).collect(), values, fault }
    }

    /// Matches states abstractly. A search ends with the first violation, and goes on without the property.
    pub(super) fn abstracted(&mut self, system: &System, engine: EngineId) -> Findings {
        self.observer.engine(engine);
        let mut open: Vec<usize> = (0..system.properties.len()).collect();
        let verdicts = open.iter().map(|_| Found::Unknown(Vec::new())).collect();
        let mut findings = Findings { verdicts, values: Reason::Overflow.into(), fault: None };
        loop {
            let rest = system.with_properties(&open);
            let reason = match self.run(&rest, engine) {
                Outcome::Violated { property, run } => {
                    findings.verdicts[open.remove(property as usize)] = Found::Violated(engine, run);
                    if open.is_empty() {
                        return findings;
                    }
                    continue;
                }
                Outcome::Undefined(fault) => {
                    findings.fault = Some((engine, fault));
                    Some(Reason::NoValue)
                }
                Outcome::Proved(proof) => {
                    let reason = doubt(&rest, &proof, self.prover, self.control);
                    if let (None, Proof::Exact(abstraction)) = (&reason, proof) {
                        self.certificate = self.model.certificate(&rest, engine, &abstraction);
                    }
                    reason
                }
                Outcome::Unknown(reason) => Some(undecided(reason, self.options)),
            };
            let found = || reason.clone().map_or(Found::Proved(engine), Found::from);
            for index in open {
                findings.verdicts[index] = found();
            }
            // Proofs with a prover are about integers of any size.
            if reason.is_some() || strategy(engine).is_some() {
                findings.values = found();
            }
            return findings;
        }
    }

    fn run(&mut self, system: &System, engine: EngineId) -> Outcome {
        let (observer, iterations) = (&mut *self.observer, &mut self.statistics.iterations);
        let mut note = |iteration: Iteration| {
            observer.iteration(iterations.len() + 1, &iteration);
            iterations.push(iteration);
        };
        if let Some(strategy) = strategy(engine) {
            let (seed, bound) = (self.options.seed, self.options.inputs);
            let options = splitting::Options { strategy, seed, bound, iterations: u32::MAX };
            let mut observe = |iteration: &splitting::Iteration| note(split(system, iteration));
            return splitting::run(system, &options, self.control, &mut observe).outcome;
        }
        let uses_prover = engine == EngineId::Alpha;
        let options = matching(self.options, uses_prover);
        let prover = uses_prover.then_some(&mut *self.prover as &mut dyn Prover);
        let mut observe = |iteration: &alpha::Iteration| note(matched(system, iteration));
        alpha::run(system, &options, prover, self.control, &mut observe).outcome
    }
}

/// How an engine chooses cuts, if it splits.
fn strategy(engine: EngineId) -> Option<Strategy> {
    match engine {
        EngineId::SplittingMaxOverlap => Some(Strategy::MaxOverlap),
        EngineId::SplittingMinSet => Some(Strategy::MinSet),
        EngineId::SplittingMinOnly => Some(Strategy::MinOnly),
        _ => None,
    }
}

/// Why a proof is not accepted by its checker, if it is not.
pub(super) fn doubt(system: &System, proof: &Proof, prover: &mut dyn Prover, control: &dyn Control) -> Option<Reason> {
    let accepted = match proof {
        Proof::Exact(abstraction) => certificate::check(system, abstraction, prover, control),
        Proof::States(states) => certificate::check_states(system, states, control),
    };
    match accepted {
        Ok(Ok(())) => None,
        Ok(Err(Flaw::Undecided(why))) => Some(Reason::Unchecked(why)),
        Ok(Err(flaw)) => Some(Reason::Internal(flaw.to_string())),
        Err(stop) => Some(Reason::Stopped(stop)),
    }
}

/// Why nothing is known of the properties.
pub(super) fn undecided(reason: boolprog_abstraction::Reason, options: &Options) -> Reason {
    use boolprog_abstraction::Reason as Why;
    match reason {
        Why::Stopped(stop) => Reason::Stopped(stop),
        Why::Iterations(count) => Reason::Iterations(count),
        Why::InputBound => Reason::Inputs(options.inputs.0),
        Why::NoProver => Reason::Unproved,
        Why::ProverUnavailable(why) => Reason::NoProver(why),
        Why::ProverUndecided(why) => Reason::ProverUndecided(why),
        Why::Undefined(why) => Reason::PredicateUndefined(why),
        Why::Start(why) => Reason::StartUndefined(why),
    }
}

impl From<explicit::Reason> for Reason {
    fn from(reason: explicit::Reason) -> Self {
        match reason {
            explicit::Reason::Stopped(stop) => Self::Stopped(stop),
            explicit::Reason::States(most) => Self::States(most),
            explicit::Reason::Inputs(bound) => Self::Inputs(bound),
            explicit::Reason::Fault => Self::NoValue,
            explicit::Reason::Start(why) => Self::StartUndefined(why),
            explicit::Reason::Unverified => Self::Internal("the reachable states are not all found".to_owned()),
            explicit::Reason::Depth(depth) => Self::Internal(format!("runs were cut off after {depth} steps")),
        }
    }
}

fn split(system: &System, iteration: &splitting::Iteration) -> Iteration {
    let cut = |cut: &splitting::Cut| format!("{} > {}", system.variable(cut.variable).name, cut.above);
    Iteration {
        concrete_states: iteration.concrete_states,
        abstract_states: iteration.abstract_states,
        new_predicates: iteration.new_cuts.iter().map(cut).collect(),
        ..Iteration::default()
    }
}

/// What an observer hears of an iteration.
pub(super) fn matched(system: &System, iteration: &alpha::Iteration) -> Iteration {
    Iteration {
        concrete_states: iteration.concrete_states,
        abstract_states: iteration.abstract_states,
        new_predicates: iteration.new_predicates.iter().map(|predicate| predicate.declaration(system)).collect(),
        queries: iteration.queries,
        cache_hits: iteration.cache_hits,
        must_steps: iteration.must_steps,
        may_steps: iteration.may_steps,
        gaps: gaps(system, &iteration.gaps),
    }
}

/// How states are matched over predicates.
pub(super) fn matching(options: &Options, uses_prover: bool) -> alpha::Options {
    alpha::Options {
        local: options.local_predicates,
        add_all: options.add_all,
        choices: if uses_prover { Choices::Solve } else { Choices::Enumerate(options.inputs) },
        ..alpha::Options::default()
    }
}
