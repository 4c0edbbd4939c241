//! Formatting: the same tokens and comments with other blanks between them.
//!
//! Line breaks are kept, because authors put related edges side by side; only the indentation and the blanks between
//! tokens change:
//!
//! | what | how |
//! |---|---|
//! | the inside of `{ }` | indented |
//! | a line that goes on with an item | indented twice more |
//! | operators | a blank on both sides; none after `!` and the sign of a number, none around `..` and `.` |
//! | `,` `;` `:` after a name | no blank before, one after |
//! | blank lines | at most one, none at the start and the end |
//! | comments | stay on their line; after code at the same distance |
//!
//! Formatting a formatted text changes nothing.

use boolprog_base::Span;

use crate::syntax::lexer::{Kind, tokens};
use crate::syntax::parse;

/// The formatted text, where this is one unit of indentation; none if it has syntax errors. Linear.
pub fn format(text: &str, indent: &str) -> Option<String> {
    if !parse(text).diagnostics.is_empty() {
        return None;
    }
    let mut writer = Writer { text, indent, result: String::with_capacity(text.len()), ..Writer::default() };
    for piece in pieces(text) {
        writer.piece(piece);
    }
    if !writer.result.is_empty() {
        writer.result.push('\n');
    }
    let first_line = text.find('\n').map_or("", |end| &text[..end]);
    // Lines end as the first one does.
    Some(if first_line.ends_with('\r') {
        writer.result.replace("\r\n", "\n").replace('\n', "\r\n")
    } else {
        writer.result
    })
}

#[derive(Clone, Copy)]
struct Piece {
    kind: Option<Kind>,
    span: Span,
}

fn pieces(text: &str) -> Vec<Piece> {
    let tokens = tokens(text);
    let code = tokens.all.iter().filter(|token| token.kind != Kind::End);
    let mut pieces: Vec<Piece> = code.map(|token| Piece { kind: Some(token.kind), span: token.span }).collect();
    pieces.extend(tokens.comments.iter().map(|span| Piece { kind: None, span: *span }));
    pieces.sort_by_key(|piece| piece.span.start);
    pieces
}

#[derive(Default)]
struct Writer<'t> {
    text: &'t str,
    indent: &'t str,
    result: String,
    end: u32,
    /// The last token, and the one before.
    last: Option<Kind>,
    before_last: Option<Kind>,
    /// The last name, to know functions.
    last_text: &'t str,
    /// The number of open braces.
    depth: usize,
    /// `true` if an item has begun and not ended.
    inside: bool,
    /// Number of `?` without their `:`.
    questions: usize,
    /// `true` if the last token is a prefix operator.
    prefix: bool,
}

impl<'t> Writer<'t> {
    fn piece(&mut self, piece: Piece) {
        let gap = &self.text[self.end as usize..piece.span.start as usize];
        let lines = gap.matches('\n').count().max(gap.matches('\r').count());
        let text = &self.text[piece.span.range()];
        if piece.kind == Some(Kind::BraceClose) {
            self.depth = self.depth.saturating_sub(1);
            self.inside = false;
        }
        if self.result.is_empty() {
            // There is nothing before the first piece.
        } else if lines > 0 || self.result.ends_with('\n') {
            self.line_break(lines > 1);
        } else if piece.kind.is_none() {
            self.result.push_str(&" ".repeat(gap.chars().count().max(1)));
        } else if self.end > 0 && self.wants_blank(piece.kind) {
            self.result.push(' ');
        }
        self.result.push_str(text.trim_end());
        self.end = piece.span.end;
        match piece.kind {
            Some(kind) => self.token(kind, text),
            // The text after the comment of a line is on the next line.
            None if text.starts_with("//") => {}
            None => self.last = None,
        }
    }

    fn line_break(&mut self, blank: bool) {
        let kept = self.result.trim_end().len();
        self.result.truncate(kept);
        self.result.push_str(if blank { "\n\n" } else { "\n" });
        let levels = self.depth + if self.inside { 2 } else { 0 };
        self.result.push_str(&self.indent.repeat(levels));
    }

    fn token(&mut self, kind: Kind, text: &'t str) {
        self.prefix = match kind {
            Kind::Bang => true,
            Kind::Minus => !self.last.is_some_and(ends_operand),
            _ => false,
        };
        match kind {
            Kind::BraceOpen => {
                self.depth += 1;
                self.inside = false;
            }
            Kind::Semicolon | Kind::BraceClose => {
                self.inside = false;
                self.questions = 0;
            }
            Kind::Question => self.questions += 1,
            Kind::Colon => self.questions = self.questions.saturating_sub(1),
            _ => self.inside = true,
        }
        (self.before_last, self.last, self.last_text) = (self.last, Some(kind), text);
    }

    /// Returns `true` if a blank stands between the last token and this one.
    fn wants_blank(&self, next: Option<Kind>) -> bool {
        let (Some(last), Some(next)) = (self.last, next) else { return true };
        let tight_behind = matches!(last, Kind::ParenthesisOpen | Kind::BracketOpen | Kind::Dot | Kind::DotDot);
        let tight_before = matches!(
            next,
            Kind::Semicolon
                | Kind::Comma
                | Kind::ParenthesisClose
                | Kind::BracketOpen
                | Kind::BracketClose
                | Kind::Dot
                | Kind::DotDot
        );
        let of_declaration = next == Kind::Colon && self.questions == 0;
        let calls = next == Kind::ParenthesisOpen
            && (last == Kind::Input || last == Kind::Name && self.before_last != Some(Kind::Name));
        !(tight_behind || tight_before || of_declaration || calls || self.prefix)
    }
}

/// Returns `true` if an operand can end with such a token, so that a `-` after it subtracts.
fn ends_operand(kind: Kind) -> bool {
    matches!(kind, Kind::Name | Kind::Number | Kind::True | Kind::False | Kind::ParenthesisClose | Kind::BracketClose)
}
