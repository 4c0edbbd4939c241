//! Deciding: the stages of a plan, one after the other.

use std::fmt::Write as _;

use boolprog_abstraction::alpha::{First, Order};
use boolprog_abstraction::engines::{Observe, Refined};
use boolprog_base::budget::Limited;
use boolprog_base::control::{Progress, Stop};
use boolprog_base::engine::{Ended, EngineId};
use boolprog_integer::System;
use boolprog_prover::Prover;

use super::findings::ProgramEngine;
use super::iteration::iteration;
use super::ledger::Ledger;
use super::{Counterexamples, Options, Refiner, Restart};
use crate::observer::Observer;
use crate::options::Separation;
use crate::report::{Iteration, Reason};
use crate::schedule::{Event, Host, Role, Stage};

/// Arguments of the constructors of engines.
pub(crate) struct Tools<'t> {
    pub(crate) options: &'t Options,
    pub(crate) prover: &'t mut dyn Prover,
    /// Hears of iterations.
    pub(crate) observe: Observe<'t>,
}

/// The searches of a plan: how their engines are made, and what they know beside the answers.
pub(crate) trait Searches {
    /// The method of a stage.
    type Method: 'static;
    /// Facts that the plan depends on.
    type Facts: 'static;

    /// The facts at this moment.
    fn facts(&self, ledger: &Ledger<'_>) -> Self::Facts;

    /// Returns `true` if there is work for a stage whose condition holds.
    fn has_work(&self, _method: &Self::Method, _ledger: &Ledger<'_>) -> bool {
        true
    }

    /// The seed of random choices that an engine makes, if the report is to tell it.
    fn seed(&self, _engine: EngineId) -> Option<u64> {
        None
    }

    /// A stage begins, with these open properties.
    fn begin(&mut self, _open: &[u32]) {}

    /// Makes the engine of a stage.
    fn engine<'t>(&'t mut self, stage: &Stage<Self::Method, Self::Facts>, tools: Tools<'t>) -> ProgramEngine<'t>;

    /// Enters why an engine has ended.
    fn ended(&mut self, stage: &Stage<Self::Method, Self::Facts>, reason: Reason, ledger: &mut Ledger<'_>);
}

/// The run of a plan on the open properties, one stage at a time.
pub(crate) struct InTurn<'r, 'a, S> {
    pub(crate) ledger: &'r mut Ledger<'a>,
    pub(crate) searches: &'r mut S,
    pub(crate) options: &'r Options,
    pub(crate) prover: &'r mut dyn Prover,
    pub(crate) observer: &'r mut dyn Observer,
    /// The properties that were asked for, in the order of their reports.
    pub(crate) asked: &'r [u32],
    /// The stage that has ended last.
    pub(crate) ended: Option<usize>,
}

impl<'p, S: Searches> Host<'p, S::Method, S::Facts> for InTurn<'_, '_, S> {
    type Failure = std::convert::Infallible;

    fn wants(&mut self, stage: &Stage<S::Method, S::Facts>) -> bool {
        let has_turn = !self.ledger.open.is_empty() && (stage.when)(&self.searches.facts(self.ledger));
        has_turn && self.searches.has_work(&stage.method, self.ledger)
    }

    fn start(&mut self, number: usize, stage: &'p Stage<S::Method, S::Facts>) {
        self.observer.engine(stage.engine);
        self.ledger.statistics.seed = self.searches.seed(stage.engine).or(self.ledger.statistics.seed);
        let told = self.ledger.reports.len();
        self.searches.begin(&self.ledger.open);
        while self.search(stage) && self.wants(stage) {}
        if stage.role != Role::Samples {
            self.ledger.enter_sample();
        }
        self.ledger.tell_from(told, self.asked, self.observer);
        self.ended = Some(number);
    }

    fn next_event(&mut self) -> Result<Option<Event>, Self::Failure> {
        Ok(self.ended.take().map(Event::Ended))
    }
}

impl<S: Searches> InTurn<'_, '_, S> {
    /// Runs the engine of a stage; `true` if it goes on with what has become known.
    fn search(&mut self, stage: &Stage<S::Method, S::Facts>) -> bool {
        let has_time = self.ledger.control.poll(&Progress::default()).is_ok();
        let limited = &Limited::new(self.ledger.control, stage.budget);
        let options = self.options;
        let iterations = &mut self.ledger.statistics.iterations;
        let (first, search) = (iterations.len(), iterations.last().map_or(1, |last| last.search + 1));
        let observe = &mut |part: &System, refined: Refined<'_>| {
            let number = (iterations.len() - first) as u32 + 1;
            let alone = alone(stage.engine, options);
            iterations.push(Iteration { search, number, options: alone, ..iteration(part, refined) });
            self.observer.iteration(iterations.len(), &iterations[iterations.len() - 1]);
        };
        let tools = Tools { options, prover: &mut *self.prover, observe };
        let mut engine = self.searches.engine(stage, tools);
        let mut outcome = engine.ask(self.ledger.model, &self.ledger.open, 0, limited);
        drop(engine);
        let limits = [Ended::Stopped(Stop::Time), Ended::Stopped(Stop::Memory)];
        let (reason, goes_on) = (outcome.states.reason.take(), outcome.states.goes_on);
        let is_stopped = matches!(reason, Some(Reason::Stopped(Stop::Time | Stop::Memory)));
        // A turn that begins after the limit is none.
        let is_cut_off = has_time && (is_stopped || limited.is_used_up() || limits.contains(&outcome.ended));
        self.ledger.enter((stage.engine, stage.role), outcome, &mut *self.prover);
        // That its budget is used up is no reason for a verdict.
        let is_late = limited.is_used_up() && self.ledger.control.poll(&Progress::default()).is_ok();
        if let Some(reason) = reason.filter(|_| !is_late) {
            self.searches.ended(stage, reason, self.ledger);
        }
        self.ledger.statistics.cut_off.retain(|engine| *engine != stage.engine);
        self.ledger.statistics.cut_off.extend(is_cut_off.then_some(stage.engine));
        goes_on
    }
}
/// The options of the command line with which an engine searches alone.
fn alone(engine: EngineId, options: &Options) -> String {
    let mut text = format!("--engine {engine}");
    if matches!(engine, EngineId::Alpha | EngineId::AlphaNoProver) {
        if options.local_predicates {
            text += " --local-predicates";
        }
        match options.first.unwrap_or_default() {
            First::Guards => {}
            First::Bounds => text += " --predicates bounds",
            First::Properties => text += " --predicates properties",
            First::Declared => text += " --predicates declared",
        }
        if options.order == Order::DepthFirst {
            text += " --order depth-first";
        }
        if let Some(longest) = options.add_all {
            _ = write!(text, " --add-all {longest}");
        }
    } else if engine.builds_graphs() {
        graphs(options, &mut text);
    } else if options.seed != 0 {
        _ = write!(text, " --seed {}", options.seed);
    }
    text
}

/// The options of an engine that builds graphs.
fn graphs(options: &Options, text: &mut String) {
    let Counterexamples { boolean, values, restart, refiner, lazy, only_values } = options.counterexamples;
    match options.first {
        Some(First::Guards) => *text += " --predicates guards",
        Some(First::Bounds) => *text += " --predicates bounds",
        Some(First::Properties) => *text += " --predicates properties",
        Some(First::Declared) => *text += " --predicates declared",
        None => {}
    }
    if options.order == Order::DepthFirst {
        *text += " --order depth-first";
    }
    if boolean {
        *text += " --abstraction boolean";
    }
    if let Some(refiner) = refiner {
        let name = match refiner {
            Refiner::Weakest => "weakest",
            Refiner::Core => "core",
            Refiner::Cut => "cut",
            Refiner::Interpolants => "interpolants",
            Refiner::Separation(Separation::Conflict) => "conflict",
            Refiner::Separation(Separation::Integer) => "integer",
            Refiner::Separation(Separation::Tree) => "tree",
        };
        _ = write!(text, " --refiner {name}");
    }
    if let Some(values) = values {
        _ = write!(text, " --values {values}");
    }
    if restart == Restart::Graph {
        *text += " --restart graph";
    }
    if lazy {
        *text += " --lazy";
    }
    if only_values {
        *text += " --only-values";
    }
}
