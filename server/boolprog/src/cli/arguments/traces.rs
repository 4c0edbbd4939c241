//! Earlier findings: certificates and counterexamples.

use std::path::PathBuf;

use boolprog_host::provers;
use clap::{Args, ValueEnum};

use super::LimitArguments;

/// `boolprog verify-certificate`
#[derive(Debug, Args)]
#[command(after_help = "Exit codes: 0 the proofs are valid, 1 they are not, 2 not decided within the limits, \
                        3 bad input, 64 wrong usage.")]
pub(in crate::cli) struct VerifyArguments {
    /// The program (.bp, .ip), thread transition system (.tts) or Petri net (.spec).
    #[arg(value_name = "PROGRAM")]
    pub program: PathBuf,
    /// The proofs, written by `boolprog check --certificate`.
    #[arg(value_name = "FILE")]
    pub certificate: PathBuf,
    /// A file that gets the proofs as theorems for the prover Rocq (Coq), which checks them again: those about Boolean
    /// programs, thread transition systems and nets that are sets of configurations.
    #[arg(long, value_name = "FILE.v")]
    pub rocq: Option<PathBuf>,
    /// The file of theorems has the library inside, so that the prover needs no other file.
    #[arg(long, requires = "rocq")]
    pub standalone: bool,
    /// An empty folder that gets the questions to the prover, a file for each. Any solver of SMT-LIB can answer them
    /// again: "unsat", all of them.
    #[arg(long, value_name = "FOLDER")]
    pub smt_lib: Option<PathBuf>,
    /// The folder also gets proofs of those answers in the format Alethe that the program cvc5 can write.
    #[arg(long, requires = "smt_lib")]
    pub alethe: bool,
    /// The prover that proofs about integer programs are checked with: a command that reads SMT-LIB on its standard
    /// input. "z3" uses whichever Z3 is installed; "" is none.
    #[arg(long, value_name = "COMMAND", default_value = provers::DEFAULT)]
    pub prover: String,
    /// Limits of the check.
    #[command(flatten)]
    pub limits: LimitArguments,
}

/// `boolprog replay`
#[derive(Debug, Args)]
#[command(after_help = "Exit codes: 0 shown, 3 there is no counterexample to replay, 64 wrong usage, \
                        74 the output cannot be written.")]
pub(in crate::cli) struct ReplayArguments {
    /// A counterexample saved as .json, a report with one, or a program, which is checked first.
    #[arg(value_name = "TRACE.json|FILE")]
    pub file: PathBuf,
    /// The property whose counterexample it is, such as assert-1. [default: the first violated one]
    #[arg(long, value_name = "ID")]
    pub property: Option<String>,
    /// The program of a saved counterexample. [default: where the counterexample says]
    #[arg(long, value_name = "FILE")]
    pub program: Option<PathBuf>,
    /// Print only the steps that change this variable, such as lock, or got@T2 for the copy of thread 2.
    #[arg(long, value_name = "VARIABLE")]
    pub writes: Option<String>,
}

/// `boolprog export`
#[derive(Debug, Args)]
#[command(after_help = "Exit codes: 0 written, 3 the file is no saved trace and no report, 64 wrong usage, \
                        74 the output cannot be written.")]
pub(in crate::cli) struct ExportArguments {
    /// A counterexample or a report of `boolprog check --format json`, saved as JSON.
    #[arg(value_name = "TRACE.json|REPORT.json")]
    pub file: PathBuf,
    /// The output.
    #[arg(long, value_enum)]
    pub format: ExportFormat,
    /// Write to this file instead of standard output.
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Formats of other tools.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(in crate::cli) enum ExportFormat {
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
