//! A run as a sequence of relations between valuations.
//!
//! A step that changes the bits of other threads, too (`x$`), is one relation for each thread, one after the other.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::rc::Rc;

use boolprog_base::control::Stop;
use boolprog_base::engine::Undecided;
use boolprog_explore::relations::{Relations, Set, Step, Turn, turn};
use boolprog_program::program::{Edge, Effect, Goal, LocationId, PropertyKind, Role, Slot};

use super::{Path, PathStep, creation, mentioned};
use crate::image::Image;

/// A step of the run, or the part of one that concerns one thread: the one that acts, or another one that it changes.
pub(super) struct Taken {
    /// Number of the step, from 0.
    pub(super) number: usize,
    /// The thread that is concerned.
    pub(super) thread: u32,
    pub(super) step: Step,
    image: Rc<Image>,
    /// Bits that it reads in more than one place; none in the part of a thread that does not act.
    repeated: BTreeSet<Slot>,
    /// The thread that it creates.
    created: Option<u32>,
}

/// The images of parts of steps in which these bits have a value of their own at each occurrence.
type Loose = BTreeMap<(usize, BTreeSet<Slot>), Rc<Image>>;

/// A run as relations between valuations.
pub(super) struct Way<'e, 'p, 'c> {
    pub(super) relations: &'e Relations<'p, 'c>,
    pub(super) path: &'e Path,
    pub(super) taken: Vec<Taken>,
    /// The places of the threads before each part of a step and after the last one, by number.
    pub(super) places: Vec<Vec<Option<LocationId>>>,
    /// The valuations at the end that violate the property.
    pub(super) end: Set,
    pub(super) mentioned: BTreeSet<Slot>,
    loose: RefCell<Loose>,
}

impl<'e, 'p, 'c> Way<'e, 'p, 'c> {
    pub(super) fn new(relations: &'e Relations<'p, 'c>, path: &'e Path) -> Result<Self, Undecided> {
        let program = relations.program;
        let all = relations.variables.threads();
        let start = (0..all).map(|thread| (thread < path.threads).then_some(program.entry)).collect();
        let mut way = Self {
            relations,
            path,
            taken: Vec::new(),
            places: vec![start],
            end: relations.sets.none(),
            mentioned: BTreeSet::new(),
            loose: RefCell::default(),
        };
        let mut created = path.threads..all;
        for number in 0..path.steps.len() {
            way.take(number, &mut created)?;
        }
        way.end = way.violating(None)?;
        way.mentioned = mentioned::slots(relations, path, &way.places[way.taken.len()]);
        Ok(way)
    }

    /// Takes the step with this number. `created` are the numbers of the threads that are created from now on.
    fn take(&mut self, number: usize, created: &mut Range<u32>) -> Result<(), Undecided> {
        let PathStep { thread, edge, moved } = &self.path.steps[number];
        let edge = &self.relations.program.edges[edge.0 as usize];
        let turn = match &edge.effect {
            Effect::Passive(passive) => turn(edge, passive).ok_or_else(|| {
                Undecided::Refused(
                    "a constraint on other threads reads old and new values of the same variable".to_owned(),
                )
            })?,
            _ => Turn::Before,
        };
        if turn == Turn::Before {
            self.take_passive(number, edge, *thread)?;
        }
        let mut now = self.places[self.taken.len()].clone();
        now[*thread as usize] = match edge.goal {
            Goal::Location(location) => Some(location),
            Goal::Violation(_) => Some(edge.source),
            Goal::End => None,
        };
        let created = creation(edge).and_then(|start| Some((created.next()?, start)));
        if let Some((number, start)) = created {
            now[number as usize] = Some(start);
        }
        if matches!(edge.effect, Effect::Signal | Effect::Broadcast) {
            for thread in moved {
                self.release(&mut now[*thread as usize]);
            }
        }
        let created = created.map(|(number, _)| number);
        let step = self.relations.step(edge, *thread, created)?;
        self.push(number, *thread, step, now)?;
        if let Some(taken) = self.taken.last_mut() {
            taken.repeated = mentioned::repeated(self.relations.program, edge);
            taken.created = created;
        }
        if turn == Turn::After {
            self.take_passive(number, edge, *thread)?;
        }
        Ok(())
    }

    /// Takes the parts of a step for the threads that it changes, one after the other.
    fn take_passive(&mut self, number: usize, edge: &Edge, active: u32) -> Result<(), Stop> {
        let Effect::Passive(passive) = &edge.effect else { return Ok(()) };
        let places = self.places[self.taken.len()].clone();
        for (other, location) in (0..).zip(&places).filter_map(|(thread, place)| Some((thread, (*place)?))) {
            if other == active {
                continue;
            }
            if let Some(step) = self.relations.passive_step(passive, active, (other, location))? {
                self.push(number, other, step, places.clone())?;
            }
        }
        Ok(())
    }

    /// Moves a waiting thread on.
    fn release(&self, place: &mut Option<LocationId>) {
        let role = place.map(|location| &self.relations.program.location(location).role);
        if let Some(Role::Wait(to)) = role {
            *place = Some(*to);
        }
    }

    /// Adds a part of a step, after which the threads are at these places.
    fn push(&mut self, number: usize, thread: u32, step: Step, after: Vec<Option<LocationId>>) -> Result<(), Stop> {
        let image = Rc::new(Image::new(self.relations, &step, thread)?);
        self.taken.push(Taken { number, thread, step, image, repeated: BTreeSet::new(), created: None });
        self.places.push(after);
        Ok(())
    }

    /// The valuations after each number of parts of steps along the run, and then those among the last that violate the property;
    /// up to the first empty set. Bits other than the kept ones, if these are given, are forgotten: after each step, and a step
    /// that reads one in several places finds a value of its own in each.
    pub(super) fn forwards(&self, kept: Option<&BTreeSet<Slot>>) -> Result<Vec<Set>, Stop> {
        let Self { relations, taken, .. } = self;
        let sets = &relations.sets;
        let hidden: Vec<_> = match kept {
            Some(kept) => self.variables(|slot| !kept.contains(&slot)),
            None => Vec::new(),
        };
        let hidden = sets.cube(hidden)?;
        let mut now = sets.exists(&self.start()?, &hidden)?;
        let mut layers = Vec::with_capacity(taken.len() + 2);
        for part in 0..taken.len() {
            let next = sets.exists(&self.image(part, kept)?.of(sets, &now)?, &hidden)?;
            layers.push(now);
            now = next;
            if now.is_empty() {
                layers.push(now);
                return Ok(layers);
            }
        }
        let end = sets.and(&now, &self.violating(kept)?)?;
        layers.extend([now, end]);
        Ok(layers)
    }

    /// The image under a part of a step in which only the kept bits, if these are given, are remembered.
    fn image(&self, part: usize, kept: Option<&BTreeSet<Slot>>) -> Result<Rc<Image>, Stop> {
        let Taken { number, thread, image, repeated, created, .. } = &self.taken[part];
        let Some(kept) = kept.filter(|kept| !repeated.is_subset(kept)) else { return Ok(Rc::clone(image)) };
        let apart: BTreeSet<Slot> = repeated.difference(kept).copied().collect();
        if let Some(known) = self.loose.borrow().get(&(part, apart.clone())) {
            return Ok(Rc::clone(known));
        }
        let edge = &self.relations.program.edges[self.path.steps[*number].edge.0 as usize];
        let step = self.relations.step_without(edge, *thread, *created, &|slot| apart.contains(&slot))?;
        let loose = Rc::new(Image::new(self.relations, &step, *thread)?);
        self.loose.borrow_mut().insert((part, apart), Rc::clone(&loose));
        Ok(loose)
    }

    /// The variables before a step of those mentioned bits that are wanted, in all threads.
    pub(super) fn variables(&self, is_wanted: impl Fn(Slot) -> bool) -> Vec<u32> {
        let variables = &self.relations.variables;
        let threads = |slot: &Slot| if matches!(slot, Slot::Shared(_)) { 0..1 } else { 0..variables.threads() };
        let slots = self.mentioned.iter().filter(|slot| is_wanted(**slot));
        slots.flat_map(|slot| threads(slot).map(|thread| variables.now(*slot, thread))).collect()
    }

    /// The initial valuations of the mentioned bits.
    fn start(&self) -> Result<Set, Stop> {
        let Relations { program, variables, sets, .. } = self.relations;
        let mut literals = Vec::new();
        for slot in &self.mentioned {
            match *slot {
                Slot::Shared(bit) => {
                    literals.extend(program.shared_initial[bit as usize].map(|value| (variables.now(*slot, 0), value)));
                }
                Slot::Local(bit) => literals.extend((0..self.path.threads).filter_map(|thread| {
                    program.local_initial[bit as usize].map(|value| (variables.now(*slot, thread), value))
                })),
            }
        }
        if let Some((held, inside)) = variables.atomic() {
            literals.push((variables.now(held, 0), false));
            literals.extend((0..self.path.threads).map(|thread| (variables.now(inside, thread), false)));
        }
        sets.conjunction(literals)
    }

    /// The valuations that violate the property in the last configuration: for a label those with a thread there that its
    /// `enforce` permits. Only the kept bits, if these are given, are remembered.
    fn violating(&self, kept: Option<&BTreeSet<Slot>>) -> Result<Set, Stop> {
        let (relations, sets) = (self.relations, &self.relations.sets);
        let property = relations.property(self.path.property);
        if property.kind == PropertyKind::Assert {
            return Ok(sets.all());
        }
        let is_forgotten = |slot| kept.is_some_and(|kept| !kept.contains(&slot));
        let mut end = sets.none();
        for (thread, place) in (0..).zip(&self.places[self.taken.len()]) {
            if let Some(location) = place.filter(|location| property.locations.contains(location)) {
                end = sets.or(&end, &relations.permitted_without(location, thread, &is_forgotten)?)?;
            }
        }
        Ok(end)
    }
}
