//! `boolprog/graph`: the thread states of a small program and the steps between them, drawn.

use std::sync::Arc;

use boolprog_check::graph::{Selection, thread_graph};
use boolprog_export::graph;
use boolprog_ide::wording::no_graph;
use serde::{Deserialize, Serialize};
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::TextDocumentIdentifier;

use super::state::Shared;
use super::{reply, work};

/// Of which document.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Params {
    text_document: TextDocumentIdentifier,
    /// The stable id of the property whose counterexample is shown; else the first one with a counterexample.
    property: Option<String>,
}

/// The answer.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Drawn {
    /// A picture.
    svg: String,
    /// The same in the language of Graphviz.
    dot: String,
}

/// Answers the request; `null` if the document is not open, an error that says why if there is no graph.
pub(super) async fn answer(shared: &Arc<Shared>, params: Params) -> Result<Option<Drawn>> {
    let Params { text_document, property } = params;
    let drawn = work::about(shared, &text_document.uri, "Drawing", move |view, control| {
        let Some(program) = view.version.analysed()?.question() else {
            return Some(Err("The program has errors.".to_owned()));
        };
        let selection = Selection { property: property.as_deref(), sites: None, most: Selection::MOST };
        let graph = thread_graph(&program.unit, &selection, program.options, control);
        let unit = &program.unit;
        Some(match graph {
            Ok(graph) => Ok(Drawn { svg: graph::svg(unit, &graph), dot: graph::dot(unit, &graph) }),
            Err(why) => Err(no_graph(&why, selection.most)),
        })
    });
    drawn.await?.transpose().map_err(reply::failed)
}
