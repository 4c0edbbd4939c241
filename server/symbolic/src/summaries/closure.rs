//! All path edges, in the order in which they are found.

use std::collections::{BTreeMap, VecDeque};

use boolprog_base::control::Stop;
use boolprog_explore::relations::{Call, Calls, Cube, Relations, Set, Step};
use boolprog_program::program::{Goal, LocationId, Role};

use super::THREAD;
use super::entries::identities;
use crate::image::Image;

/// The path edges at a location while they grow.
struct Row {
    members: Set,
    /// Members whose steps have not been taken.
    fresh: Set,
    queued: bool,
    leaving: Leaving,
}

enum Leaving {
    Steps(Vec<Image>),
    Calls(Vec<Outgoing>),
    /// The calls that return from here: the location and the index among its calls.
    Exit(Vec<(LocationId, usize)>),
}

struct Outgoing {
    call: Call,
    enter: Image,
    /// The call with all that its callee is known to do; `None` while that is nothing.
    through: Option<Step>,
}

/// The least rows that are closed under steps, calls and returns.
pub(super) struct Closure<'e, 'p, 'c> {
    calls: &'e Calls<'p, 'c>,
    rows: Vec<Row>,
    queue: VecDeque<LocationId>,
    /// By first location of a procedure: the relation of an activation to its entry, at first.
    identities: BTreeMap<LocationId, Set>,
    /// The same: the valuations with which it is entered.
    entered: BTreeMap<LocationId, Set>,
    entry_bits: Cube,
}

impl<'e, 'p, 'c> Closure<'e, 'p, 'c> {
    /// Computes the closure. Each path edge takes part in the image of every step, call and return once.
    pub(super) fn new(calls: &'e Calls<'p, 'c>) -> Result<Self, Stop> {
        let relations = &calls.relations;
        let none = relations.sets.none();
        let mut rows = Vec::new();
        let mut returns: Vec<(LocationId, (LocationId, usize))> = Vec::new();
        for (id, location) in (0..).map(LocationId).zip(&relations.program.locations) {
            let leaving = match location.role {
                Role::Call(_) => {
                    let calls = calls.calls(id)?;
                    let exits = calls.iter().enumerate().filter_map(|(index, call)| Some((call.exit?, (id, index))));
                    returns.extend(exits);
                    Leaving::Calls(calls.into_iter().map(|call| outgoing(relations, call)).collect::<Result<_, _>>()?)
                }
                Role::Exit => Leaving::Exit(Vec::new()),
                Role::Step | Role::Wait(_) | Role::Cut => Leaving::Steps(images(relations, id)?),
            };
            rows.push(Row { members: none.clone(), fresh: none.clone(), queued: false, leaving });
        }
        for (exit, caller) in returns {
            if let Leaving::Exit(callers) = &mut rows[exit.0 as usize].leaving {
                callers.push(caller);
            }
        }
        let entry_bits = relations.sets.cube(calls.slots().map(|slot| calls.entry(slot)))?;
        let (identities, entered) = (identities(calls)?, BTreeMap::new());
        let mut closure = Self { calls, rows, queue: VecDeque::new(), identities, entered, entry_bits };
        closure.close()?;
        Ok(closure)
    }

    /// The path edges of each location.
    pub(super) fn rows(&self) -> impl Iterator<Item = &Set> {
        self.rows.iter().map(|row| &row.members)
    }

    fn close(&mut self) -> Result<(), Stop> {
        let relations = &self.calls.relations;
        let sets = &relations.sets;
        let start = sets.and(&relations.initial_shared()?, &relations.initial_local(THREAD)?)?;
        self.enter(relations.program.entry, &start)?;
        while let Some(location) = self.queue.pop_front() {
            let row = &mut self.rows[location.0 as usize];
            row.queued = false;
            let fresh = std::mem::replace(&mut row.fresh, sets.none());
            let leaving = std::mem::replace(&mut row.leaving, Leaving::Steps(Vec::new()));
            match &leaving {
                Leaving::Steps(images) => images.iter().try_for_each(|image| self.take(image, &fresh))?,
                Leaving::Calls(calls) => calls.iter().try_for_each(|call| self.call(call, &fresh))?,
                Leaving::Exit(callers) => callers.iter().try_for_each(|caller| self.leave(*caller, &fresh))?,
            }
            self.rows[location.0 as usize].leaving = leaving;
        }
        Ok(())
    }

    fn take(&mut self, image: &Image, from: &Set) -> Result<(), Stop> {
        match image.goal {
            Goal::Location(to) => self.add(to, &image.of(&self.calls.relations.sets, from)?),
            Goal::End | Goal::Violation(_) => Ok(()),
        }
    }

    fn call(&mut self, out: &Outgoing, fresh: &Set) -> Result<(), Stop> {
        let relations = &self.calls.relations;
        let arrived = out.enter.of(&relations.sets, fresh)?;
        self.enter(out.call.entry, &relations.sets.exists(&arrived, &self.entry_bits)?)?;
        match &out.through {
            Some(through) => self.take(&Image::new(relations, through, THREAD)?, fresh),
            None => Ok(()),
        }
    }

    /// Continues a caller after new path edges to the exit of its callee.
    fn leave(&mut self, (location, index): (LocationId, usize), fresh: &Set) -> Result<(), Stop> {
        let relations = &self.calls.relations;
        let Row { members, leaving, .. } = &mut self.rows[location.0 as usize];
        let Leaving::Calls(calls) = leaving else { return Ok(()) };
        let out = &mut calls[index];
        let new = self.calls.through(&out.call, fresh)?;
        let image = Image::new(relations, &new, THREAD)?;
        let known = out.through.take();
        let relation =
            known.map_or(Ok(new.relation.clone()), |known| relations.sets.or(&known.relation, &new.relation))?;
        out.through = Some(Step { relation, ..new });
        let members = members.clone();
        self.take(&image, &members)
    }

    /// Adds activations that are entered with these valuations.
    fn enter(&mut self, entry: LocationId, valuations: &Set) -> Result<(), Stop> {
        let sets = &self.calls.relations.sets;
        let known = self.entered.entry(entry).or_insert_with(|| sets.none());
        let new = sets.minus(valuations, known)?;
        *known = sets.or(known, &new)?;
        let Some(identity) = self.identities.get(&entry) else { return Ok(()) };
        let activations = sets.and(&new, identity)?;
        self.add(entry, &activations)
    }

    fn add(&mut self, location: LocationId, more: &Set) -> Result<(), Stop> {
        let sets = &self.calls.relations.sets;
        let row = &mut self.rows[location.0 as usize];
        let new = sets.minus(more, &row.members)?;
        if new.is_empty() {
            return Ok(());
        }
        row.members = sets.or(&row.members, &new)?;
        row.fresh = sets.or(&row.fresh, &new)?;
        if !row.queued {
            row.queued = true;
            self.queue.push_back(location);
        }
        Ok(())
    }
}

fn outgoing(relations: &Relations<'_, '_>, call: Call) -> Result<Outgoing, Stop> {
    let enter = Image::new(relations, &call.enter, THREAD)?;
    Ok(Outgoing { call, enter, through: None })
}

fn images(relations: &Relations<'_, '_>, location: LocationId) -> Result<Vec<Image>, Stop> {
    let edges = relations.program.edges_of(location).iter();
    let inside = edges.filter(|edge| matches!(edge.goal, Goal::Location(_)));
    inside.map(|edge| Image::new(relations, &relations.step(edge, THREAD, None)?, THREAD)).collect()
}
