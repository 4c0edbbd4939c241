//! `boolprog convert FILE.c --stage NAME`: a C program on its way to the integer program.

use std::io::Write;
use std::sync::Arc;

use boolprog_base::control::Control;
use boolprog_c_form::stages::{NoStage, Stage, print};
use boolprog_c_syntax::{Failure, library, parse};
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
    let printed = match stage {
        StageName::Form(stage) => of_form(arguments, &text, stage, &limits),
        StageName::Program => program(arguments, &text, &limits),
    }?;
    let path = Some(arguments.target()).filter(|path| !path.as_os_str().is_empty());
    output::write(path, |out| out.write_all(printed.as_bytes())).map_err(Refusal::Output)
}

/// A stage of the intermediate form.
fn of_form(arguments: &ConvertArguments, text: &Text, stage: Stage, control: &dyn Control) -> Result<String, Refusal> {
    let reading = arguments.reading.c.options(&[]);
    let options = reading.syntax();
    let failed = |failure| match failure {
        Failure::Stopped(stop) => Refusal::Stopped(stop),
        mistakes @ Failure::Mistakes { .. } => Refusal::Input(mistakes.to_string()),
    };
    let mut units = vec![Arc::new(parse(&text.path, &text.text, &options, control).map_err(failed)?)];
    units.extend(library::units(&units, options.target, control).map_err(failed)?);
    print(&units, &reading.entry, stage, control).map_err(|why| match why {
        NoStage::Stopped(stop) => Refusal::Stopped(stop),
        why => about(&arguments.input, why).into(),
    })
}

/// The integer program that is made of the form.
fn program(arguments: &ConvertArguments, text: &Text, control: &dyn Control) -> Result<String, Refusal> {
    let options = arguments.reading.c.options(&[]);
    let made = boolprog_c::read(&text.path, &text.text, &options, control);
    made.map(|program| program.text).map_err(|why| {
        let why: Vec<String> = why.into_iter().map(|why| why.message).collect();
        about(&arguments.input, why.join(" ")).into()
    })
}
