//! The beginnings of the statements and declarations of a C text: the only places at which an assumption can stand.
//!
//! Only tokens are examined: a statement begins after `;`, `{`, `}`, `else`, `do`, a label, and the head of `if`, `while`, `for`
//! and `switch`.

use boolprog_trace::document::RangeDocument;

/// The beginnings of statements, in the order of the text, with their offsets in bytes.
pub(super) struct Statements<'a> {
    text: &'a str,
    /// Line and UTF-16 column, both from 1.
    starts: Vec<((u32, u32), usize)>,
}

impl<'a> Statements<'a> {
    /// The statements of a text. Linear.
    pub(super) fn of(text: &'a str) -> Self {
        let (mut starts, mut begins) = (Vec::new(), true);
        // Of each open parenthesis, whether it holds the head of a statement.
        let mut open: Vec<bool> = Vec::new();
        let (mut is_head, mut choices, mut depth) = (false, 0_u32, 0_i32);
        for (offset, token) in tokens(text) {
            // Outside of functions there are no statements, and after the head of `do .. while (..)` is none.
            if begins && token != ";" && open.is_empty() && depth > 0 {
                starts.push(offset);
            }
            begins = false;
            match token {
                "(" => open.push(is_head),
                ")" => begins = open.pop() == Some(true),
                "?" => choices += 1,
                ":" if choices > 0 => choices -= 1,
                "{" | "}" => {
                    depth += if token == "{" { 1 } else { -1 };
                    begins = open.is_empty();
                }
                ";" | ":" | "else" | "do" => begins = open.is_empty(),
                _ => {}
            }
            is_head = matches!(token, "if" | "while" | "for" | "switch");
        }
        let mut places = places(text);
        let starts = starts.into_iter().map(|offset| (places(offset), offset)).collect();
        Self { text, starts }
    }

    /// The beginning of the statement or declaration that a range begins; none if it lies inside of one.
    pub(super) fn begun_by(&self, range: &RangeDocument) -> Option<(u32, u32)> {
        let wanted = (range.line, range.column);
        let (start, offset) =
            *self.starts.get(self.starts.partition_point(|(start, _)| *start <= wanted).checked_sub(1)?)?;
        // Between the beginning of a declaration and its first variable there is the type.
        let is_type = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '*' || c.is_ascii_whitespace();
        let mut places = places(self.text);
        let between = self.text[offset..].char_indices().take_while(|(at, _)| places(offset + at) < wanted);
        let is_begun = start == wanted || between.map(|(_, c)| c).all(is_type);
        is_begun.then_some(start)
    }

    /// `true` if a loop begins here: it is evaluated again without being entered again.
    pub(super) fn is_loop(&self, start: (u32, u32)) -> bool {
        let offset =
            self.starts.iter().find(|(other, _)| *other == start).map_or(self.text.len(), |(_, offset)| *offset);
        let word = self.text[offset..].split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next();
        matches!(word, Some("while" | "for" | "do"))
    }
}

/// Line and UTF-16 column of offsets that are asked for in increasing order, both from 1.
fn places(text: &str) -> impl FnMut(usize) -> (u32, u32) + '_ {
    let (mut at, mut line, mut column) = (0, 1, 1);
    move |offset| {
        for c in text[at..offset].chars() {
            (line, column) = if c == '\n' { (line + 1, 1) } else { (line, column + c.len_utf16() as u32) };
        }
        at = offset;
        (line, column)
    }
}

/// Words, literals and punctuation with their offsets; neither comments nor directives.
fn tokens(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let rest = &text[at..];
            let first = rest.chars().next()?;
            let length = token(rest, first, text[..at].trim_end_matches([' ', '\t']).ends_with('\n') || at == 0);
            let start = at;
            at += length;
            let is_silent = first.is_whitespace() || first == '#' || rest.starts_with("//") || rest.starts_with("/*");
            if !is_silent {
                return Some((start, &rest[..length]));
            }
        }
    })
}

/// Length of the token at the beginning of a text, or of what is skipped there.
fn token(rest: &str, first: char, begins_line: bool) -> usize {
    let until = |end: &str| rest.find(end).map_or(rest.len(), |found| found + end.len());
    if first == '#' && begins_line {
        let mut end = until("\n");
        while rest[..end].trim_end().ends_with('\\') && end < rest.len() {
            end += rest[end..].find('\n').map_or(rest.len() - end, |found| found + 1);
        }
        return end;
    }
    match first {
        _ if rest.starts_with("//") => until("\n"),
        _ if rest.starts_with("/*") => until("*/"),
        '"' | '\'' => literal(rest, first),
        _ if first.is_ascii_alphanumeric() || first == '_' => {
            rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len())
        }
        _ => first.len_utf8(),
    }
}

/// Length of a character or a text in quotes.
fn literal(rest: &str, quote: char) -> usize {
    let mut is_escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        if c == quote && !is_escaped {
            return at + 1;
        }
        is_escaped = c == '\\' && !is_escaped;
    }
    rest.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_begin_after_others_and_after_heads() {
        let text = "#define A \\\n  x\nint f() {\n  int a = b, *c; // d;\n  do a = c ? 1 : 2; while (f(a));\n  \
                    for (a = 0; a < 2; a++) g(\"a;b\");\nx: if (a) b = 1; else b = ';';\n}\n";
        let found = Statements::of(text);
        let word = |offset: usize| text[offset..].split_whitespace().next().unwrap_or_default();
        let words: Vec<&str> = found.starts.iter().map(|(_, offset)| word(*offset)).collect();
        let wanted = ["int", "do", "a", "while", "for", "g(\"a;b\");", "x:", "if", "b", "else", "b", "}"];
        assert_eq!(words, wanted);
        let at = |line, column| {
            found.begun_by(&RangeDocument { line, column, end_line: line, end_column: column, file: None })
        };
        assert_eq!(at(4, 7), Some((4, 3)), "a declaration begins with its type");
        assert_eq!(at(4, 14), None, "not its second variable");
        assert_eq!(at(6, 15), None, "a condition is no statement");
        assert!(found.is_loop((6, 3)) && !found.is_loop((4, 3)));
    }
}
