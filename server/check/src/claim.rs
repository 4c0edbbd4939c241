//! A run of the system in terms of the source, as the interpreter re-executes it.

use boolprog_certificate::call_run::{CallRun, Stack as CallStack};
use boolprog_certificate::run::Run;
use boolprog_explore::system::{LocalState, ProgramSystem};
use boolprog_explore::tts::{LocalId, SharedId, ThreadSystem};
use boolprog_program::program::{self, LocationId, Program};
use boolprog_symbolic::run as symbolic;
use boolprog_symbolic::summaries as calls;
use boolprog_trace::configuration::{Configuration, Frame, Thread};
use boolprog_trace::stack::Stack;
use rustc_hash::FxHashMap;

/// The configurations before, between and after the steps of a run, with the acting threads.
pub(crate) struct Claim {
    pub(crate) configurations: Vec<Configuration>,
    pub(crate) actors: Vec<u32>,
}

/// Translates a run. `None` if it is not one of this system, which is an internal error.
///
/// A thread whose assertion failed is shown where it was: before the `assert`. Activations that a step leaves alone are shared
/// by the configurations before and after it.
pub(crate) fn claim(system: &mut ProgramSystem<'_>, program: &Program, run: &Run) -> Option<Claim> {
    let mut threads: Vec<Option<LocalId>> = run.threads.iter().copied().map(Some).collect();
    let mut shared = run.shared;
    let mut writer = Writer::new(program);
    let mut configurations = vec![writer.configuration(system, shared, &threads)?];
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
        configurations.push(writer.configuration(system, shared, &threads)?);
        actors.push(step.thread + 1);
    }
    Some(Claim { configurations, actors })
}

/// Steps of a run that is written out at most. A trace takes about a kilobyte for each.
const MOST_STEPS: usize = 1_000_000;

/// Returns `true` if a run has more than [`MOST_STEPS`].
pub(crate) fn is_too_long(run: &Run) -> bool {
    run.steps.len() > MOST_STEPS
}

/// Translates a run of one thread through calls. The same conventions.
pub(crate) fn call_claim(system: &mut ProgramSystem<'_>, program: &Program, run: &CallRun) -> Option<Claim> {
    let mut stack = run.start();
    let mut written = Written::default();
    let mut configurations = vec![written.configuration(system, program, &stack)?];
    for step in &run.steps {
        stack.step(system, *step)?;
        let top = stack.frames.last().map(|local| system.local_state(*local));
        let next = match top {
            Some(LocalState::Violation(_)) => configurations.last()?.clone(),
            _ => written.configuration(system, program, &stack)?,
        };
        configurations.push(next);
    }
    Some(Claim { configurations, actors: vec![1; run.steps.len()] })
}

/// The activations of the moment that was written last: the local state of each, with all activations up to it.
#[derive(Default)]
struct Written(Vec<(LocalId, Stack<Frame>)>);

impl Written {
    /// The configuration of the next moment, in time linear in the activations that the step has changed.
    fn configuration(
        &mut self,
        system: &ProgramSystem<'_>,
        program: &Program,
        stack: &CallStack,
    ) -> Option<Configuration> {
        let mut configuration =
            Configuration { shared: system.shared_values(stack.shared), threads: Vec::new(), atomic: None };
        let Some(innermost) = stack.frames.last() else { return Some(configuration) };
        // A step replaces what is at the top: below an activation that is the same, all are.
        self.0.truncate(stack.frames.len());
        while self.0.last().is_some_and(|(local, _)| *local != stack.frames[self.0.len() - 1]) {
            self.0.pop();
        }
        let mut frames = self.0.last().map(|(_, frames)| frames.clone()).unwrap_or_default();
        for local in &stack.frames[self.0.len()..] {
            let LocalState::At { location, values, .. } = system.local_state(*local) else { return None };
            frames.extend(frames_at(program, location, &values));
            self.0.push((*local, frames.clone()));
        }
        let LocalState::At { in_atomic, values, .. } = system.local_state(*innermost) else { return None };
        configuration.atomic = in_atomic.then_some(1);
        configuration.threads.push(Thread { number: 1, thread_local: thread_local(program, &values), frames });
        Some(configuration)
    }
}

/// The same for a run that is in the valuations of the program already.
pub(crate) fn claim_valuations(program: &Program, run: &symbolic::Run) -> Claim {
    let mut configurations: Vec<Configuration> = Vec::with_capacity(run.configurations.len());
    let mut writer = Writer::new(program);
    for state in &run.configurations {
        let inside = state.threads.iter().find(|thread| thread.in_atomic);
        let live = state.threads.iter();
        let threads = live.map(|live| writer.thread(live.number + 1, live.location, &live.values)).collect();
        let atomic = inside.map(|thread| thread.number + 1);
        configurations.push(Configuration { shared: state.shared.clone(), threads, atomic });
    }
    Claim { configurations, actors: run.actors.iter().map(|actor| actor + 1).collect() }
}

/// The same for a run of one thread through calls. `None` if it is none.
pub(crate) fn claim_calls(program: &Program, run: &calls::CallRun) -> Option<Claim> {
    let extended = |below: Option<&Stack<Frame>>, frame: &calls::Frame| {
        let mut frames = below.cloned().unwrap_or_default();
        frames.extend(frames_at(program, frame.location, &frame.values));
        frames
    };
    // Each activation, with the frames up to it.
    let mut stack = vec![(&run.start, extended(None, &run.start))];
    let mut configurations = vec![innermost(program, &stack)?];
    for step in &run.moves {
        let frame = match step {
            calls::Move::Within(frame) => {
                stack.pop()?;
                Some(frame)
            }
            calls::Move::Call(frame) => Some(frame),
            calls::Move::Return(frame) => {
                stack.pop()?;
                stack.pop()?;
                Some(frame)
            }
            calls::Move::Fail => None,
        };
        if let Some(frame) = frame {
            let frames = extended(stack.last().map(|(_, frames)| frames), frame);
            stack.push((frame, frames));
        }
        configurations.push(innermost(program, &stack)?);
    }
    Some(Claim { configurations, actors: vec![1; run.moves.len()] })
}

fn innermost(program: &Program, stack: &[(&calls::Frame, Stack<Frame>)]) -> Option<Configuration> {
    let (innermost, frames) = stack.last()?;
    Some(Configuration {
        shared: innermost.shared.clone(),
        threads: vec![Thread {
            number: 1,
            thread_local: thread_local(program, &innermost.values),
            frames: frames.clone(),
        }],
        atomic: innermost.in_atomic.then_some(1),
    })
}

/// Writes the threads of one moment after the other. Activations that are as they were before are shared.
struct Writer<'a> {
    program: &'a Program,
    /// The threads at the last moment, by number.
    before: FxHashMap<u32, Before>,
}

/// A thread as it was written last.
#[derive(Default)]
struct Before {
    values: Vec<bool>,
    activations: Vec<program::Frame>,
    frames: Stack<Frame>,
}

impl<'a> Writer<'a> {
    fn new(program: &'a Program) -> Self {
        Self { program, before: FxHashMap::default() }
    }

    fn configuration(
        &mut self,
        system: &ProgramSystem<'_>,
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
            live.push(self.thread(number, location, &values));
        }
        Some(Configuration { shared: system.shared_values(shared), threads: live, atomic })
    }

    /// A thread. Linear in its activations.
    fn thread(&mut self, number: u32, location: LocationId, values: &[bool]) -> Thread {
        let program = self.program;
        let before = self.before.entry(number).or_default();
        let activations = program.frames(location);
        let keeps_values = before.values == values;
        let is_as_before = |(old, new): &(&program::Frame, &program::Frame)| {
            old == new && (keeps_values || own(program, old, &before.values).eq(own(program, new, values)))
        };
        let kept = before.activations.iter().zip(&activations).take_while(is_as_before).count();
        let mut frames = before.frames.lowest(kept);
        frames.extend(activations[kept..].iter().map(|activation| frame(program, activation, values)));
        *before = Before { values: values.to_vec(), activations, frames: frames.clone() };
        Thread { number, thread_local: thread_local(program, values), frames }
    }
}

/// The activations that a local state knows of, outermost first.
fn frames_at(program: &Program, location: LocationId, values: &[bool]) -> impl Iterator<Item = Frame> {
    program.frames(location).into_iter().map(|activation| frame(program, &activation, values))
}

fn frame(program: &Program, activation: &program::Frame, values: &[bool]) -> Frame {
    let values = own(program, activation, values).collect();
    Frame { procedure: activation.procedure, site: activation.site, values }
}

/// The values of the variables of an activation.
fn own(program: &Program, activation: &program::Frame, values: &[bool]) -> impl Iterator<Item = bool> {
    program.instance(activation.instance).variables.iter().map(|(_, bit)| values[*bit as usize])
}

fn thread_local(program: &Program, values: &[bool]) -> Vec<bool> {
    values[..program.thread_local_variables.len()].to_vec()
}
