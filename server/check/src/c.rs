//! Evidence for violations of C programs: the abstract machine executes what an engine found.
//!
//! A run of the integer program says which thread acts when, and which values are chosen. The machine executes the C text itself
//! in this order: nothing of the translation has to be trusted for *violated*. Where the run leaves something open, such as
//! accesses that do not matter to the property and are no steps of the integer program, the search tries what is
//! nearest first. Executions at random find what engines would search for long.

mod attempt;
mod follow;
mod goal;
mod guide;
mod inputs;
mod lookout;
mod random;
mod shortened;
mod told;
mod watch;

use std::sync::Arc;

use boolprog_base::control::Control;
use boolprog_integer::explicit::Run;
use boolprog_integer::{Origins, System};
use boolprog_machine::program::Program;

pub(crate) use follow::{Executed, Parted};
pub(crate) use goal::Goal;
pub(crate) use told::{Label, repeated, trace};

/// Executes the run of an engine. Fails with the place where the execution and the run part.
pub(crate) fn execute(
    program: &Arc<Program>,
    (system, origins): (&System, &Origins),
    run: &Run,
    goal: &Goal,
    control: &dyn Control,
) -> Result<Executed, Parted> {
    let guide = guide::Guide::new(system, origins, run);
    let options = goal.options();
    let parted = match follow::follow(program, options, &guide, goal, control) {
        Err(parted @ Parted::At(..)) => parted,
        followed => return followed,
    };
    let found = search((program, origins), std::slice::from_ref(goal), (0, 0), control);
    found.into_iter().next().map(|(_, executed)| executed).ok_or(parted)
}

/// Looks for executions to several goals at random, which a seed and the number of the search determine: those that were found, by the numbers of the goals.
/// There are none where an execution may be no run of the program of these origins. Takes at most a fixed number of steps of the
/// machine.
pub(crate) fn search(
    (program, origins): (&Arc<Program>, &Origins),
    goals: &[Goal],
    numbers: (u64, u64),
    control: &dyn Control,
) -> Vec<(usize, Executed)> {
    match origins.of_c {
        Some(reading) if reading.is_exact => random::search((program, reading), goals, numbers, control),
        _ => Vec::new(),
    }
}
