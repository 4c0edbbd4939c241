//! A question about a program, as the command line would ask it.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use boolprog_export::report::{Counterexample, FileDocument, PropertyDocument, Verdict};
use boolprog_mcp::Asked;
use boolprog_trace::document::TraceDocument;
use tokio_util::sync::CancellationToken;

use crate::cli::arguments::{Arguments, CheckArguments, Command};
use crate::cli::check::check_file;
use crate::cli::debug::Loader;

/// Options that an agent cannot choose: they name files or programs, or say how people see a report.
const REFUSED: [&str; 11] = [
    "I",
    "link",
    "compile-commands",
    "prover",
    "target",
    "format",
    "output",
    "baseline",
    "certificate",
    "witness",
    "files-from",
];

/// The most time for an answer, in seconds, and the most memory, in MiB.
const MOST: (f64, usize) = (3600.0, 4096);

/// A check that is about to be made.
pub(super) struct Question {
    pub(super) arguments: CheckArguments,
    path: PathBuf,
}

/// A file that was checked, and one of its properties.
pub(super) struct Found {
    pub(super) file: FileDocument,
    index: usize,
}

impl Question {
    /// The check that an agent asks for. Fails with a sentence for the agent.
    pub(super) fn of(asked: &Asked, cancelled: &CancellationToken) -> Result<Self, String> {
        let words = ["boolprog", "check"].into_iter().map(str::to_owned).chain(asked.options.iter().cloned());
        let words = words.chain(["--".to_owned(), asked.file.clone()]).map(OsString::from);
        let arguments = Arguments::read(words).map_err(|error| first_line(&error.to_string()))?;
        let Command::Check(mut arguments) = arguments.command else { return Err(NO_OPTIONS.to_owned()) };
        if arguments.files != [Path::new(&asked.file)] {
            return Err(NO_OPTIONS.to_owned());
        }
        if let Some(refused) = REFUSED.into_iter().find(|option| arguments.given.has(option)) {
            return Err(format!("The option `{refused}` cannot be given here."));
        }
        let limits = &mut arguments.limits;
        limits.timeout = limits.timeout.min(MOST.0);
        limits.memory = limits.memory.min(MOST.1);
        limits.cancelled = cancelled.clone();
        Ok(Self { arguments, path: PathBuf::from(&asked.file) })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Makes the check.
    pub(super) fn checked(&self) -> FileDocument {
        check_file(&self.path, &self.arguments).document
    }

    /// Makes the check, and finds the property with this id or name; without one the first that is violated, or else unknown.
    ///
    /// Fails with a sentence for the agent.
    pub(super) fn about(&self, id: Option<&str>) -> Result<Found, String> {
        let file = self.checked();
        if let Some(error) = file.diagnostics.iter().find(|it| it.severity == boolprog_base::Severity::Error) {
            return Err(format!("The program has errors, the first on line {}: {}", error.line, error.message));
        }
        let is_asked = |property: &PropertyDocument| id.is_none_or(|id| property.id == id || property.name == id);
        let rank = |property: &PropertyDocument| match property.verdict {
            Verdict::Violated => 0,
            Verdict::Unknown => 1,
            Verdict::Proved => 2,
        };
        let asked = file.properties.iter().enumerate().filter(|(_, property)| is_asked(property));
        let found = asked.min_by_key(|(_, property)| rank(property)).map(|(index, _)| index);
        match (found, id) {
            (Some(index), _) => Ok(Found { file, index }),
            (None, Some(id)) => {
                Err(format!("The program has no property `{}`.", id.chars().take(200).collect::<String>()))
            }
            (None, None) => Err("The program asserts nothing.".to_owned()),
        }
    }

    /// The services of the debugger, for an answer to this question.
    pub(super) fn loader(&self) -> Loader {
        Loader { cancelled: self.arguments.limits.cancelled.clone() }
    }
}

impl Found {
    pub(super) fn property(&self) -> &PropertyDocument {
        &self.file.properties[self.index]
    }

    /// The counterexample. Fails with a sentence for the agent if there is none, or none of a program.
    pub(super) fn trace(&self) -> Result<&Arc<TraceDocument>, String> {
        let property = self.property();
        match &property.trace {
            Some(Counterexample::Program(trace)) => Ok(trace),
            Some(Counterexample::System(_)) => {
                Err("The execution of a transition system has no statements.".to_owned())
            }
            None => Err(format!(
                "{} is {}, not violated: there is no counterexample.",
                property.id,
                property.verdict.name()
            )),
        }
    }
}

const NO_OPTIONS: &str = "These are no options of `boolprog check`.";

/// The first line of a message of the reader of options, as a sentence.
fn first_line(message: &str) -> String {
    let line = message.lines().next().unwrap_or_default().trim_start_matches("error: ");
    format!("The options cannot be used: {line}.")
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn options_whose_values_are_files_or_programs_are_refused() {
        let command = Arguments::command();
        let check = command.find_subcommand("check").expect("a subcommand");
        let says =
            |value: &str| ["FILE", "FOLDER", "PATH", "LIST", "REPORT", "COMMAND"].iter().any(|it| value.contains(it));
        let options = check.get_arguments().filter(|option| !option.is_positional());
        let named = options.filter(|option| option.get_value_names().unwrap_or_default().iter().any(|it| says(it)));
        let name = |option: &clap::Arg| {
            option.get_long().map_or_else(|| option.get_short().into_iter().collect(), str::to_owned)
        };
        let named: Vec<String> = named.map(name).collect();
        assert!(named.len() >= 9, "{named:?}");
        let offered: Vec<&String> = named.iter().filter(|name| !REFUSED.contains(&name.as_str())).collect();
        assert!(offered.is_empty(), "{offered:?}");
    }
}
