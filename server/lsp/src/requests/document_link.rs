//! `textDocument/documentLink`

use std::path::Path;
use std::sync::Arc;

use boolprog_ide::links::{Link, Target};
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{DocumentLink, DocumentLinkParams, Uri};

use super::reply;
use crate::session::convert::Converter;
use crate::session::state::Shared;
use crate::session::view::Named;

/// No more links are examined: each may cost an access to the disk.
const MOST: usize = 500;

/// Answers the request. Paths of files that are not there are no links.
pub(crate) async fn answer(shared: &Arc<Shared>, params: DocumentLinkParams) -> Result<Option<Vec<DocumentLink>>> {
    reply::about(shared, &params.text_document.uri, move |named: &Named, convert| {
        let path = named.view.version.uri.to_file_path();
        let folder = path.as_deref().and_then(Path::parent);
        let found = named.source.links().into_iter().take(MOST);
        Some(found.filter_map(|link| converted(link, folder, convert)).collect())
    })
    .await
}

fn converted(link: Link, folder: Option<&Path>, convert: &Converter) -> Option<DocumentLink> {
    let target: Uri = match link.target {
        Target::Address(address) => address.parse().ok()?,
        Target::Path(path) => {
            let path = folder?.join(path);
            Uri::from_file_path(path.is_file().then_some(path)?)?
        }
    };
    Some(DocumentLink { range: convert.range(link.span), target: Some(target), tooltip: None, data: None })
}
