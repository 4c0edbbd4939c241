//! Engines side by side: the first certified answer to a property wins.
//!
//! The engines work on the remains of saturation, each on a thread of its own, and send their findings to the calling
//! thread, which alone owns the system: it checks certificates, executes runs and passes verdicts on. An engine that
//! has visited [`Options::start_next_after`] states, or has been at work for as long as that usually takes, is joined by
//! the next ones of the plan; so that easy properties are decided by one engine, without any race. At most
//! [`Options::jobs`] are at work at a time: they take [turns](crate::turns), so that none starves another.
//!
//! # Why the answer does not depend on the race
//!
//! Verdicts are either right or not given, so only the counterexamples could differ. The choice is fixed: the shortest,
//! if the bounded search finds it within the states of its stage, and otherwise that of backward search. A chain of the
//! latter is therefore kept back until the former has come to its end. Backward search reads the states covered by
//! `mcs` at one fixed moment of its search, and starts afterwards. The thread limit of an unbounded search is
//! determined by the findings of brief backward searches, which no engine joins. The engine named in a proof, and the
//! effect of a time limit, do depend on the race.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, Scope};

use boolprog_base::engine::{EngineId, Finding, Finds, Outcome as EngineOutcome, Task};
use boolprog_explore::saturate::Restricted;
use boolprog_explore::tts::ThreadSystem;
use boolprog_reach::threads::{Counterexample, Subject, SubjectEngine, Threads, Violation};

use super::decision::Outcome;
use super::ledger::{Ledger, Undecided};
use super::numbers::Numbers;
use super::plan::{Make, Setting, Stage};
use super::worker::{Message, Worker};
use crate::board::Board;
use crate::options::{Effort, Options};
use crate::schedule::{self, Event, Host, Role};

/// States that may be visited for the thread states alone, when every property has its answer.
pub(super) const THREAD_STATES_ONLY: u64 = 1_000_000;

/// Runs the stages of a plan on the open properties. Those still open afterwards are beyond them.
pub(super) fn run<S: ThreadSystem>(
    ledger: &mut Ledger<'_, '_, S>,
    stages: &[&Stage],
    setting: Setting,
    restricted: &Restricted,
    options: &Options,
) -> Result<(), Undecided> {
    let subject = Subject::new(&restricted.tts);
    let mut engines: BTreeMap<EngineId, Mutex<SubjectEngine<'_>>> = BTreeMap::new();
    for stage in stages {
        engines.entry(stage.engine).or_insert_with(|| Mutex::new((stage.method)(&subject, options)));
    }
    let at_a_time = options.jobs as usize;
    let common = ledger.system.bytes() + restricted.bytes();
    let board = Board::new(ledger.control, &ledger.open(), common, stages.len(), at_a_time);
    let mut portfolio = Portfolio {
        ledger,
        setting,
        options,
        subject: &subject,
        engines: &engines,
        board: &board,
        numbers: Numbers::new(restricted),
        kept: BTreeMap::new(),
        may_be_shortened: true,
    };
    let received = thread::scope(|scope| {
        let (sender, messages) = channel();
        let received = schedule::run(
            stages.iter().copied(),
            &mut Stages { portfolio: &mut portfolio, all: stages, scope, sender, messages },
        );
        board.end();
        received
    });
    received?;
    portfolio.settle_kept();
    match board.stopped() {
        Some(stop) if !portfolio.ledger.open().is_empty() => Err(stop.into()),
        _ => Ok(()),
    }
}

struct Portfolio<'p, 's, 'a, 'l, S> {
    ledger: &'p mut Ledger<'a, 'l, S>,
    setting: Setting,
    options: &'p Options,
    subject: &'s Subject<'s>,
    engines: &'p BTreeMap<EngineId, Mutex<SubjectEngine<'s>>>,
    board: &'p Board<'p>,
    numbers: Numbers<'p>,
    /// Counterexamples that a shorter one may still replace.
    kept: BTreeMap<u32, (EngineId, Counterexample)>,
    may_be_shortened: bool,
}

impl<'p, S: ThreadSystem> Portfolio<'p, '_, '_, '_, S> {
    fn worker(&self, number: usize, stage: &Stage, messages: Sender<(usize, Message)>) -> Worker<'p> {
        let states_when_decided = match self.options.thread_states {
            _ if stage.role != Role::Lists => 0,
            Effort::None => 0,
            Effort::Number => self.options.start_next_after.min(THREAD_STATES_ONLY),
            Effort::Short | Effort::Full => THREAD_STATES_ONLY,
        };
        Worker {
            board: self.board,
            number,
            states: stage.budget.states,
            states_when_decided,
            start_next_after: if stage.role == Role::Tries { u64::MAX } else { self.options.start_next_after },
            polls: AtomicU64::new(0),
            is_slow: AtomicBool::new(false),
            messages,
        }
    }

    /// Thread limit of a search. One for a run that may not exist needs a limit.
    fn threads(&self) -> u32 {
        let needed = self.kept.values().map(|(_, found)| found.threads).max().unwrap_or_default();
        if self.setting.is_plain { u32::MAX } else { self.options.thread_limit.max(needed) }
    }

    fn enter(&mut self, engine: EngineId, outcome: EngineOutcome<Threads>) -> Result<(), Undecided> {
        let EngineOutcome { findings, states, searched, ended, statistics } = outcome;
        for finding in findings {
            self.enter_finding(engine, finding)?;
        }
        let states = self.numbers.states(states);
        let rest = EngineOutcome { findings: Vec::new(), states, searched, ended, statistics };
        // The board knows what stopped an engine.
        self.ledger.enter(engine, rest).map(|_| ())
    }

    fn enter_finding(&mut self, engine: EngineId, finding: Finding<Threads>) -> Result<(), Undecided> {
        match self.numbers.finding(finding, self.ledger.system)? {
            Finding::Violated { property, .. } if self.setting.only_proofs => {
                self.ledger.hopeless.insert(property);
                Ok(())
            }
            Finding::Violated { property, violation: chain @ Violation::Chain(_) } => {
                let found = self.ledger.executed(property, chain)?;
                self.kept.extend(found.map(|found| (property, (engine, found))));
                Ok(())
            }
            finding => self.ledger.enter_finding(engine, finding),
        }
    }

    /// Takes the properties with an answer from the work of all.
    fn close_decided(&mut self) {
        if !self.may_be_shortened {
            self.settle_kept();
        }
        let outcomes = self.ledger.outcomes.iter().filter(|(_, outcome)| outcome.is_some());
        for property in outcomes.map(|(property, _)| property).chain(&self.ledger.hopeless) {
            self.board.close(*property);
        }
    }

    /// Settles the properties for which no shorter counterexample was found.
    fn settle_kept(&mut self) {
        for (property, (engine, found)) in std::mem::take(&mut self.kept) {
            if self.ledger.is_open(property) {
                self.ledger.settle(property, Outcome::Violated { decided_by: engine, engine, found });
            }
        }
    }
}

/// The stages of a portfolio at work.
struct Stages<'r, 'p, 's, 'a, 'l, 'scope, S> {
    portfolio: &'r mut Portfolio<'p, 's, 'a, 'l, S>,
    all: &'p [&'p Stage],
    scope: &'scope Scope<'scope, 'p>,
    sender: Sender<(usize, Message)>,
    messages: Receiver<(usize, Message)>,
}

impl<'p, 's: 'p, S: ThreadSystem> Host<'p, Make, Setting> for Stages<'_, 'p, 's, '_, '_, '_, S> {
    type Failure = Undecided;

    fn wants(&mut self, stage: &Stage) -> bool {
        let Portfolio { ledger, options, board, .. } = &self.portfolio;
        let lists = stage.role == Role::Lists && options.thread_states != Effort::None;
        // When all thread states are known, every possible proof has been found.
        let proves = ledger.all.is_none() || stage.engine.info().finds != Finds::Proofs;
        lists || proves && board.is_undecided()
    }

    fn has_told(&self) -> bool {
        self.portfolio.subject.coverable.get().is_some()
    }

    /// If nothing is open no other stage will be at work, so there is nothing to receive until it has ended.
    fn start(&mut self, number: usize, stage: &'p Stage) {
        let Portfolio { subject, engines, board, ref ledger, .. } = *self.portfolio;
        let worker = self.portfolio.worker(number, stage, self.sender.clone());
        let (properties, threads) = (ledger.open(), self.portfolio.threads());
        let work = move || {
            // Before its turn: another stage of the same engine may be at work.
            let mut engine = engines[&stage.engine].lock().unwrap_or_else(PoisonError::into_inner);
            board.enter(worker.number);
            let mut task = Task {
                properties: &properties,
                threads,
                is_brief: stage.role == Role::Tries,
                is_open: &|property| board.is_open(property),
                early: &mut |finding| worker.send(Message::Early(finding)),
                control: &worker,
            };
            worker.send(Message::Outcome(engine.run(subject, &mut task)));
        };
        if board.is_undecided() {
            self.scope.spawn(work);
        } else {
            work();
        }
    }

    fn next_event(&mut self) -> Result<Option<Event>, Undecided> {
        let Ok((number, message)) = self.messages.recv() else { return Ok(None) };
        let (portfolio, engine) = (&mut *self.portfolio, self.all[number].engine);
        let event = match message {
            Message::Slow if portfolio.setting.only.is_none() => Event::Slow,
            Message::Slow => Event::Found,
            Message::Early(finding) => {
                portfolio.enter_finding(engine, finding)?;
                Event::Found
            }
            Message::Outcome(outcome) => {
                portfolio.enter(engine, outcome)?;
                Event::Found
            }
            Message::Ended => {
                portfolio.may_be_shortened &= engine != EngineId::Bounded;
                Event::Ended(number)
            }
        };
        portfolio.close_decided();
        Ok(Some(event))
    }
}
