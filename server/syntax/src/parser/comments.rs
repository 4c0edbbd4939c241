//! Comments, and the pragmas among them.

use boolprog_base::{Diagnostic, Edit, Severity, Span};
use smol_str::SmolStr;

use super::Parser;
use crate::ast::{Name, Pragma};

impl Parser<'_> {
    pub(super) fn comments(&mut self) {
        self.file.comments.clone_from(&self.tokens.comments);
        for span in &self.tokens.comments {
            self.comment(*span);
        }
    }

    fn comment(&mut self, span: Span) {
        let text = self.slice(span);
        if text.starts_with("//") {
            self.pragma(span, text);
        } else if text.len() < 4 || !text.ends_with("*/") {
            let opening = Span::new(span.start, span.start + 2);
            let insertion = Edit { span: Span::empty(span.end), text: "*/".into() };
            self.report(
                Diagnostic::new(
                    "unterminated-comment",
                    Severity::Error,
                    opening,
                    "This comment is never closed: everything from here to the end of the file is skipped. \
                     Write `*/` where it ends.",
                )
                .with_fix("Insert `*/` at the end of the file", vec![insertion]),
            );
        }
    }

    /// Notes a comment as a pragma if it is one.
    fn pragma(&mut self, span: Span, text: &str) {
        let Some(content) = text[2..].trim_start().strip_prefix("boolprog:") else { return };
        if !self.alone_on_its_line(span) {
            return;
        }
        let content_start = span.start + (text.len() - content.len()) as u32;
        let Some((key, value)) = content.split_once('=') else {
            let message = "A setting for this file is written `// boolprog: key = value`; this one has no `=`.";
            self.report(Diagnostic::new("malformed-pragma", Severity::Warning, span, message));
            return;
        };
        let value_start = content_start + key.len() as u32 + 1;
        let pragma = Pragma { key: trimmed(key, content_start), value: trimmed(value, value_start), span };
        self.file.pragmas.push(pragma);
    }

    fn alone_on_its_line(&self, span: Span) -> bool {
        let before = self.tokens.text.get(..span.start as usize).unwrap_or_default();
        before.chars().rev().take_while(|c| !matches!(c, '\n' | '\r')).all(char::is_whitespace)
    }
}

/// `text`, which starts at `start`, without blanks around it.
fn trimmed(text: &str, start: u32) -> Name {
    let leading = (text.len() - text.trim_start().len()) as u32;
    let text = text.trim();
    let start = start + leading;
    Name { text: SmolStr::new(text), span: Span::new(start, start + text.len() as u32) }
}
