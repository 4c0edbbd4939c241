//! The question that a certificate answers: the options of reading, and the properties in question.

use std::fmt;

use boolprog_base::words::{count, listed};
use boolprog_integer::{Instantiation, OnRange, System};
use boolprog_program::reading::{Reading, ReadingOptions};
use serde::{Deserialize, Serialize};

/// The question about a file. Shown as a phrase, such as `any number of threads in main`; a property names its error
/// label.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum QuestionDocument {
    /// Of a Boolean program.
    Program {
        /// The number of threads that start in `main`: a number or `*`, as a string.
        threads: String,
        /// `true` if uninitialised variables start as F instead of arbitrary.
        initial_false: bool,
        /// Error labels, all of them.
        error_labels: Vec<String>,
    },
    /// Of a thread transition system.
    System {
        /// Initial configuration, such as `0/0`.
        init: String,
        /// Unsafe target, such as `4|20`; if there are several, one on each line.
        target: String,
    },
    /// Of an integer program.
    Integer {
        /// The number of instances of each process with `[*]`, if there are such processes; none for any number.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        instances: Option<u16>,
        /// Semantics of values outside the range of a variable.
        range: RangeDocument,
    },
}

/// Semantics of values outside the range of a variable of an integer program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RangeDocument {
    /// The program has an error.
    Error,
    /// The step does not exist.
    Block,
    /// The value wraps around.
    Wrap,
}

impl QuestionDocument {
    /// The question that a program with this reading is asked.
    pub fn of_reading(reading: &Reading) -> Self {
        Self::Program {
            threads: reading.threads.to_string(),
            initial_false: reading.initial_false,
            error_labels: reading.error_labels().iter().map(ToString::to_string).collect(),
        }
    }

    /// The options with which a Boolean program is to be read; `None` if it is no question about one.
    pub fn reading_options(&self) -> Option<ReadingOptions> {
        match self {
            Self::Program { threads, initial_false, error_labels } => Some(ReadingOptions {
                threads: Some(threads.parse().ok()?),
                initial_false: Some(*initial_false),
                error_labels: error_labels.iter().map(Into::into).collect(),
                ..ReadingOptions::default()
            }),
            Self::System { .. } | Self::Integer { .. } => None,
        }
    }

    /// The question that an integer program is asked which was made this system.
    pub fn of_instantiation(system: &System, instantiation: Instantiation) -> Self {
        let is_replicated = system.processes.iter().any(|process| process.replicated);
        Self::Integer {
            instances: instantiation.threads.filter(|_| is_replicated),
            range: match instantiation.on_range {
                OnRange::Error => RangeDocument::Error,
                OnRange::Block => RangeDocument::Block,
                OnRange::Wrap => RangeDocument::Wrap,
            },
        }
    }

    /// Instantiation of an integer program as a system; `None` if the question is not about one.
    pub fn instantiation(&self) -> Option<Instantiation> {
        let Self::Integer { instances, range } = self else { return None };
        let on_range = match range {
            RangeDocument::Error => OnRange::Error,
            RangeDocument::Block => OnRange::Block,
            RangeDocument::Wrap => OnRange::Wrap,
        };
        Some(Instantiation { threads: *instances, representatives: instances.is_none(), absent: false, on_range })
    }
}

impl fmt::Display for QuestionDocument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Program { threads, initial_false, .. } => {
                match threads.parse() {
                    Ok(number) => f.write_str(&count::<u32>(number, "thread"))?,
                    Err(_) => f.write_str("any number of threads")?,
                }
                f.write_str(" in main")?;
                if *initial_false {
                    f.write_str(", variables without an initial value start as F")?;
                }
                Ok(())
            }
            Self::System { init, target } => {
                let targets: Vec<String> = target.lines().map(str::to_owned).collect();
                let noun = if targets.len() == 1 { "target" } else { "targets" };
                write!(f, "start {init}, {noun} {}", listed(&targets))
            }
            Self::Integer { instances, range } => {
                if let Some(instances) = instances {
                    write!(f, "{} of each process with [*], ", count(u32::from(*instances), "instance"))?;
                }
                f.write_str(match range {
                    RangeDocument::Error => "a value out of range is an error",
                    RangeDocument::Block => "a step that leaves a range is blocked",
                    RangeDocument::Wrap => "values wrap around in their ranges",
                })
            }
        }
    }
}
