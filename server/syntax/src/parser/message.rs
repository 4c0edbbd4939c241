//! Messages about tokens that are out of place.

use boolprog_base::{Diagnostic, Edit, Severity, Span};

use super::MAX_DIAGNOSTICS;
use super::tokens::{Kind, Tokens};

/// Why the token that comes next is out of place.
pub(super) struct Unexpected {
    /// Expected tokens.
    pub(super) expected: &'static str,
    /// `true` if an operand is expected.
    pub(super) operand: bool,
}

/// A message about the token at `found`, which is out of place.
pub(super) struct Finding {
    /// Index of the token; the number of tokens for the end of the text.
    pub(super) found: usize,
    pub(super) diagnostic: Diagnostic,
}

/// The most findings that are kept: several may share a line, and only the first of a line is shown.
pub(super) const MAX_FINDINGS: usize = 10 * MAX_DIAGNOSTICS;

/// Names of expected tokens in messages.
pub(super) const NAME: &str = "a name";
pub(super) const LABEL: &str = "a label";

/// The code of a message about a missing operand.
const MISSING_OPERAND: &str = "missing-operand";
/// The code of a message about a word of the language in the place of a name.
const RESERVED_WORD: &str = "reserved-word";

/// The messages about tokens out of place and about pairs that are not closed, in textual order, at most one for each line.
pub(super) fn diagnostics(tokens: &Tokens<'_>, mut findings: Vec<Finding>, pairs: Vec<Finding>) -> Vec<Diagnostic> {
    for pair in pairs {
        // If an operand or a name is missing too, that error comes first.
        match findings.iter_mut().find(|finding| finding.found == pair.found) {
            Some(Finding { diagnostic, .. }) if [MISSING_OPERAND, RESERVED_WORD].contains(&diagnostic.code) => {}
            Some(finding) => *finding = pair,
            None => findings.push(pair),
        }
    }
    one_per_line(tokens.text, findings)
}

/// The findings in textual order, without those after others on the same line.
fn one_per_line(text: &str, mut findings: Vec<Finding>) -> Vec<Diagnostic> {
    findings.sort_by_key(|finding| finding.found);
    let mut last_line_end = None;
    let mut diagnostics = Vec::new();
    for Finding { diagnostic, .. } in findings {
        let start = diagnostic.span.start as usize;
        if last_line_end.is_none_or(|end| start > end) {
            let rest = text.get(start..).unwrap_or_default();
            last_line_end = Some(rest.find(['\n', '\r']).map_or(text.len(), |length| start + length));
            diagnostics.push(diagnostic);
        }
    }
    diagnostics
}

impl Finding {
    /// The message that something else than the token at `found` was expected.
    pub(super) fn new(tokens: &Tokens<'_>, found: usize, unexpected: &Unexpected) -> Self {
        Self { found, diagnostic: message(tokens, found, unexpected) }
    }
}

fn message(tokens: &Tokens<'_>, found: usize, unexpected: &Unexpected) -> Diagnostic {
    let Unexpected { expected, operand } = *unexpected;
    let span = tokens.span(found);
    let shown = tokens.show(found);
    let kind = tokens.kind(found);
    let diagnostic = |code, message: String| Diagnostic::new(code, Severity::Error, span, message);
    match kind {
        Kind::Unknown if shown == "`{`" => diagnostic(
            "missing-bracket",
            "`{` begins a name such as `{x = 0}`. Blocks are written `do ... od`, `then ... fi` and `begin ... end`."
                .into(),
        ),
        Kind::Unknown if shown.starts_with("`{") => {
            diagnostic("missing-bracket", format!("The name {shown} needs a `}}` on the same line."))
        }
        Kind::Unknown => diagnostic("unknown-character", format!("{shown} has no meaning in this language.")),
        Kind::Equal if expected.starts_with("`:=`") => {
            diagnostic("assignment-operator", "An assignment is written `:=`; `=` compares.".into())
                .with_fix("Replace `=` by `:=`", vec![Edit { span, text: ":=".into() }])
        }
        Kind::Equal if operand && follows_equal(tokens, found) => {
            diagnostic("equality-operator", "Equality is written with a single `=`.".into())
                .with_fix("Remove the second `=`", vec![Edit { span, text: String::new() }])
        }
        _ if (expected == NAME || expected == LABEL) && found < tokens.all.len() && is_word(tokens, span) => {
            diagnostic(RESERVED_WORD, format!("{shown} is a keyword and cannot be {expected}."))
        }
        _ => {
            let code = if operand { MISSING_OPERAND } else { "syntax" };
            diagnostic(code, format!("Expected {expected}, found {shown}."))
        }
    }
}

/// Returns `true` if the token at `found` follows an `=` at once.
fn follows_equal(tokens: &Tokens<'_>, found: usize) -> bool {
    let before = found.checked_sub(1).map(|before| tokens.all[before]);
    before.is_some_and(|before| before.kind == Kind::Equal && before.span.end == tokens.all[found].span.start)
}

fn is_word(tokens: &Tokens<'_>, span: Span) -> bool {
    tokens.slice(span).chars().all(|character| character.is_ascii_alphabetic() || character == '_')
}
