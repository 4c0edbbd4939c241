//! Sets are cut down before they are written: to the thread states that may occur, and to ideals that no others cover.

use std::collections::BTreeMap;

use boolprog_explore::saturate::Saturation;
use boolprog_explore::tts::{LocalId, SharedId};

use crate::sets::{Certificate, Ideal};

/// Shared states with more tails keep those that others cover: each is compared with all others.
const MANY_TAILS: usize = 2000;

/// A set with fewer parts, which is closed under steps if the given one is. `rows` are the thread states that may occur.
pub(super) fn cut(set: &Certificate, rows: Option<&Saturation>) -> Certificate {
    match set {
        Certificate::Ideals(list) => Certificate::Ideals(fewer(list, rows)),
        Certificate::Complement { ideals, minimal, place_invariants } => Certificate::Complement {
            ideals: fewer(ideals, rows),
            minimal: minimal.clone(),
            place_invariants: place_invariants.clone(),
        },
        Certificate::Configurations(list) => Certificate::Configurations(list.clone()),
    }
}

/// An ideal with one shared state.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Part {
    omega: Vec<LocalId>,
    tails: Vec<Vec<LocalId>>,
}

fn fewer(list: &[Ideal], rows: Option<&Saturation>) -> Vec<Ideal> {
    let mut by_shared: BTreeMap<SharedId, Vec<Part>> = BTreeMap::new();
    for ideal in list {
        for &shared in &ideal.shared {
            let occurs = |local: &LocalId| rows.is_none_or(|rows| rows.contains(shared, *local));
            by_shared.entry(shared).or_default().push(Part::new(ideal, &occurs));
        }
    }
    let mut together: BTreeMap<Part, Vec<SharedId>> = BTreeMap::new();
    for (shared, parts) in by_shared {
        for part in uncovered(parts) {
            together.entry(part).or_default().push(shared);
        }
    }
    let ideal = |(Part { omega, tails }, shared)| Ideal { shared, omega, tails: tails.into_iter().collect() };
    together.into_iter().map(ideal).collect()
}

impl Part {
    fn new(ideal: &Ideal, occurs: &dyn Fn(&LocalId) -> bool) -> Self {
        let mut omega: Vec<LocalId> = ideal.omega.iter().copied().filter(occurs).collect();
        omega.sort_unstable();
        omega.dedup();
        let is_counted = |local: &LocalId| occurs(local) && omega.binary_search(local).is_err();
        let counted = |tail: &[LocalId]| {
            let mut tail: Vec<LocalId> = tail.iter().copied().filter(is_counted).collect();
            tail.sort_unstable();
            tail
        };
        let mut tails: Vec<_> = ideal.tails.iter().map(counted).collect();
        tails.sort_unstable();
        tails.dedup();
        Self { omega, tails }
    }

    /// Returns `true` if it has everything with any number of threads in `omega`, and those of the tail.
    fn covers(&self, omega: &[LocalId], tail: &[LocalId]) -> bool {
        let is_omega = |local: &LocalId| self.omega.binary_search(local).is_ok();
        if !omega.iter().all(is_omega) {
            return false;
        }
        let rest: Vec<LocalId> = tail.iter().copied().filter(|local| !is_omega(local)).collect();
        self.tails.iter().any(|larger| is_within(&rest, larger))
    }
}

/// The parts without the tails that others cover.
fn uncovered(mut parts: Vec<Part>) -> Vec<Part> {
    if parts.iter().map(|part| part.tails.len()).sum::<usize>() <= MANY_TAILS {
        for at in 0..parts.len() {
            let mut tails = std::mem::take(&mut parts[at].tails);
            let mut next = 0;
            while next < tails.len() {
                let tail = tails.swap_remove(next);
                let larger = |other: &Vec<LocalId>| is_within(&tail, other);
                let is_covered =
                    tails.iter().any(larger) || parts.iter().any(|part| part.covers(&parts[at].omega, &tail));
                if !is_covered {
                    tails.push(tail);
                    let last = tails.len() - 1;
                    tails.swap(next, last);
                    next += 1;
                }
            }
            tails.sort_unstable();
            parts[at].tails = tails;
        }
    }
    parts.retain(|part| !part.tails.is_empty());
    parts
}

/// Returns `true` if one sorted list is part of another, with repetition.
fn is_within(few: &[LocalId], many: &[LocalId]) -> bool {
    let mut many = many.iter();
    few.iter().all(|local| many.any(|other| other == local))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ideal(shared: &[u32], omega: &[u32], tails: &[&[u32]]) -> Ideal {
        let locals = |list: &[u32]| list.iter().copied().map(LocalId).collect::<Vec<_>>();
        Ideal {
            shared: shared.iter().copied().map(SharedId).collect(),
            omega: locals(omega),
            tails: tails.iter().map(|tail| locals(tail)).collect(),
        }
    }

    #[test]
    fn what_others_cover_is_dropped_once() {
        let list = [
            ideal(&[0, 1], &[1], &[&[2], &[2, 3], &[4]]),
            ideal(&[0], &[1, 2], &[&[3]]),
            ideal(&[1], &[1], &[&[4], &[2, 3]]),
        ];
        let fewer = fewer(&list, None);
        assert_eq!(
            fewer,
            [ideal(&[1], &[1], &[&[2, 3], &[4]]), ideal(&[0], &[1], &[&[4]]), ideal(&[0], &[1, 2], &[&[3]])]
        );
    }
}
