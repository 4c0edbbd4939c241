//! The search for an execution that follows a guide.
//!
//! It goes in depth over copies of the machine. A thread goes on until it makes the access that the guide names next; what it does
//! on the path is no step of the integer program, since it does not matter to the property. Where one statement has several
//! accesses, each of them may be meant, and where the library leaves a choice open, each answer: what comes first is tried
//! first, and the others when the execution cannot go on. A moment at which the thread does nothing that others could see in the
//! machine, as where the integer program counts objects of the heap, is left out then. A race is looked for after the last
//! moment: two threads are about to make its accesses, but may still be some steps before them.

use std::sync::Arc;

use boolprog_base::Span;
use boolprog_base::control::{Control, Progress, Stop};
use boolprog_integer::EventKind;
use boolprog_machine::fault::Position;
use boolprog_machine::machine::{Ended, Machine, Options};
use boolprog_machine::program::Program;
use boolprog_machine::thread::{Status, ThreadId};

use super::attempt::{Attempt, Scheduled};
use super::goal::{Goal, race};
use super::guide::{Guide, Moment};

/// Steps of the machine after which the search ends without a result.
const MOST_STEPS: u64 = 6_000;

/// Steps of a thread on the path to one moment of the guide.
const MOST_BETWEEN: usize = 2_000;

/// Steps of other threads for which one waits.
const MOST_WAITED: usize = 300;

/// Steps of a thread on the path to a race after the last moment of the guide: it was about to make the access.
const MOST_BEFORE: usize = 40;

/// Threads that are created after the last moment of the guide.
const MOST_CREATED: usize = 2;

/// Threads with other functions that are created before one of them is taken for a thread of the guide.
const MOST_OTHERS: usize = 4;

/// Threads that are created before one of them is the one that the guide says: the creator may be in a loop that it does not
/// leave.
const MOST_ELSEWHERE: usize = 16;

/// Executions that wait to be tried.
const MOST_WAITING: usize = 200;

/// An execution that has come to its goal.
#[derive(Clone, Debug)]
pub(crate) struct Executed {
    /// The record that can be executed again.
    pub schedule: Vec<Scheduled>,
    /// The number of threads of the run that it follows; none if it follows none.
    pub taking_part: Option<usize>,
}

/// Why no execution follows the guide.
#[derive(Clone, Debug)]
pub(crate) enum Parted {
    /// The execution that comes furthest cannot go on as the guide says: its place, and why, as a clause.
    At(Option<Position>, String),
    /// The search was stopped.
    Stopped(Stop),
}

/// Follows a guide to its goal.
pub(super) fn follow(
    program: &Arc<Program>,
    options: Options,
    guide: &Guide,
    goal: &Goal,
    control: &dyn Control,
) -> Result<Executed, Parted> {
    let machine = Machine::new(Arc::clone(program), options, &["program"], &[], control)
        .map_err(|ended| Parted::At(None, format!("the program does not start, because {}", clause(&ended))))?;
    let waiting = vec![Attempt::new(machine, guide)];
    let mut search = Search { guide, goal, control, steps: 0, waiting, furthest: None };
    while let Some(attempt) = search.waiting.pop() {
        if let Some(executed) = search.follow(attempt)? {
            return Ok(executed);
        }
    }
    let (_, place, why) = search.furthest.unwrap_or((0, None, "the run has no step".to_owned()));
    Err(Parted::At(place, why))
}

struct Search<'a> {
    guide: &'a Guide,
    goal: &'a Goal,
    control: &'a dyn Control,
    steps: u64,
    waiting: Vec<Attempt>,
    /// The attempt that came furthest: its moment, its place, and why it did not go on.
    furthest: Option<(usize, Option<Position>, String)>,
}

/// `true` if a thread has come where it should.
type Came = Result<bool, Parted>;

impl Search<'_> {
    /// Follows the guide as far as possible, and leaves alternatives to be tried later.
    fn follow(&mut self, mut attempt: Attempt) -> Result<Option<Executed>, Parted> {
        while let Some(moment) = self.guide.moments.get(attempt.moment) {
            let before = attempt.clone();
            if !self.happens(&mut attempt, *moment)? {
                // Perhaps the machine does nothing there that others could see, as for `malloc`.
                self.later([Attempt::after(before)]);
                return Ok(self.arrived(&mut attempt));
            }
            attempt.moment += 1;
        }
        attempt.is_over = true;
        if let Goal::Race(places) = self.goal {
            return self.meet(&attempt, *places);
        }
        self.finish(&mut attempt)?;
        Ok(self.arrived(&mut attempt))
    }

    /// The execution, if it has come to the goal.
    fn arrived(&self, attempt: &mut Attempt) -> Option<Executed> {
        let schedule = self.goal.arrived(attempt)?;
        Some(Executed { schedule, taking_part: Some(self.guide.threads.len()) })
    }

    /// Goes on after the last moment, up to where the next steps of two threads race there: first one goes on to
    /// such an access, then another one to its own.
    fn meet(&mut self, attempt: &Attempt, places: [Span; 2]) -> Result<Option<Executed>, Parted> {
        let mut attempt = attempt.clone();
        for _ in 0..=MOST_CREATED {
            if let Some(executed) = self.meet_now(&mut attempt, places)? {
                return Ok(Some(executed));
            }
            if !self.create(&mut attempt)? {
                break;
            }
        }
        self.part(&attempt, ThreadId(0), "no two threads come to accesses that race");
        Ok(None)
    }

    /// Goes on until another thread is created: the guide says nothing of those that have not begun.
    fn create(&mut self, attempt: &mut Attempt) -> Came {
        let count = attempt.machine.threads().count();
        for _ in 0..MOST_BEFORE {
            let creator = attempt.creator();
            if !attempt.ready().contains(&creator) || !self.step(attempt, creator)? {
                return Ok(false);
            }
            if attempt.machine.threads().count() > count {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The same with the threads that there are.
    fn meet_now(&mut self, attempt: &mut Attempt, places: [Span; 2]) -> Result<Option<Executed>, Parted> {
        for first in attempt.ready() {
            let mut one = attempt.clone();
            for _ in 0..MOST_BEFORE {
                if one.next(first).iter().any(|access| places.iter().any(|place| access.is_at(*place)))
                    && let Some(executed) = self.met(&mut one, first, places)?
                {
                    return Ok(Some(executed));
                }
                if !one.ready().contains(&first) || !self.step(&mut one, first)? {
                    break;
                }
            }
        }
        Ok(None)
    }

    /// Another thread goes on to an access that races with the next one of the first.
    fn met(&mut self, attempt: &mut Attempt, first: ThreadId, places: [Span; 2]) -> Result<Option<Executed>, Parted> {
        let access = attempt.next(first);
        for second in attempt.ready().into_iter().filter(|second| *second != first) {
            let mut other = attempt.clone();
            for _ in 0..MOST_BEFORE {
                if race(&access, &other.next(second), places)
                    && let Some(executed) = self.arrived(&mut other)
                {
                    return Ok(Some(executed));
                }
                if !self.step(&mut other, second)? || !other.ready().contains(&second) {
                    break;
                }
            }
        }
        Ok(None)
    }

    /// Goes on until a moment happens.
    fn happens(&mut self, attempt: &mut Attempt, moment: Moment) -> Came {
        let Some(thread) = self.thread(attempt, moment.thread)? else { return Ok(false) };
        if moment.event.kind == EventKind::Access && attempt.repeats(thread, moment.event.span) {
            self.later([Attempt::after(attempt.clone())]);
        }
        let enough = attempt.machine.threads().count() + MOST_ELSEWHERE;
        for _ in 0..MOST_BETWEEN {
            if moment.event.kind == EventKind::Creation && attempt.machine.threads().count() > enough {
                break;
            }
            let found = match moment.event.kind {
                EventKind::Creation => attempt.claim_creation(thread, moment.event.span),
                EventKind::Access | EventKind::Choice => self.claim(attempt, thread, moment.event.span),
            };
            if found {
                return Ok(true);
            }
            if !self.advance(attempt, thread)? {
                return Ok(false);
            }
        }
        self.part(attempt, thread, "the thread does not come to the next step of the run");
        Ok(false)
    }

    /// Takes a step that a thread has made for a moment. That a later one is meant is tried later.
    fn claim(&mut self, attempt: &mut Attempt, thread: ThreadId, span: Span) -> bool {
        let Some(claimed) = attempt.claim(thread, span) else { return false };
        self.later(claimed.later);
        true
    }

    /// Keeps executions that are tried later, as long as there is room.
    fn later(&mut self, attempts: impl IntoIterator<Item = Attempt>) {
        let room = MOST_WAITING.saturating_sub(self.waiting.len());
        self.waiting.extend(attempts.into_iter().take(room));
    }

    /// The thread of the machine that a thread of the guide is: the first one that was created with its function, and is no
    /// other one. If there is none yet, `main` goes on until there is.
    fn thread(&mut self, attempt: &mut Attempt, guided: usize) -> Result<Option<ThreadId>, Parted> {
        let enough = attempt.machine.threads().count() + MOST_OTHERS;
        for _ in 0..MOST_BETWEEN {
            if let Some(thread) = attempt.bound(guided, self.guide) {
                return Ok(Some(thread));
            }
            let creator = attempt.creator();
            if attempt.machine.threads().count() > enough {
                break;
            }
            if !self.advance(attempt, creator)? {
                return Ok(attempt.bound_to_other(guided, self.guide));
            }
        }
        let other = attempt.bound_to_other(guided, self.guide);
        if other.is_none() {
            self.part(attempt, ThreadId(0), "a thread of the run is not created");
        }
        Ok(other)
    }

    /// One step of a thread, before which others go on if it has to wait for them. Returns `false` if it cannot act.
    fn advance(&mut self, attempt: &mut Attempt, thread: ThreadId) -> Came {
        if !self.can_act(attempt, thread)? {
            let waits = attempt.status(thread) != Status::Ended;
            self.part(attempt, thread, if waits { "the thread waits" } else { "the thread has ended" });
            return Ok(false);
        }
        self.step(attempt, thread)
    }

    fn step(&mut self, attempt: &mut Attempt, thread: ThreadId) -> Came {
        self.count()?;
        let room = MOST_WAITING.saturating_sub(self.waiting.len());
        let others = attempt.step(thread, room, self.control);
        self.later(others);
        match attempt.machine.ended() {
            None => Ok(true),
            Some(Ended::Stopped(stop)) => Err(Parted::Stopped(*stop)),
            Some(ended) => {
                let why = clause(ended);
                self.part(attempt, thread, &why);
                Ok(false)
            }
        }
    }

    /// `true` if a thread can act, after others have gone on if it has to wait. First those go on of which the guide says nothing
    /// more, then those that it names later.
    fn can_act(&mut self, attempt: &mut Attempt, thread: ThreadId) -> Came {
        for _ in 0..MOST_WAITED {
            if attempt.machine.ended().is_some() {
                return Ok(false);
            }
            let ready = attempt.ready();
            if ready.contains(&thread) {
                return Ok(true);
            }
            if attempt.status(thread) == Status::Ended {
                return Ok(false);
            }
            let is_named = |other: &ThreadId| attempt.is_named(*other, &self.guide.moments);
            let Some(other) = ready.iter().find(|other| !is_named(other)).or(ready.first()).copied() else {
                return Ok(false);
            };
            if !self.step(attempt, other)? {
                return Ok(false);
            }
        }
        Ok(false)
    }

    /// Goes on after the last moment, up to the goal.
    fn finish(&mut self, attempt: &mut Attempt) -> Result<(), Parted> {
        let last = self.guide.last.map(|last| self.thread(attempt, last)).transpose()?.flatten().unwrap_or_default();
        for _ in 0..MOST_BETWEEN {
            if self.arrived(attempt).is_some() || attempt.machine.ended().is_some() {
                return Ok(());
            }
            let Some(thread) = self.goal.next(last, &attempt.ready()) else { break };
            if !self.step(attempt, thread)? {
                return Ok(());
            }
        }
        self.part(attempt, last, "the execution does not come to the violation");
        Ok(())
    }

    /// Notes why an attempt does not go on.
    fn part(&mut self, attempt: &Attempt, thread: ThreadId, why: &str) {
        if self.furthest.as_ref().is_none_or(|(moment, ..)| *moment <= attempt.moment) {
            self.furthest = Some((attempt.moment, attempt.machine.position(thread), why.to_owned()));
        }
    }

    fn count(&mut self) -> Result<(), Parted> {
        self.steps += 1;
        if self.steps > MOST_STEPS {
            self.waiting.clear();
            let (_, place, why) = self.furthest.take().unwrap_or((0, None, "the search is too long".to_owned()));
            return Err(Parted::At(place, why));
        }
        if self.steps.is_multiple_of(64) {
            let progress = Progress { phase: "execution", states: self.steps, ..Progress::default() };
            self.control.poll(&progress).map_err(Parted::Stopped)?;
        }
        Ok(())
    }
}

/// The end of a run, as a clause.
fn clause(ended: &Ended) -> String {
    match ended {
        Ended::Exit(_) => "the process ends without it".to_owned(),
        Ended::Fault(fault) => format!("another rule is broken: {}", fault.message),
        Ended::Blocked => "all threads wait".to_owned(),
        Ended::Quiet => "an assumption does not hold".to_owned(),
        Ended::Stopped(stop) => stop.to_string(),
    }
}
