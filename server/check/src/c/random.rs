//! Executions at random: where none follows the guide, and before engines search for long.

use std::sync::Arc;

use boolprog_base::control::{Control, Progress};
use boolprog_integer::CReading;
use boolprog_machine::machine::Machine;
use boolprog_machine::program::Program;
use boolprog_machine::schedule::{Numbers, RandomChoices};
use boolprog_machine::thread::ThreadId;

use super::attempt::{Attempt, Scheduled};
use super::follow::Executed;
use super::goal::Goal;
use super::guide::Guide;
use super::inputs::Allowed;
use super::lookout::{Lookout, Wanted};
use super::shortened::shortened;

/// Executions that are tried first. Each later search tries four times as many, up to a bound.
const EXECUTIONS: u64 = 240;

/// The work of the first search, in about microseconds; that of each later search is four times as much, up to a bound.
const WORK: u64 = 200_000;

/// The factor by which a search has more executions, and more work, than the one before.
const MOST_GROWTH: u64 = 3;

/// The most executions of a search.
const MOST_EXECUTIONS: u64 = EXECUTIONS << (2 * MOST_GROWTH);

/// The work of a step of the machine, and of a look at what a thread may do next.
const STEP: u64 = 2;
const LOOK: u64 = 30;

/// Steps of each.
const STEPS: u64 = 1500;

/// The most steps that a thread makes in a row: violations need many switches between few steps, or few between many.
const LONGEST: [u64; 2] = [6, 60];

/// Tries random schedules and inputs, which a seed and the number of the search determine. Whatever comes to one of the goals is an
/// execution of the program, also one of another length than a guide has. Gives the first execution that was found for each goal, by
/// the number of the goal, also where the control stops the search.
pub(super) fn search(
    (program, reading): (&Arc<Program>, CReading),
    goals: &[Goal],
    (seed, number): (u64, u64),
    control: &dyn Control,
) -> Vec<(usize, Executed)> {
    let options = Goal::options_of_all(goals);
    let Ok(machine) = Machine::new(Arc::clone(program), options, &["program"], &[], control) else {
        return Vec::new();
    };
    let start = Attempt::new(machine, &Guide::default());
    let mut open: Vec<Wanted<'_>> = goals.iter().enumerate().collect();
    let mut found = Vec::new();
    let first = seed.wrapping_add(number).wrapping_mul(MOST_EXECUTIONS);
    let growth = 2 * number.min(MOST_GROWTH);
    let mut work = WORK << growth;
    for count in 0..EXECUTIONS << growth {
        let seed = first.wrapping_add(count);
        for (goal, schedule) in execution((start.clone(), reading), seed, &open, (&mut work, control)) {
            let schedule = shortened((&start, reading), schedule, &goals[goal], control);
            found.push((goal, Executed { schedule, taking_part: None }));
            open.retain(|(number, _)| *number != goal);
        }
        if open.is_empty() || work == 0 || control.poll(&Progress::default()).is_err() {
            break;
        }
    }
    found
}

/// The goals to which the execution of a seed comes, with the schedules up to them. It ends where no work is left.
fn execution(
    (mut attempt, reading): (Attempt, CReading),
    seed: u64,
    open: &[Wanted<'_>],
    (work, control): (&mut u64, &dyn Control),
) -> Vec<(usize, Vec<Scheduled>)> {
    let (mut order, mut choices) = (Order::new(seed), RandomChoices::new(seed, attempt.machine.program()));
    let mut lookout = Lookout::default();
    let mut found: Vec<(usize, Vec<Scheduled>)> = Vec::new();
    let mut thread = ThreadId(0);
    for _ in 0..STEPS {
        let ready = attempt.ready();
        let looks = lookout.look(open, &attempt, &ready, thread);
        *work = work.saturating_sub(STEP + ready.len() as u64 + LOOK * looks);
        for (number, goal) in open {
            let is_new = || found.iter().all(|(known, _)| known != number);
            if is_new()
                && let Some(schedule) = lookout.arrived(goal, &mut attempt, &ready, thread)
            {
                found.push((*number, schedule));
            }
        }
        if ready.is_empty() || found.len() == open.len() || *work == 0 {
            break;
        }
        thread = order.next(&ready, |thread| lookout.may_race(thread));
        attempt.step_choosing(thread, &mut Allowed { choices: &mut choices, reading }, control);
    }
    found
}

/// An order of threads: one goes on for some steps. A thread that comes to an access that may race often waits there, until another
/// one meets it or no thread can go on (Sen, "Race Directed Random Testing of Concurrent Programs", PLDI 2008).
struct Order {
    numbers: Numbers,
    longest: u64,
    left: u64,
    last: ThreadId,
    waiting: Vec<ThreadId>,
}

impl Order {
    fn new(seed: u64) -> Self {
        let longest = LONGEST[seed as usize % LONGEST.len()];
        Self { numbers: Numbers::new(seed), longest, left: 0, last: ThreadId(0), waiting: Vec::new() }
    }

    /// One of the threads that can act, of which there is at least one.
    fn next(&mut self, ready: &[ThreadId], may_race: impl Fn(ThreadId) -> bool) -> ThreadId {
        if ready.len() > 1 && may_race(self.last) && self.numbers.below(2) == 0 {
            self.waiting.push(self.last);
        }
        let free: Vec<ThreadId> = ready.iter().copied().filter(|thread| !self.waiting.contains(thread)).collect();
        let free = if free.is_empty() { ready } else { &free };
        if self.left == 0 || !free.contains(&self.last) {
            self.left = 1 + self.numbers.below(self.longest);
            self.last = free[self.numbers.below(free.len() as u64) as usize];
        }
        self.left -= 1;
        self.waiting.retain(|thread| *thread != self.last);
        self.last
    }
}
