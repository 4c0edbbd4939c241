//! Serialisation of a thread-modular invariant, with its conjuncts in the language of the program.

use boolprog_base::control::Control;
use boolprog_integer::model::predicates;
use boolprog_integer::{Instantiation, System, instantiate};
use boolprog_prover::Prover;
use serde::{Deserialize, Serialize};

use super::verify::numbers;
use super::{IntegerSubject, Invalid};
use crate::integer::Flaw;
use crate::integer::modular::{Invariant, check_invariant};

/// Invariants about more instances are not checked: there are too many choices of them.
const HIGHEST: u16 = 5;

/// An invariant for any number of instances, and the properties that it proves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ModularDocument {
    /// The engine that found it.
    pub engine: String,
    /// Ids of the properties that it proves together.
    pub properties: Vec<String>,
    /// The number of instances of each process with `[*]` that it is about.
    pub level: u16,
    /// Its conjuncts, as the language writes formulas outside of processes.
    pub invariant: Vec<String>,
}

impl ModularDocument {
    /// Writes an invariant that proves all properties of this system.
    pub fn of(system: &System, engine: &str, invariant: &Invariant) -> Self {
        let written = |formula| system.print_formula(formula).to_string();
        Self {
            engine: engine.to_owned(),
            properties: system.property_ids(),
            level: invariant.level,
            invariant: invariant.formulas.iter().map(written).collect(),
        }
    }

    /// The system that it is about, and its formulas there; `None` if it has no meaning in the program.
    pub fn read(&self, subject: &IntegerSubject<'_>) -> Option<(System, Invariant)> {
        let (level, threads) = (self.level, Some(self.level.checked_add(1)?));
        let instantiation = Instantiation { threads, representatives: true, ..subject.instantiation };
        let system = instantiate(subject.file, &instantiation).ok()?;
        let read = predicates(subject.file, &instantiation, &self.invariant)?;
        let fits = read.len() == self.invariant.len() && read.iter().all(|predicate| predicate.owner.is_none());
        let formulas = read.into_iter().map(|predicate| predicate.formula).collect();
        fits.then_some((system, Invariant { level, formulas }))
    }

    /// Checks it; returns the ids of the proved properties.
    pub(super) fn check(
        &self,
        subject: &IntegerSubject<'_>,
        prover: &mut dyn Prover,
        control: &dyn Control,
    ) -> Result<Vec<String>, Invalid> {
        if self.level > HIGHEST {
            return Err(Invalid::Refused(format!("it is about more than {HIGHEST} instances of each process")));
        }
        let (system, invariant) = self.read(subject).ok_or(Invalid::UnknownState)?;
        let asked = numbers(&system.property_ids(), &self.properties)?;
        let asked: Vec<usize> = asked.into_iter().map(|property| property as usize).collect();
        match check_invariant(&system.with_properties(&asked), &invariant, prover, control) {
            Err(stop) => Err(Invalid::Stopped(stop)),
            Ok(Err(Flaw::Undecided(why))) => Err(Invalid::Undecided(why)),
            Ok(Err(flaw)) => Err(Invalid::Rejected { properties: self.properties.clone(), why: flaw.to_string() }),
            Ok(Ok(())) => Ok(self.properties.clone()),
        }
    }
}
