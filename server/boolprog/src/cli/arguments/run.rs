//! Executions of C programs.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{Format, LimitArguments, LinkArguments, MachineName};

/// Faults that are looked for only where they are asked for: they need more time, or are in many programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(in crate::cli) enum FaultName {
    /// The value of an object that was never written.
    Uninitialised,
    /// Two accesses to an object that nothing orders, one of which writes.
    Race,
    /// An argument of `printf` or `scanf` of another type than its directive.
    Format,
    /// An object of the heap that is not freed when the program ends.
    Leak,
}

/// `boolprog run`
#[derive(Debug, Args)]
#[command(
    after_help = "Exit codes: that of the program; 134 it breaks a rule or an assertion, 124 the limits were too small, \
                        3 the file cannot be read or has errors, 64 wrong usage."
)]
pub(in crate::cli) struct RunArguments {
    /// A C program (.c, .i).
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The arguments of the program; after --, also those that begin with a hyphen.
    #[arg(value_name = "ARGUMENT")]
    pub arguments: Vec<String>,
    /// Choose the schedule, the order of evaluation and the inputs at random, from this number on.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// Execute a saved counterexample, or an execution that --format json has written.
    #[arg(long, value_name = "FILE.json", conflicts_with_all = ["seed", "runs"])]
    pub schedule: Option<PathBuf>,
    /// Try this number of seeds, and show the first execution that breaks a rule.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub runs: u64,
    /// A macro that is defined. May be given several times.
    #[arg(short = 'D', value_name = "NAME[=VALUE]")]
    pub defines: Vec<String>,
    /// A folder of included files. May be given several times.
    #[arg(short = 'I', value_name = "FOLDER")]
    pub folders: Vec<String>,
    /// Its other files.
    #[command(flatten)]
    pub link: LinkArguments,
    /// The machine for which the program is compiled.
    #[arg(long, visible_alias = "target", value_enum, default_value_t)]
    pub machine: MachineName,
    /// The report of the execution.
    #[arg(long, value_enum, default_value = "text")]
    pub format: Format,
    /// Kinds of faults that end an execution, besides the usual ones. May be given several times.
    #[arg(long = "property", value_name = "KIND", value_enum)]
    pub faults: Vec<FaultName>,
    /// Limits of the execution.
    #[command(flatten)]
    pub limits: LimitArguments,
}
