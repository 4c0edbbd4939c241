//! Checking a downward-closed set.

use boolprog_explore::control::Control;
use boolprog_explore::tts::{Destinations, Effect, LocalId, SharedId, ThreadSystem, TransferId, TransitionId};
use fixedbitset::FixedBitSet;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::{Rejection, Threads, contains, poll, starts};
use crate::certificate::Region;

pub(super) fn check<S: ThreadSystem + ?Sized>(
    system: &mut S,
    regions: &[Region],
    excluded: &[u32],
    control: &dyn Control,
) -> Result<(), Rejection> {
    let set = Set::new(regions);
    starts(system, &mut |threads, any_number| {
        let omega = bits(any_number);
        let mut threads = Threads::from_slice(threads);
        threads.sort_unstable();
        let missing = system.initial().shared.iter().find(|&&shared| !set.covers(shared, &omega, &threads));
        missing.map_or(Ok(()), |&shared| Err(Rejection::Initial(shared)))
    })?;
    for region in &set.regions {
        region.check_targets(system, excluded)?;
        region.check_steps(system, &set, control)?;
    }
    Ok(())
}

/// The regions, indexed.
pub(super) struct Set {
    regions: Vec<Indexed>,
    by_shared: FxHashMap<SharedId, Vec<usize>>,
}

struct Indexed {
    shared: Vec<SharedId>,
    omega: FixedBitSet,
    tails: Vec<Threads>,
    /// The tails of at most [`LONG`] threads and everything below them.
    below: FxHashSet<Threads>,
    /// The tails that have more.
    long: Vec<Threads>,
}

/// Above so many threads a tail's parts are not all stored.
const LONG: usize = 8;

impl Set {
    pub(super) fn new(regions: &[Region]) -> Self {
        let regions: Vec<Indexed> = regions.iter().map(Indexed::new).collect();
        let mut by_shared: FxHashMap<SharedId, Vec<usize>> = FxHashMap::default();
        for (index, region) in regions.iter().enumerate() {
            for &shared in &region.shared {
                by_shared.entry(shared).or_default().push(index);
            }
        }
        Self { regions, by_shared }
    }

    /// The regions with this shared state and these omega places.
    fn above(&self, shared: SharedId, omega: &FixedBitSet) -> Vec<&Indexed> {
        let candidates = self.by_shared.get(&shared).into_iter().flatten().map(|&index| &self.regions[index]);
        candidates.filter(|region| omega.is_subset(&region.omega)).collect()
    }

    pub(super) fn covers(&self, shared: SharedId, omega: &FixedBitSet, tail: &Threads) -> bool {
        self.above(shared, omega).iter().any(|region| region.has(tail))
    }
}

impl Indexed {
    fn new(region: &Region) -> Self {
        let omega = bits(&region.omega);
        let mut indexed =
            Self { shared: region.shared.clone(), omega, tails: vec![], below: FxHashSet::default(), long: vec![] };
        for tail in &region.tails {
            let mut tail = indexed.counted(tail);
            tail.sort_unstable();
            if tail.len() > LONG {
                indexed.long.push(tail.clone());
            } else {
                for choice in 0..1_u32 << tail.len() {
                    let part = (0..).zip(&tail).filter(|(bit, _)| choice >> bit & 1 == 1);
                    indexed.below.insert(part.map(|(_, &local)| local).collect());
                }
            }
            indexed.tails.push(tail);
        }
        indexed
    }

    fn is_omega(&self, local: LocalId) -> bool {
        self.omega.contains(local.0 as usize)
    }

    /// Without the threads of which there may be any number.
    fn counted(&self, threads: &[LocalId]) -> Threads {
        threads.iter().copied().filter(|&local| !self.is_omega(local)).collect()
    }

    /// Whether these threads, sorted, are below a tail.
    fn has(&self, threads: &Threads) -> bool {
        let counted = self.counted(threads);
        self.below.contains(&counted) || self.long.iter().any(|tail| contains(tail, &counted))
    }

    /// The local states that occur.
    fn locals(&self) -> Vec<LocalId> {
        let tails: FxHashSet<LocalId> = self.tails.iter().flatten().copied().collect();
        let mut locals: Vec<LocalId> = self.omega.ones().map(|local| LocalId(local as u32)).chain(tails).collect();
        locals.sort_unstable();
        if self.tails.is_empty() { Vec::new() } else { locals }
    }

    fn check_targets<S: ThreadSystem + ?Sized>(&self, system: &mut S, excluded: &[u32]) -> Result<(), Rejection> {
        for target in system.joint_targets() {
            let mut threads = Threads::from_slice(&target.locals);
            threads.sort_unstable();
            if excluded.contains(&target.property) && self.shared.contains(&target.shared) && self.has(&threads) {
                return Err(Rejection::Violation(target.property));
            }
        }
        for &shared in &self.shared {
            for local in self.locals() {
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
        control: &dyn Control,
    ) -> Result<(), Rejection> {
        let mut changes: FxHashMap<Change, TransitionId> = FxHashMap::default();
        let locals = self.locals();
        for (checked, &shared) in self.shared.iter().enumerate() {
            for &local in &locals {
                poll(control, checked)?;
                for id in system.transitions(shared, local).map(TransitionId) {
                    if let Effect::Each(transfer) = system.transition(id).effect {
                        self.check_each(system, set, id, transfer)?;
                    } else {
                        self.changes(system, id, &locals, &mut |change| {
                            changes.entry(change).or_insert(id);
                        });
                    }
                }
            }
        }
        for (checked, (change, &id)) in changes.iter().enumerate() {
            if checked % 16 == 0 {
                poll(control, checked)?;
            }
            let above = set.above(change.shared, &self.omega);
            let covered = |threads: &Threads| above.iter().any(|region| region.has(threads));
            if !self.tails.iter().filter_map(|tail| change.apply(tail)).all(|threads| covered(&threads)) {
                return Err(Rejection::Step(id));
            }
        }
        Ok(())
    }

    /// What a transition without a transfer of all threads does to the tails.
    fn changes<S: ThreadSystem + ?Sized>(
        &self,
        system: &mut S,
        id: TransitionId,
        locals: &[LocalId],
        visit: &mut dyn FnMut(Change),
    ) {
        let transition = system.transition(id);
        let mut change = |removed: &[LocalId], added: &[LocalId]| {
            let change = Change {
                shared: transition.to_shared,
                removed: self.counted(&[&[transition.local], removed].concat()),
                added: self.counted(&[transition.to_local.as_slice(), added].concat()),
            };
            let idle = change.removed.is_empty() && change.added.is_empty() && self.shared.contains(&change.shared);
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
        let many: Vec<LocalId> =
            self.omega.ones().flat_map(|local| destinations(system, transfer, LocalId(local as u32))).collect();
        for tail in &self.tails {
            let Some(others) = leave.apply(tail) else { continue };
            let mut any_number = many.clone();
            let mut counted: Threads = transition.to_local.into_iter().collect();
            for local in others {
                match destinations(system, transfer, local)[..] {
                    [destination] => counted.push(destination),
                    ref several => any_number.extend_from_slice(several),
                }
            }
            counted.sort_unstable();
            if !set.covers(transition.to_shared, &bits(&any_number), &counted) {
                return Err(Rejection::Step(id));
            }
        }
        Ok(())
    }
}

/// Where a transfer may take a thread; nowhere if it blocks.
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

/// A change of the counted threads of a region.
#[derive(PartialEq, Eq, Hash)]
struct Change {
    shared: SharedId,
    removed: Threads,
    added: Threads,
}

impl Change {
    /// The threads afterwards, sorted; none if not all that are removed are there.
    fn apply(&self, tail: &Threads) -> Option<Threads> {
        let mut threads = tail.clone();
        for removed in &self.removed {
            let position = threads.iter().position(|local| local == removed)?;
            threads.remove(position);
        }
        threads.extend_from_slice(&self.added);
        threads.sort_unstable();
        Some(threads)
    }
}

fn bits(locals: &[LocalId]) -> FixedBitSet {
    locals.iter().map(|&LocalId(local)| local as usize).collect()
}
