//! A run of the system in terms of the source, as the interpreter re-executes it.

use boolprog_certificate::call_run::{CallRun, Stack};
use boolprog_certificate::run::Run;
use boolprog_explore::system::{LocalState, ProgramSystem};
use boolprog_explore::tts::{LocalId, SharedId, ThreadSystem};
use boolprog_program::program::{LocationId, Program};
use boolprog_symbolic::run as symbolic;
use boolprog_symbolic::summaries as calls;
use boolprog_trace::configuration::{Configuration, Frame, Thread};

/// The configurations before, between and after the steps of a run, with the acting threads.
pub(crate) struct Claim {
    pub(crate) configurations: Vec<Configuration>,
    pub(crate) actors: Vec<u32>,
}

/// Translates a run. `None` if it is not one of this system, which is an internal error.
///
/// A thread whose assertion failed is shown where it was: before the `assert`.
pub(crate) fn claim(system: &mut ProgramSystem<'_>, program: &Program, run: &Run) -> Option<Claim> {
    let mut threads: Vec<Option<LocalId>> = run.threads.iter().copied().map(Some).collect();
    let mut shared = run.shared;
    let mut configurations = vec![configuration(system, program, shared, &threads)?];
    let mut actors = Vec::with_capacity(run.steps.len());
    for step in &run.steps {
        let transition = system.transition(step.transition);
        let fails = transition.to_local.is_some_and(|to| matches!(system.local_state(to), LocalState::Violation(_)));
        if !fails {
            shared = transition.to_shared;
            *threads.get_mut(step.thread as usize)? = transition.to_local;
            for (thread, local) in &step.moved {
                *threads.get_mut(*thread as usize)? = Some(*local);
            }
            if let boolprog_explore::tts::Effect::Create(local) = transition.effect {
                threads.push(Some(local));
            }
        }
        configurations.push(configuration(system, program, shared, &threads)?);
        actors.push(step.thread + 1);
    }
    Some(Claim { configurations, actors })
}

/// Activations of the acting threads in all moments of a run together; a run with more is not written out. A
/// trace takes about 100 bytes for each, and 350 as JSON.
pub(crate) const MOST_ACTIVATIONS: u64 = 1_000_000;

/// Returns `true` if the acting threads of a run have more than [`MOST_ACTIVATIONS`].
pub(crate) fn is_too_deep(system: &ProgramSystem<'_>, program: &Program, run: &Run) -> bool {
    let mut activations = 0;
    run.steps.iter().any(|step| {
        let to_local = system.transition(step.transition).to_local.map(|local| system.local_state(local));
        if let Some(LocalState::At { location, .. }) = to_local {
            activations += program.depth(location) as u64;
        }
        activations > MOST_ACTIVATIONS
    })
}

/// Translates a run of one thread through calls. The same conventions.
pub(crate) fn call_claim(system: &mut ProgramSystem<'_>, program: &Program, run: &CallRun) -> Option<Claim> {
    let mut stack = run.start();
    let mut configurations = vec![stack_configuration(system, program, &stack)?];
    for step in &run.steps {
        stack.step(system, *step)?;
        let top = stack.frames.last().map(|local| system.local_state(*local));
        let next = match top {
            Some(LocalState::Violation(_)) => configurations.last()?.clone(),
            _ => stack_configuration(system, program, &stack)?,
        };
        configurations.push(next);
    }
    Some(Claim { configurations, actors: vec![1; run.steps.len()] })
}

fn stack_configuration(system: &ProgramSystem<'_>, program: &Program, stack: &Stack) -> Option<Configuration> {
    let mut configuration =
        Configuration { shared: system.shared_values(stack.shared), threads: Vec::new(), atomic: None };
    let Some(innermost) = stack.frames.last() else { return Some(configuration) };
    let mut frames = Vec::with_capacity(stack.frames.len());
    for local in &stack.frames {
        let LocalState::At { location, values, .. } = system.local_state(*local) else { return None };
        frames.extend(frames_at(program, location, &values));
    }
    let LocalState::At { in_atomic, values, .. } = system.local_state(*innermost) else { return None };
    configuration.atomic = in_atomic.then_some(1);
    configuration.threads.push(Thread { number: 1, thread_local: thread_local(program, &values), frames });
    Some(configuration)
}

/// The same for a run that is in the valuations of the program already.
pub(crate) fn claim_valuations(program: &Program, run: &symbolic::Run) -> Claim {
    let configurations = run.configurations.iter().map(|state| {
        let inside = state.threads.iter().find(|thread| thread.in_atomic);
        let live = state.threads.iter().map(|live| thread(program, live.number + 1, live.location, &live.values));
        let threads = live.collect();
        Configuration { shared: state.shared.clone(), threads, atomic: inside.map(|thread| thread.number + 1) }
    });
    Claim { configurations: configurations.collect(), actors: run.actors.iter().map(|actor| actor + 1).collect() }
}

/// The same for a run of one thread through calls. `None` if it has more than [`MOST_ACTIVATIONS`], or is none.
pub(crate) fn claim_calls(program: &Program, run: &calls::CallRun) -> Option<Claim> {
    let mut stack = vec![&run.start];
    let mut configurations = vec![activations(program, &stack)?];
    let mut written = 1;
    for step in &run.moves {
        match step {
            calls::Move::Within(frame) => *stack.last_mut()? = frame,
            calls::Move::Call(frame) => stack.push(frame),
            calls::Move::Return(frame) => {
                stack.pop();
                *stack.last_mut()? = frame;
            }
            calls::Move::Fail => {}
        }
        written += stack.len() as u64;
        if written > MOST_ACTIVATIONS {
            return None;
        }
        configurations.push(activations(program, &stack)?);
    }
    Some(Claim { configurations, actors: vec![1; run.moves.len()] })
}

fn activations(program: &Program, stack: &[&calls::Frame]) -> Option<Configuration> {
    let innermost = stack.last()?;
    let frames = stack.iter().flat_map(|frame| frames_at(program, frame.location, &frame.values)).collect();
    Some(Configuration {
        shared: innermost.shared.clone(),
        threads: vec![Thread { number: 1, thread_local: thread_local(program, &innermost.values), frames }],
        atomic: innermost.in_atomic.then_some(1),
    })
}

fn configuration(
    system: &ProgramSystem<'_>,
    program: &Program,
    shared: SharedId,
    threads: &[Option<LocalId>],
) -> Option<Configuration> {
    let mut live = Vec::with_capacity(threads.len());
    let mut atomic = None;
    for (number, local) in (1..).zip(threads) {
        let Some(local) = local else { continue };
        let LocalState::At { location, in_atomic, values } = system.local_state(*local) else { return None };
        if in_atomic {
            atomic = Some(number);
        }
        live.push(thread(program, number, location, &values));
    }
    Some(Configuration { shared: system.shared_values(shared), threads: live, atomic })
}

fn thread(program: &Program, number: u32, location: LocationId, values: &[bool]) -> Thread {
    let frames = frames_at(program, location, values).collect();
    Thread { number, thread_local: thread_local(program, values), frames }
}

/// The activations that a local state knows of, outermost first.
fn frames_at(program: &Program, location: LocationId, values: &[bool]) -> impl Iterator<Item = Frame> {
    program.frames(location).into_iter().map(|frame| Frame {
        procedure: frame.procedure,
        site: frame.site,
        values: program.instance(frame.instance).variables.iter().map(|(_, bit)| values[*bit as usize]).collect(),
    })
}

fn thread_local(program: &Program, values: &[bool]) -> Vec<bool> {
    values[..program.thread_local_variables.len()].to_vec()
}
