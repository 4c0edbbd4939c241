//! Integer programs from and for other tools.

use std::path::Path;

use boolprog_base::Span;
use boolprog_base::words::count;
use boolprog_import::horn::{self, Question};
use boolprog_import::{Imported, Refusal as NotRead};
use boolprog_integer::{Instantiation, System};

use super::super::arguments::ConvertArguments;
use super::super::integer::{Notation, instances, name_of, property, system_of};
use super::super::load::{self, Source};
use super::{Refusal, about, write};

/// Converts a file; gives back a line for each file written, and the notes of a reader.
pub(super) fn run(arguments: &ConvertArguments, notation: Notation) -> Result<Vec<String>, Refusal> {
    let source = load::read(&arguments.input).map_err(|why| about(&arguments.input, why))?;
    let ending = arguments.output.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let wanted = arguments.property.as_deref();
    if wanted.is_some() && notation == Notation::Automaton {
        return Err(about(&arguments.input, "--property chooses a property of a .system or .ip file.").into());
    }
    match (notation.import(source.text(), &arguments.input, wanted.map(name_of)), ending) {
        (None, "smt2") => export(arguments, &source),
        (None, _) => Err(about(&arguments.output, "an integer program becomes a file that ends in .smt2.").into()),
        (Some(made), "ip") => import(arguments, &source, made),
        (Some(_), _) => {
            Err(about(&arguments.output, "a program of another tool becomes a file that ends in .ip.").into())
        }
    }
}

fn import(
    arguments: &ConvertArguments,
    source: &Source,
    made: Result<Imported, NotRead>,
) -> Result<Vec<String>, Refusal> {
    let made = made.map_err(|why| at(arguments, source, why.span, &why.message))?;
    let system = made.system(&Instantiation::default());
    let system = system.map_err(|why| about(&arguments.input, format_args!("too large: {why}.")))?;
    write(&arguments.output, &made.text)?;
    let mut lines = vec![size(&arguments.output, &system)];
    lines.extend(made.notes.into_iter().map(|note| format!("  note: {note}")));
    Ok(lines)
}

fn export(arguments: &ConvertArguments, source: &Source) -> Result<Vec<String>, Refusal> {
    let options = Instantiation { threads: instances(arguments.reading.threads), ..Instantiation::default() };
    let system = system_of(&arguments.input.display().to_string(), source, None, options);
    let system = system.map_err(|why| about(&arguments.input, why))?;
    let question = match &arguments.property {
        None => Question::Everything,
        Some(wanted) => Question::Property(property(&system, wanted).map_err(|why| about(&arguments.input, why))?),
    };
    write(&arguments.output, &horn::write(&system, question))?;
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
