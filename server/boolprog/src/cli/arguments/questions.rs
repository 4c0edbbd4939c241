//! Other questions about a program: thread states, invariants, cutoffs, coverage, slices.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{Format, LimitArguments, RangeName, ReadingArguments};

/// The Boolean program to query.
#[derive(Debug, Args)]
pub(in crate::cli) struct AskedArguments {
    /// The program (.bp), or a thread transition system (.tts, .spec) where the question is not about variables.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Its reading.
    #[command(flatten)]
    pub reading: ReadingArguments,
    /// Its limits.
    #[command(flatten)]
    pub limits: LimitArguments,
}

/// `boolprog reach`
#[derive(Debug, Args)]
#[command(
    after_help = "Exit codes: 0 the list is complete, 2 it is not, 3 bad input, 64 wrong usage. With --together: \
                        0 they never meet, 1 they can, 2 unknown."
)]
pub(in crate::cli) struct ReachArguments {
    /// The question.
    #[command(flatten)]
    pub asked: AskedArguments,
    /// The start of the threads of a .tts or .spec file: "0/0" any number, "0|0" one, "1|0,1/2" one at 0, one at 1 and any
    /// number at 2. [default: 0/0, or as the file says]
    #[arg(long, value_name = "INIT")]
    pub init: Option<String>,
    /// Only the statements on this line.
    #[arg(long, value_name = "N", conflicts_with = "init")]
    pub line: Option<u32>,
    /// List the maximal markings instead: the minimal coverability set.
    #[arg(long, conflicts_with_all = ["line", "together", "condition"])]
    pub markings: bool,
    /// Ask whether different threads can be at these labels or lines at the same time, such as CS,CS.
    #[arg(long, value_name = "PLACE,...", conflicts_with_all = ["line", "init"])]
    pub together: Option<String>,
    /// As --together, with what must hold for each thread, such as "CS: lock & !got; 14: got".
    #[arg(long = "where", value_name = "PLACE: EXPRESSION; ...", conflicts_with_all = ["line", "together", "init"])]
    pub condition: Option<String>,
    /// The output.
    #[arg(long, value_enum, default_value_t = StatesFormat::Table)]
    pub format: StatesFormat,
}

/// `boolprog invariant`
#[derive(Debug, Args)]
#[command(after_help = "Exit codes: 0 invariant, 1 not invariant, 2 unknown, 3 bad input, 64 wrong usage.")]
pub(in crate::cli) struct InvariantArguments {
    /// The question.
    #[command(flatten)]
    pub asked: AskedArguments,
    /// The expression, such as "lock | !inside". It may use shared variables; with --line, all that are visible there.
    #[arg(value_name = "EXPRESSION")]
    pub expression: String,
    /// Check only configurations in which a thread is on this line, with the variables of that thread.
    #[arg(long, value_name = "N")]
    pub line: Option<u32>,
    /// The output.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

/// `boolprog cutoff`
#[derive(Debug, Args)]
#[command(after_help = "Exit codes: 0 the cutoff is known, 2 it is not, 3 bad input, 64 wrong usage.")]
pub(in crate::cli) struct CutoffArguments {
    /// The question.
    #[command(flatten)]
    pub asked: AskedArguments,
    /// The start of the threads of a .tts or .spec file: "0/0" any number, "0|0" one, "1|0,1/2" one at 0, one at 1 and any
    /// number at 2. [default: 0/0, or as the file says]
    #[arg(long, value_name = "INIT")]
    pub init: Option<String>,
    /// The output.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

/// `boolprog coverage`
#[derive(Debug, Args)]
#[command(after_help = "Exit codes: 0 listed, 2 not known, 3 bad input, 64 wrong usage.")]
pub(in crate::cli) struct CoverageArguments {
    /// The program (.bp, .ip, .cfa, .system, .c, .i) or thread transition system (.tts, .spec).
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Its reading.
    #[command(flatten)]
    pub reading: ReadingArguments,
    /// Effect when a variable of an integer program leaves its range.
    #[arg(long, value_enum, value_name = "WHAT", default_value_t = RangeName::Error)]
    pub range: RangeName,
    /// The property whose system it is, such as invariant-sum or sum, in a .system file with several.
    #[arg(long, value_name = "ID")]
    pub property: Option<String>,
    /// The start of the threads of a .tts or .spec file, as for reach. [default: 0/0, or as the file says]
    #[arg(long, value_name = "INIT")]
    pub init: Option<String>,
    /// Its limits.
    #[command(flatten)]
    pub limits: LimitArguments,
}

/// `boolprog slice`
#[derive(Debug, Args)]
#[command(after_help = "Exit codes: 0 success, 3 bad input, 64 wrong usage.")]
pub(in crate::cli) struct SliceArguments {
    /// The integer program (.ip, .cfa, .system) or C program (.c, .i).
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The error or invariant, such as error-full or full. [default: all of them]
    #[arg(long, visible_alias = "error", value_name = "ID")]
    pub property: Option<String>,
    /// Reading of the program.
    #[command(flatten)]
    pub reading: ReadingArguments,
    /// Effect when a variable leaves its range.
    #[arg(long, value_enum, value_name = "WHAT", default_value_t = RangeName::Error)]
    pub range: RangeName,
}

/// Output formats of lists of thread states.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(in crate::cli) enum StatesFormat {
    /// A table for each statement, for people.
    Table,
    /// One line per thread state, for spreadsheets.
    Csv,
    /// One object, for programs; its schema is in the documentation.
    Json,
}
