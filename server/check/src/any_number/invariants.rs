//! The search for thread-modular invariants, which count if their checker accepts them.

use std::time::Duration;

use boolprog_abstraction::integers::VALUES;
use boolprog_abstraction::modular::{self, Answer, Domain};
use boolprog_base::control::{Progress, Stop};
use boolprog_base::engine::EngineId;
use boolprog_certificate::document::ModularDocument;
use boolprog_certificate::integer::Flaw;
use boolprog_certificate::integer::modular::{Invariant, flaws_by_property};
use boolprog_integer::System;
use boolprog_integer::slice::Reduced;
use boolprog_prover::{Prover, Unknown};

use super::Search;
use super::turns::HIGHEST;
use crate::budget::Budget;
use crate::report::Reason;

/// A question for one property among several has at least this time.
const LEAST: Duration = Duration::from_secs(1);

impl Search<'_> {
    /// Looks for an invariant that proves all open properties, or some of them, and then for one of those that are left.
    pub(super) fn prove(&mut self, domain: Domain, limit: Duration) {
        let Ok(representatives) = self.model.representatives(domain.level() + 1) else { return };
        let mut asked = Vec::new();
        while self.open != asked && self.wants_proofs() {
            asked = self.open.clone();
            self.ask(&representatives, domain, (&asked, limit));
        }
    }

    /// Looks for an invariant for each open property, of several. Together they have as much time.
    pub(super) fn prove_each(&mut self, domain: Domain, limit: Duration) {
        let Ok(representatives) = self.model.representatives(domain.level() + 1) else { return };
        let open = self.open.clone();
        let variables = |properties: &[u32]| Reduced::of(&stating(&representatives, properties)).map(|it| it.variables);
        let of_all = variables(&open);
        let each = (limit / open.len().max(1) as u32).max(LEAST);
        for property in open.iter().filter(|_| open.len() > 1) {
            // What the pairs tell of the same variables is known.
            let is_new = domain != Domain::Values || variables(&[*property]) != of_all;
            if is_new && self.open.contains(property) && self.wants_proofs() {
                self.ask(&representatives, domain, (&[*property], each));
            }
        }
    }

    fn ask(&mut self, representatives: &System, domain: Domain, (properties, limit): (&[u32], Duration)) {
        if self.settled.contains(&(domain, properties.to_vec())) {
            return;
        }
        if self.prove_reduced(representatives, domain, (properties, limit / 2)) || !self.wants_proofs() {
            return;
        }
        let system = stating(representatives, properties);
        let budget = Budget::of(self.control, limit.as_millis() as u64);
        let answer = match modular::search(&system, domain, &mut self.explored, (&mut self.prover, limit), &budget) {
            Ok(answer) => answer,
            Err(stop) => return self.interrupted(stop, &budget),
        };
        if matches!(answer, Answer::Refuted | Answer::NotModular(_)) {
            self.settled.insert((domain, properties.to_vec()));
        }
        match answer {
            Answer::Proved(invariant) | Answer::Partly(invariant) => {
                self.accept(representatives, &invariant);
            }
            Answer::Refuted => {
                if let Domain::Level(level, _) = domain
                    && properties == self.open
                {
                    self.refuted = self.refuted.max(level);
                }
            }
            Answer::Unknown(Unknown::Unavailable(why)) => self.no_prover = Some(Reason::NoProver(why)),
            Answer::NotModular(why) if domain.level() == HIGHEST => self.undecided(Reason::NotModular(why)),
            Answer::NotModular(_) | Answer::Unknown(Unknown::Undecided(_)) => {}
        }
    }

    /// Looks for an invariant without the variables that these properties do not depend on, if there are any; `true` if one
    /// proves some of them. What is left out may have told something all the same, or its values may need a proof.
    fn prove_reduced(
        &mut self,
        representatives: &System,
        domain: Domain,
        (properties, limit): (&[u32], Duration),
    ) -> bool {
        let Some(reduced) = Reduced::of(&stating(representatives, properties)) else { return false };
        let memory = self.explored_parts.entry(reduced.variables.clone()).or_default();
        let budget = Budget::of(self.control, limit.as_millis() as u64);
        let answer = modular::search(&reduced.system, domain, memory, (&mut self.prover, limit), &budget);
        let Ok(Answer::Proved(invariant) | Answer::Partly(invariant)) = answer else { return false };
        let formulas = invariant.formulas.iter().map(|formula| reduced.lift(formula)).collect();
        self.accept_if_sound(representatives, &Invariant { formulas, ..invariant }).is_none() && self.stop.is_none()
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
        // The program may state nothing but that every value exists.
        if self.open == [VALUES] || self.open.iter().any(is_named) {
            self.accept_if_sound(&system, &invariant);
        }
    }

    /// Enters open properties as proved that an invariant proves, if the checker accepts it.
    fn accept(&mut self, system: &System, invariant: &Invariant) {
        match self.accept_if_sound(system, invariant) {
            None => {}
            Some(Flaw::Undecided(why)) => self.undecided(Reason::Unchecked(why)),
            Some(flaw) => self.undecided(Reason::Internal(flaw.to_string())),
        }
    }

    /// The same; if nothing is proved, why.
    fn accept_if_sound(&mut self, system: &System, invariant: &Invariant) -> Option<Flaw> {
        let engine = EngineId::Modular;
        let checker: &mut dyn Prover = match &mut self.checker {
            Some(checker) => &mut **checker,
            None => &mut self.prover,
        };
        let flaws = match flaws_by_property(&stating(system, &self.open), invariant, checker, self.control) {
            Ok(Ok(flaws)) => flaws,
            Ok(Err(flaw)) => return Some(flaw),
            Err(stop) => {
                self.stop = Some(stop);
                return None;
            }
        };
        let proved = self.open.iter().enumerate().filter(|(index, _)| !flaws.contains_key(index));
        let proved: Vec<u32> = proved.map(|(_, property)| *property).collect();
        if proved.is_empty() {
            return flaws.into_values().next();
        }
        self.certificate.modular.push(ModularDocument::of(&stating(system, &proved), engine.name(), invariant));
        self.proved(&proved, engine);
        None
    }
}

/// The system with these of its properties alone.
fn stating(system: &System, properties: &[u32]) -> System {
    let stated = properties.iter().filter(|property| **property != VALUES);
    system.with_properties(&stated.map(|property| *property as usize).collect::<Vec<_>>())
}
