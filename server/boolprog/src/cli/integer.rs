//! Integer programs (`.ip`).

mod covered;
mod graph;
mod notation;
mod slice;

use std::path::Path;
use std::sync::Arc;

use boolprog_base::engine::EngineId;
use boolprog_base::{Diagnostic, Severity, Span};
use boolprog_check::Query;
use boolprog_check::integer::{Model, Options};
use boolprog_integer::{InputBound, Instantiation, NotInstantiated, System, syntax};
use boolprog_program::program::Threads;

use super::arguments::{CheckArguments, IntegerArguments, ReadingArguments};
use super::check::{Checked, check_query, with_diagnostics};
use super::input::Content;
use super::load::Source;
use boolprog_host::limits::Limits;
pub(super) use covered::covered;
pub(super) use graph::draw;
pub(super) use notation::Notation;
pub(super) use slice::cut;

/// Checks the properties of a file with one engine.
pub(super) fn check(
    name: &str,
    source: Source,
    engine: Option<EngineId>,
    arguments: &CheckArguments,
    limits: &Limits,
) -> Checked {
    let instantiation = instantiation(&arguments.reading, &arguments.integers);
    // The only one may choose between several systems.
    let property = match arguments.properties.as_slice() {
        [property] => Some(property.as_str()),
        _ => None,
    };
    let (model, diagnostics) = match read(name, &source, property, instantiation) {
        Ok(read) => read,
        Err(diagnostics) => return with_diagnostics(name, source, diagnostics),
    };
    let mut checked = with_diagnostics(name, source, diagnostics);
    let options = Options { engine, ..of_arguments(&arguments.integers) };
    check_query(&mut checked, &Query::Integer(model, options), &arguments.integers.prover, limits);
    // Of another notation it would speak of a text that was made of the file.
    let is_own = Content::of(Path::new(name)) == Content::IntegerProgram(Notation::Own);
    checked.certificate = checked.certificate.filter(|_| is_own);
    checked
}

fn instantiation(reading: &ReadingArguments, arguments: &IntegerArguments) -> Instantiation {
    Instantiation { threads: instances(reading.threads), on_range: arguments.range.into() }
}

/// The number of instances of a process with `[*]`.
pub(super) fn instances(threads: Option<Threads>) -> Option<u16> {
    match threads {
        Some(Threads::Exactly(threads)) => u16::try_from(threads).ok(),
        Some(Threads::Any) | None => None,
    }
}

fn of_arguments(arguments: &IntegerArguments) -> Options {
    Options {
        inputs: InputBound(arguments.input_bound),
        seed: arguments.seed,
        local_predicates: arguments.local_predicates,
        add_all: arguments.add_all,
        ..Options::default()
    }
}

/// The name that a property has in its file. People give that or the id, such as `invariant-sum`.
pub(super) fn name_of(property: &str) -> &str {
    property.split_once('-').map_or(property, |(_, name)| name)
}

/// The model of a text with hints and warnings, or errors. Where a notation has several systems in a file, a property
/// chooses one, by its name or its id.
fn read(
    name: &str,
    source: &Source,
    property: Option<&str>,
    instantiation: Instantiation,
) -> Result<(Model, Vec<Diagnostic>), Vec<Diagnostic>> {
    let path = Path::new(name);
    let import = |notation: Notation| notation.import(source.text(), path, property.map(name_of));
    if let Some(made) = Content::of(path).notation().and_then(import) {
        return notation::foreign(name, source, made, instantiation);
    }
    let parsed = syntax::parse(source.text());
    let mut diagnostics = parsed.diagnostics;
    if diagnostics.is_empty() {
        diagnostics = boolprog_integer::check(&parsed.file);
    }
    if diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error) {
        return Err(diagnostics);
    }
    let model = Model::new(name, Arc::from(source.text()), Arc::new(parsed.file), instantiation);
    model.map(|model| (model, diagnostics)).map_err(refused)
}

/// What there is to check in a text, with default options, or a sentence about its first error.
pub(super) fn query(
    name: &str,
    source: &Source,
    property: Option<&str>,
    threads: Option<Threads>,
) -> Result<Query, String> {
    let instantiation = Instantiation { threads: instances(threads), ..Instantiation::default() };
    let (model, _) = read(name, source, property, instantiation).map_err(|found| with_place(source, &found))?;
    Ok(Query::Integer(model, Options::default()))
}

/// The system of a text, or a sentence about its first error.
pub(super) fn system_of(
    name: &str,
    source: &Source,
    property: Option<&str>,
    instantiation: Instantiation,
) -> Result<System, String> {
    let (model, _) = read(name, source, property, instantiation).map_err(|found| with_place(source, &found))?;
    Ok(System::clone(&model.system))
}

/// The index of the property with this name or id, or a sentence.
pub(super) fn property(system: &System, wanted: &str) -> Result<usize, String> {
    let index = system.properties.iter().position(|property| property.name == wanted || property.id() == wanted);
    index.ok_or_else(|| format!("There is no error and no invariant `{wanted}`."))
}

/// The first error, as a sentence with its place.
pub(super) fn with_place(source: &Source, diagnostics: &[Diagnostic]) -> String {
    let error = diagnostics.iter().find(|diagnostic| diagnostic.severity == Severity::Error);
    let (line, column) = source.line_and_column(error.map_or(0, |error| error.span.start));
    let message = error.map_or("", |error| error.message.as_str());
    format!("The program has errors, the first in line {line}, column {column}: {message}")
}

fn refused(why: NotInstantiated) -> Vec<Diagnostic> {
    let message = match why {
        NotInstantiated::Errors(diagnostics) => return diagnostics,
        NotInstantiated::ThreadsNeeded(ref process) => {
            format!("Process `{process}` has any number of instances. Say how many to look at, such as --threads 2.")
        }
        NotInstantiated::TooManyInstances | NotInstantiated::TooManyTransitions => {
            format!("This is too large: {why}.")
        }
    };
    vec![Diagnostic::new("arguments", Severity::Error, Span::empty(0), message)]
}
