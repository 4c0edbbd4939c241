//! The engines for integer programs, as every caller sees them.

use std::borrow::Cow;

use boolprog_base::engine::{Ended, Engine, Finding, Outcome, Task};
use boolprog_integer::explicit::{self, Order};
use boolprog_integer::{InputBound, System};
use boolprog_prover::Prover;

use crate::integers::{Explored, Integers, Reason, VALUES, Violation};
use crate::outcome::{self, Proof};
use crate::{alpha, splitting};

/// An iteration of an engine that refines.
#[derive(Clone, Copy, Debug)]
pub enum Refined<'i> {
    /// An iteration over predicates.
    Predicates(&'i alpha::Iteration),
    /// An iteration over cuts.
    Cuts(&'i splitting::Iteration),
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
    /// No more different states than this are looked at.
    pub states: Option<u64>,
}

impl<'s> Engine<&'s System> for Explicit {
    type Kind = Integers;

    fn run(&mut self, system: &'s System, task: &mut Task<'_, Integers>) -> Outcome<Integers> {
        let stated = stated(task.properties);
        let Self { order, inputs, states } = *self;
        let options = explicit::Options { order, inputs, states };
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
        let control = task.control;
        // Its proofs are about integers of any size.
        until_decided(system, task, false, &mut |part| {
            let prover: Option<&mut dyn Prover> = match &mut self.prover {
                Some(prover) => Some(&mut **prover),
                None => None,
            };
            alpha::run(part, &self.options, prover, control, &mut |it| (self.observe)(part, Refined::Predicates(it)))
                .outcome
        })
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
        let control = task.control;
        until_decided(system, task, true, &mut |part| {
            splitting::run(part, &self.options, control, &mut |it| (self.observe)(part, Refined::Cuts(it))).outcome
        })
    }
}

/// Searches that end with the first violation, repeated without the violated properties until one ends otherwise. If
/// `proves_values` holds, a proof of the others also proves [`VALUES`].
fn until_decided(
    system: &System,
    task: &Task<'_, Integers>,
    proves_values: bool,
    search: &mut dyn FnMut(&System) -> outcome::Outcome,
) -> Outcome<Integers> {
    let mut open = stated(task.properties);
    let mut findings = Vec::new();
    let reason = loop {
        match search(&part(system, &open)) {
            outcome::Outcome::Violated { property, run } => {
                findings.push(violated(open.remove(property as usize), Violation::Run(run)));
                if open.is_empty() {
                    break None;
                }
            }
            outcome::Outcome::Undefined(fault) => {
                findings.push(violated(VALUES, Violation::Fault(fault)));
                break Some(Reason::NoValue);
            }
            outcome::Outcome::Proved(certificate) => {
                let is_proved = |it: &u32| open.contains(it) || proves_values && *it == VALUES;
                let properties: Vec<u32> = task.properties.iter().copied().filter(is_proved).collect();
                let reason = properties.is_empty().then_some(Reason::Overflow);
                findings.push(Finding::Proved { properties, certificate });
                break reason;
            }
            outcome::Outcome::Unknown(reason) => break Some(reason),
        }
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
