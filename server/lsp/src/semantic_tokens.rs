//! `textDocument/semanticTokens/full`, `full/delta` and `range`

use std::sync::Arc;

use boolprog_ide::Source;
use boolprog_ide::semantic_tokens::{Modifier, TokenType};
use boolprog_syntax::Span;
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{
    Position, SemanticToken, SemanticTokenModifier, SemanticTokenType, SemanticTokens, SemanticTokensDelta,
    SemanticTokensDeltaParams, SemanticTokensEdit, SemanticTokensFullDeltaResult, SemanticTokensLegend,
    SemanticTokensParams, SemanticTokensRangeParams, SemanticTokensRangeResult, SemanticTokensResult, Uri,
};

use super::convert::Converter;
use super::reply;
use super::state::{Refreshed, Shared, View};

/// The numbers that a token has in the protocol.
const NUMBERS: usize = 5;

/// The tokens of a file that the client has.
#[derive(Debug)]
pub(super) struct Sent {
    id: String,
    tokens: Vec<SemanticToken>,
}

/// Names of all types and modifiers, in the order of their numbers.
pub(super) fn legend() -> SemanticTokensLegend {
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

/// Standard names for the first three and the last, names of our own for what only this language has.
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
pub(super) async fn full(shared: &Arc<Shared>, params: SemanticTokensParams) -> Result<Option<SemanticTokensResult>> {
    let this = Arc::clone(shared);
    let uri = params.text_document.uri;
    reply::about(shared, &uri.clone(), move |view| {
        let sent = all(&this, &uri, view)?;
        Some(SemanticTokensResult::Tokens(sent.answer()))
    })
    .await
}

/// Answers a request for what has changed; with all tokens, if the client names an answer that is not the last one.
pub(super) async fn delta(
    shared: &Arc<Shared>,
    params: SemanticTokensDeltaParams,
) -> Result<Option<SemanticTokensFullDeltaResult>> {
    let this = Arc::clone(shared);
    let uri = params.text_document.uri;
    reply::about(shared, &uri.clone(), move |view| {
        let last = this.documents().get(&uri).and_then(|open| open.tokens.clone());
        let sent = all(&this, &uri, view)?;
        Some(match last.filter(|last| last.id == params.previous_result_id) {
            None => SemanticTokensFullDeltaResult::Tokens(sent.answer()),
            Some(last) => SemanticTokensFullDeltaResult::TokensDelta(SemanticTokensDelta {
                result_id: Some(sent.id.clone()),
                edits: edit(&last.tokens, &sent.tokens).into_iter().collect(),
            }),
        })
    })
    .await
}

/// Answers a request for the tokens of a range.
pub(super) async fn range(
    shared: &Arc<Shared>,
    params: SemanticTokensRangeParams,
) -> Result<Option<SemanticTokensRangeResult>> {
    let this = Arc::clone(shared);
    reply::about(shared, &params.text_document.uri, move |view| {
        let convert = view.converter(&this);
        let source = view.soon()?;
        this.answered(view, &source, Refreshed::Tokens);
        let data = encoded(&source, convert.span(params.range), &convert);
        Some(SemanticTokensRangeResult::Tokens(SemanticTokens { result_id: None, data }))
    })
    .await
}

/// All tokens of a file, remembered under a new id.
fn all(shared: &Shared, uri: &Uri, view: &View) -> Option<Arc<Sent>> {
    let source = view.soon()?;
    shared.answered(view, &source, Refreshed::Tokens);
    let everything = Span::new(0, source.text().len() as u32);
    let tokens = encoded(&source, everything, &view.converter(shared));
    let sent = Arc::new(Sent { id: shared.fresh().to_string(), tokens });
    shared.documents().get_mut(uri)?.tokens = Some(Arc::clone(&sent));
    Some(sent)
}

impl Sent {
    fn answer(&self) -> SemanticTokens {
        SemanticTokens { result_id: Some(self.id.clone()), data: self.tokens.clone() }
    }
}

/// The tokens of the lines that a span touches, each with its distance from the one before it. One pass over the text.
fn encoded(source: &Source, within: Span, convert: &Converter) -> Vec<SemanticToken> {
    let tokens = source.semantic_tokens(within);
    let Some(first) = tokens.first() else { return Vec::new() };
    let mut positions = convert.ascending(source.text(), first.span.start);
    let mut last = Position::default();
    let mut encoded = Vec::with_capacity(tokens.len());
    for token in tokens {
        for part in lines(source, token.span) {
            let (start, end) = (positions.position(part.start), positions.position(part.end));
            let delta_line = start.line - last.line;
            encoded.push(SemanticToken {
                delta_line,
                delta_start: if delta_line == 0 { start.character - last.character } else { start.character },
                length: end.character - start.character,
                token_type: token.kind as u32,
                token_modifiers_bitset: token.modifiers.bits(),
            });
            last = start;
        }
    }
    encoded
}

/// The parts of a span on each of its lines: not every client knows tokens that reach over several ones.
fn lines(source: &Source, span: Span) -> impl Iterator<Item = Span> {
    let text = source.slice(span);
    let lines = text.split(['\n', '\r']).scan(span.start, |at, line| {
        let part = Span::new(*at, *at + line.len() as u32);
        *at = part.end + 1;
        Some(part)
    });
    lines.filter(|part| !part.is_empty())
}

/// The change between two lists of tokens: the shortest one that is in one piece. `None` if they are equal.
fn edit(old: &[SemanticToken], new: &[SemanticToken]) -> Option<SemanticTokensEdit> {
    let same = |(left, right): &(&SemanticToken, &SemanticToken)| left == right;
    let before = old.iter().zip(new).take_while(same).count();
    let (old, new) = (&old[before..], &new[before..]);
    let behind = old.iter().rev().zip(new.iter().rev()).take_while(same).count();
    let (old, new) = (&old[..old.len() - behind], &new[..new.len() - behind]);
    (!old.is_empty() || !new.is_empty()).then(|| SemanticTokensEdit {
        start: (before * NUMBERS) as u32,
        delete_count: (old.len() * NUMBERS) as u32,
        data: Some(new.to_vec()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tokens that differ in their lengths only.
    fn tokens(lengths: &[u32]) -> Vec<SemanticToken> {
        lengths.iter().map(|&length| SemanticToken { length, ..SemanticToken::default() }).collect()
    }

    /// Every list of up to four tokens of two kinds becomes every other one, and by as little as one piece can.
    #[test]
    fn an_edit_makes_the_new_tokens_of_the_old_ones() {
        let lists: Vec<Vec<u32>> =
            (0..5u32).flat_map(|n| (0..1u32 << n).map(move |bits| (0..n).map(|i| bits >> i & 1).collect())).collect();
        for old in &lists {
            for new in &lists {
                let mut model = tokens(old);
                match edit(&model, &tokens(new)) {
                    None => assert_eq!(old, new),
                    Some(SemanticTokensEdit { start, delete_count, data }) => {
                        let data = data.expect("what is put in");
                        let range = start as usize / NUMBERS..(start + delete_count) as usize / NUMBERS;
                        assert!(range.is_empty() || model[range.start] != *data.first().unwrap_or(&tokens(&[2])[0]));
                        model.splice(range, data);
                        assert_eq!(model, tokens(new), "{old:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn numbers_of_types_and_modifiers_are_places_in_the_legend() {
        assert!(TokenType::ALL.iter().zip(0..).all(|(kind, number)| *kind as u32 == number));
        assert!(Modifier::ALL.iter().zip(0..).all(|(modifier, number)| *modifier as u32 == number));
    }
}
