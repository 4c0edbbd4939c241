//! Laws of what helps with typing, on the examples and what is left of them while somebody edits.

use std::path::Path;

use boolprog_base::Span;
use boolprog_ide::completion::{Subject, completions, documentation};
use boolprog_ide::semantic_tokens::{Modifier, SemanticToken, TokenType, semantic_tokens};
use boolprog_ide::signature_help::signature_help;
use boolprog_ide::{Draft, Snapshot};
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

/// Whether a token is a name or a word that can be completed: not where it is declared.
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

/// Whether another name can stand in the place of this one, whatever stands behind it: not in front of arguments, and
/// not where values are read that only `x$ :=` may read.
fn can_be_replaced(token: &SemanticToken) -> bool {
    let is_name = matches!(token.kind, TokenType::Variable | TokenType::Parameter | TokenType::Label);
    let is = |modifier| token.modifiers.contains(modifier);
    is_name && !is(Modifier::Declaration) && !(is(Modifier::Passive) && is(Modifier::Modification))
}

/// Everything at every place, and what there is to say about it.
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

/// What somebody may type, or leave behind.
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

/// A text that was changed, as it is known before it has been read again.
fn carried(before: &Snapshot, old: &str, tokens: &[SemanticToken], new: &str) -> Vec<SemanticToken> {
    Draft::new(before).changed(new.into()).semantic_tokens(old, tokens)
}

/// What can be said without resolving a name.
fn lexical(text: &str, tokens: &[SemanticToken]) -> Vec<(Span, Option<TokenType>)> {
    let kind = |token: &SemanticToken| match token.kind {
        TokenType::Keyword | TokenType::Operator => Some(token.kind),
        // Whether a comment is a pragma, and a number a label, is known later.
        TokenType::Comment | TokenType::Pragma => Some(TokenType::Comment),
        _ => None,
    };
    let is_name = |token: &&SemanticToken| {
        text[token.span.range()].starts_with(|c: char| c.is_alphanumeric() || matches!(c, '{' | '$' | '_'))
    };
    let not_named = tokens.iter().filter(|token| kind(token).is_some() || !is_name(token));
    not_named.map(|token| (token.span, kind(token))).collect()
}

/// Edit after edit is made in a text that is never read again, each of them at another place.
#[test]
fn words_are_known_at_once_whatever_is_typed() {
    for (name, text) in texts() {
        // Comments over several lines are another matter.
        let text = text.replace("/*", "//").replace("*/", "");
        let snapshot = unchecked(&text);
        let (mut old, mut known) = (text.clone(), tokens(&snapshot));
        let mut random = 1usize;
        for round in 0..300 {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let at = (random >> 33) % (old.len() + 1);
            let end = (at + (random >> 20) % 12 * usize::from(round % 3 == 0)).min(old.len());
            let piece = RUBBISH[(random >> 13) % RUBBISH.len()];
            if !old.is_char_boundary(at) || !old.is_char_boundary(end) || piece.contains('*') {
                continue;
            }
            let mut new = old.clone();
            new.replace_range(at..end, piece);
            known = carried(&snapshot, &old, &known, &new);
            let exact = tokens(&unchecked(&new));
            assert_eq!(lexical(&new, &known), lexical(&new, &exact), "{name}: {at}..{end} became {piece:?} in {old:?}");
            old = new;
        }
    }
}

#[test]
fn what_is_behind_a_comment_that_is_not_closed_yet_stays_what_it_was() {
    let text = "decl a;\nvoid main() begin\n  a := T;\n  a := F;\n  /* one\n  two */\n  a := F;\nend\n";
    let snapshot = unchecked(text);
    let (mut old, mut known) = (text.to_owned(), tokens(&snapshot));
    let mut edit = |at: usize, length: usize, piece: &str| {
        let mut new = old.clone();
        new.replace_range(at..at + length, piece);
        known = carried(&snapshot, &old, &known, &new);
        let is_comment = |token: &&SemanticToken| token.kind == TokenType::Comment;
        let comments =
            known.iter().filter(is_comment).map(|token| new[token.span.range()].to_owned()).collect::<Vec<_>>();
        old = new;
        (comments, lexical(&old, &known))
    };
    // Line 3, which is `a := T;`, begins with a comment that is typed and taken back.
    let at = text.find("a := T").expect("it is there");
    for (index, key) in ["/", "*", "x", "*"].into_iter().enumerate() {
        let (comments, _) = edit(at + index, 0, key);
        let typed = "/*x*"[..=index].to_owned() + "a := T;";
        let own = (index > 0).then_some(typed);
        assert_eq!(comments, own.into_iter().chain(["/* one".into(), "  two */".into()]).collect::<Vec<_>>());
    }
    assert_eq!(edit(at + 4, 0, "/").0, ["/*x*/", "/* one", "  two */"]);
    assert_eq!(edit(at + 4, 1, "").0, ["/*x*a := T;", "/* one", "  two */"]);
    for index in (0..4).rev() {
        edit(at + index, 1, "");
    }
    // The end of a comment over two lines, and more of what it says.
    let end = text.find("two").expect("it is there");
    assert_eq!(edit(end, 3, "three").0, ["/* one", "  three */"]);
    assert_eq!(edit(end, 5, "four\n").0, ["/* one", "  four", " */"]);
    assert_eq!(edit(end, 5, "two").1, lexical(text, &tokens(&snapshot)));
}

#[test]
fn what_no_key_touched_means_what_it_meant() {
    for (name, text) in texts() {
        let snapshot = unchecked(&text);
        let known = tokens(&snapshot);
        for (index, token) in known.iter().enumerate() {
            let piece = ["\n", " ", "/* so */", "// so\n", "/* on\n\ntwo lines */"][index % 5];
            let mut new = text.clone();
            new.insert_str(token.span.start as usize, piece);
            let is_in_comment = matches!(token.kind, TokenType::Comment | TokenType::Pragma);
            if !is_in_comment {
                assert_eq!(carried(&snapshot, &text, &known, &new), tokens(&unchecked(&new)), "{name}: {index}");
            }
        }
    }
}

#[test]
fn a_word_that_is_typed_means_what_its_name_means() {
    let text = "decl s;\nvoid f(p) begin\n  decl x;\n  L: x := p;\nend\nvoid main() begin\n  f(s);\nend\n";
    let snapshot = unchecked(text);
    let known = tokens(&snapshot);
    let typed = |before: &str, piece: &str| {
        let at = text.find(before).expect("the text has it");
        let mut new = text.to_owned();
        new.insert_str(at, piece);
        let (start, tokens) = (at as u32, carried(&snapshot, text, &known, &new));
        let token =
            tokens.into_iter().find(|token| token.span == Span::new(start, start + piece.trim_end().len() as u32));
        token.map(|token| {
            (token.kind, token.modifiers.contains(Modifier::Shared), token.modifiers.contains(Modifier::Passive))
        })
    };
    assert_eq!(typed("L: x", "s "), Some((TokenType::Variable, true, false)));
    assert_eq!(typed("L: x", "x "), Some((TokenType::Variable, false, false)));
    assert_eq!(typed("L: x", "x$ "), Some((TokenType::Variable, false, true)));
    assert_eq!(typed("L: x", "p "), Some((TokenType::Parameter, false, false)));
    assert_eq!(typed("L: x", "main "), Some((TokenType::Procedure, false, false)));
    assert_eq!(typed("L: x", "L "), Some((TokenType::Label, false, false)));
    assert_eq!(typed("f(s)", "x "), None);
    assert_eq!(typed("f(s)", "if "), Some((TokenType::Keyword, false, false)));
}
