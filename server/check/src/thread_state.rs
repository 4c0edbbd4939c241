//! Thread states in the terms of the program: places, variables and their values.

use boolprog_explore::system::{LocalState, ProgramSystem};
use boolprog_explore::tts::{LocalId, SharedId};
use boolprog_program::names::VariableId;
use boolprog_program::program::{InstanceId, LocationId, Program};
use boolprog_syntax::ast::SiteId;

/// Variables with their values.
pub type Values = Vec<(VariableId, bool)>;

/// A live thread in a shared state.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ThreadState {
    /// Its activations with the values of their variables, innermost first.
    pub frames: Vec<(SiteId, Values)>,
    /// Values of the `thread_local` variables.
    pub thread_local: Values,
    /// Values of the shared variables.
    pub shared: Values,
    /// The thread inside an atomic section.
    pub atomic: Atomic,
}

/// The role of the thread inside an atomic section.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Atomic {
    /// No thread is inside one.
    Nobody,
    /// The thread of the node.
    This,
    /// A step of another thread.
    Other,
}

/// A thread state of a program; `None` if the assertion of the thread has failed.
pub(crate) fn thread_state(
    program: &Program,
    system: &ProgramSystem<'_>,
    shared: SharedId,
    local: LocalId,
) -> Option<ThreadState> {
    let LocalState::At { location, in_atomic, values } = system.local_state(local) else { return None };
    let atomic = match (in_atomic, system.atomic_held(shared)) {
        (true, _) => Atomic::This,
        (false, true) => Atomic::Other,
        (false, false) => Atomic::Nobody,
    };
    Some(ThreadState {
        frames: frames(program, location, &values),
        thread_local: named(&program.thread_local_variables, &values),
        shared: shared_values(program, system, shared),
        atomic,
    })
}

/// The values of the shared variables.
pub(crate) fn shared_values(program: &Program, system: &ProgramSystem<'_>, shared: SharedId) -> Values {
    named(&program.shared_variables, &system.shared_values(shared))
}

fn named(variables: &[VariableId], values: &[bool]) -> Values {
    variables.iter().copied().zip(values.iter().copied()).collect()
}

/// The activations at a location, innermost first.
fn frames(program: &Program, location: LocationId, values: &[bool]) -> Vec<(SiteId, Values)> {
    let own = |instance: InstanceId| {
        let variables = &program.instance(instance).variables;
        variables.iter().map(|&(variable, bit)| (variable, values[bit as usize])).collect()
    };
    program.frames(location).into_iter().rev().map(|frame| (frame.site, own(frame.instance))).collect()
}
