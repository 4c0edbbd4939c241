//! Re-execution of a claimed run: the only source of a [`Trace`].

use boolprog_program::program::{PropertyKind, Threads};
use boolprog_syntax::ast::SiteId;

use crate::configuration::Configuration;
use crate::interpreter::{Event, Interpreter, Obstacle, Violation};

/// A claimed run, not yet executed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClaimedRun {
    /// The configurations, from an initial one to the last: one more than there are steps.
    pub configurations: Vec<Configuration>,
    /// Number of the thread that takes each step. If an assertion fails, the last step is the `assert` itself, and the
    /// configuration after it is the one before it.
    pub actors: Vec<u32>,
    /// The violation in the last configuration.
    pub violation: Violation,
}

/// A run that the reference interpreter has re-executed: it starts in an initial configuration, every step is one
/// of the language reference, and it ends with a violation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trace {
    configurations: Vec<Configuration>,
    steps: Vec<Step>,
    violation: Violation,
}

/// A step of a [`Trace`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// The number of the thread that moves.
    pub thread: u32,
    /// Site of the step.
    pub site: SiteId,
    /// Effect of the step on threads.
    pub event: Event,
}

impl Trace {
    /// The configurations, from an initial one to the last: one more than there are steps.
    pub fn configurations(&self) -> &[Configuration] {
        &self.configurations
    }

    /// The steps. If an assertion fails, the last one is the `assert` itself, which changes nothing.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The violation at the end.
    pub fn violation(&self) -> Violation {
        self.violation
    }

    /// The largest number of threads that are live at the same time.
    pub fn live_threads(&self) -> u32 {
        self.configurations.iter().map(|state| state.threads.len() as u32).max().unwrap_or(0)
    }

    /// The number of context switches: steps by another thread than the step before.
    pub fn context_switches(&self) -> u32 {
        self.steps.windows(2).filter(|pair| pair[0].thread != pair[1].thread).count() as u32
    }
}

/// The reason why a claimed run is not one. Steps count from 1.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReplayError {
    /// The numbers of configurations and steps do not fit together.
    #[error("the run has {configurations} configurations for {steps} steps; it needs one more than steps")]
    Shape {
        /// The number of its configurations.
        configurations: usize,
        /// The number of its steps.
        steps: usize,
    },
    /// The numbers of the threads at the start are not 1, 2, ...
    #[error("the threads at the start are not numbered from 1")]
    Numbers,
    /// The number of threads at the start is not the one the reading asks for.
    #[error("the run starts with {found} threads in `main`, but exactly {expected} run it")]
    Count {
        /// Number that was found.
        found: usize,
        /// Number that was expected.
        expected: u32,
    },
    /// The first configuration is not initial.
    #[error("the run does not start in an initial state of the program")]
    Start,
    /// The acting thread does not exist.
    #[error("step {step}: there is no thread {thread}")]
    NoThread {
        /// Index of the step.
        step: usize,
        /// The number of the thread.
        thread: u32,
    },
    /// The acting thread cannot move.
    #[error("step {step}: thread {thread} cannot move, because {}", why(*obstacle))]
    Obstacle {
        /// Index of the step.
        step: usize,
        /// The number of the thread.
        thread: u32,
        /// Obstacle that blocks it.
        obstacle: Obstacle,
    },
    /// The acting thread can move, but not in this way.
    #[error("step {step}: thread {thread} can move, but its statement does not lead to the claimed state")]
    Step {
        /// Index of the step.
        step: usize,
        /// The number of the thread.
        thread: u32,
    },
    /// The last step of a failing assertion changes the state.
    #[error("step {step}: a failing assertion changes nothing, but the state after it differs")]
    Changed {
        /// Index of the step.
        step: usize,
    },
    /// The last step of a failing assertion is by another thread, or missing.
    #[error("the last step is not the assertion of thread {thread} that is claimed to fail")]
    LastStep {
        /// The number of the thread.
        thread: u32,
    },
    /// The assertion does not fail at the end of the run.
    #[error("thread {thread} has no failing assertion at the claimed place at the end of the run")]
    Holds {
        /// The number of the thread.
        thread: u32,
    },
    /// The error label is not reached at the end of the run.
    #[error("thread {thread} has not reached an error label at the claimed place at the end of the run")]
    NotReached {
        /// The number of the thread.
        thread: u32,
    },
}

fn why(obstacle: Obstacle) -> String {
    match obstacle {
        Obstacle::Atomic(holder) => format!("thread {holder} is inside an atomic section"),
        Obstacle::Enforce => "`enforce` or `abortif` of its procedure forbids it".to_owned(),
        Obstacle::Waiting => "it waits for a `signal` or `broadcast`".to_owned(),
        Obstacle::Blocked => "its statement blocks".to_owned(),
    }
}

/// Re-executes a run. Takes time linear in its length and in the size of its configurations and statements.
pub fn replay(interpreter: &Interpreter<'_>, run: ClaimedRun) -> Result<Trace, ReplayError> {
    let ClaimedRun { configurations, actors, violation } = run;
    if configurations.len() != actors.len() + 1 {
        return Err(ReplayError::Shape { configurations: configurations.len(), steps: actors.len() });
    }
    check_start(interpreter, &configurations[0])?;
    let fails = violation.kind == PropertyKind::Assert;
    let moves = if fails { actors.len().saturating_sub(1) } else { actors.len() };
    let mut steps = Vec::with_capacity(actors.len());
    let mut used = configurations[0].largest_number();
    for (index, actor) in actors[..moves].iter().enumerate() {
        let step = check_step(interpreter, &configurations[index..], *actor, index + 1, used + 1)?;
        if let Event::Created(number) = step.event {
            used = number;
        }
        steps.push(step);
    }
    if fails {
        steps.push(check_failure(&configurations, &actors, violation)?);
    }
    check_violation(interpreter, &configurations[moves], violation)?;
    Ok(Trace { configurations, steps, violation })
}

/// Checks that configurations follow each other from an initial one on, without a violation at their end: one more of
/// them than of actors. Looks at two of them at a time. Takes time as for [`replay`].
pub fn follows(
    interpreter: &Interpreter<'_>,
    mut configurations: impl Iterator<Item = Configuration>,
    actors: impl Iterator<Item = u32>,
) -> Result<(), ReplayError> {
    let missing = |steps| ReplayError::Shape { configurations: steps, steps };
    let mut at = configurations.next().ok_or(missing(0))?;
    check_start(interpreter, &at)?;
    let mut used = at.largest_number();
    for (index, actor) in (1..).zip(actors) {
        let pair = [at, configurations.next().ok_or(missing(index))?];
        if let Event::Created(number) = check_step(interpreter, &pair, actor, index, used + 1)?.event {
            used = number;
        }
        [_, at] = pair;
    }
    Ok(())
}

fn check_start(interpreter: &Interpreter<'_>, state: &Configuration) -> Result<(), ReplayError> {
    if !(1..).zip(&state.threads).all(|(number, thread)| thread.number == number) {
        return Err(ReplayError::Numbers);
    }
    match interpreter.threads() {
        Threads::Exactly(expected) if expected as usize != state.threads.len() => {
            Err(ReplayError::Count { found: state.threads.len(), expected })
        }
        _ if interpreter.is_initial(state) => Ok(()),
        _ => Err(ReplayError::Start),
    }
}

/// Checks one step between the first two of `states`.
fn check_step(
    interpreter: &Interpreter<'_>,
    states: &[Configuration],
    thread: u32,
    step: usize,
    fresh: u32,
) -> Result<Step, ReplayError> {
    let (at, next) = (&states[0], &states[1]);
    let (position, site) = place(at, thread).ok_or(ReplayError::NoThread { step, thread })?;
    if let Some(event) = interpreter.step_to(at, position, Some(fresh), next) {
        return Ok(Step { thread, site, event });
    }
    Err(match interpreter.obstacle(at, position) {
        Some(obstacle) => ReplayError::Obstacle { step, thread, obstacle },
        None => ReplayError::Step { step, thread },
    })
}

/// Checks that the last step is that of the failing assertion; whether it fails is another question.
fn check_failure(states: &[Configuration], actors: &[u32], violation: Violation) -> Result<Step, ReplayError> {
    let thread = violation.thread;
    let [.., at, behind] = states else { return Err(ReplayError::LastStep { thread }) };
    match place(at, thread) {
        Some((_, site)) if site == violation.site && actors.last() == Some(&thread) => {
            let step = Step { thread, site, event: Event::Moved };
            if at == behind { Ok(step) } else { Err(ReplayError::Changed { step: actors.len() }) }
        }
        _ => Err(ReplayError::LastStep { thread }),
    }
}

fn check_violation(
    interpreter: &Interpreter<'_>,
    state: &Configuration,
    violation: Violation,
) -> Result<(), ReplayError> {
    let thread = violation.thread;
    match violation.kind {
        _ if interpreter.violations(state).contains(&violation) => Ok(()),
        PropertyKind::Assert => Err(ReplayError::Holds { thread }),
        PropertyKind::Label => Err(ReplayError::NotReached { thread }),
    }
}

/// The position of a thread, and where it is in the program.
fn place(state: &Configuration, number: u32) -> Option<(usize, SiteId)> {
    let position = state.position(number)?;
    Some((position, state.threads[position].innermost()?.site))
}
