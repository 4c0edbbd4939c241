//! The command line.
//!
//! Every file becomes a [`FileDocument`](boolprog_export::report::FileDocument); the text for people and all other
//! formats are written from the same document, so they cannot disagree.

mod abstract_graph;
mod abstraction;
mod agent;
mod arguments;
mod baseline;
mod check;
mod checked;
mod clock;
mod convert;
mod counted;
mod coverage;
mod cutoff;
mod debug;
mod export;
mod fmt;
mod graph;
mod guard;
mod input;
mod invariant;
mod iterations;
mod json;
mod load;
mod markings;
mod notes;
mod output;
mod progress;
mod reach;
mod refine;
mod replay;
mod rounds;
mod run;
mod short;
mod slice;
mod stage;
mod states;
mod system;
mod text;
mod together;
mod traces;
mod verify;
mod witness;

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use boolprog_check::report::Unknown;
use boolprog_export::report::{PropertyDocument, ReportDocument};
use boolprog_trace::document::ProgramKind;
use clap::CommandFactory;
use tokio_util::sync::CancellationToken;

use arguments::{
    AgentArguments, Arguments, CheckArguments, CheckFormat, Command, ConvertArguments, ExportArguments, ReachArguments,
    ReplayArguments, ServerArguments,
};
use baseline::Baseline;
use checked::{Checked, Status};
use convert::Refusal;
use output::{NotWritten, Output, Plain, complain};

use boolprog_host::cache::Cache;

/// Wrong usage, as in `sysexits.h`.
const USAGE: u8 = 64;
/// The language server or the debug adapter has lost its client.
const INTERNAL: u8 = 4;

/// The description of the command line, for manual pages and for completions of shells.
pub fn command() -> clap::Command {
    Arguments::command()
}

/// Runs the command line and returns the exit code of the process.
pub fn main(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let mut arguments = match Arguments::read(arguments) {
        Ok(arguments) => arguments,
        Err(error) => {
            let printed = error.print().and_then(|()| io::stdout().flush());
            return ExitCode::from(match printed {
                _ if error.use_stderr() => USAGE,
                Ok(()) => 0,
                Err(error) => NotWritten::from(error).report(),
            });
        }
    };
    if let Some((path, purpose)) = input::only(&arguments.command)
        && let Err(why) = input::suitable(path, purpose)
    {
        complain(format_args!("{}: {why}", path.display()));
        return ExitCode::from(Status::BadInput.exit_code());
    }
    if let Command::Check(arguments) = &mut arguments.command
        && let Err(why) = add_listed(arguments)
    {
        complain(why);
        return ExitCode::from(Status::BadInput.exit_code());
    }
    if let Err(why) = guard::outputs_are_new(&arguments.command) {
        complain(why);
        return ExitCode::from(USAGE);
    }
    match arguments.command {
        Command::Check(arguments) => check_files(&arguments),
        Command::Reach(arguments) => answered(reach(&arguments, &mut to_people())),
        Command::Invariant(arguments) => answered(invariant::answer(&arguments, &mut to_people())),
        Command::Cutoff(arguments) => answered(cutoff::cutoff(&arguments, &mut to_people())),
        Command::AbstractGraph(arguments) => write_text(abstract_graph::draw(&arguments), arguments.output.as_deref()),
        Command::Abstract(arguments) => write_text(abstraction::make(&arguments), arguments.output.as_deref()),
        Command::Refine(arguments) => answered(refine::answer(&arguments, &mut to_people())),
        Command::Coverage(arguments) => answered(coverage::list(&arguments, &mut to_people())),
        Command::Slice(arguments) => written(slice::cut(&arguments, &mut to_people())),
        Command::Graph(arguments) => write_text(graph::draw(&arguments), arguments.output.as_deref()),
        Command::VerifyCertificate(arguments) => verify::verify(&arguments).map_or_else(write_failed, ExitCode::from),
        Command::Convert(arguments) => convert_file(&arguments),
        Command::Export(arguments) => export_trace(&arguments),
        Command::Replay(arguments) => replay_trace(&arguments),
        Command::Run(arguments) => run::run(&arguments),
        Command::Fmt(arguments) => ExitCode::from(fmt::run(&arguments)),
        Command::Lsp(arguments) => language_server(arguments),
        Command::Dap(_) => debug_adapter(),
        Command::Mcp(arguments) => agents(arguments),
    }
}

/// Standard output of a subcommand that answers in words.
fn to_people() -> Plain<io::StdoutLock<'static>> {
    Plain(io::stdout().lock())
}

fn language_server(arguments: ServerArguments) -> ExitCode {
    log_to_stderr();
    let cache = arguments.cache.or_else(Cache::default_folder);
    match boolprog_lsp::run(boolprog_lsp::Options { cache, ..boolprog_lsp::Options::default() }) {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            complain(format_args!("the language server cannot start: {error}"));
            ExitCode::from(INTERNAL)
        }
    }
}

fn debug_adapter() -> ExitCode {
    log_to_stderr();
    let leaving = CancellationToken::new();
    let loader = debug::Loader { cancelled: leaving.clone() };
    match boolprog_dap::serve(io::BufReader::new(io::stdin()), io::stdout().lock(), &loader, leaving) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            complain(format_args!("the debug adapter lost its client: {error}"));
            ExitCode::from(INTERNAL)
        }
    }
}

fn agents(arguments: AgentArguments) -> ExitCode {
    log_to_stderr();
    match boolprog_mcp::run(Arc::new(agent::Agent), arguments.folders) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            complain(format_args!("the server for agents lost its client: {error}"));
            ExitCode::from(INTERNAL)
        }
    }
}

/// Standard output belongs to the protocol. `RUST_LOG` chooses what is logged; warnings by default.
fn log_to_stderr() {
    let filter = tracing_subscriber::EnvFilter::try_from_default_env()
        .unwrap_or_else(|_| tracing_subscriber::EnvFilter::new("warn"));
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(io::stderr).init();
}

fn reach(arguments: &ReachArguments, out: &mut impl Write) -> Result<io::Result<Status>, String> {
    match arguments.together.as_ref().or(arguments.condition.as_ref()) {
        Some(asked) => together::answer(arguments, asked, out),
        None if arguments.markings => markings::list(arguments, out),
        None => reach::list(arguments, out),
    }
}

/// The exit code of a question about one program, or why it could not be asked.
fn answered(result: Result<io::Result<Status>, String>) -> ExitCode {
    match result {
        Ok(Ok(status)) => ExitCode::from(status.exit_code()),
        Ok(Err(error)) => write_failed(error),
        Err(why) => {
            complain(why);
            ExitCode::from(Status::BadInput.exit_code())
        }
    }
}

fn replay_trace(arguments: &ReplayArguments) -> ExitCode {
    written(replay::run(arguments))
}

/// The exit code of an output, or of its failure.
fn written(result: Result<io::Result<()>, String>) -> ExitCode {
    match result {
        Ok(Ok(())) => ExitCode::SUCCESS,
        Ok(Err(error)) => write_failed(error),
        Err(why) => {
            complain(why);
            ExitCode::from(Status::BadInput.exit_code())
        }
    }
}

/// Adds the files of a list. Fails with a sentence for the user.
fn add_listed(arguments: &mut CheckArguments) -> Result<(), String> {
    let Some(list) = &arguments.files_from else { return Ok(()) };
    let files = load::list(list).map_err(|why| format!("{}: {why}", list.display()))?;
    arguments.files.extend(files);
    Ok(())
}

fn check_files(arguments: &CheckArguments) -> ExitCode {
    let names_one = arguments.properties.iter().any(|name| boolprog_c::Asked::of_name(name).is_none());
    let written = [("--certificate", arguments.certificate.is_some()), ("--witness", arguments.witness.is_some())];
    for (option, given) in written.into_iter().chain([("--property", names_one)]) {
        if given && arguments.files.len() > 1 {
            complain(format_args!("{option} needs a single input file; check the files one after the other."));
            return ExitCode::from(USAGE);
        }
    }
    check_each(arguments).unwrap_or_else(|code| code)
}

/// Checks the files one after the other. Text and lines are printed as soon as they are known, everything else at the end.
fn check_each(arguments: &CheckArguments) -> Result<ExitCode, ExitCode> {
    let baseline = arguments.baseline.as_deref().map(read_baseline).transpose()?;
    let mut out = Output::open(arguments.output.as_deref()).map_err(|why| not_written(&why))?;
    let mut status = Status::Proved;
    let mut files = Vec::new();
    for path in &arguments.files {
        let mut checked = check::check_file(path, arguments);
        status = status.max(checked.status);
        write_certificate(arguments, &checked).map_err(|why| not_written(&why))?;
        choose(&mut checked, &arguments.properties)?;
        witness::write(arguments, &checked).map_err(|why| not_written(&why))?;
        let printed = match arguments.format {
            CheckFormat::Text if baseline.is_none() => text::print(&checked, arguments.engine.0.is_some(), &mut out),
            CheckFormat::Short if baseline.is_none() => short::print(&checked, &mut Plain(&mut out)),
            CheckFormat::JsonLines if baseline.is_none() => {
                json::write_line(&ReportDocument::new(vec![checked.document]), &mut out)
            }
            _ => {
                files.push(checked.document);
                Ok(())
            }
        };
        printed.and_then(|()| out.flush()).map_err(|error| not_written(&out.failed(error)))?;
    }
    let report = ReportDocument::new(files);
    let written = match (&baseline, arguments.format) {
        (Some(baseline), _) => print_changes(baseline, &report, &mut Plain(&mut out)),
        (None, CheckFormat::Text | CheckFormat::Short | CheckFormat::JsonLines) => Ok(()),
        (None, CheckFormat::Json) => json::write(&report, &mut out),
        (None, CheckFormat::Export(format)) => boolprog_export::write(&report, format.into(), &mut out),
    };
    written.map_err(|error| not_written(&out.failed(error)))?;
    out.finish().map_err(|why| not_written(&why))?;
    Ok(ExitCode::from(status.exit_code()))
}

fn read_baseline(path: &Path) -> Result<Baseline, ExitCode> {
    Baseline::read(path).map_err(|why| {
        complain(why);
        ExitCode::from(Status::BadInput.exit_code())
    })
}

fn print_changes(baseline: &Baseline, report: &ReportDocument, out: &mut impl Write) -> io::Result<()> {
    let changes: Vec<_> = report.files.iter().flat_map(|file| baseline.changes(file)).collect();
    if changes.is_empty() {
        return writeln!(out, "No verdict has changed.");
    }
    changes.iter().try_for_each(|change| writeln!(out, "{change}"))
}

/// Leaves the other properties out of what is printed.
fn choose(checked: &mut Checked, wanted: &[String]) -> Result<(), ExitCode> {
    let is_read = checked.is_read();
    let properties = &mut checked.document.properties;
    let is = |property: &PropertyDocument, wanted: &String| property.id == *wanted || property.name == *wanted;
    // Of a C program these words say what was checked.
    let is_kind =
        |wanted: &String| checked.document.kind == Some(ProgramKind::C) && boolprog_c::Asked::of_name(wanted).is_some();
    let wanted: Vec<&String> = wanted.iter().filter(|wanted| !is_kind(wanted)).collect();
    if let Some(stranger) =
        wanted.iter().find(|wanted| !properties.iter().any(|property| is(property, wanted))).filter(|_| is_read)
    {
        complain(format_args!("{} has no property `{stranger}`.", checked.document.file));
        return Err(ExitCode::from(USAGE));
    }
    properties.retain(|property| wanted.is_empty() || wanted.iter().any(|wanted| is(property, wanted)));
    Ok(())
}

fn export_trace(arguments: &ExportArguments) -> ExitCode {
    write_text(export::run(arguments), arguments.output.as_deref())
}

/// Writes a text to where it is wanted, or says why there is none.
fn write_text(text: Result<String, String>, output: Option<&Path>) -> ExitCode {
    let text = match text {
        Ok(text) => text,
        Err(why) => {
            complain(why);
            return ExitCode::from(Status::BadInput.exit_code());
        }
    };
    let written = output::write(output, |out| out.write_all(text.as_bytes()));
    written.map_or_else(|why| not_written(&why), |()| ExitCode::SUCCESS)
}

/// Writes the proofs where they are wanted.
fn write_certificate(arguments: &CheckArguments, checked: &Checked) -> Result<(), NotWritten> {
    let Some(path) = &arguments.certificate else { return Ok(()) };
    let unsaved = checked.unsaved();
    if !unsaved.is_empty() {
        let (ids, why) = (unsaved.join(", "), checked.unsaved_why());
        complain(format_args!("the proof of {ids} is not saved: {why}."));
    }
    let Some(document) = &checked.certificate else {
        complain(format_args!("there is no proof to save, so {} is not written.", path.display()));
        return Ok(());
    };
    output::write(Some(path), |out| Ok(serde_json::to_writer(out, document)?))
}

fn convert_file(arguments: &ConvertArguments) -> ExitCode {
    let converted = match arguments.stage {
        Some(stage) => stage::run(arguments, stage).map(|()| Vec::new()),
        None => convert::run(arguments),
    };
    match converted {
        Ok(lines) => {
            let written = lines.iter().try_for_each(|line| writeln!(to_people(), "{line}"));
            written.map_or_else(write_failed, |()| ExitCode::SUCCESS)
        }
        Err(refusal) => {
            let (why, code) = match refusal {
                Refusal::Stopped(stop) => {
                    let why = boolprog_check::wording::reason(&Unknown::Stopped { stop, threads: 0 });
                    (format!("{}: not converted: {why}", arguments.input.display()), Status::Unknown.exit_code())
                }
                Refusal::Input(why) => (why, Status::BadInput.exit_code()),
                Refusal::Output(why) => return not_written(&why),
            };
            complain(why);
            ExitCode::from(code)
        }
    }
}

/// Standard output cannot be written.
fn write_failed(error: io::Error) -> ExitCode {
    not_written(&NotWritten::from(error))
}

fn not_written(why: &NotWritten) -> ExitCode {
    ExitCode::from(why.report())
}
