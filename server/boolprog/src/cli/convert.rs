//! `boolprog convert`: the same question for other tools.
//!
//! Every conversion of Boolean programs goes through one form: a written-out system with one start and one target, all
//! properties of the file together. Only programs stay programs. Integer programs have [a way of their own](integer).

use std::fmt::Display;
use std::fs;
use std::path::Path;

use boolprog_base::control::Stop;
use boolprog_explore::format::{show_initial, show_target, standard, write_numeric, write_spec, write_tts};
use boolprog_explore::saturate::saturate;
use boolprog_explore::system::ProgramSystem;
use boolprog_explore::tts::Tts;
use boolprog_program::lower::NotLowered;
use boolprog_program::program::Program;

mod integer;

use super::arguments::ConvertArguments;
use super::input::Content;
use super::load::read;
use super::{states, system};
use boolprog_host::limits::Limits;

/// Why nothing was converted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Refusal {
    /// The limits were too small.
    Stopped(Stop),
    /// The input is wrong, or the other form has no place for it; a sentence.
    Input(String),
    /// The output cannot be written; a sentence.
    Output(String),
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

/// A sentence about a file.
fn about(path: &Path, what: impl Display) -> String {
    format!("{}: {what}", path.display())
}

/// Converts a file; gives back a line for each file written.
pub(super) fn run(arguments: &ConvertArguments) -> Result<Vec<String>, Refusal> {
    // What does not exist yet is another file.
    if same_file::is_same_file(&arguments.input, &arguments.output).unwrap_or(false) {
        return Err(about(&arguments.input, "a file cannot be converted onto itself.").into());
    }
    let content = Content::of(&arguments.input);
    if let Some(notation) = content.notation() {
        return integer::run(arguments, notation);
    }
    if arguments.property.is_some() {
        return Err(about(&arguments.input, "--property chooses a property of an integer program.").into());
    }
    let is_program = matches!(content, Content::BooleanProgram | Content::Unnamed);
    match Content::of(&arguments.output) {
        Content::BooleanProgram if is_program => {
            let text = with_program(arguments, |program| {
                write_numeric(program).map_err(|error| about(&arguments.input, format_args!("{error}.")).into())
            })?;
            let statements = text.lines().filter(|line| line.starts_with(|first: char| first.is_ascii_digit())).count();
            let line = format!("{}: {statements} statements", arguments.output.display());
            write(&arguments.output, &text)?;
            Ok(vec![line])
        }
        Content::BooleanProgram => Err(about(&arguments.input, "only a program can become a program.").into()),
        Content::PetriNet => net(arguments, &written_out(arguments, is_program)?),
        Content::TransitionSystem => transition_system(arguments, &written_out(arguments, is_program)?),
        _ => Err(about(&arguments.output, "expected a file that ends in .bp, .tts or .spec.").into()),
    }
}

/// The system that a file stands for, as notations have it: one start, one target.
fn written_out(arguments: &ConvertArguments, is_program: bool) -> Result<Tts, Refusal> {
    let system = standard(&if is_program { of_program(arguments)? } else { of_system(arguments)? });
    system.map_err(|error| about(&arguments.input, format_args!("{error}.")).into())
}

/// What saturation leaves of a program.
fn of_program(arguments: &ConvertArguments) -> Result<Tts, Refusal> {
    let limits = arguments.limits.start();
    with_program(arguments, |program| Ok(saturated(program, &limits)?))
}

fn of_system(arguments: &ConvertArguments) -> Result<Tts, Refusal> {
    let source = read(&arguments.input).map_err(|why| about(&arguments.input, why))?;
    system::load(&arguments.input, &source, arguments.init.as_deref(), arguments.target.as_deref())
        .map(|system| system.tts)
        .map_err(|refusal| about(&arguments.input, refusal.message).into())
}

fn saturated(program: &Program, limits: &Limits) -> Result<Tts, Stop> {
    let mut system = ProgramSystem::new(program, limits)?;
    let saturation = saturate(&mut system, limits)?;
    Ok(saturation.to_tts(&mut system, limits)?.tts)
}

/// Does something with the lowered program of the input.
fn with_program<T>(
    arguments: &ConvertArguments,
    work: impl FnOnce(&Program) -> Result<T, Refusal>,
) -> Result<T, Refusal> {
    let (_, unit) = states::load(&arguments.input, &arguments.reading)?;
    match unit.analysis.program() {
        Ok(program) => work(program),
        Err(NotLowered::Recursion { .. }) => {
            Err(about(&arguments.input, "a program whose procedures call one another in a cycle is not converted.")
                .into())
        }
        Err(NotLowered::Errors | NotLowered::TooLarge) => {
            Err(about(&arguments.input, "the program is too large when its calls are inlined.").into())
        }
    }
}

fn net(arguments: &ConvertArguments, system: &Tts) -> Result<Vec<String>, Refusal> {
    let text = write_spec(system).map_err(|error| about(&arguments.input, format_args!("{error}.")))?;
    write(&arguments.output, &text)?;
    Ok(vec![size(&arguments.output, system)])
}

/// The start is a comment, as the notation has no place for it; the target is a file beside.
fn transition_system(arguments: &ConvertArguments, system: &Tts) -> Result<Vec<String>, Refusal> {
    let output = &arguments.output;
    let text = write_tts(system).map_err(|error| about(&arguments.input, format_args!("{error}.")))?;
    let start = show_initial(&system.initial).unwrap_or_default();
    write(output, &format!("# start: {start}\n{text}"))?;
    let mut lines = vec![format!("{}, to start as {start}", size(output, system))];
    if let [target] = &system.targets[..] {
        let beside = output.with_extension("prop");
        write(&beside, &format!("{}\n", show_target(target)))?;
        lines.push(format!("{}: {}", beside.display(), show_target(target)));
    }
    Ok(lines)
}

fn size(output: &Path, system: &Tts) -> String {
    let (shared, local, steps) = (system.shared_states, system.local_states, system.transitions.len());
    format!("{}: {shared} shared states, {local} local states, {steps} steps", output.display())
}

fn write(path: &Path, text: &str) -> Result<(), Refusal> {
    fs::write(path, text).map_err(|error| Refusal::Output(format!("cannot write {}: {error}", path.display())))
}
