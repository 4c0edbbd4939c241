//! Executions at random, where none follows the guide.

use std::sync::Arc;

use boolprog_base::control::Control;
use boolprog_machine::machine::{Machine, Options};
use boolprog_machine::program::Program;
use boolprog_machine::schedule::{Numbers, RandomChoices};
use boolprog_machine::thread::ThreadId;

use super::attempt::Attempt;
use super::follow::{Executed, Parted};
use super::goal::Goal;
use super::guide::Guide;

/// Executions that are tried.
const EXECUTIONS: u64 = 40;

/// Steps of each.
const STEPS: u64 = 400;

/// The most steps that a thread makes in a row.
const LONGEST: u64 = 6;

/// Tries random schedules and inputs. Whatever comes to the goal is an execution of the program, also one of another length.
pub(super) fn search(
    (program, options): (&Arc<Program>, Options),
    goal: &Goal,
    control: &dyn Control,
) -> Result<Option<Executed>, Parted> {
    for seed in 1..=EXECUTIONS {
        let Ok(machine) = Machine::new(Arc::clone(program), options, &["program"], &[], control) else {
            return Ok(None);
        };
        let mut attempt = Attempt::new(machine, &Guide::default());
        let (mut numbers, mut choices) = (Numbers::new(seed), RandomChoices::new(seed));
        let mut left = 0;
        let mut thread = ThreadId(0);
        for _ in 0..STEPS {
            if goal.reached(&attempt) {
                break;
            }
            let ready = attempt.ready();
            if ready.is_empty() || attempt.machine.ended().is_some() {
                break;
            }
            if left == 0 || !ready.contains(&thread) {
                left = 1 + numbers.below(LONGEST);
                thread = ready[numbers.below(ready.len() as u64) as usize];
            }
            left -= 1;
            attempt.step_choosing(thread, &mut choices, control);
        }
        if goal.reached(&attempt) {
            return Ok(Some(Executed { schedule: attempt.schedule, taking_part: None }));
        }
        control.poll(&boolprog_base::control::Progress::default()).map_err(Parted::Stopped)?;
    }
    Ok(None)
}
