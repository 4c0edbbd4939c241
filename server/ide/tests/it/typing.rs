//! Laws of the typing features, on the examples and their states during edits.

use std::path::Path;

use boolprog_base::Span;
use boolprog_ide::Snapshot;
use boolprog_ide::completion::{Subject, completions, documentation};
use boolprog_ide::semantic_tokens::{Modifier, SemanticToken, TokenType, semantic_tokens};
use boolprog_ide::signature_help::signature_help;
use boolprog_program::analyse;
use boolprog_program::reading::ReadingOptions;
use boolprog_syntax::parse;

use crate::programs::programs;

fn unchecked(text: &str) -> Snapshot {
    let parsed = parse(text);
    let analysis = analyse(&parsed.file, &ReadingOptions::default());
    Snapshot::new(text.into(), parsed.file, parsed.diagnostics.into(), analysis.into())
}

fn tokens(snapshot: &Snapshot) -> Vec<SemanticToken> {
    semantic_tokens(snapshot, Span::new(0, snapshot.text.len() as u32))
}

/// Returns `true` if a token is a name or a word that can be completed: not where it is declared.
fn can_be_completed(token: &SemanticToken) -> bool {
    let is_name = matches!(
        token.kind,
        TokenType::Variable | TokenType::Parameter | TokenType::Label | TokenType::Procedure | TokenType::Keyword
    );
    is_name && !token.modifiers.contains(Modifier::Declaration)
}

fn texts() -> Vec<(String, String)> {
    let mut texts = programs("../../../examples");
    texts.retain(|(name, _)| Path::new(name).extension().is_none());
    texts.extend(programs("semantic_tokens").into_iter().filter(|(name, _)| name == "everything"));
    texts
}

#[test]
fn every_word_of_a_program_would_have_been_offered() {
    for (name, text) in texts() {
        let snapshot = unchecked(&text);
        assert!(!snapshot.has_errors(), "{name}");
        for token in tokens(&snapshot).iter().filter(|token| can_be_completed(token)) {
            let word = snapshot.slice(token.span);
            let found = completions(&snapshot, token.span.end);
            let labels: Vec<String> = found.into_iter().flat_map(|it| it.items).map(|item| item.label).collect();
            let line = snapshot.line(token.span.start);
            assert!(labels.iter().any(|label| label == word), "{name}:{line}: `{word}` is not among {labels:?}");
        }
    }
}

#[test]
fn no_name_that_is_offered_makes_an_error() {
    for (name, text) in texts() {
        let snapshot = unchecked(&text);
        for token in tokens(&snapshot).iter().filter(|token| can_be_replaced(token)) {
            let Some(found) = completions(&snapshot, token.span.end) else { continue };
            assert_eq!(found.replace, token.span, "{name}");
            for item in found.items {
                if !matches!(item.subject, Subject::Variable(_) | Subject::Label(_)) {
                    continue;
                }
                let mut changed = text.clone();
                changed.replace_range(found.replace.range(), &item.label);
                let changed = unchecked(&changed);
                let errors: Vec<_> = changed.syntax.iter().chain(changed.analysis.diagnostics()).collect();
                let line = snapshot.line(token.span.start);
                assert!(!changed.has_errors(), "{name}:{line}: `{}`: {errors:?}", item.label);
            }
        }
    }
}

/// `true` if another name can stand in the place of this one, in any context: not before arguments, and not where
/// values are read that only `x$ :=` may read.
fn can_be_replaced(token: &SemanticToken) -> bool {
    let is_name = matches!(token.kind, TokenType::Variable | TokenType::Parameter | TokenType::Label);
    let is = |modifier| token.modifiers.contains(modifier);
    is_name && !is(Modifier::Declaration) && !(is(Modifier::Passive) && is(Modifier::Modification))
}

/// Calls every feature at every place.
fn look_everywhere(text: &str) {
    let snapshot = unchecked(text);
    let all = tokens(&snapshot);
    for pair in all.windows(2) {
        assert!(pair[0].span.end <= pair[1].span.start, "{pair:?} in {text}");
    }
    let step = 1 + text.len() / 200;
    for offset in (0..=text.len() + 1).step_by(step) {
        let offset = offset as u32;
        let _ = signature_help(&snapshot, offset);
        let some = semantic_tokens(&snapshot, Span::new(offset, offset + 20));
        assert!(some.iter().all(|token| all.contains(token)), "{offset} in {text}");
        for item in completions(&snapshot, offset).into_iter().flat_map(|found| found.items).take(3) {
            let _ = documentation(&snapshot, &item.label, item.subject);
        }
    }
}

#[test]
fn nothing_breaks_while_a_program_is_typed() {
    for (_, text) in texts() {
        for end in (0..text.len()).step_by(1 + text.len() / 40).filter(|end| text.is_char_boundary(*end)) {
            look_everywhere(&text[..end]);
        }
    }
}

/// Fragments that a user may type, or leave in the text.
const RUBBISH: [&str; 16] =
    ["", "{", "}", "(", ")", "'", "/*", "*/", "//", "begin", "end", "\u{e9}", ";", "\r", "$", ":="];

#[test]
fn nothing_breaks_where_something_is_missing_or_too_much() {
    for (_, text) in texts() {
        let spans: Vec<Span> = tokens(&unchecked(&text)).into_iter().map(|token| token.span).collect();
        for (index, span) in spans.iter().enumerate().step_by(1 + spans.len() / 40) {
            let mut changed = text.clone();
            changed.replace_range(span.range(), RUBBISH[index % RUBBISH.len()]);
            look_everywhere(&changed);
        }
    }
}
