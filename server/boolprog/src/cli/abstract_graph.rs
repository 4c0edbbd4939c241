//! `boolprog abstract-graph`: the abstract states of a small integer program and the steps between them.

use boolprog_check::integer;
use boolprog_check::integer::graph::{Drawn, NoGraph, abstract_graph};
use boolprog_check::report::Reason;
use boolprog_check::wording::no_abstract_graph;
use boolprog_export::graph::abstraction;
use boolprog_frontend::Options;

use super::arguments::AbstractGraphArguments;
use super::load;
use boolprog_host::provers::prover;

/// The graph as a text. Fails with a sentence for the user.
pub(super) fn draw(arguments: &AbstractGraphArguments) -> Result<String, String> {
    let (property, on_range) = (arguments.property.clone(), arguments.integers.range.into());
    let semantics = Options { property, on_range, ..arguments.reading.options() };
    let limits = arguments.limits.start();
    let (_, model) = load::integer(&arguments.file, (&arguments.reading, semantics), &limits)?;
    let path = model.path.clone();
    let named = |why: String| format!("{path}: {why}");
    let model = arguments.integers.distinguished.added_to(model).map_err(named)?;
    let mut options = integer::Options { engine: Some(arguments.engine.0), ..arguments.integers.options() };
    if let Some(wanted) = &arguments.property {
        options.property = Some(load::property(&model.system, wanted).map_err(named)? as u32);
    }
    let mut prover = prover(&arguments.integers.prover);
    let drawn = Drawn { iteration: arguments.iteration, most: arguments.limit };
    let graph = abstract_graph(&model, &options, drawn, &mut prover, &limits);
    let graph = graph.map_err(|why| named(no_graph(&why, arguments.limit)))?;
    Ok(arguments.format.write(&abstraction(&model, &graph)))
}

fn no_graph(why: &NoGraph, most: usize) -> String {
    let hint = match why {
        NoGraph::TooLarge(_) => " Allow more with `--limit N`.",
        NoGraph::Unknown(Reason::Stopped(_)) => " Draw an earlier iteration with `--iteration N`.",
        NoGraph::NoIteration(_) | NoGraph::Unknown(_) => "",
    };
    no_abstract_graph(why, most) + hint
}
