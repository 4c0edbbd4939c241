//! `boolprog/graph`: the thread states of a small program and the steps between them.

use std::sync::Arc;

use boolprog_check::graph::{Selection, thread_graph};
use boolprog_check::wording::no_graph;
use boolprog_export::graph::{Arrow, Graph, Shape, thread_states};
use serde::{Deserialize, Serialize};
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{Range, TextDocumentIdentifier};

use super::{reply, work};
use crate::session::convert::Converter;
use crate::session::state::Shared;

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Params {
    text_document: TextDocumentIdentifier,
    /// Stable id of the property whose counterexample is shown; by default the first one with a counterexample.
    property: Option<String>,
}

/// The answer: the graph as data, and in the language of Graphviz.
#[derive(Debug, Serialize)]
pub(crate) struct Answer {
    caption: Vec<String>,
    shapes: Vec<PlacedShape>,
    arrows: Vec<Arrow>,
    dot: String,
}

/// A shape, and the statement that it is about.
#[derive(Debug, Serialize)]
struct PlacedShape {
    #[serde(flatten)]
    shape: Shape,
    #[serde(skip_serializing_if = "Option::is_none")]
    range: Option<Range>,
}

impl Answer {
    fn new(graph: Graph, convert: &Converter<'_>) -> Self {
        let dot = graph.dot();
        let mut shapes = Vec::with_capacity(graph.shapes.len());
        for shape in graph.shapes {
            shapes.push(PlacedShape { range: shape.span.map(|span| convert.range(span)), shape });
        }
        Self { caption: graph.caption, shapes, arrows: graph.arrows, dot }
    }
}

/// Answers the request; `null` if the document is not open, an error with the reason if there is no graph.
pub(crate) async fn answer(shared: &Arc<Shared>, params: Params) -> Result<Option<Answer>> {
    let Params { text_document, property } = params;
    let graph = work::about(shared, &text_document.uri, "Drawing", move |view, convert, control| {
        let analysed = view.version.analysed()?;
        analysed.source.boolean()?;
        let Some((unit, options)) = analysed.unit() else {
            return Some(Err("The program has errors.".to_owned()));
        };
        let selection = Selection { property: property.as_deref(), places: None, most: Selection::MOST };
        Some(match thread_graph(unit, &selection, options, control) {
            Ok(graph) => Ok(Answer::new(thread_states(unit, &graph), convert)),
            Err(why) => Err(no_graph(&why, selection.most)),
        })
    });
    graph.await?.transpose().map_err(reply::failed)
}
