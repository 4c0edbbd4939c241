//! `textDocument/codeAction` and `codeAction/resolve`.
//!
//! A client that supports resolving requests the edits separately; `data` then identifies the action and its version.

use std::sync::Arc;

use boolprog_base::{Edit, Span};
use boolprog_ide::Source;
use boolprog_ide::actions::{Action, Effect, Kind};
use serde::{Deserialize, Serialize};
use serde_json::json;
use tower_lsp::jsonrpc::{Error, ErrorCode, Result};
use tower_lsp::ls_types::{
    CodeAction, CodeActionKind, CodeActionOptions, CodeActionOrCommand, CodeActionParams, CodeActionProviderCapability,
    CodeActionResponse, Command, Range, Uri, WorkspaceEdit,
};

use super::code_lens::REPLAY;
use super::{execute_command, reply};
use crate::session::convert::Converter;
use crate::session::state::Shared;
use crate::session::view::{Judged, View};

/// The client's command that says how a prover gets here, and checks its argument, a file, once there is one.
const INSTALL_PROVER: &str = "boolprog.installProver";

/// The client's command that saves the proofs of the active file as theorems.
const SAVE_THEOREMS: &str = "boolprog.saveTheorems";

const KINDS: [Kind; 4] = [Kind::QuickFix, Kind::Inline, Kind::Rewrite, Kind::FixAll];

/// The announced capability. Clients that support commands but not actions get none.
pub(crate) fn provider() -> CodeActionProviderCapability {
    CodeActionProviderCapability::Options(CodeActionOptions {
        code_action_kinds: Some(KINDS.map(kind).to_vec()),
        resolve_provider: Some(true),
        ..CodeActionOptions::default()
    })
}

/// Identifies an action of a version, to be resolved.
#[derive(Debug, Serialize, Deserialize)]
struct Data {
    uri: Uri,
    version: i32,
    range: Range,
    /// Range of the diagnostic that the action is about.
    about: Option<Range>,
}

/// Answers `textDocument/codeAction`.
pub(crate) async fn answer(shared: &Arc<Shared>, params: CodeActionParams) -> Result<Option<CodeActionResponse>> {
    if !shared.features().code_actions {
        return Ok(None);
    }
    let this = Arc::clone(shared);
    let uri = params.text_document.uri;
    reply::about(shared, &uri, move |Judged { view, source }: &Judged, convert| {
        let offered = Offered { shared: &this, view, convert, range: params.range };
        let wanted = params.context.only.as_deref();
        let found = source.actions(offered.span()).into_iter().filter(|action| is_wanted(action, wanted));
        let has_commands = this.features().command_links;
        let found = found.filter(|action| has_commands || !action.effect.is_of_client());
        Some(found.filter_map(|action| offered.action(source, action)).map(CodeActionOrCommand::CodeAction).collect())
    })
    .await
}

/// Answers `codeAction/resolve`: the same action with its edit. Fails if the text is no longer that of the offer.
pub(crate) async fn resolve(shared: &Arc<Shared>, action: CodeAction) -> Result<CodeAction> {
    let data = action.data.clone().and_then(|data| serde_json::from_value::<Data>(data).ok());
    // A complete action is returned unchanged.
    let Some(Data { uri, version, range, about }) = data else { return Ok(action) };
    let this = Arc::clone(shared);
    let title = action.title.clone();
    let edit = reply::about(shared, &uri, move |Judged { view, source }: &Judged, convert| {
        if view.version.number != version {
            return None;
        }
        let offered = Offered { shared: &this, view, convert, range };
        let is_meant = |action: &Action| action.title == title && offered.about(action) == about;
        let chosen = source.actions(offered.span()).into_iter().find(is_meant)?;
        Some(offered.edit(source.edits(&chosen)?))
    })
    .await?;
    match edit {
        Some(edit) => Ok(CodeAction { edit: Some(edit), ..action }),
        None => Err(Error::new(ErrorCode::ContentModified)),
    }
}

struct Offered<'a> {
    shared: &'a Shared,
    view: &'a View,
    convert: &'a Converter<'a>,
    range: Range,
}

impl Offered<'_> {
    fn span(&self) -> Span {
        let (start, end) = (self.convert.offset(self.range.start), self.convert.offset(self.range.end));
        Span::new(start.min(end), start.max(end))
    }

    fn about(&self, action: &Action) -> Option<Range> {
        action.about().map(|span| self.convert.range(span))
    }

    fn edit(&self, edits: Vec<Edit>) -> WorkspaceEdit {
        let edits = edits.into_iter().map(|edit| self.convert.edit(edit)).collect();
        self.convert.workspace_edit(edits, self.view.version.number, self.shared.features())
    }

    /// The action as the client gets it; `None` if it turns out to change nothing.
    fn action(&self, source: &Source, action: Action) -> Option<CodeAction> {
        let features = self.shared.features();
        let uri = &self.view.version.uri;
        let version = self.view.version.number;
        let command = match &action.effect {
            Effect::Replay(property) => Some((REPLAY, vec![json!(uri.as_str()), json!(property)])),
            Effect::InstallProver => Some((INSTALL_PROVER, vec![json!(uri.as_str())])),
            Effect::SaveTheorems => Some((SAVE_THEOREMS, Vec::new())),
            Effect::Check => Some((execute_command::CHECK, vec![json!({ "uri": uri.as_str() })])),
            Effect::Retry(property, seconds) => {
                Some((execute_command::CHECK, vec![execute_command::retry(uri, property, *seconds)]))
            }
            Effect::Change(_) | Effect::TraceComment(_) => None,
        };
        let (mut edit, mut data) = (None, None);
        if command.is_none() && features.resolves_edits {
            let known = Data { uri: uri.clone(), version, range: self.range, about: self.about(&action) };
            data = serde_json::to_value(known).ok();
        } else if command.is_none() {
            edit = Some(self.edit(source.edits(&action)?));
        }
        let command = command.map(|(command, arguments)| Command {
            title: action.title.clone(),
            command: command.to_owned(),
            arguments: Some(arguments),
        });
        let property = |found: &boolprog_base::Diagnostic| source.property(found).map(str::to_owned);
        let diagnostics = action.diagnostic.map(|found| self.convert.diagnostics(vec![found], features, property));
        let (kind, is_preferred) = (Some(kind(action.kind)), action.preferred.then_some(true));
        Some(CodeAction {
            title: action.title,
            kind,
            diagnostics,
            edit,
            command,
            is_preferred,
            data,
            ..CodeAction::default()
        })
    }
}

/// The protocol's name of a kind.
fn kind(kind: Kind) -> CodeActionKind {
    match kind {
        Kind::QuickFix => CodeActionKind::QUICKFIX,
        Kind::Inline => CodeActionKind::REFACTOR_INLINE,
        Kind::Rewrite => CodeActionKind::REFACTOR_REWRITE,
        Kind::FixAll => CodeActionKind::SOURCE_FIX_ALL,
    }
}

/// Returns `true` if the client asks for this kind: a kind includes those that begin with it. The action that fixes
/// everything is offered on request only.
fn is_wanted(action: &Action, only: Option<&[CodeActionKind]>) -> bool {
    let own = kind(action.kind);
    let is_under = |wanted: &CodeActionKind| {
        let rest = own.as_str().strip_prefix(wanted.as_str());
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.') || wanted.as_str().is_empty())
    };
    only.map_or(action.kind != Kind::FixAll, |only| only.iter().any(is_under))
}
