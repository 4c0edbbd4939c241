//! `boolprog/graph`: the thread states of a small program and the steps between them; of an integer program a round of a
//! search under abstraction.

use std::sync::Arc;

use boolprog_base::control::Control;
use boolprog_base::engine::EngineId;
use boolprog_check::graph::{Selection, thread_graph};
use boolprog_check::integer::graph::{Conclusion, DRAWN, Drawn, abstract_graph};
use boolprog_check::integer::{Model, Options};
use boolprog_check::report::Reason;
use boolprog_check::wording::{no_abstract_graph, no_graph};
use boolprog_export::graph::{Arrow, Graph, Shape, abstraction, thread_states};
use boolprog_host::provers::prover;
use boolprog_prover::Prover;
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
    /// Name of the engine that searches an integer program.
    engine: Option<String>,
    /// Number of its round, from 1; by default the last one.
    round: Option<u32>,
}

/// The answer: the graph as data, and in the language of Graphviz.
#[derive(Debug, Serialize)]
pub(crate) struct Answer {
    caption: Vec<String>,
    shapes: Vec<PlacedShape>,
    arrows: Vec<Arrow>,
    dot: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    search: Option<Search>,
}

/// The search whose round is shown.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Search {
    engine: &'static str,
    /// The engines whose rounds can be shown.
    engines: Vec<&'static str>,
    round: u32,
    is_last: bool,
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
    fn new(graph: Graph, search: Option<Search>, convert: &Converter<'_>) -> Self {
        let dot = graph.dot();
        let mut shapes = Vec::with_capacity(graph.shapes.len());
        for shape in graph.shapes {
            shapes.push(PlacedShape { range: shape.span.map(|span| convert.range(span)), shape });
        }
        Self { caption: graph.caption, shapes, arrows: graph.arrows, dot, search }
    }
}

/// Answers the request; `null` if the document is not open, an error with the reason if there is no graph.
pub(crate) async fn answer(shared: &Arc<Shared>, params: Params) -> Result<Option<Answer>> {
    let uri = params.text_document.uri.clone();
    let graph = work::about(shared, &uri, "Drawing", move |view, convert, control| {
        let analysed = view.version.analysed()?;
        if analysed.source.integer().is_some() {
            let Some((model, options, _)) = analysed.searched() else { return Some(Err(ERRORS.to_owned())) };
            let mut prover = prover(&view.version.settings.integer.prover);
            let graph = abstract_round(&model, options, &params, &mut prover, control);
            return Some(graph.map(|(graph, search)| Answer::new(graph, Some(search), convert)));
        }
        analysed.source.boolean()?;
        let Some((unit, options)) = analysed.unit() else { return Some(Err(ERRORS.to_owned())) };
        let selection = Selection { property: params.property.as_deref(), places: None, most: Selection::MOST };
        Some(match thread_graph(unit, &selection, options, control) {
            Ok(graph) => Ok(Answer::new(thread_states(unit, &graph), None, convert)),
            Err(why) => Err(no_graph(&why, selection.most)),
        })
    });
    graph.await?.transpose().map_err(reply::failed)
}

const ERRORS: &str = "The program has errors.";

/// A round of a search under abstraction; fails with a sentence.
fn abstract_round(
    model: &Model,
    options: &Options,
    params: &Params,
    prover: &mut dyn Prover,
    control: &dyn Control,
) -> std::result::Result<(Graph, Search), String> {
    let is_wanted = |engine: &EngineId| params.engine.as_deref().is_none_or(|wanted| wanted == engine.name());
    let engine = DRAWN.into_iter().find(is_wanted).ok_or("No engine of this name has abstract graphs.")?;
    let property = params.property.as_deref().map(|wanted| {
        let position = model.system.properties.iter().position(|property| property.id() == wanted);
        position.map(|index| index as u32).ok_or("There is no such property.")
    });
    let options = Options { engine: Some(engine), property: property.transpose()?, ..*options };
    let drawn = Drawn { iteration: params.round, most: Selection::MOST };
    let graph =
        abstract_graph(model, &options, drawn, prover, control).map_err(|why| no_abstract_graph(&why, drawn.most))?;
    let search = Search {
        engine: engine.name(),
        engines: DRAWN.iter().map(|engine| engine.name()).collect(),
        round: graph.iteration,
        is_last: !matches!(graph.conclusion, Conclusion::Undecided(Reason::Iterations(_))),
    };
    Ok((abstraction(model, &graph), search))
}
