//! The refusal of outputs that would replace an input: a program must not be lost to an option that is misplaced.

use std::fs;
use std::path::{Path, PathBuf};
use std::slice::from_ref;

use boolprog_base::control::Control;
use boolprog_c_syntax::preprocess::files_read;
use boolprog_c_syntax::program::Input;

use super::arguments::{CheckArguments, Command, ConvertArguments, ReadingArguments, RefineArguments, VerifyArguments};
use super::convert::target_file;
use super::input::front_end;
use super::load;

/// Refuses a subcommand whose outputs would replace its inputs or each other, with a sentence.
pub(super) fn outputs_are_new(command: &Command) -> Result<(), String> {
    let (mut inputs, outputs) = files(command);
    // Only a file that is there can be replaced.
    if outputs.iter().any(|output| output.is_file()) {
        inputs.extend(other_inputs(command));
    }
    for (index, output) in outputs.iter().enumerate() {
        if inputs.iter().any(|input| is_same(output, input)) {
            return Err(format!("{}: this file is an input and is not replaced by an output.", output.display()));
        }
        if outputs[..index].iter().any(|other| is_same(output, other)) {
            return Err(format!("{}: two outputs cannot be written to the same file.", output.display()));
        }
    }
    Ok(())
}

/// The files that a subcommand reads, and those that it writes to. `fmt` changes its inputs.
fn files(command: &Command) -> (Vec<PathBuf>, Vec<PathBuf>) {
    let one = |input: &PathBuf, output: &Option<PathBuf>| (vec![input.clone()], output.iter().cloned().collect());
    match command {
        Command::Check(arguments) => {
            let CheckArguments { files, files_from, baseline, target, output, certificate, witness, .. } = arguments;
            let mut inputs: Vec<PathBuf> = files.iter().chain(files_from).chain(baseline).cloned().collect();
            inputs.extend(target.as_ref().map(PathBuf::from));
            inputs.extend(files.iter().map(|file| target_file(file)));
            (inputs, output.iter().chain(certificate).chain(witness).cloned().collect())
        }
        Command::Convert(arguments) => {
            let ConvertArguments { input, target, .. } = arguments;
            let output = arguments.target();
            let inputs = [input.clone()].into_iter().chain(target.as_ref().map(PathBuf::from));
            let beside = output.extension().is_some_and(|extension| extension == "tts").then(|| target_file(output));
            (inputs.collect(), [output.to_path_buf()].into_iter().chain(beside).collect())
        }
        Command::Graph(arguments) => one(&arguments.asked.file, &arguments.output),
        Command::AbstractGraph(arguments) => one(&arguments.file, &arguments.output),
        Command::Abstract(arguments) => one(&arguments.abstraction.file, &arguments.output),
        Command::Refine(RefineArguments { abstraction, output, certificate, .. }) => {
            (vec![abstraction.file.clone()], output.iter().chain(certificate).cloned().collect())
        }
        Command::Export(arguments) => one(&arguments.file, &arguments.output),
        Command::VerifyCertificate(VerifyArguments { program, certificate, rocq, .. }) => {
            (vec![program.clone(), certificate.clone()], rocq.iter().cloned().collect())
        }
        Command::Reach(_)
        | Command::Invariant(_)
        | Command::Cutoff(_)
        | Command::Coverage(_)
        | Command::Slice(_)
        | Command::Replay(_)
        | Command::Run(_)
        | Command::Fmt(_)
        | Command::Lsp(_)
        | Command::Dap(_)
        | Command::Mcp(_) => (Vec::new(), Vec::new()),
    }
}

/// The other files that a subcommand reads: those that its C programs include or consist of, and their compilation database.
fn other_inputs(command: &Command) -> Vec<PathBuf> {
    let (files, reading, limits) = match command {
        Command::Check(CheckArguments { files, reading, limits, .. }) => (files.as_slice(), reading, limits),
        Command::Convert(ConvertArguments { input, reading, limits, .. }) => (from_ref(input), reading, limits),
        _ => return Vec::new(),
    };
    let is_c = |file: &&PathBuf| front_end(file).machine.is_some();
    let of_file = |file: &PathBuf| files_of_program(file, reading, &limits.start());
    files.iter().filter(is_c).flat_map(of_file).chain(reading.c.link.compile_commands.clone()).collect()
}

/// The files of a C program, included ones too; none if its text cannot be read.
fn files_of_program(path: &Path, reading: &ReadingArguments, control: &dyn Control) -> Vec<PathBuf> {
    let Ok(source) = load::read(path) else { return Vec::new() };
    let text = source.named(path);
    let Ok(options) = reading.complete(&text, reading.options(), control) else { return Vec::new() };
    let read = |input: &Input<'_>| files_read(input.path, input.text, &input.options, control);
    options.c.inputs(&text.path, &text.text).iter().flat_map(read).map(|path| PathBuf::from(path.as_str())).collect()
}

/// `true` if both paths lead to the same file. A device may be both, and a pipe would block the process that opens it.
fn is_same(one: &Path, other: &Path) -> bool {
    let is_file = |path: &Path| fs::metadata(path).is_ok_and(|metadata| metadata.is_file());
    if is_file(one) && is_file(other) {
        return same_file::is_same_file(one, other).unwrap_or(false);
    }
    one == other && !one.exists()
}
