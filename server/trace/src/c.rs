//! Executions of C programs as saved traces: the abstract machine executes a program once more, and its events become steps.

mod events;
mod expression;
mod handles;
mod layout;
mod model;
mod names;
mod objects;
mod places;
mod property;
mod recorder;
mod run;
mod scopes;
mod teller;
mod waits;
mod what_if;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use boolprog_base::control::{Control, Stop};
use boolprog_machine::fault::{Fault, Position};
use boolprog_machine::machine::{Ended, Machine, Options};
use boolprog_machine::program::{FunctionIndex, Program};
use boolprog_machine::record::Record;
use boolprog_machine::thread::ThreadId;

use crate::document::{
    ProgramKind, PropertyDocument, PropertyKind, RangeDocument, SCHEMA, ScheduleDocument, StateDocument, StepDocument,
    TraceDocument,
};
pub use expression::{Answer, Expressions, Moment, Owner};
use model::{Change, Model};
use names::Names;
use places::Places;
use property::{DEADLOCK, Faults, starts};
use run::Run;
use scopes::Scopes;
use teller::Teller;
pub use what_if::{Alternative, WhatIf};

/// The name by which a program is called that has no arguments.
pub const NAME: &str = "program";

/// An execution of a C program.
#[derive(Clone, Debug)]
pub struct Execution<'a> {
    /// The program.
    pub program: &'a Arc<Program>,
    /// The faults that the machine looks for: the first fault ends the execution.
    pub options: Options,
    /// The arguments of `main`, its name included.
    pub arguments: &'a [&'a str],
    /// Standard input.
    pub input: &'a [u8],
    /// Which thread acts when, and what was answered.
    pub record: &'a Record,
}

/// The facts of a document beyond the execution itself.
#[derive(Clone, Debug)]
pub struct Subject<'a> {
    /// Path of the program as it was given.
    pub path: &'a str,
    /// Hash of its text, in hexadecimal.
    pub hash: &'a str,
    /// Stable id of the property that is violated.
    pub property: &'a str,
    /// Knowledge about the length of the trace, as a sentence.
    pub guarantee: &'a str,
    /// `true` if the last two steps are a data race, without a fault of the machine.
    pub is_race: bool,
}

/// Why there is no trace of an execution.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoTrace {
    /// It ends before its first step.
    #[error("the program ends before `main` begins")]
    Initial(Box<Ended>),
    /// A thread was to act that cannot. Steps count from 1.
    #[error("in step {step} of the schedule, thread {thread} cannot act")]
    Impossible {
        /// The step of the machine.
        step: u64,
        /// Number of the thread.
        thread: u32,
    },
    /// The execution has other steps.
    #[error("the program does other steps with this schedule")]
    Other,
    /// The document does not say how it is executed.
    #[error("the trace has no schedule")]
    NoSchedule,
    /// The work was stopped.
    #[error("{0}")]
    Stopped(Stop),
}

/// The trace of an execution, and the fault at its end if there is one. Without a fault, and unless its last steps are the race that is
/// asked for, the trace leads to where it ends, and violates nothing. Takes time linear in the steps, and in what each of them changes.
pub fn document(
    execution: &Execution<'_>,
    subject: &Subject<'_>,
    control: &dyn Control,
) -> Result<(TraceDocument, Option<Fault>), NoTrace> {
    let (document, fault, has_views) = listing(execution, subject, &[], control)?;
    if has_views {
        // The second time, all parts are known from the start.
        let (document, fault, _) = listing(execution, subject, &document.shared, control)?;
        return Ok((document, fault));
    }
    Ok((document, fault))
}

/// The same, with static variables of these names even if nothing accesses them, and whether bytes are seen as several parts.
fn listing(
    execution: &Execution<'_>,
    subject: &Subject<'_>,
    names: &[String],
    control: &dyn Control,
) -> Result<(TraceDocument, Option<Fault>, bool), NoTrace> {
    let Execution { program, options, arguments, input, record } = *execution;
    let start = begun(program, options, arguments, input, control)?;
    let (model, end) = executed((program, names), &start, record, control)?;
    let fault = match end.ended() {
        Some(Ended::Fault(fault)) => Some(Fault::clone(fault)),
        _ => None,
    };
    let document = told(program, &start, &model, &end, (subject, fault.as_ref()));
    let schedule = ScheduleDocument::new(record, options, program.target(), Some(&end));
    Ok((TraceDocument { schedule: Some(schedule), ..document }, fault, model.has_views))
}

/// The trace of the same execution of a program without arguments and input, as its schedule says. It is equal to the document if
/// this is an execution of the program. Takes the time of [`document`].
pub fn repeated(
    trace: &TraceDocument,
    program: &Arc<Program>,
    control: &dyn Control,
) -> Result<(TraceDocument, Option<Fault>), NoTrace> {
    let (record, options) = trace.schedule.as_ref().ok_or(NoTrace::NoSchedule)?.read();
    let execution = Execution { program, options, arguments: &[NAME], input: &[], record: &record };
    let TraceDocument { program: path, program_hash: hash, guarantee, property, .. } = trace;
    let is_race = !property.related.is_empty() && !property.name.starts_with(DEADLOCK);
    let subject = Subject { path, hash, property: &property.id, guarantee, is_race };
    let (document, fault, _) = listing(&execution, &subject, &trace.shared, control)?;
    Ok((document, fault))
}

/// The machine before the first step.
fn begun(
    program: &Arc<Program>,
    options: Options,
    arguments: &[&str],
    input: &[u8],
    control: &dyn Control,
) -> Result<Machine, NoTrace> {
    Machine::new(Arc::clone(program), options, arguments, input, control).map_err(|ended| match ended {
        Ended::Stopped(stop) => NoTrace::Stopped(stop),
        ended => NoTrace::Initial(Box::new(ended)),
    })
}

/// Executes a schedule: what happens, and the machine at its end.
fn executed(
    (program, names): (&Program, &[String]),
    start: &Machine,
    record: &Record,
    control: &dyn Control,
) -> Result<(Model, Machine), NoTrace> {
    let mut run = Run::new(program, start, names);
    let (_, mut choices) = record.repeated();
    for thread in record.threads() {
        run.step(thread, &mut choices, control)?;
        if run.machine.ended().is_some() {
            break;
        }
    }
    Ok(run.end())
}

/// The document of an execution.
fn told(
    program: &Program,
    start: &Machine,
    model: &Model,
    end: &Machine,
    (subject, fault): (&Subject<'_>, Option<&Fault>),
) -> TraceDocument {
    let main: Vec<(FunctionIndex, u32)> = (1..)
        .zip(start.activations(ThreadId(0)))
        .filter(|(_, activation)| !activation.is_hidden)
        .map(|(depth, activation)| (activation.function, depth))
        .collect();
    let first = main.first().map(|(function, _)| *function);
    let starts = starts(model, first);
    let functions: BTreeSet<FunctionIndex> =
        functions(model).chain(main.iter().map(|it| it.0)).chain(starts.values().copied()).collect();
    let places = Places::new(program);
    let names = Names::new(program, model, &places, first, functions.into_iter());
    let ids = end.threads().map(|(thread, _)| thread);
    let ends = ids.filter_map(|thread| Some((thread, end.position(thread)?)));
    // After its function, a thread is in the library until it ends: it stays where it was.
    let ends: BTreeMap<ThreadId, Position> = ends.filter(|(_, it)| !program.is_library(it.unit)).collect();
    let mut teller = Teller::new(model, &names, &places, Scopes::new(program), &main, &ends);
    let (initial, steps) = (teller.initial(), teller.steps());
    let faults = Faults { model, names: &names, places: &places, ends: &ends, starts };
    let property = match fault {
        Some(fault) => Some(faults.property(subject.property, fault)),
        None if subject.is_race => faults.last_race(subject.property),
        None => None,
    };
    let lives = |thread: u32| ends.get(&ThreadId(thread.wrapping_sub(1))).map(|position| places.range(*position));
    let property = property.unwrap_or_else(|| reached(subject.property, &steps, &initial, lives));
    TraceDocument {
        schema: SCHEMA.to_owned(),
        program: subject.path.to_owned(),
        program_hash: subject.hash.to_owned(),
        kind: ProgramKind::C,
        threads: "1".to_owned(),
        instances: Vec::new(),
        property,
        threads_needed: most_threads(&steps),
        context_switches: steps.windows(2).filter(|pair| pair[0].thread != pair[1].thread).count() as u32,
        guarantee: subject.guarantee.to_owned(),
        procedures: names.procedures(),
        shared: names.shared.clone(),
        thread_local: names.thread_local.clone(),
        initial,
        steps,
        heap: names.heap(&places),
        files: places.files(),
        schedule: None,
    }
}

/// The functions that are called.
fn functions(model: &Model) -> impl Iterator<Item = FunctionIndex> {
    let changes = model.drafts.iter().flat_map(|draft| &draft.changes);
    changes.filter_map(|change| match change {
        Change::Push(_, function, _) => Some(*function),
        _ => None,
    })
}

/// The end of an execution without a fault: the last step of a thread that lives there, or where such a thread is.
fn reached(
    id: &str,
    steps: &[StepDocument],
    initial: &StateDocument,
    lives: impl Fn(u32) -> Option<RangeDocument>,
) -> PropertyDocument {
    let last = steps.iter().rfind(|step| lives(step.thread).is_some()).map(|step| (step.thread, step.range));
    let created = || steps.iter().filter_map(|step| step.created).find_map(|thread| Some((thread, lives(thread)?)));
    let first = || initial.threads.first().and_then(|thread| Some((thread.number, thread.frames.last()?.range)));
    let (thread, range) = last.or_else(created).or_else(first).unwrap_or_default();
    let name = format!("line {}", range.line);
    PropertyDocument {
        id: id.to_owned(),
        kind: PropertyKind::Point,
        name,
        range,
        thread,
        related: Vec::new(),
        locks: None,
    }
}

/// The most threads that are alive at the same time.
fn most_threads(steps: &[StepDocument]) -> u32 {
    let (mut live, mut most) = (1_u32, 1);
    for step in steps {
        live = (live + u32::from(step.created.is_some())).saturating_sub(u32::from(step.ended.is_some()));
        most = most.max(live);
    }
    most
}
