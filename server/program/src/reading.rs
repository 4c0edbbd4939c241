//! Options for reading a file: settings, pragmas and command line, merged.

use boolprog_syntax::ast::{Pragma, SourceFile};
use rustc_hash::FxHashSet;
use smol_str::SmolStr;

use crate::program::Threads;
use crate::walk;

const ERROR_LABELS: [&str; 2] = ["ERROR", "SLIC_ERROR"];

/// Options of the caller. `None` leaves the choice to the file's pragmas and then to the default.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ReadingOptions {
    /// The number of threads that start in `main`.
    pub threads: Option<Threads>,
    /// `Some(true)` if uninitialised variables start as F instead of arbitrary.
    pub initial_false: Option<bool>,
    /// Error labels in addition to `ERROR` and `SLIC_ERROR`; added to those of the pragmas.
    pub error_labels: Vec<SmolStr>,
    /// `true` if differences from other tools are reported.
    pub portability: bool,
}

/// The reading in force for one file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reading {
    /// The number of threads that start in `main`.
    pub threads: Threads,
    /// `true` if uninitialised variables start as F instead of arbitrary.
    pub initial_false: bool,
    error_labels: Vec<SmolStr>,
    /// The same labels: files may have many.
    is_error_label: FxHashSet<SmolStr>,
    /// `true` if differences from other tools are reported.
    pub portability: bool,
}

impl Reading {
    /// Merges options, pragmas and defaults: command line before pragma before default.
    ///
    /// Of several pragmas with one key the last with a legal value counts, as a whole: two `error` pragmas do not
    /// add up. Error labels of the options are added to those of the pragma, and both to `ERROR` and `SLIC_ERROR`.
    /// By default one thread runs `main` if the file creates threads anywhere, else any number does, and
    /// variables start with arbitrary values. Pragmas that mean nothing are skipped here; the checks report them.
    pub fn new(file: &SourceFile, options: &ReadingOptions) -> Self {
        let mut threads = None;
        let mut initial_false = None;
        let mut labels = Vec::new();
        for setting in file.pragmas.iter().filter_map(|pragma| setting(pragma).ok()) {
            match setting {
                Setting::Threads(value) => threads = Some(value),
                Setting::InitialFalse(value) => initial_false = Some(value),
                Setting::ErrorLabels(value) => labels = value,
            }
        }
        let mut error_labels: Vec<SmolStr> = ERROR_LABELS.into_iter().map(SmolStr::new_static).collect();
        error_labels.extend(labels.into_iter().chain(options.error_labels.iter().cloned()));
        let mut is_error_label = FxHashSet::default();
        error_labels.retain(|label| is_error_label.insert(label.clone()));
        Self {
            threads: options.threads.or(threads).unwrap_or_else(|| default_threads(file)),
            initial_false: options.initial_false.or(initial_false).unwrap_or(false),
            error_labels,
            is_error_label,
            portability: options.portability,
        }
    }

    /// All error labels, `ERROR` and `SLIC_ERROR` first; none twice.
    pub fn error_labels(&self) -> &[SmolStr] {
        &self.error_labels
    }

    /// Returns `true` if a label is an error label.
    pub fn is_error_label(&self, label: &str) -> bool {
        self.is_error_label.contains(label)
    }
}

fn default_threads(file: &SourceFile) -> Threads {
    let mut creates = false;
    for procedure in &file.procedures {
        walk::statements(&procedure.body, |statement| creates |= walk::creates_thread(statement));
    }
    if creates { Threads::Exactly(1) } else { Threads::Any }
}

pub(crate) enum Setting {
    Threads(Threads),
    InitialFalse(bool),
    ErrorLabels(Vec<SmolStr>),
}

pub(crate) enum BadPragma {
    /// Its key is none of [`KEYS`].
    Key,
    /// Its value is not of the form that the text describes.
    Value(&'static str),
}

/// The keys of pragmas.
pub const KEYS: [&str; 3] = ["threads", "error", "initial"];

pub(crate) fn setting(pragma: &Pragma) -> Result<Setting, BadPragma> {
    let value = pragma.value.text.as_str();
    match pragma.key.text.as_str() {
        "threads" => {
            value.parse().map(Setting::Threads).map_err(|_| BadPragma::Value("a number from `1` to `1000`, or `*`"))
        }
        "initial" => initial(value).map(Setting::InitialFalse).ok_or(BadPragma::Value("`false` or `*`")),
        "error" => labels(value).map(Setting::ErrorLabels).ok_or(BadPragma::Value("labels with commas between them")),
        _ => Err(BadPragma::Key),
    }
}

fn initial(value: &str) -> Option<bool> {
    match value {
        "false" => Some(true),
        "*" => Some(false),
        _ => None,
    }
}

fn labels(value: &str) -> Option<Vec<SmolStr>> {
    value.split(',').map(str::trim).map(|label| is_label(label).then(|| SmolStr::new(label))).collect()
}

fn is_label(text: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '#');
    !text.is_empty() && (text.starts_with('{') && text.ends_with('}') || text.chars().all(plain))
}

#[cfg(test)]
mod tests {
    use boolprog_base::Span;
    use boolprog_syntax::ast::Name;

    use super::*;

    fn file(pragmas: &[(&str, &str)]) -> SourceFile {
        let name = |text: &str| Name { text: text.into(), span: Span::default() };
        let pragma = |(key, value): &(&str, &str)| Pragma { key: name(key), value: name(value), span: Span::default() };
        SourceFile { pragmas: pragmas.iter().map(pragma).collect(), ..SourceFile::default() }
    }

    #[test]
    fn last_legal_pragma_of_a_key_counts() {
        let file = file(&[("threads", "2"), ("threads", "3"), ("threads", "none"), ("initial", "false")]);
        let reading = Reading::new(&file, &ReadingOptions::default());
        assert_eq!(reading.threads, Threads::Exactly(3));
        assert!(reading.initial_false);
    }

    #[test]
    fn options_come_before_pragmas() {
        let file = file(&[("threads", "2"), ("error", "BAD, WORSE"), ("error", "BAD")]);
        let options = ReadingOptions {
            threads: Some(Threads::Any),
            initial_false: None,
            error_labels: vec!["EXTRA".into(), "BAD".into()],
            ..ReadingOptions::default()
        };
        let reading = Reading::new(&file, &options);
        assert_eq!(reading.threads, Threads::Any);
        assert_eq!(reading.error_labels(), ["ERROR", "SLIC_ERROR", "BAD", "EXTRA"]);
    }

    #[test]
    fn no_thread_and_too_many_threads_are_no_reading() {
        for count in ["0", "1001", "4294967295", "99999999999"] {
            let reading = Reading::new(&file(&[("threads", count)]), &ReadingOptions::default());
            assert_eq!(reading.threads, Threads::Any, "{count}");
        }
    }
}
