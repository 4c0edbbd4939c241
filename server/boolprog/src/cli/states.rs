//! The reachable thread states of one program as a document (`boolprog-states/1`, described in
//! `docs/states-format.md`): the output of `boolprog reach` and `boolprog cutoff`.

use boolprog_check::report::{Completeness, LiveThreads, Reachable, SiteStates};
use boolprog_check::{Effort, Options, Unit, Unobserved};
use boolprog_syntax::ast::SiteId;
use serde::Serialize;

use super::load::Source;
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
    /// The statements that are reached, in textual order.
    pub statements: Vec<StatementDocument>,
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
}

/// The places where a thread can be on a line.
pub(super) fn sites_on(line: u32, source: &Source, unit: &Unit) -> Vec<SiteId> {
    let is_there = |site: &SiteId| source.line_and_column(unit.file.sites[site.0 as usize].span.start).0 == line;
    (0..unit.file.sites.len() as u32).map(SiteId).filter(is_there).collect()
}

/// Finds the thread states of a program, as far as the limits permit.
pub(super) fn states((source, unit): &(Source, Unit), effort: Effort, limits: &Limits) -> StatesDocument {
    let options = Options { thread_states: effort, jobs: cores(), ..Options::default() };
    let report = boolprog_check::check(unit, options, limits, &mut Unobserved);
    let Reachable { completeness, live, .. } = &report.reachable;
    let complete = *completeness == Completeness::Exact;
    let mut sites: Vec<(&SiteId, &SiteStates)> = report.reachable.sites.iter().collect();
    sites.sort_unstable_by_key(|(site, _)| unit.file.sites[site.0 as usize].span);
    StatesDocument {
        schema: SCHEMA,
        file: unit.path.clone(),
        threads: unit.analysis.reading.threads.to_string(),
        complete,
        live_threads: live.map(|live| match live {
            LiveThreads::AtMost(number) => number.to_string(),
            LiveThreads::Unbounded => "unbounded".to_owned(),
        }),
        cutoff: report.reachable.cutoff(),
        statements: sites.into_iter().map(|(site, states)| statement(source, unit, *site, states)).collect(),
    }
}

fn statement(source: &Source, unit: &Unit, site: SiteId, states: &SiteStates) -> StatementDocument {
    let span = unit.file.sites[site.0 as usize].span;
    let (line, column) = source.line_and_column(span.start);
    let name = |variable: &boolprog_program::names::VariableId| {
        unit.analysis.names.variables[variable.0 as usize].name.to_string()
    };
    let letters = |values: &[bool]| values.iter().map(|value| if *value { 'T' } else { 'F' }).collect();
    StatementDocument {
        line,
        column,
        text: unit.text[span.range()].split_whitespace().collect::<Vec<_>>().join(" "),
        variables: states.columns.iter().map(name).collect(),
        states: std::iter::zip(&states.states, &states.firsts)
            .map(|(values, first)| StateDocument {
                values: letters(values),
                threads: first.map(|first| first.threads),
                steps: first.map(|first| first.steps),
            })
            .collect(),
    }
}
