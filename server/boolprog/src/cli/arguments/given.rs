//! The options of a check as they were given, and the command of the next one.

use std::path::Path;

use boolprog_check::next::{Change, Next};
use clap::{Arg, ArgAction, ArgMatches, Command};

/// Options that say how and where something is written, compare with an earlier check, or name files. The next command has none of
/// them.
const OF_OUTPUT: [&str; 6] = ["output", "format", "baseline", "certificate", "witness", "files-from"];

/// The options of a check, in the order of its help.
#[derive(Clone, Debug, Default)]
pub(in crate::cli) struct Given(Vec<Value>);

/// A value of an option, or an option without one.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Value {
    /// `timeout`, `D`
    option: String,
    text: Option<String>,
    /// `true` if it was typed: the others are defaults.
    typed: bool,
}

impl Given {
    /// The options of a subcommand.
    pub(in crate::cli) fn of(command: &Command, matches: &ArgMatches) -> Self {
        let is_option = |option: &&Arg| {
            !option.is_positional() && !matches!(option.get_action(), ArgAction::Help | ArgAction::Version)
        };
        let options = command.get_arguments().filter(is_option);
        Self(options.flat_map(|option| values(option, matches)).collect())
    }

    /// The command that checks a file with an option changed; `None` if nothing says to what.
    pub(in crate::cli) fn command(&self, path: &Path, next: &Next) -> Option<String> {
        let mut words = vec!["boolprog".to_owned(), "check".to_owned()];
        words.extend(self.kept(next.option));
        let dashed = || format!("--{}", next.option);
        match &next.change {
            Change::Given => words.push(dashed()),
            Change::To(value) => words.extend([dashed(), value.clone().into_owned()]),
            Change::Times(times) => words.extend([dashed(), self.times(next.option, *times)?]),
            // Without it there is the default.
            Change::Another if !self.has(next.option) => return None,
            Change::LeftOut | Change::Another => {}
        }
        let path = path.to_str()?;
        words.extend(path.starts_with('-').then(|| "--".to_owned()));
        words.push(path.to_owned());
        shlex::try_join(words.iter().map(String::as_str)).ok()
    }

    /// Returns `true` if an option was given.
    pub(in crate::cli) fn has(&self, option: &str) -> bool {
        self.typed(option).is_some()
    }

    /// The options that were given, as words, without those of the output.
    pub(in crate::cli) fn words(&self) -> Vec<String> {
        self.kept("")
    }

    /// The same without another option.
    fn kept(&self, other: &str) -> Vec<String> {
        let is_kept = |value: &&Value| value.typed && value.option != other && !OF_OUTPUT.contains(&&*value.option);
        let words = |Value { option, text, .. }: &Value| {
            let dashes = if option.len() == 1 { "-" } else { "--" };
            [Some(format!("{dashes}{option}")), text.clone()]
        };
        self.0.iter().filter(is_kept).flat_map(words).flatten().collect()
    }

    fn typed(&self, option: &str) -> Option<&Value> {
        self.0.iter().find(|value| value.option == option && value.typed)
    }

    /// The number that an option has, or 1 in place of 0, times another one.
    fn times(&self, option: &str, times: u32) -> Option<String> {
        let value = self.0.iter().find(|value| value.option == option)?;
        let number: f64 = value.text.as_deref()?.parse().ok()?;
        let number = if number == 0.0 { 1.0 } else { number };
        Some((number * f64::from(times)).to_string())
    }
}

/// The values of an option.
fn values(option: &Arg, matches: &ArgMatches) -> Vec<Value> {
    let id = option.get_id().as_str();
    let name = option.get_long().map(str::to_owned).or_else(|| option.get_short().map(String::from));
    let (Some(name), Some(source)) = (name, matches.value_source(id)) else { return Vec::new() };
    let typed = source == clap::parser::ValueSource::CommandLine;
    let value = |text| Value { option: name.clone(), text, typed };
    if matches!(option.get_action(), ArgAction::SetTrue) {
        return if typed { vec![value(None)] } else { Vec::new() };
    }
    let raw = matches.get_raw(id).into_iter().flatten();
    raw.map(|text| value(Some(text.to_string_lossy().into_owned()))).collect()
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::cli::arguments::Arguments;

    fn next(line: &str, next: &Next) -> Option<String> {
        let command = Arguments::command();
        let matches = command.clone().try_get_matches_from(line.split(' ')).expect("a command");
        let (name, matches) = matches.subcommand().expect("a subcommand");
        let command = command.find_subcommand(name).expect("this one");
        Given::of(command, matches).command(Path::new("a b.c"), next)
    }

    #[test]
    fn the_next_command_has_the_options_of_the_last_one() {
        let longer = Next { option: "timeout", change: Change::Times(10) };
        let said = |line| next(line, &longer).expect("a command");
        assert_eq!(said("boolprog check x.c"), "boolprog check --timeout 600 'a b.c'");
        assert_eq!(said("boolprog check --timeout 0 x.c"), "boolprog check --timeout 10 'a b.c'");
        assert_eq!(said("boolprog check --timeout 0.5 x.c"), "boolprog check --timeout 5 'a b.c'");
        assert_eq!(
            said("boolprog check x.c --output r --format json -D A=1 -D B --int math --lazy"),
            "boolprog check -D 'A=1' -D B --int math --lazy --timeout 600 'a b.c'"
        );
    }

    #[test]
    fn an_option_is_changed_in_each_way() {
        assert_eq!(next("boolprog check x.c", &Next::given("lazy")).as_deref(), Some("boolprog check --lazy 'a b.c'"));
        let wakeups = Next::left_out("spurious-wakeups");
        assert_eq!(next("boolprog check --spurious-wakeups x.c", &wakeups).as_deref(), Some("boolprog check 'a b.c'"));
        let race = Next::to("property", "race");
        let line = "boolprog check --property assert x.c";
        assert_eq!(next(line, &race).as_deref(), Some("boolprog check --property race 'a b.c'"));
        let prover = Next { option: "prover", change: Change::Another };
        assert_eq!(next("boolprog check x.c", &prover), None);
        let line = "boolprog check --prover cvc5 x.c";
        assert_eq!(next(line, &prover).as_deref(), Some("boolprog check 'a b.c'"));
    }
}
