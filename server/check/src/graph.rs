//! The thread transition system of a small program as a graph, to be drawn: thread states, the steps between them,
//! which of them any number of threads can reach, and the path of a counterexample.
//!
//! The states are those of saturation, so that some may be unreachable.

mod build;
mod drawable;
mod numbered;
mod program;

use boolprog_base::control::{Control, Stop};
use boolprog_certificate::run::Run;
use boolprog_explore::saturate::saturate;
use boolprog_explore::system::ProgramSystem;
use boolprog_program::program::Program;
use boolprog_reach::threads::Counterexample;
use boolprog_syntax::ast::SiteId;
use boolprog_trace::interpreter::Interpreter;
use serde::Serialize;

use crate::asking::{Asking, QUESTION};
use crate::decide::{Decision, News, Outcome, Rows, decide};
use crate::options::Options;
use crate::re_execution::{Goal, re_executed};
use crate::report::{Completeness, PropertyReport, Unknown, undecided};
use crate::unit::Unit;
use build::Builder;
use drawable::Drawable;
use program::Drawn;

pub use crate::thread_state::{Atomic, ThreadState, Values};
pub use numbered::{Numbers, SystemGraph, system_graph};

/// Thread states and steps of a program, or of another system with these thread states and places of steps.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ThreadGraph<T = ThreadState, P = SiteId> {
    /// The thread states, in the order of the text and then of their values; then the failed assertions, and last the
    /// end of threads, if steps lead there.
    pub nodes: Vec<Node<T>>,
    /// The steps, by increasing source, target and place.
    pub edges: Vec<Edge<P>>,
    /// The number of omitted thread states that no thread is ever in, because there are too many.
    pub left_out: usize,
    /// The property whose counterexample is shown, in words such as `assert !inside`, or the target.
    pub violated: Option<String>,
}

/// A thread state, a failed assertion, or the end of threads.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Node<T = ThreadState> {
    /// State that the node represents.
    pub state: State<T>,
    /// Reachability of the state by a thread.
    pub reach: Reach,
    /// `true` if a thread can start in it.
    pub initial: bool,
}

/// Meaning of a node.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum State<T = ThreadState> {
    /// A live thread in a shared state.
    At(T),
    /// A thread whose assertion, with this index among the properties, failed, with any shared values.
    Failed(u32),
    /// A thread that has ended, with any shared values.
    Ended,
}

/// Reachability of a state by a thread, with the number of threads in force.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Reach {
    /// A thread can be in the state.
    Reachable,
    /// No thread can be in the state.
    Unreachable,
    /// Not known: not all reachable thread states were found.
    Unknown,
}

/// A step from one node to another.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Edge<P = SiteId> {
    /// Index of the node before.
    pub from: usize,
    /// Index of the target node.
    pub to: usize,
    /// Site of the statement, or the line of the transition.
    pub place: P,
    /// The thread that gets there.
    pub kind: EdgeKind,
    /// The steps of the counterexample that it is, from 1.
    pub steps: Vec<u32>,
}

/// Thread that arrives at the target of an edge.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum EdgeKind {
    /// The thread that takes the step.
    Step,
    /// A thread that it creates.
    Creates,
    /// Another thread, which the step moves.
    Passive,
}

/// Selection of the parts of a graph.
#[derive(Clone, Debug)]
pub struct Selection<'a, P = SiteId> {
    /// Id of the property whose counterexample is shown; by default the first property with one.
    pub property: Option<&'a str>,
    /// Only thread states at these places, and those one step away.
    pub places: Option<&'a [P]>,
    /// The maximal number of nodes.
    pub most: usize,
}

impl Selection<'_> {
    /// A graph with more nodes than this is unreadable.
    pub const MOST: usize = 300;
}

/// Why there is no graph.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoGraph {
    /// The program cannot be explored: it has errors, or recursion prevents inlining.
    NoProgram,
    /// There is no property with this id.
    NoProperty,
    /// The number of nodes that it would have, and the number of reachable ones, if known.
    TooLarge {
        /// Number of all thread states.
        states: usize,
        /// Number of those that a thread can be in.
        reachable: Option<usize>,
    },
    /// The work ended early, or broke down.
    Unknown(Unknown),
}

/// Makes the graph of a program: all states if these are not too many, else the reachable ones, if they are known.
/// Costs as much as a check and a saturation.
pub fn thread_graph(
    unit: &Unit,
    selection: &Selection<'_>,
    options: Options,
    control: &dyn Control,
) -> Result<ThreadGraph, NoGraph> {
    let Ok(program) = unit.analysis.program() else { return Err(NoGraph::NoProgram) };
    let asked = undecided(&program.properties);
    let wanted = match selection.property {
        None => None,
        Some(id) => Some(asked.iter().position(|property| property.id == id).ok_or(NoGraph::NoProperty)? as u32),
    };
    let system = ProgramSystem::new(program, control);
    let mut system = system.map_err(|stop| NoGraph::Unknown(Unknown::not_started(stop, control)))?;
    let indices: Vec<u32> = (0..asked.len() as u32).collect();
    let decision = decide(&mut system, &indices, options, control, &mut |_, _: News<'_>| {});
    let shown = counterexample(&decision, wanted);
    if let Some((property, found)) = shown {
        re_execute(unit, program, &mut system, &asked[property as usize], found).map_err(NoGraph::Unknown)?;
    }
    let rows = match decision.rows.completeness {
        Completeness::Exact => None,
        Completeness::SoFar | Completeness::Nothing => everything(&mut system, options, control),
    };
    let rows = rows.as_ref().unwrap_or(&decision.rows);
    let violated = shown.map(|(property, _)| asked[property as usize].words());
    let run = shown.map(|(_, found)| &found.run);
    draw(&mut Drawn { program, system: &mut system }, rows, run, violated, selection, control)
}

/// Draws a system, with the numbers of the steps of a run.
fn draw<D: Drawable>(
    subject: &mut D,
    rows: &Rows,
    run: Option<&Run>,
    violated: Option<String>,
    selection: &Selection<'_, D::Place>,
    control: &dyn Control,
) -> Result<ThreadGraph<D::State, D::Place>, NoGraph> {
    let saturation = saturate(subject.system(), control).map_err(stopped)?;
    let mut builder = Builder::new(subject, rows);
    builder.choose(&saturation, selection)?;
    builder.connect(control).map_err(stopped)?;
    if let Some(run) = run {
        builder.number(run);
    }
    builder.keep_neighbours(selection)?;
    Ok(builder.finish(violated))
}

/// All reachable thread states, found for a question that nothing answers: where there are no others, or they were
/// decided sooner, the search is not complete.
fn everything(system: &mut ProgramSystem<'_>, options: Options, control: &dyn Control) -> Option<Rows> {
    let mut asking = Asking { system, is_there: |_: &ProgramSystem<'_>, _, _| false, together: Vec::new() };
    let decision = decide(&mut asking, &[QUESTION], options, control, &mut |_, _: News<'_>| {});
    (decision.rows.completeness == Completeness::Exact).then_some(decision.rows)
}

fn stopped(stop: Stop) -> NoGraph {
    NoGraph::Unknown(Unknown::Stopped { stop, threads: 0 })
}

/// The counterexample of the property that is wanted, or the first one.
fn counterexample(decision: &Decision, wanted: Option<u32>) -> Option<(u32, &Counterexample)> {
    let mut found = decision.outcomes.iter().filter_map(|(property, outcome)| match outcome {
        Outcome::Violated { found, .. } => Some((*property, found)),
        Outcome::Proved { .. } | Outcome::Unknown(_) => None,
    });
    found.find(|(property, _)| wanted.is_none_or(|wanted| wanted == *property))
}

/// Has the interpreter re-execute a counterexample before it is shown.
fn re_execute(
    unit: &Unit,
    program: &Program,
    system: &mut ProgramSystem<'_>,
    property: &PropertyReport,
    found: &Counterexample,
) -> Result<(), Unknown> {
    let interpreter = Interpreter::new(&unit.file, &unit.analysis.names, &unit.analysis.reading);
    re_executed(unit, program, system, &interpreter, &Goal::of(property), found).map(|_| ())
}
