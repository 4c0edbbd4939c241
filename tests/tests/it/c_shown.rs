//! The state that is shown is the one that fails: the condition of an assertion is false on the values of the last state.
//!
//! The tests of [C programs](crate::c_programs) ask it of each trace. The conditions are evaluated by a reader of its own, which knows integers, names, and operators without a side effect.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::Path;

use boolprog_trace::document::{TraceDocument, Value};

/// Verdicts on the assertions of several programs.
#[derive(Default)]
pub(crate) struct Shown {
    /// Number of conditions that are false on the last state.
    fails: usize,
    /// Number of those that are false on what was read, while another thread wrote.
    is_interrupted: usize,
    /// Those of another form.
    others: BTreeSet<String>,
    wrong: Vec<String>,
}

impl Shown {
    /// Evaluates the condition of the assertion that fails at the end of a trace.
    pub(crate) fn judge(&mut self, path: &Path, trace: &TraceDocument) {
        let Some(condition) = condition(&trace.property.name) else { return };
        let name = format!("{}: {condition}", path.file_name().expect("a name").to_string_lossy());
        let seen = constants(path).chain(shown(trace)).collect();
        match evaluate(condition, &seen, BTreeMap::new()) {
            Some(0) => self.fails += 1,
            Some(_) if evaluate(condition, &seen, interrupted_reads(trace)) == Some(0) => self.is_interrupted += 1,
            Some(_) => self.wrong.push(name),
            None => drop(self.others.insert(name)),
        }
    }

    /// None is true, and few have another form.
    pub(crate) fn assert(&self, least: usize) {
        let Self { fails, is_interrupted, others, wrong } = self;
        assert!(wrong.is_empty(), "true in the last state: {wrong:#?}");
        let are_enough = *fails >= least && *is_interrupted <= 4 && others.len() <= fails / 3;
        assert!(are_enough, "{fails} fail, {is_interrupted} while others wrote, but not {others:#?}");
    }
}

/// The values that the assertion has read, if another thread has written in between: a condition of several reads is evaluated over
/// several states, of which the last one need not violate it.
fn interrupted_reads(trace: &TraceDocument) -> BTreeMap<&str, VecDeque<&Value>> {
    let thread = trace.property.thread;
    let begin = trace.steps.iter().rposition(|step| step.thread == thread && step.begins).unwrap_or_default();
    let steps = &trace.steps[begin..];
    let mut reads: BTreeMap<&str, VecDeque<&Value>> = BTreeMap::new();
    if steps.iter().any(|step| step.thread != thread) {
        for access in steps.iter().filter(|step| step.thread == thread).flat_map(|step| &step.accesses) {
            reads.entry(&access.variable).or_default().push_back(&access.after);
        }
    }
    reads
}

/// The condition of an assertion that fails, if that is what a property says.
fn condition(name: &str) -> Option<&str> {
    let call = name.strip_suffix(" fails")?;
    let (function, arguments) = call.split_once('(')?;
    let arguments = arguments.strip_suffix(')')?;
    match function.trim() {
        "assert" | "__VERIFIER_assert" => Some(arguments),
        "__CPROVER_assert" => arguments.rsplit_once(',').map(|(condition, _)| condition),
        _ => None,
    }
}

/// The macros of a program that are numbers.
fn constants(path: &Path) -> impl Iterator<Item = (String, Value)> {
    let text = std::fs::read_to_string(path).expect("readable");
    let defined = |line: &str| {
        let (name, value) = line.strip_prefix("#define ")?.split_once(' ')?;
        Some((name.to_owned(), Value::Number(value.trim().parse().ok()?)))
    };
    text.lines().filter_map(defined).collect::<Vec<_>>().into_iter()
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
///
/// Names have the values that were read, in order, else those that are seen.
fn evaluate(text: &str, seen: &BTreeMap<String, Value>, read: BTreeMap<&str, VecDeque<&Value>>) -> Option<i128> {
    let mut reader = Reader { rest: text.trim_start(), seen, read };
    let value = reader.binary(0)?;
    reader.rest.is_empty().then_some(value)
}

/// Operators from weak to strong.
const OPERATORS: [&[&str]; 6] =
    [&["||"], &["&&"], &["==", "!="], &["<=", ">=", "<", ">"], &["+", "-"], &["*", "/", "%"]];

struct Reader<'t> {
    rest: &'t str,
    seen: &'t BTreeMap<String, Value>,
    read: BTreeMap<&'t str, VecDeque<&'t Value>>,
}

impl<'t> Reader<'t> {
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
        if self.take("*").is_some() {
            let target = self.word();
            let pointer = self.seen.get(target)?.to_string();
            return number(self.seen.get(pointer.strip_prefix('&')?)?);
        }
        let word = self.word();
        if word.starts_with(|c: char| c.is_ascii_digit()) {
            return word.trim_end_matches(['u', 'U', 'l', 'L']).parse().ok();
        }
        let read = self.read.get_mut(word).and_then(VecDeque::pop_front);
        if let Some(value) = read.or_else(|| self.seen.get(word)) {
            return number(value);
        }
        let (array, index) = word.strip_suffix(']')?.split_once('[')?;
        let index = number(self.seen.get(index)?)?;
        number(self.seen.get(&format!("{array}[{index}]"))?)
    }

    /// A name with its parts, or a number.
    fn word(&mut self) -> &'t str {
        let is_part = |c: char| c.is_alphanumeric() || "_.[]".contains(c);
        let end = self.rest.find(|c| !is_part(c)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest.trim_start();
        word
    }
}

/// A value as a number, of which pointers to different objects have different ones.
fn number(value: &Value) -> Option<i128> {
    match value {
        Value::Number(number) => Some(i128::from(*number)),
        Value::Truth(truth) => Some(i128::from(*truth)),
        Value::Text(_) => match value.to_string().as_str() {
            "NULL" => Some(0),
            text if text.starts_with('&') => {
                Some(text.bytes().take(14).fold(1, |all, byte| all << 8 | i128::from(byte)))
            }
            _ => None,
        },
        Value::Nothing => None,
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
        assert_eq!(evaluate(text, &seen, BTreeMap::new()), value, "{text}");
    }
}
