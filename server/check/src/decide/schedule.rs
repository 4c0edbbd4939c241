//! Which engines are at work, and which are next.

use std::collections::VecDeque;

use super::portfolio::Task;

/// The engines of a race, in the order in which they start.
pub(super) struct Schedule {
    /// With their numbers.
    waiting: VecDeque<(usize, Task)>,
    running: Vec<Task>,
    /// How many may be at work.
    allowed: usize,
    is_slow: bool,
}

impl Schedule {
    /// So many start at once; after them it is one at a time, until one is slow.
    pub(super) fn new(tasks: &[Task], at_once: usize) -> Self {
        let waiting = tasks.iter().copied().enumerate().collect();
        Self { waiting, running: Vec::new(), allowed: at_once, is_slow: false }
    }

    /// Takes the next one, if it may start. Backward search asks what contexts have covered, so it waits until they have
    /// told, or ended: otherwise what it finds would depend on who is faster.
    pub(super) fn take_next(&mut self, is_coverable_known: bool) -> Option<(usize, Task)> {
        let (_, task) = self.waiting.front()?;
        let asks = matches!(task, Task::BackwardBriefly | Task::Backward);
        let is_told = is_coverable_known || !self.running.iter().any(|task| matches!(task, Task::Coverability(_)));
        if self.running.len() < self.allowed && (is_told || !asks) { self.waiting.pop_front() } else { None }
    }

    /// Notes that an engine is at work.
    pub(super) fn started(&mut self, task: Task) {
        self.running.push(task);
    }

    /// Whether none is.
    pub(super) fn is_idle(&self) -> bool {
        self.running.is_empty()
    }

    /// Notes that one of them takes its time: so many may be at work from now on.
    pub(super) fn slow(&mut self, jobs: usize) {
        (self.allowed, self.is_slow) = (jobs, true);
    }

    /// Notes that an engine has ended.
    pub(super) fn ended(&mut self, task: Task) {
        self.running.retain(|&running| running != task);
        if !self.is_slow {
            self.allowed = 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Coverability;

    const CONTEXTS: Task = Task::Coverability(Coverability::Contexts);

    /// Starts all that may start.
    fn start(schedule: &mut Schedule, is_coverable_known: bool) -> Vec<Task> {
        let mut started = Vec::new();
        while let Some((_, task)) = schedule.take_next(is_coverable_known) {
            schedule.started(task);
            started.push(task);
        }
        started
    }

    #[test]
    fn engines_start_one_after_the_other_until_one_is_slow() {
        let mut schedule = Schedule::new(&[CONTEXTS, Task::Bounded, Task::Merged], 1);
        assert_eq!(start(&mut schedule, false), [CONTEXTS]);
        assert_eq!(start(&mut schedule, false), []);
        schedule.slow(3);
        assert_eq!(start(&mut schedule, false), [Task::Bounded, Task::Merged]);
    }

    #[test]
    fn two_that_start_at_once_are_followed_one_by_one() {
        let mut schedule = Schedule::new(&[CONTEXTS, Task::Bounded, Task::Merged], 2);
        assert_eq!(start(&mut schedule, false), [CONTEXTS, Task::Bounded]);
        schedule.ended(CONTEXTS);
        assert_eq!(start(&mut schedule, false), []);
        schedule.ended(Task::Bounded);
        assert_eq!(start(&mut schedule, false), [Task::Merged]);
        schedule.ended(Task::Merged);
        assert!(schedule.is_idle());
    }

    #[test]
    fn backward_search_waits_until_contexts_have_told_what_they_cover() {
        let tasks = [CONTEXTS, Task::Bounded, Task::BackwardBriefly];
        let mut schedule = Schedule::new(&tasks, 3);
        assert_eq!(start(&mut schedule, false), [CONTEXTS, Task::Bounded]);
        assert_eq!(start(&mut schedule, true), [Task::BackwardBriefly]);
        let mut schedule = Schedule::new(&tasks, 3);
        assert_eq!(start(&mut schedule, false), [CONTEXTS, Task::Bounded]);
        schedule.slow(3);
        assert_eq!(start(&mut schedule, false), []);
        schedule.ended(CONTEXTS);
        assert_eq!(start(&mut schedule, false), [Task::BackwardBriefly]);
    }
}
