//! Messages about unexpected and missing tokens.
//!
//! Tree-sitter repairs a text and says where, but neither what it found nor what it expected. Both are read off
//! here from the tokens of the text: [`pairs`] finds brackets and blocks that do not close, [`unexpected`] reads
//! the items between them and finds tokens that are out of place. So the messages depend on the text alone, not
//! on the way the parser chose to repair it.

mod expression;
mod pairs;
mod part;
mod reader;
mod tokens;
mod unexpected;

use boolprog_base::{Diagnostic, Severity, Span};
use tree_sitter::Tree;

use crate::build::span_of;
use crate::earlier::Earlier;
use crate::kinds::Kind;
use part::{End, Part};
use tokens::Tokens;

/// So many messages are made for one text; who has more has another problem.
pub(crate) const MAX_DIAGNOSTICS: usize = 100;

/// A message about the token at `found`, which is out of place.
struct Finding {
    /// Index of the token; the number of tokens for the end of the text.
    found: usize,
    diagnostic: Diagnostic,
}

/// The messages about tokens, in textual order, at most one for each line. Linear in the size of the text, or in what is
/// around the edits of an `earlier` text without errors; next to nothing for a tree without errors.
pub(crate) fn diagnose(tree: &Tree, text: &str, earlier: Option<&Earlier>) -> Vec<Diagnostic> {
    if !tree.root_node().has_error() {
        return Vec::new();
    }
    let parts = earlier.map(|earlier| Part::around_edits(text, earlier)).unwrap_or_default();
    let near = parts.into_iter().find_map(|part| findings(text, part).filter(|findings| !findings.is_empty()));
    let findings = near.unwrap_or_else(|| findings(text, Part::whole(text)).unwrap_or_default());
    let mut diagnostics = one_per_line(text, findings);
    if diagnostics.is_empty() {
        // The parser repaired something that neither pass can name.
        diagnostics.push(Diagnostic::new(
            "invalid-program",
            Severity::Error,
            first_repair(tree),
            "This is no valid program.",
        ));
    }
    diagnostics
}

/// What is wrong with the tokens of a part; `None` if what follows has to be read to know.
fn findings(text: &str, part: Part) -> Option<Vec<Finding>> {
    let tokens = Tokens::of(text, part.span);
    let (mut findings, inside) = unexpected::find(&tokens, part.begin.is_some());
    let (mut pairs, open) = pairs::find(&tokens, part.begin);
    if part.end == End::Text {
        pairs.extend(open.and_then(|open| pairs::unclosed_at_end(&tokens, open)));
    } else {
        let is_inside = part.end == End::Inside;
        let closed = open?.iter().map(|open| open.opener).eq(is_inside.then_some(Kind::Begin));
        let looked_beyond = findings.iter().any(|finding| finding.found >= tokens.all.len());
        if tokens.end_in_comment || inside != Some(is_inside) || !closed || looked_beyond {
            return None;
        }
    }
    for pair in pairs {
        // Where an operand or a name is missing too, that comes first.
        match findings.iter_mut().find(|finding| finding.found == pair.found) {
            Some(Finding { diagnostic, .. })
                if [unexpected::MISSING_OPERAND, unexpected::RESERVED_WORD].contains(&diagnostic.code) => {}
            Some(finding) => *finding = pair,
            None => findings.push(pair),
        }
    }
    Some(findings)
}

/// The findings in textual order, without those behind others on the same line.
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

/// Where the parser made the first repair in a tree that has one.
fn first_repair(tree: &Tree) -> Span {
    let mut cursor = tree.walk();
    loop {
        let node = cursor.node();
        if node.is_error() || node.is_missing() || !node.has_error() || !cursor.goto_first_child() {
            return span_of(node);
        }
        while !cursor.node().has_error() && cursor.goto_next_sibling() {}
    }
}
