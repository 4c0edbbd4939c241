//! Path edges by time: the least number of steps after which the thread can be there.
//!
//! The *time* of a path edge is the least time at which its activation can be entered, and the steps from there: those
//! of its callees count, a return takes no time of its own. So a summary has a *length*, the difference of the times at
//! exit and entry, and a caller that calls at time i continues at time i + 1 + j after a summary of length j. All that
//! can happen at one time follows from earlier times: each activation is entered at its least time, and exits found at
//! a time are known before the returns at the same time are taken.

use std::collections::BTreeMap;

use boolprog_base::control::Stop;
use boolprog_explore::relations::{Call, Calls, Cube, Relations, Set, Step};
use boolprog_program::program::{Edge, Goal, LocationId, PropertyId, Role};
use rustc_hash::FxHashMap;

use super::entries::identities;
use super::{CallRun, THREAD};
use crate::image::Image;

/// Sets of path edges, by location.
pub(super) type Rows = BTreeMap<LocationId, Set>;

/// The search by time.
pub(super) struct Layers<'e, 'p, 'c> {
    pub(super) calls: &'e Calls<'p, 'c>,
    /// New path edges of each time.
    pub(super) found: Vec<Rows>,
    known: Rows,
    /// The first location of each procedure, by time: the path edges of the activations that are entered then.
    pub(super) entered: Vec<Rows>,
    valuations: Rows,
    /// The exit of each procedure, by length: its summary.
    pub(super) summaries: FxHashMap<LocationId, Vec<Set>>,
    identities: Rows,
    bits: [Cube; 2],
    pub(super) outgoing: Vec<Outgoing>,
    steps: FxHashMap<LocationId, Vec<Moved>>,
}

/// A step that is no call.
pub(super) struct Moved {
    pub(super) step: Step,
    image: Image,
}

/// A call.
pub(super) struct Outgoing {
    pub(super) location: LocationId,
    pub(super) call: Call,
    enter: Image,
    /// By length of the summary: it, and the call with what it says.
    through: FxHashMap<usize, (Set, Step)>,
}

impl<'e, 'p, 'c> Layers<'e, 'p, 'c> {
    /// The path edges of time 0: the start.
    pub(super) fn new(calls: &'e Calls<'p, 'c>) -> Result<Self, Stop> {
        let relations = &calls.relations;
        let Relations { program, sets, variables, .. } = relations;
        let mut outgoing = Vec::new();
        let mut steps = FxHashMap::default();
        for (location, place) in (0..).map(LocationId).zip(&program.locations) {
            if let Role::Call(_) = place.role {
                for call in calls.calls(location)? {
                    let enter = Image::new(relations, &call.enter, THREAD)?;
                    outgoing.push(Outgoing { location, call, enter, through: FxHashMap::default() });
                }
            } else {
                steps.insert(location, moves(relations, program.edges_of(location))?);
            }
        }
        let entry = sets.cube(calls.slots().map(|slot| calls.entry(slot)))?;
        let now = sets.cube(calls.slots().map(|slot| variables.now(slot, THREAD)))?;
        let mut layers = Self {
            calls,
            found: Vec::new(),
            known: Rows::new(),
            entered: Vec::new(),
            valuations: Rows::new(),
            summaries: FxHashMap::default(),
            identities: identities(calls)?,
            bits: [entry, now],
            outgoing,
            steps,
        };
        let start = sets.and(&relations.initial_shared()?, &relations.initial_local(THREAD)?)?;
        layers.arrive(Rows::new(), Rows::from([(program.entry, start)]))?;
        Ok(layers)
    }

    /// The time that is reached.
    pub(super) fn length(&self) -> usize {
        self.found.len() - 1
    }

    /// Goes on to the next time. Returns `false` if nothing more can happen.
    pub(super) fn advance(&mut self) -> Result<bool, Stop> {
        let sets = &self.calls.relations.sets;
        let now = self.length();
        let (mut next, mut enter) = (Rows::new(), Rows::new());
        for (location, set) in &self.found[now] {
            for Moved { image, .. } in self.steps.get(location).into_iter().flatten() {
                if let Goal::Location(to) = image.goal {
                    self.join(&mut next, to, &image.of(sets, set)?)?;
                }
            }
        }
        for out in &self.outgoing {
            if let Some(set) = self.found[now].get(&out.location) {
                let arrived = sets.exists(&out.enter.of(sets, set)?, &self.bits[0])?;
                self.join(&mut enter, out.call.entry, &arrived)?;
            }
        }
        self.summarise(&mut next)?;
        self.come_back(&mut next)?;
        self.arrive(next, enter)?;
        // A call and a summary that are known are at most as long as the time of the last discovery.
        let last = self.found.iter().rposition(|rows| !rows.is_empty()).unwrap_or(0);
        Ok(self.length() <= 2 * last + 1)
    }

    /// Adds the path edges to exits of the next time to the summaries.
    fn summarise(&mut self, next: &mut Rows) -> Result<(), Stop> {
        let Relations { program, sets, .. } = &self.calls.relations;
        let time = self.found.len();
        let exits: Vec<LocationId> =
            next.keys().copied().filter(|location| program.location(*location).role == Role::Exit).collect();
        for exit in exits {
            let mut new = next[&exit].clone();
            if let Some(known) = self.known.get(&exit) {
                new = sets.minus(&new, known)?;
            }
            let instance = program.location(exit).instance;
            for (start, entered) in self.entered.iter().enumerate() {
                for (_, activations) in
                    entered.iter().filter(|(entry, _)| program.location(**entry).instance == instance)
                {
                    let left = sets.and(&new, &sets.exists(activations, &self.bits[1])?)?;
                    if !left.is_empty() {
                        let lengths = self.summaries.entry(exit).or_default();
                        lengths.resize_with(lengths.len().max(time - start + 1), || sets.none());
                        lengths[time - start] = sets.or(&lengths[time - start], &left)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Takes all calls and returns that end at the next time.
    fn come_back(&mut self, next: &mut Rows) -> Result<(), Stop> {
        let relations = &self.calls.relations;
        let now = self.length();
        for number in 0..self.outgoing.len() {
            relations.sets.poll_beside(0)?;
            for time in 0..=now {
                let Some(set) = self.found[time].get(&self.outgoing[number].location).cloned() else { continue };
                let Some(through) = self.through(number, now - time)? else { continue };
                let image = Image::new(relations, through, THREAD)?;
                if let Goal::Location(to) = image.goal {
                    self.join(next, to, &image.of(&relations.sets, &set)?)?;
                }
            }
        }
        Ok(())
    }

    /// A call, a summary of this length and the return as one step; `None` if there is no such summary.
    pub(super) fn through(&mut self, number: usize, length: usize) -> Result<Option<&Step>, Stop> {
        let Outgoing { call, through, .. } = &mut self.outgoing[number];
        let Some(summary) = call.exit.and_then(|exit| self.summaries.get(&exit)?.get(length)) else { return Ok(None) };
        if summary.is_empty() {
            return Ok(None);
        }
        if through.get(&length).is_none_or(|(known, _)| known != summary) {
            let step = self.calls.through(call, summary)?;
            through.insert(length, (summary.clone(), step));
        }
        Ok(through.get(&length).map(|(_, step)| step))
    }

    fn join(&self, rows: &mut Rows, location: LocationId, more: &Set) -> Result<(), Stop> {
        if !more.is_empty() {
            let sets = &self.calls.relations.sets;
            let known = rows.remove(&location).unwrap_or_else(|| sets.none());
            rows.insert(location, sets.or(&known, more)?);
        }
        Ok(())
    }

    /// Adds a time with these path edges and these valuations at first locations, as far as they are new.
    fn arrive(&mut self, mut rows: Rows, enter: Rows) -> Result<(), Stop> {
        let sets = &self.calls.relations.sets;
        let mut entered = Rows::new();
        for (entry, valuations) in enter {
            let known = self.valuations.remove(&entry).unwrap_or_else(|| sets.none());
            let new = sets.minus(&valuations, &known)?;
            self.valuations.insert(entry, sets.or(&known, &new)?);
            let Some(identity) = self.identities.get(&entry) else { continue };
            let activations = sets.and(&new, identity)?;
            if !activations.is_empty() {
                self.join(&mut rows, entry, &activations)?;
                entered.insert(entry, activations);
            }
        }
        let mut found = Rows::new();
        for (location, set) in rows {
            let known = self.known.remove(&location).unwrap_or_else(|| sets.none());
            let new = sets.minus(&set, &known)?;
            self.known.insert(location, sets.or(&known, &new)?);
            if !new.is_empty() {
                found.insert(location, new);
            }
        }
        self.found.push(found);
        self.entered.push(entered);
        Ok(())
    }

    /// Runs to violations of these properties at the time that is reached.
    pub(super) fn violations(&mut self, open: &[u32]) -> Result<Vec<(u32, CallRun)>, Stop> {
        let relations = &self.calls.relations;
        let sets = &relations.sets;
        let time = self.length();
        let mut ends: BTreeMap<u32, (LocationId, Set, bool)> = BTreeMap::new();
        for (location, set) in &self.found[time] {
            let mut end = |PropertyId(property), there: Set, fails| {
                if open.contains(&property) && !there.is_empty() {
                    ends.entry(property).or_insert((*location, there, fails));
                }
            };
            let labels = relations.labels(*location);
            if !labels.is_empty() {
                let there = sets.and(set, &relations.permitted(*location, THREAD)?)?;
                for property in labels {
                    end(*property, there.clone(), false);
                }
            }
            for Moved { step, .. } in self.steps.get(location).into_iter().flatten() {
                if let Goal::Violation(property) = step.goal {
                    end(property, sets.and(set, &step.relation)?, true);
                }
            }
        }
        let mut runs = Vec::new();
        for (property, (location, there, fails)) in ends {
            runs.extend(self.run_to(location, &there, fails)?.map(|run| (property, run)));
        }
        Ok(runs)
    }

    /// The steps from a location, without calls.
    pub(super) fn steps(&self, location: LocationId) -> &[Moved] {
        self.steps.get(&location).map_or(&[], Vec::as_slice)
    }
}

fn moves(relations: &Relations<'_, '_>, edges: &[Edge]) -> Result<Vec<Moved>, Stop> {
    let moved = |edge| {
        let step = relations.step(edge, THREAD, None)?;
        let image = Image::new(relations, &step, THREAD)?;
        Ok(Moved { step, image })
    };
    edges.iter().map(moved).collect()
}
