//! Sets of valuations against explicit states.

use boolprog_base::control::Unlimited;
use boolprog_base::engine::{Ended, Engine, Finding};
use boolprog_certificate::diagrams::Invariant;
use boolprog_explore::relations::Limits;
use boolprog_explore::saturate::saturate;
use boolprog_explore::system::{LocalState, ProgramSystem};
use boolprog_explore::tts::{LocalId, SharedId};
use boolprog_program::program::{Program, PropertyKind};
use boolprog_reach::engines::bounded::Bounded;
use boolprog_reach::threads::{Counterexample, runs};
use boolprog_symbolic::bounded::SymbolicBounded;
use boolprog_symbolic::run::{Configuration, Run, Thread};
use boolprog_symbolic::saturation::{Saturation, SymbolicSaturation};
use boolprog_trace::configuration as concrete;
use boolprog_trace::replay::{ClaimedRun, replay};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;

use boolprog_tests::checked::AtMost;

use super::case::{Case, Compared};

/// Configurations that the explicit search may visit.
const EXPLICIT: u64 = 5000;

/// Nodes of the diagrams of one program: a small table is made quickly.
const LIMITS: Limits = Limits { nodes: 1 << 16 };

#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Extent {
    pub(crate) saturated: u32,
    pub(crate) searched: u32,
    pub(crate) violated: u32,
    pub(crate) proved: u32,
}

impl std::ops::AddAssign for Extent {
    fn add_assign(&mut self, other: Self) {
        self.saturated += other.saturated;
        self.searched += other.searched;
        self.violated += other.violated;
        self.proved += other.proved;
    }
}

/// Compares the closures, and the searches up to `most` live threads, of a plain program.
pub(crate) fn compare(case: &Case, most: u32) -> Compared<Extent> {
    let mut extent = Extent::default();
    closures(case.program())?;
    extent.saturated += 1;
    let program = case.program();
    let mut system = ProgramSystem::new(program, &Unlimited).expect("nothing stops it");
    let properties: Vec<u32> = (0..program.properties.len() as u32).collect();
    let expected = Bounded::default().ask(&mut system, &properties, most, &AtMost(EXPLICIT));
    if matches!(expected.ended, Ended::Stopped(_)) {
        return Ok(extent);
    }
    let answer = SymbolicBounded { limits: LIMITS }.ask(program, &properties, most, &Unlimited);
    prop_assert!(matches!(answer.ended, Ended::Complete | Ended::Bound), "{:?}", answer.ended);
    let shape = |(property, found): (u32, &Counterexample)| (property, found.threads as usize, found.run.steps.len());
    let mut shapes: Vec<_> = runs(&expected).map(shape).collect();
    let mut found = Vec::new();
    let mut proof = None;
    for finding in answer.findings {
        match finding {
            Finding::Violated { property, violation: run } => {
                replays(case, property, &run)?;
                found.push((property, run.most_alive() as usize, run.actors.len()));
            }
            Finding::Proved { properties, certificate } => proof = Some((properties, certificate)),
        }
    }
    shapes.sort_unstable();
    found.sort_unstable();
    prop_assert_eq!(&found, &shapes, "fewest threads and steps of each violation");
    if !properties.is_empty() {
        let open = found.len() < properties.len();
        let exhausted = open && expected.states.all.is_some();
        prop_assert_eq!(proof.is_some(), exhausted, "whether nothing is missing");
    }
    accepted(program, proof.as_ref())?;
    extent.searched += 1;
    extent.violated += found.len() as u32;
    extent.proved += proved(proof.as_ref()).len() as u32;
    Ok(extent)
}

/// The two closures are the same, and the checker accepts the proofs of the symbolic one.
fn closures(program: &Program) -> Compared {
    let mut system = ProgramSystem::new(program, &Unlimited).expect("nothing stops it");
    let expected = saturate(&mut system, &Unlimited).expect("nothing stops it");
    let saturation = Saturation::new(program, LIMITS, &Unlimited);
    let saturation = saturation.map_err(|undecided| TestCaseError::fail(format!("{undecided:?}")))?;
    let mut states = 0.0;
    let mut violated: Vec<u32> = Vec::new();
    for (shared, locals) in expected.rows() {
        for local in locals {
            if is_in(&saturation, &system, shared, local)? {
                states += 1.0;
            }
            violated.extend(boolprog_explore::tts::ThreadSystem::violated(&mut system, shared, local));
        }
    }
    let counted = saturation.thread_states();
    prop_assert!((counted - states).abs() < f64::EPSILON, "{counted} thread states, not {states}");
    let all: Vec<u32> = (0..program.properties.len() as u32).collect();
    let unviolated: Vec<u32> = all.iter().copied().filter(|property| !violated.contains(property)).collect();
    let outcome = SymbolicSaturation { limits: LIMITS }.ask(program, &all, 0, &Unlimited);
    prop_assert_eq!(&outcome.ended, &Ended::Complete);
    let proof = outcome.findings.into_iter().find_map(|finding| match finding {
        Finding::Proved { properties, certificate } => Some((properties, certificate)),
        Finding::Violated { .. } => None,
    });
    prop_assert_eq!(proved(proof.as_ref()), unviolated);
    accepted(program, proof.as_ref())
}

type Proof = (Vec<u32>, Invariant);

fn proved(proof: Option<&Proof>) -> Vec<u32> {
    proof.map(|(properties, _)| properties.clone()).unwrap_or_default()
}

fn accepted(program: &Program, proof: Option<&Proof>) -> Compared {
    let Some((properties, invariant)) = proof else { return Ok(()) };
    prop_assert_eq!(invariant.check(program, properties, LIMITS, &Unlimited), Ok(()));
    Ok(())
}

/// Checks that a thread state is in the symbolic closure; whether it is one of a live thread.
fn is_in(saturation: &Saturation, system: &ProgramSystem, shared: SharedId, local: LocalId) -> Compared<bool> {
    let LocalState::At { location, in_atomic, values } = system.local_state(local) else { return Ok(false) };
    let (bits, held) = (system.shared_values(shared), system.atomic_held(shared));
    let found = saturation.contains(location, &bits, held, &values, in_atomic);
    prop_assert!(found, "{location:?}, shared {bits:?}, local {values:?}, inside {in_atomic}, held {held}");
    Ok(true)
}

/// The reference interpreter takes the same steps and finds the same violation.
fn replays(case: &Case, property: u32, run: &Run) -> Compared {
    let program = case.program();
    let interpreter = case.interpreter();
    let asked = &program.properties[property as usize];
    let configurations: Vec<_> = run.configurations.iter().map(|state| configuration(program, state)).collect();
    let actors: Vec<u32> = run.actors.iter().map(|actor| actor + 1).collect();
    let violations = configurations.last().map(|last| interpreter.violations(last)).unwrap_or_default();
    let violation = violations.into_iter().find(|found| {
        let acts = found.kind == PropertyKind::Label || actors.last() == Some(&found.thread);
        acts && found.site == asked.site && found.kind == asked.kind
    });
    let Some(violation) = violation else { return Err(TestCaseError::fail(format!("no violation: {run:?}"))) };
    let replayed = replay(&interpreter, ClaimedRun { configurations, actors, violation });
    prop_assert!(replayed.is_ok(), "{:?}: {run:?}", replayed.err());
    Ok(())
}

fn configuration(program: &Program, state: &Configuration) -> concrete::Configuration {
    let atomic = state.threads.iter().find(|thread| thread.in_atomic).map(|thread| thread.number + 1);
    let threads = state.threads.iter().map(|thread| concrete_thread(program, thread)).collect();
    concrete::Configuration { shared: state.shared.clone(), threads, atomic }
}

fn concrete_thread(program: &Program, thread: &Thread) -> concrete::Thread {
    let frames = program.frames(thread.location);
    let frames = frames.iter().map(|frame| concrete::Frame {
        procedure: frame.procedure,
        site: frame.site,
        values: program
            .instance(frame.instance)
            .variables
            .iter()
            .map(|(_, bit)| thread.values[*bit as usize])
            .collect(),
    });
    concrete::Thread {
        number: thread.number + 1,
        thread_local: thread.values[..program.thread_local_variables.len()].to_vec(),
        frames: frames.collect(),
    }
}
