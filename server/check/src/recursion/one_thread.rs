//! One thread: procedure summaries decide everything that time and memory permit.

use boolprog_base::budget::{Budget, Limited};
use boolprog_base::control::Control;
use boolprog_base::engine::{Ended, Engine, EngineId, Finding, Outcome};
use boolprog_certificate::sets::Rejection;
use boolprog_certificate::summaries::{self as evidence, PathEdges};
use boolprog_explore::system::ProgramSystem;
use boolprog_explore::tts::{LocalId, SharedId};
use boolprog_program::program::Program;
use boolprog_reach::engines::summaries::{Summaries, ThreadState, Violation};
use rustc_hash::FxHashSet;

use super::{Answers, Controls, symbolic};
use crate::certificate;
use crate::claim::call_claim;
use crate::decide::Rows;
use crate::options::{Effort, Options};
use crate::re_execution::too_long;
use crate::report::{Completeness, Proof, Reachable, Report, Statistics, Unknown, Verdict};
use crate::sites::{by_site, count_live};
use crate::vacuity::find_vacuous;

const ENGINE: EngineId = EngineId::Summaries;

/// Path edges that may be visited for the thread states alone, when every property is violated.
const THREAD_STATES_ONLY: u64 = 1_000_000;

/// Path edges that are visited one by one before they are treated as sets.
const FEW: u64 = 20_000;

/// The most arbitrary bits at the start of a program whose path edges are visited one by one at first.
const FEW_BITS: usize = 10;

/// Decides every property. `program` is modular and creates no threads.
///
/// Small programs are decided one path edge after the other, which gives the thread states, too. Larger ones are
/// decided over sets of valuations, and path edges are visited again for what these leave open, or for thread states if
/// those are wanted.
pub(super) fn check(mut answers: Answers<'_>, program: &Program, options: Options, controls: Controls<'_>) -> Report {
    let (reachable, statistics) = decide(&mut answers, program, options, controls);
    answers.observer.reachable(&reachable);
    answers.report(reachable, statistics)
}

fn decide(
    answers: &mut Answers<'_>,
    program: &Program,
    options: Options,
    controls: Controls<'_>,
) -> (Reachable, Statistics) {
    let control = controls.all;
    let over_sets = options.engine == Some(EngineId::SymbolicSummaries);
    if !over_sets && arbitrary_at_start(program) <= FEW_BITS {
        let capped = Limited::new(control, Budget::states(FEW));
        if let Ok(found) = visit(answers, program, Extent::All, &capped) {
            return found;
        }
    }
    let left = symbolic::decide(answers, program, options, controls);
    let are_wanted = matches!(options.thread_states, Effort::Short | Effort::Full);
    if over_sets || answers.open().is_empty() && !are_wanted {
        answers.settle_rest(&left);
        return Default::default();
    }
    visit(answers, program, Extent::Any, control).unwrap_or_else(|unknown| {
        let unknown = if let Unknown::Stopped { .. } = left { left } else { unknown };
        answers.settle_rest(&unknown);
        (Reachable { why: Some(unknown), ..Reachable::default() }, Statistics::default())
    })
}

/// The findings that count.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extent {
    /// Those of a complete search.
    All,
    /// Also those of a search that was stopped.
    Any,
}

/// The number of bits with an arbitrary value at the start.
fn arbitrary_at_start(program: &Program) -> usize {
    program.shared_initial.iter().chain(&program.local_initial).filter(|initial| initial.is_none()).count()
}

/// Visits path edges one by one, and decides the open properties. Fails, with the reason, if some are left.
fn visit(
    answers: &mut Answers<'_>,
    program: &Program,
    extent: Extent,
    control: &dyn Control,
) -> Result<(Reachable, Statistics), Unknown> {
    let mut system = ProgramSystem::new(program, control).map_err(|stop| Unknown::not_started(stop, control))?;
    let mut engine = Summaries { at_most: THREAD_STATES_ONLY };
    let Outcome { findings, states, ended, .. } = engine.ask(&mut system, &answers.open(), 1, control);
    let stopped = match &ended {
        Ended::Stopped(stop) => Some(Unknown::Stopped { stop: *stop, threads: 0 }),
        Ended::Refused(why) => Some(Unknown::Internal { what: format!("{ENGINE} did not work: {why}") }),
        Ended::Complete | Ended::Bound => None,
    };
    if let (Extent::All, Some(stopped)) = (extent, stopped.clone()) {
        return Err(stopped);
    }
    let guarantee = if ended == Ended::Complete { "fewest threads, then fewest steps" } else { "" };
    for finding in findings {
        match finding {
            Finding::Violated { property, violation } => {
                let verdict = violated(answers, &mut system, program, (property, &violation), guarantee);
                answers.settle(property, verdict);
            }
            Finding::Proved { certificate, .. } => prove(answers, &mut system, &certificate, control),
        }
    }
    if let Some(stopped) = stopped {
        return Err(stopped);
    }
    answers.settle_rest(&Unknown::Internal { what: format!("{ENGINE} gave no answer") });
    let Some(states) = states else { return Ok((Reachable::default(), Statistics::default())) };
    let rows = Rows { completeness: Completeness::Exact, states, ..Rows::default() };
    let reachable = by_site(&system, program, &rows);
    let statistics = figures(&system, &rows.states);
    find_vacuous(&mut answers.reports, &reachable, answers.observer);
    Ok((reachable, statistics))
}

fn violated(
    answers: &Answers<'_>,
    system: &mut ProgramSystem<'_>,
    program: &Program,
    (property, violation): (u32, &Violation),
    guarantee: &str,
) -> Verdict {
    let Some(run) = &violation.run else { return Verdict::Unknown(too_long(violation.length)) };
    if let Err(broken) = run.execute(system) {
        return Verdict::Unknown(Unknown::Internal { what: format!("a run does not execute: {broken:?}") });
    }
    let claim = call_claim(system, program, run);
    answers.evidence((ENGINE, property), claim, (1, guarantee))
}

/// Proves the open properties, if the checker accepts the path edges.
fn prove(answers: &mut Answers<'_>, system: &mut ProgramSystem<'_>, edges: &PathEdges, control: &dyn Control) {
    let open = answers.open();
    if open.is_empty() {
        return;
    }
    match evidence::check(system, edges, &open, control) {
        Ok(()) => {
            let ids = answers.ids();
            if let Some(document) = &mut answers.certificate {
                document.summaries = certificate::summaries(system, &ids, (ENGINE, &open), edges);
            }
            for property in open {
                let proof = Proof::by(ENGINE);
                answers.settle(property, Verdict::Proved(proof));
            }
        }
        Err(Rejection::Stopped(stop)) => answers.settle_rest(&Unknown::Stopped { stop, threads: 0 }),
        Err(other) => {
            let what = format!("the certificate of {ENGINE} was rejected: {other:?}");
            answers.settle_rest(&Unknown::Internal { what });
        }
    }
}

fn figures(system: &ProgramSystem<'_>, states: &[ThreadState]) -> Statistics {
    let shared: FxHashSet<SharedId> = states.iter().map(|state| state.0).collect();
    let locals: FxHashSet<LocalId> = states.iter().map(|state| state.1).collect();
    Statistics {
        thread_states: Some(count_live(system, states)),
        shared_states: shared.len() as u64,
        local_states: locals.len() as u64,
        ..Statistics::default()
    }
}
