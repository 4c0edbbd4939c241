//! The items that are valid at a cursor, from the words before it.

use crate::completion::scope::Scope;
use crate::typing::{Typing, is_name, open_call};

/// Expected words at a cursor, often of several kinds.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Expected<'a> {
    pub(super) words: Vec<&'static str>,
    /// Names of variables, in these forms.
    pub(super) variables: Forms,
    /// Kind of calls to named procedures.
    pub(super) calls: Calls,
    pub(super) labels: bool,
    /// Constants and `*`.
    pub(super) values: bool,
    /// Names that are there already and may not be repeated.
    pub(super) taken: Vec<&'a str>,
    /// Names after the cursor may not be repeated either, if they end with this.
    pub(super) list_ends: Option<&'static str>,
    /// `true` if the expectation is so specific that it can be offered before the first letter.
    pub(super) eager: bool,
}

/// The forms of a variable's name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each form may stand there or not")]
pub(super) struct Forms {
    /// `x`
    pub(super) plain: bool,
    /// `'x`
    pub(super) new: bool,
    /// `x$`
    pub(super) passive: bool,
    /// `'x$`
    pub(super) new_passive: bool,
    /// `true` if the `'` stands there already.
    pub(super) quoted: bool,
}

impl Forms {
    const PLAIN: Self = Self { plain: true, new: false, passive: false, new_passive: false, quoted: false };
    const PASSIVE: Self = Self { passive: true, ..Self::PLAIN };
    const ALL: Self = Self { new: true, new_passive: true, ..Self::PASSIVE };
    const QUOTED: Self = Self { new: true, new_passive: true, quoted: true, plain: false, passive: false };
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Calls {
    #[default]
    None,
    /// As a statement, or by a new thread: results are dropped.
    Any,
    /// With this number of results, and at least one.
    Results(usize),
}

const STATEMENTS: [&str; 19] = [
    "skip",
    "assume",
    "assert",
    "if",
    "while",
    "goto",
    "return",
    "start_thread",
    "end_thread",
    "atomic_begin",
    "atomic_end",
    "wait",
    "signal",
    "broadcast",
    "dead",
    "constrain",
    "print",
    "sync",
    "_",
];

pub(super) fn expected<'a>(typing: &Typing<'a>, scope: &Scope) -> Expected<'a> {
    match (typing.body(), typing.outside()) {
        (Some(body), _) => in_body(body, scope),
        (None, Some(outside)) => top_level(outside, scope),
        (None, None) => Expected::default(),
    }
}

fn words<'a>(words: &[&'static str]) -> Expected<'a> {
    Expected { words: words.to_vec(), ..Expected::default() }
}

fn top_level<'a>(outside: &[&'a str], scope: &Scope) -> Expected<'a> {
    let start = outside.iter().rposition(|word| *word == ";").map_or(0, |semicolon| semicolon + 1);
    match &outside[start..] {
        [] if scope.is_behind_a_procedure() => words(&["void", "bool", "dfs"]),
        [] => words(&["decl", "void", "bool", "dfs"]),
        ["dfs"] => words(&["void", "bool"]),
        ["decl"] => words(&["thread_local"]),
        ["decl", rest @ ..] => declaration(rest),
        [.., ")"] => words(&["begin"]),
        _ => Expected::default(),
    }
}

/// After `decl`.
fn declaration<'a>(rest: &[&'a str]) -> Expected<'a> {
    Expected { values: rest.last() == Some(&":="), ..Expected::default() }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Block {
    If,
    Else,
    While,
}

/// Possible declarations before the first statement of a body.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Prelude {
    Declarations,
    Abortif,
    Over,
}

/// The statement at the cursor, with the enclosing one.
struct Place<'w, 'a> {
    statement: &'w [&'a str],
    blocks: Vec<Block>,
    prelude: Prelude,
}

fn place<'w, 'a>(body: &'w [&'a str]) -> Place<'w, 'a> {
    let (mut blocks, mut prelude, mut start) = (Vec::new(), Prelude::Declarations, 0);
    for (index, word) in body.iter().enumerate() {
        if begins_statement(word) && body[..index].last() != Some(&"start_thread") {
            start = index;
        }
        let begins = index == start;
        match *word {
            "if" if begins => blocks.push(Block::If),
            "while" if begins => blocks.push(Block::While),
            "fi" | "od" => drop(blocks.pop()),
            "else" => {
                blocks.pop();
                blocks.push(Block::Else);
            }
            _ => {}
        }
        prelude = match *word {
            _ if !begins => prelude,
            "decl" | ";" => prelude,
            "enforce" => prelude.max(Prelude::Abortif),
            _ => Prelude::Over,
        };
        let is_label = *word == ":" && index == start + 1 && (is_name(body[start]) || is_number(body[start]));
        match *word {
            ";" | "then" | "else" | "do" | "fi" | "od" => start = index + 1,
            "elsif" | "elif" => start = index,
            ":" if is_label => start = index + 1,
            _ => {}
        }
    }
    Place { statement: &body[start..], blocks, prelude }
}

/// `true` if a word can only begin a statement or a declaration: a `;` may be missing before it.
fn begins_statement(word: &str) -> bool {
    let may_follow = |word: &str| matches!(word, "constrain" | "_");
    STATEMENTS.contains(&word) && !may_follow(word) || matches!(word, "decl" | "enforce" | "abortif")
}

impl Prelude {
    fn words(self) -> &'static [&'static str] {
        match self {
            Self::Declarations => &["decl", "enforce", "abortif"],
            Self::Abortif => &["abortif"],
            Self::Over => &[],
        }
    }
}

fn is_number(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit())
}

fn in_body<'a>(body: &[&'a str], scope: &Scope) -> Expected<'a> {
    let place = place(body);
    // A block, or the procedure, may end after a statement, with or without a `;`.
    let closing: &'static [&'static str] = match place.blocks.last() {
        Some(Block::If) => &["elsif", "else", "fi"],
        Some(Block::Else) => &["fi"],
        Some(Block::While) => &["od"],
        None => &["end"],
    };
    match place.statement {
        [] => {
            let mut all = STATEMENTS.to_vec();
            all.extend(place.prelude.words());
            all.extend(closing);
            let calls = Calls::Any;
            Expected { words: all, variables: Forms::PASSIVE, calls, list_ends: Some(":="), ..Expected::default() }
        }
        ["decl", rest @ ..] => declaration(rest),
        ["goto"] | ["goto", .., ","] => labels(&place.statement[1..]),
        ["start_thread", "goto"] => labels(&[]),
        ["start_thread"] => Expected { calls: Calls::Any, eager: true, ..words(&["goto"]) },
        ["start_thread", call @ ..] => expression(call, Forms::PLAIN, scope, closing),
        ["return", values @ ..] if Parsed::of(values).commas >= scope.results() => words(closing),
        ["if" | "elsif" | "elif", condition @ ..] => expression(condition, Forms::PLAIN, scope, &["then"]),
        ["while", condition @ ..] => expression(condition, Forms::PLAIN, scope, &["do"]),
        ["enforce" | "abortif", condition @ ..] => expression(condition, Forms::PLAIN, scope, &[]),
        ["print" | "constrain"] => Expected::default(),
        ["return" | "assume" | "assert" | "constrain" | "print", values @ ..] => {
            expression(values, Forms::PLAIN, scope, closing)
        }
        ["dead", names @ ..] if matches!(names, [] | [.., ","]) => variables(Forms::PLAIN, names),
        ["sync"] => variables(Forms::PLAIN, &[]),
        [first, ..] if is_name(first) => assignment(place.statement, scope, closing),
        _ => words(closing),
    }
}

fn labels<'a>(taken: &[&'a str]) -> Expected<'a> {
    let taken = taken.to_vec();
    Expected { labels: true, taken, list_ends: Some(";"), eager: true, ..Expected::default() }
}

fn variables<'a>(variables: Forms, taken: &[&'a str]) -> Expected<'a> {
    Expected { variables, taken: taken.to_vec(), list_ends: Some(";"), ..Expected::default() }
}

/// In a statement that begins with a name: an assignment or a call.
fn assignment<'a>(statement: &[&'a str], scope: &Scope, closing: &[&'static str]) -> Expected<'a> {
    let Some(becomes) = statement.iter().position(|word| *word == ":=") else {
        return match statement {
            [_, "(", ..] => expression(statement, Forms::PLAIN, scope, closing),
            [targets @ .., ","] => {
                Expected { words: vec!["_"], list_ends: Some(":="), ..variables(Forms::PASSIVE, targets) }
            }
            _ => Expected::default(),
        };
    };
    let (targets, values) = (&statement[..becomes], &statement[becomes + 1..]);
    if let Some(constrain) = values.iter().position(|word| *word == "constrain") {
        return expression(&values[constrain + 1..], Forms::ALL, scope, closing);
    }
    let targets: Vec<&str> = targets.iter().copied().filter(|word| *word != ",").collect();
    let Some(target) = targets.get(Parsed::of(values).commas) else { return Expected::default() };
    let forms = if scope.is_passive(target) { Forms::PASSIVE } else { Forms::PLAIN };
    let is_call = matches!(values, [name, "(", ..] if is_name(name));
    let behind: Vec<&'static str> =
        (!is_call).then_some("constrain").into_iter().chain(closing.iter().copied()).collect();
    let value = expression(values, forms, scope, &behind);
    let calls = if values.is_empty() { Calls::Results(targets.len()) } else { Calls::None };
    Expected { calls, ..value }
}

/// The expected words in a list of expressions in which variables have these forms; `behind` may follow a complete one.
fn expression<'a>(list: &[&'a str], forms: Forms, scope: &Scope, behind: &[&'static str]) -> Expected<'a> {
    let parsed = Parsed::of(list);
    let too_many = || {
        let call = open_call(list)?;
        scope.parameters(call.name).map(|parameters| call.argument >= parameters)
    };
    match parsed {
        Parsed { quoted: true, .. } if forms.new => {
            Expected { variables: Forms::QUOTED, eager: true, ..Expected::default() }
        }
        Parsed { quoted: true, .. } => Expected::default(),
        Parsed { wants_operand: true, .. } if too_many() == Some(true) => Expected::default(),
        Parsed { wants_operand: true, .. } => Expected { variables: forms, values: true, ..words(&["schoose"]) },
        Parsed { open: 0, .. } => words(behind),
        Parsed { .. } => Expected::default(),
    }
}

/// The unfinished parts of a list of expressions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Parsed {
    wants_operand: bool,
    /// `true` if the last word is `'`.
    quoted: bool,
    /// Parentheses and brackets that are open.
    open: usize,
    commas: usize,
}

impl Parsed {
    fn of(list: &[&str]) -> Self {
        let mut parsed = Self { wants_operand: true, quoted: false, open: 0, commas: 0 };
        for word in list {
            match *word {
                "(" | "[" => parsed.open += 1,
                ")" | "]" => parsed.open = parsed.open.saturating_sub(1),
                "," if parsed.open == 0 => parsed.commas += 1,
                _ => {}
            }
            // `?` is an operand where one is missing, an operator after one.
            let is_operand = match *word {
                "?" => parsed.wants_operand,
                ")" | "]" | "*" => true,
                "schoose" => false,
                other => other.starts_with(|c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '{')),
            };
            parsed.wants_operand = !is_operand;
            parsed.quoted = *word == "'";
        }
        parsed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_mark_is_an_operand_or_an_operator() {
        let wants = |list: &[&str]| Parsed::of(list).wants_operand;
        assert!(!wants(&["?"]));
        assert!(wants(&["x", "?"]));
        assert!(!wants(&["x", "?", "?"]));
        assert!(wants(&["x", "?", "?", ":"]));
    }
}
