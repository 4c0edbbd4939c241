//! `textDocument/inlayHint` and `inlayHint/resolve`

use std::sync::Arc;

use boolprog_base::Span;
use boolprog_ide::Snapshot;
use boolprog_ide::inlay_hints::{self, tooltip};
use boolprog_syntax::ast::SiteId;
use serde::{Deserialize, Serialize};
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{InlayHint, InlayHintLabel, InlayHintParams, InlayHintTooltip, MarkupKind, Uri};

use super::reply;
use crate::session::features::{Features, markup};
use crate::session::state::Shared;
use crate::session::view::Judged;

/// Data of a hint for its tooltip later.
#[derive(Debug, Serialize, Deserialize)]
struct Origin {
    uri: Uri,
    version: i32,
    site: u32,
}

pub(crate) async fn answer(shared: &Arc<Shared>, params: InlayHintParams) -> Result<Option<Vec<InlayHint>>> {
    let this = Arc::clone(shared);
    let uri = params.text_document.uri;
    reply::about(shared, &uri.clone(), move |Judged { view, source }: &Judged, convert| {
        let features = this.features();
        let hints = source.inlay_hints(convert.span(params.range), &view.version.settings.hints);
        let converted = |hint: inlay_hints::InlayHint| {
            let origin = |site: SiteId| Origin { uri: uri.clone(), version: view.version.number, site: site.0 };
            let told = |site| told(source.boolean()?, site, features);
            InlayHint {
                position: convert.range(Span::empty(hint.offset)).start,
                label: InlayHintLabel::String(hint.label),
                kind: None,
                text_edits: None,
                tooltip: hint.site.filter(|_| !features.resolves_hints).and_then(told),
                padding_left: Some(true),
                padding_right: None,
                data: hint
                    .site
                    .filter(|_| features.resolves_hints)
                    .and_then(|it| serde_json::to_value(origin(it)).ok()),
            }
        };
        Some(hints.into_iter().map(converted).collect())
    })
    .await
}

/// Adds the tooltip of a hint; none, if the text is another one by now.
pub(crate) async fn resolve(shared: &Arc<Shared>, hint: InlayHint) -> Result<InlayHint> {
    let origin = hint.data.clone().and_then(|data| serde_json::from_value::<Origin>(data).ok());
    let Some(origin) = origin else { return Ok(hint) };
    let this = Arc::clone(shared);
    let uri = origin.uri.clone();
    let told = reply::about(shared, &uri, move |judged: &Judged, _| {
        let snapshot = judged.source.boolean().filter(|_| judged.view.version.number == origin.version)?;
        told(snapshot, SiteId(origin.site), this.features())
    });
    Ok(InlayHint { tooltip: told.await?, ..hint })
}

fn told(snapshot: &Snapshot, site: SiteId, features: &Features) -> Option<InlayHintTooltip> {
    let kind = if features.markdown { MarkupKind::Markdown } else { MarkupKind::PlainText };
    tooltip(snapshot, site).map(|value| InlayHintTooltip::MarkupContent(markup(kind, value)))
}
