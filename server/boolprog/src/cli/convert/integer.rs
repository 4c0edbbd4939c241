//! Integer programs from and for other tools.

use std::path::Path;

use boolprog_exchange::{Imported, Question, horn, promela};
use boolprog_ide::wording::count;
use boolprog_integer::{Instantiation, System, syntax};
use boolprog_syntax::Span;

use super::super::arguments::ConvertArguments;
use super::super::integer::{instances, property, system_of};
use super::super::load::{self, Source};
use super::{Refusal, about, write};

/// How an integer program is written down.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Notation {
    Integer,
    Automaton,
    Symbolic,
    Divine,
}

impl Notation {
    /// The notation of a file, if it has one of these.
    pub(super) fn of(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()? {
            "ip" => Some(Self::Integer),
            "cfa" => Some(Self::Automaton),
            "system" => Some(Self::Symbolic),
            "dve" => Some(Self::Divine),
            _ => None,
        }
    }
}

/// Converts a file; gives back a line for each file written, and the notes of a reader.
pub(super) fn run(arguments: &ConvertArguments, notation: Notation) -> Result<Vec<String>, Refusal> {
    let source = load::read(&arguments.input).map_err(|why| about(&arguments.input, why))?;
    let ending = arguments.output.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    match (notation, ending) {
        (Notation::Integer, "smt2" | "pml") => export(arguments, &source, ending),
        (Notation::Integer, _) => {
            Err(about(&arguments.output, "an integer program becomes a file that ends in .smt2 or .pml.").into())
        }
        (_, "ip") => import(arguments, &source, notation),
        (_, _) => Err(about(&arguments.output, "a program of another tool becomes a file that ends in .ip.").into()),
    }
}

fn import(arguments: &ConvertArguments, source: &Source, notation: Notation) -> Result<Vec<String>, Refusal> {
    let (text, file) = (source.text(), arguments.input.file_name().unwrap_or_default().to_string_lossy());
    let wanted = arguments.error.as_deref();
    if wanted.is_some() && notation != Notation::Symbolic {
        return Err(about(&arguments.input, "--error chooses a property of a .system or .ip file.").into());
    }
    let made = match notation {
        Notation::Automaton => boolprog_exchange::cfa(text, &file),
        Notation::Symbolic => boolprog_exchange::system(text, &file, wanted),
        Notation::Divine | Notation::Integer => boolprog_exchange::dve(text, &file),
    };
    let Imported { text, notes } = made.map_err(|why| at(arguments, source, why.span, &why.message))?;
    let parsed = syntax::parse(&text);
    let file = parsed.file;
    let system = boolprog_integer::instantiate(&file, &Instantiation::default());
    let system = system.map_err(|why| about(&arguments.input, format_args!("too large: {why}.")))?;
    write(&arguments.output, &text)?;
    let mut lines = vec![size(&arguments.output, &system)];
    lines.extend(notes.into_iter().map(|note| format!("  note: {note}")));
    Ok(lines)
}

fn export(arguments: &ConvertArguments, source: &Source, ending: &str) -> Result<Vec<String>, Refusal> {
    let options = Instantiation { threads: instances(&arguments.reading), ..Instantiation::default() };
    let system = system_of(&arguments.input.display().to_string(), source, options);
    let system = system.map_err(|why| about(&arguments.input, why))?;
    let question = match &arguments.error {
        None => Question::Everything,
        Some(wanted) => Question::Property(property(&system, wanted).map_err(|why| about(&arguments.input, why))?),
    };
    let text = if ending == "smt2" {
        horn::write(&system, question)
    } else {
        promela::write(&system, question).map_err(|why| {
            let sentence = format!("{why}.");
            match why {
                promela::NotWritten::Choice(span) => at(arguments, source, span, &sentence),
                _ => about(&arguments.input, sentence),
            }
        })?
    };
    write(&arguments.output, &text)?;
    Ok(vec![size(&arguments.output, &system)])
}

/// A sentence about a place of the input.
fn at(arguments: &ConvertArguments, source: &Source, span: Span, message: &str) -> String {
    let (line, column) = source.line_and_column(span.start);
    format!("{}:{line}:{column}: {message}", arguments.input.display())
}

fn size(output: &Path, system: &System) -> String {
    let counts = [
        count(system.instances.len() as u64, "instance"),
        count(system.variables.len() as u64, "variable"),
        count(system.transitions.len() as u64, "transition"),
    ];
    format!("{}: {}", output.display(), counts.join(", "))
}
