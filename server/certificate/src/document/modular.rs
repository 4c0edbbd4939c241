//! Serialisation of a thread-modular invariant, with its conjuncts in the language of the program.

use boolprog_base::control::Control;
use boolprog_integer::model::predicates;
use boolprog_integer::syntax::ast::{Item, SourceFile};
use boolprog_integer::syntax::parse;
use boolprog_integer::{
    Formula, Instantiation, LocationId, Replacement, Summed, System, Term, Variable, VariableId, instantiate,
};
use boolprog_prover::Prover;
use serde::{Deserialize, Serialize};

use super::verify::numbers;
use super::{IntegerSubject, Invalid};
use crate::integer::Flaw;
use crate::integer::modular::{BoundedSum, Invariant, check_invariant};

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
    /// Variables that it may speak of, besides those of the program.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sums: Vec<SumDocument>,
    /// Its conjuncts, as the language writes formulas outside of processes.
    pub invariant: Vec<String>,
}

/// The name of the sum of a variable over all instances of a process that are at a location.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SumDocument {
    /// Name of the sum, which nothing in the program has.
    pub name: String,
    /// Name of the process.
    pub process: String,
    /// Name of its variable.
    pub variable: String,
    /// Name of the location.
    pub location: String,
    /// The least and the greatest value of the variable there, as the invariant tells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bounds: Option<(i64, i64)>,
}

impl ModularDocument {
    /// Writes an invariant that proves all properties of this system.
    pub fn of(system: &System, engine: &str, invariant: &Invariant) -> Self {
        let system = &invariant.system(system);
        let written = |formula| system.print_formula(formula).to_string();
        Self {
            engine: engine.to_owned(),
            properties: system.property_ids(),
            level: invariant.level,
            sums: system
                .sums()
                .zip(&invariant.sums)
                .filter_map(|(it, sum)| SumDocument::of(system, it.0, *sum))
                .collect(),
            invariant: invariant.formulas.iter().map(written).collect(),
        }
    }

    /// The system that it is about, and its formulas there; `None` if it has no meaning in the program.
    pub fn read(&self, subject: &IntegerSubject<'_>) -> Option<(System, Invariant)> {
        let (level, threads) = (self.level, Some(self.level.checked_add(1)?));
        let instantiation = Instantiation { threads, representatives: true, ..subject.instantiation };
        let system = instantiate(subject.file, &instantiation).ok()?;
        let read = predicates(&self.with_sums(subject.file)?, &instantiation, &self.invariant)?;
        let fits = read.len() == self.invariant.len() && read.iter().all(|predicate| predicate.owner.is_none());
        let sums = self.sums.iter().map(|sum| sum.read(&system)).collect::<Option<Vec<_>>>()?;
        let last = SumsLast::of(&system, sums.len());
        let formulas = read.into_iter().map(|predicate| predicate.formula.replace(&last)).collect();
        fits.then_some((system, Invariant { level, sums, formulas }))
    }

    /// The program with declarations of the sums, which are the last shared variables; `None` if a name is none.
    fn with_sums(&self, file: &SourceFile) -> Option<SourceFile> {
        let mut file = file.clone();
        for SumDocument { name, .. } in &self.sums {
            let parsed = parse(&format!("decl {name}: int;"));
            let [Item::Declaration(declared)] = &parsed.file.items[..] else { return None };
            let is_name = matches!(&declared.variables[..], [variable] if variable.name.text == *name);
            if !is_name || !parsed.diagnostics.is_empty() {
                return None;
            }
            file.items.extend(parsed.file.items);
        }
        Some(file)
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

impl SumDocument {
    fn of(system: &System, name: VariableId, BoundedSum { sum, bounds }: BoundedSum) -> Option<Self> {
        let variable = system.variable(sum.variable);
        let owner = variable.owner?;
        Some(Self {
            name: system.variable(name).name.to_string(),
            process: system.process_of(owner).name.to_string(),
            variable: variable.short_name().to_owned(),
            location: system.location(owner, sum.location).name.to_string(),
            bounds,
        })
    }

    /// The sum; `None` if the system has no such process, variable or location.
    fn read(&self, system: &System) -> Option<BoundedSum> {
        let is_it = |owner| system.process_of(owner).name == self.process;
        let of_it = |it: &Variable| it.owner.is_some_and(is_it) && it.short_name() == self.variable;
        let variable = system.variables.iter().position(of_it)?;
        let process = system.processes.iter().find(|it| it.name == self.process)?;
        let location = process.locations.iter().position(|it| it.name == self.location)?;
        let sum = Summed { variable: VariableId(variable as u32), location: LocationId(location as u16) };
        Some(BoundedSum { sum, bounds: self.bounds })
    }
}

/// The numbers of variables where the last shared ones, the sums, follow [all others](System::sums).
struct SumsLast {
    /// The number of the first of them.
    first: u32,
    sums: u32,
    /// The number of the other variables.
    others: u32,
}

impl SumsLast {
    fn of(system: &System, sums: usize) -> Self {
        let shared = system.variables.iter().filter(|it| it.owner.is_none()).count();
        let first = (shared - system.counters.len()) as u32;
        Self { first, sums: sums as u32, others: system.variables.len() as u32 }
    }

    const fn number(&self, VariableId(number): VariableId) -> VariableId {
        let (first, end) = (self.first, self.first + self.sums);
        VariableId(match number {
            shared if shared < first => shared,
            sum if sum < end => self.others + sum - first,
            other => other - self.sums,
        })
    }
}

impl Replacement for SumsLast {
    fn term(&self, variable: VariableId) -> Term {
        Term::Variable(self.number(variable))
    }

    fn formula(&self, variable: VariableId) -> Formula {
        Formula::Variable(self.number(variable))
    }
}
