//! The arguments of the command line.

mod engines;

use std::path::PathBuf;
use std::time::Duration;

use boolprog_check::Options;
use boolprog_check::graph::Selection;
use boolprog_program::program::Threads;
use boolprog_program::reading::ReadingOptions;
use boolprog_program::reduce::{Reduction, Reductions};
use clap::builder::PossibleValue;
use clap::{Args, Parser, Subcommand, ValueEnum};
use smol_str::SmolStr;
use tokio_util::sync::CancellationToken;

use boolprog_host::limits::Limits;
pub(super) use engines::{EngineName, IntegerArguments, RangeName};

/// Language server, debugger and model checker for concurrent Boolean programs.
#[derive(Debug, Parser)]
#[command(version, about, max_term_width = 100)]
pub(super) struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Decide the assertions and error labels of programs, for any number of threads.
    Check(CheckArguments),
    /// List the thread states that are reachable, or ask whether threads can be at several places together.
    Reach(ReachArguments),
    /// Ask whether an expression holds in every reachable configuration.
    Invariant(InvariantArguments),
    /// Find the number of threads from which on nothing new can happen.
    Cutoff(CutoffArguments),
    /// Draw the thread states of a small program and the steps between them.
    Graph(GraphArguments),
    /// Draw the abstract states of a small integer program and the steps between them.
    AbstractGraph(AbstractGraphArguments),
    /// List what of a program runs, in how many states, and what never does.
    Coverage(CoverageArguments),
    /// Say what the properties of an integer program do not depend on.
    Slice(SliceArguments),
    /// Check a saved proof against its program, without any engine.
    VerifyCertificate(VerifyArguments),
    /// Write a program or a system in another form: .tts, .spec, .bp with numeric labels; integer programs as .smt2 and
    /// .pml, and those of other tools as .ip.
    Convert(ConvertArguments),
    /// Write a saved counterexample or report in the format of another tool.
    Export(ExportArguments),
    /// Step through a counterexample on the terminal, forwards and backwards.
    Replay(ReplayArguments),
    /// Format programs.
    Fmt(FormatArguments),
    /// Run the language server on standard input and output.
    Lsp(ServerArguments),
    /// Run the debug adapter on standard input and output.
    Dap(StdioFlag),
}

/// Accepted because many editors add it.
#[derive(Debug, Args)]
pub(super) struct StdioFlag {
    /// Talk over standard input and output; there is no other way.
    #[arg(long, hide = true)]
    pub stdio: bool,
}

/// `boolprog lsp`
#[derive(Debug, Args)]
pub(super) struct ServerArguments {
    /// How it talks.
    #[command(flatten)]
    pub stdio: StdioFlag,
    /// Keep the evidence of verdicts in this folder, so that files that are opened again need not be checked again.
    /// [default: the folder for such things of the platform]
    #[arg(long, value_name = "FOLDER")]
    pub cache: Option<PathBuf>,
}

/// `boolprog check`
#[derive(Debug, Args)]
#[command(after_help = "Exit codes: 0 all proved, 1 some violated, 2 some unknown and none violated, \
                        3 bad input, 4 internal error, 64 wrong usage.")]
pub(super) struct CheckArguments {
    /// Boolean programs (.bp), thread transition systems (.tts) and integer programs (.ip; .cfa, .system, .dve).
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// How the files are read.
    #[command(flatten)]
    pub reading: ReadingArguments,
    /// How many activations of one procedure a thread can have at once in the search of a recursive program that
    /// several threads run.
    #[arg(long, value_name = "N", default_value_t = Options::default().depth_limit)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    pub depth: u32,
    /// What each of them may cost.
    #[command(flatten)]
    pub limits: LimitArguments,
    /// How integer programs are read and searched.
    #[command(flatten)]
    pub integers: IntegerArguments,
    /// Which engine decides; all but auto are there to compare with.
    #[arg(long, value_enum, default_value_t = EngineName::Auto)]
    pub engine: EngineName,
    /// How many engines work on one file at the same time. What is easy is decided before a second one starts.
    /// [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub jobs: Option<u32>,
    /// A reduction that is not made before proofs are tried. May be given several times.
    #[arg(long = "no-reduce", value_enum, value_name = "NAME")]
    pub no_reduce: Vec<ReductionName>,
    /// What to print.
    #[arg(long, value_enum, default_value_t = CheckFormat::Text)]
    pub format: CheckFormat,
    /// Print to this file instead of standard output.
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Print this property only, such as assert-1. May be given several times; needs a single input file.
    #[arg(long = "property", value_name = "ID")]
    pub properties: Vec<String>,
    /// Print only what is different from this report, which an earlier `--format json` has printed.
    #[arg(long, value_name = "REPORT.json", conflicts_with_all = ["format", "properties"])]
    pub baseline: Option<PathBuf>,
    /// What a .tts file must not reach: a thread state such as "4|20", several threads as in "4|20,21", or a
    /// file that holds one. [default: the .prop file beside the .tts file]
    #[arg(long, value_name = "TARGET|FILE.prop")]
    pub target: Option<String>,
    /// Where the threads of a .tts file start: "0/0" any number, "0|0" one, "1|0,1/2" one at 0, one at 1 and any
    /// number at 2. [default: 0/0]
    #[arg(long, value_name = "INIT")]
    pub init: Option<String>,
    /// Write the proofs to this file, for `boolprog verify-certificate`; needs a single input file.
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
}

/// How a program is read.
#[derive(Debug, Args)]
pub(super) struct ReadingArguments {
    /// How many threads start in main: a number, or * for any number. [default: 1 if the program creates
    /// threads itself, else *] For an integer program, how many instances a process with [*] has.
    #[arg(long, value_name = "N|*")]
    pub threads: Option<Threads>,
    /// A label that must not be reached, beside ERROR and `SLIC_ERROR`. May be given several times.
    #[arg(long = "error-label", value_name = "L")]
    pub error_labels: Vec<SmolStr>,
}

impl ReadingArguments {
    /// As the front end takes them.
    pub(super) fn options(&self) -> ReadingOptions {
        ReadingOptions { threads: self.threads, initial_false: None, error_labels: self.error_labels.clone() }
    }
}

/// What the work on one file may cost.
#[derive(Debug, Args)]
pub(super) struct LimitArguments {
    /// Time limit for each file, in seconds.
    #[arg(long, value_name = "S", default_value_t = 60.0, value_parser = parse_seconds)]
    pub timeout: f64,
    /// Memory limit for each file, in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 1024)]
    pub memory: usize,
}

impl LimitArguments {
    /// Limits that begin now.
    pub(super) fn start(&self) -> Limits {
        let memory = self.memory.saturating_mul(1 << 20);
        Limits::start(Duration::from_secs_f64(self.timeout), memory, CancellationToken::new())
    }
}

/// `boolprog reach`
#[derive(Debug, Args)]
#[command(
    after_help = "Exit codes: 0 the list is complete, 2 it is not, 3 bad input, 64 wrong usage. With --together: \
                        0 they never meet, 1 they can, 2 unknown."
)]
pub(super) struct ReachArguments {
    /// The program (.bp).
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// How it is read.
    #[command(flatten)]
    pub reading: ReadingArguments,
    /// What it may cost.
    #[command(flatten)]
    pub limits: LimitArguments,
    /// Only the statements on this line.
    #[arg(long, value_name = "N")]
    pub line: Option<u32>,
    /// Ask whether different threads can be at these labels or lines at the same time, such as CS,CS.
    #[arg(long, value_name = "PLACE,...", conflicts_with = "line")]
    pub together: Option<String>,
    /// As --together, with what must hold for each thread, such as "CS: lock & !got; 14: got".
    #[arg(long = "where", value_name = "PLACE: EXPRESSION; ...", conflicts_with_all = ["line", "together"])]
    pub condition: Option<String>,
    /// What to print.
    #[arg(long, value_enum, default_value_t = StatesFormat::Table)]
    pub format: StatesFormat,
}

/// `boolprog invariant`
#[derive(Debug, Args)]
#[command(after_help = "Exit codes: 0 it is invariant, 1 it is not, 2 unknown, 3 bad input, 64 wrong usage.")]
pub(super) struct InvariantArguments {
    /// The program (.bp).
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The expression, such as "lock | !inside". It speaks of shared variables; with --line, of all that are visible
    /// there.
    #[arg(value_name = "EXPRESSION")]
    pub expression: String,
    /// Ask only for the moments in which a thread is on this line, with the variables of that thread.
    #[arg(long, value_name = "N")]
    pub line: Option<u32>,
    /// How the program is read.
    #[command(flatten)]
    pub reading: ReadingArguments,
    /// What it may cost.
    #[command(flatten)]
    pub limits: LimitArguments,
    /// What to print.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

/// `boolprog cutoff`
#[derive(Debug, Args)]
#[command(after_help = "Exit codes: 0 the cutoff is known, 2 it is not, 3 bad input, 64 wrong usage.")]
pub(super) struct CutoffArguments {
    /// The program (.bp).
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// How it is read.
    #[command(flatten)]
    pub reading: ReadingArguments,
    /// What it may cost.
    #[command(flatten)]
    pub limits: LimitArguments,
    /// What to print.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

/// `boolprog graph`
#[derive(Debug, Args)]
#[command(after_help = "Exit codes: 0 it is drawn, 3 bad input or too many thread states, 4 it cannot be written, \
                        64 wrong usage.")]
pub(super) struct GraphArguments {
    /// The program (.bp).
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// What to write.
    #[arg(long, value_enum, default_value_t = GraphFormat::Dot)]
    pub format: GraphFormat,
    /// Write to this file instead of standard output.
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// The property whose counterexample is shown, such as assert-1. [default: the first one that can fail]
    #[arg(long, value_name = "ID")]
    pub property: Option<String>,
    /// Only the thread states on this line, and those one step away.
    #[arg(long, value_name = "N")]
    pub line: Option<u32>,
    /// Draw at most so many thread states.
    #[arg(long, value_name = "N", default_value_t = Selection::MOST)]
    pub limit: usize,
    /// How the program is read.
    #[command(flatten)]
    pub reading: ReadingArguments,
    /// What it may cost.
    #[command(flatten)]
    pub limits: LimitArguments,
}

/// `boolprog coverage`
#[derive(Debug, Args)]
#[command(after_help = "Exit codes: 0 it is listed, 2 it is not known, 3 bad input, 64 wrong usage.")]
pub(super) struct CoverageArguments {
    /// The program (.bp, .ip, .cfa, .system, .dve).
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// How it is read.
    #[command(flatten)]
    pub reading: ReadingArguments,
    /// What happens when a variable of an integer program leaves its range.
    #[arg(long, value_enum, value_name = "WHAT", default_value_t = RangeName::Error)]
    pub range: RangeName,
    /// What it may cost.
    #[command(flatten)]
    pub limits: LimitArguments,
}

/// `boolprog slice`
#[derive(Debug, Args)]
#[command(after_help = "Exit codes: 0 it is said, 3 bad input, 64 wrong usage.")]
pub(super) struct SliceArguments {
    /// The integer program (.ip, .cfa, .system, .dve).
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The error or invariant that is asked about, such as full. [default: all of them]
    #[arg(long, value_name = "NAME")]
    pub error: Option<String>,
    /// How the program is read.
    #[command(flatten)]
    pub reading: ReadingArguments,
}

/// `boolprog abstract-graph`
#[derive(Debug, Args)]
#[command(
    after_help = "Exit codes: 0 it is drawn, 3 bad input, no prover or too many abstract states, 4 it cannot be \
                        written, 64 wrong usage."
)]
pub(super) struct AbstractGraphArguments {
    /// The integer program (.ip, .cfa, .system, .dve).
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// What to write.
    #[arg(long, value_enum, default_value_t = GraphFormat::Dot)]
    pub format: GraphFormat,
    /// Write to this file instead of standard output.
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// The only property that is asked for, such as error-full. [default: all of them]
    #[arg(long, value_name = "ID")]
    pub property: Option<String>,
    /// Draw what this iteration finds. [default: the last one]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub iteration: Option<u32>,
    /// Draw at most so many abstract states.
    #[arg(long, value_name = "N", default_value_t = Selection::MOST)]
    pub limit: usize,
    /// How the program is read.
    #[command(flatten)]
    pub reading: ReadingArguments,
    /// How it is searched.
    #[command(flatten)]
    pub integers: IntegerArguments,
    /// What it may cost.
    #[command(flatten)]
    pub limits: LimitArguments,
}

/// Formats of graphs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum GraphFormat {
    /// The language of Graphviz.
    Dot,
    /// A picture.
    Svg,
}

/// Output formats of lists of thread states.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum StatesFormat {
    /// A table for each statement, for people.
    Table,
    /// One line per thread state, for spreadsheets.
    Csv,
    /// One object, for programs; its schema is in the documentation.
    Json,
}

/// `boolprog verify-certificate`
#[derive(Debug, Args)]
#[command(after_help = "Exit codes: 0 the proofs are valid, 1 they are not, 2 not decided within the limits, \
                        3 bad input, 64 wrong usage.")]
pub(super) struct VerifyArguments {
    /// The program (.bp) or thread transition system (.tts).
    #[arg(value_name = "PROGRAM")]
    pub program: PathBuf,
    /// The proofs, written by `boolprog check --certificate`.
    #[arg(value_name = "FILE")]
    pub certificate: PathBuf,
    /// What the check may cost.
    #[command(flatten)]
    pub limits: LimitArguments,
}

/// `boolprog convert`
#[derive(Debug, Args)]
#[command(
    after_help = "Exit codes: 0 the files are written, 2 the limits were too small, 3 bad input or no such form of it, 4 a file cannot be written, 64 wrong usage."
)]
pub(super) struct ConvertArguments {
    /// A Boolean program (.bp), a thread transition system (.tts) or a Petri net of one (.spec); an integer program (.ip),
    /// or one of Theta (.cfa, .system) or DiVinE (.dve).
    #[arg(value_name = "IN")]
    pub input: PathBuf,
    /// What to write. A .tts file gets its target in a .prop file beside it; a .bp file can be made of a .bp file
    /// only, and has numeric labels and no calls. Programs of Theta and DiVinE become .ip files, and these become Horn
    /// clauses (.smt2) or Promela (.pml).
    #[arg(value_name = "OUT")]
    pub output: PathBuf,
    /// How a program is read.
    #[command(flatten)]
    pub reading: ReadingArguments,
    /// What it may cost.
    #[command(flatten)]
    pub limits: LimitArguments,
    /// What a .tts file must not reach, as for check. [default: the .prop file beside it]
    #[arg(long, value_name = "TARGET|FILE.prop")]
    pub target: Option<String>,
    /// Where the threads of a .tts file start, as for check. [default: 0/0]
    #[arg(long, value_name = "INIT")]
    pub init: Option<String>,
    /// The property of an .ip or .system file that is asked for. [default: all, and for .ip files whether values exist]
    #[arg(long, value_name = "NAME")]
    pub error: Option<String>,
}

/// `boolprog replay`
#[derive(Debug, Args)]
#[command(after_help = "Exit codes: 0 it was shown, 3 there is no counterexample to replay, 4 the terminal failed, \
                        64 wrong usage.")]
pub(super) struct ReplayArguments {
    /// A counterexample saved as .json, a report with one, or a program, which is checked first.
    #[arg(value_name = "TRACE.json|FILE")]
    pub file: PathBuf,
    /// The property whose counterexample it is, such as assert-1. [default: the first one that can fail]
    #[arg(long, value_name = "ID")]
    pub property: Option<String>,
    /// The program of a saved counterexample. [default: where the counterexample says]
    #[arg(long, value_name = "FILE")]
    pub program: Option<PathBuf>,
    /// Begin in front of this step.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub step: usize,
    /// Print all steps and end, as where standard output is no terminal.
    #[arg(long)]
    pub print: bool,
    /// Print only the steps that change this variable, such as lock, or got@T2 for the copy of thread 2.
    #[arg(long, value_name = "VARIABLE", conflicts_with_all = ["step", "print"])]
    pub writes: Option<String>,
}

/// `boolprog export`
#[derive(Debug, Args)]
#[command(
    after_help = "Exit codes: 0 it is written, 3 the file is no saved trace and no report, 4 it cannot be written, \
                        64 wrong usage."
)]
pub(super) struct ExportArguments {
    /// A counterexample or a report of `boolprog check --format json`, saved as JSON.
    #[arg(value_name = "TRACE.json|REPORT.json")]
    pub file: PathBuf,
    /// What to write.
    #[arg(long, value_enum)]
    pub format: ExportFormat,
    /// Write to this file instead of standard output.
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Formats of other tools.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum ExportFormat {
    /// SARIF 2.1.0, for viewers and code hosts.
    Sarif,
    /// A sequence diagram for Mermaid; Markdown with several if there are several counterexamples.
    Mermaid,
    /// A sequence diagram for `PlantUML`, or several in one file.
    Plantuml,
    /// A picture.
    Svg,
    /// A page for a browser or a printer.
    Html,
}

impl From<ExportFormat> for boolprog_export::Format {
    fn from(format: ExportFormat) -> Self {
        match format {
            ExportFormat::Sarif => Self::Sarif,
            ExportFormat::Mermaid => Self::Mermaid,
            ExportFormat::Plantuml => Self::PlantUml,
            ExportFormat::Svg => Self::Svg,
            ExportFormat::Html => Self::Html,
        }
    }
}

/// What a check can print.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum CheckFormat {
    /// Diagnostics and one line per property, for people.
    Text,
    /// One line for each finding with its place, for editors and scripts.
    Short,
    /// One object, for programs; its schema is in the documentation.
    Json,
    /// For other tools.
    Export(ExportFormat),
}

impl ValueEnum for CheckFormat {
    fn value_variants<'a>() -> &'a [Self] {
        const ALL: [CheckFormat; 8] = [
            CheckFormat::Text,
            CheckFormat::Short,
            CheckFormat::Json,
            CheckFormat::Export(ExportFormat::Sarif),
            CheckFormat::Export(ExportFormat::Mermaid),
            CheckFormat::Export(ExportFormat::Plantuml),
            CheckFormat::Export(ExportFormat::Svg),
            CheckFormat::Export(ExportFormat::Html),
        ];
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        match self {
            Self::Text => Format::Text.to_possible_value(),
            Self::Short => {
                let help = "One line for each finding with its place, for editors and scripts";
                Some(PossibleValue::new("short").help(help))
            }
            Self::Json => Format::Json.to_possible_value(),
            Self::Export(format) => format.to_possible_value(),
        }
    }
}

/// `boolprog fmt`
#[derive(Debug, Args)]
#[command(
    after_help = "Exit codes: 0 all files are formatted, 1 --check found one that is not, 3 a file cannot be read \
                        or has syntax errors, 4 a file cannot be written, 64 wrong usage."
)]
pub(super) struct FormatArguments {
    /// Boolean programs (.bp), which are changed in place; - for standard input, which is written formatted to standard
    /// output.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Change nothing, and name the files that are not formatted.
    #[arg(long)]
    pub check: bool,
    /// How many blanks one unit of indentation has.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=16))]
    pub indent: u32,
}

/// The reductions by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ReductionName {
    /// Every one.
    All,
    /// Merging bisimilar local states.
    Bisimilar,
    /// This one.
    One(Reduction),
}

impl ValueEnum for ReductionName {
    fn value_variants<'a>() -> &'a [Self] {
        const ALL: [ReductionName; Reduction::ALL.len() + 2] = {
            let mut all = [ReductionName::All; Reduction::ALL.len() + 2];
            all[1] = ReductionName::Bisimilar;
            let mut index = 0;
            while index < Reduction::ALL.len() {
                all[index + 2] = ReductionName::One(Reduction::ALL[index]);
                index += 1;
            }
            all
        };
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(match self {
            Self::All => PossibleValue::new("all").help("Every one"),
            Self::Bisimilar => PossibleValue::new("bisimilar-locals").help("Local states with the same future"),
            Self::One(reduction) => PossibleValue::new(reduction.name()).help(reduction.about()),
        })
    }
}

/// The reductions that are made if these are not.
pub(super) fn reductions(without: &[ReductionName]) -> Reductions {
    without.iter().fold(Reductions::ALL, |left, name| match name {
        ReductionName::All => Reductions::NONE,
        ReductionName::Bisimilar => left,
        ReductionName::One(reduction) => left.without(*reduction),
    })
}

/// Whether bisimilar local states are merged if these reductions are not made.
pub(super) fn merge_bisimilar(without: &[ReductionName]) -> bool {
    !without.iter().any(|name| matches!(name, ReductionName::All | ReductionName::Bisimilar))
}

/// Output formats of cutoffs.
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
