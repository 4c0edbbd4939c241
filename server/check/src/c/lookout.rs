//! The accesses of the next steps of threads, in executions at random.

use boolprog_machine::thread::ThreadId;

use super::attempt::{Attempt, Scheduled};
use super::goal::{Goal, race};
use super::watch::Shared;

/// A goal, with its number.
pub(super) type Wanted<'a> = (usize, &'a Goal);

/// The accesses of the next steps of threads, by their numbers: they change when the thread makes a step.
#[derive(Default)]
pub(super) struct Lookout {
    next: Vec<Vec<Shared>>,
    /// For each thread, whether one of them is at the place of a race that is looked for.
    may_race: Vec<bool>,
}

impl Lookout {
    /// Looks at what threads do next, after a step of one of them. Gives the number of threads.
    pub(super) fn look(&mut self, open: &[Wanted<'_>], attempt: &Attempt, ready: &[ThreadId], thread: ThreadId) -> u64 {
        let races = || {
            open.iter().filter_map(|(_, goal)| match goal {
                Goal::Race(places) => Some(*places),
                _ => None,
            })
        };
        if races().next().is_none() {
            return 0;
        }
        let (known, threads) = (self.next.len(), attempt.machine.threads().count());
        self.next.resize_with(threads, Vec::new);
        self.may_race.resize(threads, false);
        let mut looks = 0;
        for changed in ready.iter().filter(|id| **id == thread || id.0 as usize >= known) {
            let next = attempt.next(*changed);
            self.may_race[changed.0 as usize] =
                races().flatten().any(|place| next.iter().any(|access| access.is_at(place)));
            self.next[changed.0 as usize] = next;
            looks += 1;
        }
        looks
    }

    /// Returns `true` if a thread is about to make an access that is looked for.
    pub(super) fn may_race(&self, thread: ThreadId) -> bool {
        self.may_race.get(thread.0 as usize).is_some_and(|may_race| *may_race)
    }

    /// The schedule of an execution that has come to a goal after a step of a thread.
    pub(super) fn arrived(
        &self,
        goal: &Goal,
        attempt: &mut Attempt,
        ready: &[ThreadId],
        thread: ThreadId,
    ) -> Option<Vec<Scheduled>> {
        if let Goal::Race(places) = goal {
            let own = &self.next[thread.0 as usize];
            let mut others = ready.iter().filter(|other| **other != thread);
            others.find(|other| race(own, &self.next[other.0 as usize], *places))?;
        }
        goal.arrived(attempt)
    }
}
