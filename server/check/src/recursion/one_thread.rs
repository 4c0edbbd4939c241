//! One thread: procedure summaries decide everything.

use boolprog_base::control::Control;
use boolprog_base::engine::{Ended, Engine, EngineId, Finding, Outcome};
use boolprog_certificate::sets::Rejection;
use boolprog_certificate::summaries::{self as evidence, PathEdges};
use boolprog_explore::system::ProgramSystem;
use boolprog_explore::tts::{LocalId, SharedId};
use boolprog_program::program::Program;
use boolprog_reach::engines::summaries::{Summaries, ThreadState, Violation};
use rustc_hash::FxHashSet;

use super::Answers;
use crate::certificate;
use crate::claim::{MOST_ACTIVATIONS, call_claim};
use crate::decide::Rows;
use crate::re_execution::too_long;
use crate::report::{Completeness, Proof, Reachable, Report, Statistics, Unknown, Verdict};
use crate::sites::{by_site, count_live};
use crate::vacuity::find_vacuous;

const ENGINE: EngineId = EngineId::Summaries;

/// Path edges that may be visited for the thread states alone, when every property is violated.
const THREAD_STATES_ONLY: u64 = 1_000_000;

/// Decides every property. `program` is modular and creates no threads.
pub(super) fn check(mut answers: Answers<'_>, program: &Program, control: &dyn Control) -> Report {
    let mut system = match ProgramSystem::new(program, control) {
        Ok(system) => system,
        Err(stop) => {
            answers.settle_rest(&Unknown::not_started(stop, control));
            return answers.report(Reachable::default(), Statistics::default());
        }
    };
    let mut engine = Summaries { at_most: THREAD_STATES_ONLY };
    let Outcome { findings, states, ended, .. } = engine.ask(&mut system, &answers.open(), 1, control);
    let guarantee = if ended == Ended::Complete { "fewest threads, then fewest steps" } else { "" };
    for finding in findings {
        match finding {
            Finding::Violated { property, violation } => {
                let verdict = violated(&answers, &mut system, program, (property, &violation), guarantee);
                answers.settle(property, verdict);
            }
            Finding::Proved { certificate, .. } => prove(&mut answers, &mut system, &certificate, control),
        }
    }
    let (mut reachable, mut statistics) = (Reachable::default(), Statistics::default());
    if let Some(states) = states {
        let rows = Rows { completeness: Completeness::Exact, states, ..Rows::default() };
        reachable = by_site(&system, program, &rows);
        statistics = figures(&system, &rows.states);
        find_vacuous(&mut answers.reports, &reachable, answers.observer);
    }
    answers.settle_rest(&match ended {
        Ended::Stopped(stop) => Unknown::Stopped { stop, threads: 0 },
        Ended::Refused(why) => Unknown::Internal { what: format!("{ENGINE} did not work: {why}") },
        Ended::Complete | Ended::Bound => Unknown::Internal { what: format!("{ENGINE} gave no answer") },
    });
    answers.observer.reachable(&reachable);
    answers.report(reachable, statistics)
}

fn violated(
    answers: &Answers<'_>,
    system: &mut ProgramSystem<'_>,
    program: &Program,
    (property, violation): (u32, &Violation),
    guarantee: &str,
) -> Verdict {
    let executed = violation.run.as_ref().map(|run| (run, run.execute(system)));
    let (run, activations) = match executed {
        Some((_, Err(broken))) => {
            return Verdict::Unknown(Unknown::Internal { what: format!("a run does not execute: {broken:?}") });
        }
        Some((run, Ok(executed))) => (Some(run), executed.activations),
        None => (None, u64::MAX),
    };
    let Some(run) = run.filter(|_| activations <= MOST_ACTIVATIONS) else {
        return Verdict::Unknown(too_long(violation.length));
    };
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
