//! The program that an abstraction leaves.

use std::collections::BTreeSet;

use super::super::simplify::condition;
use super::reading::{Reading, holds};
use super::{Abstraction, Bit, Unsound};
use crate::names::VariableId;
use crate::program::{CallSite, Creation, Edge, EdgeId, Effect, Expr, Goal, Location, LocationId, Program, Role, Slot};

/// Makes the program, with the edge of `program` that each of its edges is the image of; `abstraction` has to fit it, and
/// to forget the variables `hidden` everywhere.
pub(super) fn left(
    abstraction: &Abstraction,
    hidden: &BTreeSet<VariableId>,
    program: &Program,
) -> Result<(Program, Vec<EdgeId>), Unsound> {
    let mut members = vec![Vec::new(); program.locations.len()];
    for (location, at) in (0..).map(LocationId).zip(&abstraction.stands_for) {
        members[at.0 as usize].push(location);
    }
    let mut left = Left { abstraction, hidden, program, members, edges: vec![None; program.locations.len()] };
    left.explore()?;
    Ok(left.finish())
}

/// The locations of threads after one of these edges, created ones included.
fn goals<'e>(edges: impl IntoIterator<Item = &'e Edge>) -> impl Iterator<Item = LocationId> {
    edges.into_iter().flat_map(|edge| {
        let goal = if let Goal::Location(goal) = edge.goal { Some(goal) } else { None };
        let created = if let Effect::Create(creation) = &edge.effect { Some(creation.start) } else { None };
        goal.into_iter().chain(created)
    })
}

/// The location at which a thread continues that waits, or whose call returns.
fn continues_at(location: &Location) -> Option<LocationId> {
    match &location.role {
        Role::Wait(to) => Some(*to),
        Role::Call(site) => Some(site.returns_to),
        Role::Step | Role::Exit | Role::Cut => None,
    }
}

/// The locations that are reachable along the edges.
pub(in super::super) fn reached(program: &Program) -> Vec<LocationId> {
    let mut seen = vec![false; program.locations.len()];
    let mut reached = Vec::new();
    let mut pending = vec![program.entry];
    while let Some(location) = pending.pop() {
        if !std::mem::replace(&mut seen[location.0 as usize], true) {
            reached.push(location);
            pending.extend(goals(program.edges_of(location)).chain(continues_at(program.location(location))));
        }
    }
    reached
}

/// The program that is left, while it is made.
struct Left<'a> {
    abstraction: &'a Abstraction,
    /// Forgotten variables that other threads can change or ask for.
    hidden: &'a BTreeSet<VariableId>,
    program: &'a Program,
    /// Locations that each one represents.
    members: Vec<Vec<LocationId>>,
    /// By location, once control gets there, each with the edge that it is the image of.
    edges: Vec<Option<Vec<(Edge, EdgeId)>>>,
}

impl Left<'_> {
    /// Finds the edges of every location that control can reach.
    fn explore(&mut self) -> Result<(), Unsound> {
        let entry = self.abstraction.of(self.program.entry);
        self.check_start()?;
        let mut pending = vec![entry];
        while let Some(location) = pending.pop() {
            if self.edges[location.0 as usize].is_some() {
                continue;
            }
            let members = &self.members[location.0 as usize];
            let most = members.iter().map(|member| self.program.location(*member).edges.len()).sum();
            let mut edges = Vec::with_capacity(most);
            for member in members {
                for id in self.program.location(*member).edges.clone().map(EdgeId) {
                    edges.extend(self.edge(&self.program.edges[id.0 as usize])?.map(|edge| (edge, id)));
                }
            }
            let later = continues_at(self.program.location(location)).map(|to| self.abstraction.of(to));
            pending.extend(goals(edges.iter().map(|(edge, _)| edge)).chain(later));
            self.edges[location.0 as usize] = Some(edges);
        }
        Ok(())
    }

    /// Checks that threads start with the stated values.
    fn check_start(&self) -> Result<(), Unsound> {
        let holds = |(bit, initial): (&Bit, &Option<bool>)| bit.always.is_none() || bit.always == *initial;
        let shared = self.abstraction.shared.iter().zip(&self.program.shared_initial).all(holds);
        let local = self.abstraction.locals_at(self.program.entry).iter().zip(&self.program.local_initial).all(holds);
        if shared && local { Ok(()) } else { Err(Unsound::Values) }
    }

    /// The image of an edge; `None` if it cannot be taken, or does nothing.
    fn edge(&self, edge: &Edge) -> Result<Option<Edge>, Unsound> {
        let reading = self.reading(edge);
        let guard = condition(reading.expr(&edge.guard));
        if guard == Expr::Const(false) || self.enforce(edge.source) == Some(Expr::Const(false)) {
            return Ok(None);
        }
        let source = self.abstraction.of(edge.source);
        let goal = match edge.goal {
            Goal::Location(next) => Goal::Location(self.abstraction.of(next)),
            other => other,
        };
        let updates = reading.updates(&edge.updates)?;
        let constrain = edge.constrain.as_ref().map(|constrain| condition(reading.expr(constrain)));
        let constrain = constrain.filter(|constrain| *constrain != Expr::Const(true));
        let effect = match &edge.effect {
            Effect::Create(creation) => Effect::Create(self.creation(creation, &reading)?),
            Effect::Passive(passive) => reading.passive(passive).map_or(Effect::None, Effect::Passive),
            other => other.clone(),
        };
        let calls = matches!(self.program.location(source).role, Role::Call(_));
        let idle = goal == Goal::Location(source) && updates.is_empty() && effect == Effect::None && !calls;
        Ok((!idle).then_some(Edge { source, goal, guard, updates, constrain, effect }))
    }

    fn reading(&self, edge: &Edge) -> Reading<'_> {
        let after = match edge.goal {
            Goal::Location(next) => Some(self.abstraction.locals_at(next)),
            Goal::End | Goal::Violation(_) => None,
        };
        self.reading_of(self.abstraction.locals_at(edge.source), after)
    }

    fn reading_of(&self, before: Vec<Bit>, after: Option<Vec<Bit>>) -> Reading<'_> {
        Reading { shared: &self.abstraction.shared, before, after, hidden: self.hidden }
    }

    /// The `enforce` of the location; `None` if there is none.
    fn enforce(&self, location: LocationId) -> Option<Expr> {
        let enforce = self.program.location(location).enforce.as_ref()?;
        let before = self.abstraction.locals_at(location);
        let enforce = condition(self.reading_of(before, None).expr(enforce));
        Some(enforce).filter(|enforce| *enforce != Expr::Const(true))
    }

    fn creation(&self, creation: &Creation, reading: &Reading<'_>) -> Result<Creation, Unsound> {
        let bits = self.abstraction.locals_at(creation.start);
        let mut values = Vec::with_capacity(creation.values.len());
        let mut named = vec![false; bits.len()];
        for (slot, value) in &creation.values {
            let bit = bits[*slot as usize];
            named[*slot as usize] = true;
            let value = reading.value(value);
            holds(bit, &value)?;
            if !bit.forgotten {
                values.push((*slot, value));
            }
        }
        // A bit that is not named is F.
        if bits.iter().zip(&named).any(|(bit, named)| !named && bit.always == Some(true)) {
            return Err(Unsound::Values);
        }
        Ok(Creation { start: self.abstraction.of(creation.start), values })
    }

    /// The common `enforce` of all locations that this one represents. If they differ, there is none: that permits more
    /// behaviour.
    fn common_enforce(&self, members: &[LocationId]) -> Option<Expr> {
        let mut all = members.iter().map(|member| self.enforce(*member));
        let first = all.next()?;
        first.filter(|first| all.all(|other| other.as_ref() == Some(first)))
    }

    fn finish(self) -> (Program, Vec<EdgeId>) {
        let mut enforces: Vec<_> = self.members.iter().map(|members| self.common_enforce(members)).collect();
        let Self { abstraction, program, edges, .. } = self;
        let initial = |(bit, initial): (&Bit, &Option<bool>)| if bit.forgotten { Some(false) } else { *initial };
        let count = edges.iter().flatten().map(Vec::len).sum();
        // All parts by name: a copy of the whole program would have its edges, too.
        let mut left = Program {
            threads: program.threads,
            creates_threads: program.creates_threads,
            shared_slots: program.shared_slots,
            local_slots: program.local_slots,
            shared_variables: program.shared_variables.clone(),
            thread_local_variables: program.thread_local_variables.clone(),
            entry: abstraction.of(program.entry),
            shared_initial: abstraction.shared.iter().zip(&program.shared_initial).map(initial).collect(),
            local_initial: abstraction
                .locals_at(program.entry)
                .iter()
                .zip(&program.local_initial)
                .map(initial)
                .collect(),
            locations: program.locations.clone(),
            edges: Vec::with_capacity(count),
            instances: program.instances.clone(),
            properties: program.properties.clone(),
        };
        let mut origins = Vec::with_capacity(count);
        for (index, edges) in edges.into_iter().enumerate() {
            let first = left.edges.len() as u32;
            for (edge, origin) in edges.into_iter().flatten() {
                left.edges.push(edge);
                origins.push(origin);
            }
            let location = &mut left.locations[index];
            location.edges = first..left.edges.len() as u32;
            location.enforce = enforces[index].take();
            match &mut location.role {
                Role::Wait(to) => *to = abstraction.of(*to),
                Role::Call(site) => call_site(abstraction, site),
                Role::Step | Role::Exit | Role::Cut => {}
            }
        }
        for property in &mut left.properties {
            property.locations.iter_mut().for_each(|location| *location = abstraction.of(*location));
            property.locations.sort_unstable();
            property.locations.dedup();
        }
        (left, origins)
    }
}

/// The rest of a return: results for forgotten bits are dropped.
fn call_site(abstraction: &Abstraction, site: &mut CallSite) {
    let locals: Vec<bool> = abstraction.forgotten(site.returns_to).collect();
    for result in &mut site.results {
        *result = result.filter(|slot| match slot {
            Slot::Shared(bit) => !abstraction.shared[*bit as usize].forgotten,
            Slot::Local(bit) => !locals[*bit as usize],
        });
    }
    site.returns_to = abstraction.of(site.returns_to);
}
