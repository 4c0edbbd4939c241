//! `textDocument/semanticTokens/full`, `full/delta` and `range`

use std::cmp::Ordering;
use std::ops::Range;
use std::sync::Arc;

use boolprog_base::Span;
use boolprog_ide::Source;
use boolprog_ide::semantic_tokens::{Modifier, SemanticToken as Token, TokenType};
use boolprog_syntax::Change;
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{
    Position, SemanticToken, SemanticTokenModifier, SemanticTokenType, SemanticTokens, SemanticTokensDelta,
    SemanticTokensDeltaParams, SemanticTokensEdit, SemanticTokensFullDeltaResult, SemanticTokensLegend,
    SemanticTokensParams, SemanticTokensRangeParams, SemanticTokensRangeResult, SemanticTokensResult,
};

use super::reply;
use crate::session::convert::{Converter, Positions};
use crate::session::sent_tokens::Answer;
use crate::session::state::Shared;
use crate::session::view::{Judged, View};

/// The numbers that a token has in the protocol.
const NUMBERS: usize = 5;

/// Names of all types and modifiers, in the order of their numbers.
pub(crate) fn legend() -> SemanticTokensLegend {
    SemanticTokensLegend {
        token_types: TokenType::ALL.map(type_name).to_vec(),
        token_modifiers: Modifier::ALL.map(modifier_name).to_vec(),
    }
}

/// Standard names, but for `boolean` and for `label`, which became one in version 3.18 of the protocol.
fn type_name(kind: TokenType) -> SemanticTokenType {
    match kind {
        TokenType::Comment => SemanticTokenType::COMMENT,
        TokenType::Pragma => SemanticTokenType::MACRO,
        TokenType::Keyword => SemanticTokenType::KEYWORD,
        TokenType::Operator => SemanticTokenType::OPERATOR,
        TokenType::Number => SemanticTokenType::NUMBER,
        TokenType::Value => SemanticTokenType::new("boolean"),
        TokenType::Variable => SemanticTokenType::VARIABLE,
        TokenType::Parameter => SemanticTokenType::PARAMETER,
        TokenType::Procedure => SemanticTokenType::FUNCTION,
        TokenType::Label => SemanticTokenType::new("label"),
        TokenType::Process => SemanticTokenType::CLASS,
    }
}

/// Standard names for the first three and the last, and names of our own for the modifiers of this language.
fn modifier_name(modifier: Modifier) -> SemanticTokenModifier {
    match modifier {
        Modifier::Declaration => SemanticTokenModifier::DECLARATION,
        Modifier::Modification => SemanticTokenModifier::MODIFICATION,
        Modifier::ThreadStart => SemanticTokenModifier::ASYNC,
        Modifier::Shared => SemanticTokenModifier::new("shared"),
        Modifier::ThreadLocal => SemanticTokenModifier::new("threadLocal"),
        Modifier::NextState => SemanticTokenModifier::new("nextState"),
        Modifier::Passive => SemanticTokenModifier::new("passive"),
        Modifier::Unreachable => SemanticTokenModifier::new("unreachable"),
        Modifier::Constant => SemanticTokenModifier::READONLY,
    }
}

/// Answers a request for all tokens.
pub(crate) async fn full(shared: &Arc<Shared>, params: SemanticTokensParams) -> Result<Option<SemanticTokensResult>> {
    let this = Arc::clone(shared);
    reply::about(shared, &params.text_document.uri, move |judged: &Judged, convert| {
        let answer = Answer::new(&this, &judged.source);
        Some(SemanticTokensResult::Tokens(sent(&this, &judged.view, answer)?.all(convert)))
    })
    .await
}

/// Answers a request for changes; with all tokens, if the client names an answer that is forgotten.
pub(crate) async fn delta(
    shared: &Arc<Shared>,
    params: SemanticTokensDeltaParams,
) -> Result<Option<SemanticTokensFullDeltaResult>> {
    let this = Arc::clone(shared);
    let uri = params.text_document.uri;
    reply::about(shared, &uri.clone(), move |judged: &Judged, convert| {
        let id = &params.previous_result_id;
        let last = this.documents().get_mut(&uri).and_then(|open| open.tokens.of_id(id));
        let Some(last) = last else {
            let answer = Answer::new(&this, &judged.source);
            return Some(SemanticTokensFullDeltaResult::Tokens(sent(&this, &judged.view, answer)?.all(convert)));
        };
        let answer = sent(&this, &judged.view, Answer::new(&this, &judged.source))?;
        Some(SemanticTokensFullDeltaResult::TokensDelta(SemanticTokensDelta {
            result_id: Some(answer.id.clone()),
            edits: edits(&last, &answer, convert),
        }))
    })
    .await
}

/// Answers a request for the tokens of a range.
pub(crate) async fn range(
    shared: &Arc<Shared>,
    params: SemanticTokensRangeParams,
) -> Result<Option<SemanticTokensRangeResult>> {
    reply::about(shared, &params.text_document.uri, move |judged: &Judged, convert| {
        let source = &judged.source;
        let tokens = source.semantic_tokens(convert.span(params.range));
        let data = encoded(&tokens, None, &mut positions(source.text(), &tokens, convert));
        Some(SemanticTokensRangeResult::Tokens(SemanticTokens { result_id: None, data }))
    })
    .await
}

/// Records the answer that is sent to the client; `None` if the text has changed, so that none is sent.
fn sent(shared: &Shared, view: &View, answer: Answer) -> Option<Arc<Answer>> {
    let answer = Arc::new(answer);
    let mut documents = shared.documents();
    let open = documents.get_mut(&view.version.uri).filter(|open| Arc::ptr_eq(&open.version, &view.version))?;
    open.tokens.push(Arc::clone(&answer));
    Some(answer)
}

impl Answer {
    fn new(shared: &Shared, source: &Source) -> Self {
        let text = Arc::clone(source.text());
        let tokens = source.semantic_tokens(Span::new(0, text.len() as u32));
        Self { id: shared.fresh().to_string(), text, tokens }
    }

    fn all(&self, convert: &Converter) -> SemanticTokens {
        let data = encoded(&self.tokens, None, &mut positions(&self.text, &self.tokens, convert));
        SemanticTokens { result_id: Some(self.id.clone()), data }
    }
}

/// The positions in a text from the first of these tokens on.
fn positions<'t>(text: &'t str, tokens: &[Token], convert: &Converter) -> Positions<'t> {
    convert.ascending(text, tokens.first().map_or(0, |first| first.span.start))
}

/// Tokens as the protocol has them, each with its distance from the one before it: the first from `before`, or from the
/// beginning of the text.
fn encoded(tokens: &[Token], before: Option<&Token>, positions: &mut Positions<'_>) -> Vec<SemanticToken> {
    let mut last = before.map_or(Position::default(), |before| positions.position(before.span.start));
    let token = |token: &Token| {
        let (start, end) = (positions.position(token.span.start), positions.position(token.span.end));
        let delta_line = start.line - last.line;
        let delta_start = if delta_line == 0 { start.character - last.character } else { start.character };
        last = start;
        SemanticToken {
            delta_line,
            delta_start,
            length: end.character - start.character,
            token_type: token.kind as u32,
            token_modifiers_bitset: token.modifiers.bits(),
        }
    };
    tokens.iter().map(token).collect()
}

/// The changes between the tokens of two texts, in textual order. Only what is different is encoded: a name that is
/// declared again changes tokens all over the file, but few of them.
fn edits(old: &Answer, new: &Answer, convert: &Converter) -> Vec<SemanticTokensEdit> {
    let runs = different(&old.tokens, &new.tokens, &Change::between(&old.text, &new.text));
    let Some(first) = runs.first() else { return Vec::new() };
    let mut positions = positions(&new.text, &new.tokens[first.new.start.saturating_sub(1)..], convert);
    let edit = |run: &Run| SemanticTokensEdit {
        start: (run.old.start * NUMBERS) as u32,
        delete_count: (run.old.len() * NUMBERS) as u32,
        data: Some(encoded(&new.tokens[run.new.clone()], new.tokens[..run.new.start].last(), &mut positions)),
    };
    runs.iter().map(edit).collect()
}

/// Successive tokens of the new text in the place of others of the old one.
struct Run {
    old: Range<usize>,
    new: Range<usize>,
}

/// On which side of the change of a text a token is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Before,
    After,
}

/// A token of the old text where it is in the new one, and on which side of the change. One that the change touches is on
/// none, and counts as an empty one at the change.
fn moved(token: &Token, change: &Change) -> (Token, Option<Side>) {
    let shifted = |offset: u32| offset - change.old.end + change.new.end;
    let (span, side) = if token.span.end <= change.old.start {
        (token.span, Some(Side::Before))
    } else if token.span.start >= change.old.end {
        (Span::new(shifted(token.span.start), shifted(token.span.end)), Some(Side::After))
    } else {
        (Span::empty(change.new.start), None)
    };
    (Token { span, ..*token }, side)
}

/// The runs of tokens that differ, in themselves or in their distance from the one before. Linear.
fn different(old: &[Token], new: &[Token], change: &Change) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    let (mut at_old, mut at_new) = (0, 0);
    // The side of the last token, if one begins at the same place in both texts. The distance from it to one on the same
    // side has not changed.
    let mut last = Some(Side::Before);
    while at_old < old.len() || at_new < new.len() {
        let begin = (at_old, at_new);
        let moved = old.get(at_old).map(|token| moved(token, change));
        let order = match (moved, new.get(at_new)) {
            (Some((moved, _)), Some(new)) => moved.span.start.cmp(&new.span.start),
            (Some(_), None) => Ordering::Less,
            (None, _) => Ordering::Greater,
        };
        at_old += usize::from(order.is_le());
        at_new += usize::from(order.is_ge());
        let both = moved.filter(|_| order.is_eq());
        let side = both.and_then(|(_, side)| side);
        let is_same = side.is_some() && side == last && both.is_some_and(|(moved, _)| moved == new[begin.1]);
        last = side;
        match runs.last_mut() {
            _ if is_same => {}
            Some(run) if (run.old.end, run.new.end) == begin => (run.old.end, run.new.end) = (at_old, at_new),
            _ => runs.push(Run { old: begin.0..at_old, new: begin.1..at_new }),
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use boolprog_base::position::Encoding;
    use boolprog_ide::semantic_tokens::Modifiers;
    use boolprog_syntax::lexer;

    use super::*;
    use crate::session::document::Version;
    use tower_lsp::ls_types::Uri;

    /// A text, and its words as tokens.
    fn answer(text: &str, kind: TokenType) -> (Version, Answer) {
        let uri: Uri = "file:///a.bp".parse().expect("a URI");
        let version = Version::open(uri, &boolprog_frontend::FRONT_ENDS[0], 1, text, Arc::default());
        let words = lexer::tokens(text, Span::new(0, text.len() as u32));
        let token = |token: lexer::Token| Token { span: token.span, kind, modifiers: Modifiers::default() };
        let answer = Answer { id: String::new(), text: text.into(), tokens: words.map(token).collect() };
        (version, answer)
    }

    /// The tokens of a client that applies edits.
    fn applied(old: &Answer, edits: Vec<SemanticTokensEdit>, convert: &Converter) -> Vec<SemanticToken> {
        let mut tokens = old.all(convert).data;
        // Each counts in the tokens before all changes.
        for SemanticTokensEdit { start, delete_count, data } in edits.into_iter().rev() {
            let range = start as usize / NUMBERS..(start + delete_count) as usize / NUMBERS;
            tokens.splice(range, data.expect("what is put in"));
        }
        tokens
    }

    #[test]
    fn edits_make_the_new_tokens_of_the_old_ones() {
        let words = ["", "a", "bc ", "\n", " a\n", "\u{e9}"];
        let texts = words.iter().flat_map(|one| words.iter().map(move |two| [*one, two]));
        let texts: Vec<String> = texts.flat_map(|pair| words.map(|three| pair.concat() + three)).collect();
        for old in &texts {
            let (before, old) = answer(old, TokenType::Label);
            let before = before.converter(Encoding::Utf16);
            for (new, is_changed) in texts.iter().flat_map(|text| [(text, false), (text, true)]) {
                let (version, mut new) = answer(new, TokenType::Label);
                if is_changed {
                    // Names that mean something else, and names that mean nothing.
                    let is_a = |token: &Token| &new.text[token.span.range()] == "a";
                    new.tokens = new.tokens.iter().copied().filter(|token| !is_a(token)).collect();
                    new.tokens.iter_mut().step_by(2).for_each(|token| token.kind = TokenType::Value);
                }
                let convert = version.converter(Encoding::Utf16);
                let edits = edits(&old, &new, &convert);
                assert_eq!(applied(&old, edits, &before), new.all(&convert).data, "{} {}", old.text, new.text);
            }
        }
    }

    #[test]
    fn a_delta_has_only_the_tokens_that_differ() {
        let (_, old) = answer("a b c\nd e f", TokenType::Label);
        let numbers = |new: &Answer, version: &Version| -> Vec<_> {
            let edits = edits(&old, new, &version.converter(Encoding::Utf8));
            let numbers =
                |edit: SemanticTokensEdit| (edit.start / 5, edit.delete_count / 5, edit.data.map(|it| it.len()));
            edits.into_iter().map(numbers).collect()
        };
        let (version, mut new) = answer(&old.text, TokenType::Label);
        assert_eq!(numbers(&new, &version), []);
        new.tokens[0].kind = TokenType::Value;
        new.tokens[2].kind = TokenType::Value;
        assert_eq!(numbers(&new, &version), [(0, 1, Some(1)), (2, 1, Some(1))]);
        new.tokens.remove(4);
        assert_eq!(numbers(&new, &version), [(0, 1, Some(1)), (2, 1, Some(1)), (4, 2, Some(1))]);
        let (version, new) = answer("a b c\nd x e f", TokenType::Label);
        assert_eq!(numbers(&new, &version), [(4, 1, Some(2))]);
    }

    #[test]
    fn numbers_of_types_and_modifiers_are_places_in_the_legend() {
        assert!(TokenType::ALL.iter().zip(0..).all(|(kind, number)| *kind as u32 == number));
        assert!(Modifier::ALL.iter().zip(0..).all(|(modifier, number)| *modifier as u32 == number));
    }
}
