//! Where the statements and declarations of a C text begin: the only places at which an assumption can stand.
//!
//! Only tokens are looked at: a statement begins after `;`, `{`, `}`, `else`, `do`, a label, and the head of `if`, `while`, `for`
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
            // Outside of functions there are no statements.
            if begins && open.is_empty() && depth > 0 {
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
        let wanted = ["int", "do", "a", "while", "for", "g(\"a;b\");", "x:", "if", "b", "else", "b", "}"];
        assert_eq!(words, wanted);
        let at = |line, column| found.begun_by(&RangeDocument { line, column, end_line: line, end_column: column });
        assert_eq!(at(4, 7), Some((4, 3)), "a declaration begins with its type");
        assert_eq!(at(4, 14), None, "not its second variable");
        assert_eq!(at(6, 15), None, "a condition is no statement");
        assert!(found.is_loop((6, 3)) && !found.is_loop((4, 3)));
    }
}
