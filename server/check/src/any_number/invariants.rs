//! The search for thread-modular invariants, which count if their checker accepts them.

use std::time::Duration;

use boolprog_abstraction::integers::VALUES;
use boolprog_abstraction::modular::{self, Answer, Form};
use boolprog_base::control::{Progress, Stop};
use boolprog_base::engine::EngineId;
use boolprog_certificate::document::ModularDocument;
use boolprog_certificate::integer::Flaw;
use boolprog_certificate::integer::modular::{Invariant, check_invariant};
use boolprog_integer::System;
use boolprog_integer::slice::Reduced;
use boolprog_prover::{Prover, Unknown};

use super::Search;
use super::turns::HIGHEST;
use crate::budget::Budget;
use crate::report::Reason;

/// A question for one property among several has at least this time.
const LEAST: Duration = Duration::from_secs(2);

impl Search<'_> {
    /// Looks for an invariant that proves all open properties, or else for one for each, which together have as much time.
    pub(super) fn prove(&mut self, form: Form, limit: Duration) {
        let Ok(representatives) = self.model.representatives(form.level() + 1) else { return };
        let open = self.open.clone();
        let mut questions = vec![(open.clone(), limit)];
        // Candidates are about all properties at once.
        if open.len() > 1 && form != Form::Kept {
            let each = (limit / open.len() as u32).max(LEAST);
            questions.extend(open.iter().map(|property| (vec![*property], each)));
        }
        for (properties, limit) in questions {
            let is_known = self.settled.contains(&(form, properties.clone()));
            let is_open = properties.iter().all(|property| self.open.contains(property));
            if is_open && !is_known && self.wants_proofs() {
                self.ask(&representatives, form, (properties, limit));
            }
        }
    }

    fn ask(&mut self, representatives: &System, form: Form, (properties, limit): (Vec<u32>, Duration)) {
        let stated = properties.iter().filter(|property| **property != VALUES);
        let stated: Vec<usize> = stated.map(|property| *property as usize).collect();
        let system = representatives.with_properties(&stated);
        if self.prove_reduced(&system, form, (&properties, limit / 2)) || !self.wants_proofs() {
            return;
        }
        let budget = Budget::of(self.control, limit.as_millis() as u64);
        let answer = match modular::search(&system, form, &mut self.explored, (&mut self.prover, limit), &budget) {
            Ok(answer) => answer,
            Err(stop) => return self.interrupted(stop, &budget),
        };
        if matches!(answer, Answer::Refuted | Answer::NotModular(_)) {
            self.settled.insert((form, properties.clone()));
        }
        match answer {
            Answer::Proved(invariant) => self.accept(&system, &properties, &invariant),
            Answer::Refuted => {
                if let Form::Level(level, _) = form
                    && properties == self.open
                {
                    self.refuted = self.refuted.max(level);
                }
            }
            Answer::Unknown(Unknown::Unavailable(why)) => self.no_prover = Some(Reason::NoProver(why)),
            Answer::NotModular(why) if form.level() == HIGHEST => self.undecided(Reason::NotModular(why)),
            Answer::NotModular(_) | Answer::Unknown(Unknown::Undecided(_)) => {}
        }
    }

    /// Looks for an invariant without the variables that these properties do not depend on, if there are any; `true` if one
    /// proves them. What is left out may have told something all the same, or its values may need a proof.
    fn prove_reduced(&mut self, system: &System, form: Form, (properties, limit): (&[u32], Duration)) -> bool {
        let Some(reduced) = Reduced::of(system) else { return false };
        let memory = self.explored_parts.entry(reduced.variables.clone()).or_default();
        let budget = Budget::of(self.control, limit.as_millis() as u64);
        let answer = modular::search(&reduced.system, form, memory, (&mut self.prover, limit), &budget);
        let Ok(Answer::Proved(invariant)) = answer else { return false };
        let formulas = invariant.formulas.iter().map(|formula| reduced.lift(formula)).collect();
        let invariant = Invariant { formulas, ..invariant };
        self.accept_if_sound(system, properties, &invariant).is_none() && self.stop.is_none()
    }

    /// After a stop: that of its turn ends nothing else.
    fn interrupted(&mut self, stop: Stop, budget: &Budget<'_>) {
        match self.control.poll(&Progress::default()) {
            Err(stop) => self.stop = Some(stop),
            Ok(()) if budget.is_used_up() => {}
            Ok(()) => self.undecided(Reason::Stopped(stop)),
        }
    }

    /// Enters what an invariant of an earlier version of the program still proves.
    pub(super) fn offer(&mut self, known: &ModularDocument) {
        if self.options.engine.is_some_and(|only| only != EngineId::Modular) || self.is_over() {
            return;
        }
        let Some((system, invariant)) = known.read(&self.model.subject()) else { return };
        let is_named = |property: &u32| {
            let stated = system.properties.get(*property as usize);
            stated.is_some_and(|stated| known.properties.contains(&stated.id()))
        };
        let named: Vec<u32> = self.open.iter().copied().filter(is_named).collect();
        // The program may state nothing but that every value exists.
        let properties = if self.open == [VALUES] { vec![VALUES] } else { named };
        if !properties.is_empty() {
            let stated = properties.iter().filter(|property| **property != VALUES);
            let stated: Vec<usize> = stated.map(|property| *property as usize).collect();
            self.accept_if_sound(&system.with_properties(&stated), &properties, &invariant);
        }
    }

    /// Enters properties as proved if the checker accepts the invariant.
    fn accept(&mut self, system: &System, properties: &[u32], invariant: &Invariant) {
        match self.accept_if_sound(system, properties, invariant) {
            None => {}
            Some(Flaw::Undecided(why)) => self.undecided(Reason::Unchecked(why)),
            Some(flaw) => self.undecided(Reason::Internal(flaw.to_string())),
        }
    }

    /// The same; returns why the checker does not accept it.
    fn accept_if_sound(&mut self, system: &System, properties: &[u32], invariant: &Invariant) -> Option<Flaw> {
        let engine = EngineId::Modular;
        let checker: &mut dyn Prover = match &mut self.checker {
            Some(checker) => &mut **checker,
            None => &mut self.prover,
        };
        match check_invariant(system, invariant, checker, self.control) {
            Err(stop) => self.stop = Some(stop),
            Ok(Err(flaw)) => return Some(flaw),
            Ok(Ok(())) => {
                self.certificate.modular.push(ModularDocument::of(system, engine.name(), invariant));
                self.proved(properties, engine);
            }
        }
        None
    }
}
