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
}

impl Schedule {
    /// One at a time, until one is slow.
    pub(super) fn new(tasks: &[Task]) -> Self {
        Self { waiting: tasks.iter().copied().enumerate().collect(), running: Vec::new(), allowed: 1 }
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
        self.allowed = jobs;
    }

    /// Notes that an engine has ended.
    pub(super) fn ended(&mut self, task: Task) {
        self.running.retain(|&running| running != task);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use boolprog_explore::engine::EngineId;

    const MCS: Task = Task::Coverability(EngineId::Mcs);

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
        let mut schedule = Schedule::new(&[MCS, Task::Bounded, Task::Merged, Task::BackwardBriefly]);
        assert_eq!(start(&mut schedule, false), [MCS]);
        assert_eq!(start(&mut schedule, false), []);
        schedule.ended(MCS);
        assert!(schedule.is_idle());
        assert_eq!(start(&mut schedule, false), [Task::Bounded]);
        schedule.slow(3);
        assert_eq!(start(&mut schedule, false), [Task::Merged, Task::BackwardBriefly]);
    }

    #[test]
    fn backward_search_waits_until_contexts_have_told_what_they_cover() {
        let tasks = [Task::Bounded, MCS, Task::BackwardBriefly];
        for is_told in [true, false] {
            let mut schedule = Schedule::new(&tasks);
            schedule.slow(3);
            assert_eq!(start(&mut schedule, false), [Task::Bounded, MCS]);
            if !is_told {
                schedule.ended(MCS);
            }
            assert_eq!(start(&mut schedule, is_told), [Task::BackwardBriefly]);
        }
    }
}
