//! `boolprog convert`: the same question for other tools.
//!
//! Every conversion of Boolean programs goes through one form: an explicit system with one start and one target, all
//! properties of the file together. Systems keep their targets. Only conversions to programs keep the program. Programs
//! of other tools become integer programs, and these Horn clauses.

use std::fmt::Display;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use boolprog_base::control::{Control, Stop};
use boolprog_base::words::count;
use boolprog_check::Unit;
use boolprog_clauses::exchange::{self, Question};
use boolprog_explore::format::{show_initial, show_targets, standard, write_numeric, write_spec, write_tts};
use boolprog_explore::saturate::saturate;
use boolprog_explore::system::ProgramSystem;
use boolprog_explore::tts::Tts;
use boolprog_frontend::{FrontEnd, Import, Options, Program, Reader};
use boolprog_integer::{Instantiation, System};
use boolprog_program::lower::NotLowered;
use boolprog_program::program as lowered;

use super::arguments::{ConvertArguments, ReadingArguments};
use super::input::front_end;
use super::output::{self, NotWritten};
use super::{load, system};
use boolprog_host::limits::Limits;

#[derive(Debug)]
pub(super) enum Refusal {
    Stopped(Stop),
    /// The input is wrong, or the other form has no place for it; a sentence.
    Input(String),
    Output(NotWritten),
}

impl From<Stop> for Refusal {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}

impl From<String> for Refusal {
    fn from(why: String) -> Self {
        Self::Input(why)
    }
}

pub(super) fn about(path: &Path, what: impl Display) -> String {
    format!("{}: {what}", path.display())
}

/// Converts a file; gives back a line for each file written, and the notes of a reader.
pub(super) fn run(arguments: &ConvertArguments) -> Result<Vec<String>, Refusal> {
    let ConvertArguments { input, property, .. } = arguments;
    let output = arguments.target();
    let front_end = front_end(input);
    let to = output.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    match (front_end.reader, to) {
        (Reader::Import(_), _) if property.is_some() && !chooses(front_end, arguments) => {
            Err(about(input, "--property selects a property of a .system or .ip file, or a check of a C program.")
                .into())
        }
        (Reader::Import(read), "ip") => integer_program(arguments, read),
        (Reader::Import(_), _) => Err(about(output, "a program of another tool can only be converted to .ip.").into()),
        (Reader::Integer(_), "smt2") => horn_clauses(arguments),
        (Reader::Integer(_), _) => Err(about(output, "an integer program can only be converted to .smt2.").into()),
        (Reader::Boolean(_) | Reader::System(_), _) if property.is_some() => {
            Err(about(input, "--property selects a property of an integer program.").into())
        }
        (Reader::Boolean(_), "bp") => numeric_program(arguments),
        (Reader::System(_), "bp") => Err(about(input, "only a program can be converted to a program.").into()),
        (Reader::Boolean(_) | Reader::System(_), "spec") => net(arguments, &written_out(arguments)?),
        (Reader::Boolean(_) | Reader::System(_), "tts") => transition_system(arguments, &written_out(arguments)?),
        (Reader::Boolean(_) | Reader::System(_), _) => {
            Err(about(output, "expected a file that ends in .bp, .tts or .spec.").into())
        }
    }
}

/// `true` if the name of a property chooses one of several programs of a text, or a check of a C program.
fn chooses(front_end: &FrontEnd, arguments: &ConvertArguments) -> bool {
    let is_check = arguments.property.as_deref().and_then(boolprog_c::Asked::of_name).is_some();
    front_end.property_chooses || (front_end.machine.is_some() && is_check)
}

/// A program of another tool as an integer program.
fn integer_program(arguments: &ConvertArguments, read: Import) -> Result<Vec<String>, Refusal> {
    let input = &arguments.input;
    let source = load::read(input).map_err(|why| about(input, why))?;
    let options = Options { property: arguments.property.clone(), ..arguments.options() };
    let limits = arguments.limits.start();
    let text = source.named(input);
    let options = arguments.reading.complete(&text, options, &limits).map_err(|why| about(input, why))?;
    let made = read(&text, &options, &limits).map_err(|errors| {
        if let Err(stop) = limits.poll(&limits.progress()) {
            return Refusal::Stopped(stop);
        }
        load::first_error(input, &source.with(&options), &errors).into()
    })?;
    // The number of instances is left open.
    let system = made.system(&Instantiation { representatives: true, ..Instantiation::default() });
    let system = system.map_err(|why| about(input, format_args!("too large: {why}.")))?;
    write(arguments.target(), &made.text)?;
    let notes = made.notes.into_iter().map(|note| format!("  note: {}", note.text));
    Ok([integer_size(arguments.target(), &system)].into_iter().chain(notes).collect())
}

/// The reading of the input.
fn read(arguments: &ConvertArguments) -> (&ReadingArguments, Options) {
    (&arguments.reading, arguments.reading.options())
}

fn horn_clauses(arguments: &ConvertArguments) -> Result<Vec<String>, Refusal> {
    let (_, model) = load::integer(&arguments.input, read(arguments), &arguments.limits.start())?;
    let question = match &arguments.property {
        None => Question::Everything,
        Some(wanted) => {
            let index = load::property(&model.system, wanted).map_err(|why| about(&arguments.input, why))?;
            Question::Property(index)
        }
    };
    write(arguments.target(), &exchange::write(&model.system, question))?;
    Ok(vec![integer_size(arguments.target(), &model.system)])
}

/// A program with numeric labels and without calls.
fn numeric_program(arguments: &ConvertArguments) -> Result<Vec<String>, Refusal> {
    let (input, output) = (&arguments.input, arguments.target());
    let (_, unit) = load::boolean(input, &arguments.reading, &arguments.limits.start())?;
    let text = write_numeric(lowered(input, &unit)?).map_err(|error| about(input, format_args!("{error}.")))?;
    let statements = text.lines().filter(|line| line.starts_with(|first: char| first.is_ascii_digit())).count();
    write(output, &text)?;
    Ok(vec![format!("{}: {statements} statements", output.display())])
}

/// The explicit system of a file, with one start and its targets.
fn written_out(arguments: &ConvertArguments) -> Result<Tts, Refusal> {
    let ConvertArguments { input, init, target, .. } = arguments;
    let limits = arguments.limits.start();
    match load::program(input, read(arguments), &limits)? {
        (_, Program::System(system)) => {
            let asked = system::asked(input, *system, init.as_deref(), target.as_deref());
            Ok(asked.map_err(|why| about(input, why))?.tts)
        }
        (_, Program::Boolean(unit)) => {
            let tts = saturated(lowered(input, &unit)?, &limits)?;
            standard(&tts).map_err(|error| about(input, format_args!("{error}.")).into())
        }
        (_, Program::Integer(_)) => Err(about(input, "an integer program has no thread states.").into()),
    }
}

fn saturated(program: &lowered::Program, limits: &Limits) -> Result<Tts, Stop> {
    let mut system = ProgramSystem::new(program, limits)?;
    let saturation = saturate(&mut system, limits)?;
    Ok(saturation.to_tts(&mut system, limits)?.tts)
}

fn lowered<'u>(path: &Path, unit: &'u Unit) -> Result<&'u lowered::Program, String> {
    unit.analysis.program().map_err(|why| match why {
        NotLowered::Recursion { .. } => about(path, "a recursive program cannot be converted."),
        NotLowered::Errors | NotLowered::TooLarge => {
            about(path, "the program is too large when its calls are inlined.")
        }
    })
}

fn net(arguments: &ConvertArguments, system: &Tts) -> Result<Vec<String>, Refusal> {
    let text = write_spec(system).map_err(|error| about(&arguments.input, format_args!("{error}.")))?;
    write(arguments.target(), &text)?;
    Ok(vec![size(arguments.target(), system)])
}

/// The start is a comment, as the notation has no place for it; the target is a file next to it.
fn transition_system(arguments: &ConvertArguments, system: &Tts) -> Result<Vec<String>, Refusal> {
    let output = arguments.target();
    let text = write_tts(system).map_err(|error| about(&arguments.input, format_args!("{error}.")))?;
    let start = show_initial(&system.initial).unwrap_or_default();
    write(output, &format!("# start: {start}\n{text}"))?;
    let mut lines = vec![format!("{}, to start as {start}", size(output, system))];
    let beside = target_file(output);
    let targets = show_targets(&system.targets);
    let text = format!("{targets}\n");
    let is_other = fs::read_to_string(&beside).is_ok_and(|old| old != text);
    write(&beside, &text)?;
    let what = if system.targets.len() > 1 { count(system.targets.len() as u64, "target") } else { targets };
    let note = if is_other { "; another target was there before" } else { "" };
    lines.push(format!("{}: {what}{note}", beside.display()));
    Ok(lines)
}

/// The file beside a system that holds its target.
pub(super) fn target_file(system: &Path) -> PathBuf {
    system.with_extension("prop")
}

fn size(output: &Path, system: &Tts) -> String {
    let (shared, local, steps) = (system.shared_states, system.local_states, system.transitions.len());
    format!("{}: {shared} shared states, {local} local states, {steps} steps", output.display())
}

fn integer_size(output: &Path, system: &System) -> String {
    let counts = [
        count(system.instances.len() as u64, "instance"),
        count(system.variables.len() as u64, "variable"),
        count(system.transitions.len() as u64, "transition"),
    ];
    format!("{}: {}", output.display(), counts.join(", "))
}

fn write(path: &Path, text: &str) -> Result<(), Refusal> {
    output::write(Some(path), |out| out.write_all(text.as_bytes())).map_err(Refusal::Output)
}
