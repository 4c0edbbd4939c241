//! The values of each variable at each place of an instance, one variable at a time.
//!
//! What [`Pairs`](super::pairs::Pairs) does not follow, as it has too many values, often has few when examined alone: an
//! index of an array, a counter up to a bound. At a place, a box has a set of values for each variable that is shared or the
//! instance's own, and for the location of each instance that exists once. Boxes are closed under the steps of the instance,
//! of those that exist once, and of others, whose boxes meet in what is shared. (Cousot, Cousot, "Abstract interpretation: a
//! unified lattice model", POPL 1977; Miné, "Static analysis of run-time errors in embedded critical parallel C programs",
//! ESOP 2011: interference.)

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;

use boolprog_base::control::{Control, Progress, Stop};
use boolprog_clauses::values::{truth, value};
use boolprog_integer::{Formula, Initial, LocationId, Sort, Transition, VariableId};

use super::combinations::{self, Combination, Part, Values, are_few, each, filter, parts_of};
use super::cover::Column;
use super::instances::{Family, Found, Instances, Place, Spot};
use super::pairs::Pairs;
use super::reads::is_replicated;
use super::steps::{Seen, steps_from};

/// The most values of a variable at a place.
const MOST_VALUES: usize = 80;

/// The most steps from a box, after which no box is known.
const MOST_STEPS: u32 = 20_000;

/// The work after which the control is asked: pairs of places, and combinations of values.
const POLL_AFTER: usize = 500;

/// The values in the least boxes, of variables that the pairs do not follow; nothing if they are not found after some work.
pub(super) fn boxes(instances: &Instances<'_>, pairs: &Pairs, control: &dyn Control) -> Result<Found, Stop> {
    let steps = steps(instances, pairs);
    let mut closure = Closure {
        instances,
        pairs,
        control,
        boxes: BTreeMap::new(),
        waiting: VecDeque::new(),
        any: BTreeSet::new(),
        steps: 0,
        work: 0,
    };
    closure.start();
    while let Some(place) = closure.waiting.pop_front() {
        for seen in steps.get(&place).into_iter().flatten() {
            closure.step(seen)?;
        }
        if closure.steps > MOST_STEPS {
            return Ok(Found::new());
        }
    }
    let tell = |(part, values): (&Part, &BTreeSet<i64>)| {
        let Part::Variable(variable) = *part else { return None };
        let column = Column::Value(variable, instances.system.variable(variable).sort);
        Some(column.is_in(&values.iter().copied().collect::<Vec<_>>()))
    };
    let of_place = |place: &Place| match closure.boxes.get(place) {
        Some(values) => values.iter().filter_map(tell).collect(),
        None => vec![Formula::Constant(false)],
    };
    Ok(pairs.alone.keys().map(|place| (vec![Spot::Any(*place)], of_place(place))).collect())
}

/// The steps that depend on the box of a place: those that one there sees, and those of one there that others see.
fn steps<'s>(instances: &Instances<'s>, pairs: &Pairs) -> BTreeMap<Place, Vec<Rc<Seen<'s>>>> {
    let system = instances.system;
    let is_shared = |it: VariableId| system.variable(it).owner.is_none() && pairs.forgotten.contains(&it);
    let matters = |it: &Transition| !is_replicated(system, it.instance) || it.update.assigned().any(is_shared);
    let mut found: BTreeMap<Place, Vec<Rc<Seen<'_>>>> = BTreeMap::new();
    for place in pairs.alone.keys() {
        let standing = instances.standing_at(&[Spot::Any(*place)]);
        for seen in steps_from((instances, pairs), &standing, &matters).map(Rc::new) {
            let places: BTreeSet<Place> = seen.before.iter().filter_map(|it| it.spot.place()).collect();
            for place in places {
                found.entry(place).or_default().push(Rc::clone(&seen));
            }
        }
    }
    found
}

struct Closure<'s> {
    instances: &'s Instances<'s>,
    pairs: &'s Pairs,
    control: &'s dyn Control,
    boxes: BTreeMap<Place, Values>,
    waiting: VecDeque<Place>,
    /// Variables that have too many values at one place, and are not examined elsewhere either.
    any: BTreeSet<Part>,
    steps: u32,
    /// Work since the control was asked.
    work: usize,
}

impl Closure<'_> {
    fn start(&mut self) {
        let Instances { system, families, once, .. } = self.instances;
        for (family, own) in families.iter().map(Family::first).enumerate() {
            let mut values = Values::new();
            for (id, variable) in (0..).map(VariableId).zip(&system.variables) {
                let is_seen = variable.owner.is_none_or(|owner| owner == own || !is_replicated(system, owner));
                if is_seen && self.follows(id) {
                    let known = match variable.initial {
                        Initial::Value(value) => Some([value].into()),
                        Initial::Unspecified => all(variable.sort),
                    };
                    values.extend(known.map(|known| (Part::Variable(id), known)));
                }
            }
            values.extend(once.iter().map(|instance| (Part::Place(*instance), [0].into())));
            self.join(Place { family, location: LocationId(0) }, values);
        }
    }

    /// Returns `true` if boxes have values of a variable.
    fn follows(&self, variable: VariableId) -> bool {
        let is_any = self.any.contains(&Part::Variable(variable));
        self.pairs.forgotten.contains(&variable) && !is_any && !self.instances.system.is_auxiliary(variable)
    }

    /// The box of a place grows.
    fn join(&mut self, place: Place, mut values: Values) {
        if !self.pairs.alone.contains_key(&place) {
            return;
        }
        let mut too_many: Vec<Part> = Vec::new();
        let is_new = match self.boxes.get(&place) {
            None => true,
            Some(known) => {
                let mut grows = false;
                values.retain(|part, _| known.contains_key(part));
                for (part, known) in known {
                    match values.get_mut(part) {
                        Some(more) => {
                            grows |= !more.is_subset(known);
                            more.extend(known);
                            too_many.extend((more.len() > MOST_VALUES).then_some(*part));
                        }
                        None => too_many.push(*part),
                    }
                }
                grows
            }
        };
        values.retain(|part, _| !self.any.contains(part));
        if is_new {
            self.boxes.insert(place, values);
            self.wait(place);
        }
        if !too_many.is_empty() {
            self.forget(too_many);
        }
    }

    fn wait(&mut self, place: Place) {
        if !self.waiting.contains(&place) {
            self.waiting.push_back(place);
        }
    }

    /// These have any value from now on, which may allow more steps everywhere.
    fn forget(&mut self, parts: Vec<Part>) {
        self.any.extend(parts);
        for values in self.boxes.values_mut() {
            values.retain(|part, _| !self.any.contains(part));
        }
        let places: Vec<Place> = self.boxes.keys().copied().collect();
        for place in places {
            self.wait(place);
        }
    }

    /// A step, where all that take part in it have boxes.
    fn step(&mut self, Seen { transition, before, after }: &Seen<'_>) -> Result<(), Stop> {
        let Some(here) = before[0].spot.place().filter(|it| self.boxes.contains_key(it)) else { return Ok(()) };
        let Some(other) = before.get(1).and_then(|it| it.spot.place()) else {
            let before = self.boxes[&here].clone();
            if let (Some(values), Some(place)) = (self.after(transition, &before)?, after[0].spot.place()) {
                self.join(place, values);
            }
            return Ok(());
        };
        self.works(1)?;
        if !self.boxes.contains_key(&other) {
            return Ok(());
        }
        let Some(met) = self.meet(other, here) else { return Ok(()) };
        // Variables of an instance are those of the first.
        let Some(step) = self.instances.as_of_first(transition) else { return Ok(()) };
        let Some(after) = self.after(step, &met)? else { return Ok(()) };
        let mut values = self.boxes[&here].clone();
        for variable in step.update.assigned().filter(|it| self.is_shared(*it)) {
            match after.get(&Part::Variable(variable)) {
                Some(new) => _ = values.insert(Part::Variable(variable), new.clone()),
                None => _ = values.remove(&Part::Variable(variable)),
            }
        }
        self.join(here, values);
        Ok(())
    }

    fn is_shared(&self, variable: VariableId) -> bool {
        self.instances.system.variable(variable).owner.is_none() && self.follows(variable)
    }

    /// Counts work, and asks the control now and then.
    fn works(&mut self, work: usize) -> Result<(), Stop> {
        self.work += work;
        if self.work < POLL_AFTER {
            return Ok(());
        }
        self.work = 0;
        self.control.poll(&Progress { phase: "boxes", states: self.boxes.len() as u64, ..Progress::default() })
    }

    /// The box of one place, where what is shared is in that of another, too; `None` if nothing is.
    fn meet(&self, one: Place, other: Place) -> Option<Values> {
        let mut met = self.boxes[&one].clone();
        for (part, values) in &self.boxes[&other] {
            let is_shared = match part {
                Part::Variable(variable) => self
                    .instances
                    .system
                    .variable(*variable)
                    .owner
                    .is_none_or(|owner| !is_replicated(self.instances.system, owner)),
                Part::Place(_) => true,
            };
            if is_shared {
                let known = met.entry(*part).or_insert_with(|| values.clone());
                known.retain(|value| values.contains(value));
                if known.is_empty() {
                    return None;
                }
            }
        }
        Some(met)
    }

    /// The box after a transition; `None` if it cannot be taken.
    fn after(&mut self, transition: &Transition, before: &Values) -> Result<Option<Values>, Stop> {
        self.steps += 1;
        self.works(1 + transition.guard.len())?;
        let Some(before) = self.enabling(transition, before) else { return Ok(None) };
        let read =
            |parts: &BTreeSet<Part>| parts.iter().filter_map(|it| Some((*it, before.get(it)?))).collect::<Vec<_>>();
        let mut after = before.clone();
        let all = Formula::All(transition.guard.clone());
        let guard_reads = parts_of(|note| all.leaves(note));
        let terms = transition.update.terms.iter().map(|(id, term)| (*id, parts_of(|note| term.leaves(note))));
        let truths = transition.update.formulas.iter().map(|(id, new)| (*id, parts_of(|note| new.leaves(note))));
        let assigned: Vec<_> = terms.chain(truths).filter(|(variable, _)| self.follows(*variable)).collect();
        for (variable, parts) in assigned {
            let with_guard = read(&parts.union(&guard_reads).copied().collect());
            let known = if are_few(&with_guard) { with_guard } else { read(&parts) };
            self.works(1 + combinations::number(&known).min(combinations::MOST))?;
            let values = are_few(&known).then(|| self.values_after(transition, variable, &known)).flatten();
            let sort = self.instances.system.variable(variable).sort;
            match values.or_else(|| self::all(sort)) {
                Some(values) if values.len() <= MOST_VALUES => _ = after.insert(Part::Variable(variable), values),
                _ => _ = after.remove(&Part::Variable(variable)),
            }
        }
        if !is_replicated(self.instances.system, transition.instance) {
            after.insert(Part::Place(transition.instance), [i64::from(transition.to.0)].into());
        }
        Ok(Some(after))
    }

    /// The part of a box in which a transition may be taken; `None` if there is none.
    fn enabling(&self, transition: &Transition, before: &Values) -> Option<Values> {
        let mut before = before.clone();
        if !is_replicated(self.instances.system, transition.instance) {
            let here = i64::from(transition.from.0);
            before.get(&Part::Place(transition.instance))?.get(&here)?;
            before.insert(Part::Place(transition.instance), [here].into());
        }
        for conjunct in &transition.guard {
            filter(conjunct, &mut before)?;
        }
        Some(before)
    }

    /// The values that a variable gets; `None` if one of them is not known, or there are too many.
    fn values_after(
        &self,
        transition: &Transition,
        variable: VariableId,
        known: &[(Part, &BTreeSet<i64>)],
    ) -> Option<BTreeSet<i64>> {
        let mut found = Some(BTreeSet::new());
        let sort = self.instances.system.variable(variable).sort;
        each(known, &mut |choice| {
            let view = Combination { choice };
            if transition.guard.iter().any(|formula| truth(formula, &view) == Some(false)) {
                return;
            }
            let term = transition.update.terms.get(&variable).map(|term| value(term, &view));
            let new =
                term.or_else(|| transition.update.formulas.get(&variable).map(|new| truth(new, &view).map(i64::from)));
            match (new.flatten(), &mut found) {
                // A value outside of the range is no step.
                (Some(new), Some(found)) if sort.contains(new) => _ = found.insert(new),
                (Some(_), _) => {}
                (None, _) => found = None,
            }
        });
        found.filter(|found| found.len() <= MOST_VALUES)
    }
}

/// All values of a sort, if there are not too many.
fn all(sort: Sort) -> Option<BTreeSet<i64>> {
    let (low, high) = sort.bounds()?;
    (high.abs_diff(low) < MOST_VALUES as u64).then(|| (low..=high).collect())
}
