//! Which variables are followed, and where their values are.

use std::collections::BTreeSet;

use boolprog_clauses::values::Known;
use boolprog_integer::{EdgeId, InstanceId, LocationId, System, Term, VariableId};

use super::super::cover::Column;
use super::super::equations::Sums;
use super::super::instances::{Family, Instances};

/// The locations of the instances that exist once, then the values of the variables that are shared or theirs.
pub(super) type Shared = Box<[i64]>;

/// The number of the family of an instance, its location, and the values of its variables.
pub(super) type Local = Box<[i64]>;

/// The family of an instance in this state.
pub(super) fn family_of(local: &[i64]) -> usize {
    usize::try_from(local[0]).expect("the state of an instance begins with its family")
}

/// The location that a number of a state stands for.
pub(super) fn location_of(number: i64) -> LocationId {
    LocationId(u16::try_from(number).expect("it is the number of a location"))
}

/// The first position of locals in a [`Local`].
pub(super) const LOCALS: usize = 2;

/// The position of the value of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Slot {
    Shared(usize),
    Local(usize),
    Forgotten,
}

/// The variables that are followed.
#[derive(Debug)]
pub(super) struct Layout<'s> {
    pub(super) instances: &'s Instances<'s>,
    /// Of each family, and of each instance, the variables that are followed.
    followed: Vec<Vec<Vec<VariableId>>>,
    /// The shared variables and those of instances that exist once.
    pub(super) shared: Vec<VariableId>,
    slots: Vec<Slot>,
    counting: Option<&'s Counting<'s>>,
}

/// The way in which variables of sums are followed.
#[derive(Debug)]
pub(super) struct Counting<'s> {
    pub(super) sums: &'s Sums,
    /// Variables of which only small values are distinguished, those of an instance named by its first.
    pub(super) small: BTreeSet<VariableId>,
    /// Variables that are followed only as long as the pairs are few, since without sums they have too many values: a semaphore
    /// which the last of those that are counted gives back, for example.
    pub(super) retried: BTreeSet<VariableId>,
    /// The value of such a variable that stands for all that are not less.
    pub(super) last: i64,
}

impl<'s> Layout<'s> {
    /// Follows all variables but these, of which those of an instance are named by its first.
    pub(super) fn new(
        instances: &'s Instances<'s>,
        forgotten: &BTreeSet<VariableId>,
        counting: Option<&'s Counting<'s>>,
    ) -> Self {
        let Instances { system, families, once, .. } = instances;
        let variables = (0..system.variables.len() as u32).map(VariableId);
        let is_shared = |it: &VariableId| system.variable(*it).owner.is_none_or(|owner| once.contains(&owner));
        let shared: Vec<_> = variables.filter(|it| is_shared(it) && !forgotten.contains(it)).collect();
        let followed: Vec<Vec<Vec<VariableId>>> = families.iter().map(|it| followed(it, forgotten)).collect();
        let mut slots = vec![Slot::Forgotten; system.variables.len()];
        for (place, variable) in (once.len()..).zip(&shared) {
            slots[variable.0 as usize] = Slot::Shared(place);
        }
        for own in followed.iter().flatten() {
            for (place, variable) in (LOCALS..).zip(own) {
                slots[variable.0 as usize] = Slot::Local(place);
            }
        }
        Self { instances, followed, shared, slots, counting }
    }

    pub(super) fn system(&self) -> &'s System {
        self.instances.system
    }

    /// The instances that exist once.
    pub(super) fn once(&self) -> &'s [InstanceId] {
        &self.instances.once
    }

    pub(super) fn slot(&self, variable: VariableId) -> Slot {
        self.slots[variable.0 as usize]
    }

    /// The value of a variable that stands for all that are not less, if there is one.
    pub(super) fn last(&self, variable: VariableId) -> Option<i64> {
        self.counting.filter(|it| it.small.contains(&variable)).map(|it| it.last)
    }

    /// The variables that are followed only as long as the pairs are few.
    pub(super) fn retried(&self) -> impl Iterator<Item = VariableId> {
        self.counting.iter().flat_map(|it| it.retried.iter().copied())
    }

    /// The new value of a variable after a step of this edge, if it is another than the edge says.
    pub(super) fn assumed(&self, edge: EdgeId, variable: VariableId) -> Option<&Term> {
        self.counting?.sums.terms.get(&(edge, variable))
    }

    /// The variables of the first instance of a family that are followed.
    pub(super) fn locals(&self, family: usize) -> &[VariableId] {
        &self.followed[family][0]
    }

    /// Meaning of the numbers of a [`Shared`] mean.
    pub(super) fn shared_columns(&self) -> Vec<Column> {
        let place = |it: &InstanceId| Column::Place(*it, self.system().process_of(*it).locations.len() as u16);
        self.once().iter().map(place).chain(self.shared.iter().map(|it| self.column(*it, *it))).collect()
    }

    /// Meaning of the values of a [`Local`] mean, from [`LOCALS`] on, for an instance of the family.
    pub(super) fn local_columns(&self, family: usize, instance: usize) -> Vec<Column> {
        let own = self.followed[family][instance].iter();
        own.zip(self.locals(family)).map(|(own, first)| self.column(*own, *first)).collect()
    }

    /// The values of a variable that is followed as another one is.
    fn column(&self, variable: VariableId, as_this: VariableId) -> Column {
        match self.last(as_this) {
            Some(last) => Column::UpTo(variable, last),
            None => Column::Value(variable, self.system().variable(variable).sort),
        }
    }
}

/// The variables of the instances of a family, without these of the first one.
fn followed(family: &Family, forgotten: &BTreeSet<VariableId>) -> Vec<Vec<VariableId>> {
    let kept = |own: &Vec<VariableId>| {
        let with_first = own.iter().zip(&family.variables[0]);
        with_first.filter(|(_, first)| !forgotten.contains(first)).map(|(own, _)| *own).collect()
    };
    family.variables.iter().map(kept).collect()
}

/// A state of what is shared and of at most one of any number of instances, with values of choices.
pub(super) struct View<'l, 's> {
    pub(super) layout: &'l Layout<'s>,
    pub(super) shared: &'l [i64],
    /// The first instance of its family, in this state.
    pub(super) local: Option<&'l [i64]>,
    pub(super) inputs: &'l [Option<i64>],
}

impl View<'_, '_> {
    /// The number that the state has for a variable.
    fn followed(&self, variable: VariableId) -> Option<i64> {
        match self.layout.slot(variable) {
            Slot::Shared(place) => Some(self.shared[place]),
            Slot::Local(place) => self.local.map(|local| local[place]),
            Slot::Forgotten => None,
        }
    }
}

impl Known for View<'_, '_> {
    fn variable(&self, variable: VariableId) -> Option<i64> {
        self.followed(variable).filter(|value| self.layout.last(variable) != Some(*value))
    }

    fn at_least(&self, variable: VariableId) -> Option<i64> {
        self.followed(variable).filter(|value| self.layout.last(variable) == Some(*value))
    }

    fn input(&self, input: boolprog_integer::InputId) -> Option<i64> {
        self.inputs[usize::from(input.0)]
    }

    fn at(&self, instance: InstanceId, location: LocationId) -> Option<bool> {
        let here = i64::from(location.0);
        match self.layout.once().iter().position(|it| *it == instance) {
            Some(place) => Some(self.shared[place] == here),
            None => self.local.map(|local| local[1] == here),
        }
    }
}
