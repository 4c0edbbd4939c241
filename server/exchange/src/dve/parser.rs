//! Text to tree.

use super::tree::{Channel, File, Kind, Process, Sync, Transition, Variable};
use crate::Refusal;
use crate::cursor::{Cursor, Name};
use crate::source::{Grammar, Grouping, Operator, PrefixOperator};

const KEYWORDS: &[&str] = &[
    "const", "byte", "int", "channel", "process", "state", "init", "accept", "commit", "assert", "trans", "guard",
    "sync", "effect", "system", "async", "property", "true", "false", "and", "or", "not", "imply",
];

const BITS: &str = "Operations on bits cannot be said in an integer program.";

/// Expressions.
pub(super) static EXPRESSIONS: Grammar = Grammar {
    binary: &[
        ("imply", 1, Grouping::Left, Operator::Implies),
        ("||", 2, Grouping::Left, Operator::Or),
        ("or", 2, Grouping::Left, Operator::Or),
        ("&&", 2, Grouping::Left, Operator::And),
        ("and", 2, Grouping::Left, Operator::And),
        ("==", 3, Grouping::Left, Operator::Equal),
        ("!=", 3, Grouping::Left, Operator::NotEqual),
        ("<", 4, Grouping::Left, Operator::Less),
        ("<=", 4, Grouping::Left, Operator::LessOrEqual),
        (">", 4, Grouping::Left, Operator::Greater),
        (">=", 4, Grouping::Left, Operator::GreaterOrEqual),
        ("+", 5, Grouping::Left, Operator::Add),
        ("-", 5, Grouping::Left, Operator::Subtract),
        ("*", 6, Grouping::Left, Operator::Multiply),
        ("/", 6, Grouping::Left, Operator::Divide),
        ("%", 6, Grouping::Left, Operator::Modulo),
    ],
    prefix: &[("not", 7, PrefixOperator::Not), ("!", 7, PrefixOperator::Not), ("-", 7, PrefixOperator::Minus)],
    keywords: KEYWORDS,
    refused: &[("~", BITS)],
    refused_behind: &[
        ("|", BITS),
        ("&", BITS),
        ("^", BITS),
        ("<<", BITS),
        (">>", BITS),
        ("->", "Variables of other processes can be read by a property process only."),
    ],
    primes: false,
    elements: true,
};

/// The file that the text is.
pub(super) fn parse(text: &str) -> Result<File, Refusal> {
    let mut cursor = Cursor::new(text)?;
    let mut file = File::default();
    // A property process can say more than others, and which one it is stands at the end.
    let mut wrong: Vec<(Name, Refusal)> = Vec::new();
    while !cursor.is_at("system") {
        match cursor.peek().text {
            "channel" => channels(&mut cursor, &mut file.channels)?,
            "process" => {
                cursor.advance();
                let name = cursor.name(KEYWORDS)?;
                let body = cursor.place();
                match process(&mut cursor, name.clone()) {
                    Ok(process) => file.processes.push(process),
                    Err(refusal) => {
                        wrong.push((name, refusal));
                        cursor.go_back(body);
                        cursor.skip_braces();
                    }
                }
            }
            "const" | "byte" | "int" => variables(&mut cursor, &mut file.variables)?,
            _ => {
                let first = wrong.into_iter().next().map(|(_, refusal)| refusal);
                return Err(first.unwrap_or_else(|| cursor.expected("a declaration, a process or `system`")));
            }
        }
    }
    file.property = system(&mut cursor)?;
    let is_property = |name: &Name| file.property.as_ref().is_some_and(|property| property.text == name.text);
    match wrong.into_iter().find(|(name, _)| !is_property(name)) {
        Some((_, refusal)) => Err(refusal),
        None => Ok(file),
    }
}

/// `system async property P;`
fn system(cursor: &mut Cursor<'_>) -> Result<Option<Name>, Refusal> {
    cursor.expect("system")?;
    if cursor.is_at("sync") {
        return Err(cursor.refuse("Processes that all move at the same time cannot be said in an integer program."));
    }
    cursor.expect("async")?;
    let property = if cursor.eat("property") { Some(cursor.name(KEYWORDS)?) } else { None };
    cursor.expect(";")?;
    if cursor.is_at_end() { Ok(property) } else { Err(cursor.expected("the end of the file")) }
}

fn kind(cursor: &mut Cursor<'_>) -> Result<Kind, Refusal> {
    if cursor.eat("byte") {
        return Ok(Kind::Byte);
    }
    cursor.expect("int").map(|_| Kind::Int).map_err(|_| cursor.expected("`byte` or `int`"))
}

/// `byte x = 1, a[3];`
fn variables(cursor: &mut Cursor<'_>, found: &mut Vec<Variable>) -> Result<(), Refusal> {
    let is_constant = cursor.eat("const");
    let kind = kind(cursor)?;
    let all = cursor.list(",", |cursor| {
        let name = cursor.name(KEYWORDS)?;
        let mut size = None;
        if cursor.eat("[") {
            size = Some(EXPRESSIONS.expression(cursor)?);
            cursor.expect("]")?;
        }
        let mut initial = Vec::new();
        if cursor.eat("=") {
            if cursor.eat("{") {
                initial = cursor.list(",", |cursor| EXPRESSIONS.expression(cursor))?;
                cursor.expect("}")?;
            } else {
                initial.push(EXPRESSIONS.expression(cursor)?);
            }
        }
        Ok(Variable { is_constant, kind, name, size, initial })
    })?;
    found.extend(all);
    cursor.expect(";").map(drop)
}

/// `channel c, d;` and `channel {byte} c[0];`
fn channels(cursor: &mut Cursor<'_>, found: &mut Vec<Channel>) -> Result<(), Refusal> {
    cursor.expect("channel")?;
    if cursor.eat("{") {
        cursor.list(",", kind)?;
        cursor.expect("}")?;
    }
    let all = cursor.list(",", |cursor| {
        let name = cursor.name(KEYWORDS)?;
        if cursor.eat("[") {
            if cursor.number()? != 0 {
                let message = "Channels that hold values cannot be said in an integer program, only handshakes.";
                return Err(Refusal::new(name.span, message));
            }
            cursor.expect("]")?;
        }
        Ok(Channel { name })
    })?;
    found.extend(all);
    cursor.expect(";").map(drop)
}

fn process(cursor: &mut Cursor<'_>, name: Name) -> Result<Process, Refusal> {
    cursor.expect("{")?;
    let mut found = Vec::new();
    while ["const", "byte", "int"].contains(&cursor.peek().text) {
        variables(cursor, &mut found)?;
    }
    cursor.expect("state")?;
    let states = names(cursor)?;
    let (mut initial, mut committed) = (None, Vec::new());
    loop {
        match cursor.peek().text {
            "init" => {
                cursor.advance();
                initial = Some(cursor.name(KEYWORDS)?);
                cursor.expect(";")?;
            }
            "commit" => {
                cursor.advance();
                committed.extend(names(cursor)?);
            }
            // Which infinite runs are accepted; whoever has accepting states has a property.
            "accept" => {
                while !cursor.is_at_end() && !cursor.eat(";") {
                    cursor.advance();
                }
            }
            _ => break,
        }
    }
    let Some(initial) = initial else { return Err(cursor.expected("`init`")) };
    let assertions = if cursor.eat("assert") { assertions(cursor)? } else { Vec::new() };
    let transitions = if cursor.eat("trans") { transitions(cursor)? } else { Vec::new() };
    cursor.expect("}")?;
    Ok(Process { name, variables: found, states, initial, committed, assertions, transitions })
}

/// Names up to a semicolon.
fn names(cursor: &mut Cursor<'_>) -> Result<Vec<Name>, Refusal> {
    let names = cursor.list(",", |cursor| cursor.name(KEYWORDS))?;
    cursor.expect(";")?;
    Ok(names)
}

fn assertions(cursor: &mut Cursor<'_>) -> Result<Vec<(Name, crate::source::Source)>, Refusal> {
    let assertions = cursor.list(",", |cursor| {
        let state = cursor.name(KEYWORDS)?;
        cursor.expect(":")?;
        Ok((state, EXPRESSIONS.expression(cursor)?))
    })?;
    cursor.expect(";")?;
    Ok(assertions)
}

fn transitions(cursor: &mut Cursor<'_>) -> Result<Vec<Transition>, Refusal> {
    let mut last: Option<Name> = None;
    let transitions = cursor.list(",", |cursor| {
        let start = cursor.peek().span;
        // A transition without source has that of the one before.
        let from = match last.take().filter(|_| cursor.is_at("->")) {
            Some(last) => last,
            None => cursor.name(KEYWORDS)?,
        };
        last = Some(from.clone());
        if cursor.is_at("=>") {
            return Err(cursor.refuse("Transitions with probabilities cannot be said in an integer program."));
        }
        cursor.expect("->")?;
        let to = cursor.name(KEYWORDS)?;
        cursor.expect("{")?;
        let mut transition = Transition { from, to, guard: None, sync: None, effects: Vec::new(), span: start };
        if cursor.eat("guard") {
            transition.guard = Some(EXPRESSIONS.expression(cursor)?);
            cursor.expect(";")?;
        }
        if cursor.eat("sync") {
            transition.sync = Some(sync(cursor)?);
            cursor.expect(";")?;
        }
        if cursor.eat("effect") {
            transition.effects = cursor.list(",", |cursor| {
                let target = EXPRESSIONS.expression(cursor)?;
                cursor.expect("=")?;
                Ok((target, EXPRESSIONS.expression(cursor)?))
            })?;
            cursor.expect(";")?;
        }
        transition.span = start.cover(cursor.expect("}")?);
        Ok(transition)
    })?;
    cursor.expect(";")?;
    Ok(transitions)
}

/// `c!e` and `c?x`, also with `{e, f}`.
fn sync(cursor: &mut Cursor<'_>) -> Result<Sync, Refusal> {
    let channel = cursor.name(KEYWORDS)?;
    let sends = cursor.eat("!");
    if !sends {
        cursor.expect("?").map_err(|_| cursor.expected("`!` or `?`"))?;
    }
    let values = if cursor.is_at(";") {
        Vec::new()
    } else if cursor.eat("{") {
        let values = cursor.list(",", |cursor| EXPRESSIONS.expression(cursor))?;
        cursor.expect("}")?;
        values
    } else {
        vec![EXPRESSIONS.expression(cursor)?]
    };
    Ok(Sync { channel, sends, values })
}
