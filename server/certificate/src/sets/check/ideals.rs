//! Checking a downward-closed set.

mod locals;
mod set;

use boolprog_base::control::Control;
use boolprog_explore::tts::{
    Destinations, Effect, LocalId, SharedId, ThreadSystem, TransferId, Transition, TransitionId,
};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::{Rejection, Threads, poll, starts};
use crate::sets::Ideal;
pub(super) use locals::Locals;
use set::Indexed;
pub(super) use set::Set;

pub(super) fn check<S: ThreadSystem + ?Sized>(
    system: &mut S,
    ideals: &[Ideal],
    excluded: &[u32],
    control: &dyn Control,
) -> Result<(), Rejection> {
    let set = Set::new(ideals);
    starts(system, &mut |threads, any_number| {
        let omega = any_number.iter().collect();
        let mut threads = Threads::from_slice(threads);
        threads.sort_unstable();
        let missing = system.initial().shared.iter().find(|&&shared| !set.covers(shared, &omega, &threads));
        missing.map_or(Ok(()), |&shared| Err(Rejection::Initial(shared)))
    })?;
    let mut clock = Clock { control, work: 0, checked: 0 };
    for ideal in &set.ideals {
        if !excluded.is_empty() {
            ideal.check_targets(system, excluded, &mut clock)?;
        }
        ideal.check_steps(system, &set, &mut clock)?;
        clock.checked += 1;
    }
    Ok(())
}

/// Polls a control every so often.
struct Clock<'c> {
    control: &'c dyn Control,
    work: u64,
    checked: usize,
}

impl Clock<'_> {
    /// A few microseconds of work at most.
    fn tick(&mut self) -> Result<(), Rejection> {
        self.work += 1;
        if self.work % 128 == 1 { poll(self.control, self.checked) } else { Ok(()) }
    }
}

impl Indexed {
    fn check_targets<S: ThreadSystem + ?Sized>(
        &self,
        system: &mut S,
        excluded: &[u32],
        clock: &mut Clock<'_>,
    ) -> Result<(), Rejection> {
        for target in system.joint_targets() {
            let mut threads = Threads::from_slice(&target.locals);
            threads.sort_unstable();
            if excluded.contains(&target.property) && self.has_shared(target.shared) && self.has(&threads) {
                return Err(Rejection::Violation(target.property));
            }
        }
        let locals = self.locals();
        for &shared in &self.shared {
            for &local in &locals {
                clock.tick()?;
                let violated = system.violated(shared, local);
                if let Some(&property) = violated.iter().find(|property| excluded.contains(property)) {
                    return Err(Rejection::Violation(property));
                }
            }
        }
        Ok(())
    }

    fn check_steps<S: ThreadSystem + ?Sized>(
        &self,
        system: &mut S,
        set: &Set,
        clock: &mut Clock<'_>,
    ) -> Result<(), Rejection> {
        let mut changes: FxHashMap<Change, TransitionId> = FxHashMap::default();
        let locals = self.locals();
        for &shared in &self.shared {
            for &local in &locals {
                clock.tick()?;
                for id in system.transitions(shared, local).map(TransitionId) {
                    let transition = system.transition(id);
                    if let Effect::Each(transfer) = transition.effect {
                        self.check_each(system, set, id, transfer)?;
                    } else if !self.changes_nothing(&transition) {
                        self.changes(system, &transition, &locals, &mut |change| {
                            changes.entry(change).or_insert(id);
                        });
                    }
                }
            }
        }
        let mut changes: Vec<(Change, TransitionId)> = changes.into_iter().collect();
        changes.sort_unstable_by_key(|&(ref change, id)| (change.shared, id));
        for same in changes.chunk_by(|(left, _), (right, _)| left.shared == right.shared) {
            let mut above = set.above(same[0].0.shared, &self.omega);
            for (change, id) in same {
                if !self.is_change_covered(change, &mut above, clock)? {
                    return Err(Rejection::Step(*id));
                }
            }
        }
        Ok(())
    }

    /// Returns `true` if the results of a change of each tail are in one of the ideals above. The ideal that was of use
    /// last is asked first.
    fn is_change_covered(
        &self,
        change: &Change,
        above: &mut [&Self],
        clock: &mut Clock<'_>,
    ) -> Result<bool, Rejection> {
        let mut threads = Vec::new();
        let mut is_covered = |tail: &Threads| {
            if !change.apply(tail, &mut threads) {
                return true;
            }
            let hit = above.iter().position(|ideal| ideal.has(&threads));
            hit.inspect(|&at| above.swap(0, at)).is_some()
        };
        match change.removed.first() {
            None => {
                for tail in &self.tails {
                    clock.tick()?;
                    if !is_covered(tail) {
                        return Ok(false);
                    }
                }
            }
            Some(local) => {
                for &tail in self.with.get(local).into_iter().flatten() {
                    clock.tick()?;
                    if !is_covered(&self.tails[tail as usize]) {
                        return Ok(false);
                    }
                }
            }
        }
        Ok(true)
    }

    /// Returns `true` if a transition takes its thread from one omega place to another within the ideal.
    fn changes_nothing(&self, transition: &Transition) -> bool {
        transition.effect == Effect::None
            && self.is_omega(transition.local)
            && transition.to_local.is_none_or(|local| self.is_omega(local))
            && self.has_shared(transition.to_shared)
    }

    /// The effects on the tails of a transition without a transfer of all threads.
    fn changes<S: ThreadSystem + ?Sized>(
        &self,
        system: &mut S,
        transition: &Transition,
        locals: &[LocalId],
        visit: &mut dyn FnMut(Change),
    ) {
        let mut change = |removed: &[LocalId], added: &[LocalId]| {
            let counted = |active: &[LocalId], other: &[LocalId]| {
                let mut threads = Threads::from_slice(active);
                threads.extend_from_slice(other);
                threads.retain(|local| !self.is_omega(*local));
                threads
            };
            let change = Change {
                shared: transition.to_shared,
                removed: counted(&[transition.local], removed),
                added: counted(transition.to_local.as_slice(), added),
            };
            let idle = change.removed.is_empty() && change.added.is_empty() && self.has_shared(change.shared);
            if !idle {
                visit(change);
            }
        };
        match transition.effect {
            Effect::None | Effect::Each(_) => change(&[], &[]),
            Effect::Create(local) => change(&[], &[local]),
            Effect::One(transfer) => {
                change(&[], &[]);
                for &other in locals {
                    if let Destinations::To(destinations) = system.transferred(transfer, other) {
                        destinations.iter().for_each(|&destination| change(&[other], &[destination]));
                    }
                }
            }
        }
    }

    /// Checks a transfer of all other threads. That a thread without a destination blocks it is no restriction: with
    /// fewer threads it need not be there.
    fn check_each<S: ThreadSystem + ?Sized>(
        &self,
        system: &mut S,
        set: &Set,
        id: TransitionId,
        transfer: TransferId,
    ) -> Result<(), Rejection> {
        let transition = system.transition(id);
        let removed = self.counted(&[transition.local]);
        let leave = Change { shared: transition.to_shared, removed, added: Threads::new() };
        let many: Vec<LocalId> = self.omega.iter().flat_map(|local| destinations(system, transfer, local)).collect();
        let mut others = Vec::new();
        for tail in &self.tails {
            if !leave.apply(tail, &mut others) {
                continue;
            }
            let mut any_number = many.clone();
            let mut counted: Threads = transition.to_local.into_iter().collect();
            for &local in &others {
                match destinations(system, transfer, local)[..] {
                    [destination] => counted.push(destination),
                    ref several => any_number.extend_from_slice(several),
                }
            }
            counted.sort_unstable();
            if !set.covers(transition.to_shared, &any_number.iter().collect(), &counted) {
                return Err(Rejection::Step(id));
            }
        }
        Ok(())
    }
}

/// The destinations of a thread under a transfer; none if it blocks.
fn destinations<S: ThreadSystem + ?Sized>(
    system: &mut S,
    transfer: TransferId,
    local: LocalId,
) -> SmallVec<[LocalId; 2]> {
    match system.transferred(transfer, local) {
        Destinations::Stay => SmallVec::from_slice(&[local]),
        Destinations::To(destinations) => destinations,
    }
}

/// A change of the counted threads of an ideal.
#[derive(PartialEq, Eq, Hash)]
struct Change {
    shared: SharedId,
    removed: Threads,
    added: Threads,
}

impl Change {
    /// Makes `threads` those after the change, sorted. Returns `false` if a removed thread is missing, so that it
    /// cannot happen.
    fn apply(&self, tail: &[LocalId], threads: &mut Vec<LocalId>) -> bool {
        threads.clear();
        threads.extend_from_slice(tail);
        for removed in &self.removed {
            let Some(position) = threads.iter().position(|local| local == removed) else { return false };
            threads.remove(position);
        }
        if !self.added.is_empty() {
            threads.extend_from_slice(&self.added);
            threads.sort_unstable();
        }
        true
    }
}
