//! The engines for integer programs, as every caller sees them.

use std::borrow::Cow;
use std::time::Duration;

use boolprog_base::engine::{Ended, Engine, Finding, Outcome, Task};
use boolprog_integer::explicit::{self, Order, Values};
use boolprog_integer::{InputBound, System};
use boolprog_prover::{Prover, Unknown};

use crate::integers::{Explored, Integers, Reason, VALUES, Violation};
use crate::outcome::{Outcome as Found, Proof, Violations};
use crate::{alpha, cegar, inductive, splitting};

/// An iteration of an engine that refines.
#[derive(Clone, Copy, Debug)]
pub enum Refined<'i> {
    /// An iteration over predicates.
    Predicates(&'i alpha::Iteration),
    /// An iteration over cuts.
    Cuts(&'i splitting::Iteration),
    /// A round of refinement by counterexamples.
    Counterexamples(&'i cegar::Round),
}

/// Called after each iteration, with the system that is searched: that with the properties that are open.
pub type Observe<'t> = &'t mut dyn FnMut(&System, Refined<'_>);

/// `explicit` and `random`: every reachable state, one by one.
#[derive(Clone, Copy, Debug)]
pub struct Explicit {
    /// Order of exploration.
    pub order: Order,
    /// Bound on the values of unbounded inputs.
    pub inputs: InputBound,
    /// The values that are tried for choices.
    pub values: Values,
    /// Limit on the number of different states.
    pub states: Option<u64>,
}

impl<'s> Engine<&'s System> for Explicit {
    type Kind = Integers;

    fn run(&mut self, system: &'s System, task: &mut Task<'_, Integers>) -> Outcome<Integers> {
        let stated = stated(task.properties);
        let Self { order, inputs, values, states } = *self;
        let options = explicit::Options { order, inputs, values, states };
        let found = explicit::search(&part(system, &stated), options, task.control);
        let mut findings = Vec::new();
        let mut proved = Vec::new();
        let mut reason = found.incomplete.map(Reason::from);
        for (property, verdict) in stated.into_iter().zip(found.verdicts) {
            match verdict {
                explicit::Verdict::Proved => proved.push(property),
                explicit::Verdict::Violated(run) => findings.push(violated(property, Violation::Run(run))),
                explicit::Verdict::Unknown(why) => reason = Some(why.into()),
            }
        }
        match found.fault {
            Some(fault) => findings.push(violated(VALUES, Violation::Fault(fault))),
            None if reason.is_none() => proved.extend(task.properties.iter().filter(|property| **property == VALUES)),
            None => {}
        }
        let ended = reason.as_ref().map_or(Ended::Complete, Ended::from);
        let states = Explored { states: found.statistics.states, reason };
        let mut outcome = Outcome { findings, states, ..Outcome::nothing(ended) };
        outcome.prove(proved, Proof::Searched);
        outcome
    }
}

/// `explicit` for proofs alone: one state of all that differ in what makes no difference.
#[derive(Clone, Copy, Debug)]
pub struct Reduced {
    /// Bound on the values of unbounded inputs.
    pub inputs: InputBound,
    /// Limit on the number of different states.
    pub states: Option<u64>,
}

impl<'s> Engine<&'s System> for Reduced {
    type Kind = Integers;

    fn run(&mut self, system: &'s System, task: &mut Task<'_, Integers>) -> Outcome<Integers> {
        let stated = stated(task.properties);
        let options = explicit::Options { inputs: self.inputs, states: self.states, ..explicit::Options::default() };
        let found = explicit::prove(&part(system, &stated), options, task.control);
        let mut proved: Vec<u32> = found.properties.iter().map(|property| stated[*property]).collect();
        proved.extend(task.properties.iter().filter(|property| found.values && **property == VALUES));
        let ended = found.incomplete.map_or(Ended::Complete, |reason| Ended::from(&Reason::from(reason)));
        let states = Explored { states: found.states, reason: found.incomplete.map(Reason::from) };
        let mut outcome = Outcome { states, ..Outcome::nothing(ended) };
        outcome.prove(proved, Proof::Searched);
        outcome
    }
}

/// `alpha` and `alpha-no-prover`: abstract matching over predicates.
pub struct Alpha<'t> {
    /// Options of the search.
    pub options: alpha::Options,
    /// Prover to ask, if any.
    pub prover: Option<&'t mut dyn Prover>,
    /// Hears of its iterations.
    pub observe: Observe<'t>,
}

impl<'s> Engine<&'s System> for Alpha<'_> {
    type Kind = Integers;

    fn run(&mut self, system: &'s System, task: &mut Task<'_, Integers>) -> Outcome<Integers> {
        let stated = stated(task.properties);
        let part = &*part(system, &stated);
        let prover: Option<&mut dyn Prover> = match &mut self.prover {
            Some(prover) => Some(&mut **prover),
            None => None,
        };
        let observe = &mut |it: &alpha::Iteration| (self.observe)(part, Refined::Predicates(it));
        let report = alpha::run(part, &self.options, prover, task.control, observe);
        concluded(task, &stated, report.violations, report.outcome)
    }
}

/// `expl`, `pred` and `prod`: refinement by counterexamples.
pub struct Cegar<'t> {
    /// Options of the search.
    pub options: cegar::Options,
    /// Prover to ask.
    pub prover: &'t mut dyn Prover,
    /// Hears of its rounds.
    pub observe: Observe<'t>,
}

impl<'s> Engine<&'s System> for Cegar<'_> {
    type Kind = Integers;

    fn run(&mut self, system: &'s System, task: &mut Task<'_, Integers>) -> Outcome<Integers> {
        let stated = stated(task.properties);
        let part = &*part(system, &stated);
        let observe = &mut |round: &cegar::Round| (self.observe)(part, Refined::Counterexamples(round));
        let report = cegar::run(part, &self.options, &mut *self.prover, task.control, observe);
        concluded(task, &stated, report.violations, report.outcome)
    }
}

/// `splitting-max-overlap`, `splitting-min-set` and `splitting-min-only`: abstract matching over cuts.
pub struct Splitting<'t> {
    /// Options of the search.
    pub options: splitting::Options,
    /// Hears of its iterations.
    pub observe: Observe<'t>,
}

impl<'s> Engine<&'s System> for Splitting<'_> {
    type Kind = Integers;

    fn run(&mut self, system: &'s System, task: &mut Task<'_, Integers>) -> Outcome<Integers> {
        let stated = stated(task.properties);
        let part = &*part(system, &stated);
        let observe = &mut |it: &splitting::Iteration| (self.observe)(part, Refined::Cuts(it));
        let report = splitting::run(part, &self.options, task.control, observe);
        concluded(task, &stated, report.violations, report.outcome)
    }
}

/// `horn`: a formula for each place of control.
pub struct Horn<'t> {
    /// Prover to ask.
    pub prover: &'t mut dyn Prover,
    /// The time for all properties together, and then for each of them, if they are several.
    pub limit: Duration,
}

impl<'s> Engine<&'s System> for Horn<'_> {
    type Kind = Integers;

    fn run(&mut self, system: &'s System, task: &mut Task<'_, Integers>) -> Outcome<Integers> {
        let mut outcome = Outcome::nothing(Ended::Bound);
        let mut groups = vec![task.properties.to_vec()];
        if task.properties.len() > 1 {
            groups.extend(task.properties.iter().map(|property| vec![*property]));
        }
        for group in groups {
            let part = part(system, &stated(&group));
            let reason = match inductive::search(&part, (&mut *self.prover, self.limit), task.control) {
                Ok(inductive::Answer::Proved(abstraction)) => {
                    let is_all = group.len() == task.properties.len();
                    outcome.prove(group, Proof::Exact(abstraction));
                    if is_all {
                        return Outcome { states: Explored::default(), ended: Ended::Complete, ..outcome };
                    }
                    continue;
                }
                Ok(inductive::Answer::Refuted) => Reason::NoInvariant,
                Ok(inductive::Answer::TooManyPlaces(most)) => Reason::States(most as u64),
                Ok(inductive::Answer::Unknown(Unknown::Unavailable(why))) => Reason::NoProver(why),
                Ok(inductive::Answer::Unknown(Unknown::Undecided(why))) => Reason::ProverUndecided(why),
                Err(stop) => Reason::Stopped(stop),
            };
            let goes_on = matches!(reason, Reason::NoInvariant | Reason::ProverUndecided(_));
            outcome.ended = Ended::from(&reason);
            outcome.states.reason = Some(reason);
            if !goes_on {
                break;
            }
        }
        outcome
    }
}

/// The findings of a search about these properties of the task.
fn concluded(task: &Task<'_, Integers>, stated: &[u32], violations: Violations, found: Found) -> Outcome<Integers> {
    let open = |property: &u32| violations.iter().all(|(violated, _)| stated[*violated as usize] != *property);
    let open: Vec<u32> = task.properties.iter().copied().filter(open).collect();
    let run = |(property, run): (u32, _)| violated(stated[property as usize], Violation::Run(run));
    let mut findings: Vec<_> = violations.into_iter().map(run).collect();
    let reason = match found {
        Found::Violated => None,
        Found::Undefined(fault) => {
            findings.push(violated(VALUES, Violation::Fault(fault)));
            Some(Reason::NoValue)
        }
        Found::Proved(certificate) => {
            findings.push(Finding::Proved { properties: open, certificate });
            None
        }
        Found::Unknown(reason) => Some(reason),
    };
    let ended = reason.as_ref().map_or(Ended::Complete, Ended::from);
    Outcome { findings, states: Explored { states: 0, reason }, ..Outcome::nothing(ended) }
}

fn stated(properties: &[u32]) -> Vec<u32> {
    properties.iter().copied().filter(|property| *property != VALUES).collect()
}

fn part<'s>(system: &'s System, properties: &[u32]) -> Cow<'s, System> {
    if properties.len() == system.properties.len() {
        return Cow::Borrowed(system);
    }
    Cow::Owned(system.with_properties(&properties.iter().map(|property| *property as usize).collect::<Vec<_>>()))
}

fn violated(property: u32, violation: Violation) -> Finding<Integers> {
    Finding::Violated { property, violation }
}
