//! Engines side by side: the first certified answer to a property wins.
//!
//! The engines work on what saturation left, each on a thread of its own, and send what they find to the thread that
//! asked, which alone owns the system: it checks certificates, executes runs and passes verdicts on. An engine that
//! has visited [`Options::patience`] states is joined by the next ones, up to [`Options::jobs`] at a time; so what is
//! easy is decided by one engine, without any race.
//!
//! # Why the answer does not depend on who is first
//!
//! Verdicts are either right or not given, so only the counterexamples could differ. Which one is taken is laid down:
//! the shortest, if the bounded search finds it within so many configurations ([`SHORTENING`]), and otherwise the one that
//! backward search found. A chain of the latter is therefore kept back until the former has come to its end. Backward search
//! asks what contexts have covered, not whenever it likes, but at one moment of their search, and starts afterwards. How many
//! threads the former uses where no end is in sight is settled by what brief backward searches found, which nobody
//! joins. Which engine is named in a proof, and what is cut off by a time limit, does depend on the race.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, OnceLock};
use std::thread::{self, Scope};

use boolprog_certificate::sets::{Certificate, Inequality, Region};
use boolprog_explore::engine::EngineId;
use boolprog_explore::saturate::{Restricted, Saturation};
use boolprog_explore::tts::{LocalId, SharedId, ThreadSystem, Tts};
use boolprog_reach::backward::{Chain, Coverable};
use boolprog_reach::bounded::{self, Answer, End, Firsts, Guarantee, Violation};
use boolprog_reach::contexts::{CoverabilitySet, Interim};
use boolprog_reach::lift::lift;
use fixedbitset::FixedBitSet;

use super::backward::BackwardSearch;
use super::certify::regions;
use super::race::{Lane, Race};
use super::schedule::Schedule;
use super::{Capped, Decider, Outcome, THREAD_STATES_ONLY, Undecided, backward, coverability};
use crate::findings::Counterexample;
use crate::options::{Effort, Options};

/// Configurations that may be visited for the shortest run, before that of a chain is good enough: where the coverability
/// set says that there is a run, and where there may be none.
const SHORTENING_PLAIN: u64 = 2_000_000;
const SHORTENING: u64 = 200_000;

/// Configurations that may be visited for all properties at once, before each is searched for on its own.
const SHORTENING_TOGETHER: u64 = 200_000;

/// What one thread does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Task {
    /// Computes the coverability set.
    Coverability(EngineId),
    /// Computes that of the system with bisimilar local states merged, for proofs alone.
    Merged,
    /// Searches backward from each property, for a while.
    BackwardBriefly,
    /// Searches backward from those that this left open.
    Backward,
    /// Searches for shortest runs.
    Bounded,
}

/// What an engine says.
pub(super) enum Message {
    /// It has been at work for some time.
    Slow,
    /// The coverability set, with the targets that it covers, or why it has none.
    Coverability(EngineId, Result<(FixedBitSet, CoverabilitySet), Undecided>),
    /// These properties cannot be violated: the regions are closed and do not cover them, in the same numbers.
    Uncovered(Vec<u32>, Vec<Region>),
    /// What a bounded search found, in the numbers of what saturation left.
    Bounded(Answer),
    /// These properties cannot be violated; nothing above these configurations is reachable, nor is what is too heavy for
    /// the inequalities.
    Never(Vec<u32>, Vec<(SharedId, Vec<LocalId>)>, Vec<Inequality>),
    /// This one can, if the chain can be executed.
    Chain(u32, Chain),
    /// It has nothing more to say.
    Ended(Task),
}

/// What the engines read.
pub(super) struct Common<'a> {
    pub(super) restricted: &'a Restricted,
    pub(super) saturation: &'a Saturation,
    /// What saturation finds of [`Self::restricted`], once somebody asks.
    pub(super) possible: OnceLock<Saturation>,
    /// What contexts covered until others joined them, or until they were done.
    pub(super) coverable: OnceLock<Coverable>,
}

/// What the thread that asked knows besides the outcomes.
#[derive(Default)]
struct Kept {
    /// Counterexamples that a shorter one may still replace.
    counterexamples: BTreeMap<u32, Counterexample>,
    /// Whether none can any more.
    searched: bool,
    /// What saturation left, to execute runs on.
    restricted: Option<Restricted>,
}

impl<S: ThreadSystem> Decider<'_, '_, S> {
    /// Has the engines decide what is open, `jobs` of them at a time; the earlier in the list, the sooner they start.
    /// What is still open afterwards is beyond them.
    pub(super) fn portfolio(
        &mut self,
        (tasks, jobs): (&[Task], usize),
        restricted: &Restricted,
        saturation: &Saturation,
        options: Options,
    ) -> Result<(), Undecided> {
        let race = Race::new(self.control, &self.open(), self.system.bytes(), tasks.len());
        let common = Common { restricted, saturation, possible: OnceLock::new(), coverable: OnceLock::new() };
        let backward = Mutex::new(None);
        let starter = Starter { race: &race, common: &common, backward: &backward, options };
        let mut kept = Kept::default();
        let heard = thread::scope(|scope| {
            let heard = self.hear_all(scope, &starter, (tasks, jobs), &mut kept);
            race.end();
            heard
        });
        heard?;
        self.settle_kept(&mut kept);
        match race.stopped() {
            Some(stop) if !self.open().is_empty() => Err(stop.into()),
            _ => Ok(()),
        }
    }

    /// Starts the engines and hears of their findings, until all have ended.
    fn hear_all<'scope>(
        &mut self,
        scope: &'scope Scope<'scope, '_>,
        starter: &'scope Starter<'_, '_>,
        (tasks, jobs): (&[Task], usize),
        kept: &mut Kept,
    ) -> Result<(), Undecided> {
        let (news, findings) = channel();
        let mut schedule = Schedule::new(tasks);
        loop {
            while let Some((number, task)) = schedule.take_next(starter.common.coverable.get().is_some()) {
                let complete = task == Task::Merged && self.exact.is_some();
                if starter.is_wanted(task) && !complete {
                    let lane = starter.lane(number, task, news.clone());
                    let question = self.question(kept, starter);
                    schedule.started(task);
                    if starter.race.is_undecided() {
                        scope.spawn(move || starter.work(question, &lane));
                    } else {
                        // Nobody else will be at work, so there is nothing to hear of meanwhile.
                        starter.work(question, &lane);
                        drop(lane);
                    }
                }
            }
            if schedule.is_idle() {
                return Ok(());
            }
            match findings.recv() {
                Ok(Message::Slow) => schedule.slow(jobs),
                Ok(Message::Ended(task)) => {
                    schedule.ended(task);
                    kept.searched |= task == Task::Bounded;
                }
                Ok(finding) => self.hear(finding, starter.common, kept)?,
                Err(_) => return Ok(()),
            }
            if kept.searched {
                self.settle_kept(kept);
            }
            for (property, _) in self.outcomes.iter().filter(|(_, outcome)| outcome.is_some()) {
                starter.race.close(*property);
            }
        }
    }

    /// What an engine that starts now is asked. A bounded search for what may not be there needs a limit.
    fn question(&self, kept: &Kept, starter: &Starter<'_, '_>) -> bounded::Question {
        let needed = kept.counterexamples.values().map(|found| found.threads).max();
        let plain = starter.common.restricted.tts.is_plain();
        let limit = starter.options.thread_limit;
        let threads = if plain { u32::MAX } else { limit.max(needed.unwrap_or_default()) };
        bounded::Question { properties: self.open(), threads, thread_states: 0 }
    }

    fn hear(&mut self, finding: Message, common: &Common<'_>, kept: &mut Kept) -> Result<(), Undecided> {
        match finding {
            Message::Coverability(engine, Ok((covered, set))) => {
                self.learn_set(engine, &covered, &set, common.restricted)
            }
            Message::Coverability(_, Err(undecided @ Undecided::Internal(_))) => Err(undecided),
            Message::Uncovered(mut properties, regions) => {
                properties.retain(|&property| self.is_open(property));
                let regions = regions.iter().map(|region| coverability::original(region, common.restricted)).collect();
                if properties.is_empty() {
                    Ok(())
                } else {
                    self.prove(&properties, EngineId::McsMerged, Certificate::Regions(regions))
                }
            }
            Message::Bounded(answer) => {
                let restricted = kept.restricted.get_or_insert_with(|| common.restricted.clone());
                let answer = self.lifted(answer, restricted)?;
                self.learn(answer).map(|_| ())
            }
            Message::Never(mut properties, minimal, inequalities) => {
                properties.retain(|&property| self.is_open(property));
                if properties.is_empty() {
                    return Ok(());
                }
                let regions = regions(common.saturation);
                let evidence = Certificate::Complement { regions, minimal, inequalities };
                self.prove(&properties, EngineId::Backward, evidence)
            }
            Message::Chain(..) if self.only_proofs => Ok(()),
            Message::Chain(property, chain) => {
                if let Some(run) = chain.run(self.system, self.control)? {
                    let threads = self.execute(&run)?;
                    kept.counterexamples.insert(property, Counterexample { run, threads, guarantee: None });
                }
                Ok(())
            }
            // Whatever stopped an engine is known to the race.
            Message::Coverability(..) | Message::Slow | Message::Ended(_) => Ok(()),
        }
    }

    /// What was found in what saturation left, in the numbers of the system.
    fn lifted(&mut self, answer: Answer, restricted: &mut Restricted) -> Result<Answer, Undecided> {
        let mut violations = Vec::with_capacity(answer.violations.len());
        for violation in answer.violations {
            let lifted = lift(&violation.run, restricted, self.system);
            let run = lifted.ok_or_else(|| Undecided::Internal("saturation made up a step".to_owned()))?;
            violations.push(bounded::Violation { run, ..violation });
        }
        let original = |(shared, local)| (restricted.shared(shared), restricted.local(local));
        let firsts: Firsts = answer.firsts.into_iter().map(|(state, first)| (original(state), first)).collect();
        let end = match answer.end {
            End::Exhausted(found) => {
                End::Exhausted(found.renumbered(|shared| restricted.shared(shared), |local| restricted.local(local)))
            }
            end => end,
        };
        Ok(Answer { violations, firsts, end, ..answer })
    }

    /// Settles what no shorter counterexample was found for.
    fn settle_kept(&mut self, kept: &mut Kept) {
        for (property, found) in std::mem::take(&mut kept.counterexamples) {
            if self.is_open(property) {
                self.settle(property, Outcome::Violated(found));
            }
        }
    }
}

/// Starts engines.
struct Starter<'s, 'a> {
    race: &'a Race<'a>,
    common: &'a Common<'a>,
    /// Backward search, from one of its tasks to the next.
    backward: &'s Mutex<Option<BackwardSearch<'a>>>,
    options: Options,
}

impl<'a> Starter<'_, 'a> {
    /// Whether there is still something to do for the engine: a coverability set also says what the thread states are.
    fn is_wanted(&self, task: Task) -> bool {
        let is_asked_for = self.options.thread_states != Effort::None;
        self.race.is_undecided() || is_asked_for && matches!(task, Task::Coverability(_))
    }

    fn lane(&self, number: usize, task: Task, news: Sender<Message>) -> Lane<'a> {
        let patience = if task == Task::BackwardBriefly { u64::MAX } else { self.options.patience };
        let states_when_decided = match task {
            Task::Coverability(_) => match self.options.thread_states {
                Effort::None => 0,
                Effort::Number => self.options.patience.min(THREAD_STATES_ONLY),
                Effort::Short | Effort::Full => THREAD_STATES_ONLY,
            },
            Task::Merged | Task::BackwardBriefly | Task::Backward | Task::Bounded => 0,
        };
        let states = match task {
            Task::Bounded if self.common.restricted.tts.is_plain() => SHORTENING_PLAIN,
            Task::Bounded => SHORTENING,
            Task::Coverability(_) | Task::Merged | Task::BackwardBriefly | Task::Backward => u64::MAX,
        };
        let is_slow = AtomicBool::new(false);
        Lane { race: self.race, number, task, states, states_when_decided, patience, is_slow, news }
    }

    /// What the thread of an engine does.
    fn work(&self, question: bounded::Question, lane: &Lane<'a>) {
        let Common { restricted, .. } = self.common;
        match lane.task {
            Task::Coverability(engine) => {
                // Before the lane says that it is slow, so that it is there when backward search starts.
                let nodes = u32::try_from(lane.patience).unwrap_or(u32::MAX).max(1);
                let tell = &mut |set: &CoverabilitySet| drop(self.common.coverable.set(Coverable::new(set)));
                let interim = lane.race.is_undecided().then_some(Interim { nodes, tell });
                let set = coverability::search(engine, &restricted.tts, interim, lane);
                lane.tell(Message::Coverability(engine, set));
            }
            Task::Merged => {
                // Stopped or not complete, it has nothing to say.
                if let Some((properties, regions)) = coverability::uncovered_when_merged(&restricted.tts, lane) {
                    lane.tell(Message::Uncovered(properties, regions));
                }
            }
            Task::Bounded => {
                let mut tts = restricted.tts.clone();
                if tts.is_plain() {
                    search_guided(&mut tts, question.properties, lane);
                } else {
                    lane.tell(Message::Bounded(bounded::search(&mut tts, &question, lane)));
                }
            }
            // Stopped engines need not say so: the race knows.
            Task::BackwardBriefly => {
                let _ = backward::search_briefly(self.common, self.backward, question.properties, lane);
            }
            Task::Backward => {
                let _ = backward::search(self.backward, lane);
            }
        }
    }
}

/// Searches for the shortest run to each of the properties: for all at once, and then, if that visits too many
/// configurations, for one after the other.
fn search_guided(tts: &mut Tts, mut properties: Vec<u32>, lane: &Lane<'_>) {
    // What is not known to be the best is told only if nothing better comes.
    let mut perhaps = Vec::new();
    if properties.len() > 1 {
        let asked = properties.clone();
        let together = Capped { control: lane, states: SHORTENING_TOGETHER };
        bounded::shortest(tts, &asked, &together, &mut |violation| {
            if violation.guarantee == Guarantee::FewestSwitches {
                properties.retain(|&property| property != violation.property);
                tell(violation, lane);
            } else {
                perhaps.push(violation);
            }
        });
    }
    for property in properties {
        if lane.race.is_open(property) {
            bounded::shortest(tts, &[property], lane, &mut |violation| tell(violation, lane));
        }
    }
    for violation in perhaps {
        tell(violation, lane);
    }
}

/// Tells what a guided search found.
fn tell(violation: Violation, lane: &Lane<'_>) {
    let violations = vec![violation];
    lane.tell(Message::Bounded(Answer { violations, searched: 0, firsts: Firsts::default(), end: End::Answered }));
}
