//! Executions at random, where none follows the guide.

use std::sync::Arc;

use boolprog_base::control::{Control, Progress};
use boolprog_machine::machine::{Machine, Options};
use boolprog_machine::program::Program;
use boolprog_machine::record::GivenAnswers;
use boolprog_machine::schedule::{Numbers, RandomChoices};
use boolprog_machine::thread::ThreadId;

use super::attempt::{Attempt, Scheduled};
use super::follow::{Executed, Parted};
use super::goal::{Goal, race};
use super::guide::Guide;
use super::watch::Shared;

/// Executions that are tried.
const EXECUTIONS: u64 = 60;

/// Steps of each.
const STEPS: u64 = 400;

/// The most steps that a thread makes in a row.
const LONGEST: u64 = 6;

/// Steps of all executions with which one that was found is made shorter.
const MOST_TO_SHORTEN: usize = 20_000;

/// Tries random schedules and inputs. Whatever comes to the goal is an execution of the program, also one of another length.
pub(super) fn search(
    (program, options): (&Arc<Program>, Options),
    goal: &Goal,
    control: &dyn Control,
) -> Result<Option<Executed>, Parted> {
    let Ok(machine) = Machine::new(Arc::clone(program), options, &["program"], &[], control) else { return Ok(None) };
    let start = Attempt::new(machine, &Guide::default());
    for seed in 1..=EXECUTIONS {
        if let Some(schedule) = execution(start.clone(), seed, goal, control) {
            let schedule = shortened(&start, schedule, goal, control)?;
            return Ok(Some(Executed { schedule, taking_part: None }));
        }
        control.poll(&Progress::default()).map_err(Parted::Stopped)?;
    }
    Ok(None)
}

/// The schedule that a seed determines, up to the goal.
fn execution(mut attempt: Attempt, seed: u64, goal: &Goal, control: &dyn Control) -> Option<Vec<Scheduled>> {
    let (mut numbers, mut choices) = (Numbers::new(seed), RandomChoices::new(seed));
    let (mut left, mut thread) = (0, ThreadId(0));
    let mut lookout = Lookout::default();
    for _ in 0..STEPS {
        if lookout.sees(goal, &mut attempt, thread) {
            return Some(attempt.schedule);
        }
        let ready = attempt.ready();
        if ready.is_empty() {
            break;
        }
        if left == 0 || !ready.contains(&thread) {
            left = 1 + numbers.below(LONGEST);
            thread = ready[numbers.below(ready.len() as u64) as usize];
        }
        left -= 1;
        attempt.step_choosing(thread, &mut choices, control);
    }
    lookout.sees(goal, &mut attempt, thread).then_some(attempt.schedule)
}

/// The accesses of the next steps of threads, by their numbers: they change when the thread makes a step.
#[derive(Default)]
struct Lookout(Vec<Vec<Shared>>);

impl Lookout {
    /// Returns `true` if an execution has come to the goal, after a step of a thread.
    fn sees(&mut self, goal: &Goal, attempt: &mut Attempt, thread: ThreadId) -> bool {
        let Goal::Race(span) = goal else { return goal.reached(attempt) };
        let ready = attempt.ready();
        let known = self.0.len();
        self.0.resize_with(attempt.machine.threads().count(), Vec::new);
        for changed in ready.iter().filter(|id| **id == thread || id.0 as usize >= known) {
            self.0[changed.0 as usize] = attempt.next(*changed);
        }
        let own = &self.0[thread.0 as usize];
        let mut others = ready.iter().filter(|other| **other != thread);
        others.any(|other| race(own, &self.0[other.0 as usize], *span)) && goal.reached(attempt)
    }
}

/// A schedule without parts that are not needed to come to the goal: first long ones are left out, then short ones.
fn shortened(
    start: &Attempt,
    mut schedule: Vec<Scheduled>,
    goal: &Goal,
    control: &dyn Control,
) -> Result<Vec<Scheduled>, Parted> {
    let mut steps = 0;
    let mut length = schedule.len() / 2;
    while length > 0 {
        let mut from = 0;
        while from < schedule.len() && steps < MOST_TO_SHORTEN {
            let until = (from + length).min(schedule.len());
            let rest = [&schedule[..from], &schedule[until..]].concat();
            steps += schedule.len();
            match repeated(start.clone(), &rest, goal, control) {
                Some(shorter) => schedule = shorter,
                None => from = until,
            }
            control.poll(&Progress::default()).map_err(Parted::Stopped)?;
        }
        length /= 2;
    }
    Ok(schedule)
}

/// Executes a schedule as far as its threads can act: what of it comes to the goal.
fn repeated(
    mut attempt: Attempt,
    schedule: &[Scheduled],
    goal: &Goal,
    control: &dyn Control,
) -> Option<Vec<Scheduled>> {
    let mut lookout = Lookout::default();
    let mut last = ThreadId(0);
    for (thread, answers) in schedule {
        if lookout.sees(goal, &mut attempt, last) {
            break;
        }
        if attempt.ready().contains(thread) {
            attempt.step_choosing(*thread, &mut GivenAnswers::of(answers), control);
            last = *thread;
        }
    }
    goal.reached(&mut attempt).then_some(attempt.schedule)
}
