//! The abstraction of an integer program: what holds in each set of states, the steps between them, and the counterexample.

use std::collections::BTreeMap;

use boolprog_base::Span;
use boolprog_base::words::count;
use boolprog_check::graph::Reach;
use boolprog_check::integer::graph::{AbstractGraph, Conclusion, Edge, Node};
use boolprog_check::integer::{Model, Spurious};
use boolprog_check::report::{Parting, Reason};

use super::{Arrow, Graph, Line, Shape, ShapeKind, line_starts, numbers, statement, taken};
use crate::text::wrapped;
use crate::wording::file_name;

/// Width in columns at which lines in shapes are broken.
const WIDTH: usize = 30;

/// Most facts that have a line each; more stand side by side.
const FEW: usize = 4;

/// Most parts of a core that the caption lists.
const CORE: usize = 12;

/// The graph of an abstraction: locations and facts in the shapes, the spurious counterexample and what was added in the
/// caption. A solid arrow is a step of all states of its node, a dashed one may be a step of some; a dotted one leads from a
/// covered node to the one that covers it. Linear in the graph.
pub fn abstraction(model: &Model, graph: &AbstractGraph) -> Graph {
    let places = places(model, graph);
    let nodes = graph.nodes.iter().zip(places).enumerate();
    let shapes = nodes.map(|(number, (node, span))| shape(model, number, node, span)).collect();
    let mut arrows = steps(model, graph);
    arrows.extend(graph.nodes.iter().enumerate().filter_map(covering));
    Graph::new(caption(model, graph), shapes, arrows)
}

fn caption(model: &Model, graph: &AbstractGraph) -> Vec<String> {
    let mut lines = vec![headline(model, graph)];
    match &graph.conclusion {
        Conclusion::Violated(property) => {
            lines.push(format!("numbers: the steps of the counterexample to {property}"));
        }
        Conclusion::Exact | Conclusion::Undecided(Reason::Iterations(_)) => {}
        Conclusion::Undecided(why) => lines.push(format!("unknown: {why}")),
    }
    lines.extend(graph.spurious.iter().flat_map(spurious));
    if let Some(Parting { dead_end, bad_state }) = &graph.parting {
        lines.push(format!("dead end: {}", dead_end.join(", ")));
        lines.push(format!("bad state: {}", bad_state.join(", ")));
    }
    lines.extend(graph.added.iter().map(|added| format!("new: {added}")));
    lines
}

fn headline(model: &Model, graph: &AbstractGraph) -> String {
    let covered = graph.nodes.iter().filter(|node| node.covered_by.is_some()).count();
    let covered = if covered > 0 { format!(", {covered} covered") } else { String::new() };
    let must = graph.edges.iter().filter(|edge| edge.must).count();
    let conclusion = match &graph.conclusion {
        Conclusion::Exact => "nothing violated",
        Conclusion::Violated(_) => "with an error",
        Conclusion::Undecided(Reason::Internal(_)) => "not believed",
        Conclusion::Undecided(_) => "not decided",
    };
    let (file, nodes, steps) =
        (file_name(&model.path), count(graph.nodes.len(), "node"), count(graph.edges.len(), "step"));
    format!("{file}: {nodes}{covered}, {must} of {steps} certain; iteration {}, {conclusion}", graph.iteration)
}

/// The step that cannot be taken, and why.
fn spurious(spurious: &Spurious) -> Vec<String> {
    let failing = if spurious.step > spurious.steps {
        "its end does not hold".to_owned()
    } else {
        format!("step {} cannot be taken", spurious.step)
    };
    let mut lines = vec![format!("numbers: the steps of a spurious counterexample; {failing}:")];
    lines.extend(spurious.core.iter().take(CORE).map(|part| match part.step {
        0 => format!("  start: {}", part.text),
        step => format!("  {step}: {}", part.text),
    }));
    lines
}

/// Of each node, the edge of the text by which it was found; of a node in which the system starts, the declaration of the first
/// location.
fn places(model: &Model, graph: &AbstractGraph) -> Vec<Option<Span>> {
    let start = model.system.processes.first().and_then(|process| process.locations.first()).map(|first| first.span);
    let mut places: Vec<_> = graph.nodes.iter().map(|node| start.filter(|_| node.initial)).collect();
    for edge in &graph.edges {
        places[edge.to].get_or_insert(edge.span);
    }
    places
}

fn shape(model: &Model, number: usize, node: &Node, span: Option<Span>) -> Shape {
    let wrap = |line: &String| wrapped(line, WIDTH);
    let mut lines = wrap(&format!("{number}: {}", node.locations.join(" ")));
    lines.extend(if node.facts.len() > FEW { packed(&node.facts) } else { node.facts.clone() }.iter().flat_map(wrap));
    Shape {
        lines,
        tip: tip(model, node),
        kind: if node.violated { ShapeKind::Failed } else { ShapeKind::State },
        reach: if node.covered_by.is_some() { Reach::Unknown } else { Reach::Reachable },
        initial: node.initial,
        on_path: false,
        span,
    }
}

/// Facts side by side, as many as fit into a line.
fn packed(facts: &[String]) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for fact in facts {
        match lines.last_mut() {
            Some(line) if line.len() + fact.len() + 2 <= WIDTH => *line = format!("{line}, {fact}"),
            _ => lines.push(fact.clone()),
        }
    }
    lines
}

fn tip(model: &Model, node: &Node) -> String {
    let instances = model.system.instances.iter().zip(&node.locations);
    let mut tip: Vec<String> =
        instances.map(|(instance, location)| format!("{} @ {location}", instance.name)).collect();
    tip.extend(node.facts.iter().cloned());
    let example: Vec<String> = node.example.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    if !example.is_empty() {
        tip.push(format!("for instance {}", example.join(", ")));
    }
    tip.extend(node.covered_by.map(|other| format!("Covered by node {other}.")));
    if node.initial {
        tip.push("The system starts here.".to_owned());
    }
    tip.join("\n")
}

/// Steps side by side from one node to another are one arrow.
fn steps(model: &Model, graph: &AbstractGraph) -> Vec<Arrow> {
    let lines = line_starts(&model.text);
    let mut groups: BTreeMap<(usize, usize, bool), Vec<&Edge>> = BTreeMap::new();
    for edge in &graph.edges {
        groups.entry((edge.from, edge.to, !edge.must)).or_default().push(edge);
    }
    let statement = |edge: &&Edge| statement(&model.text, &lines, &edge.instance, edge.span);
    let arrow = |((from, to, may), edges): ((usize, usize, bool), Vec<&Edge>)| {
        let taking: Vec<u32> = edges.iter().flat_map(|edge| edge.steps.iter().copied()).collect();
        let fails = graph.spurious.as_ref().is_some_and(|spurious| taking.contains(&(spurious.step as u32)));
        let mut label = numbers(taking);
        let mut tip = edges.iter().map(statement).collect::<Vec<_>>().join("\n") + &taken(&label);
        if fails {
            label += " fails";
            tip += ", which cannot be taken";
        }
        Arrow { from, to, line: if may { Line::Dashed } else { Line::Solid }, label, tip, reach: Reach::Reachable }
    };
    groups.into_iter().map(arrow).collect()
}

fn covering((from, node): (usize, &Node)) -> Option<Arrow> {
    let to = node.covered_by?;
    let (line, label, tip) = (Line::Dotted, String::new(), format!("Node {to} covers node {from}."));
    Some(Arrow { from, to, line, label, tip, reach: Reach::Unknown })
}
