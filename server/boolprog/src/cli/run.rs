//! `boolprog run`: a C program is executed by the abstract machine, up to the first rule that it breaks.

mod execution;
mod hunt;
mod last;
mod report;

use std::io::{self, IsTerminal, Read, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use boolprog_base::control::Stop;
use boolprog_c::Flags;
use boolprog_c_syntax::target::Target;
use boolprog_host::limits::Limits;
use boolprog_machine::NotRead;
use boolprog_machine::fault::{Kind, Kinds};
use boolprog_machine::machine::{Ended, Options};
use boolprog_machine::program::Program;
use boolprog_trace::document::ScheduleDocument;

use super::arguments::{FaultName, Format, INCLUDED, RunArguments};
use super::checked::Status;
use super::load;
use super::output::{Plain, complain};
use execution::Source;

/// The exit code of an execution that breaks a rule: that of a program which aborts.
const FAULT: u8 = 134;
/// The exit code of an execution that the limits end, as of the command `timeout`.
const LIMIT: u8 = 124;

/// Executes a program, and gives its exit code.
pub(super) fn run(arguments: &RunArguments) -> ExitCode {
    let limits = arguments.limits.start();
    let given = match arguments.schedule.as_deref().map(|path| schedule(path).map_err(|why| (path, why))).transpose() {
        Ok(given) => given,
        Err((path, why)) => {
            complain(format_args!("{}: {why}", path.display()));
            return ExitCode::from(Status::BadInput.exit_code());
        }
    };
    let target = given.as_ref().and_then(|given| Target::of_name(&given.target));
    let program = match read(arguments, target, &limits) {
        Ok(program) => Arc::new(program),
        Err(NotRun::Input(why)) => {
            complain(why);
            return ExitCode::from(Status::BadInput.exit_code());
        }
        Err(NotRun::Stopped(stop)) => {
            complain(format_args!("{}: the program is not read: {stop}.", arguments.file.display()));
            return ExitCode::from(LIMIT);
        }
    };
    limits.limit_process();
    let given = given.map(|given| given.read());
    let options = options(arguments, given.as_ref().map(|(_, options)| *options));
    // An execution that has chosen its input chooses the same again.
    let input = if options.is_open { Vec::new() } else { input() };
    let task = Task { program, arguments, options, limits: &limits, input };
    let execution = match given {
        Some((record, _)) => task.execute(&Source::Given(record), &mut execution::Through),
        None if arguments.runs > 1 => hunt::hunt(&task),
        None if arguments.format == Format::Json => {
            task.execute(&Source::Seed(arguments.seed), &mut execution::Kept::default())
        }
        None => task.execute(&Source::Seed(arguments.seed), &mut execution::Through),
    };
    let reported = match arguments.format {
        Format::Text => report::text(&task, &execution, &mut Plain(io::stderr().lock())),
        Format::Json => report::json(&task, &execution, &mut io::stdout().lock()),
    };
    match reported.and_then(|()| io::stdout().flush()) {
        Ok(()) => ExitCode::from(exit_code(&execution.ended)),
        Err(error) => super::write_failed(error),
    }
}

/// The program that is executed, and the manner of its execution.
struct Task<'a> {
    program: Arc<Program>,
    arguments: &'a RunArguments,
    limits: &'a Limits,
    /// The faults that the machine looks for, and its limits.
    options: Options,
    /// Standard input.
    input: Vec<u8>,
}

impl Task<'_> {
    /// The name of the program and its arguments, as `main` gets them.
    fn words(&self) -> Vec<&str> {
        let name = self.arguments.file.to_str().unwrap_or("program");
        std::iter::once(name).chain(self.arguments.arguments.iter().map(String::as_str)).collect()
    }
}

/// The faults that the machine looks for: those that a saved execution says, or else the usual faults, and what is asked for.
fn options(arguments: &RunArguments, given: Option<Options>) -> Options {
    let asked = arguments.faults.iter().map(|name| match name {
        FaultName::Uninitialised => Kind::Uninitialised,
        FaultName::Race => Kind::Race,
        FaultName::Format => Kind::Format,
        FaultName::Leak => Kind::Leak,
    });
    let options = given.unwrap_or_default();
    Options { kinds: asked.fold(options.kinds, Kinds::with), memory: (arguments.limits.memory as u64) << 20, ..options }
}

/// Why nothing is executed.
enum NotRun {
    /// The file is not a program; the reasons as sentences.
    Input(String),
    Stopped(Stop),
}

fn read(arguments: &RunArguments, target: Option<Target>, limits: &Limits) -> Result<Program, NotRun> {
    let path = arguments.file.display().to_string();
    let source = load::read(&arguments.file).map_err(|why| NotRun::Input(format!("{path}: {why}")))?;
    let (defines, folders) = (arguments.defines.clone(), arguments.folders.clone());
    let mut options = boolprog_c::Options {
        target: arguments.machine.target(),
        flags: Flags { defines, folders, ..Flags::default() },
        files: INCLUDED,
        ..boolprog_c::Options::default()
    };
    let text = source.named(&arguments.file);
    arguments.link.complete(&text, &mut options, limits).map_err(|why| NotRun::Input(format!("{path}: {why}")))?;
    let options = boolprog_c::Options { target: target.unwrap_or(options.target), ..options };
    boolprog_machine::read_all(&options.inputs(&path, &text.text), "main", limits).map_err(|why| match why {
        NotRead::Stopped(stop) => NotRun::Stopped(stop),
        NotRead::Mistakes { .. } => NotRun::Input(format!("the program has errors:\n{why}")),
        NotRead::Link(_) => NotRun::Input(format!("{path}: {why}")),
    })
}

/// The content of standard input; nothing if that is a terminal.
fn input() -> Vec<u8> {
    let mut input = Vec::new();
    let stdin = io::stdin();
    if !stdin.is_terminal() {
        _ = stdin.lock().read_to_end(&mut input);
    }
    input
}

/// The execution in a file: a counterexample, or what `--format json` has written.
fn schedule(path: &Path) -> Result<ScheduleDocument, String> {
    let source = load::read(path)?;
    report::read_schedule(source.text())
}

/// The exit code of the command: of a status that the program gives, the low byte, as a parent process sees it.
fn exit_code(ended: &Ended) -> u8 {
    match ended {
        Ended::Exit(status) => status.to_le_bytes()[0],
        Ended::Fault(_) | Ended::Blocked => FAULT,
        Ended::Quiet => 0,
        Ended::Stopped(_) => LIMIT,
    }
}
