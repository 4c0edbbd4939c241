//! `boolprog abstract-graph`: the abstract states of a small integer program and the steps between them.

use boolprog_base::words::count;
use boolprog_check::integer::Domain;
use boolprog_check::integer::graph::{NoGraph, abstract_graph};
use boolprog_check::integer::reachability::reachability_graph;
use boolprog_check::report::Reason;
use boolprog_export::graph::{Graph, abstract_states, reachability};
use boolprog_frontend::Options;

use super::arguments::{AbstractGraphArguments, GraphEngine, GraphFormat};
use super::load;
use boolprog_host::provers::prover;

/// The graph as a text. Fails with a sentence for the user.
pub(super) fn draw(arguments: &AbstractGraphArguments) -> Result<String, String> {
    let (property, on_range) = (arguments.property.clone(), arguments.integers.range.into());
    let semantics = Options { property, on_range, ..arguments.reading.options() };
    let (_, model) = load::integer(&arguments.file, &semantics)?;
    let named = |why: String| format!("{}: {why}", model.path);
    let mut options = arguments.integers.options();
    if let Some(wanted) = &arguments.property {
        options.property = Some(load::property(&model.system, wanted).map_err(named)? as u32);
    }
    let mut prover = prover(&arguments.integers.prover);
    let (iteration, limits) = (arguments.iteration, arguments.limits.start());
    let domain = match arguments.engine {
        GraphEngine::Alpha => None,
        GraphEngine::Expl => Some(Domain::Values),
        GraphEngine::Pred => Some(Domain::Predicates),
        GraphEngine::Prod => Some(Domain::Both),
    };
    let drawn: Result<Graph, NoGraph> = match domain {
        None => abstract_graph(&model, &options, iteration, arguments.limit, &mut prover, &limits)
            .map(|graph| abstract_states(&model, &graph)),
        Some(domain) => {
            let drawn = (iteration, arguments.limit);
            reachability_graph(&model, &options, domain, drawn, &mut prover, &limits)
                .map(|graph| reachability(&model, &graph))
        }
    };
    let graph = drawn.map_err(|why| named(no_graph(&why, arguments.limit)))?;
    Ok(match arguments.format {
        GraphFormat::Dot => graph.dot(),
        GraphFormat::Text => graph.text(),
        GraphFormat::Json => serde_json::to_string_pretty(&graph).unwrap_or_default() + "\n",
    })
}

fn no_graph(why: &NoGraph, most: usize) -> String {
    match why {
        NoGraph::TooLarge(states) => format!(
            "The graph has {}; at most {most} are drawn. Allow more with `--limit N`.",
            count(*states as u64, "abstract state")
        ),
        NoGraph::NoIteration(last) => {
            format!("There is no such iteration: the search ends after {}.", count(*last, "iteration"))
        }
        NoGraph::Unknown(reason @ Reason::Stopped(_)) => {
            format!("There is no graph: {reason}. Draw an earlier iteration with `--iteration N`.")
        }
        NoGraph::Unknown(reason) => format!("There is no graph: {reason}."),
    }
}
