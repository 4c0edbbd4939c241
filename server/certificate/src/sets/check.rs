//! The independent checker: shares nothing with the engines but the system.
//!
//! It accepts only if the initial configurations are in the set, each step from the set stays in it, and nothing in it
//! violates an excluded property. It may reject a set that would be right: where a transfer may take threads of a tail
//! to several places, it assumes any number in each of them.

mod complement;
mod configurations;
mod ideals;
mod place_invariant;

use boolprog_base::control::{Control, Progress, Stop};
use boolprog_explore::tts::{Count, LocalId, SharedId, ThreadSystem, TransitionId};

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::Certificate;

/// The local states of some threads, sorted.
type Threads = SmallVec<[LocalId; 4]>;

/// Local states with those from which a transfer leads to them.
type Origins = FxHashMap<LocalId, Vec<LocalId>>;

/// Why a certificate proves nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rejection {
    /// An initial configuration with this shared state is not in the set.
    Initial(SharedId),
    /// This transition leaves the set.
    Step(TransitionId),
    /// The set contains a violation of this property.
    Violation(u32),
    /// The control stopped the check.
    Stopped(Stop),
}

/// Checks that none of the excluded properties can be violated by any number of threads.
///
/// Time is about linear in the size of the set times the transitions that apply to each of its elements.
pub fn check<S: ThreadSystem + ?Sized>(
    system: &mut S,
    certificate: &Certificate,
    excluded: &[u32],
    control: &dyn Control,
) -> Result<(), Rejection> {
    match certificate {
        Certificate::Ideals(list) => ideals::check(system, list, excluded, control)?,
        Certificate::Complement { ideals, minimal, place_invariants } => {
            complement::check(system, ideals, minimal, place_invariants, excluded, control)?;
        }
        Certificate::Configurations(list) => configurations::check(system, list, excluded, control)?,
    }
    // A system that gave up leaves steps out.
    system.stopped().map_or(Ok(()), |stop| Err(Rejection::Stopped(stop)))
}

pub(crate) fn poll(control: &dyn Control, checked: usize) -> Result<(), Rejection> {
    let progress = Progress { phase: "checking", states: checked as u64, ..Progress::default() };
    control.poll(&progress).map_err(Rejection::Stopped)
}

/// Receives threads that are certainly there, and local states with any number of threads.
type Start<'v> = dyn FnMut(&[LocalId], &[LocalId]) -> Result<(), Rejection> + 'v;

/// Calls `visit` for every initial configuration: the threads that certainly exist, and those of any number.
fn starts<S: ThreadSystem + ?Sized>(system: &S, visit: &mut Start<'_>) -> Result<(), Rejection> {
    let initial = system.initial();
    match initial.count {
        _ if initial.pool.is_empty() => visit(&initial.fixed, &[]),
        Count::Any => visit(&initial.fixed, &initial.pool),
        Count::Exactly(count) => choose(&initial.pool, count, &mut initial.fixed.clone(), &mut |all| visit(all, &[])),
    }
}

/// Calls `visit` with `chosen` and `count` more, for each multiset of them.
fn choose(
    pool: &[LocalId],
    count: u32,
    chosen: &mut Vec<LocalId>,
    visit: &mut dyn FnMut(&[LocalId]) -> Result<(), Rejection>,
) -> Result<(), Rejection> {
    if count == 0 {
        return visit(chosen);
    }
    for (position, &local) in pool.iter().enumerate() {
        chosen.push(local);
        choose(&pool[position..], count - 1, chosen, visit)?;
        chosen.pop();
    }
    Ok(())
}

/// Returns `true` if all of `wanted` are among `threads`, with repetition; both sorted.
fn contains(threads: &[LocalId], wanted: &[LocalId]) -> bool {
    let mut threads = threads.iter();
    wanted.iter().all(|local| threads.any(|thread| thread == local))
}
