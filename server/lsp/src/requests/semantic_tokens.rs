//! `textDocument/semanticTokens/full`, `full/delta` and `range`

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
use crate::session::convert::Converter;
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
    reply::about(shared, &params.text_document.uri, move |judged: &Judged| {
        let answer = Answer::new(&this, &judged.source);
        Some(SemanticTokensResult::Tokens(
            sent(&this, &judged.view, answer)?.all(&judged.view.converter(this.features())),
        ))
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
    reply::about(shared, &uri.clone(), move |judged: &Judged| {
        let (convert, id) = (judged.view.converter(this.features()), &params.previous_result_id);
        let last = this.documents().get_mut(&uri).and_then(|open| open.tokens.of_id(id));
        let Some(last) = last else {
            let answer = Answer::new(&this, &judged.source);
            return Some(SemanticTokensFullDeltaResult::Tokens(sent(&this, &judged.view, answer)?.all(&convert)));
        };
        let answer = sent(&this, &judged.view, Answer::new(&this, &judged.source))?;
        Some(SemanticTokensFullDeltaResult::TokensDelta(SemanticTokensDelta {
            result_id: Some(answer.id.clone()),
            edits: edit(&last, &answer, &convert).into_iter().collect(),
        }))
    })
    .await
}

/// Answers a request for the tokens of a range.
pub(crate) async fn range(
    shared: &Arc<Shared>,
    params: SemanticTokensRangeParams,
) -> Result<Option<SemanticTokensRangeResult>> {
    let this = Arc::clone(shared);
    reply::about(shared, &params.text_document.uri, move |judged: &Judged| {
        let convert = judged.view.converter(this.features());
        let source = &judged.source;
        let data = encoded(source.text(), &source.semantic_tokens(convert.span(params.range)), None, &convert);
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
        let data = encoded(&self.text, &self.tokens, None, convert);
        SemanticTokens { result_id: Some(self.id.clone()), data }
    }
}

/// Tokens as the protocol has them, each with its distance from the one before it: the first from `before`, or from the
/// beginning of the text. Linear in the text from there on.
fn encoded(text: &str, tokens: &[Token], before: Option<&Token>, convert: &Converter) -> Vec<SemanticToken> {
    let Some(first) = before.or(tokens.first()) else { return Vec::new() };
    let mut positions = convert.ascending(text, first.span.start);
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

/// The change between the tokens of two texts, in one piece; `None` if there is none. Only the difference is encoded.
fn edit(old: &Answer, new: &Answer, convert: &Converter) -> Option<SemanticTokensEdit> {
    let change = Change::between(&old.text, &new.text);
    let (kept, after) = same(&old.tokens, &new.tokens, &change);
    let different = &new.tokens[kept..new.tokens.len() - after];
    let deleted = old.tokens.len() - after - kept;
    (deleted > 0 || !different.is_empty()).then(|| SemanticTokensEdit {
        start: (kept * NUMBERS) as u32,
        delete_count: (deleted * NUMBERS) as u32,
        data: Some(encoded(&new.text, different, new.tokens[..kept].last(), convert)),
    })
}

/// The number of equal tokens before and after a change of the text: equal in themselves, and in their distance from
/// the one before.
fn same(old: &[Token], new: &[Token], change: &Change) -> (usize, usize) {
    let before = old.iter().zip(new).take_while(|(old, new)| old == new && old.span.end <= change.old.start).count();
    let (old, new) = (&old[before..], &new[before..]);
    let is_unchanged = change.old.is_empty() && change.new.is_empty();
    let is_same = |(old, new): &(&Token, &Token)| {
        let is_after = old.span.start >= change.old.end && new.span.start >= change.new.end;
        let moved = |offset: u32| offset + change.new.end - change.old.end;
        let moved = || Token { span: Span::new(moved(old.span.start), moved(old.span.end)), ..**old };
        (is_unchanged || is_after) && moved() == **new
    };
    let after = old.iter().rev().zip(new.iter().rev()).take_while(is_same).count();
    // The distance of the first one is from a token that may be another one.
    (before, after.saturating_sub(1))
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

    /// The tokens of a client after it applies an edit.
    fn applied(old: &Answer, edit: Option<SemanticTokensEdit>, convert: &Converter) -> Vec<SemanticToken> {
        let mut tokens = encoded(&old.text, &old.tokens, None, convert);
        if let Some(SemanticTokensEdit { start, delete_count, data }) = edit {
            let range = start as usize / NUMBERS..(start + delete_count) as usize / NUMBERS;
            tokens.splice(range, data.expect("what is put in"));
        }
        tokens
    }

    #[test]
    fn an_edit_makes_the_new_tokens_of_the_old_ones() {
        let words = ["", "a", "bc ", "\n", " a\n", "\u{e9}"];
        let texts = words.iter().flat_map(|one| words.iter().map(move |two| [*one, two]));
        let texts: Vec<String> = texts.flat_map(|pair| words.map(|three| pair.concat() + three)).collect();
        for old in &texts {
            let (version, old) = answer(old, TokenType::Label);
            let before = version.converter(Encoding::Utf16);
            for (new, kind) in texts.iter().flat_map(|text| [(text, TokenType::Label), (text, TokenType::Value)]) {
                let (version, new) = answer(new, kind);
                let convert = version.converter(Encoding::Utf16);
                let all = encoded(&new.text, &new.tokens, None, &convert);
                assert_eq!(applied(&old, edit(&old, &new, &convert), &before), all, "{} {}", old.text, new.text);
            }
        }
    }

    #[test]
    fn a_delta_has_only_the_tokens_that_differ() {
        let (_, old) = answer("a b c\nd e f", TokenType::Label);
        let numbers = |new: &Answer, version: &Version| {
            let edit = edit(&old, new, &version.converter(Encoding::Utf8))?;
            Some((edit.start / 5, edit.delete_count / 5, edit.data?.len()))
        };
        let (version, mut new) = answer(&old.text, TokenType::Label);
        assert_eq!(numbers(&new, &version), None);
        new.tokens[2].kind = TokenType::Value;
        assert_eq!(numbers(&new, &version), Some((2, 2, 2)));
        let (version, new) = answer("a b c\nd x e f", TokenType::Label);
        assert_eq!(numbers(&new, &version), Some((4, 1, 2)));
    }

    #[test]
    fn numbers_of_types_and_modifiers_are_places_in_the_legend() {
        assert!(TokenType::ALL.iter().zip(0..).all(|(kind, number)| *kind as u32 == number));
        assert!(Modifier::ALL.iter().zip(0..).all(|(modifier, number)| *modifier as u32 == number));
    }
}
