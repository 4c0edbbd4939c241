//! The settings of the section `boolprog`.

use std::time::Duration;

use boolprog_frontend::c::Asked;
use boolprog_host::provers;
use boolprog_ide::inlay_hints::Wanted;
use boolprog_ide::{DeadCode, Lenses, Limits, Preferences};
use boolprog_integer::OnRange;
use boolprog_program::program::Threads;
use boolprog_program::reading::ReadingOptions;
use serde::de::DeserializeOwned;
use serde_json::Value;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Run {
    OnType,
    /// When a file is opened and saved.
    OnSave,
    Manual,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Settings {
    /// `check.run`
    pub(crate) run: Run,
    /// `check.debounce`: how long typing must pause.
    pub(crate) debounce: Duration,
    /// `limits.time.onType`
    pub(crate) time_on_type: Duration,
    /// `limits.time.manual`
    pub(crate) time_manual: Duration,
    /// `limits.memory`, in bytes.
    pub(crate) memory: usize,
    /// `limits.largeFile`, `deadCode`, `vacuity` and `lens`.
    pub(crate) preferences: Preferences,
    /// `threads`, `errorLabels`, `initialFalse` and `portability`.
    pub(crate) reading: ReadingOptions,
    /// `inlayHints`
    pub(crate) hints: Wanted,
    /// `diagnostics.workspace`: whether there are diagnostics of programs that are not open.
    pub(crate) diagnoses_workspace: bool,
    /// `cache`: how many bytes of evidence are kept, if any.
    pub(crate) cache: Option<u64>,
    /// `integer`
    pub(crate) integer: Integer,
    /// `c`
    pub(crate) c: C,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Integer {
    /// `integer.range`: semantics of values outside a range.
    pub(crate) range: OnRange,
    /// `integer.inputBound`: bound on the values of inputs without a range.
    pub(crate) inputs: u32,
    /// `integer.prover`: the command that starts a prover.
    pub(crate) prover: String,
}

/// Options for the reading of C programs, and the ones that are checked without being asked for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct C {
    /// `c.check`: patterns of the paths of the files.
    pub(crate) check: Vec<String>,
    /// `c.link`: the other files of a program.
    pub(crate) links: Vec<String>,
    /// `c.compileCommands`: the compilation database; if empty, the nearest one.
    pub(crate) commands: String,
    /// `c.properties`, `c.defines`, `c.includePath`, `c.integers`, `c.atomic` and `c.function`.
    pub(crate) reading: boolprog_frontend::c::Options,
}

impl Default for Integer {
    fn default() -> Self {
        Self { range: OnRange::Error, inputs: 8, prover: provers::DEFAULT.to_owned() }
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            run: Run::OnType,
            debounce: Duration::from_millis(300),
            time_on_type: Duration::from_secs(10),
            time_manual: Duration::from_mins(1),
            memory: 1024 << 20,
            preferences: Preferences::default(),
            reading: ReadingOptions::default(),
            hints: Wanted::default(),
            diagnoses_workspace: true,
            cache: Some(64 << 20),
            integer: Integer::default(),
            c: C::default(),
        }
    }
}

impl Settings {
    /// Reads a section, which may be wrapped in an object with the key `boolprog`. Missing and invalid values get their
    /// defaults; the invalid ones are named in the second result.
    pub(crate) fn read(value: &Value) -> (Self, Vec<String>) {
        let section = value.get("boolprog").unwrap_or(value);
        let mut reader = Reader { section, problems: Vec::new() };
        let default = Self::default();
        let settings = Self {
            run: reader.read("check.run", run).unwrap_or(default.run),
            debounce: reader.read("check.debounce", Value::as_u64).map_or(default.debounce, Duration::from_millis),
            time_on_type: reader.read("limits.time.onType", seconds).unwrap_or(default.time_on_type),
            time_manual: reader.read("limits.time.manual", seconds).unwrap_or(default.time_manual),
            memory: reader.read("limits.memory", bytes).unwrap_or(default.memory),
            preferences: preferences(&mut reader),
            reading: ReadingOptions {
                threads: reader.read("threads", threads).flatten(),
                // False is the default of a file, so it must not hide the pragma of a file.
                initial_false: reader.read("initialFalse", Value::as_bool).filter(|initial_false| *initial_false),
                error_labels: reader.read("errorLabels", labels).unwrap_or_default(),
                portability: reader.value("portability", false),
            },
            hints: hints(&mut reader),
            diagnoses_workspace: reader.value("diagnostics.workspace", default.diagnoses_workspace),
            cache: cache(&mut reader),
            integer: integer(&mut reader),
            c: c(&mut reader),
        };
        (settings, reader.problems)
    }
}

fn preferences(reader: &mut Reader) -> Preferences {
    let default = Preferences::default();
    Preferences {
        large: Limits {
            lines: reader.value("limits.largeFile.lines", default.large.lines),
            bytes: reader.value("limits.largeFile.bytes", default.large.bytes),
            variables: reader.value("limits.largeFile.variables", default.large.variables),
        },
        dead_code: reader.read("deadCode", dead_code).unwrap_or(default.dead_code),
        vacuity: reader.value("vacuity", default.vacuity),
        lenses: Lenses {
            verdicts: reader.value("lens.verdicts", default.lenses.verdicts),
            replay: reader.value("lens.replay", default.lenses.replay),
            retry: reader.value("lens.retry", default.lenses.retry),
            abstraction: reader.value("lens.abstraction", default.lenses.abstraction),
        },
    }
}

struct Reader<'a> {
    section: &'a Value,
    problems: Vec<String>,
}

impl Reader<'_> {
    fn read<T>(&mut self, key: &str, read: fn(&Value) -> Option<T>) -> Option<T> {
        let nested = || key.split('.').try_fold(self.section, |value, part| value.get(part));
        let value = self.section.get(key).or_else(nested).filter(|value| !value.is_null())?;
        let result = read(value);
        if result.is_none() {
            self.problems.push(format!("the setting `boolprog.{key}` cannot be {value}"));
        }
        result
    }

    fn value<T: DeserializeOwned>(&mut self, key: &str, default: T) -> T {
        self.read(key, |value| T::deserialize(value).ok()).unwrap_or(default)
    }
}

/// The value that a word stands for.
fn one_of<T: Copy>(value: &Value, words: [(&str, T); 3]) -> Option<T> {
    let word = value.as_str()?;
    words.into_iter().find(|(known, _)| *known == word).map(|(_, meaning)| meaning)
}

fn hints(reader: &mut Reader) -> Wanted {
    let default = Wanted::default();
    Wanted {
        constants: reader.value("inlayHints.constants", default.constants),
        equivalences: reader.value("inlayHints.equivalences", default.equivalences),
        states: reader.value("inlayHints.states", default.states),
        unreachable: reader.value("inlayHints.unreachable", default.unreachable),
        alone: reader.value("inlayHints.alone", default.alone),
        max_lines: reader.value("inlayHints.maxLines", default.max_lines),
    }
}

fn cache(reader: &mut Reader) -> Option<u64> {
    let enabled = reader.value("cache.enabled", true);
    let size = reader.read("cache.size", bytes).map(|size| size as u64);
    size.or(Settings::default().cache).filter(|_| enabled)
}

fn integer(reader: &mut Reader) -> Integer {
    let default = Integer::default();
    Integer {
        range: reader.read("integer.range", range).unwrap_or(default.range),
        inputs: reader.value("integer.inputBound", default.inputs),
        prover: reader.value("integer.prover", default.prover),
    }
}

fn c(reader: &mut Reader) -> C {
    let default = boolprog_frontend::c::Options::default();
    let reading = boolprog_frontend::c::Options {
        flags: boolprog_frontend::c::Flags {
            defines: reader.read("c.defines", labels).unwrap_or_default(),
            folders: reader.read("c.includePath", labels).unwrap_or_default(),
            ..default.flags
        },
        unbounded: reader.read("c.integers", |it| choice(it, ["wrap", "math"])).unwrap_or(default.unbounded),
        statements: reader.read("c.atomic", |it| choice(it, ["access", "statement"])).unwrap_or(default.statements),
        spurious_wakeups: reader.value("c.spuriousWakeups", default.spurious_wakeups),
        entry: reader.value("c.function", default.entry.clone()),
        asked: reader.read("c.properties", asked).unwrap_or_else(|| default.asked.clone()),
        ..default
    };
    C {
        check: reader.read("c.check", labels).unwrap_or_default(),
        links: reader.read("c.link", labels).unwrap_or_default(),
        commands: reader.value("c.compileCommands", String::new()),
        reading,
    }
}

/// The properties of C programs that are checked, by name; at least one.
fn asked(value: &Value) -> Option<Vec<Asked>> {
    let names: Vec<String> = labels(value)?;
    let asked: Vec<Asked> = names.iter().map(|name| Asked::of_name(name)).collect::<Option<_>>()?;
    (!asked.is_empty()).then_some(asked)
}

/// `true` for the second of two words.
fn choice(value: &Value, words: [&str; 2]) -> Option<bool> {
    words.iter().position(|word| value.as_str() == Some(word)).map(|index| index == 1)
}

fn range(value: &Value) -> Option<OnRange> {
    one_of(value, [("error", OnRange::Error), ("block", OnRange::Block), ("wrap", OnRange::Wrap)])
}

fn run(value: &Value) -> Option<Run> {
    one_of(value, [("onType", Run::OnType), ("onSave", Run::OnSave), ("manual", Run::Manual)])
}

fn dead_code(value: &Value) -> Option<DeadCode> {
    one_of(value, [("fade", DeadCode::Fade), ("hint", DeadCode::Hint), ("off", DeadCode::Off)])
}

pub(crate) fn seconds(value: &Value) -> Option<Duration> {
    value.as_f64().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
}

fn bytes(value: &Value) -> Option<usize> {
    usize::try_from(value.as_u64()?).ok()?.checked_mul(1 << 20)
}

/// The empty text leaves the choice to the file.
#[expect(clippy::option_option, reason = "`None` is no setting, `Some(None)` the setting that leaves it open")]
fn threads(value: &Value) -> Option<Option<Threads>> {
    let text = value.as_str().map_or_else(|| value.to_string(), |text| text.trim().to_owned());
    match text.as_str() {
        "" => Some(None),
        count => count.parse().ok().map(Some),
    }
}

fn labels<T: for<'a> From<&'a str>>(value: &Value) -> Option<Vec<T>> {
    value.as_array()?.iter().map(|label| label.as_str().map(T::from)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn nothing_means_the_defaults() {
        assert_eq!(Settings::read(&json!(null)), (Settings::default(), vec![]));
        assert_eq!(Settings::read(&json!({"threads": "", "errorLabels": []})), (Settings::default(), vec![]));
    }

    #[test]
    fn nested_flat_and_wrapped_sections_are_read() {
        let expected = Settings { run: Run::Manual, memory: 2 << 20, ..Settings::default() };
        for section in [
            json!({"check": {"run": "manual"}, "limits": {"memory": 2}}),
            json!({"check.run": "manual", "limits.memory": 2}),
            json!({"boolprog": {"check": {"run": "manual"}, "limits": {"memory": 2}}}),
        ] {
            assert_eq!(Settings::read(&section), (expected.clone(), vec![]), "{section}");
        }
    }

    #[test]
    fn nonsense_is_named_and_replaced_by_the_default() {
        let section =
            json!({"check": {"run": 7, "debounce": -1}, "threads": "many", "limits": {"time": {"onType": -5}}});
        let (settings, problems) = Settings::read(&section);
        assert_eq!(settings, Settings::default());
        assert_eq!(problems.len(), 4, "{problems:?}");
        assert_eq!(problems[0], "the setting `boolprog.check.run` cannot be 7");
    }

    #[test]
    fn threads_are_a_number_or_a_star() {
        for (text, expected) in [("*", Some(Threads::Any)), ("3", Some(Threads::Exactly(3))), ("", None)] {
            assert_eq!(Settings::read(&json!({"threads": text})).0.reading.threads, expected);
        }
    }
}
