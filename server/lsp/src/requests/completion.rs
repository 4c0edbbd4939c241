//! `textDocument/completion` and `completionItem/resolve`

use std::sync::Arc;

use boolprog_ide::completion::{Completion, Completions, Subject};
use boolprog_ide::symbols::SymbolKind;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{
    CompletionItem, CompletionItemKind, CompletionItemLabelDetails, CompletionParams, CompletionResponse,
    CompletionTextEdit, CompletionTriggerKind, Documentation, InsertReplaceEdit, InsertTextFormat, Position, TextEdit,
    Uri,
};

use super::reply;
use crate::session::convert::Converter;
use crate::session::features::{Features, markup};
use crate::session::state::Shared;
use crate::session::view::Named;

/// Characters after which completions may be shown at once: labels after `goto `, new values after `'`, names in
/// braces, and settings in `// boolprog:`; in integer programs locations after `-> ` and `@`, variables after `.`, and
/// types after `:`.
pub(crate) const TRIGGERS: [&str; 6] = [" ", "'", "{", ":", "@", "."];

/// Place of a completion, from which an offer is documented later.
#[derive(Debug, Serialize, Deserialize)]
struct Origin {
    uri: Uri,
    version: i32,
    position: Position,
}

/// Answers the request. A request caused by a character is answered only at a special place.
pub(crate) async fn answer(shared: &Arc<Shared>, params: CompletionParams) -> Result<Option<CompletionResponse>> {
    let place = params.text_document_position;
    let typed = params.context.is_some_and(|it| it.trigger_kind == CompletionTriggerKind::TRIGGER_CHARACTER);
    let this = Arc::clone(shared);
    reply::about(shared, &place.text_document.uri, move |named: &Named, convert| {
        let version = &named.view.version;
        let offers = named.source.completions(convert.offset(place.position))?;
        let origin = Origin { uri: version.uri.clone(), version: version.number, position: place.position };
        let items = converted(&offers, this.features(), convert, &json!(origin));
        (offers.eager || !typed).then_some(CompletionResponse::Array(items))
    })
    .await
}

/// Adds the documentation of an item; nothing if the text has changed since.
pub(crate) async fn resolve(shared: &Arc<Shared>, item: CompletionItem) -> Result<CompletionItem> {
    let origin = item.data.clone().and_then(|data| serde_json::from_value::<Origin>(data).ok());
    let Some(origin) = origin else { return Ok(item) };
    let (label, of_kind) = (item.label.clone(), item.kind);
    let told = reply::about(shared, &origin.uri, move |named: &Named, convert| {
        let (view, source) = (&named.view, &named.source);
        if view.version.number != origin.version {
            return None;
        }
        let offers = source.completions(convert.offset(origin.position))?;
        let is_it = |offer: &&Completion| offer.label == label && Some(kind(offer.subject)) == of_kind;
        let subject = offers.items.iter().find(is_it)?.subject;
        source.documentation(&label, subject)
    });
    let told = told.await?;
    let kind = shared.features().completion.documentation.clone();
    let documentation = told.map(|value| Documentation::MarkupContent(markup(kind, value)));
    Ok(CompletionItem { documentation, ..item })
}

fn converted(offers: &Completions, features: &Features, convert: &Converter, origin: &Value) -> Vec<CompletionItem> {
    let (insert, replace) = (convert.range(offers.insert), convert.range(offers.replace));
    let edit = |new_text| {
        if features.completion.insert_replace {
            CompletionTextEdit::InsertAndReplace(InsertReplaceEdit { new_text, insert, replace })
        } else {
            CompletionTextEdit::Edit(TextEdit { new_text, range: replace })
        }
    };
    let item = |(rank, offer): (usize, &Completion)| {
        let snippet = offer.snippet.clone().filter(|_| features.completion.snippets);
        let detail = Some(offer.detail.clone()).filter(|detail| !detail.is_empty());
        let label_details = detail.clone().filter(|_| features.completion.label_details);
        CompletionItem {
            label: offer.label.clone(),
            label_details: label_details
                .map(|description| CompletionItemLabelDetails { description: Some(description), detail: None }),
            kind: Some(kind(offer.subject)),
            detail,
            sort_text: Some(format!("{rank:05}")),
            insert_text_format: snippet.is_some().then_some(InsertTextFormat::SNIPPET),
            text_edit: Some(edit(snippet.unwrap_or_else(|| offer.label.clone()))),
            data: is_documented(offer.subject).then(|| origin.clone()),
            ..CompletionItem::default()
        }
    };
    let fits = |offer: &&Completion| features.completion.snippets || offer.subject != Subject::Snippet;
    offers.items.iter().filter(fits).enumerate().map(item).collect()
}

fn kind(subject: Subject) -> CompletionItemKind {
    match subject {
        Subject::Keyword => CompletionItemKind::KEYWORD,
        Subject::Snippet => CompletionItemKind::SNIPPET,
        Subject::Value => CompletionItemKind::VALUE,
        Subject::Key => CompletionItemKind::PROPERTY,
        Subject::Procedure(_) => CompletionItemKind::FUNCTION,
        Subject::Label(_) | Subject::Named(SymbolKind::Location, _) => CompletionItemKind::REFERENCE,
        Subject::Named(SymbolKind::Constant, _) => CompletionItemKind::CONSTANT,
        Subject::Named(SymbolKind::Process, _) => CompletionItemKind::CLASS,
        Subject::Variable(_) | Subject::Named(_, _) => CompletionItemKind::VARIABLE,
    }
}

/// `true` if an offer can have documentation.
fn is_documented(subject: Subject) -> bool {
    !matches!(subject, Subject::Snippet | Subject::Value | Subject::Key)
}
