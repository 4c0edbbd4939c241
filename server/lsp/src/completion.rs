//! `textDocument/completion` and `completionItem/resolve`

use std::sync::Arc;

use boolprog_ide::completion::{Completion, Completions, Subject};
use boolprog_ide::symbols::SymbolKind;
use boolprog_integer::model::SymbolId;
use boolprog_program::names::{LabelId, ProcedureId, VariableId};
use serde::{Deserialize, Serialize};
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{
    CompletionItem, CompletionItemKind, CompletionItemLabelDetails, CompletionParams, CompletionResponse,
    CompletionTextEdit, CompletionTriggerKind, Documentation, InsertReplaceEdit, InsertTextFormat, MarkupContent,
    TextEdit, Uri,
};

use super::capabilities::Features;
use super::convert::Converter;
use super::reply;
use super::state::Shared;

/// Behind these characters something may be offered that is worth showing at once: labels behind `goto `, new values
/// behind `'`, names in braces, and settings in `// boolprog:`; in integer programs locations behind `-> ` and `@`,
/// variables behind `.`, and types behind `:`.
pub(super) const TRIGGERS: [&str; 6] = [" ", "'", "{", ":", "@", "."];

/// What an offer needs to be documented later.
#[derive(Debug, Serialize, Deserialize)]
struct Origin {
    uri: Uri,
    version: i32,
    subject: Kind,
    id: u32,
}

/// What an offer stands for, without its number.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
enum Kind {
    Keyword,
    Variable,
    Procedure,
    Label,
    Constant,
    Process,
    Location,
    ProcessVariable,
}

/// Answers the request. One that a character caused is answered only if the place is a special one.
pub(super) async fn answer(shared: &Arc<Shared>, params: CompletionParams) -> Result<Option<CompletionResponse>> {
    let place = params.text_document_position;
    let typed = params.context.is_some_and(|it| it.trigger_kind == CompletionTriggerKind::TRIGGER_CHARACTER);
    let uri = place.text_document.uri;
    let this = Arc::clone(shared);
    reply::about(shared, &uri.clone(), move |view| {
        let convert = view.converter(&this);
        let offers = view.soon()?.completions(convert.offset(place.position))?;
        let origin = |subject| origin(&uri, view.version.number, subject);
        let items = converted(&offers, this.features(), &convert, origin);
        (offers.eager || !typed).then_some(CompletionResponse::Array(items))
    })
    .await
}

/// Adds what there is to say about an offer; nothing, if the text is another one by now.
pub(super) async fn resolve(shared: &Arc<Shared>, item: CompletionItem) -> Result<CompletionItem> {
    let origin = item.data.clone().and_then(|data| serde_json::from_value::<Origin>(data).ok());
    let Some(origin) = origin else { return Ok(item) };
    let (label, uri) = (item.label.clone(), origin.uri.clone());
    let told = reply::about(shared, &uri, move |view| {
        let source = view.source().filter(|_| view.version.number == origin.version)?;
        source.documentation(&label, subject(&origin))
    });
    let told = told.await?;
    let kind = shared.features().completion.documentation.clone();
    let documentation = told.map(|value| Documentation::MarkupContent(MarkupContent { kind, value }));
    Ok(CompletionItem { documentation, ..item })
}

fn converted(
    offers: &Completions,
    features: &Features,
    convert: &Converter,
    origin: impl Fn(Subject) -> Option<Origin>,
) -> Vec<CompletionItem> {
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
            data: origin(offer.subject).and_then(|origin| serde_json::to_value(origin).ok()),
            ..CompletionItem::default()
        }
    };
    offers.items.iter().enumerate().map(item).collect()
}

fn kind(subject: Subject) -> CompletionItemKind {
    match subject {
        Subject::Keyword => CompletionItemKind::KEYWORD,
        Subject::Value => CompletionItemKind::VALUE,
        Subject::Key => CompletionItemKind::PROPERTY,
        Subject::Procedure(_) => CompletionItemKind::FUNCTION,
        Subject::Label(_) | Subject::Named(SymbolKind::Location, _) => CompletionItemKind::REFERENCE,
        Subject::Named(SymbolKind::Constant, _) => CompletionItemKind::CONSTANT,
        Subject::Named(SymbolKind::Process, _) => CompletionItemKind::CLASS,
        Subject::Variable(_) | Subject::Named(_, _) => CompletionItemKind::VARIABLE,
    }
}

fn origin(uri: &Uri, version: i32, subject: Subject) -> Option<Origin> {
    let (kind, id) = match subject {
        Subject::Value | Subject::Key => return None,
        Subject::Keyword => (Kind::Keyword, 0),
        Subject::Variable(VariableId(id)) => (Kind::Variable, id),
        Subject::Procedure(ProcedureId(id)) => (Kind::Procedure, id),
        Subject::Label(LabelId(id)) => (Kind::Label, id),
        Subject::Named(SymbolKind::Constant, SymbolId(id)) => (Kind::Constant, id),
        Subject::Named(SymbolKind::Process, SymbolId(id)) => (Kind::Process, id),
        Subject::Named(SymbolKind::Location, SymbolId(id)) => (Kind::Location, id),
        Subject::Named(_, SymbolId(id)) => (Kind::ProcessVariable, id),
    };
    Some(Origin { uri: uri.clone(), version, subject: kind, id })
}

fn subject(origin: &Origin) -> Subject {
    match origin.subject {
        Kind::Keyword => Subject::Keyword,
        Kind::Variable => Subject::Variable(VariableId(origin.id)),
        Kind::Procedure => Subject::Procedure(ProcedureId(origin.id)),
        Kind::Label => Subject::Label(LabelId(origin.id)),
        Kind::Constant => Subject::Named(SymbolKind::Constant, SymbolId(origin.id)),
        Kind::Process => Subject::Named(SymbolKind::Process, SymbolId(origin.id)),
        Kind::Location => Subject::Named(SymbolKind::Location, SymbolId(origin.id)),
        Kind::ProcessVariable => Subject::Named(SymbolKind::Variable, SymbolId(origin.id)),
    }
}
