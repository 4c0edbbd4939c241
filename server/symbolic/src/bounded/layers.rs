//! The layers of the search: the new configurations after each number of steps.

use std::collections::{BTreeMap, btree_map, hash_map};
use std::rc::Rc;

use boolprog_base::control::Stop;
use boolprog_program::program::{Edge, Effect, Goal, LocationId, Program, PropertyId, Threads};
use rustc_hash::FxHashMap;

use crate::image::Image;
use crate::run::Run;
use boolprog_certificate::diagrams::Places;
use boolprog_explore::relations::{Relations, Set, Sets, Step};

/// Configurations, by the places of their threads.
pub(super) type Layer = BTreeMap<Places, Set>;

/// A thread that takes an edge, and the place of the thread that this creates, if there is room.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Move {
    pub(super) edge: u32,
    pub(super) thread: u32,
    pub(super) created: Option<u32>,
}

/// Result of a move, if it is possible.
pub(super) enum Arrival {
    At(Places),
    /// One thread more than is allowed.
    Bound,
    Violation(PropertyId),
}

/// The search with a fixed number of places for threads.
pub(super) struct Layers<'e, 'p, 'c> {
    pub(super) relations: &'e Relations<'p, 'c>,
    /// New configurations after each number of steps.
    pub(super) found: Vec<Rc<Layer>>,
    pub(super) reached: Layer,
    /// A thread could not be created, because as many as are allowed were alive.
    pub(super) bound_met: bool,
    steps: FxHashMap<Move, (Step, Image)>,
}

impl<'e, 'p, 'c> Layers<'e, 'p, 'c> {
    /// The first layer: the start.
    pub(super) fn new(relations: &'e Relations<'p, 'c>) -> Result<Self, Stop> {
        let Relations { program, sets, variables, .. } = relations;
        let most = variables.threads();
        let numbers = match program.threads {
            Threads::Exactly(threads) => threads..=threads,
            Threads::Any if program.creates_threads => 1..=most,
            // More threads can do everything that fewer can, since no others are created in their place.
            Threads::Any => most..=most,
        };
        let mut start = Layer::new();
        for threads in numbers {
            let mut set = relations.initial_shared()?;
            for thread in 0..threads {
                set = sets.and(&set, &relations.initial_local(thread)?)?;
            }
            start.insert(at_start(program, threads, most), set);
        }
        let (reached, found) = (start.clone(), vec![Rc::new(start)]);
        Ok(Self { relations, found, reached, bound_met: false, steps: FxHashMap::default() })
    }

    /// Computes the next layer. `true` if there is anything in it.
    pub(super) fn advance(&mut self) -> Result<bool, Stop> {
        let sets = &self.relations.sets;
        let last = self.found.last().cloned().unwrap_or_default();
        let mut layer = Layer::new();
        for (places, set) in &*last {
            for (by, arrival) in moves(self.relations, places) {
                match arrival {
                    Arrival::Violation(_) => {}
                    Arrival::Bound if self.bound_met => {}
                    Arrival::Bound => self.bound_met = !sets.and(set, &self.step(by)?.0.relation)?.is_empty(),
                    Arrival::At(to) => {
                        let image = self.step(by)?.1.of(sets, set)?;
                        let new = match self.reached.get(&to) {
                            Some(known) => sets.minus(&image, known)?,
                            None => image,
                        };
                        if !new.is_empty() {
                            add(sets, &mut self.reached, to.clone(), &new)?;
                            add(sets, &mut layer, to, &new)?;
                        }
                    }
                }
            }
        }
        let more = !layer.is_empty();
        self.found.push(Rc::new(layer));
        Ok(more)
    }

    /// Runs to those of the properties that the last layer violates, or its next steps do.
    pub(super) fn violations(&mut self, asked: &[u32]) -> Result<Vec<(u32, Run)>, Stop> {
        let sets = &self.relations.sets;
        let last = self.found.last().cloned().unwrap_or_default();
        let mut found: BTreeMap<u32, Run> = BTreeMap::new();
        for (places, set) in &*last {
            for (thread, location) in threads_at(places) {
                for property in self.relations.labels(location) {
                    if asked.contains(&property.0) && !found.contains_key(&property.0) {
                        let there = sets.and(set, &self.relations.permitted(location, thread)?)?;
                        if let Some(run) = self.run_to(places, &there, None)? {
                            found.insert(property.0, run);
                        }
                    }
                }
            }
            for (by, arrival) in moves(self.relations, places) {
                let Arrival::Violation(property) = arrival else { continue };
                if asked.contains(&property.0) && !found.contains_key(&property.0) {
                    let there = sets.and(set, &self.step(by)?.0.relation)?;
                    if let Some(run) = self.run_to(places, &there, Some(by.thread))? {
                        found.insert(property.0, run);
                    }
                }
            }
        }
        Ok(found.into_iter().collect())
    }

    /// The relation of a move and its image, made when they are first asked for.
    pub(super) fn step(&mut self, by: Move) -> Result<&(Step, Image), Stop> {
        match self.steps.entry(by) {
            hash_map::Entry::Occupied(entry) => Ok(entry.into_mut()),
            hash_map::Entry::Vacant(entry) => {
                let edge = &self.relations.program.edges[by.edge as usize];
                let step = self.relations.step(edge, by.thread, by.created)?;
                let image = Image::new(self.relations, &step, by.thread)?;
                self.relations.sets.count_beside(size_of::<(Move, Step)>() + image.bytes());
                Ok(entry.insert((step, image)))
            }
        }
    }
}

/// Adds configurations to those with the same places, and counts the memory of places that are new.
fn add(sets: &Sets<'_>, layer: &mut Layer, places: Places, more: &Set) -> Result<(), Stop> {
    match layer.entry(places) {
        btree_map::Entry::Occupied(mut known) => *known.get_mut() = sets.or(known.get(), more)?,
        btree_map::Entry::Vacant(entry) => {
            let own = size_of_val(entry.key().as_slice());
            // A node of the tree is two thirds full.
            sets.count_beside(own + size_of::<(Places, Set)>() * 3 / 2);
            entry.insert(more.clone());
        }
    }
    Ok(())
}

/// The places of this number of threads at the start, and of those that may be created later.
fn at_start(program: &Program, threads: u32, most: u32) -> Places {
    (0..most).map(|thread| (thread < threads).then_some(program.entry)).collect()
}

/// The moves that control allows at these places.
pub(super) fn moves(relations: &Relations<'_, '_>, places: &Places) -> Vec<(Move, Arrival)> {
    let absent = places.iter().position(Option::is_none).map(|place| place as u32);
    let mut moves = Vec::new();
    for (thread, location) in threads_at(places) {
        for edge in relations.program.location(location).edges.clone() {
            let taken = &relations.program.edges[edge as usize];
            let creates = matches!(taken.effect, Effect::Create(_));
            let by = Move { edge, thread, created: absent.filter(|_| creates) };
            moves.push((by, arrival(places, taken, by)));
        }
    }
    moves
}

fn arrival(places: &Places, edge: &Edge, by: Move) -> Arrival {
    let mut to = places.clone();
    match edge.goal {
        Goal::Violation(property) => return Arrival::Violation(property),
        Goal::Location(location) => to[by.thread as usize] = Some(location),
        Goal::End => to[by.thread as usize] = None,
    }
    match (&edge.effect, by.created) {
        (Effect::Create(creation), Some(created)) => to[created as usize] = Some(creation.start),
        (Effect::Create(_), None) => return Arrival::Bound,
        _ => {}
    }
    Arrival::At(to)
}

fn threads_at(places: &Places) -> impl Iterator<Item = (u32, LocationId)> + '_ {
    (0..).zip(places).filter_map(|(thread, place)| Some((thread, (*place)?)))
}
