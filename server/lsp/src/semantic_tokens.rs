//! `textDocument/semanticTokens/full`, `full/delta` and `range`

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use boolprog_base::Span;
use boolprog_ide::Source;
use boolprog_ide::semantic_tokens::{Modifier, SemanticToken as Token, TokenType};
use boolprog_syntax::Change;
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

/// So many answers are remembered.
const REMEMBERED: usize = 4;

/// The tokens of a file that were sent to the client, the newest last. It may have cancelled its request and go on from an
/// older answer, so the first is the one that it went on from last.
#[derive(Default)]
pub(super) struct Sent(VecDeque<Arc<Answer>>);

/// All tokens of a text, as an answer to the client.
#[derive(Debug)]
struct Answer {
    id: String,
    text: Arc<str>,
    tokens: Vec<Token>,
    /// Whether the text had not been read, or was read in another way, and nobody knows whether they are right.
    is_doubtful: AtomicBool,
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
    reply::about(shared, &params.text_document.uri, move |view| {
        let answer = exact(&this, view)?;
        Some(SemanticTokensResult::Tokens(sent(&this, view, answer)?.all(&view.converter(&this))))
    })
    .await
}

/// Answers a request for what has changed; with all tokens, if the client names an answer that is forgotten.
pub(super) async fn delta(
    shared: &Arc<Shared>,
    params: SemanticTokensDeltaParams,
) -> Result<Option<SemanticTokensFullDeltaResult>> {
    let this = Arc::clone(shared);
    let uri = params.text_document.uri;
    reply::about(shared, &uri.clone(), move |view| {
        let (convert, id) = (view.converter(&this), &params.previous_result_id);
        let last = this.documents().get_mut(&uri).and_then(|open| open.tokens.of_id(id));
        let Some(last) = last else {
            let answer = exact(&this, view)?;
            return Some(SemanticTokensFullDeltaResult::Tokens(sent(&this, view, answer)?.all(&convert)));
        };
        let answer = sent(&this, view, of_draft(&this, view, &last).or_else(|| exact(&this, view))?)?;
        Some(SemanticTokensFullDeltaResult::TokensDelta(SemanticTokensDelta {
            result_id: Some(answer.id.clone()),
            edits: edit(&last, &answer, &convert).into_iter().collect(),
        }))
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
        let data = encoded(source.text(), &source.semantic_tokens(convert.span(params.range)), None, &convert);
        Some(SemanticTokensRangeResult::Tokens(SemanticTokens { result_id: None, data }))
    })
    .await
}

impl Sent {
    /// The text has been read in another way since: what was sent may be wrong.
    pub(super) fn doubt(&self) {
        if let Some(newest) = self.0.back() {
            newest.is_doubtful.store(true, Ordering::Relaxed);
        }
    }

    /// The answer that the client says it has, if we still have it.
    fn of_id(&mut self, id: &str) -> Option<Arc<Answer>> {
        let index = self.0.iter().position(|answer| answer.id == id)?;
        self.0.drain(..index);
        self.0.front().cloned()
    }

    fn push(&mut self, answer: Arc<Answer>) {
        if self.0.len() == REMEMBERED {
            self.0.remove(1);
        }
        self.0.push_back(answer);
    }
}

/// Notes what is sent to the client; `None` if the text is another one by now, so that nothing is sent.
fn sent(shared: &Shared, view: &View, answer: Answer) -> Option<Arc<Answer>> {
    let (version, answer) = (&view.version, Arc::new(answer));
    let mut documents = shared.documents();
    let open = documents.get_mut(&version.uri).filter(|open| open.version.is_same(version))?;
    if !Arc::ptr_eq(&open.version, version) {
        // It has been read in another way meanwhile.
        answer.is_doubtful.store(true, Ordering::Relaxed);
    }
    open.tokens.push(Arc::clone(&answer));
    drop(documents);
    // The text may have been read, and what was sent before been found right, before this was known.
    if answer.is_doubtful.load(Ordering::Relaxed) && version.is_read() {
        shared.queue.push(version.uri.clone());
    }
    Some(answer)
}

/// All tokens of a text.
fn exact(shared: &Shared, view: &View) -> Option<Answer> {
    let source = view.soon()?;
    shared.answered(view, &source, Refreshed::Tokens);
    let (id, text) = (shared.fresh().to_string(), Arc::clone(source.text()));
    Some(Answer { id, text, tokens: everything(&source), is_doubtful: false.into() })
}

fn everything(source: &Source) -> Vec<Token> {
    source.semantic_tokens(Span::new(0, source.text().len() as u32))
}

/// All tokens of a long text that has not been read yet, by those that the client has. Only for a client that can be asked
/// to ask again.
fn of_draft(shared: &Shared, view: &View, last: &Answer) -> Option<Answer> {
    let draft = view.draft().filter(|_| shared.features().refreshes_tokens)?;
    let tokens = draft.semantic_tokens(&last.text, &last.tokens);
    Some(Answer { id: shared.fresh().to_string(), text: draft.text, tokens, is_doubtful: true.into() })
}

/// The tokens that the client was sent last, if nobody knows whether they are right.
fn doubtful(shared: &Shared, uri: &Uri) -> Option<Arc<Answer>> {
    let newest = shared.documents().get(uri)?.tokens.0.back().cloned()?;
    newest.is_doubtful.load(Ordering::Relaxed).then_some(newest)
}

/// How long what the client was sent may stay as it is before somebody looks whether it is right; `None` if it is. What
/// an older program never reaches has to be right soon. The rest can wait as long as a check: what is wrong behind one key
/// is often right behind the next.
pub(super) fn time_to_correct(shared: &Shared, view: &View) -> Option<Duration> {
    let newest = doubtful(shared, &view.version.uri)?;
    let is_dead = |token: &Token| token.modifiers.contains(Modifier::Unreachable);
    let is_stale = newest.tokens.iter().any(is_dead);
    Some(if is_stale { Duration::ZERO } else { view.version.settings.debounce })
}

/// Whether the client was sent tokens of this text that are not what they should be; a file in a language that is not ours
/// should have none. Says so once. Reads the text if nobody did yet, so not for the protocol task.
pub(super) fn are_wrong(shared: &Shared, view: &View) -> bool {
    let version = &view.version;
    let Some(newest) = doubtful(shared, &version.uri) else { return false };
    if *version.document.rope() != *newest.text {
        return false;
    }
    let exact = view.soon().map_or_else(Vec::new, |source| everything(&source));
    // The doubts about a version that has been settled meanwhile are not this one's to clear.
    let documents = shared.documents();
    let is_newest = documents.get(&version.uri).is_some_and(|open| Arc::ptr_eq(&open.version, version));
    is_newest && newest.is_doubtful.swap(false, Ordering::Relaxed) && exact != newest.tokens
}

impl Answer {
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

/// The change between the tokens of two texts, in one piece; `None` if there is none. Only what is different is encoded.
fn edit(old: &Answer, new: &Answer, convert: &Converter) -> Option<SemanticTokensEdit> {
    let change = Change::between(&old.text, &new.text);
    let (kept, behind) = same(&old.tokens, &new.tokens, &change);
    let different = &new.tokens[kept..new.tokens.len() - behind];
    let deleted = old.tokens.len() - behind - kept;
    (deleted > 0 || !different.is_empty()).then(|| SemanticTokensEdit {
        start: (kept * NUMBERS) as u32,
        delete_count: (deleted * NUMBERS) as u32,
        data: Some(encoded(&new.text, different, new.tokens[..kept].last(), convert)),
    })
}

/// How many tokens are the same in front of a change of the text, and how many behind it: in themselves, and in their
/// distance from the one before.
fn same(old: &[Token], new: &[Token], change: &Change) -> (usize, usize) {
    let in_front = old.iter().zip(new).take_while(|(old, new)| old == new && old.span.end <= change.old.start).count();
    let (old, new) = (&old[in_front..], &new[in_front..]);
    let is_unchanged = change.old.is_empty() && change.new.is_empty();
    let is_same = |(old, new): &(&Token, &Token)| {
        let is_behind = old.span.start >= change.old.end && new.span.start >= change.new.end;
        let moved = |offset: u32| offset + change.new.end - change.old.end;
        let moved = || Token { span: Span::new(moved(old.span.start), moved(old.span.end)), ..**old };
        (is_unchanged || is_behind) && moved() == **new
    };
    let behind = old.iter().rev().zip(new.iter().rev()).take_while(is_same).count();
    // The distance of the first one is from a token that may be another one.
    (in_front, behind.saturating_sub(1))
}

#[cfg(test)]
mod tests {
    use boolprog_base::position::Encoding;
    use boolprog_ide::semantic_tokens::Modifiers;
    use boolprog_syntax::lexer;

    use super::super::document::Version;
    use super::super::language::Language;
    use super::*;

    /// A text, and its words as tokens.
    fn answer(text: &str, kind: TokenType) -> (Version, Answer) {
        let uri: Uri = "file:///a.bp".parse().expect("a URI");
        let version = Version::open(uri, Language::Boolean, 1, text, Arc::default());
        let words = lexer::tokens(text, Span::new(0, text.len() as u32));
        let token = |token: lexer::Token| Token { span: token.span, kind, modifiers: Modifiers::default() };
        let answer = Answer {
            id: String::new(),
            text: text.into(),
            tokens: words.map(token).collect(),
            is_doubtful: false.into(),
        };
        (version, answer)
    }

    /// What a client has that applies an edit.
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
            let before = Converter::new(&version, Encoding::Utf16);
            for (new, kind) in texts.iter().flat_map(|text| [(text, TokenType::Label), (text, TokenType::Value)]) {
                let (version, new) = answer(new, kind);
                let convert = Converter::new(&version, Encoding::Utf16);
                let all = encoded(&new.text, &new.tokens, None, &convert);
                assert_eq!(applied(&old, edit(&old, &new, &convert), &before), all, "{} {}", old.text, new.text);
            }
        }
    }

    #[test]
    fn only_what_is_different_is_answer() {
        let (_, old) = answer("a b c\nd e f", TokenType::Label);
        let numbers = |new: &Answer, version: &Version| {
            let edit = edit(&old, new, &Converter::new(version, Encoding::Utf8))?;
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
