//! Implication of a condition by the known facts about a state, with as few questions to a prover as possible.

use boolprog_base::control::{Control, PROVER, Progress, Stop};
use boolprog_integer::{Choice, Formula, System};
use boolprog_prover::{Answer, Model, Prover, Query, Unknown};
use rustc_hash::FxHashMap;

use crate::condition::{Atoms, Condition, Literal};

/// Why a search ends before it is done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Interrupt {
    /// The control stopped it.
    Stop(Stop),
    /// There is no prover any more.
    NoProver(String),
}

impl From<Stop> for Interrupt {
    fn from(stop: Stop) -> Self {
        Self::Stop(stop)
    }
}

/// A prover with a memory of its answers. The memory lasts for one iteration.
pub(crate) struct Oracle<'a> {
    system: &'a System,
    prover: &'a mut dyn Prover,
    control: &'a dyn Control,
    tautologies: FxHashMap<Condition, bool>,
    implications: FxHashMap<(Vec<Literal>, Condition), bool>,
    pub(crate) queries: u64,
    /// Questions not asked because the answer was known.
    pub(crate) hits: u64,
    /// Why the prover did not know the last answer that it did not know.
    pub(crate) undecided: Option<String>,
}

impl<'a> Oracle<'a> {
    pub(crate) fn new(system: &'a System, prover: &'a mut dyn Prover, control: &'a dyn Control) -> Self {
        Self {
            system,
            prover,
            control,
            tautologies: FxHashMap::default(),
            implications: FxHashMap::default(),
            queries: 0,
            hits: 0,
            undecided: None,
        }
    }

    /// Returns `true` if the condition certainly holds wherever the hypothesis does.
    ///
    /// Only literals of the hypothesis that share variables with the condition are used: a weaker hypothesis proves
    /// less, never more, and is the same in more states. Tautologies are recognised without any hypothesis.
    pub(crate) fn implies(
        &mut self,
        atoms: &Atoms,
        hypothesis: &[Literal],
        condition: &Condition,
    ) -> Result<bool, Interrupt> {
        match self.tautologies.get(condition) {
            Some(true) => return Ok(true),
            Some(false) => self.hits += 1,
            None => {
                let valid = self.valid(atoms, &[], condition)?;
                self.tautologies.insert(condition.clone(), valid);
                if valid {
                    return Ok(true);
                }
            }
        }
        let key = (related(atoms, hypothesis, condition), condition.clone());
        if let Some(valid) = self.implications.get(&key) {
            self.hits += 1;
            return Ok(*valid);
        }
        let valid = self.valid(atoms, &key.0, condition)?;
        self.implications.insert(key, valid);
        Ok(valid)
    }

    fn valid(&mut self, atoms: &Atoms, hypothesis: &[Literal], condition: &Condition) -> Result<bool, Interrupt> {
        let mut conjuncts: Vec<_> = hypothesis.iter().map(|literal| atoms.literal(*literal)).collect();
        conjuncts.push(Formula::negation(condition.formula(atoms)));
        Ok(self.possible(&[], &conjuncts, false)? == Possible::No)
    }

    /// Decides whether the formulas can hold together, and with which values if `model` is set. Nothing is remembered.
    pub(crate) fn possible(
        &mut self,
        choices: &[Choice],
        conjuncts: &[Formula],
        model: bool,
    ) -> Result<Possible, Interrupt> {
        self.control.poll(&Progress { phase: PROVER, ..Progress::default() })?;
        self.queries += 1;
        let conjuncts: Vec<_> = conjuncts.iter().collect();
        let query = Query { system: self.system, choices, conjuncts: &conjuncts, model };
        match self.prover.ask(&query, self.control)? {
            Answer::Satisfiable(model) => Ok(Possible::Yes(model)),
            Answer::Unsatisfiable => Ok(Possible::No),
            Answer::Unknown(Unknown::Unavailable(reason)) => Err(Interrupt::NoProver(reason)),
            Answer::Unknown(Unknown::Undecided(reason)) => {
                self.undecided = Some(reason);
                Ok(Possible::Unknown)
            }
        }
    }
}

/// Satisfiability of a set of formulas.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Possible {
    Yes(Model),
    No,
    Unknown,
}

/// The literals of the hypothesis that share a variable with the condition.
fn related(atoms: &Atoms, hypothesis: &[Literal], condition: &Condition) -> Vec<Literal> {
    let mentioned: Vec<_> = condition.atoms().into_iter().flat_map(|atom| atoms.variables(atom)).collect();
    let is_related = |literal: &&Literal| atoms.variables(literal.atom).iter().any(|v| mentioned.contains(&v));
    hypothesis.iter().filter(is_related).copied().collect()
}
