//! Boolean expressions over the state shown: for hovers, the watch list and the console.
//!
//! The operators and their precedence are those of the language. `x@T2` is `x` as thread 2 sees it. A choice (`*`)
//! has no one value and is refused, as are new and passive values, which belong to a step and not to a state.

use boolprog_syntax::ast::BinaryOp;
use boolprog_trace::document::{FrameDocument, ThreadDocument};

use super::recording::Recording;

/// Parentheses and operators that may be open at once: bounds the depth of the recursion.
const DEEPEST: u32 = 200;

/// Where names are looked up.
#[derive(Clone, Copy)]
pub(super) struct Viewpoint<'a> {
    pub(super) recording: &'a Recording,
    pub(super) cursor: usize,
    /// A thread and one of its activations; without, only shared variables are visible.
    pub(super) frame: Option<(&'a ThreadDocument, &'a FrameDocument)>,
}

impl Viewpoint<'_> {
    /// The value of a variable as the language resolves the name: local, else global.
    fn variable(self, name: &str) -> Option<bool> {
        let find = |names: &[String], values: &[bool]| {
            let index = names.iter().position(|candidate| candidate == name)?;
            values.get(index).copied()
        };
        let document = self.recording.document();
        let of_thread = self.frame.and_then(|(thread, frame)| {
            let local = find(self.recording.variable_names(frame), &frame.values);
            local.or_else(|| find(&document.thread_local, &thread.thread_local))
        });
        of_thread.or_else(|| find(&document.shared, &self.recording.state(self.cursor).shared))
    }

    /// The innermost activation of another thread.
    fn of_thread(self, number: u32) -> Option<Self> {
        let thread = self.recording.thread(self.cursor, number)?;
        Some(Self { frame: thread.frames.last().map(|frame| (thread, frame)), ..self })
    }
}

/// The value of an expression. Fails with a message for people.
pub(super) fn evaluate(text: &str, viewpoint: Viewpoint<'_>) -> Result<bool, String> {
    let mut reader = Reader { rest: text, viewpoint, depth: 0 };
    let value = reader.expression()?;
    match reader.rest.trim_start() {
        "" => Ok(value),
        rest => Err(format!("an operator was expected {}", place(rest))),
    }
}

/// Reads and evaluates at once: nothing is evaluated twice, and no operator has an effect.
struct Reader<'a> {
    rest: &'a str,
    viewpoint: Viewpoint<'a>,
    depth: u32,
}

/// The infix operators from the loosest to the tightest, with their spellings; no spelling is a prefix of a later
/// one of its level. Implication groups to the right.
const LEVELS: [&[(&str, BinaryOp)]; 6] = [
    &[("<->", BinaryOp::Iff)],
    &[("=>", BinaryOp::Implies), ("->", BinaryOp::Implies)],
    &[("||", BinaryOp::Or), ("|", BinaryOp::Or)],
    &[("^", BinaryOp::Xor)],
    &[("&&", BinaryOp::And), ("&", BinaryOp::And)],
    &[("!=", BinaryOp::NotEqual), ("=", BinaryOp::Equal)],
];

impl<'a> Reader<'a> {
    fn expression(&mut self) -> Result<bool, String> {
        self.nested(|reader| {
            let condition = reader.infix(0)?;
            if !reader.take("?") {
                return Ok(condition);
            }
            let then = reader.expression()?;
            if !reader.take(":") {
                return Err(format!("`:` was expected {}", place(reader.rest)));
            }
            let otherwise = reader.expression()?;
            Ok(if condition { then } else { otherwise })
        })
    }

    fn infix(&mut self, level: usize) -> Result<bool, String> {
        let Some(operators) = LEVELS.get(level) else { return self.prefix() };
        let mut left = self.infix(level + 1)?;
        while let Some(operator) = self.operator(operators) {
            if operator == BinaryOp::Implies {
                let right = self.nested(|reader| reader.infix(level))?;
                return Ok(operator.apply(left, right));
            }
            left = operator.apply(left, self.infix(level + 1)?);
        }
        Ok(left)
    }

    fn prefix(&mut self) -> Result<bool, String> {
        if self.take("!") || self.take("~") {
            return self.nested(Self::prefix).map(|value| !value);
        }
        if self.take("(") {
            let value = self.expression()?;
            return if self.take(")") { Ok(value) } else { Err("a `)` is missing".to_owned()) };
        }
        self.operand()
    }

    fn operand(&mut self) -> Result<bool, String> {
        let rest = self.rest.trim_start();
        let name = &rest[..name_length(rest)];
        self.rest = &rest[name.len()..];
        match name {
            "" if rest.starts_with(['*', '?']) => Err("a choice has no one value".to_owned()),
            "" if rest.starts_with('\'') => Err("a new value belongs to a step, not to a state".to_owned()),
            "" => Err(format!("an operand was expected {}", place(rest))),
            "T" | "1" | "true" => Ok(true),
            "F" | "0" | "false" => Ok(false),
            name => {
                let viewpoint = self.viewpoint()?;
                viewpoint.variable(name).ok_or_else(|| format!("no variable `{name}` is visible here"))
            }
        }
    }

    /// Where the name just read is looked up: behind it may stand `@T2`.
    fn viewpoint(&mut self) -> Result<Viewpoint<'a>, String> {
        if !self.take("@") {
            return Ok(self.viewpoint);
        }
        let rest = self.rest.trim_start();
        let thread = &rest[..name_length(rest)];
        self.rest = &rest[thread.len()..];
        let number = thread.strip_prefix('T').and_then(|number| number.parse().ok());
        let number = number.ok_or_else(|| "`@` must be followed by a thread such as `T2`".to_owned())?;
        self.viewpoint.of_thread(number).ok_or_else(|| format!("there is no thread T{number} at this step"))
    }

    fn operator(&mut self, operators: &[(&str, BinaryOp)]) -> Option<BinaryOp> {
        // `=` and `=>` begin alike.
        let equality_is_arrow = self.rest.trim_start().starts_with("=>");
        let possible = operators.iter().filter(|(_, op)| !(equality_is_arrow && *op == BinaryOp::Equal));
        possible.copied().find(|(spelling, _)| self.take(spelling)).map(|(_, operator)| operator)
    }

    /// Steps over a piece of text and the blanks in front of it, if it stands here.
    fn take(&mut self, text: &str) -> bool {
        let found = self.rest.trim_start().strip_prefix(text);
        self.rest = found.unwrap_or(self.rest);
        found.is_some()
    }

    fn nested(&mut self, read: impl FnOnce(&mut Self) -> Result<bool, String>) -> Result<bool, String> {
        if self.depth == DEEPEST {
            return Err(format!("the expression is nested more than {DEEPEST} levels deep"));
        }
        self.depth += 1;
        let value = read(self)?;
        self.depth -= 1;
        Ok(value)
    }
}

/// How many bytes a name, or a constant, at the beginning of the text has.
fn name_length(text: &str) -> usize {
    if text.starts_with('{') {
        return text.find(['}', '\n']).filter(|end| text[*end..].starts_with('}')).map_or(0, |end| end + 1);
    }
    text.find(|c: char| !(c.is_ascii_alphanumeric() || "_$#".contains(c))).unwrap_or(text.len())
}

/// Where reading stopped, in words.
fn place(rest: &str) -> String {
    match rest.trim_start() {
        "" => "at the end".to_owned(),
        rest => format!("at `{}`", rest.chars().take(20).collect::<String>()),
    }
}
