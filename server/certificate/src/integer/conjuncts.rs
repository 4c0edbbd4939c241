//! The conjuncts of an invariant for all choices from some instances, and what a transition makes of them.
//!
//! Most conjuncts say something of instances at places where the one that moves is not, or nothing of what a step changes.
//! Both are seen without a look into the formulas. All together are given to the prover once, for the questions about all
//! transitions.

use std::collections::{BTreeMap, BTreeSet};

use boolprog_integer::expression::Leaf;
use boolprog_integer::{Formula, InstanceId, LocationId, Replacement, System, Term, Transition, VariableId};
use boolprog_prover::Given;
use itertools::Itertools;
use rustc_hash::FxHashSet;

/// The facts that decide whether a transition matters to a formula.
struct Conjunct {
    variables: BTreeSet<VariableId>,
    instances: BTreeSet<InstanceId>,
    /// The formula holds where one of these instances is at another location.
    unless: Vec<(InstanceId, LocationId)>,
}

impl Conjunct {
    fn of(formula: &Formula) -> Self {
        let (mut variables, mut instances) = (BTreeSet::new(), BTreeSet::new());
        formula.leaves(&mut |leaf| match leaf {
            Leaf::Variable(variable) => _ = variables.insert(variable),
            Leaf::At(instance, _) => _ = instances.insert(instance),
            Leaf::Input(_) => {}
        });
        let parts = if let Formula::Any(parts) = formula { parts } else { std::slice::from_ref(formula) };
        let unless = parts.iter().filter_map(elsewhere).collect();
        Self { variables, instances, unless }
    }

    /// `true` if the formula holds because the instance is at this location.
    fn holds_at(&self, instance: InstanceId, location: LocationId) -> bool {
        self.unless.iter().any(|(it, other)| *it == instance && *other != location)
    }

    fn is_changed_by(&self, transition: &Transition) -> bool {
        self.instances.contains(&transition.instance)
            || transition.update.assigned().any(|it| self.variables.contains(&it))
    }
}

/// The place at which an instance is not, if the formula says this.
fn elsewhere(formula: &Formula) -> Option<(InstanceId, LocationId)> {
    let Formula::Not(inner) = formula else { return None };
    if let Formula::At { instance, location } = **inner { Some((instance, location)) } else { None }
}

/// The conjuncts for all choices, each once and without constant parts.
pub(super) struct Conjuncts {
    pub(super) formulas: Given,
    /// The same formulas.
    set: FxHashSet<Formula>,
    /// The subject of each formula.
    about: Vec<Conjunct>,
    /// The variables of all of them.
    pub(super) variables: BTreeSet<VariableId>,
}

impl Conjuncts {
    /// The formulas for all choices, in all orders, of `level` instances of each family from those involved.
    pub(super) fn of(
        system: &System,
        (formulas, level): (&[Formula], usize),
        families: &[Vec<InstanceId>],
        involved: &[InstanceId],
    ) -> Self {
        let choices = families.iter().map(|family| {
            let there = family.iter().copied().filter(|it| involved.contains(it));
            there.permutations(level).collect::<Vec<_>>()
        });
        let (folded, mut all) = (formulas.iter().map(|it| it.fold(None)).collect::<Vec<_>>(), Vec::new());
        for choice in choices.multi_cartesian_product() {
            let renamed = Renamed::new(system, families, &choice);
            all.extend(folded.iter().map(|formula| formula.replace(&renamed)));
        }
        let formulas: Given = all.into_iter().unique().collect();
        let about: Vec<Conjunct> = formulas.iter().map(Conjunct::of).collect();
        let variables = about.iter().flat_map(|it| &it.variables).copied().collect();
        Self { set: formulas.iter().cloned().collect(), formulas, about, variables }
    }

    /// The condition before a transition for the formulas to hold after it, without the parts that follow from
    /// these formulas at the beginning of the transition.
    pub(super) fn open_before(&self, transition: &Transition, given: &Self) -> Vec<Formula> {
        let (mover, from) = (transition.instance, transition.from);
        let here = given.each().filter(|(_, it)| it.instances.contains(&mover) && !it.holds_at(mover, from));
        let here: FxHashSet<Formula> = here.map(|(formula, _)| formula.with_location(mover, from).fold(None)).collect();
        let is_known = |it: &Formula| given.set.contains(it) || here.contains(it) || transition.guard.contains(it);
        let changed = self.each().filter(|(_, it)| it.is_changed_by(transition));
        let open = changed.filter(|(_, it)| !it.holds_at(mover, transition.to));
        let before = open.map(|(formula, _)| formula.replace(&After(transition)).fold(None));
        before.filter(|it| !is_known(it)).unique().collect()
    }

    fn each(&self) -> impl Iterator<Item = (&Formula, &Conjunct)> {
        self.formulas.iter().zip(&self.about)
    }
}

/// Other instances in the place of those that the invariant names.
struct Renamed {
    instances: BTreeMap<InstanceId, InstanceId>,
    variables: BTreeMap<VariableId, VariableId>,
}

impl Renamed {
    /// Of each family, the instances in the places 0, 1, ... are these.
    fn new(system: &System, families: &[Vec<InstanceId>], choice: &[Vec<InstanceId>]) -> Self {
        let places = families.iter().zip(choice).flat_map(|(family, chosen)| family.iter().zip(chosen));
        let instances: BTreeMap<InstanceId, InstanceId> = places.map(|(one, other)| (*one, *other)).collect();
        // The variables of an instance are in the order of their declaration.
        let own = |instance: InstanceId| {
            let all = (0..).map(VariableId).zip(&system.variables);
            all.filter(move |(_, variable)| variable.owner == Some(instance)).map(|(id, _)| id)
        };
        let variables = instances.iter().flat_map(|(one, other)| own(*one).zip(own(*other))).collect();
        Self { instances, variables }
    }

    fn variable(&self, variable: VariableId) -> VariableId {
        self.variables.get(&variable).copied().unwrap_or(variable)
    }
}

impl Replacement for Renamed {
    fn term(&self, variable: VariableId) -> Term {
        Term::Variable(self.variable(variable))
    }

    fn formula(&self, variable: VariableId) -> Formula {
        Formula::Variable(self.variable(variable))
    }

    fn at(&self, instance: InstanceId, location: LocationId) -> Formula {
        Formula::At { instance: self.instances.get(&instance).copied().unwrap_or(instance), location }
    }
}

/// The condition before a transition if a formula holds after it.
struct After<'t>(&'t Transition);

impl Replacement for After<'_> {
    fn term(&self, variable: VariableId) -> Term {
        Replacement::term(&self.0.update, variable)
    }

    fn formula(&self, variable: VariableId) -> Formula {
        Replacement::formula(&self.0.update, variable)
    }

    fn at(&self, instance: InstanceId, location: LocationId) -> Formula {
        if instance == self.0.instance {
            Formula::Constant(location == self.0.to)
        } else {
            Formula::At { instance, location }
        }
    }
}
