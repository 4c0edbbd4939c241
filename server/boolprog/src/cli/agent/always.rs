//! Facts that always hold at lines, for agents: those that the editor shows of a line after a check.

use std::sync::Arc;

use boolprog_check::integer::places::Places;
use boolprog_check::{Effort, Options, Query, Unobserved, integer};
use boolprog_frontend::Program;
use boolprog_host::limits::Limits;
use boolprog_host::provers::prover;
use boolprog_ide::line_states::LineStates;
use boolprog_ide::{Checkable, Preferences, Results, Snapshot, Source, imported};
use serde_json::{Value, json};

use super::asked::Question;
use super::told::without_nothing;
use crate::cli::input::{Purpose, front_end, suitable};
use crate::cli::load;

/// Lines that an answer is about.
const MOST_LINES: usize = 60;
/// Lines of a text about one of them.
const ROOM: usize = 12;

/// The answer to `invariants`. Fails with a sentence for the agent.
pub(super) fn known(question: &Question, lines: &[u32]) -> Result<Value, String> {
    let limits = question.arguments.limits.start();
    let source = judged(question, &limits)?;
    let all: Vec<(u32, usize, usize)> = line_ranges(source.text());
    let is_wanted = |line: u32| if lines.is_empty() { true } else { lines.contains(&line) };
    let mut known: Vec<Value> = Vec::new();
    for (line, start, end) in all.into_iter().filter(|(line, ..)| is_wanted(*line)) {
        let text = &source.text()[start..end];
        let offset = start + (text.len() - text.trim_start().len());
        let Some(fact) = fact(&source, line, offset as u32) else { continue };
        if known.len() == MOST_LINES {
            break;
        }
        known.push(fact);
    }
    Ok(without_nothing(json!({ "file": question.path().to_string_lossy(), "lines": known })))
}

/// Facts about a line, if there are any.
fn fact(source: &Source, line: u32, offset: u32) -> Option<Value> {
    let Some(LineStates { line: found, statement, headline, always, threads, seen, .. }) = source.line_states(offset)
    else {
        let hover = source.integer().and_then(|_| source.hover(offset, ROOM))?;
        return Some(json!({ "line": line, "known": hover.markdown }));
    };
    let told = || {
        without_nothing(json!({
            "line": line,
            "text": statement,
            "reached": headline,
            "always": always,
            "threads": threads,
            "in_counterexamples": seen,
        }))
    };
    (found == line as usize).then(told)
}

/// The numbers of lines from 1, with their ranges, without those that are empty.
fn line_ranges(text: &str) -> Vec<(u32, usize, usize)> {
    let mut start = 0;
    let mut lines = Vec::new();
    for (number, line) in (1..).zip(text.split_inclusive('\n')) {
        if !line.trim().is_empty() {
            lines.push((number, start, start + line.trim_end().len()));
        }
        start += line.len();
    }
    lines
}

/// The program with the findings of a check, as the editor has it. Fails with a sentence for the agent.
fn judged(question: &Question, limits: &Limits) -> Result<Source, String> {
    let (path, arguments) = (question.path(), &question.arguments);
    suitable(path, Purpose::Check)?;
    let (source, program) = load::program(path, (&arguments.reading, arguments.semantics()), limits)?;
    match program {
        Program::Boolean(unit) => {
            let options = Options { thread_states: Effort::Short, ..arguments.options() };
            let report = boolprog_check::check(&unit, options, limits, &mut Unobserved);
            let mut snapshot = Snapshot::new(unit.text, unit.file, Arc::default(), unit.analysis);
            let mut findings = snapshot.nothing_found(Arc::default());
            findings.reachable = Arc::new(report.reachable);
            snapshot.results = Results::Current(Arc::new(findings));
            Ok(Source::Boolean(snapshot))
        }
        Program::Integer(model) => {
            let options = integer::Options { engine: arguments.engine.0, ..arguments.integers.options() };
            let query = Query::Integer(model.clone(), options);
            let mut prover = prover(&arguments.integers.prover);
            let report = query.check(&mut prover, limits, &mut Unobserved);
            let places = Places::of_report(&model, &options, &report, limits).unwrap_or_default();
            let preferences = Preferences::default();
            let source = if matches!(front_end(path).reader, boolprog_frontend::Reader::Integer(_)) {
                Source::Integer(boolprog_ide::integer::Snapshot::new(source.first(), preferences))
            } else {
                let joined = model.joined();
                let read = Ok((model, Vec::new()));
                Source::Imported(imported::Snapshot::new(source.first(), joined, read, Vec::new(), preferences))
            };
            let mut findings = source.checkable().nothing_found(Arc::default());
            findings.add(report.properties, None);
            findings.places = Arc::new(places);
            Ok(source.with_results(Results::Current(Arc::new(findings))))
        }
        Program::System(_) => Err("A transition system has no statements.".to_owned()),
    }
}
