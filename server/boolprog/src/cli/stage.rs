//! `boolprog convert FILE.c --stage NAME`: a C program on its way to the integer program.

use std::io::Write;

use boolprog_c_form::stages::{NoStage, Stage, print};
use boolprog_c_syntax::{Failure, Options, library, parse};

use super::arguments::{ConvertArguments, INCLUDED};
use super::convert::{Refusal, about};
use super::input::front_end;
use super::{load, output};

/// Prints a stage, or writes it to the output.
pub(super) fn run(arguments: &ConvertArguments, stage: Stage) -> Result<(), Refusal> {
    let input = &arguments.input;
    if front_end(input).machine.is_none() {
        return Err(about(input, "--stage prints a stage of a C program.").into());
    }
    let limits = arguments.limits.start();
    let source = load::read(input).map_err(|why| about(input, why))?;
    let text = source.named(input);
    let reading = &arguments.reading.c;
    let (defines, folders) = (reading.defines.clone(), reading.folders.clone());
    let options = Options { defines, folders, files: boolprog_c_syntax::Files(INCLUDED.0), ..Options::default() };
    let failed = |failure| match failure {
        Failure::Stopped(stop) => Refusal::Stopped(stop),
        mistakes @ Failure::Mistakes { .. } => Refusal::Input(mistakes.to_string()),
    };
    let mut units = vec![parse(&text.path, &text.text, &options, &limits).map_err(failed)?];
    units.extend(library::units(&units, options.target, &limits).map_err(failed)?);
    let printed = print(&units, &reading.entry, stage, &limits).map_err(|why| match why {
        NoStage::Stopped(stop) => Refusal::Stopped(stop),
        why => about(input, why).into(),
    })?;
    let path = Some(arguments.target()).filter(|path| !path.as_os_str().is_empty());
    output::write(path, |out| out.write_all(printed.as_bytes())).map_err(Refusal::Output)
}
