//! The state that is shown is the one that fails: the condition of an assertion is false on the values of the last state.
//!
//! The conditions are evaluated by a reader of its own, which knows integers, names, and operators without a side effect.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use boolprog_tests::root;
use boolprog_trace::document::{TraceDocument, Value};

/// The C programs of a folder.
fn programs(folder: &str) -> Vec<PathBuf> {
    let folder = root().join(folder);
    let entries = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let paths = entries.map(|entry| entry.expect("readable").path());
    let mut found: Vec<_> = paths.filter(|path| path.extension().is_some_and(|it| it == "c")).collect();
    found.sort();
    found
}

/// How a program is checked: what its first line says after the verdict, unless it is expected to be safe.
pub(crate) fn arguments(path: &Path) -> Option<Vec<String>> {
    let text = std::fs::read_to_string(path).expect("readable");
    let first = text.lines().next().unwrap_or_default();
    match first.strip_prefix("// expect: ").map(|line| line.split(' ').collect::<Vec<_>>()) {
        Some(words) if words[0] == "unsafe" => Some(words[1..].iter().map(|&word| word.to_owned()).collect()),
        Some(_) => None,
        None => first.contains("violated").then(|| vec!["--timeout".to_owned(), "30".to_owned()]),
    }
}

/// The counterexamples that a check of a C program finds.
pub(crate) fn counterexamples(path: &Path, arguments: &[String]) -> Vec<TraceDocument> {
    let mut boolprog = Command::new(env!("CARGO_BIN_EXE_boolprog-under-test"));
    let output = boolprog.args(["check", "--format", "json"]).args(arguments).arg(path).output();
    let report: serde_json::Value = serde_json::from_slice(&output.expect("the binary starts").stdout).expect("JSON");
    let properties = report["files"][0]["properties"].as_array().cloned().unwrap_or_default();
    let traces = properties.into_iter().filter(|property| property["verdict"] == "violated");
    traces.map(|property| TraceDocument::read_value(&property["trace"]).expect("a trace")).collect()
}

#[test]
fn the_condition_of_an_assertion_is_false_in_the_last_state() {
    let (mut evaluated, mut others, mut wrong) = (0, BTreeSet::new(), Vec::new());
    for path in [programs("tests/tests/c"), programs("examples")].concat() {
        let Some(arguments) = arguments(&path) else { continue };
        for trace in counterexamples(&path, &arguments) {
            let Some(condition) = condition(&trace.property.name) else { continue };
            let name = format!("{}: {condition}", path.file_name().expect("a name").to_string_lossy());
            match evaluate(condition, &shown(&trace)) {
                Some(0) => evaluated += 1,
                Some(_) => wrong.push(name),
                None => drop(others.insert(name)),
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(evaluated >= 60 && others.len() <= evaluated / 5, "{evaluated} evaluated, but not {others:#?}");
}

/// The condition of an assertion that fails, if that is what a property says.
fn condition(name: &str) -> Option<&str> {
    let call = name.strip_suffix(" fails")?;
    let (function, arguments) = call.split_once('(')?;
    let arguments = arguments.strip_suffix(')')?;
    match function.trim() {
        "assert" | "__VERIFIER_assert" => Some(arguments),
        "__CPROVER_assert" => arguments.rsplit_once(",").map(|(condition, _)| condition),
        _ => None,
    }
}

/// The variables that the thread of the violation sees at the end.
fn shown(trace: &TraceDocument) -> BTreeMap<String, Value> {
    let states = trace.states().expect("it is undamaged");
    let state = states.last().expect("a state");
    let mut seen: BTreeMap<String, Value> = trace.shared.iter().cloned().zip(state.shared.iter().cloned()).collect();
    if let Some(thread) = state.threads.iter().find(|thread| thread.number == trace.property.thread) {
        seen.extend(trace.thread_local.iter().cloned().zip(thread.thread_local.iter().cloned()));
        if let Some(frame) = thread.frames.last() {
            let names = trace.procedures[frame.procedure as usize].variables.iter().cloned();
            let values = names.zip(frame.values.iter().cloned());
            seen.extend(values.filter(|(_, value)| *value != Value::Nothing));
        }
    }
    seen
}

/// The value of an expression of C; none if it is of another form.
fn evaluate(text: &str, seen: &BTreeMap<String, Value>) -> Option<i128> {
    let mut reader = Reader { rest: text.trim_start(), seen };
    let value = reader.binary(0)?;
    reader.rest.is_empty().then_some(value)
}

/// Operators from weak to strong.
const OPERATORS: [&[&str]; 6] =
    [&["||"], &["&&"], &["==", "!="], &["<=", ">=", "<", ">"], &["+", "-"], &["*", "/", "%"]];

struct Reader<'t> {
    rest: &'t str,
    seen: &'t BTreeMap<String, Value>,
}

impl Reader<'_> {
    fn take(&mut self, token: &str) -> Option<()> {
        self.rest = self.rest.strip_prefix(token)?.trim_start();
        Some(())
    }

    fn binary(&mut self, level: usize) -> Option<i128> {
        let Some(operators) = OPERATORS.get(level) else { return self.unary() };
        let mut value = self.binary(level + 1)?;
        while let Some(operator) = operators.iter().find(|it| self.rest.starts_with(**it)) {
            self.take(operator)?;
            value = applied(operator, value, self.binary(level + 1)?)?;
        }
        Some(value)
    }

    fn unary(&mut self) -> Option<i128> {
        if self.take("!").is_some() {
            return Some(i128::from(self.unary()? == 0));
        }
        if self.take("-").is_some() {
            return Some(-self.unary()?);
        }
        if self.take("(").is_some() {
            let value = self.binary(0)?;
            return self.take(")").map(|()| value);
        }
        let is_part = |c: char| c.is_alphanumeric() || "_.[]".contains(c);
        let end = self.rest.find(|c| !is_part(c)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest.trim_start();
        if word.starts_with(|c: char| c.is_ascii_digit()) {
            return word.trim_end_matches(['u', 'U', 'l', 'L']).parse().ok();
        }
        match self.seen.get(word)? {
            Value::Number(number) => Some(i128::from(*number)),
            Value::Truth(truth) => Some(i128::from(*truth)),
            Value::Text(_) | Value::Nothing => None,
        }
    }
}

fn applied(operator: &str, a: i128, b: i128) -> Option<i128> {
    Some(match operator {
        "||" => i128::from(a != 0 || b != 0),
        "&&" => i128::from(a != 0 && b != 0),
        "==" => i128::from(a == b),
        "!=" => i128::from(a != b),
        "<=" => i128::from(a <= b),
        ">=" => i128::from(a >= b),
        "<" => i128::from(a < b),
        ">" => i128::from(a > b),
        "+" => a + b,
        "-" => a - b,
        "*" => a * b,
        "/" => a.checked_div(b)?,
        "%" => a.checked_rem(b)?,
        _ => return None,
    })
}

#[test]
fn expressions_are_evaluated_as_in_c() {
    let seen = BTreeMap::from([("x".to_owned(), Value::Number(3)), ("a[1].b".to_owned(), Value::Truth(true))]);
    for (text, value) in [
        ("x == 3 && !(a[1].b && x - 1 - 1 > 1)", Some(1)),
        ("1 + 2 * x % 4 - -1", Some(4)),
        ("x < 3 || x >= 4", Some(0)),
        ("x / 0", None),
        ("y", None),
        ("f(x)", None),
        ("x & 1", None),
    ] {
        assert_eq!(evaluate(text, &seen), value, "{text}");
    }
}
