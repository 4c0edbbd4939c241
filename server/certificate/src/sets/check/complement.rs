//! Checking a set that leaves out everything above some minimal configurations, and everything too heavy.
//!
//! The ideals are closed under steps by themselves, and no step from them increases a weight. So it remains to check
//! that no step leads from the set to a configuration above a minimal one. For each transition and each minimal
//! configuration, all minimal configurations in the ideals from which the step arrives above it are listed; each must
//! itself be above a minimal configuration or too heavy, so that it is not in the set. That a thread may block a
//! transfer of all others is not used: it only takes steps away.

use std::collections::BTreeSet;

use boolprog_base::control::Control;
use boolprog_explore::tts::{
    Destinations, Effect, LocalId, SharedId, ThreadSystem, TransferId, Transition, TransitionId,
};
use rustc_hash::{FxHashMap, FxHashSet};

use super::ideals::{self, Locals, Set};
use super::place_invariant::Weights;
use super::{Origins, Rejection, Threads, contains, poll, starts};
use crate::sets::{Ideal, PlaceInvariant};

type Configuration = (SharedId, Vec<LocalId>);

pub(super) fn check<S: ThreadSystem + ?Sized>(
    system: &mut S,
    ideals: &[Ideal],
    minimal: &[Configuration],
    place_invariants: &[PlaceInvariant],
    excluded: &[u32],
    control: &dyn Control,
) -> Result<(), Rejection> {
    ideals::check(system, ideals, &[], control)?;
    let mut complement = Complement::new(ideals, minimal, place_invariants);
    complement.check_start(system)?;
    complement.check_targets(system, excluded)?;
    for (checked, (shared, local)) in complement.thread_states().into_iter().enumerate() {
        for id in system.transitions(shared, local).map(TransitionId) {
            poll(control, checked)?;
            complement.check_weights(system, id)?;
            complement.check_step(system, id, control)?;
        }
    }
    Ok(())
}

struct Complement<'c> {
    ideals: &'c [Ideal],
    within: Set,
    /// The minimal configurations by shared state.
    left_out: FxHashMap<SharedId, Vec<Threads>>,
    all: FxHashSet<(SharedId, Threads)>,
    weights: Vec<Weights>,
    /// For each transfer and shared state from where threads come to a local state.
    origins: FxHashMap<(TransferId, SharedId), Origins>,
}

/// The number of threads above which not all parts of a list are looked up.
const LONG: usize = 8;

impl<'c> Complement<'c> {
    fn new(ideals: &'c [Ideal], minimal: &[Configuration], place_invariants: &[PlaceInvariant]) -> Self {
        let mut left_out: FxHashMap<SharedId, Vec<Threads>> = FxHashMap::default();
        for (shared, threads) in minimal {
            let mut threads = Threads::from_slice(threads);
            threads.sort_unstable();
            left_out.entry(*shared).or_default().push(threads);
        }
        let all = left_out.iter().flat_map(|(&shared, list)| list.iter().map(move |threads| (shared, threads.clone())));
        let all = all.collect();
        let weights = place_invariants.iter().map(Weights::new).collect();
        Self { ideals, within: Set::new(ideals), left_out, all, weights, origins: FxHashMap::default() }
    }

    /// `true` if these threads, sorted, cannot be a configuration of the set, nor can any with more threads.
    fn excludes(&self, shared: SharedId, threads: &Threads) -> bool {
        !self.within.covers(shared, &Locals::default(), threads) || self.is_left_out(shared, threads)
    }

    /// Returns `true` if it is in the ideals at most.
    fn is_left_out(&self, shared: SharedId, threads: &Threads) -> bool {
        self.is_above_minimal(shared, threads) || self.weights.iter().any(|weights| weights.exclude(shared, threads))
    }

    /// Returns `true` if a minimal configuration is below these threads, sorted.
    fn is_above_minimal(&self, shared: SharedId, threads: &Threads) -> bool {
        if threads.len() > LONG {
            return self.minimal(shared).iter().any(|minimal| contains(threads, minimal));
        }
        (0..1_u32 << threads.len()).any(|choice| {
            let part = (0..).zip(threads).filter(|(bit, _)| choice >> bit & 1 == 1);
            self.all.contains(&(shared, part.map(|(_, &local)| local).collect()))
        })
    }

    fn minimal(&self, shared: SharedId) -> &[Threads] {
        self.left_out.get(&shared).map_or(&[], Vec::as_slice)
    }

    fn thread_states(&self) -> BTreeSet<(SharedId, LocalId)> {
        let states = self.ideals.iter().flat_map(|ideal| {
            let locals = move || ideal.omega.iter().chain(ideal.tails.locals());
            ideal.shared.iter().flat_map(move |&shared| locals().map(move |&local| (shared, local)))
        });
        states.collect()
    }

    fn check_start<S: ThreadSystem + ?Sized>(&self, system: &S) -> Result<(), Rejection> {
        starts(system, &mut |threads, any_number| {
            let mut threads = threads.to_vec();
            threads.sort_unstable();
            let is_below = |minimal: &Threads| {
                let counted: Threads = minimal.iter().copied().filter(|local| !any_number.contains(local)).collect();
                contains(&threads, &counted)
            };
            let is_missing = |shared: SharedId| {
                let too_heavy = |weights: &Weights| weights.may_exclude(shared, &threads, any_number);
                self.minimal(shared).iter().any(is_below) || self.weights.iter().any(too_heavy)
            };
            let bad = system.initial().shared.iter().find(|&&shared| is_missing(shared));
            bad.map_or(Ok(()), |&shared| Err(Rejection::Initial(shared)))
        })
    }

    fn check_targets<S: ThreadSystem + ?Sized>(&self, system: &mut S, excluded: &[u32]) -> Result<(), Rejection> {
        for target in system.joint_targets() {
            let mut threads = Threads::from_slice(&target.locals);
            threads.sort_unstable();
            if excluded.contains(&target.property) && !self.excludes(target.shared, &threads) {
                return Err(Rejection::Violation(target.property));
            }
        }
        for (shared, local) in self.thread_states() {
            let violated = system.violated(shared, local);
            if let Some(&property) = violated.iter().find(|property| excluded.contains(property))
                && !self.is_left_out(shared, &Threads::from_slice(&[local]))
            {
                return Err(Rejection::Violation(property));
            }
        }
        Ok(())
    }

    /// Checks that no step by this transition increases a weight.
    fn check_weights<S: ThreadSystem + ?Sized>(&mut self, system: &mut S, id: TransitionId) -> Result<(), Rejection> {
        if self.weights.is_empty() {
            return Ok(());
        }
        let transition = system.transition(id);
        let moved = match transition.effect {
            Effect::Each(transfer) | Effect::One(transfer) => {
                self.origins(system, transfer, transition.shared);
                self.origins.get(&(transfer, transition.shared))
            }
            Effect::None | Effect::Create(_) => None,
        };
        let grows = self.weights.iter().any(|weights| weights.may_grow(&transition, moved));
        if grows { Err(Rejection::Step(id)) } else { Ok(()) }
    }

    /// Checks that every step by this transition to above a minimal configuration is excluded.
    fn check_step<S: ThreadSystem + ?Sized>(
        &mut self,
        system: &mut S,
        id: TransitionId,
        control: &dyn Control,
    ) -> Result<(), Rejection> {
        let transition = system.transition(id);
        for index in 0..self.minimal(transition.to_shared).len() {
            if index % 16 == 15 {
                poll(control, index)?;
            }
            let wanted = self.minimal(transition.to_shared)[index].clone();
            if supplies_nothing(&transition, &wanted) {
                continue;
            }
            for mut threads in self.others(system, &transition, without(&wanted, transition.to_local)) {
                threads.push(transition.local);
                threads.sort_unstable();
                if !self.excludes(transition.shared, &threads) {
                    return Err(Rejection::Step(id));
                }
            }
        }
        Ok(())
    }

    /// All smallest lists of threads such that, besides the active one, `wanted` may be there after the step.
    fn others<S: ThreadSystem + ?Sized>(
        &mut self,
        system: &mut S,
        transition: &Transition,
        wanted: Threads,
    ) -> BTreeSet<Threads> {
        match transition.effect {
            Effect::None => BTreeSet::from([wanted]),
            Effect::Create(local) => BTreeSet::from([without(&wanted, Some(local))]),
            Effect::Each(transfer) => {
                let origins = self.origins(system, transfer, transition.shared);
                let mut lists = BTreeSet::from([Threads::new()]);
                for local in wanted {
                    let origins = origins.get(&local).map_or(&[][..], Vec::as_slice);
                    lists = lists.iter().flat_map(|list| origins.iter().map(|&origin| with(list, origin))).collect();
                }
                lists
            }
            Effect::One(transfer) => {
                let moves = |system: &mut S, local| match system.transferred(transfer, local) {
                    Destinations::To(to) => !to.is_empty(),
                    Destinations::Stay => false,
                };
                let mut lists = BTreeSet::new();
                for (&destination, origins) in self.origins(system, transfer, transition.shared) {
                    let rest = without(&wanted, Some(destination));
                    let moved = origins.iter().filter(|&&origin| moves(system, origin));
                    lists.extend(moved.map(|&origin| with(&rest, origin)));
                }
                // No thread can move, so that all stay. With more threads, one that is not wanted may move.
                if !wanted.iter().any(|&local| moves(system, local)) {
                    lists.insert(wanted);
                }
                lists
            }
        }
    }

    /// For each local state the origins of threads in the ideals that arrive at it, those that stay there included.
    fn origins<S: ThreadSystem + ?Sized>(
        &mut self,
        system: &mut S,
        transfer: TransferId,
        shared: SharedId,
    ) -> &Origins {
        let Self { ideals, origins, .. } = self;
        origins.entry((transfer, shared)).or_insert_with(|| {
            let ideals = ideals.iter().filter(|ideal| ideal.shared.contains(&shared));
            let locals: BTreeSet<LocalId> =
                ideals.flat_map(|ideal| ideal.omega.iter().chain(ideal.tails.locals())).copied().collect();
            let mut origins = Origins::default();
            for origin in locals {
                let destinations = match system.transferred(transfer, origin) {
                    Destinations::Stay => vec![origin],
                    Destinations::To(to) => to.to_vec(),
                };
                for destination in destinations {
                    origins.entry(destination).or_default().push(origin);
                }
            }
            origins
        })
    }
}

/// Returns `true` if every configuration above the threads after the step was above them before.
fn supplies_nothing(transition: &Transition, wanted: &Threads) -> bool {
    let created = match transition.effect {
        Effect::None => None,
        Effect::Create(local) => Some(local),
        Effect::Each(_) | Effect::One(_) => return false,
    };
    let mut supplied = transition.to_local.into_iter().chain(created);
    transition.shared == transition.to_shared && supplied.all(|local| !wanted.contains(&local))
}

/// The threads without one in this local state, if there is one.
fn without(threads: &Threads, local: Option<LocalId>) -> Threads {
    let mut rest = threads.clone();
    if let Some(position) = threads.iter().position(|&other| Some(other) == local) {
        rest.remove(position);
    }
    rest
}

/// The threads and one in this local state, sorted.
fn with(threads: &Threads, local: LocalId) -> Threads {
    let mut all = threads.clone();
    all.push(local);
    all.sort_unstable();
    all
}
