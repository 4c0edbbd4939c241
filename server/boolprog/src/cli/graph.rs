//! `boolprog graph`: the thread states of a small program and the steps between them.

use boolprog_check::Options;
use boolprog_check::graph::{NoGraph, Selection, thread_graph};
use boolprog_check::wording::no_graph;
use boolprog_export::graph::thread_states;

use super::arguments::GraphArguments;
use super::{load, states};
use boolprog_host::limits::cores;

/// The graph as a text. Fails with a sentence for the user.
pub(super) fn draw(arguments: &GraphArguments) -> Result<String, String> {
    let (source, unit) = load::boolean(&arguments.asked.file, &arguments.asked.reading)?;
    let sites = arguments.line.map(|line| states::sites_on(line, &source, &unit));
    if let (Some(line), Some([])) = (arguments.line, sites.as_deref()) {
        return Err(format!("{}: there is no statement on line {line}.", unit.path));
    }
    let (property, most) = (arguments.property.as_deref(), arguments.limit);
    let selection = Selection { property, sites: sites.as_deref(), most };
    let options = Options { jobs: cores(), ..Options::default() };
    let drawn = thread_graph(&unit, &selection, options, &arguments.asked.limits.start()).map_err(|why| {
        let help = match why {
            NoGraph::TooLarge { .. } => " Choose a line with `--line N`, or allow more with `--limit N`.",
            NoGraph::NoProgram | NoGraph::NoProperty | NoGraph::Unknown(_) => "",
        };
        format!("{}: {}{help}", unit.path, no_graph(&why, most))
    })?;
    Ok(thread_states(&unit, &drawn).dot())
}
