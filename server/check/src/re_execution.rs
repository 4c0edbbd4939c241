//! From a run of an engine to a document that the reference interpreter has re-executed.

use std::sync::atomic::{AtomicUsize, Ordering};

use boolprog_base::Span;
use boolprog_base::control::{Control, Progress};
use boolprog_explore::system::ProgramSystem;
use boolprog_program::program::Program;
use boolprog_reach::threads::{Counterexample, Guarantee};
use boolprog_symbolic::run::Run;
use boolprog_syntax::ast::SiteId;
use boolprog_trace::Subject;
use boolprog_trace::document::{PropertyKind, TraceDocument, program_hash};
use boolprog_trace::interpreter::Interpreter;
use boolprog_trace::replay::{ClaimedRun, replay};

use crate::claim::{Claim, claim, claim_valuations, is_too_long};
use crate::report::{PropertyReport, Unknown};
use crate::unit::Unit;

/// Guarantee of a bounded search by increasing number of threads.
pub(crate) const SHORTEST: &str = "fewest threads, then fewest steps";

/// The guarantee of a bounded search on the length of its run.
pub(crate) fn promise(guarantee: Guarantee) -> &'static str {
    match guarantee {
        Guarantee::FewestSteps => SHORTEST,
        Guarantee::FewestSwitches => "fewest threads, then fewest steps, then fewest context switches",
    }
}

/// The end of a run.
pub(crate) struct Goal<'a> {
    pub(crate) id: &'a str,
    /// Assert or label; a place that is asked for counts as a label.
    pub(crate) kind: PropertyKind,
    /// Name in messages.
    pub(crate) name: &'a str,
    pub(crate) site: Option<SiteId>,
    pub(crate) span: Span,
    /// Thread at the site, if it matters which one.
    pub(crate) thread: Option<u32>,
}

impl<'a> Goal<'a> {
    pub(crate) fn of(report: &'a PropertyReport) -> Self {
        let PropertyReport { id, kind, name, site, span, .. } = report;
        Self { id, kind: *kind, name, site: *site, span: *span, thread: None }
    }
}

/// Has the interpreter re-execute the violations of one check, whichever search has found them.
pub(crate) struct ReExecution<'a> {
    pub(crate) unit: &'a Unit,
    pub(crate) program: &'a Program,
    /// Memory of the counterexamples so far.
    bytes: AtomicUsize,
}

impl<'a> ReExecution<'a> {
    pub(crate) fn new(unit: &'a Unit, program: &'a Program) -> Self {
        Self { unit, program, bytes: AtomicUsize::new(0) }
    }

    /// Re-executes a run that is in valuations of the program.
    pub(crate) fn of_valuations(
        &self,
        goal: &Goal<'_>,
        run: &Run,
        guarantee: &str,
        control: &dyn Control,
    ) -> Result<TraceDocument, Unknown> {
        let claim = Some(claim_valuations(self.program, run));
        self.within(control, |interpreter| {
            claim_re_executed(self.unit, interpreter, goal, claim, (run.most_alive(), guarantee))
                .map_err(|what| Unknown::Internal { what })
        })
    }

    /// Re-executes a run of the system of the program.
    pub(crate) fn of_states(
        &self,
        goal: &Goal<'_>,
        system: &mut ProgramSystem<'_>,
        found: &Counterexample,
        control: &dyn Control,
    ) -> Result<TraceDocument, Unknown> {
        self.within(control, |interpreter| re_executed(self.unit, self.program, system, interpreter, goal, found))
    }

    /// Re-executes a violation, unless a limit is reached: there may be many.
    fn within(
        &self,
        control: &dyn Control,
        re_execute: impl FnOnce(&Interpreter<'_>) -> Result<TraceDocument, Unknown>,
    ) -> Result<TraceDocument, Unknown> {
        let bytes = self.bytes.load(Ordering::Relaxed);
        let progress = Progress { phase: "re-execution", bytes, ..Progress::default() };
        control.poll(&progress).map_err(|stop| Unknown::Stopped { stop, threads: 0 })?;
        let Unit { file, analysis, .. } = self.unit;
        let trace = re_execute(&Interpreter::new(file, &analysis.names, &analysis.reading))?;
        self.bytes.fetch_add(trace.bytes(), Ordering::Relaxed);
        Ok(trace)
    }
}

/// Has the interpreter re-execute a run. Fails if it is too long to be written out, or by a disagreement between the
/// two readings of the language.
pub(crate) fn re_executed(
    unit: &Unit,
    program: &Program,
    system: &mut ProgramSystem<'_>,
    interpreter: &Interpreter<'_>,
    goal: &Goal<'_>,
    counterexample: &Counterexample,
) -> Result<TraceDocument, Unknown> {
    if is_too_long(&counterexample.run) {
        return Err(too_long(counterexample.run.steps.len()));
    }
    let claim = claim(system, program, &counterexample.run);
    let guarantee = counterexample.guarantee.map_or("", promise);
    let promise = (counterexample.threads, guarantee);
    claim_re_executed(unit, interpreter, goal, claim, promise).map_err(|what| Unknown::Internal { what })
}

/// Why there is no evidence of a violation after this number of steps.
pub(crate) fn too_long(steps: impl std::fmt::Display) -> Unknown {
    let why = format!("there is a violation after {steps} steps, too many to re-execute");
    Unknown::NotApplicable { why, threads: 0 }
}

/// The same for a run in terms of the source. At most `threads` threads are live at once, and `guarantee` is that of
/// the engine; `None` if there may be a run with fewer threads or steps.
pub(crate) fn claim_re_executed(
    unit: &Unit,
    interpreter: &Interpreter<'_>,
    goal: &Goal<'_>,
    claim: Option<Claim>,
    (threads, guarantee): (u32, &str),
) -> Result<TraceDocument, String> {
    let Claim { configurations, actors } = claim.ok_or_else(|| "a run leaves the system it was found in".to_owned())?;
    let violated = configurations.last().map(|last| interpreter.violations(last)).unwrap_or_default();
    let found = violated
        .into_iter()
        .filter(|found| Some(found.site) == goal.site && PropertyKind::from(found.kind) == goal.kind)
        .filter(|found| goal.thread.is_none_or(|thread| thread == found.thread))
        .find(|found| goal.kind == PropertyKind::Label || actors.last() == Some(&found.thread))
        .ok_or_else(|| "the interpreter finds no violation at the end of a run".to_owned())?;
    let run = ClaimedRun { configurations, actors, violation: found };
    let trace = replay(interpreter, run).map_err(|error| format!("a run was not re-executed: {error}"))?;
    if trace.live_threads() != threads {
        return Err("a run has another number of threads than the search counted".to_owned());
    }
    let subject = Subject {
        text: &unit.text,
        path: &unit.path,
        hash: &program_hash(&unit.text),
        property_id: goal.id,
        property_name: goal.name,
        property_span: goal.span,
        guarantee,
    };
    Ok(trace.to_document(interpreter, &subject))
}
