//! Runs of an abstraction that are followed on the whole program, against the valuations of each step one by one.

use std::collections::{BTreeSet, HashSet};
use std::ops::AddAssign;

use boolprog_base::Random;
use boolprog_base::control::Unlimited;
use boolprog_explore::system::ProgramSystem;
use boolprog_explore::tts::{Count, Effect, LocalId, SharedId, ThreadSystem, TransitionId};
use boolprog_program::program::{self, EdgeId, Goal, Program};
use boolprog_program::reduce::Abstraction;
use boolprog_symbolic::follow::{Followed, Path, Separation, follow};
use proptest::prelude::*;

use super::case::{Case, Compared};

/// Threads at the start.
const THREADS: u32 = 2;

/// The most steps of a run.
const STEPS: usize = 14;

/// Configurations beyond which a run is not compared.
const MOST: usize = 5_000;

#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Extent {
    pub(crate) possible: u32,
    pub(crate) spurious: u32,
    /// Spurious runs that are still ones with the bits that show it.
    pub(crate) shown: u32,
}

impl AddAssign for Extent {
    fn add_assign(&mut self, other: Self) {
        self.possible += other.possible;
        self.spurious += other.spurious;
        self.shown += other.shown;
    }
}

/// Follows a random path through the control flow, with each method.
pub(crate) fn compare(case: &Case, seed: u64) -> Compared<Extent> {
    let mut extent = Extent::default();
    let program = case.program();
    let Some(path) = path(program, &mut Random::new(seed)) else { return Ok(extent) };
    let Some(reached) = steps_possible(program, &path) else { return Ok(extent) };
    for separation in [Separation::Conflict, Separation::Integer, Separation::Tree] {
        let followed = follow(program, &path, &BTreeSet::new(), separation, &Unlimited);
        match followed.map_err(|why| TestCaseError::fail(format!("not followed: {why:?}")))? {
            Followed::Run(_) => {
                prop_assert_eq!(reached, path.steps.len(), "{:?}: a run that is impossible", path);
                extent.possible += 1;
            }
            Followed::Spurious { steps, bits } => {
                prop_assert!(reached < path.steps.len(), "{:?}: a run that is possible", path);
                prop_assert!(reached <= steps, "{:?}: fails after {reached} steps, not {steps}", path);
                extent.spurious += 1;
                if separation == Separation::Conflict && !bits.is_empty() {
                    extent.shown += u32::from(is_shown(program, &path, &bits)?);
                }
            }
        }
    }
    Ok(extent)
}

/// `true` if a spurious run is none where these bits are visible. Where it still is one, since a forgotten bit of one step
/// is chosen anew at each occurrence, there have to be more bits.
fn is_shown(program: &Program, path: &Path, bits: &BTreeSet<program::Slot>) -> Compared<bool> {
    match is_possible_with(program, path, bits) {
        Some(false) => Ok(true),
        None => Ok(false),
        Some(true) => match follow(program, path, bits, Separation::Conflict, &Unlimited) {
            Ok(Followed::Spurious { bits: more, .. }) => {
                prop_assert!(!more.is_subset(bits), "{:?}: {bits:?} do not show it, and nothing is added", path);
                Ok(false)
            }
            other => Err(TestCaseError::fail(format!("{path:?}: spurious, and then {other:?}"))),
        },
    }
}

/// A path from the start to a failing assertion.
fn path(program: &Program, random: &mut Random) -> Option<Path> {
    let mut places = vec![Some(program.entry); THREADS as usize];
    let mut steps = Vec::new();
    while steps.len() < STEPS && places.iter().any(Option::is_some) {
        let thread = random.below(places.len()) as u32;
        let Some(place) = places[thread as usize] else { continue };
        let edges = program.location(place).edges.clone();
        if edges.is_empty() {
            return None;
        }
        let id = edges.start + random.below(edges.len()) as u32;
        let edge = &program.edges[id as usize];
        steps.push((thread, EdgeId(id)));
        if let program::Effect::Create(creation) = &edge.effect {
            places.push(Some(creation.start));
        }
        match edge.goal {
            Goal::Location(next) => places[thread as usize] = Some(next),
            Goal::End => places[thread as usize] = None,
            Goal::Violation(property) => return Some(Path { threads: THREADS, steps, property }),
        }
    }
    None
}

/// The number of steps of a path that an execution can take, its violation included; `None` if there are too many
/// configurations.
fn steps_possible(program: &Program, path: &Path) -> Option<usize> {
    let mut system = ProgramSystem::new(program, &Unlimited).ok()?;
    let mut now = start(&system, path.threads)?;
    for (taken, (thread, edge)) in path.steps.iter().enumerate() {
        let next: HashSet<Configuration> =
            now.iter().flat_map(|from| successors(&mut system, from, (*thread, *edge))).collect();
        if next.is_empty() {
            return Some(taken);
        }
        if next.len() > MOST {
            return None;
        }
        now = next;
    }
    Some(path.steps.len())
}

type Configuration = (SharedId, Vec<Option<LocalId>>);

fn start(system: &ProgramSystem<'_>, threads: u32) -> Option<HashSet<Configuration>> {
    let initial = system.initial();
    if !initial.fixed.is_empty() || initial.count != Count::Exactly(threads) {
        return None;
    }
    let mut all: Vec<Configuration> = initial.shared.iter().map(|shared| (*shared, Vec::new())).collect();
    for _ in 0..threads {
        let with = |(shared, locals): &Configuration, local: &LocalId| {
            (*shared, locals.iter().copied().chain([Some(*local)]).collect())
        };
        all = all.iter().flat_map(|from| initial.pool.iter().map(move |local| with(from, local))).collect();
    }
    Some(all.into_iter().collect())
}

fn successors(
    system: &mut ProgramSystem<'_>,
    (shared, locals): &Configuration,
    (thread, edge): (u32, EdgeId),
) -> Vec<Configuration> {
    let Some(local) = locals[thread as usize] else { return Vec::new() };
    let taken = system.transitions(*shared, local).map(|id| system.transition(TransitionId(id)));
    let taken = taken.filter(|transition| transition.origin == edge.0);
    let after = taken.map(|transition| {
        let mut locals = locals.clone();
        locals[thread as usize] = transition.to_local;
        if let Effect::Create(local) = transition.effect {
            locals.push(Some(local));
        }
        (transition.to_shared, locals)
    });
    after.collect()
}

/// `true` if some execution takes the images of these steps where all but these bits are forgotten. `None` if a step has
/// no image, since it does nothing there.
fn is_possible_with(program: &Program, path: &Path, bits: &BTreeSet<program::Slot>) -> Option<bool> {
    let (small, origins) = Abstraction::to(program, bits).apply_to_edges(program).ok()?;
    let image = |id: EdgeId| origins.iter().position(|origin| *origin == id).map(|image| EdgeId(image as u32));
    let steps = path.steps.iter().map(|(thread, edge)| Some((*thread, image(*edge)?)));
    let path = Path { steps: steps.collect::<Option<_>>()?, ..path.clone() };
    Some(steps_possible(&small, &path)? == path.steps.len())
}
