//! Messages about tokens that are out of place.

use boolprog_base::{Diagnostic, Edit, Severity, Span};

use super::reader::{LABEL, NAME, Reader, Unexpected};
use super::tokens::Tokens;
use super::{Finding, MAX_DIAGNOSTICS};
use crate::kinds::Kind;

/// The code of a message about a missing operand.
pub(super) const MISSING_OPERAND: &str = "missing-operand";
/// The code of a message about a word of the language in the place of a name.
pub(super) const RESERVED_WORD: &str = "reserved-word";

/// Finds tokens that are out of place, if the first one is inside a procedure or not; and whether the end is inside one, if
/// there are not too many findings.
pub(super) fn find(tokens: &Tokens<'_>, inside: bool) -> (Vec<Finding>, Option<bool>) {
    let mut reader = Reader::new(tokens, inside);
    // Several of them may share a line, and only the first of a line is shown.
    let findings = std::iter::from_fn(|| reader.next_unexpected())
        .take(10 * MAX_DIAGNOSTICS)
        .map(|(found, unexpected)| Finding { found, diagnostic: message(tokens, found, &unexpected) })
        .collect();
    (findings, reader.ends_inside())
}

fn message(tokens: &Tokens<'_>, found: usize, unexpected: &Unexpected) -> Diagnostic {
    let Unexpected { expected, operand } = *unexpected;
    let span = tokens.span(found);
    let shown = tokens.show(found);
    let kind = tokens.all.get(found).map_or(Kind::Other, |token| token.kind);
    let diagnostic = |code, message: String| Diagnostic::new(code, Severity::Error, span, message);
    match kind {
        Kind::Error if shown.starts_with("`{") => {
            diagnostic("missing-bracket", format!("The name {shown} needs a `}}` on the same line."))
        }
        Kind::Error => diagnostic("unknown-character", format!("{shown} has no meaning in this language.")),
        Kind::Equal if expected.starts_with("`:=`") => {
            diagnostic("assignment-operator", "An assignment is written `:=`; `=` compares.".into())
                .with_fix("Replace `=` by `:=`", vec![Edit { span, text: ":=".into() }])
        }
        Kind::Equal if operand && follows_equal(tokens, found) => {
            diagnostic("equality-operator", "Equality is written with a single `=`.".into())
                .with_fix("Remove the second `=`", vec![Edit { span, text: String::new() }])
        }
        _ if (expected == NAME || expected == LABEL) && found < tokens.all.len() && is_word(tokens, span) => {
            diagnostic(RESERVED_WORD, format!("{shown} is a word of the language and cannot be {expected}."))
        }
        _ => {
            let code = if operand { MISSING_OPERAND } else { "syntax" };
            diagnostic(code, format!("Expected {expected}, found {shown}."))
        }
    }
}

/// Whether the token at `found` follows an `=` at once.
fn follows_equal(tokens: &Tokens<'_>, found: usize) -> bool {
    let before = found.checked_sub(1).map(|before| &tokens.all[before]);
    before.is_some_and(|before| before.kind == Kind::Equal && before.span.end == tokens.all[found].span.start)
}

fn is_word(tokens: &Tokens<'_>, span: Span) -> bool {
    let text = tokens.text.get(span.range()).unwrap_or_default();
    text.chars().all(|character| character.is_ascii_alphabetic() || character == '_')
}
