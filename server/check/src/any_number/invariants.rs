//! The search for thread-modular invariants, which count if their checker accepts them.

use std::collections::{BTreeMap, BTreeSet};

use boolprog_abstraction::modular::{self, Answer, Domain, Memory};
use boolprog_base::budget::{Budget, Limited};
use boolprog_base::control::{Control, Stop};
use boolprog_base::engine::{Ended, Engine, Finding, Outcome, Task};
use boolprog_certificate::integer::modular::{BoundedSum, Invariant};
use boolprog_integer::slice::Reduced;
use boolprog_integer::{System, VariableId};
use boolprog_prover::{Prover, Unknown};

use super::turns::HIGHEST;
use crate::integer::{Evidence, Explored, Model, Programs, stating};
use crate::report::Reason;

/// A question for one property among several has at least this much work.
const LEAST: Budget = Budget::seconds(1);

/// Knowledge about invariants.
#[derive(Default)]
pub(super) struct Known {
    /// The highest level at which the open properties have no invariant.
    pub(super) refuted: u16,
    /// Forms of which properties are known to have no invariant.
    settled: BTreeSet<(Domain, Vec<u32>)>,
    /// The explicit values of some instances that are known.
    explored: Memory,
    /// The same, of the system with some of its variables alone.
    explored_parts: BTreeMap<Vec<VariableId>, Memory>,
    /// The properties that were open at the beginning of this turn.
    open: Vec<u32>,
    /// The properties about which this turn has asked without variables that they do not depend on.
    asked_reduced: BTreeSet<Vec<u32>>,
    /// Those about which it has asked with all variables.
    asked_whole: BTreeSet<Vec<u32>>,
    /// `true` if this turn asks about one property at a time.
    is_about_each: bool,
}

impl Known {
    /// A turn begins.
    pub(super) fn begin(&mut self, open: &[u32]) {
        self.open = open.to_vec();
        self.asked_reduced.clear();
        self.asked_whole.clear();
        self.is_about_each = false;
    }
}

/// `modular`: an invariant of one domain.
pub(super) struct Invariants<'t> {
    pub(super) known: &'t mut Known,
    pub(super) domain: Domain,
    /// The work of a question about all properties, and of all about one each.
    pub(super) budget: Budget,
    pub(super) prover: &'t mut dyn Prover,
}

impl Engine<&Model> for Invariants<'_> {
    type Kind = Programs;

    fn run(&mut self, model: &Model, task: &mut Task<'_, Programs>) -> Outcome<Programs> {
        let Ok(representatives) = model.representatives(self.domain.level() + 1) else {
            return Outcome::nothing(Ended::Bound);
        };
        let properties = task.properties;
        if !self.known.is_about_each && !self.known.asked_whole.contains(properties) {
            let mut outcome = self.ask(&representatives, (properties, properties), self.budget, task.control);
            outcome.states.goes_on |= properties.len() > 1;
            return outcome;
        }
        self.known.is_about_each = true;
        let is_next = |property: &u32| self.is_new(&representatives, *property);
        let Some(next) = properties.iter().copied().find(is_next) else { return Outcome::nothing(Ended::Bound) };
        let polls = self.budget.polls / self.known.open.len().max(1) as u64;
        let budget = Budget::polls(polls.max(LEAST.polls));
        let mut outcome = self.ask(&representatives, (&[next], properties), budget, task.control);
        outcome.states.goes_on = true;
        outcome
    }
}

/// Why a question has no answer.
enum Open {
    /// There is no such invariant, or none that can be said.
    Refuted,
    /// Its budget is used up.
    CutOff,
    /// For a reason that the report tells.
    Because(Reason),
}

impl Invariants<'_> {
    /// Returns `true` if a question about a property may have another answer than that about all. Explicit values tell of each
    /// property what they tell of all, if these depend on the same variables.
    fn is_new(&self, representatives: &System, property: u32) -> bool {
        let variables = |properties: &[u32]| Reduced::of(&stating(representatives, properties)).map(|it| it.variables);
        let is_explicit = matches!(self.domain, Domain::OwnValues | Domain::Values | Domain::Candidates);
        let is_known = self.known.open.len() < 2
            || self.known.asked_whole.contains(&vec![property])
            || is_explicit && variables(&[property]) == variables(&self.known.open);
        !is_known
    }

    /// Asks for an invariant that proves some properties, or some of them, of those that are open. Goes on after a proof.
    fn ask(
        &mut self,
        representatives: &System,
        (properties, open): (&[u32], &[u32]),
        budget: Budget,
        control: &dyn Control,
    ) -> Outcome<Programs> {
        let mut outcome = Outcome::nothing(Ended::Bound);
        let is_settled = self.known.settled.contains(&(self.domain, properties.to_vec()));
        if is_settled || self.known.asked_whole.contains(properties) {
            self.known.asked_whole.insert(properties.to_vec());
            return outcome;
        }
        let proved = |certificate| Finding::Proved { properties: properties.to_vec(), certificate };
        if self.known.asked_reduced.insert(properties.to_vec())
            && let Some(reduced) = Reduced::of(&stating(representatives, properties))
        {
            outcome.findings.extend(self.ask_reduced(representatives, &reduced, budget, control).map(proved));
            outcome.states.goes_on = true;
            return outcome;
        }
        match self.ask_whole(representatives, (properties, open), budget, control) {
            Ok(certificate) => {
                outcome.findings.push(proved(certificate));
                outcome.states.goes_on = true;
            }
            Err(Open::Refuted) => {}
            Err(Open::CutOff) => outcome.ended = Ended::Stopped(Stop::Time),
            Err(Open::Because(reason)) => outcome.states = Explored { reason: Some(reason), ..Explored::default() },
        }
        outcome
    }

    fn ask_whole(
        &mut self,
        representatives: &System,
        (properties, open): (&[u32], &[u32]),
        budget: Budget,
        control: &dyn Control,
    ) -> Result<Evidence, Open> {
        let (domain, limited) = (self.domain, Limited::new(control, budget));
        self.known.asked_whole.insert(properties.to_vec());
        let system = stating(representatives, properties);
        let known = &mut *self.known;
        let answer =
            modular::search(&system, domain, &mut known.explored, (&mut *self.prover, budget.time()), &limited);
        if let Ok(Answer::Refuted | Answer::NotModular(_)) = answer {
            known.settled.insert((domain, properties.to_vec()));
        }
        match answer {
            Ok(Answer::Proved(invariant) | Answer::Partly(invariant)) => {
                Ok(Evidence::Invariant(Box::new(representatives.clone()), invariant))
            }
            Ok(Answer::Refuted) => {
                if let Domain::Level(level, _) = domain
                    && properties == open
                {
                    known.refuted = known.refuted.max(level);
                }
                Err(Open::Refuted)
            }
            Ok(Answer::Unknown(Unknown::Unavailable(why))) => Err(Open::Because(Reason::NoProver(why))),
            Ok(Answer::NotModular(why)) if domain.level() == HIGHEST => Err(Open::Because(Reason::NotModular(why))),
            Ok(Answer::NotModular(_)) => Err(Open::Refuted),
            Ok(Answer::Unknown(Unknown::Undecided(_))) => Err(Open::CutOff),
            Err(Stop::Time) if limited.is_used_up() => Err(Open::CutOff),
            Err(stop) => Err(Open::Because(Reason::Stopped(stop))),
        }
    }

    /// Looks for an invariant without the variables that the properties do not depend on, within half of the budget. A variable that is left out may have told something all the same, or its values may need a proof.
    fn ask_reduced(
        &mut self,
        representatives: &System,
        reduced: &Reduced,
        budget: Budget,
        control: &dyn Control,
    ) -> Option<Evidence> {
        let budget = Budget::polls(budget.polls / 2);
        let memory = self.known.explored_parts.entry(reduced.variables.clone()).or_default();
        let limited = Limited::new(control, budget);
        let (domain, time) = (self.domain, budget.time());
        let answer = modular::search(&reduced.system, domain, memory, (&mut *self.prover, time), &limited);
        let Ok(Answer::Proved(invariant) | Answer::Partly(invariant)) = answer else { return None };
        let formulas = invariant.formulas.iter().map(|formula| reduced.lift(formula)).collect();
        let lifted = |it: &BoundedSum| BoundedSum { sum: reduced.lift_sum(it.sum), ..*it };
        let sums = invariant.sums.iter().map(lifted).collect();
        let invariant = Invariant { sums, formulas, ..invariant };
        Some(Evidence::Candidate(Box::new(representatives.clone()), invariant))
    }
}
