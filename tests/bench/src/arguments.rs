//! The arguments of the command line.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};

use crate::process::Template;

/// Benchmarks of boolprog.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask", max_term_width = 100)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Measure suites: time in the engines, time and memory of whole processes.
    #[command(name = "bench")]
    Run(RunArguments),
    /// The figures of Zhao's thesis (2009) on suites: occupied local states, times, cutoffs.
    Thesis(ThesisArguments),
    /// The page of the tables and pictures of the five sources that are in a folder.
    Page(PageArguments),
}

/// The options of both commands.
#[derive(Clone, Debug, Args)]
pub(crate) struct Common {
    /// The suites: `examples`, `families`, the name of one growth family, a folder, or a folder of the corpus;
    /// with `bench` also `latency` and `soak`, the language server, `replay`, the debugger, `wide` and `limits`, wide programs and limits, `threads`,
    /// C programs with more and more threads, and `integer`, `marked`,
    /// `proofs` and `heat`, the engines for integer programs. May be given several times.
    #[arg(long = "suite", value_name = "NAME|DIR", default_values_t = ["examples".to_owned()])]
    pub(crate) suites: Vec<String>,
    /// The folder of a corpus; its `expected.tsv` says how instances start. [default: the environment variable
    /// `BOOLPROG_CORPUS`]
    #[arg(long, value_name = "DIR")]
    pub(crate) corpus: Option<PathBuf>,
    /// Measure only instances whose name contains this.
    #[arg(long, value_name = "TEXT")]
    pub(crate) only: Option<String>,
    /// Number of times that each figure is taken.
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) repeat: u32,
    /// Time limit of one run, in seconds.
    #[arg(long, value_name = "S", default_value = "60", value_parser = seconds)]
    pub(crate) timeout: Duration,
    /// The folder of the results.
    #[arg(long, value_name = "DIR", default_value = "target/bench")]
    pub(crate) out: PathBuf,
}

/// `cargo xtask bench`
#[derive(Clone, Debug, Args)]
pub(crate) struct RunArguments {
    #[command(flatten)]
    pub(crate) common: Common,
    /// Another command to run side by side, alternating with boolprog. `{file}` stands for the instance, `{target}`
    /// for the `.prop` file beside it, `{spec}` for the `.spec` file beside it, `{init}` for where its threads start.
    /// Split at blanks, without a shell.
    #[arg(long, value_name = "CMD {file}")]
    pub(crate) against: Option<Template>,
    /// The boolprog to run. [default: the one beside this program]
    #[arg(long, value_name = "FILE")]
    pub(crate) boolprog: Option<PathBuf>,
    /// Number of keys in each file of the suite `latency`.
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    pub(crate) keystrokes: usize,
    /// Number of reachable states of each model that the suite `marked` marks as errors.
    #[arg(long, value_name = "N", default_value_t = 40)]
    pub(crate) marked: usize,
    /// Number of searches that the suite `marked` makes for each state with an engine that chance decides.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) runs: u32,
    /// A folder of your own models for the suite `heat`: each folder in it is a category.
    #[arg(long, value_name = "DIR")]
    pub(crate) models: Option<PathBuf>,
    /// The duration of the suite `soak`.
    #[arg(long, value_name = "N", default_value = "1", value_parser = minutes)]
    pub(crate) minutes: Duration,
}

/// `cargo xtask thesis`
#[derive(Clone, Debug, Args)]
pub(crate) struct ThesisArguments {
    #[command(flatten)]
    pub(crate) common: Common,
    /// The largest number of threads to search for a cutoff.
    #[arg(long, value_name = "N", default_value_t = 12)]
    pub(crate) threads: u32,
}

/// The page of `cargo xtask thesis` and `cargo xtask paper-tables`.
#[derive(Clone, Debug, Args)]
pub(crate) struct PageArguments {
    /// The folder of the results.
    #[arg(long, value_name = "DIR")]
    pub(crate) out: PathBuf,
}

fn minutes(text: &str) -> Result<Duration, String> {
    match text.parse() {
        Ok(minutes) if (0.0..=1e4).contains(&minutes) => Ok(Duration::from_secs_f64(60.0 * minutes)),
        _ => Err("give a number of minutes, such as 60 or 0.5".to_owned()),
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    match text.parse() {
        Ok(seconds) if (0.0..=1e6).contains(&seconds) => Ok(Duration::from_secs_f64(seconds)),
        _ => Err("give a number of seconds, such as 10 or 0.5".to_owned()),
    }
}
