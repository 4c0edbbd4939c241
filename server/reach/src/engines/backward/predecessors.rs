//! The smallest configurations from which one step leads above a given one.
//!
//! Let a transition lead from `(s, l)` to `s'` and `l'`, and let (s', B) be the configuration that is wanted. The
//! active thread may be one of those in B, so the other threads have to supply the rest R of B without one `l'` (all
//! of B if the active thread ends or B has no `l'`). The configurations wanted are those with shared state `s`, a
//! thread in `l`, and other threads O with an outcome that contains R. In each case below these O are exactly those
//! above one of the O named:
//!
//! - **No effect**: R. **Creation** in `c`: R without one `c`.
//! - **[`Effect::Each`]**: every thread of R stems from one thread of O, and the destinations of further threads do not
//!   matter. So O takes for each thread of R one local state from which the transfer leads to it, in all combinations.
//!   Here a further thread must not block. If the transfer has no destination for some local state, the configurations
//!   found are those of the *monotone closure*, in which such a thread vanishes: all that can take the step, and some
//!   more.
//! - **[`Effect::One`]**: call a local state *able* if the transfer moves it. If a thread in an able `o` goes to `d`:
//!   `o` and R without one `d`, for every able `o` and each of its `d`. If no thread of O is able, O contains R as it
//!   is; so R has no able thread, and R is the smallest such O. *Everything above that R does it too*: either no
//!   thread of O is able; or some are, then one of them moves, and it is none of those in R, so R is still there
//!   afterwards. This is why "none moves if none can" does no harm: a thread more may force a move, but that
//!   thread can be the one that moves.
//!
//! It follows that the predecessors of an upward-closed set are upward closed (one thread more never takes a step away,
//! blocking apart), which is what the backward search needs.

use boolprog_base::control::Stop;
use boolprog_explore::saturate::Saturation;
use boolprog_explore::tts::{Effect, LocalId, SharedId, TransferId, Transition, Tts};
use fixedbitset::FixedBitSet;
use itertools::Itertools;
use rustc_hash::FxHashMap;

use super::upward::{Threads, take};

/// Receives smallest predecessors, as shared state and threads; an error ends the enumeration.
pub(super) type Visit<'v> = dyn FnMut(SharedId, Threads) -> Result<(), Stop> + 'v;

/// A system, indexed for going backwards.
pub(super) struct Predecessors<'a> {
    tts: &'a Tts,
    possible: &'a Saturation,
    /// For each shared state whether it is possible.
    shared: FixedBitSet,
    /// For each shared state the possible transitions that lead to it.
    into: Vec<Vec<u32>>,
    transfers: Vec<Backwards>,
}

struct Backwards {
    /// Origins of the threads that are moved to each local state.
    origins: FxHashMap<LocalId, Vec<LocalId>>,
    /// The able local states with their destinations, sorted.
    pairs: Vec<(LocalId, LocalId)>,
}

impl<'a> Predecessors<'a> {
    /// Leaves out configurations that saturation does not reach; it must be that of the same system.
    pub(super) fn new(tts: &'a Tts, possible: &'a Saturation) -> Self {
        let shared = possible.rows().map(|(shared, _)| shared.0 as usize).collect();
        let mut into = vec![Vec::new(); tts.shared_states as usize];
        for (index, transition) in (0..).zip(&tts.transitions) {
            if possible.contains(transition.shared, transition.local) {
                into[transition.to_shared.0 as usize].push(index);
            }
        }
        let transfers = tts.transfers.iter().map(|moves| {
            let pairs = moves.iter().flat_map(|(&from, to)| to.iter().map(move |&to| (from, to)));
            let mut pairs: Vec<_> = pairs.collect();
            pairs.sort_unstable();
            let mut origins: FxHashMap<LocalId, Vec<LocalId>> = FxHashMap::default();
            for &(from, to) in &pairs {
                origins.entry(to).or_default().push(from);
            }
            Backwards { origins, pairs }
        });
        Self { tts, possible, shared, into, transfers: transfers.collect() }
    }

    pub(super) fn bytes(&self) -> usize {
        let pairs: usize = self.transfers.iter().map(|transfer| transfer.pairs.len()).sum();
        4 * self.tts.transitions.len() + 24 * self.into.len() + 32 * pairs
    }

    /// The number of transitions that lead to a shared state.
    pub(super) fn count(&self, shared: SharedId) -> usize {
        self.into[shared.0 as usize].len()
    }

    /// Returns `true` if saturation reaches the shared state and these thread states.
    pub(super) fn is_possible(&self, shared: SharedId, threads: &[LocalId]) -> bool {
        self.shared.contains(shared.0 as usize) && threads.iter().all(|&local| self.possible.contains(shared, local))
    }

    /// Calls `visit` for every smallest predecessor, and for some larger ones.
    pub(super) fn visit(&self, shared: SharedId, threads: &Threads, visit: &mut Visit<'_>) -> Result<(), Stop> {
        for &index in &self.into[shared.0 as usize] {
            let transition = self.tts.transitions[index as usize];
            let mut rest = threads.clone();
            let mut supplied = transition.to_local.is_some_and(|local| take(&mut rest, local));
            match transition.effect {
                Effect::None => {}
                Effect::Create(local) => supplied |= take(&mut rest, local),
                Effect::Each(transfer) => {
                    self.each(transition, transfer, &rest, Threads::new(), visit)?;
                    continue;
                }
                Effect::One(transfer) => {
                    self.one(transition, transfer, &rest, visit)?;
                    continue;
                }
            }
            if supplied || transition.shared != shared {
                self.arrive(transition, rest, visit)?;
            }
        }
        Ok(())
    }

    /// The active thread joins the others.
    fn arrive(&self, transition: Transition, mut threads: Threads, visit: &mut Visit<'_>) -> Result<(), Stop> {
        threads.push(transition.local);
        threads.sort_unstable();
        if self.is_possible(transition.shared, &threads) { visit(transition.shared, threads) } else { Ok(()) }
    }

    /// Chooses an origin for each thread of `rest`; `chosen` are those of the threads before.
    fn each(
        &self,
        transition: Transition,
        transfer: TransferId,
        rest: &[LocalId],
        chosen: Threads,
        visit: &mut Visit<'_>,
    ) -> Result<(), Stop> {
        let Some(&local) = rest.first() else { return self.arrive(transition, chosen, visit) };
        let count = rest.partition_point(|&other| other == local);
        for origins in self.origins(transition.shared, transfer, local).into_iter().combinations_with_replacement(count)
        {
            let mut chosen = chosen.clone();
            chosen.extend(origins);
            self.each(transition, transfer, &rest[count..], chosen, visit)?;
        }
        Ok(())
    }

    /// From where a thread comes to `local`: itself, if the transfer leaves it alone.
    fn origins(&self, shared: SharedId, transfer: TransferId, local: LocalId) -> Vec<LocalId> {
        let moved = self.transfers[transfer.0 as usize].origins.get(&local);
        let mut origins = moved.cloned().unwrap_or_default();
        if !self.tts.transfers[transfer.0 as usize].contains_key(&local) {
            origins.push(local);
        }
        origins.retain(|&origin| self.possible.contains(shared, origin));
        origins
    }

    fn one(
        &self,
        transition: Transition,
        transfer: TransferId,
        rest: &Threads,
        visit: &mut Visit<'_>,
    ) -> Result<(), Stop> {
        let moves = &self.tts.transfers[transfer.0 as usize];
        let able = |local: &LocalId| moves.get(local).is_some_and(|to| !to.is_empty());
        let none_able = !rest.iter().any(able);
        if none_able {
            self.arrive(transition, rest.clone(), visit)?;
        }
        for &(origin, destination) in &self.transfers[transfer.0 as usize].pairs {
            let mut others = rest.clone();
            let supplied = take(&mut others, destination);
            if supplied || !none_able {
                others.push(origin);
                self.arrive(transition, others, visit)?;
            }
        }
        Ok(())
    }
}
