//! The reachable thread states of one program as a document (`boolprog-states/1`, described in
//! `docs/states-format.md`): the output of `boolprog reach` and `boolprog cutoff`.

use boolprog_base::control::{Control, Progress, Stop};
use boolprog_check::report::{Completeness, LiveThreads, NotFound, Reachable, SiteStates, Soonest, Unknown};
use boolprog_check::{Effort, Options, System, Unit, Unobserved, wording};
use boolprog_explore::tts::{LocalId, SharedId};
use boolprog_frontend::Program;
use boolprog_program::names::VariableInfo;
use boolprog_syntax::ast::SiteId;
use serde::Serialize;

use super::arguments::AskedArguments;
use super::load::{Source, program};
use boolprog_host::limits::{Limits, cores};

const SCHEMA: &str = "boolprog-states/1";

/// The reachable thread states of one program.
#[derive(Debug, Serialize)]
pub(super) struct StatesDocument {
    /// [`SCHEMA`].
    pub schema: &'static str,
    /// Path of the program as it was given.
    pub file: String,
    /// The number of threads that start in `main`: a number or `*`.
    pub threads: String,
    /// `true` if these are exactly the reachable thread states; otherwise there may be more.
    pub complete: bool,
    /// The most threads that are alive at the same time: a number, or `unbounded`; absent if it is not known.
    pub live_threads: Option<String>,
    /// The least number of live threads with which every one of the states is reached; absent if it is not known.
    pub cutoff: Option<u32>,
    /// The least number of threads with which every one of the states is reached in as few steps as with any number; absent
    /// if it is not known, or there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uniform_cutoff: Option<u32>,
    /// Why the uniform cutoff is not known, as a clause. No part of the document.
    #[serde(skip)]
    pub not_uniform: Option<String>,
    /// Why there may be more of them, or why the cutoff is not known though it was asked for, as a clause.
    pub reason: Option<String>,
    /// The statements that are reached, in textual order; none of a thread transition system.
    pub statements: Vec<StatementDocument>,
    /// The thread states of a thread transition system.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thread_states: Option<Vec<NumberedDocument>>,
}

impl StatesDocument {
    /// The fewest threads and steps for each thread state of a thread transition system.
    pub(super) fn needs(&self) -> impl Iterator<Item = (Option<u32>, Option<u32>)> {
        self.thread_states.iter().flatten().map(|state| (state.threads, state.steps))
    }
}

/// A thread state by its numbers.
#[derive(Debug, Serialize)]
pub(super) struct NumberedDocument {
    pub shared: u32,
    pub local: u32,
    /// The fewest live threads with which it is reached; absent if that is not known.
    pub threads: Option<u32>,
    /// The fewest steps with this number.
    pub steps: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub soonest: Option<SoonestDocument>,
}

/// The fewest steps with which a thread state is reached.
#[derive(Debug, Serialize)]
pub(super) struct SoonestDocument {
    /// No number of threads reaches it in fewer steps.
    pub steps: u32,
    /// The fewest threads that reach it in this number of steps.
    pub threads: u32,
}

impl From<Soonest> for SoonestDocument {
    fn from(Soonest { steps, threads }: Soonest) -> Self {
        Self { steps, threads }
    }
}

impl NumberedDocument {
    /// `2|1`: the shared state and the local state.
    pub(super) fn shown(&self) -> String {
        format!("{}|{}", self.shared, self.local)
    }
}

#[derive(Debug, Serialize)]
pub(super) struct StatementDocument {
    /// Its line, from 1.
    pub line: u32,
    /// Its column, from 1, in UTF-16 units.
    pub column: u32,
    /// Its text on one line.
    pub text: String,
    pub variables: Vec<String>,
    pub states: Vec<StateDocument>,
}

#[derive(Debug, Serialize)]
pub(super) struct StateDocument {
    /// One letter, T or F, per variable.
    pub values: String,
    /// The fewest live threads with which it is reached; absent if that is not known.
    pub threads: Option<u32>,
    /// The fewest steps with this number.
    pub steps: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub soonest: Option<SoonestDocument>,
}

/// The places where a thread can be on a line.
pub(super) fn sites_on(line: u32, source: &Source, unit: &Unit) -> Vec<SiteId> {
    let is_there = |site: &SiteId| source.line_and_column(unit.file.sites[site.0 as usize].span.start).0 == line;
    (0..unit.file.sites.len() as u32).map(SiteId).filter(is_there).collect()
}

/// Finds the thread states of a program or of a thread transition system, as far as the limits permit. Fails with a sentence
/// for the user.
pub(super) fn states(asked: &AskedArguments, init: Option<&str>, effort: Effort) -> Result<StatesDocument, String> {
    let options = Options { thread_states: effort, jobs: cores(), ..Options::default() };
    let name = asked.file.display();
    let limits = asked.limits.start();
    let (source, program) = program(&asked.file, (&asked.reading, asked.reading.options()), &limits)?;
    let mut document = match program {
        Program::Boolean(_) if init.is_some() => {
            return Err(format!("{name}: --init is for thread transition systems; a program starts in `main`."));
        }
        Program::Boolean(unit) => of_program(&source, &unit, options, &limits),
        Program::System(system) => {
            let system = system.starting(init).map_err(|why| format!("{name}: {why}"))?;
            of_system(system, options, &limits)
        }
        Program::Integer(_) => return Err(format!("{name}: this is not a Boolean program.")),
    };
    if effort == Effort::Full && document.complete && document.cutoff.is_none() {
        document.reason = limits.poll(&Progress::default()).err().map(|stop| stop.to_string());
    }
    Ok(document)
}

fn of_program(source: &Source, unit: &Unit, options: Options, limits: &Limits) -> StatesDocument {
    let report = boolprog_check::check(unit, options, limits, &mut Unobserved);
    let Reachable { completeness, not_soonest, live, why, sites } = &report.reachable;
    let mut sites: Vec<(&SiteId, &SiteStates)> = sites.iter().collect();
    sites.sort_unstable_by_key(|(site, _)| unit.file.sites[site.0 as usize].span);
    StatesDocument {
        cutoff: report.reachable.cutoff(),
        uniform_cutoff: report.reachable.uniform_cutoff(),
        not_uniform: not_uniform(*not_soonest, limits),
        statements: sites.into_iter().map(|(site, states)| statement(source, unit, *site, states)).collect(),
        ..document(unit.path.clone(), unit.analysis.reading.threads.to_string(), *completeness, *live, why.as_ref())
    }
}

fn of_system(mut system: System, options: Options, limits: &Limits) -> StatesDocument {
    let rows = system.thread_states(options, limits);
    let numbered = |state: &(SharedId, LocalId)| {
        let first = rows.firsts.get(state);
        let (threads, steps) = (first.map(|first| first.threads), first.map(|first| first.steps));
        let soonest = rows.soonest(state).map(Into::into);
        NumberedDocument { shared: state.0.0, local: state.1.0, threads, steps, soonest }
    };
    let thread_states = Some(rows.states.iter().map(numbered).collect());
    let threads = system.threads();
    let about = document(system.path, threads, rows.completeness, rows.live, rows.why.as_ref());
    StatesDocument {
        cutoff: rows.cutoff(),
        uniform_cutoff: rows.uniform_cutoff(),
        not_uniform: not_uniform(rows.not_soonest(), limits),
        thread_states,
        ..about
    }
}

/// Why the uniform cutoff is not known, as a clause; `None` if it is, or if there is none.
fn not_uniform(why: Option<NotFound>, limits: &Limits) -> Option<String> {
    match (why?, limits.poll(&Progress::default())) {
        (NotFound::NotApplicable, _) => None,
        (NotFound::Stopped(Stop::Time), Ok(())) => Some("it takes too many configurations".to_owned()),
        (NotFound::Stopped(stop), _) => Some(stop.to_string()),
    }
}

/// A document without thread states.
fn document(
    file: String,
    threads: String,
    completeness: Completeness,
    live: Option<LiveThreads>,
    why: Option<&Unknown>,
) -> StatesDocument {
    let live_threads = live.map(|live| match live {
        LiveThreads::AtMost(number) => number.to_string(),
        LiveThreads::Unbounded => "unbounded".to_owned(),
    });
    let complete = completeness == Completeness::Exact;
    let reason = why.map(wording::incomplete);
    StatesDocument {
        schema: SCHEMA,
        file,
        threads,
        complete,
        live_threads,
        cutoff: None,
        uniform_cutoff: None,
        not_uniform: None,
        reason,
        statements: Vec::new(),
        thread_states: None,
    }
}

fn statement(source: &Source, unit: &Unit, site: SiteId, states: &SiteStates) -> StatementDocument {
    let span = unit.file.sites[site.0 as usize].span;
    let (line, column) = source.line_and_column(span.start);
    let columns: Vec<_> = states.columns.iter().map(|id| unit.analysis.names.info(*id)).collect();
    let name = |variable: &&VariableInfo| {
        let is_hidden = variable.storage.procedure().is_none()
            && columns.iter().any(|other| other.name == variable.name && other.storage != variable.storage);
        if is_hidden { format!("{} (global)", variable.name) } else { variable.name.to_string() }
    };
    let letters = |values: &[bool]| values.iter().map(|value| if *value { 'T' } else { 'F' }).collect();
    StatementDocument {
        line,
        column,
        text: unit.text[span.range()].split_whitespace().collect::<Vec<_>>().join(" "),
        variables: columns.iter().map(name).collect(),
        states: std::iter::zip(&states.states, std::iter::zip(&states.firsts, &states.soonest))
            .map(|(values, (first, soonest))| StateDocument {
                values: letters(values),
                threads: first.map(|first| first.threads),
                steps: first.map(|first| first.steps),
                soonest: soonest.map(Into::into),
            })
            .collect(),
    }
}
