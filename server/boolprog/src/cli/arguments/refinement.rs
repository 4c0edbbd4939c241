//! Boolean programs of integer programs.

use std::path::PathBuf;

use boolprog_check::refine;
use boolprog_host::provers;
use clap::{Args, ValueEnum};

use super::{DistinguishedArguments, Format, LimitArguments, RangeName, ReadingArguments};

/// Which Boolean program is made of an integer program.
#[derive(Debug, Args)]
pub(in crate::cli) struct AbstractionArguments {
    /// The integer program (.ip, .cfa, .system) or C program (.c, .i).
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The predicates to begin with, besides those that the file declares.
    #[arg(long, value_enum, value_name = "WHICH", default_value_t = SeedName::Guards)]
    pub predicates: SeedName,
    /// Values that are distinguished from the start.
    #[command(flatten)]
    pub distinguished: DistinguishedArguments,
    /// Amount of detail about predicates that a step does not determine.
    #[arg(long, value_enum, value_name = "WHICH", default_value_t = MethodName::Cartesian)]
    pub method: MethodName,
    /// Number of predicates that may determine the new value of one together.
    #[arg(long = "max-cube", value_name = "N", default_value_t = 3)]
    #[arg(value_parser = clap::value_parser!(u8).range(1..=16))]
    pub max_cube: u8,
    /// Effect when a variable leaves its range.
    #[arg(long, value_enum, value_name = "WHAT", default_value_t = RangeName::Error)]
    pub range: RangeName,
    /// The prover: a command that reads SMT-LIB on its standard input. "z3" uses whichever Z3 is installed.
    #[arg(long, value_name = "COMMAND", default_value = provers::DEFAULT)]
    pub prover: String,
    /// Reading of the program. Without --threads, a process with [*] has any number of instances.
    #[command(flatten)]
    pub reading: ReadingArguments,
    /// Its limits.
    #[command(flatten)]
    pub limits: LimitArguments,
}

/// `boolprog abstract`
#[derive(Debug, Args)]
#[command(
    after_help = "Exit codes: 0 written, 3 bad input, no prover, no such program or the limits were too small, 64 \
                        wrong usage, 74 the output cannot be written."
)]
pub(in crate::cli) struct AbstractArguments {
    /// Write to this file instead of standard output.
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// The result.
    #[command(flatten)]
    pub abstraction: AbstractionArguments,
}

/// `boolprog refine`
#[derive(Debug, Args)]
#[command(
    after_help = "Exit codes: 0 proved, 1 violated, 2 unknown, 3 bad input, 64 wrong usage, 74 the output cannot be \
                        written."
)]
pub(in crate::cli) struct RefineArguments {
    /// The maximum number of rounds.
    #[arg(long, value_name = "N", default_value_t = 32, value_parser = clap::value_parser!(u32).range(1..))]
    pub rounds: u32,
    /// Write the Boolean program of the last round to this file.
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Write the proofs to this file, for `boolprog verify-certificate`.
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    /// The prover that checks a proof. [default: another process of --prover]
    #[arg(long, value_name = "COMMAND")]
    pub checker: Option<String>,
    /// The output.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
    /// The result.
    #[command(flatten)]
    pub abstraction: AbstractionArguments,
}

/// Amount of detail about predicates that a step does not determine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(in crate::cli) enum MethodName {
    /// No pair of values is contradictory.
    Cartesian,
    /// All combinations of values are listed.
    Exact,
}

/// The predicates to begin with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(in crate::cli) enum SeedName {
    /// The comparisons in guards and properties.
    Guards,
    /// The comparisons in properties.
    Properties,
    /// None.
    Declared,
}

impl From<SeedName> for refine::Seeds {
    fn from(name: SeedName) -> Self {
        Self { guards: name == SeedName::Guards, properties: name != SeedName::Declared }
    }
}
