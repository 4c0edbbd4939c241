//! The arguments of the command line.

mod c;
mod checking;
mod engines;
mod given;
mod graphs;
mod questions;
mod refinement;
mod run;
mod traces;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use boolprog_base::control::Control;
use boolprog_frontend::{FrontEnd, Options, Text};
use boolprog_host::limits::Limits;
use boolprog_program::program::Threads;
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use smol_str::SmolStr;
use tokio_util::sync::CancellationToken;

pub(super) use c::{CArguments, INCLUDED, LinkArguments, MachineName, StageName};
pub(super) use checking::{CheckArguments, CheckFormat};
pub(super) use engines::{DistinguishedArguments, EngineChoice, IntegerArguments, RangeName};
pub(super) use given::Given;
pub(super) use graphs::{AbstractGraphArguments, GraphArguments, GraphShape};
pub(super) use questions::{
    AskedArguments, CoverageArguments, CutoffArguments, InvariantArguments, ReachArguments, SliceArguments,
    StatesFormat,
};
pub(super) use refinement::{AbstractArguments, AbstractionArguments, MethodName, RefineArguments};
pub(super) use run::{FaultName, RunArguments};
pub(super) use traces::{ExportArguments, ExportFormat, ReplayArguments, VerifyArguments};

/// Language server, debugger and model checker for C programs with threads, Boolean and integer programs.
#[derive(Debug, Parser)]
#[command(version, about, max_term_width = 100)]
pub(super) struct Arguments {
    /// The subcommand.
    #[command(subcommand)]
    pub command: Command,
}

impl Arguments {
    /// Reads the words of a command line.
    pub(super) fn read(words: impl IntoIterator<Item = OsString>) -> Result<Self, clap::Error> {
        let mut command = Self::command();
        let matches = command.try_get_matches_from_mut(words)?;
        let mut arguments = Self::from_arg_matches(&matches).map_err(|error| error.format(&mut command))?;
        if let (Command::Check(check), Some((name, matches))) = (&mut arguments.command, matches.subcommand()) {
            check.given = command.find_subcommand(name).map(|command| Given::of(command, matches)).unwrap_or_default();
        }
        Ok(arguments)
    }
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Decide the assertions and error labels of programs, for any number of threads.
    Check(CheckArguments),
    /// List the thread states that are reachable, or ask whether threads can be at several program points at the same time.
    Reach(ReachArguments),
    /// Ask whether an expression holds in every reachable configuration.
    Invariant(InvariantArguments),
    /// Find the number of threads beyond which no new thread state is reached.
    Cutoff(CutoffArguments),
    /// Draw the thread states of a small program and the steps between them.
    Graph(GraphArguments),
    /// Draw the abstract states of a small integer program and the steps between them.
    AbstractGraph(AbstractGraphArguments),
    /// Write the Boolean program of an integer program and predicates over its variables.
    Abstract(AbstractArguments),
    /// Decide an integer program through Boolean programs, for any number of instances of a process with [*].
    Refine(RefineArguments),
    /// Report coverage: reachable statements and the number of states at each.
    Coverage(CoverageArguments),
    /// Slice: list variables and edges irrelevant to the properties.
    Slice(SliceArguments),
    /// Check a saved proof against its program, without any engine.
    VerifyCertificate(VerifyArguments),
    /// Write a program or a system in another form: .tts, .spec, .bp with numeric labels; integer programs as .smt2,
    /// and those of other tools and C programs as .ip.
    Convert(ConvertArguments),
    /// Write a saved counterexample or report in the format of another tool.
    Export(ExportArguments),
    /// Print the steps of a counterexample.
    Replay(ReplayArguments),
    /// Execute a C program under a random or given schedule, up to the first rule of C that it breaks.
    Run(RunArguments),
    /// Format programs.
    Fmt(FormatArguments),
    /// Run the language server on standard input and output.
    Lsp(ServerArguments),
    /// Run the debug adapter on standard input and output.
    Dap(StdioFlag),
    /// Answer the questions of an agent on standard input and output, by the Model Context Protocol.
    Mcp(AgentArguments),
}

/// `boolprog mcp`
#[derive(Debug, Args)]
pub(super) struct AgentArguments {
    /// Folders outside of which nothing is read. [default: the roots of the client; the current folder if it has none]
    #[arg(value_name = "FOLDER")]
    pub folders: Vec<PathBuf>,
}

/// Accepted because many editors add it.
#[derive(Debug, Args)]
pub(super) struct StdioFlag {
    /// Communicate over standard input and output, which is the only transport.
    #[arg(long, hide = true)]
    pub stdio: bool,
}

/// `boolprog lsp`
#[derive(Debug, Args)]
pub(super) struct ServerArguments {
    /// Messages and their colours.
    #[command(flatten)]
    pub stdio: StdioFlag,
    /// Keep the evidence of verdicts in this folder, so that files that are opened again need not be checked again.
    /// [default: the cache folder of the platform]
    #[arg(long, value_name = "FOLDER")]
    pub cache: Option<PathBuf>,
}

/// Reading of a program.
#[derive(Debug, Args)]
pub(super) struct ReadingArguments {
    /// The number of threads that start in main, or * for any number. [default: 1 if the program creates threads
    /// itself, else *] For an integer program, the number of instances of a process with [*].
    #[arg(long, value_name = "N|*")]
    pub threads: Option<Threads>,
    /// A label that must not be reached, in addition to ERROR and `SLIC_ERROR`. May be given several times.
    #[arg(long = "error-label", value_name = "L")]
    pub error_labels: Vec<SmolStr>,
    /// Reading of C programs.
    #[command(flatten)]
    pub c: CArguments,
}

impl ReadingArguments {
    /// As front ends take them.
    pub(super) fn options(&self) -> Options {
        self.asking(&[])
    }

    /// These options for a file, with the other files of its program. Fails with a sentence for the user.
    pub(super) fn complete(&self, text: &Text, options: Options, control: &dyn Control) -> Result<Options, String> {
        let mut options = options;
        if FrontEnd::of(Path::new(&text.path)).is_some_and(|front_end| front_end.machine.is_some()) {
            self.c.link.complete(text, &mut options.c, control)?;
        }
        Ok(options)
    }

    /// The same where these properties are asked for, by kind or name.
    pub(super) fn asking(&self, properties: &[String]) -> Options {
        let error_labels = self.error_labels.clone();
        Options { threads: self.threads, error_labels, c: self.c.options(properties), ..Options::default() }
    }
}

/// Limits of the work on one file.
#[derive(Debug, Args)]
pub(super) struct LimitArguments {
    /// Time limit for each file, in seconds.
    #[arg(long, value_name = "S", default_value_t = Self::default().timeout, value_parser = parse_seconds)]
    pub timeout: f64,
    /// Memory limit for each file, in MiB.
    #[arg(long, value_name = "MIB", default_value_t = Self::default().memory)]
    pub memory: usize,
    /// Ends the work before.
    #[arg(skip)]
    pub cancelled: CancellationToken,
}

impl Default for LimitArguments {
    fn default() -> Self {
        Self { timeout: 60.0, memory: 1024, cancelled: CancellationToken::new() }
    }
}

impl LimitArguments {
    /// Limits that begin now.
    pub(super) fn start(&self) -> Limits {
        let memory = self.memory.saturating_mul(1 << 20);
        Limits::start(Duration::from_secs_f64(self.timeout), memory, self.cancelled.clone())
    }
}

/// `boolprog convert`
#[derive(Debug, Args)]
#[command(
    after_help = "Exit codes: 0 the files are written, 2 the limits were too small, 3 bad input or no such form of it, 64 wrong usage, 74 a file cannot be written."
)]
pub(super) struct ConvertArguments {
    /// A Boolean program (.bp), a thread transition system (.tts) or a Petri net of one (.spec); an integer program (.ip),
    /// one of Theta (.cfa, .system), or a C program (.c, .i).
    #[arg(value_name = "IN")]
    pub input: PathBuf,
    /// The output to write. A .tts file gets its target in a .prop file beside it; a .bp file can be made of a .bp file
    /// only, and has numeric labels and no calls. Programs of Theta and C programs become .ip files, and these become Horn
    /// clauses (.smt2).
    #[arg(value_name = "OUT", required_unless_present_any = ["option", "stage"])]
    pub output: Option<PathBuf>,
    /// The same as OUT, for who is used to it.
    #[arg(short, long = "output", id = "option", value_name = "OUT", conflicts_with = "output", hide = true)]
    pub option: Option<PathBuf>,
    /// Reading of the program.
    #[command(flatten)]
    pub reading: ReadingArguments,
    /// Its limits.
    #[command(flatten)]
    pub limits: LimitArguments,
    /// The target that a .tts file must not reach, as for check. [default: the .prop file beside it]
    #[arg(long, value_name = "TARGET|FILE.prop")]
    pub target: Option<String>,
    /// The start of the threads of a .tts file, as for check. [default: 0/0]
    #[arg(long, value_name = "INIT")]
    pub init: Option<String>,
    /// The property of an .ip or .system file that is asked for, such as error-full or full. [default: all, and for .ip
    /// files whether values exist] For a C program, a check: assert (the default), race, deadlock, overflow or leak.
    #[arg(long, visible_alias = "error", value_name = "ID")]
    pub property: Option<String>,
    /// Write a stage of the translation of a C program as a text instead, to standard output if there is no OUT: the instructions
    /// of the file (lowered), with those of the library (linked), the threads as functions with all calls
    /// inlined (threads), those with temporaries for locals that have no address (promoted), what their pointers point to (points-to), or
    /// the integer program that is made of all that (program).
    #[arg(long, value_name = "NAME")]
    pub stage: Option<StageName>,
}

impl ConvertArguments {
    /// Reading of the input.
    pub(super) fn options(&self) -> Options {
        self.reading.asking(self.property.as_slice())
    }

    /// The output; clap requires one of both.
    pub(super) fn target(&self) -> &Path {
        self.output.as_ref().or(self.option.as_ref()).map_or_else(|| Path::new(""), PathBuf::as_path)
    }
}

/// `boolprog fmt`
#[derive(Debug, Args)]
#[command(
    after_help = "Exit codes: 0 all files are formatted, 1 --check found one that is not, 3 a file cannot be read \
                        or has syntax errors, 64 wrong usage, 74 a file cannot be written."
)]
pub(super) struct FormatArguments {
    /// Boolean programs (.bp) and integer programs (.ip), which are changed in place; - for a Boolean program on standard
    /// input, which is written formatted to standard output.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Change nothing, and name the files that are not formatted.
    #[arg(long)]
    pub check: bool,
    /// The number of blanks per level of indentation.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=16))]
    pub indent: u32,
}

/// Output formats of answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum Format {
    /// Diagnostics and one line per property, for people.
    Text,
    /// One object, for programs; its schema is in the documentation.
    Json,
}

fn parse_seconds(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(seconds) if (0.0..=1e9).contains(&seconds) => Ok(seconds),
        _ => Err("give a number of seconds, such as 10 or 0.5".to_owned()),
    }
}
