//! Schedules of few threads and few steps, made of those that were found at random.

use std::collections::BTreeSet;
use std::ops::Range;

use boolprog_base::control::{Control, Progress};
use boolprog_integer::CReading;
use boolprog_machine::record::GivenAnswers;
use boolprog_machine::thread::ThreadId;

use super::attempt::{Attempt, Scheduled};
use super::goal::Goal;
use super::inputs::Allowed;

/// Steps of all executions with which one that was found is made shorter.
const MOST_STEPS: usize = 200_000;

/// Small answers are tried in this part of the steps.
const SHARE: usize = 4;

/// Answers that are tried in the place of greater ones.
const SMALL: [i128; 4] = [0, 1, 2, 3];

/// A schedule without parts that are not needed to come to the goal: first answers become small, then threads are left out, or take the
/// places of others that were created before them, then long parts, then short ones (Zeller, Hildebrandt: "Simplifying and Isolating Failure-Inducing
/// Input", TSE 2002). If the work is stopped, it is as short as it was then.
pub(super) fn shortened(
    (start, reading): (&Attempt, CReading),
    schedule: Vec<Scheduled>,
    goal: &Goal,
    control: &dyn Control,
) -> Vec<Scheduled> {
    let mut shortening = Shortening { start, reading, goal, control, schedule, steps: 0 };
    shortening.answer_small();
    shortening.leave_out_threads();
    shortening.move_forwards();
    shortening.leave_out_steps();
    shortening.schedule
}

struct Shortening<'a> {
    start: &'a Attempt,
    reading: CReading,
    goal: &'a Goal,
    control: &'a dyn Control,
    /// The shortest schedule so far.
    schedule: Vec<Scheduled>,
    /// Steps that were executed.
    steps: usize,
}

impl Shortening<'_> {
    /// Takes a schedule, or what of it comes to the goal, if it does. Returns `true` then.
    fn take(&mut self, schedule: &[Scheduled]) -> bool {
        if self.steps >= MOST_STEPS || self.control.poll(&Progress::default()).is_err() {
            return false;
        }
        self.steps += schedule.len();
        let found = self.repeated(schedule);
        let is_taken = found.is_some();
        self.schedule = found.unwrap_or_else(|| std::mem::take(&mut self.schedule));
        is_taken
    }

    /// The threads that act, ascending, without the first one.
    fn acting(&self) -> BTreeSet<ThreadId> {
        self.schedule.iter().map(|(thread, _)| *thread).filter(|thread| *thread != ThreadId(0)).collect()
    }

    /// Gives small answers where great ones were given: a loop has fewer rounds then. A part that is executed less often is left
    /// out.
    fn answer_small(&mut self) {
        let mut step = 0;
        while step < self.schedule.len() && self.steps < MOST_STEPS / SHARE {
            for answer in 0..self.schedule[step].1.len() {
                for small in SMALL {
                    let mut smaller = self.schedule.clone();
                    let given = smaller.get_mut(step).and_then(|(_, answers)| answers.get_mut(answer));
                    let Some(given) = given.filter(|given| **given > small) else { break };
                    *given = small;
                    if self.take(&smaller) {
                        break;
                    }
                }
            }
            step += 1;
        }
    }

    fn leave_out_threads(&mut self) {
        self.leave_out(
            |it| it.acting().len(),
            |it, part| {
                let left: Vec<ThreadId> = it.acting().into_iter().skip(part.start).take(part.len()).collect();
                it.schedule.iter().filter(|(thread, _)| !left.contains(thread)).cloned().collect()
            },
        );
    }

    fn leave_out_steps(&mut self) {
        self.leave_out(
            |it| it.schedule.len(),
            |it, part| [&it.schedule[..part.start], &it.schedule[part.end..]].concat(),
        );
    }

    /// Leaves out what is not needed of a number of things: many at a time first, then each by itself.
    fn leave_out(&mut self, count: impl Fn(&Self) -> usize, without: impl Fn(&Self, Range<usize>) -> Vec<Scheduled>) {
        let mut length = count(self).div_ceil(2);
        while length > 0 {
            let mut from = 0;
            while from < count(self) {
                let until = (from + length).min(count(self));
                if !self.take(&without(self, from..until)) {
                    from = until;
                }
            }
            length /= 2;
        }
    }

    /// Lets threads that do not act, and were created before, take the places of those that do.
    fn move_forwards(&mut self) {
        for thread in self.acting() {
            let acting = self.acting();
            for idle in (1..thread.0).map(ThreadId).filter(|idle| !acting.contains(idle)) {
                let moved = self.schedule.iter().cloned();
                let moved = moved.map(|(it, answers)| (if it == thread { idle } else { it }, answers));
                if self.take(&moved.collect::<Vec<_>>()) {
                    break;
                }
            }
        }
    }

    /// Executes those steps of a schedule that its threads can make, up to the goal. A race is looked for before the last two
    /// steps, which were those of the race, since a look takes long.
    fn repeated(&self, schedule: &[Scheduled]) -> Option<Vec<Scheduled>> {
        let mut attempt = self.start.clone();
        let looks_from = if matches!(self.goal, Goal::Race(_)) { schedule.len().saturating_sub(2) } else { 0 };
        for (index, (thread, answers)) in schedule.iter().enumerate() {
            if index >= looks_from
                && let Some(schedule) = self.goal.arrived(&mut attempt)
            {
                return Some(schedule);
            }
            let ready = attempt.ready();
            if ready.contains(thread) {
                let mut given = GivenAnswers::of(answers);
                attempt.step_choosing(
                    *thread,
                    &mut Allowed { choices: &mut given, reading: self.reading },
                    self.control,
                );
            }
        }
        self.goal.arrived(&mut attempt)
    }
}
