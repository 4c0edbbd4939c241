//! Reduced programs against the programs they were made from.

use std::sync::Arc;

use boolprog_base::control::Unlimited;
use boolprog_base::engine::{Ended, Engine};
use boolprog_certificate::sets::{self, Certificate, Ideal, PlaceInvariant};
use boolprog_check::Options;
use boolprog_check::decide::{Proofs, Proven, prove};
use boolprog_explore::system::{LocalState, ProgramSystem};
use boolprog_explore::tts::{LocalId, SharedId};
use boolprog_program::program::{LocationId, Program};
use boolprog_program::reduce::{Bit, Reduced, Reduction, Reductions, reduce};
use boolprog_reach::engines::bounded;
use boolprog_reach::threads::runs;
use itertools::Itertools;
use proptest::prelude::*;

use boolprog_tests::checked::AtMost;

use super::bounded::NEVER;
use super::case::{Bounded, Case, Compared};

const STATES: u64 = 30_000;

/// Largest number of states or configurations of a program for each one of the reduced program.
const MOST: usize = 3000;

#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Extent {
    /// Programs that a reduction made smaller.
    pub(crate) reduced: u32,
    pub(crate) proved: u32,
    /// Properties of plain systems that were found to be violated there.
    pub(crate) violated: u32,
    /// Certificates that were accepted for the program itself.
    pub(crate) lifted: u32,
}

/// Each reduction alone, and all of them together.
fn sets() -> impl Iterator<Item = Reductions> {
    let alone = Reduction::ALL.into_iter().map(|reduction| Reductions::NONE.with(reduction));
    // Constants alone forget nothing, but let others forget more.
    let two = Reduction::ALL.into_iter().map(|reduction| Reductions::NONE.with(Reduction::Constants).with(reduction));
    alone.chain(two).chain([Reductions::ALL])
}

/// Compares the result of every set of reductions with the program.
pub(crate) fn compare(case: &Case, most: u32, extent: &mut Extent) -> Compared {
    let naive = case.naive(most);
    let properties = case.program().properties.len();
    let expected = Proved::of(case.program());
    for reductions in sets() {
        let Some(reduced) = reduce(case.program(), reductions, &Unlimited) else { continue };
        extent.reduced += 1;
        bounded(case, &reduced, reductions, &naive)?;
        let Some(proved) = Proved::of(&reduced.program) else { continue };
        extent.proved += proved.properties().len() as u32;
        if let Some(expected) = expected.as_ref().filter(|expected| expected.is_complete() && proved.is_complete()) {
            extent.violated += (properties - expected.properties().len()) as u32;
            prop_assert_eq!(proved.properties(), expected.properties(), "with {:?}", reductions);
        }
        for property in proved.properties() {
            let asked = &case.program().properties[property as usize];
            let violated = naive.iter().any(|bounded| bounded.found.fewest_steps(asked.site, asked.kind).is_some());
            prop_assert!(!violated, "property {} is proved with {:?}", property, reductions);
        }
        for proven in proved.proofs.proven.iter().unique_by(|proven| Arc::as_ptr(&proven.certificate)) {
            extent.lifted += u32::from(lifts(case.program(), &reduced, &proved.system, proven)?);
        }
    }
    Ok(())
}

/// Properties that can be proved of a program.
struct Proved {
    system: ProgramSystem<'static>,
    proofs: Proofs,
}

impl Proved {
    /// `None` if it starts in too many states.
    fn of(program: &Program) -> Option<Self> {
        let mut system = ProgramSystem::new(program, &AtMost(STATES)).ok()?;
        let properties = (0..program.properties.len() as u32).collect_vec();
        let proofs = prove(&mut system, &properties, Options::default(), &AtMost(STATES));
        Some(Self { system, proofs })
    }

    /// `true` if all others can be violated.
    fn is_complete(&self) -> bool {
        self.proofs.thread_states.is_some()
    }

    fn properties(&self) -> Vec<u32> {
        self.proofs.proven.iter().map(|proven| proven.property).sorted().collect()
    }
}

/// The findings of the interpreter with few threads, and no others, are those in the reduced program, with the same
/// number of threads and no more steps. Useless threads that run forever in the program may end there, and make place
/// for others.
fn bounded(case: &Case, reduced: &Reduced, reductions: Reductions, naive: &[Bounded]) -> Compared {
    let Some(largest) = naive.last() else { return Ok(()) };
    let control = AtMost(STATES);
    let Ok(mut system) = ProgramSystem::new(&reduced.program, &control) else { return Ok(()) };
    let properties = &case.program().properties;
    let asked: Vec<u32> = (0..properties.len() as u32).chain([NEVER]).collect();
    let outcome = bounded::Bounded::default().ask(&mut system, &asked, largest.live, &control);
    if matches!(outcome.ended, Ended::Stopped(_)) {
        return Ok(());
    }
    for (index, property) in (0..).zip(properties) {
        let found = runs(&outcome).find(|(property, _)| *property == index).map(|(_, found)| found);
        let expected = naive.iter().find_map(|Bounded { live, found }| {
            Some((*live, found.fewest_steps(property.site, property.kind)? as usize))
        });
        let threads = found.map(|found| found.threads);
        // Without a finding of the interpreter, more than its largest number of threads may be needed.
        let fewer = threads.is_some_and(|threads| expected.is_none_or(|(live, _)| threads < live));
        let ends_threads = reductions.iter().any(|reduction| reduction == Reduction::Useless);
        if !(fewer && ends_threads && case.program().creates_threads) {
            prop_assert_eq!(threads, expected.map(|(live, _)| live), "property {} with {:?}", index, reductions);
        }
        if let (Some(found), Some((live, steps))) = (found, expected) {
            prop_assert!(found.threads < live || found.run.steps.len() <= steps, "longer with {reductions:?}");
        }
    }
    Ok(())
}

/// The lifted certificate is one for the program itself. Returns `false` if that was too large to be tried.
fn lifts(program: &Program, reduced: &Reduced, smaller: &ProgramSystem<'_>, proven: &Proven) -> Compared<bool> {
    let Ok(system) = ProgramSystem::new(program, &Unlimited) else { return Ok(false) };
    let mut lift = Lift { program, reduced, left: smaller, system };
    let Some(lifted) = lift.certificate(&proven.certificate) else { return Ok(false) };
    let checked = sets::check(&mut lift.system, &lifted, &[proven.property], &Unlimited);
    prop_assert!(checked.is_ok(), "{:?} for property {} by {}", checked, proven.property, proven.engine);
    Ok(true)
}

/// The lifting of configurations of a reduced program to those of the program.
struct Lift<'a, 'c> {
    program: &'a Program,
    reduced: &'a Reduced,
    left: &'a ProgramSystem<'c>,
    system: ProgramSystem<'c>,
}

impl Lift<'_, '_> {
    fn certificate(&mut self, certificate: &Certificate) -> Option<Certificate> {
        Some(match certificate {
            Certificate::Ideals(ideals) => Certificate::Ideals(self.ideals(ideals)?),
            Certificate::Complement { ideals, minimal, place_invariants } => Certificate::Complement {
                ideals: self.ideals(ideals)?,
                minimal: self.minimal(minimal)?,
                place_invariants: place_invariants
                    .iter()
                    .map(|place_invariant| self.place_invariant(place_invariant))
                    .collect::<Option<_>>()?,
            },
            Certificate::Configurations(_) => return None,
        })
    }

    fn ideals(&mut self, ideals: &[Ideal]) -> Option<Vec<Ideal>> {
        ideals.iter().map(|ideal| self.ideal(ideal)).collect()
    }

    fn ideal(&mut self, ideal: &Ideal) -> Option<Ideal> {
        let mut shared = Vec::new();
        for state in &ideal.shared {
            shared.extend(self.shared(*state)?);
        }
        let mut omega = Vec::new();
        for local in &ideal.omega {
            omega.extend(self.local(*local)?);
        }
        let mut tails = Vec::new();
        for tail in ideal.tails.iter() {
            tails.extend(self.threads(tail)?);
        }
        shared.sort_unstable();
        omega.sort_unstable();
        Some(Ideal { shared, omega, tails: tails.into_iter().collect() })
    }

    fn minimal(&mut self, minimal: &[(SharedId, Vec<LocalId>)]) -> Option<Vec<(SharedId, Vec<LocalId>)>> {
        let mut lifted = Vec::new();
        for (shared, threads) in minimal {
            let threads = self.threads(threads)?;
            lifted.extend(self.shared(*shared)?.into_iter().cartesian_product(threads));
        }
        (lifted.len() <= MOST).then_some(lifted)
    }

    /// Each state has the weight of its representative.
    fn place_invariant(&mut self, place_invariant: &PlaceInvariant) -> Option<PlaceInvariant> {
        let (mut shared, mut locals) = (Vec::new(), Vec::new());
        for (state, weight) in &place_invariant.shared {
            shared.extend(self.shared(*state)?.into_iter().map(|state| (state, *weight)));
        }
        for (state, weight) in &place_invariant.locals {
            locals.extend(self.local(*state)?.into_iter().map(|state| (state, *weight)));
        }
        Some(PlaceInvariant { shared, locals, bound: place_invariant.bound })
    }

    fn threads(&mut self, threads: &[LocalId]) -> Option<Vec<Vec<LocalId>>> {
        let each: Vec<Vec<LocalId>> = threads.iter().map(|local| self.local(*local)).collect::<Option<_>>()?;
        if each.iter().map(Vec::len).product::<usize>() > MOST {
            return None;
        }
        let sorted = each.into_iter().multi_cartesian_product().map(|list| list.into_iter().sorted().collect_vec());
        let mut sorted = sorted.unique().collect_vec();
        if threads.is_empty() {
            sorted = vec![Vec::new()];
        }
        Some(sorted)
    }

    fn shared(&mut self, shared: SharedId) -> Option<Vec<SharedId>> {
        let values = all_values(&self.reduced.abstraction.shared, &self.left.shared_values(shared))?;
        let held = self.left.atomic_held(shared);
        values.into_iter().map(|values| self.system.find_shared(&values, held)).collect()
    }

    fn local(&mut self, local: LocalId) -> Option<Vec<LocalId>> {
        let LocalState::At { location, in_atomic, values } = self.left.local_state(local) else {
            return self.system.find_local(&self.left.local_state(local)).map(|failed| vec![failed]);
        };
        let abstraction = &self.reduced.abstraction;
        let places = (0..self.program.locations.len() as u32).map(LocationId);
        let mut states = Vec::new();
        for place in places.filter(|place| abstraction.of(*place) == location) {
            for values in all_values(&abstraction.locals_at(place), &values)? {
                states.push(self.system.find_local(&LocalState::At { location: place, in_atomic, values })?);
            }
        }
        (states.len() <= MOST).then_some(states)
    }
}

/// All values that bits have where some are forgotten.
fn all_values(bits: &[Bit], kept: &[bool]) -> Option<Vec<Vec<bool>>> {
    let each = bits.iter().zip(kept).map(|(bit, kept)| match (bit.forgotten, bit.always) {
        (false, Some(always)) if always != *kept => vec![],
        (false, _) => vec![*kept],
        (true, Some(always)) => vec![always],
        (true, None) => vec![false, true],
    });
    let each = each.collect_vec();
    let few = each.iter().map(Vec::len).try_fold(1usize, |all, one| Some(all * one).filter(|all| *all <= MOST));
    let all = if each.is_empty() { vec![Vec::new()] } else { each.into_iter().multi_cartesian_product().collect() };
    few.map(|_| all)
}
