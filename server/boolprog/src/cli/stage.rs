//! `boolprog convert FILE.c --stage NAME`: a C program on its way to the integer program.

use std::io::Write;

use boolprog_base::control::Control;
use boolprog_c_form::stages::{NoStage, Stage, print};
use boolprog_c_syntax::{Failure, program};
use boolprog_frontend::Text;

use super::arguments::{ConvertArguments, StageName};
use super::convert::{Refusal, about};
use super::input::front_end;
use super::{load, output};

/// Prints a stage, or writes it to the output.
pub(super) fn run(arguments: &ConvertArguments, stage: StageName) -> Result<(), Refusal> {
    let input = &arguments.input;
    if front_end(input).machine.is_none() {
        return Err(about(input, "--stage prints a stage of a C program.").into());
    }
    let limits = arguments.limits.start();
    let source = load::read(input).map_err(|why| about(input, why))?;
    let text = source.named(input);
    let reading = arguments.reading.complete(&text, arguments.options(), &limits);
    let options = reading.map_err(|why| about(input, why))?.c;
    let printed = match stage {
        StageName::Form(stage) => of_form(arguments, (&text, &options), stage, &limits),
        StageName::Program => integer_program(arguments, (&text, &options), &limits),
    }?;
    let path = Some(arguments.target()).filter(|path| !path.as_os_str().is_empty());
    output::write(path, |out| out.write_all(printed.as_bytes())).map_err(Refusal::Output)
}

/// A stage of the intermediate form.
fn of_form(
    arguments: &ConvertArguments,
    (text, options): (&Text, &boolprog_c::Options),
    stage: Stage,
    control: &dyn Control,
) -> Result<String, Refusal> {
    let failed = |failure| match failure {
        Failure::Stopped(stop) => Refusal::Stopped(stop),
        mistakes @ Failure::Mistakes { .. } => Refusal::Input(mistakes.to_string()),
    };
    let units = program::units(&options.inputs(&text.path, &text.text), control).map_err(failed)?;
    print(&units, &options.entry, stage, control).map_err(|why| match why {
        NoStage::Stopped(stop) => Refusal::Stopped(stop),
        why => about(&arguments.input, why).into(),
    })
}

/// The integer program that is made of the form.
fn integer_program(
    arguments: &ConvertArguments,
    (text, options): (&Text, &boolprog_c::Options),
    control: &dyn Control,
) -> Result<String, Refusal> {
    let made = boolprog_c::read(&text.path, &text.text, options, control);
    made.map(|program| program.text).map_err(|why| {
        let why: Vec<String> = why.into_iter().map(|why| why.message).collect();
        about(&arguments.input, why.join(" ")).into()
    })
}
