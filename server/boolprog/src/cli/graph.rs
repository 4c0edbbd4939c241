//! `boolprog graph`: the thread states of a small program or thread transition system, and the steps between them, or its
//! Karp-Miller tree.

use std::path::Path;

use boolprog_check::graph::{NoGraph, Selection, system_graph, thread_graph};
use boolprog_check::tree::{self, NoTree};
use boolprog_check::wording::{no_graph, no_tree};
use boolprog_check::{Options, Unit};
use boolprog_export::graph::{Graph, numbered_states, thread_states, tree_of_program, tree_of_system};
use boolprog_frontend::{Program, System};

use super::arguments::{GraphArguments, GraphShape};
use super::load::Source;
use super::system::asked;
use super::{load, states};
use boolprog_host::limits::{Limits, cores};

/// The graph as a text. Fails with a sentence for the user.
pub(super) fn draw(arguments: &GraphArguments) -> Result<String, String> {
    let file = &arguments.asked.file;
    let limits = arguments.asked.limits.start();
    let (source, program) =
        load::program(file, (&arguments.asked.reading, arguments.asked.reading.options()), &limits)?;
    let drawn = match (program, arguments.shape) {
        (Program::Boolean(unit), GraphShape::States) => of_program(arguments, &source, &unit, &limits)?,
        (Program::System(system), GraphShape::States) => of_system(arguments, *system, &limits)?,
        (program, GraphShape::Tree) => tree(arguments, program, &limits)?,
        (Program::Integer(_), _) => return Err(not_boolean(file)),
    };
    Ok(arguments.format.write(&drawn))
}

fn not_boolean(file: &Path) -> String {
    format!("{}: this is not a Boolean program.", file.display())
}

/// The Karp-Miller tree, which is drawn whole.
fn tree(arguments: &GraphArguments, program: Program, limits: &Limits) -> Result<Graph, String> {
    let (file, most) = (&arguments.asked.file, arguments.limit);
    let name = file.display();
    if arguments.line.is_some() || arguments.property.is_some() || arguments.target.is_some() {
        return Err(format!("{name}: --line, --property and --target are for thread states; a tree is drawn whole."));
    }
    let refused = |why: NoTree| {
        let help = if why == NoTree::TooLarge { " Allow more with `--limit N`." } else { "" };
        format!("{name}: {}{help}", no_tree(&why, most))
    };
    match program {
        Program::Boolean(_) if arguments.init.is_some() => {
            Err(format!("{name}: --init is for thread transition systems."))
        }
        Program::Boolean(unit) => Ok(tree_of_program(&unit, &tree::of_program(&unit, most, limits).map_err(refused)?)),
        Program::System(system) => {
            let mut system = system.starting(arguments.init.as_deref()).map_err(|why| format!("{name}: {why}"))?;
            let nodes = system.karp_miller_tree(most, limits).map_err(refused)?;
            Ok(tree_of_system(&system, &nodes))
        }
        Program::Integer(_) => Err(not_boolean(file)),
    }
}

fn options() -> Options {
    Options { jobs: cores(), ..Options::default() }
}

fn of_program(arguments: &GraphArguments, source: &Source, unit: &Unit, limits: &Limits) -> Result<Graph, String> {
    if arguments.target.is_some() || arguments.init.is_some() {
        let name = &unit.path;
        return Err(format!("{name}: --target and --init are for thread transition systems; see --property."));
    }
    let sites = arguments.line.map(|line| states::sites_on(line, source, unit));
    if let (Some(line), Some([])) = (arguments.line, sites.as_deref()) {
        return Err(format!("{}: there is no statement on line {line}.", unit.path));
    }
    let (property, most) = (arguments.property.as_deref(), arguments.limit);
    let selection = Selection { property, places: sites.as_deref(), most };
    let drawn = thread_graph(unit, &selection, options(), limits);
    Ok(thread_states(unit, &drawn.map_err(|why| refused(&arguments.asked.file, &why, most))?))
}

fn of_system(arguments: &GraphArguments, system: System, limits: &Limits) -> Result<Graph, String> {
    let file = &arguments.asked.file;
    let (name, init, target) = (file.display(), arguments.init.as_deref(), arguments.target.as_deref());
    if arguments.property.is_some() {
        return Err(format!("{name}: --property is for programs; choose a target with --target."));
    }
    let has_target = target.is_some() || system.has_targets() || file.with_extension("prop").exists();
    // A net without thread states is refused in both cases.
    let system = if has_target && !system.is_net() { asked(file, system, init, target) } else { system.starting(init) };
    let mut system = system.map_err(|why| format!("{name}: {why}"))?;
    let line = arguments.line.as_slice();
    if let [line] = line
        && !system.tts.transitions.iter().any(|step| step.origin + 1 == *line)
    {
        return Err(format!("{name}: there is no transition on line {line}."));
    }
    let selection = Selection { property: None, places: arguments.line.map(|_| line), most: arguments.limit };
    let drawn = system_graph(&mut system, &selection, options(), limits);
    Ok(numbered_states(&system, &drawn.map_err(|why| refused(file, &why, arguments.limit))?))
}

/// Why there is no graph, as a sentence for the user.
fn refused(file: &Path, why: &NoGraph, most: usize) -> String {
    let help = match why {
        NoGraph::TooLarge { .. } => " Choose a line with `--line N`, or allow more with `--limit N`.",
        NoGraph::NoProgram | NoGraph::NoProperty | NoGraph::Unknown(_) => "",
    };
    format!("{}: {}{help}", file.display(), no_graph(why, most))
}
