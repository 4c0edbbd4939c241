//! `boolprog check`: formats of reports, reductions.

use std::path::PathBuf;

use boolprog_check::{Effort, Localization, Options, Separation};
use boolprog_host::limits::cores;
use boolprog_program::reduce::{Reduction, Reductions};
use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};

use super::{EngineChoice, ExportFormat, Format, Given, IntegerArguments, LimitArguments, ReadingArguments};

/// `boolprog check`
#[derive(Debug, Args)]
#[command(after_help = "Exit codes: 0 all proved, 1 some violated, 2 some unknown and none violated, \
                        3 bad input, 4 internal error, 64 wrong usage, 74 the output cannot be written.")]
pub(in crate::cli) struct CheckArguments {
    /// Boolean programs (.bp), thread transition systems (.tts, .spec), integer programs (.ip; .cfa, .system) and C programs
    /// (.c, .i).
    #[arg(required_unless_present = "files_from", value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Check also the files that this file lists, a path on each line; - for standard input.
    #[arg(long, value_name = "LIST|-")]
    pub files_from: Option<PathBuf>,
    /// Reading of the files.
    #[command(flatten)]
    pub reading: ReadingArguments,
    /// The maximum number of activations of one procedure in a thread, in the search of a recursive program that
    /// several threads run.
    #[arg(long, value_name = "N", default_value_t = Options::default().depth_limit)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    pub depth: u32,
    /// Limits of each of them.
    #[command(flatten)]
    pub limits: LimitArguments,
    /// Reading and search of integer programs.
    #[command(flatten)]
    pub integers: IntegerArguments,
    /// The engine that decides; all but auto are for comparison.
    #[arg(long, value_enum, default_value_t = EngineChoice(None))]
    pub engine: EngineChoice,
    /// The number of engines that work on one file at the same time. Easy properties are decided before a second one starts.
    /// [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub jobs: Option<u32>,
    /// A reduction to leave out. May be given several times.
    #[arg(long = "no-reduce", value_enum, value_name = "NAME")]
    pub no_reduce: Vec<ReductionName>,
    /// The method that makes variables visible in localization: those in a conflict with the execution that fails, or
    /// those that separate the valuations of the failing step.
    #[arg(long, value_enum, default_value_t = SeparationName::Conflict, value_name = "METHOD")]
    pub separation: SeparationName,
    /// The output.
    #[arg(long, value_enum, default_value_t = CheckFormat::Text)]
    pub format: CheckFormat,
    /// Print to this file instead of standard output.
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Print this property only, by its id or name, such as assert-1 or error-full or full; needs a single input file. Of C
    /// programs, check assert (the default), race, deadlock, overflow or leak. May be given several times.
    #[arg(long = "property", value_name = "ID")]
    pub properties: Vec<String>,
    /// Print only the differences from this report of an earlier `--format json`.
    #[arg(long, value_name = "REPORT.json", conflicts_with_all = ["format", "properties"])]
    pub baseline: Option<PathBuf>,
    /// The target that a .tts or .spec file must not reach: a thread state such as "4|20", several threads as in "4|20,21", or
    /// a file with targets. [default: the .prop file beside the .tts file, the targets of the .spec file]
    #[arg(long, value_name = "TARGET|FILE.prop")]
    pub target: Option<String>,
    /// The start of the threads of a .tts or .spec file: "0/0" any number, "0|0" one, "1|0,1/2" one at 0, one at 1 and any
    /// number at 2. [default: 0/0, or as the file says]
    #[arg(long, value_name = "INIT")]
    pub init: Option<String>,
    /// Write the proofs to this file, for `boolprog verify-certificate`; needs a single input file.
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    /// Write the first violation of a C program to this file, as a witness in the format 2.0 of the competition on software
    /// verification; needs a single input file.
    #[arg(long, value_name = "FILE")]
    pub witness: Option<PathBuf>,
    /// The options as they were given.
    #[arg(skip)]
    pub given: Given,
}

impl CheckArguments {
    /// Reading of the files.
    pub(in crate::cli) fn semantics(&self) -> boolprog_frontend::Options {
        // The only one may choose between several programs.
        let property = match self.properties.as_slice() {
            [property] => Some(property.clone()),
            _ => None,
        };
        let on_range = self.integers.range.into();
        boolprog_frontend::Options { property, on_range, any_instances: true, ..self.reading.asking(&self.properties) }
    }

    /// Effort of the check of a Boolean program or a system.
    pub(in crate::cli) fn options(&self) -> Options {
        // Text says nothing of the thread states.
        let is_text = self.baseline.is_none() && matches!(self.format, CheckFormat::Text | CheckFormat::Short);
        Options {
            thread_states: if is_text { Effort::None } else { Effort::Number },
            certificate: self.certificate.is_some(),
            engine: self.engine.0,
            depth_limit: self.depth,
            jobs: self.jobs.unwrap_or_else(cores),
            reductions: reductions(&self.no_reduce),
            merge_bisimilar: merge_bisimilar(&self.no_reduce),
            localization: localization(&self.no_reduce, self.separation.into()),
            ..Options::default()
        }
    }
}

/// The output of a check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::cli) enum CheckFormat {
    /// Diagnostics and one line per property, for people.
    Text,
    /// One line for each finding with its place, for editors and scripts.
    Short,
    /// One object, for programs; its schema is in the documentation.
    Json,
    /// The same for each file, on a line as soon as it is checked.
    JsonLines,
    /// For other tools.
    Export(ExportFormat),
}

impl ValueEnum for CheckFormat {
    fn value_variants<'a>() -> &'a [Self] {
        const ALL: [CheckFormat; 9] = [
            CheckFormat::Text,
            CheckFormat::Short,
            CheckFormat::Json,
            CheckFormat::JsonLines,
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
            Self::JsonLines => {
                let help = "One such object for each file, on a line as soon as it is checked";
                Some(PossibleValue::new("json-lines").help(help))
            }
            Self::Export(format) => format.to_possible_value(),
        }
    }
}

/// The reductions by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::cli) enum ReductionName {
    /// Every one.
    All,
    /// Merging bisimilar local states.
    Bisimilar,
    /// Deciding wide programs with few bits.
    Localization,
    /// This one.
    One(Reduction),
}

impl ValueEnum for ReductionName {
    fn value_variants<'a>() -> &'a [Self] {
        const ALL: [ReductionName; Reduction::ALL.len() + 3] = {
            let mut all = [ReductionName::All; Reduction::ALL.len() + 3];
            all[1] = ReductionName::Bisimilar;
            all[2] = ReductionName::Localization;
            let mut index = 0;
            while index < Reduction::ALL.len() {
                all[index + 3] = ReductionName::One(Reduction::ALL[index]);
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
            Self::Localization => {
                PossibleValue::new("localization").help("Bits without which a wide program is decided")
            }
            Self::One(reduction) => PossibleValue::new(reduction.name()).help(reduction.about()),
        })
    }
}

/// The reductions that are made if these are not.
fn reductions(without: &[ReductionName]) -> Reductions {
    without.iter().fold(Reductions::ALL, |left, name| match name {
        ReductionName::All => Reductions::NONE,
        ReductionName::Bisimilar | ReductionName::Localization => left,
        ReductionName::One(reduction) => left.without(*reduction),
    })
}

/// `true` if bisimilar local states are merged if these reductions are not made.
fn merge_bisimilar(without: &[ReductionName]) -> bool {
    !without.iter().any(|name| matches!(name, ReductionName::All | ReductionName::Bisimilar))
}

/// Localization with this method if these reductions are not made.
fn localization(without: &[ReductionName], separation: Separation) -> Option<Localization> {
    let is_out = without.iter().any(|name| matches!(name, ReductionName::All | ReductionName::Localization));
    (!is_out).then(|| Localization { separation, ..Localization::default() })
}

/// The methods of localization by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(in crate::cli) enum SeparationName {
    /// A minimal set without whose values the execution would be possible.
    Conflict,
    /// A smallest set that separates the valuations, by integer programming.
    Integer,
    /// The variables of a decision tree that separates them.
    Tree,
}

impl From<SeparationName> for Separation {
    fn from(name: SeparationName) -> Self {
        match name {
            SeparationName::Conflict => Self::Conflict,
            SeparationName::Integer => Self::Integer,
            SeparationName::Tree => Self::Tree,
        }
    }
}
