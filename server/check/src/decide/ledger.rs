//! Knowledge about a system so far. Findings of engines are entered after a check: certificates by the independent
//! checker, runs by executing them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use boolprog_base::control::{Control, Stop};
use boolprog_base::engine::{Ended, EngineId, Finding, Outcome as EngineOutcome, Statistics};
use boolprog_certificate::run::{Arrived, Run};
use boolprog_certificate::sets::{self, Certificate, Ideal};
use boolprog_explore::saturate::{Restricted, Saturation};
use boolprog_explore::tts::{LocalId, SharedId, ThreadSystem};
use boolprog_reach::first::Firsts;
use boolprog_reach::soonest::{AllSoonest, NotFound};
use boolprog_reach::threads::{AllStates, Counterexample, ThreadStates, Threads, Violation};
use rustc_hash::FxHashSet;

use super::decision::{Listener, News, Outcome};
use crate::options::{Effort, Options};
use crate::reachable::LiveThreads;
use crate::statistics::CoverabilitySearch;

/// Why the remaining properties have no answer.
pub(super) enum Undecided {
    Stopped(Stop),
    NotApplicable(&'static str),
    Internal(String),
}

impl From<Stop> for Undecided {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}

/// A system, and the knowledge about it.
pub(super) struct Ledger<'a, 'l, S> {
    pub(super) system: &'a mut S,
    pub(super) control: &'a dyn Control,
    listener: &'a mut Listener<'l, S>,
    /// Of the properties that were asked for.
    pub(super) outcomes: BTreeMap<u32, Option<Outcome>>,
    /// Properties that cannot be proved, in a search for proofs only.
    pub(super) hopeless: BTreeSet<u32>,
    /// Every execution with up to this number of live threads was searched.
    pub(super) searched: u32,
    /// All reachable thread states, sorted, once they are known.
    pub(super) all: Option<Vec<(SharedId, LocalId)>>,
    /// First paths that the bounded searches have met.
    pub(super) firsts: Firsts,
    /// The fewest steps to each thread state, over any number of threads, if they were asked for.
    pub(super) soonest: Option<Result<AllSoonest, NotFound>>,
    pub(super) live: Option<LiveThreads>,
    pub(super) maximal_markings: Option<u64>,
    /// Searches for a coverability set that came to their end.
    pub(super) coverability: Vec<CoverabilitySearch>,
    /// The engine that has shown of all open properties that they can be violated; only executions are missing.
    pub(super) decider: Option<EngineId>,
    pub(super) shared_states: u64,
    pub(super) local_states: u64,
}

impl<'a, 'l, S: ThreadSystem> Ledger<'a, 'l, S> {
    pub(super) fn new(
        system: &'a mut S,
        asked: &[u32],
        control: &'a dyn Control,
        listener: &'a mut Listener<'l, S>,
    ) -> Self {
        Self {
            system,
            control,
            listener,
            outcomes: asked.iter().map(|property| (*property, None)).collect(),
            hopeless: BTreeSet::new(),
            searched: 0,
            all: None,
            firsts: Firsts::default(),
            soonest: None,
            live: None,
            maximal_markings: None,
            coverability: Vec::new(),
            decider: None,
            shared_states: 0,
            local_states: 0,
        }
    }

    pub(super) fn open(&self) -> Vec<u32> {
        self.outcomes.iter().filter(|(_, outcome)| outcome.is_none()).map(|(property, _)| *property).collect()
    }

    pub(super) fn is_open(&self, property: u32) -> bool {
        self.outcomes.get(&property).is_some_and(Option::is_none)
    }

    /// `true` if there is nothing left to find out.
    pub(super) fn is_finished(&self, options: Options) -> bool {
        options.thread_states == Effort::None && self.open().is_empty()
    }

    pub(super) fn publish(&mut self, news: News<'_>) {
        (self.listener)(self.system, news);
    }

    /// Enters the outcome of a property, and publishes it.
    pub(super) fn settle(&mut self, property: u32, outcome: Outcome) {
        self.publish(News::Outcome(property, &outcome));
        if let Some(settled) = self.outcomes.get_mut(&property) {
            *settled = Some(outcome);
        }
    }

    /// Enters all findings of an engine about the system itself. Returns the reason for its end.
    pub(super) fn enter(&mut self, engine: EngineId, outcome: EngineOutcome<Threads>) -> Result<Ended, Undecided> {
        let EngineOutcome { findings, states: ThreadStates { firsts, all }, searched, ended, statistics } = outcome;
        self.searched = self.searched.max(searched);
        self.firsts.extend(firsts);
        for finding in findings {
            self.enter_finding(engine, finding)?;
        }
        if let Some(all) = all {
            self.note_search(engine, &statistics, &all);
            self.enter_all(all);
        }
        Ok(ended)
    }

    /// Enters the part of a finding that is still open.
    pub(super) fn enter_finding(&mut self, engine: EngineId, finding: Finding<Threads>) -> Result<(), Undecided> {
        match finding {
            Finding::Violated { property, violation } => {
                if self.is_open(property)
                    && let Some(found) = self.executed(property, violation)?
                {
                    let decided_by = self.decider.unwrap_or(engine);
                    self.settle(property, Outcome::Violated { decided_by, engine, found });
                }
                Ok(())
            }
            Finding::Proved { mut properties, certificate } => {
                properties.retain(|&property| self.is_open(property));
                if properties.is_empty() { Ok(()) } else { self.prove(&properties, engine, certificate) }
            }
        }
    }

    /// Notes the work of a search, if it computed a coverability set.
    fn note_search(&mut self, engine: EngineId, statistics: &Statistics, all: &AllStates) {
        self.coverability.extend(all.maximal_markings.map(|maximal_markings| CoverabilitySearch {
            engine,
            is_reduced: false,
            nodes: statistics.nodes as u64,
            expanded: statistics.expanded as u64,
            maximal_markings,
        }));
    }

    /// Enters that these are all reachable thread states.
    fn enter_all(&mut self, AllStates { states, most_threads, maximal_markings }: AllStates) {
        if maximal_markings.is_some() {
            self.maximal_markings = maximal_markings;
        } else {
            self.count(&states);
        }
        self.live = Some(most_threads.map_or(LiveThreads::Unbounded, LiveThreads::AtMost));
        self.all = Some(states);
    }

    /// Counts the shared and the local states of a set of thread states.
    fn count(&mut self, states: &[(SharedId, LocalId)]) {
        let mut locals: Vec<LocalId> = states.iter().map(|state| state.1).collect();
        locals.sort_unstable();
        locals.dedup();
        self.local_states = locals.len() as u64;
        self.shared_states = states.chunk_by(|a, b| a.0 == b.0).count() as u64;
    }

    /// Proves the properties that saturation does not reach.
    pub(super) fn prove_unreached(
        &mut self,
        saturation: &Saturation,
        restricted: &Restricted,
    ) -> Result<(), Undecided> {
        let mut unreached = self.open();
        let reached: FxHashSet<u32> = restricted.tts.targets.iter().map(|target| target.property).collect();
        unreached.retain(|property| !reached.contains(property));
        if unreached.is_empty() {
            return Ok(());
        }
        let ideals = saturation.rows().map(|(shared, locals)| Ideal::of_thread_states(shared, locals)).collect();
        self.prove(&unreached, EngineId::Saturation, Certificate::Ideals(ideals))
    }

    fn prove(&mut self, properties: &[u32], engine: EngineId, evidence: Certificate) -> Result<(), Undecided> {
        if let Err(rejection) = sets::check(self.system, &evidence, properties, self.control) {
            return Err(match rejection {
                sets::Rejection::Stopped(stop) => stop.into(),
                other => Undecided::Internal(format!("the certificate of {engine} was rejected: {other:?}")),
            });
        }
        let certificate = Arc::new(evidence);
        for property in properties {
            let certificate = Arc::clone(&certificate);
            self.settle(*property, Outcome::Proved { engine, certificate, smaller: false });
        }
        Ok(())
    }

    /// Executes a claimed violation of a property; `None` if it is a chain that shows nothing.
    pub(super) fn executed(
        &mut self,
        property: u32,
        violation: Violation,
    ) -> Result<Option<Counterexample>, Undecided> {
        match violation {
            Violation::Run(found) => self.execute(&found.run).map(|_| Some(found)),
            Violation::Chain(chain) => {
                let Some(mut run) = chain.run(self.system, self.control)? else { return Ok(None) };
                self.end_at_violation(property, &mut run);
                let threads = self.execute(&run)?;
                Ok(Some(Counterexample { run, threads, guarantee: None }))
            }
        }
    }

    /// Ends a run where a thread violates the property for the first time: it may be one of which the chain does not speak.
    fn end_at_violation(&mut self, property: u32, run: &mut Run) {
        let mut now = Arrived::at_start(run);
        for number in 0..run.steps.len() {
            let shared = now.shared;
            let violates = |local: &LocalId| self.system.violated(shared, *local).contains(&property);
            if now.threads.iter().flatten().any(violates) {
                return run.steps.truncate(number);
            }
            if now.step(self.system, &run.steps[number]).is_none() {
                return;
            }
        }
    }

    /// Executes a run; the largest number of threads alive in it.
    fn execute(&mut self, run: &Run) -> Result<u32, Undecided> {
        match run.execute(self.system) {
            Ok(arrived) => Ok(arrived.most_alive as u32),
            Err(broken) => Err(Undecided::Internal(format!("a run does not execute: {broken:?}"))),
        }
    }
}
