//! Definitions of symmetry: the same steps in terms of parts, formulas that tell no members apart.

use std::collections::BTreeMap;

use super::{Member, Symmetry};
use crate::expression::{Leaf, Overwritten};
use crate::{
    Arithmetic, Choice, Formula, InstanceId, LocationId, Replacement, System, Term, Transition, Update, VariableId,
};

/// The numbers of a group and of a member of it.
type Owner = (usize, usize);

/// The owners of instances and variables.
struct Owners {
    instances: BTreeMap<InstanceId, Owner>,
    variables: BTreeMap<VariableId, Owner>,
}

impl Owners {
    /// `None` if two parts overlap.
    fn of(symmetry: &Symmetry) -> Option<Self> {
        let mut owners = Self { instances: BTreeMap::new(), variables: BTreeMap::new() };
        for (group, members) in symmetry.groups.iter().map(|group| &group.members).enumerate() {
            for (position, member) in members.iter().enumerate() {
                let owner = (group, position);
                let is_first = owners.instances.insert(member.instance, owner).is_none();
                let mut variables = member.variables.iter();
                if !is_first || !variables.all(|variable| owners.variables.insert(*variable, owner).is_none()) {
                    return None;
                }
            }
        }
        Some(owners)
    }

    /// The owner of the part that has a leaf.
    fn owner(&self, leaf: Leaf) -> Option<Owner> {
        match leaf {
            Leaf::Variable(variable) => self.variables.get(&variable).copied(),
            Leaf::At(instance, _) => self.instances.get(&instance).copied(),
            Leaf::Input(_) => None,
        }
    }
}

/// `true` if members take the same steps in terms of their parts, only the controller mentions members beside themselves, and
/// its steps have few orders.
pub(super) fn is_symmetry(system: &System, symmetry: &Symmetry) -> bool {
    let Some(owners) = Owners::of(symmetry) else { return false };
    let is_member = |instance: InstanceId| owners.instances.contains_key(&instance);
    let places = symmetry.controller.map_or(1, |controller| system.process_of(controller).locations.len());
    symmetry.controller.is_none_or(|controller| !is_member(controller))
        && symmetry.groups.iter().all(|group| {
            let has_classes = group.classes.iter().all(|classes| classes.len() == group.members.len());
            let mut pairs = group.members.windows(2);
            group.classes.len() == places && has_classes && pairs.all(|pair| are_alike(system, (&pair[0], &pair[1])))
        })
        && system.transitions.iter().all(|transition| match symmetry.controller {
            Some(controller) if controller == transition.instance => symmetry.orders(transition).is_some(),
            _ => mentions_only(transition, &owners),
        })
}

/// `true` if a transition mentions no part but that of its own instance.
fn mentions_only(transition: &Transition, owners: &Owners) -> bool {
    let own = owners.instances.get(&transition.instance).copied();
    let mut only = true;
    leaves(transition, &mut |leaf| only &= owners.owner(leaf).is_none_or(|owner| Some(owner) == own));
    only
}

/// `true` if a transition mentions the part of a member.
pub(super) fn mentions(transition: &Transition, member: &Member) -> bool {
    let mut is_mentioned = false;
    leaves(transition, &mut |leaf| {
        is_mentioned |= match leaf {
            Leaf::Variable(variable) => member.variables.contains(&variable),
            Leaf::At(instance, _) => member.instance == instance,
            Leaf::Input(_) => false,
        };
    });
    is_mentioned
}

/// Visits what a transition reads and assigns.
pub(in super::super) fn leaves(transition: &Transition, visit: &mut dyn FnMut(Leaf)) {
    transition.guard.iter().for_each(|formula| formula.leaves(visit));
    for (target, term) in transition.update.all_terms() {
        visit(Leaf::Variable(target));
        term.leaves(visit);
    }
    for (target, formula) in transition.update.all_formulas() {
        visit(Leaf::Variable(target));
        formula.leaves(visit);
    }
}

/// `true` if the transitions of one member are those of another after their parts have changed places.
pub(super) fn are_alike(system: &System, (one, other): (&Member, &Member)) -> bool {
    let sort = |variable: &VariableId| system.variable(*variable).sort;
    let of = |member: &Member| {
        let instance = member.instance;
        system.transitions.iter().filter(move |transition| transition.instance == instance)
    };
    one.variables.iter().map(sort).eq(other.variables.iter().map(sort))
        && of(one).count() == of(other).count()
        && of(one).zip(of(other)).all(|(step, of_other)| {
            let sort = |choice: &Choice| choice.sort;
            let (guard, update) = exchanged(step, (one, other));
            (step.from, step.to) == (of_other.from, of_other.to)
                && step.choices.iter().map(sort).eq(of_other.choices.iter().map(sort))
                && (guard, update) == (of_other.guard.clone(), of_other.update.clone())
        })
}

/// The guard and the update of a transition after the parts of two members have changed places.
pub(super) fn exchanged(transition: &Transition, (one, other): (&Member, &Member)) -> (Vec<Formula>, Update) {
    let swap = Swapped::new(one, other);
    (transition.guard.iter().map(|formula| formula.replace(&swap)).collect(), swap.update(&transition.update))
}

/// `true` if a transition is the same after the parts of two members have changed places.
pub(super) fn is_same_after(transition: &Transition, members: (&Member, &Member)) -> bool {
    let (guard, update) = exchanged(transition, members);
    in_order(guard) == in_order(transition.guard.clone()) && update == transition.update
}

/// Formulas in one order, where the order makes no difference: all have a value.
pub(super) fn in_order(mut formulas: Vec<Formula>) -> Vec<Formula> {
    if formulas.iter().all(always_has_a_value) {
        formulas.sort_unstable();
    }
    formulas
}

/// `true` if a formula has the same value, or none, whatever the order of members.
pub(in super::super) fn is_invariant(formula: &Formula, symmetry: &Symmetry) -> bool {
    let known = normal(formula);
    let mut pairs = symmetry.groups.iter().flat_map(|group| group.members.windows(2));
    pairs.all(|pair| normal(&formula.replace(&Swapped::new(&pair[0], &pair[1]))) == known)
}

/// The parts of two members, exchanged in formulas.
struct Swapped {
    instances: [InstanceId; 2],
    variables: BTreeMap<VariableId, VariableId>,
}

impl Swapped {
    fn new(one: &Member, other: &Member) -> Self {
        let pairs = one.variables.iter().copied().zip(other.variables.iter().copied());
        let variables = pairs.flat_map(|(one, other)| [(one, other), (other, one)]).collect();
        Self { instances: [one.instance, other.instance], variables }
    }

    fn variable(&self, variable: VariableId) -> VariableId {
        self.variables.get(&variable).copied().unwrap_or(variable)
    }
    fn update(&self, update: &Update) -> Update {
        let term = |(variable, term): (&VariableId, &Term)| (self.variable(*variable), term.replace(self));
        let formula = |(variable, formula): (&VariableId, &Formula)| (self.variable(*variable), formula.replace(self));
        let Overwritten { terms, formulas } = &update.overwritten;
        Update {
            terms: update.terms.iter().map(term).collect(),
            formulas: update.formulas.iter().map(formula).collect(),
            overwritten: Overwritten {
                terms: terms.iter().map(|(variable, value)| term((variable, value))).collect(),
                formulas: formulas.iter().map(|(variable, value)| formula((variable, value))).collect(),
            },
        }
    }
}

impl Replacement for Swapped {
    fn term(&self, variable: VariableId) -> Term {
        Term::Variable(self.variable(variable))
    }

    fn formula(&self, variable: VariableId) -> Formula {
        Formula::Variable(self.variable(variable))
    }

    fn at(&self, instance: InstanceId, location: LocationId) -> Formula {
        let [one, other] = self.instances;
        let instance = match instance {
            it if it == one => other,
            it if it == other => one,
            it => it,
        };
        Formula::At { instance, location }
    }
}

/// The formula with sums, conjunctions and disjunctions in one order, where the order makes no difference: all parts have a
/// value.
fn normal(formula: &Formula) -> Formula {
    let all = |parts: &[Formula]| in_order(parts.iter().map(normal).collect());
    match formula {
        Formula::Constant(_) | Formula::Variable(_) | Formula::Input(_) | Formula::At { .. } => formula.clone(),
        Formula::Compare(comparison, left, right) => Formula::Compare(*comparison, normal_sum(left), normal_sum(right)),
        Formula::Equal(left, right) => Formula::Equal(Box::new(normal(left)), Box::new(normal(right))),
        Formula::Not(inner) => Formula::Not(Box::new(normal(inner))),
        Formula::All(parts) => Formula::All(all(parts)),
        Formula::Any(parts) => Formula::Any(all(parts)),
    }
}

/// A sum of ones and zeros, such as `count(P @ l)`, in one order; another term as it is.
fn normal_sum(term: &Term) -> Term {
    let mut parts = Vec::new();
    addends(term, &mut parts);
    if !parts.iter().all(|part| is_bit(part)) {
        return term.clone();
    }
    parts.sort_unstable();
    let sum = parts.into_iter().cloned().reduce(|sum, part| Term::binary(Arithmetic::Add, sum, part));
    sum.unwrap_or_else(|| term.clone())
}

fn addends<'t>(term: &'t Term, parts: &mut Vec<&'t Term>) {
    match term {
        Term::Binary(Arithmetic::Add, left, right) => {
            addends(left, parts);
            addends(right, parts);
        }
        other => parts.push(other),
    }
}

/// `true` if a term is 0 or 1.
fn is_bit(term: &Term) -> bool {
    match term {
        Term::Constant(value) => matches!(value, 0 | 1),
        Term::Conditional(condition, then, otherwise) => {
            always_has_a_value(condition) && is_bit(then) && is_bit(otherwise)
        }
        _ => false,
    }
}

/// `true` if no part of a formula can be without a value.
pub(in super::super) fn always_has_a_value(formula: &Formula) -> bool {
    let is_plain = |term: &Term| {
        let mut parts = Vec::new();
        addends(term, &mut parts);
        matches!(term, Term::Constant(_) | Term::Variable(_)) || parts.iter().all(|part| is_bit(part))
    };
    match formula {
        Formula::Constant(_) | Formula::Variable(_) | Formula::Input(_) | Formula::At { .. } => true,
        Formula::Compare(_, left, right) => is_plain(left) && is_plain(right),
        Formula::Equal(left, right) => always_has_a_value(left) && always_has_a_value(right),
        Formula::Not(inner) => always_has_a_value(inner),
        Formula::All(parts) | Formula::Any(parts) => parts.iter().all(always_has_a_value),
    }
}
