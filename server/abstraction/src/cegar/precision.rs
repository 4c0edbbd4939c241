//! Which facts are looked for, and how precisely.

use std::collections::BTreeSet;
use std::rc::Rc;

use boolprog_base::control::Control;
use boolprog_certificate::integer::{Owner, Predicate};
use boolprog_integer::{Formula, Sort, System, VariableId};

use super::{Added, Domain, Options};
use crate::alpha::First;
use crate::boolean;
use crate::bounds::bounds;
use crate::condition::{Atoms, mentions_choices, mentions_locations};
use crate::newton::Parting;
use crate::normal::Known;
use crate::predicates::{Predicates, Tracked};

/// More values than this are enumerated only if the options say so: there may be no end of them, and each is a question.
const MOST_VALUES: u32 = 64;

/// The factor by which the number of values grows.
const GROWTH: u32 = 8;

/// Facts that a spurious counterexample lacks.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Explanation {
    /// Variables whose values exclude it.
    pub(super) variables: Vec<VariableId>,
    /// Predicates that exclude it.
    pub(super) atoms: Vec<Formula>,
    /// An example of the states that they separate.
    pub(super) parting: Option<Parting>,
}

/// The facts that nodes have, as far as they are determined.
#[derive(Clone, Debug)]
pub(super) struct Precision {
    /// Kind of the facts. That of the options, until values are not enough.
    pub(super) domain: Domain,
    /// Variables whose values are facts.
    pub(super) tracked: BTreeSet<VariableId>,
    /// Variables that had too many values: predicates are used instead.
    released: BTreeSet<VariableId>,
    /// Predicates that are facts in the first nodes, and without [`lazy`](super::Options::lazy) everywhere.
    pub(super) predicates: Rc<Predicates>,
    /// `true` if each predicate has a value.
    pub(super) is_boolean: bool,
    /// The most values of a variable after a step.
    pub(super) values: u32,
}

impl Precision {
    /// The precision of the first round: what the options ask for, and the predicates of the file.
    pub(super) fn first(system: &System, options: &Options, atoms: &mut Atoms, control: &dyn Control) -> Self {
        let Options { domain, boolean, values, first, .. } = *options;
        let (tracked, predicates) = Default::default();
        let released = if domain == Domain::Visible { with_many_values(system, values) } else { BTreeSet::new() };
        let mut precision = Self { domain, tracked, released, predicates, is_boolean: boolean, values };
        for predicate in &system.predicates {
            precision.begin_with(atoms, &predicate.formula, predicate.owner);
        }
        if first.has_guards() {
            let guards = system.transitions.iter().flat_map(|transition| &transition.guard);
            guards.for_each(|guard| precision.begin_with(atoms, guard, None));
        }
        if first == First::Properties {
            system.properties.iter().for_each(|property| precision.begin_with(atoms, &property.error, None));
        }
        if first == First::Bounds {
            // If the control stops the analysis, it stops the search as well.
            let bounds = bounds(system, control).unwrap_or_default();
            for bound in &bounds {
                precision.begin_with(atoms, bound, None);
            }
        }
        precision
    }

    fn begin_with(&mut self, atoms: &mut Atoms, formula: &Formula, owner: Option<Owner>) {
        match self.domain {
            Domain::Values => self.tracked.extend(formula.variables()),
            Domain::Predicates | Domain::Both => _ = self.add_predicates(atoms, formula, owner),
            Domain::Visible => {
                self.tracked.extend(formula.variables().difference(&self.released));
                for atom in boolean::atoms(formula) {
                    if self.is_for_predicate(&atom) {
                        self.add_predicates(atoms, &atom, owner);
                    }
                }
            }
        }
    }

    /// `true` if the value of a variable may become a fact.
    pub(super) fn is_for_value(&self, variable: VariableId) -> bool {
        self.domain != Domain::Predicates && !self.released.contains(&variable)
    }

    /// `true` if the value of a predicate may become a fact. With both kinds of facts, predicates are for the variables that
    /// have too many values.
    pub(super) fn is_for_predicate(&self, formula: &Formula) -> bool {
        match self.domain {
            Domain::Values => false,
            Domain::Predicates => true,
            Domain::Both | Domain::Visible => formula.variables().iter().any(|it| self.released.contains(it)),
        }
    }

    fn add_predicates(&mut self, atoms: &mut Atoms, formula: &Formula, owner: Option<Owner>) -> Vec<Added> {
        add_atoms(Rc::make_mut(&mut self.predicates), atoms, formula, owner)
    }

    /// Adds what a counterexample lacks; returns what is new of it.
    pub(super) fn add(&mut self, atoms: &mut Atoms, lacking: &Explanation) -> Vec<Added> {
        let mut added = Vec::new();
        for variable in &lacking.variables {
            if self.is_for_value(*variable) && self.tracked.insert(*variable) {
                added.push(Added::Value(*variable));
            }
        }
        for formula in &lacking.atoms {
            if self.is_for_predicate(formula) {
                added.extend(self.add_predicates(atoms, formula, None));
            }
        }
        added
    }

    /// Adds predicates also where values were to be enough.
    pub(super) fn add_all(&mut self, atoms: &mut Atoms, lacking: &Explanation) -> Vec<Added> {
        if self.domain == Domain::Values {
            return Vec::new();
        }
        lacking.atoms.iter().flat_map(|formula| self.add_predicates(atoms, formula, None)).collect()
    }

    /// Distinguishes all combinations of predicates from now on; none if that is so already, or there are no predicates: there
    /// may be some by node.
    pub(super) fn distinguish(&mut self, by_node: bool) -> Option<Added> {
        let has_some = by_node || !self.predicates.is_empty();
        let can = self.domain != Domain::Values && !self.is_boolean && has_some;
        self.is_boolean |= can;
        can.then_some(Added::Boolean)
    }

    /// Enumerates more values from now on; none if they are many already.
    pub(super) fn enumerate_more(&mut self) -> Option<Added> {
        let can = self.domain == Domain::Values && self.values < MOST_VALUES && !self.tracked.is_empty();
        if can {
            self.values = self.values.saturating_mul(GROWTH).min(MOST_VALUES);
        }
        can.then_some(Added::Values(self.values))
    }

    /// Admits predicates where values were to be enough: from now on, both are facts. `false` if they are admitted already.
    pub(super) fn admit_predicates(&mut self) -> bool {
        let can = self.domain == Domain::Values;
        if can {
            self.domain = Domain::Both;
        }
        can
    }

    /// Stops tracking a variable, which had too many values.
    pub(super) fn release(&mut self, variable: VariableId) {
        self.tracked.remove(&variable);
        self.released.insert(variable);
    }
}

/// The variables that may have more values than this.
fn with_many_values(system: &System, most: u32) -> BTreeSet<VariableId> {
    let is_large = |sort: Sort| match sort {
        Sort::Boolean => false,
        Sort::Range(low, high) => high.saturating_sub(low) >= i64::from(most),
        Sort::Integer => true,
    };
    let variables = system.variables.iter().zip((0..).map(VariableId));
    variables.filter(|(variable, _)| is_large(variable.sort)).map(|(_, id)| id).collect()
}

/// Adds the atoms of a formula that are about values to predicates; returns those that are new.
pub(super) fn add_atoms(
    predicates: &mut Predicates,
    atoms: &mut Atoms,
    formula: &Formula,
    owner: Option<Owner>,
) -> Vec<Added> {
    let mut added = Vec::new();
    for atom in atoms.condition(formula, Known::default()).atoms() {
        let formula = atoms.formula(atom);
        let is_of_values = !mentions_locations(formula) && !mentions_choices(formula);
        if is_of_values && predicates.insert(Tracked { atom, owner }) {
            added.push(Added::Predicate(Predicate { formula: formula.clone(), owner }));
        }
    }
    added
}
