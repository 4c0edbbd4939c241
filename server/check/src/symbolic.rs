//! The engines over sets of valuations, for programs that are too large for the others.

use std::sync::Arc;

use boolprog_base::budget::{Budget, Limited};
use boolprog_base::control::{Control, Stop};
use boolprog_base::engine::{Ended, Engine, EngineId, Finding};
use boolprog_certificate::diagrams::{Invariant, Rejection};
use boolprog_explore::relations::Limits;
use boolprog_program::program::{Edge, Effect, Expr, Program, Slot, Value};
use boolprog_symbolic::bounded::SymbolicBounded;
use boolprog_symbolic::run::Run;
use boolprog_symbolic::saturation::SymbolicSaturation;
use boolprog_symbolic::{Valuations, accepts};
use rustc_hash::FxHashSet;

use crate::findings::Proven;
use crate::options::Options;
use crate::unknown::Unknown;

/// Number of arbitrary bits above which sets of valuations are worth a short try first.
const SOME_BITS: usize = 10;

/// Nodes of that try.
const SMALL: Limits = Limits { nodes: 1 << 16 };

/// Operations on sets of that try.
const BRIEF: Budget = Budget::polls(20_000);

/// A program with more arbitrary bits than this is likely to have too many states to visit one by one.
const MANY_BITS: usize = 22;

/// States that may then be visited all the same.
const STATES: u64 = 1_000_000;

#[derive(Clone)]
pub(crate) enum Outcome {
    /// It cannot be violated; the invariant was checked.
    Proved {
        engine: EngineId,
        /// Its evidence, which may be that of several properties.
        invariant: Arc<Invariant>,
    },
    /// The run, still to be re-executed, violates it.
    Violated {
        engine: EngineId,
        run: Run,
    },
    Unknown(Unknown),
}

/// The properties that are proved, with their invariants.
pub(crate) fn proven(answers: &[(u32, Outcome)]) -> Vec<Proven<Invariant>> {
    let proven = |(property, outcome): &(u32, Outcome)| match outcome {
        Outcome::Proved { engine, invariant } => {
            Some(Proven { property: *property, engine: *engine, certificate: Arc::clone(invariant) })
        }
        Outcome::Violated { .. } | Outcome::Unknown(_) => None,
    };
    answers.iter().filter_map(proven).collect()
}

/// The properties with an answer.
pub(crate) fn properties(answers: &[(u32, Outcome)]) -> FxHashSet<u32> {
    answers.iter().map(|(property, _)| *property).collect()
}

/// The properties that are proved or violated.
pub(crate) fn settled(answers: &[(u32, Outcome)]) -> impl Iterator<Item = u32> {
    let is_settled = |(_, outcome): &&(u32, Outcome)| !matches!(outcome, Outcome::Unknown(_));
    answers.iter().filter(is_settled).map(|(property, _)| *property)
}

/// The control for the engines that visit states one by one: they stop early where those over sets do better, which are those for
/// programs with many arbitrary bits.
pub(crate) fn share<'a>(program: &Program, options: Options, control: &'a dyn Control) -> Limited<'a> {
    let shared = options.engine.is_none() && arbitrary_bits(program) > MANY_BITS && accepts(program);
    let budget = if shared { Budget { states: STATES, ..Budget::ALL } } else { Budget::ALL };
    Limited::ending_with(Stop::Memory, control, budget)
}

/// The reason for an open property: too small a share, or the limits of the engines.
pub(crate) fn reason(share: &Limited<'_>, unknown: &Unknown) -> Unknown {
    match unknown {
        Unknown::Stopped { stop: Stop::Memory, threads } if share.is_used_up() => {
            let why = "it has too many states to visit one by one".to_owned();
            Unknown::NotApplicable { why, threads: *threads }
        }
        other => other.clone(),
    }
}

/// The number of bits that get an arbitrary value, at the start or by `*`.
fn arbitrary_bits(program: &Program) -> usize {
    let starts = |initial: &[Option<bool>], slot: fn(u32) -> Slot| -> Vec<Slot> {
        (0..).map(slot).zip(initial).filter(|(_, value)| value.is_none()).map(|(slot, _)| slot).collect()
    };
    let mut bits: FxHashSet<Slot> = FxHashSet::default();
    bits.extend(starts(&program.shared_initial, Slot::Shared));
    bits.extend(starts(&program.local_initial, Slot::Local));
    bits.extend(program.edges.iter().flat_map(arbitrary_updates));
    bits.len()
}

fn arbitrary_updates(edge: &Edge) -> Vec<Slot> {
    let created = match &edge.effect {
        Effect::Create(creation) => creation.values.as_slice(),
        _ => &[],
    };
    let created = created.iter().map(|(bit, value)| (Slot::Local(*bit), value));
    let updates = edge.updates.iter().map(|(slot, value)| (*slot, value)).chain(created);
    updates.filter(|(_, value)| is_arbitrary(value)).map(|(slot, _)| slot).collect()
}

fn is_arbitrary(value: &Value) -> bool {
    match value {
        Value::Any => true,
        Value::Expr(expr) => has_choice(expr),
    }
}

fn has_choice(expr: &Expr) -> bool {
    match expr {
        Expr::Any => true,
        Expr::Not(operand) => has_choice(operand),
        Expr::Binary(_, left, right) => has_choice(left) || has_choice(right),
        Expr::Ternary(test, yes, no) => [test, yes, no].into_iter().any(|part| has_choice(part)),
        Expr::Const(_) | Expr::Old(_) | Expr::New(_) | Expr::PassiveOld(_) | Expr::PassiveNew(_) => false,
    }
}

/// Tries for a moment to decide properties of a program with many valuations; nothing about those left open.
pub(crate) fn decide_briefly(
    program: &Program,
    asked: Vec<u32>,
    options: Options,
    control: &dyn Control,
) -> Vec<(u32, Outcome)> {
    let suitable = arbitrary_bits(program) > SOME_BITS && accepts(program);
    if asked.is_empty() || options.engine.is_some() || !suitable {
        return Vec::new();
    }
    let briefly = Limited::new(control, BRIEF);
    ask(program, asked, options, (SMALL, &briefly), control).decided
}

/// Decides as many of these properties as possible.
pub(crate) fn decide(program: &Program, asked: Vec<u32>, options: Options, control: &dyn Control) -> Answers {
    ask(program, asked, options, (Limits::default(), control), control)
}

/// The answers of the engines over sets.
pub(crate) struct Answers {
    pub(crate) decided: Vec<(u32, Outcome)>,
    /// Why the others are not decided.
    ended: Ended,
    /// Every execution with up to this number of live threads was searched.
    searched: u32,
}

/// The proofs of saturation, and the answers of the search for the rest. Proofs are checked under `control`.
fn ask(
    program: &Program,
    mut asked: Vec<u32>,
    options: Options,
    (limits, share): (Limits, &dyn Control),
    control: &dyn Control,
) -> Answers {
    let mut answers = Answers { decided: Vec::new(), ended: Ended::Complete, searched: 0 };
    let stages: [(EngineId, &mut dyn Engine<&Program, Kind = Valuations>); 2] = [
        (EngineId::SymbolicSaturation, &mut SymbolicSaturation { limits }),
        (EngineId::SymbolicBounded, &mut SymbolicBounded { limits }),
    ];
    for (id, engine) in stages {
        let outcome = engine.ask(program, &asked, options.thread_limit, share);
        answers.ended = outcome.ended;
        answers.searched = outcome.searched;
        for finding in outcome.findings {
            answers.enter(id, finding, program, control);
        }
        let known = properties(&answers.decided);
        asked.retain(|property| !known.contains(property));
        match answers.ended {
            // After a lack of memory too: the search has a table of its own, and fewer sets to keep.
            Ended::Complete | Ended::Bound | Ended::Stopped(Stop::Memory | Stop::Full) => {}
            Ended::Stopped(_) | Ended::Refused(_) => break,
        }
    }
    answers
}

impl Answers {
    /// The reason why no engine decided a property: the limits of the others, and of these.
    pub(crate) fn unknown(&self, others: Unknown) -> Unknown {
        unknown(others, &self.ended, self.searched)
    }

    /// Enters the finding of an engine. A proof counts if its checker accepts it.
    fn enter(&mut self, engine: EngineId, finding: Finding<Valuations>, program: &Program, control: &dyn Control) {
        let (properties, invariant) = match finding {
            Finding::Violated { property, violation: run } => {
                return self.decided.push((property, Outcome::Violated { engine, run }));
            }
            Finding::Proved { properties, certificate } => (properties, Arc::new(certificate)),
        };
        let outcome = match invariant.check_in_steps(program, &properties, control) {
            Ok(()) => Outcome::Proved { engine, invariant },
            Err(Rejection::Stopped(stop)) => return self.ended = Ended::Stopped(stop),
            Err(Rejection::Refused(why)) => return self.ended = Ended::Refused(why),
            Err(Rejection::Rejected(why)) => {
                let what = format!("the invariant of {engine} was rejected: {why}");
                Outcome::Unknown(Unknown::Internal { what })
            }
        };
        self.decided.extend(properties.into_iter().map(|property| (property, outcome.clone())));
    }
}

fn unknown(others: Unknown, ended: &Ended, searched: u32) -> Unknown {
    let refusal = match ended {
        Ended::Stopped(stop) => return Unknown::Stopped { stop: *stop, threads: searched.max(threads(&others)) },
        Ended::Refused(why) => why.as_str(),
        Ended::Complete | Ended::Bound => "symbolic saturation does not prove it",
    };
    match others {
        Unknown::NotApplicable { why, threads } => {
            Unknown::NotApplicable { why: format!("{why}; and {refusal}"), threads: searched.max(threads) }
        }
        Unknown::Stopped { stop, threads } => Unknown::Stopped { stop, threads: searched.max(threads) },
        other => other,
    }
}

/// The number of threads up to which the search was complete.
fn threads(unknown: &Unknown) -> u32 {
    match unknown {
        Unknown::Stopped { threads, .. } | Unknown::NotApplicable { threads, .. } => *threads,
        _ => 0,
    }
}
