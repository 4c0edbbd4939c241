//! Runs of one thread through calls that are not inlined.

use boolprog_explore::tts::{CallSystem, Effect, LocalId, Position, SharedId, TransitionId};

use crate::run::Broken;

/// An execution of one thread. Leaving a procedure is the step that arrives at its exit: the caller continues at once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CallRun {
    /// The shared state at the start.
    pub shared: SharedId,
    /// The thread at the start.
    pub local: LocalId,
    /// By which transitions it moves.
    pub steps: Vec<TransitionId>,
}

/// A thread at one moment of a [`CallRun`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stack {
    /// Shared state of this moment.
    pub shared: SharedId,
    /// Its activations, innermost last; none if it has ended.
    pub frames: Vec<LocalId>,
}

impl CallRun {
    /// The thread before the first step.
    pub fn start(&self) -> Stack {
        Stack { shared: self.shared, frames: vec![self.local] }
    }

    /// Executes the run on the system, independently of the engine that found it: the stack after the last step.
    ///
    /// Fails if the start is not initial, or a step is impossible in its configuration.
    pub fn execute<S: CallSystem + ?Sized>(&self, system: &mut S) -> Result<Stack, Broken> {
        let initial = system.initial();
        let starts = [&initial.fixed, &initial.pool].iter().any(|locals| locals.contains(&self.local));
        if !starts || !initial.shared.contains(&self.shared) {
            return Err(Broken::Start);
        }
        let mut stack = self.start();
        for (number, step) in self.steps.iter().enumerate() {
            stack.step(system, *step).ok_or(Broken::Step(number))?;
        }
        Ok(stack)
    }
}

impl Stack {
    /// Takes a step. `None` if it is impossible here.
    pub fn step<S: CallSystem + ?Sized>(&mut self, system: &mut S, step: TransitionId) -> Option<()> {
        let local = *self.frames.last()?;
        let calls = match system.position(local) {
            Position::Step => false,
            Position::Call => true,
            Position::Exit => return None,
        };
        if !system.transitions(self.shared, local).contains(&step.0) {
            return None;
        }
        let transition = system.transition(step);
        if matches!(transition.effect, Effect::Create(_)) {
            return None;
        }
        self.shared = transition.to_shared;
        if !calls {
            self.frames.pop();
        }
        match transition.to_local {
            None => self.frames.clear(),
            Some(exit) if system.position(exit) == Position::Exit => self.leave(system, exit),
            Some(next) => self.frames.push(next),
        }
        Some(())
    }

    /// The innermost activation, already taken off, has arrived at its exit.
    fn leave<S: CallSystem + ?Sized>(&mut self, system: &mut S, exit: LocalId) {
        if let Some(caller) = self.frames.pop() {
            let (shared, next) = system.resume(caller, self.shared, exit);
            self.shared = shared;
            self.frames.push(next);
        }
    }
}
