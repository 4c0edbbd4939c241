//! Statements of a Boolean program at which two threads are never together, as the proofs of a check say.

use std::cell::Cell;
use std::collections::BTreeSet;

use boolprog_certificate::document::{CertificateDocument, ForgottenDocument, LocalDocument, SetsDocument};
use boolprog_certificate::sets::{Certificate, Ideal, PlaceInvariant};
use boolprog_explore::tts::{LocalId, SharedId};
use boolprog_program::program::{LocationId, Program};
use boolprog_syntax::ast::SiteId;
use rustc_hash::FxHashMap;

use crate::unit::Unit;

/// A proof that needs more comparisons than this says nothing.
const MOST_COMPARISONS: usize = 1 << 22;

/// The statements that two threads can be about to execute at the same time, without those that proofs exclude.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Exclusion {
    /// The meetings that the proofs leave possible; `None` if there is no proof.
    possible: Option<Possible>,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Possible {
    /// Sites with a thread.
    reached: BTreeSet<SiteId>,
    /// Sites with two threads, the lesser first.
    together: BTreeSet<(SiteId, SiteId)>,
}

impl Exclusion {
    /// The meetings that the sets of configurations of a certificate of a program allow, which its checker has accepted. Quadratic
    /// in the local states of each set, with a bound.
    pub fn of(unit: &Unit, certificate: &CertificateDocument) -> Self {
        let Ok(program) = unit.analysis.program() else { return Self::default() };
        let own = (&certificate.sets, None);
        let reduced = certificate.reduced.iter().map(|reduced| (&reduced.sets, Some(&reduced.forgotten)));
        let mut known = Self::default();
        for (sets, forgotten) in std::iter::once(own).chain(reduced) {
            let sites = sites(program, sets, forgotten);
            for possible in sets.proofs.iter().filter_map(|proof| Search::of(&proof.set, (&sites, &Cell::new(0)))) {
                // Every set has all configurations that can be reached.
                known.possible = Some(match known.possible {
                    None => possible,
                    Some(known) => Possible {
                        reached: &known.reached & &possible.reached,
                        together: &known.together & &possible.together,
                    },
                });
            }
        }
        known
    }

    /// Returns `true` if some thread may reach a site, and no proof excludes it.
    pub fn is_reached(&self, site: SiteId) -> bool {
        self.possible.as_ref().is_some_and(|possible| possible.reached.contains(&site))
    }

    /// Returns `true` if two threads are never at these sites at the same time, be it at two of them or at one.
    pub fn are_exclusive(&self, sites: &[SiteId]) -> bool {
        let Some(Possible { together, .. }) = &self.possible else { return false };
        let both = |(at, a): (usize, &SiteId)| sites[at..].iter().all(|b| !together.contains(&(*a.min(b), *a.max(b))));
        sites.iter().enumerate().all(both)
    }

    /// Returns `true` if two threads may be within some sites at the same time.
    pub fn is_shared(&self, is_within: impl Fn(SiteId) -> bool) -> bool {
        let pairs = self.possible.iter().flat_map(|possible| &possible.together);
        pairs.into_iter().any(|(a, b)| is_within(*a) && is_within(*b))
    }
}

/// The sites at which a thread with each of the local states of a document can be: those of all locations that its location
/// represents.
fn sites(program: &Program, sets: &SetsDocument, forgotten: Option<&ForgottenDocument>) -> Vec<Vec<SiteId>> {
    let count = program.locations.len() as u32;
    let represents = |location: u32| match forgotten {
        Some(forgotten) => forgotten.locations.get(location as usize).and_then(|it| it.other).unwrap_or(location),
        None => location,
    };
    let mut of: FxHashMap<u32, Vec<SiteId>> = FxHashMap::default();
    for location in 0..count {
        of.entry(represents(location)).or_default().push(program.location(LocationId(location)).site);
    }
    let at = |local: &LocalDocument| match local {
        LocalDocument::At { at, .. } => of.get(at).cloned().unwrap_or_default(),
        LocalDocument::Number(_) | LocalDocument::Failed { .. } => Vec::new(),
    };
    sets.locals.iter().map(at).collect()
}

/// The search for what a set of configurations leaves possible.
struct Search<'a> {
    /// Those of each local state.
    sites: &'a [Vec<SiteId>],
    found: Possible,
    /// The comparisons so far.
    spent: &'a Cell<usize>,
}

/// Counts comparisons; none if these are too many.
fn spend(spent: &Cell<usize>, comparisons: usize) -> Option<()> {
    spent.set(spent.get() + comparisons);
    (spent.get() <= MOST_COMPARISONS).then_some(())
}

/// The conditions that exclude configurations from ideals.
struct Above<'a> {
    /// Configurations of one or two threads that cannot be reached, nor anything above them.
    minimal: FxHashMap<SharedId, Vec<&'a [LocalId]>>,
    invariants: &'a [PlaceInvariant],
}

impl<'a> Search<'a> {
    /// The sites and pairs of sites at which a set has threads; `None` if that takes too long.
    fn of(set: &Certificate, (sites, spent): (&'a [Vec<SiteId>], &'a Cell<usize>)) -> Option<Possible> {
        let mut search = Self { sites, found: Possible::default(), spent };
        match set {
            Certificate::Ideals(ideals) => {
                let none = Above { minimal: FxHashMap::default(), invariants: &[] };
                ideals.iter().try_for_each(|ideal| search.ideal(ideal, &none))?;
            }
            Certificate::Complement { ideals, minimal, place_invariants } => {
                let mut above = Above { minimal: FxHashMap::default(), invariants: place_invariants };
                for (shared, locals) in minimal.iter().filter(|(_, locals)| locals.len() <= 2) {
                    above.minimal.entry(*shared).or_default().push(locals);
                }
                ideals.iter().try_for_each(|ideal| search.ideal(ideal, &above))?;
            }
            Certificate::Configurations(all) => {
                for (_, locals) in all {
                    search.threads(locals, |_, _| Some(true))?;
                }
            }
        }
        Some(search.found)
    }

    fn ideal(&mut self, ideal: &Ideal, above: &Above<'_>) -> Option<()> {
        let spent = self.spent;
        let mut possible = |a: LocalId, b: LocalId| {
            for shared in &ideal.shared {
                spend(spent, above.minimal.get(shared).map_or(0, Vec::len) + above.invariants.len())?;
                if !above.excludes(*shared, a, b) {
                    return Some(true);
                }
            }
            Some(false)
        };
        // Each of the omega states may have any number of threads.
        let doubled: Vec<LocalId> = ideal.omega.iter().flat_map(|local| [*local, *local]).collect();
        self.threads(&doubled, &mut possible)?;
        for tail in ideal.tails.iter() {
            self.threads(tail, &mut possible)?;
            for (a, b) in tail.iter().flat_map(|a| ideal.omega.iter().map(move |b| (*a, *b))) {
                self.pair(a, b, &mut possible)?;
            }
        }
        Some(())
    }

    /// Threads that are there together.
    fn threads(
        &mut self,
        locals: &[LocalId],
        mut possible: impl FnMut(LocalId, LocalId) -> Option<bool>,
    ) -> Option<()> {
        for (at, a) in locals.iter().enumerate() {
            self.found.reached.extend(&self.sites[a.0 as usize]);
            for b in &locals[at + 1..] {
                self.pair(*a, *b, &mut possible)?;
            }
        }
        Some(())
    }

    fn pair(
        &mut self,
        a: LocalId,
        b: LocalId,
        possible: &mut impl FnMut(LocalId, LocalId) -> Option<bool>,
    ) -> Option<()> {
        spend(self.spent, 1)?;
        let sites = self.sites;
        let pairs = || sites[a.0 as usize].iter().flat_map(|a| sites[b.0 as usize].iter().map(move |b| (*a, *b)));
        let ordered = |(a, b): (SiteId, SiteId)| (a.min(b), a.max(b));
        if pairs().map(ordered).any(|pair| !self.found.together.contains(&pair)) && possible(a, b)? {
            self.found.together.extend(pairs().map(ordered));
        }
        Some(())
    }
}

impl Above<'_> {
    /// Returns `true` if a configuration with two threads cannot be reached.
    fn excludes(&self, shared: SharedId, a: LocalId, b: LocalId) -> bool {
        let is_below = |locals: &&[LocalId]| match locals {
            [] => true,
            [one] => *one == a || *one == b,
            [one, other] => (*one, *other) == (a, b) || (*one, *other) == (b, a),
            _ => false,
        };
        let weight = |weights: &[(LocalId, u32)], local| {
            weights.iter().find(|(known, _)| *known == local).map_or(0, |(_, weight)| u64::from(*weight))
        };
        let exceeds = |it: &PlaceInvariant| {
            let own = it.shared.iter().find(|(known, _)| *known == shared).map_or(0, |(_, weight)| u64::from(*weight));
            own + weight(&it.locals, a) + weight(&it.locals, b) > u64::from(it.bound)
        };
        self.minimal.get(&shared).is_some_and(|minimal| minimal.iter().any(is_below))
            || self.invariants.iter().any(exceeds)
    }
}
