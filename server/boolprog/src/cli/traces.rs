//! Counterexamples for the user, step by step.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::{self, Write};

use boolprog_export::lanes::{Lanes, Row};
use boolprog_export::report::{Counterexample, PropertyDocument};
use boolprog_ide::story;
use boolprog_trace::document::{
    ChoiceDocument, ProgramKind, PropertyKind, StateDocument, StepDocument, ThreadChange, TraceDocument, place,
};
use boolprog_trace::run::{FiringStep, FiringsDocument, RunDocument, RunStep, SystemRun};
use serde_json::json;

/// Prints the counterexample of a property, if there is one.
pub(super) fn print(property: &PropertyDocument, out: &mut impl Write) -> io::Result<()> {
    match (&property.trace, Lanes::of(property)) {
        (Some(Counterexample::Program(trace)), Some(lanes)) if trace.kind == ProgramKind::C => {
            print_c_trace(&lanes, out)
        }
        (Some(Counterexample::Program(trace)), Some(lanes)) if trace.is_of_integer_program() => {
            print_integer_trace(trace, &lanes, out)
        }
        (Some(Counterexample::Program(trace)), _) => print_program_trace(trace, out),
        (Some(Counterexample::System(run)), _) => match &**run {
            SystemRun::Threads(run) => print_run(run, out),
            SystemRun::Net(run) => print_firings(run, out),
        },
        (None, _) => Ok(()),
    }
}

pub(super) fn print_program_trace(trace: &TraceDocument, out: &mut impl Write) -> io::Result<()> {
    let digits = trace.steps.len().to_string().len();
    for (number, (step, event)) in (1..).zip(trace.steps.iter().zip(story::steps(trace))) {
        let changes = if event == step.text { String::new() } else { format!("   {event}") };
        writeln!(out, "    {number:digits$}  T{}  line {}: {}{changes}", step.thread, step.range.line, step.text)?;
    }
    Ok(())
}

/// Prints the steps of a C program: thread, statement, and the accesses and other effects.
fn print_c_trace(lanes: &Lanes<'_>, out: &mut impl Write) -> io::Result<()> {
    let title = |thread: u32| lanes.threads[lanes.index(thread)].title();
    let digits = lanes.rows.len().to_string().len();
    let titles = lanes.rows.iter().map(|row| title(row.thread).len()).max().unwrap_or_default();
    let lines = lanes.rows.iter().map(|row| row.line.to_string().len()).max().unwrap_or_default();
    let place = |row: &Row<'_>| match row.file {
        Some(file) => format!("{}:", place(Some(file), row.line)),
        None => format!("line {:lines$}:", row.line),
    };
    let places = lanes.rows.iter().map(|row| place(row).len()).max().unwrap_or_default();
    for row in &lanes.rows {
        let (number, place, text) = (row.step, place(row), &row.text);
        let effects = row.effects().chain(row.notes()).collect::<Vec<_>>().join(", ");
        let told = format!("    {number:digits$}  {:titles$}  {place:places$} {text}   {effects}", title(row.thread));
        writeln!(out, "{}", told.trim_end())?;
    }
    writeln!(out, "    {}", lanes.headline)
}

fn print_run(run: &RunDocument, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "    start: shared state {}, threads {}", run.shared, json!(run.threads))?;
    for (number, RunStep { thread, line, shared, threads }) in (1..).zip(&run.steps) {
        writeln!(out, "    {number}  T{thread}  line {line}: shared state {shared}, threads {}", json!(threads))?;
    }
    Ok(())
}

fn print_firings(run: &FiringsDocument, out: &mut impl Write) -> io::Result<()> {
    let marking = |tokens: &[(String, u64)]| {
        let numbers: Vec<String> = tokens.iter().map(|(place, tokens)| format!("{place} = {tokens}")).collect();
        if numbers.is_empty() { "no change".to_owned() } else { numbers.join(", ") }
    };
    let start = if run.start.is_empty() { "no tokens".to_owned() } else { marking(&run.start) };
    writeln!(out, "    start: {start}")?;
    let digits = run.steps.len().to_string().len();
    let lines = run.steps.iter().map(|step| step.line.to_string().len()).max().unwrap_or_default();
    for (number, FiringStep { line, tokens }) in (1..).zip(&run.steps) {
        writeln!(out, "    {number:digits$}  line {line:lines$}: {}", marking(tokens))?;
    }
    Ok(())
}

type Places<'a> = BTreeMap<u32, &'a str>;

/// Prints the values at the start, and for each step the acting instance, its locations and the changes. An edge
/// without a state after it is printed in full.
fn print_integer_trace(trace: &TraceDocument, lanes: &Lanes<'_>, out: &mut impl Write) -> io::Result<()> {
    let start = values(trace, &trace.initial);
    if !start.is_empty() {
        writeln!(out, "    start: {}", start.join(", "))?;
    }
    let name = |thread: u32| lanes.threads[lanes.index(thread)].name;
    let digits = lanes.rows.len().to_string().len();
    let names = lanes.rows.iter().map(|row| name(row.thread).len()).max().unwrap_or_default();
    let lines = lanes.rows.iter().map(|row| row.line.to_string().len()).max().unwrap_or_default();
    let initial = trace.initial.threads.iter();
    let mut places: Places<'_> =
        initial.filter_map(|thread| Some((thread.number, thread.frames.first()?.location.as_deref()?))).collect();
    for (row, step) in lanes.rows.iter().zip(&trace.steps) {
        let instance = name(row.thread);
        let local = row.own.iter().map(|change| format!("{instance}.{change}"));
        let effects: Vec<String> =
            chosen(step).chain(row.shared.iter().map(ToString::to_string)).chain(local).collect();
        let effects = if effects.is_empty() { String::new() } else { format!("   {}", effects.join(", ")) };
        let is_last = row.step == lanes.rows.len();
        let is_tried =
            is_last && trace.property.kind == PropertyKind::Value && step.shared.is_empty() && step.threads.is_empty();
        let moved = if is_tried { Cow::Borrowed(statement(step)) } else { moved(step, &mut places) };
        let (number, line) = (row.step, row.line);
        writeln!(out, "    {number:digits$}  {instance:names$}  line {line:lines$}: {moved}{effects}")?;
    }
    Ok(())
}

/// The first line of the statement of a step; the start of a program has none.
fn statement(step: &StepDocument) -> &str {
    match step.text.lines().next() {
        None => "begin",
        Some(line) => line.trim_end_matches(';'),
    }
}

/// From where to where control moves.
fn moved<'a>(step: &'a StepDocument, places: &mut Places<'a>) -> Cow<'a, str> {
    let from = places.get(&step.thread).copied();
    places.extend(step.threads.iter().filter_map(place_of));
    let to = places.get(&step.thread).copied();
    from.zip(to).map_or(Cow::Borrowed(&*step.text), |(from, to)| Cow::Owned(format!("{from} -> {to}")))
}

/// The location that a step brings an instance to: its outermost activation has it.
fn place_of(change: &ThreadChange) -> Option<(u32, &str)> {
    let outermost = change.frames.first().filter(|_| change.kept == 0)?;
    Some((change.number, outermost.location.as_deref()?))
}

fn chosen(step: &StepDocument) -> impl Iterator<Item = String> {
    step.choices.iter().filter_map(|choice| match choice {
        ChoiceDocument::Value { value, .. } | ChoiceDocument::Input { input: value } => Some(format!("input {value}")),
        ChoiceDocument::Branch { .. } => None,
    })
}

/// The values of all variables, as the language names them.
fn values(trace: &TraceDocument, state: &StateDocument) -> Vec<String> {
    let named = trace.shared.iter().zip(&state.shared);
    let shared = named.map(|(name, value)| format!("{name} = {}", trace.written(value)));
    let own = state.threads.iter().zip(&trace.instances).flat_map(|(thread, instance)| {
        let frame = thread.frames.first();
        let procedure = frame.and_then(|frame| trace.procedures.get(frame.procedure as usize));
        let names = procedure.into_iter().flat_map(|procedure| &procedure.variables);
        let values = frame.into_iter().flat_map(|frame| &frame.values);
        names.zip(values).map(move |(name, value)| format!("{instance}.{name} = {}", trace.written(value)))
    });
    shared.chain(own).collect()
}
