//! Runs of an abstraction that are followed on the whole program, against the valuations of each step one by one.

use std::collections::{BTreeSet, HashSet};
use std::ops::AddAssign;

use boolprog_base::Random;
use boolprog_base::control::Unlimited;
use boolprog_base::engine::Undecided;
use boolprog_explore::system::ProgramSystem;
use boolprog_explore::tts::{Count, Destinations, Effect, LocalId, SharedId, ThreadSystem, TransferId, TransitionId};
use boolprog_program::program::{self, EdgeId, Goal, LocationId, Program, Role};
use boolprog_program::reduce::Abstraction;
use boolprog_symbolic::follow::{Followed, Path, PathStep, Separation, follow};
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
    /// Possible runs in which a step moves other threads.
    pub(crate) moving: u32,
}

impl AddAssign for Extent {
    fn add_assign(&mut self, other: Self) {
        self.possible += other.possible;
        self.spurious += other.spurious;
        self.shown += other.shown;
        self.moving += other.moving;
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
        match followed {
            Err(Undecided::Refused(_)) if program.has_passive_constraints() => {}
            Err(why) => return Err(TestCaseError::fail(format!("not followed: {why:?}"))),
            Ok(Followed::Run(_)) => {
                prop_assert_eq!(reached, path.steps.len(), "{:?}: a run that is impossible", path);
                extent.possible += 1;
                extent.moving += u32::from(path.steps.iter().any(|step| moves_others(program, step)));
            }
            Ok(Followed::Spurious { steps, bits }) => {
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
    let waits = |place: LocationId| matches!(program.location(place).role, Role::Wait(_));
    while steps.len() < STEPS && places.iter().flatten().any(|place| !waits(*place)) {
        let thread = random.below(places.len()) as u32;
        let Some(place) = places[thread as usize].filter(|place| !waits(*place)) else { continue };
        let edges = program.location(place).edges.clone();
        if edges.is_empty() {
            return None;
        }
        let id = edges.start + random.below(edges.len()) as u32;
        let edge = &program.edges[id as usize];
        let waiting = (0..).zip(&places).filter(|(_, place)| place.is_some_and(waits)).map(|(thread, _)| thread);
        let mut moved: Vec<u32> = waiting.collect();
        match &edge.effect {
            program::Effect::Signal if !moved.is_empty() => moved = vec![moved[random.below(moved.len())]],
            program::Effect::Signal | program::Effect::Broadcast => {}
            _ => moved.clear(),
        }
        if let program::Effect::Create(creation) = &edge.effect {
            places.push(Some(creation.start));
        }
        for thread in &moved {
            let place = &mut places[*thread as usize];
            *place = place.map(|place| released(program, place));
        }
        steps.push(PathStep { thread, edge: EdgeId(id), moved });
        match edge.goal {
            Goal::Location(next) => places[thread as usize] = Some(next),
            Goal::End => places[thread as usize] = None,
            Goal::Violation(property) => return Some(Path { threads: THREADS, steps, property }),
        }
    }
    None
}

/// The place at which a thread that waits here continues.
fn released(program: &Program, place: LocationId) -> LocationId {
    match program.location(place).role {
        Role::Wait(to) => to,
        _ => place,
    }
}

/// The number of steps of a path that an execution can take, its violation included; `None` if there are too many
/// configurations.
fn steps_possible(program: &Program, path: &Path) -> Option<usize> {
    let mut system = ProgramSystem::new(program, &Unlimited).ok()?;
    let mut now = start(&system, path.threads)?;
    for (taken, step) in path.steps.iter().enumerate() {
        let next: HashSet<Configuration> = now.iter().flat_map(|from| successors(&mut system, from, step)).collect();
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

fn successors(system: &mut ProgramSystem<'_>, (shared, locals): &Configuration, step: &PathStep) -> Vec<Configuration> {
    let Some(local) = locals[step.thread as usize] else { return Vec::new() };
    let taken = system.transitions(*shared, local).map(|id| system.transition(TransitionId(id))).collect::<Vec<_>>();
    let mut after = Vec::new();
    for transition in taken.into_iter().filter(|transition| transition.origin == step.edge.0) {
        let others = match transition.effect {
            Effect::None | Effect::Create(_) => vec![locals.clone()],
            Effect::Each(transfer) => moved(system, transfer, locals, |thread| thread != step.thread),
            Effect::One(transfer) => moved(system, transfer, locals, |thread| step.moved.contains(&thread)),
        };
        for mut locals in others {
            locals[step.thread as usize] = transition.to_local;
            if let Effect::Create(local) = transition.effect {
                locals.push(Some(local));
            }
            after.push((transition.to_shared, locals));
        }
    }
    after
}

/// The local states after a transfer of those threads that it concerns.
fn moved(
    system: &mut ProgramSystem<'_>,
    transfer: TransferId,
    locals: &[Option<LocalId>],
    concerns: impl Fn(u32) -> bool,
) -> Vec<Vec<Option<LocalId>>> {
    let mut all = vec![Vec::new()];
    for (thread, local) in (0..).zip(locals) {
        let to = match local.filter(|_| concerns(thread)).map(|local| system.transferred(transfer, local)) {
            None | Some(Destinations::Stay) => vec![*local],
            Some(Destinations::To(to)) => to.into_iter().map(Some).collect(),
        };
        let with = |before: &Vec<_>| {
            to.iter().map(|local| before.iter().copied().chain([*local]).collect()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(with).collect();
    }
    all
}

/// `true` if a step moves other threads.
fn moves_others(program: &Program, step: &PathStep) -> bool {
    !step.moved.is_empty() || matches!(program.edges[step.edge.0 as usize].effect, program::Effect::Passive(_))
}

/// `true` if some execution takes the images of these steps where all but these bits are forgotten. `None` if a step has
/// no image, since it does nothing there.
fn is_possible_with(program: &Program, path: &Path, bits: &BTreeSet<program::Slot>) -> Option<bool> {
    let (small, origins) = Abstraction::to(program, bits).apply_to_edges(program).ok()?;
    let image = |id: EdgeId| origins.iter().position(|origin| *origin == id).map(|image| EdgeId(image as u32));
    let steps = path.steps.iter().map(|step| Some(PathStep { edge: image(step.edge)?, ..step.clone() }));
    let path = Path { steps: steps.collect::<Option<_>>()?, ..path.clone() };
    Some(steps_possible(&small, &path)? == path.steps.len())
}
