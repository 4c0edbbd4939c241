//! `boolprog abstract-graph`: the abstract states of a small integer program and the steps between them.

use boolprog_base::words::count;
use boolprog_check::integer::Options;
use boolprog_check::integer::graph::{NoGraph, abstract_graph};
use boolprog_export::graph::abstract_states;
use boolprog_ide::wording;

use super::super::arguments::AbstractGraphArguments;
use super::super::load;
use super::{instantiation, of_arguments, property, read, with_place};
use boolprog_host::provers::prover;

/// The graph as a text. Fails with a sentence for people.
pub(in crate::cli) fn draw(arguments: &AbstractGraphArguments) -> Result<String, String> {
    let path = arguments.file.display().to_string();
    let named = |why: String| format!("{path}: {why}");
    let source = load::read(&arguments.file).map_err(named)?;
    let instantiation = instantiation(&arguments.reading, &arguments.integers);
    let wanted = arguments.property.as_deref();
    let (model, _) = read(&path, &source, wanted, instantiation).map_err(|found| named(with_place(&source, &found)))?;
    let mut options: Options = of_arguments(&arguments.integers);
    if let Some(wanted) = wanted {
        options.property = Some(property(&model.system, wanted).map_err(named)? as u32);
    }
    let mut prover = prover(&arguments.integers.prover);
    let (iteration, limits) = (arguments.iteration, arguments.limits.start());
    let drawn = abstract_graph(&model, &options, iteration, arguments.limit, &mut prover, &limits);
    let graph = drawn.map_err(|why| named(no_graph(&why, arguments.limit)))?;
    Ok(abstract_states(&model, &graph).dot())
}

fn no_graph(why: &NoGraph, most: usize) -> String {
    match why {
        NoGraph::TooLarge(states) => format!(
            "The graph has {}; at most {most} are drawn. Allow more with `--limit N`.",
            count(*states as u64, "abstract state")
        ),
        NoGraph::Unknown(reason) => {
            format!("There is no graph: {}.", wording::integer::reasons(std::slice::from_ref(reason)))
        }
    }
}
