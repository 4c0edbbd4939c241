//! Reading expressions.

use super::{Comparison, Expression, Query, Threads};
use crate::ast::BinaryOp;

/// Parentheses and operators that may be open at once: bounds the depth of the recursion, here and when the expression
/// is evaluated.
const DEEPEST: u32 = 200;

/// Infix operators of an expression: the tree of a chain is as deep as the chain is long.
const LONGEST: u32 = 1000;

impl Query {
    /// Parses the input of a user. Fails with a message for the user.
    pub fn read(text: &str) -> Result<Self, String> {
        let mut reader = Reader::new(text);
        if let Some(threads) = reader.threads()?
            && reader.rest.trim().is_empty()
        {
            return Ok(Self::Count(threads));
        }
        Expression::read(text).map(Self::Value)
    }
}

impl Expression {
    /// Reads an expression. Fails with a message for the user.
    pub fn read(text: &str) -> Result<Self, String> {
        let mut reader = Reader::new(text);
        let expression = reader.expression()?;
        match reader.rest.trim_start() {
            "" => Ok(expression),
            rest => Err(format!("an operator was expected {}", place(rest))),
        }
    }
}

struct Reader<'a> {
    rest: &'a str,
    depth: u32,
    operators: u32,
}

/// The infix operators with their spellings; none is a prefix of a later one. Their binding strength is that of the
/// parser of programs.
const OPERATORS: [(&str, BinaryOp); 11] = [
    ("<->", BinaryOp::Iff),
    ("=>", BinaryOp::Implies),
    ("->", BinaryOp::Implies),
    ("||", BinaryOp::Or),
    ("|", BinaryOp::Or),
    ("^", BinaryOp::Xor),
    ("&&", BinaryOp::And),
    ("&", BinaryOp::And),
    ("!=", BinaryOp::NotEqual),
    ("==", BinaryOp::Equal),
    ("=", BinaryOp::Equal),
];

/// The comparisons of numbers with their spellings; none is a prefix of a later one.
const ORDERS: [(&str, Comparison); 4] =
    [("<=", Comparison::AtMost), (">=", Comparison::AtLeast), ("<", Comparison::Less), (">", Comparison::Greater)];

impl<'a> Reader<'a> {
    fn new(rest: &'a str) -> Self {
        Self { rest, depth: 0, operators: 0 }
    }

    fn expression(&mut self) -> Result<Expression, String> {
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
            Ok(Expression::Ternary(Box::new([condition, then, otherwise])))
        })
    }

    /// Operands between operators that bind at least so strongly.
    fn infix(&mut self, least: u32) -> Result<Expression, String> {
        let mut left = self.ordered()?;
        while let Some(operator) = self.operator(least) {
            self.operators += 1;
            if self.operators > LONGEST {
                return Err(format!("the expression has more than {LONGEST} operators"));
            }
            let right = self.nested(|reader| {
                let groups_to_the_right = operator == BinaryOp::Implies;
                reader.infix(operator.strength() + u32::from(!groups_to_the_right))
            })?;
            left = Expression::Binary(operator, Box::new(left), Box::new(right));
        }
        Ok(left)
    }

    /// Two numbers that are compared by size, or anything tighter.
    fn ordered(&mut self) -> Result<Expression, String> {
        let left = self.prefix()?;
        let is_arrow = self.rest.trim_start().starts_with("<->");
        let found = ORDERS.into_iter().find(|(spelling, _)| !is_arrow && self.take(spelling));
        let Some((_, comparison)) = found else { return Ok(left) };
        Ok(Expression::Ordered(comparison, Box::new([left, self.prefix()?])))
    }

    fn prefix(&mut self) -> Result<Expression, String> {
        if self.take("-") {
            let number = self.word().parse().ok().and_then(i64::checked_neg);
            return number.map(Expression::Number).ok_or_else(|| "`-` must be followed by a number".to_owned());
        }
        if self.take("!") || self.take("~") {
            return self.nested(Self::prefix).map(|inner| Expression::Not(Box::new(inner)));
        }
        if self.take("(") {
            return self.closed();
        }
        self.operand()
    }

    /// The expression between parentheses, after the opening one.
    fn closed(&mut self) -> Result<Expression, String> {
        let inner = self.expression()?;
        if self.take(")") { Ok(inner) } else { Err("a `)` is missing".to_owned()) }
    }

    fn operand(&mut self) -> Result<Expression, String> {
        if let Some(threads) = self.threads()? {
            return self.compared(threads);
        }
        let name = self.word();
        match name {
            "" => Err(no_operand(self.rest)),
            "T" | "true" => Ok(Expression::Constant(true)),
            "F" | "false" => Ok(Expression::Constant(false)),
            "old" if self.take("(") => self.closed().map(|inner| Expression::Old(Box::new(inner))),
            name => match name.parse() {
                Ok(number) => Ok(Expression::Number(number)),
                Err(_) => Ok(Expression::Variable(name.to_owned(), self.thread()?)),
            },
        }
    }

    /// Parses an optional `@T2` after a name.
    fn thread(&mut self) -> Result<Option<u32>, String> {
        if !self.take("@") {
            return Ok(None);
        }
        let number = self.word().strip_prefix('T').and_then(|number| number.parse().ok());
        number.map(Some).ok_or_else(|| "`@` must be followed by a thread such as `T2`".to_owned())
    }

    /// Parses `#threads at L`, if it is next.
    fn threads(&mut self) -> Result<Option<Threads>, String> {
        if !self.take("#threads") {
            return Ok(None);
        }
        if self.word() != "at" {
            return Err(LABEL_OR_LINE.to_owned());
        }
        match self.word() {
            "" => Err(LABEL_OR_LINE.to_owned()),
            place => Ok(Some(self.line(place).map_or_else(|| Threads::Label(place.to_owned()), Threads::Line))),
        }
    }

    fn line(&mut self, word: &str) -> Option<u32> {
        let rest = self.rest;
        let number = (word == "line").then(|| self.word().parse().ok()).flatten();
        if number.is_none() {
            self.rest = rest;
        }
        number
    }

    fn compared(&mut self, threads: Threads) -> Result<Expression, String> {
        let compared = Comparison::ALL.into_iter().find(|(spelling, _)| self.take(spelling));
        let number = compared.and_then(|(_, comparison)| Some((comparison, self.word().parse().ok()?)));
        let (comparison, number) =
            number.ok_or_else(|| "a number of threads must be compared, as in `#threads at L >= 2`".to_owned())?;
        Ok(Expression::Threads(threads, comparison, number))
    }

    /// Consumes the next infix operator, if it binds at least this strongly.
    fn operator(&mut self, least: u32) -> Option<BinaryOp> {
        let rest = self.rest.trim_start();
        let (spelling, operator) = OPERATORS.into_iter().find(|(spelling, _)| rest.starts_with(spelling))?;
        if operator.strength() < least {
            return None;
        }
        self.rest = &rest[spelling.len()..];
        Some(operator)
    }

    /// Steps over a piece of text and the blanks before it, if it is next.
    fn take(&mut self, text: &str) -> bool {
        let found = self.rest.trim_start().strip_prefix(text);
        self.rest = found.unwrap_or(self.rest);
        found.is_some()
    }

    /// Consumes a name, a number or a constant; empty if there is none.
    fn word(&mut self) -> &'a str {
        let rest = self.rest.trim_start();
        let (word, behind) = rest.split_at(word_length(rest));
        self.rest = behind;
        word
    }

    fn nested(&mut self, read: impl FnOnce(&mut Self) -> Result<Expression, String>) -> Result<Expression, String> {
        if self.depth == DEEPEST {
            return Err(format!("the expression is nested more than {DEEPEST} levels deep"));
        }
        self.depth += 1;
        let expression = read(self)?;
        self.depth -= 1;
        Ok(expression)
    }
}

const LABEL_OR_LINE: &str = "`#threads` must be followed by a place: `#threads at L` or `#threads at line 7`";

/// The length in bytes of a name, a number or a constant at the beginning of the text. Names of parts of a variable of C, such
/// as `items[0].next`, are names.
pub fn word_length(text: &str) -> usize {
    if text.starts_with('{') {
        return text.find(['}', '\n']).filter(|end| text[*end..].starts_with('}')).map_or(0, |end| end + 1);
    }
    let mut length = plain_length(text);
    if length > 0 && !text.starts_with(|c: char| c.is_ascii_digit()) {
        while let Some(part) = part_length(&text[length..]) {
            length += part;
        }
    }
    length
}

/// The length of `.next` or `[0]` at the beginning of the text.
fn part_length(text: &str) -> Option<usize> {
    if let Some(member) = text.strip_prefix('.') {
        return Some(plain_length(member)).filter(|length| *length > 0).map(|length| 1 + length);
    }
    let (index, _) = text.strip_prefix('[')?.split_once(']')?;
    (!index.is_empty() && index.bytes().all(|it| it.is_ascii_digit())).then_some(index.len() + 2)
}

fn plain_length(text: &str) -> usize {
    text.find(|c: char| !(c.is_ascii_alphanumeric() || "_$#".contains(c))).unwrap_or(text.len())
}

fn no_operand(rest: &str) -> String {
    match rest.trim_start().chars().next() {
        Some('*' | '?') => "a choice has no single value".to_owned(),
        Some('\'') => "a new value belongs to a step, not to a state".to_owned(),
        _ => format!("an operand was expected {}", place(rest)),
    }
}

/// The place where parsing stopped, in words.
fn place(rest: &str) -> String {
    match rest.trim_start() {
        "" => "at the end".to_owned(),
        rest => format!("at `{}`", rest.chars().take(20).collect::<String>()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_variables_have_names() {
        for name in ["a.balance", "items[0].next[12]", "{a b}", "x"] {
            assert_eq!(word_length(&format!("{name} & b")), name.len(), "{name}");
        }
        for (text, length) in [("a.", 1), ("a[i]", 1), ("a[0", 1), ("a[]", 1), ("1.5", 1), ("a[[1]", 1), (".x", 0)] {
            assert_eq!(word_length(text), length, "{text}");
        }
        let named = Expression::Variable("a.left[1]".to_owned(), Some(2));
        assert_eq!(Expression::read("a.left[1]@T2"), Ok(named));
    }

    #[test]
    fn what_is_too_long_is_refused() {
        let chain = |operators| format!("T{}", " & T".repeat(operators));
        assert!(Expression::read(&chain(1000)).is_ok());
        for operators in [1001, 1_000_000] {
            let problem = Expression::read(&chain(operators)).expect_err("too long");
            assert_eq!(problem, "the expression has more than 1000 operators");
        }
        assert!(Expression::read(&"(T & ".repeat(100_000)).is_err());
    }
}
