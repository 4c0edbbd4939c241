//! An abstract reachability graph: what holds in each node, which nodes are covered, and the counterexample.

use boolprog_base::words::count;
use boolprog_check::graph::Reach;
use boolprog_check::integer::Model;
use boolprog_check::integer::graph::Conclusion;
use boolprog_check::integer::reachability::{Edge, Node, ReachabilityGraph};
use boolprog_check::report::Reason;

use super::{Arrow, Graph, Line, Shape, ShapeKind, line_starts, statement, taken};
use crate::text::wrapped;
use crate::wording::file_name;

/// Width in columns at which lines in shapes are broken.
const WIDTH: usize = 30;

/// Most parts of a core that the caption lists.
const CORE: usize = 12;

/// The graph of a round: locations and facts in the shapes, the spurious counterexample and what was added in the caption. A
/// dotted arrow leads from a covered node to the one that covers it; a solid one is a step of all states of its node, a dashed
/// one may be a step of some. Linear in the graph.
pub fn reachability(model: &Model, graph: &ReachabilityGraph) -> Graph {
    let shapes = graph.nodes.iter().enumerate().map(|(number, node)| shape(model, number, node)).collect();
    let lines = line_starts(&model.text);
    let mut arrows: Vec<_> = graph.edges.iter().map(|edge| step(model, &lines, edge)).collect();
    arrows.extend(graph.nodes.iter().enumerate().filter_map(covering));
    Graph::new(caption(model, graph), shapes, arrows)
}

fn caption(model: &Model, graph: &ReachabilityGraph) -> Vec<String> {
    let (file, nodes) = (file_name(&model.path), count(graph.nodes.len(), "node"));
    let covered = graph.nodes.iter().filter(|node| node.covered_by.is_some()).count();
    let conclusion = match &graph.conclusion {
        Conclusion::Exact => "nothing violated",
        Conclusion::Violated(_) => "with an error",
        Conclusion::Undecided(Reason::Internal(_)) => "not believed",
        Conclusion::Undecided(_) => "not decided",
    };
    let must = graph.edges.iter().filter(|edge| edge.must).count();
    let steps = count(graph.edges.len(), "step");
    let iteration = graph.iteration;
    let mut lines = vec![format!(
        "{file}: {nodes}, {covered} covered, {must} of {steps} certain; iteration {iteration}, {conclusion}"
    )];
    if let Conclusion::Violated(property) = &graph.conclusion {
        lines.push(format!("numbers: the steps of the counterexample to {property}"));
    }
    if let Some(spurious) = &graph.spurious {
        let failing = if spurious.step > spurious.steps {
            "its end does not hold".to_owned()
        } else {
            format!("step {} cannot be taken", spurious.step)
        };
        lines.push(format!("numbers: the steps of a spurious counterexample; {failing}:"));
        let parts = spurious.core.iter().take(CORE).map(|part| match part.step {
            0 => format!("  start: {}", part.text),
            step => format!("  {step}: {}", part.text),
        });
        lines.extend(parts);
    }
    lines.extend(graph.added.iter().map(|added| format!("new: {added}")));
    lines
}

fn shape(model: &Model, number: usize, node: &Node) -> Shape {
    let mut lines = wrapped(&format!("{number}: {}", node.locations.join(" ")), WIDTH);
    lines.extend(node.facts.iter().flat_map(|fact| wrapped(fact, WIDTH)));
    let instances = model.system.instances.iter().zip(&node.locations);
    let mut tip: Vec<String> =
        instances.map(|(instance, location)| format!("{} @ {location}", instance.name)).collect();
    tip.extend(node.facts.iter().cloned());
    tip.extend(node.covered_by.map(|other| format!("Covered by node {other}.")));
    if node.initial {
        tip.push("The system starts here.".to_owned());
    }
    Shape {
        lines,
        tip: tip.join("\n"),
        kind: if node.last { ShapeKind::Failed } else { ShapeKind::State },
        reach: if node.covered_by.is_some() { Reach::Unknown } else { Reach::Reachable },
        initial: node.initial,
        on_path: false,
        span: None,
    }
}

fn step(model: &Model, lines: &[usize], edge: &Edge) -> Arrow {
    let label = edge.step.map_or_else(String::new, |step| step.to_string());
    let tip = statement(&model.text, lines, &edge.instance, edge.span) + &taken(&label);
    let line = if edge.must { Line::Solid } else { Line::Dashed };
    Arrow { from: edge.from, to: edge.to, line, label, tip, reach: Reach::Reachable }
}

fn covering((from, node): (usize, &Node)) -> Option<Arrow> {
    let to = node.covered_by?;
    let (line, label, tip) = (Line::Dotted, String::new(), format!("Node {to} covers node {from}."));
    Some(Arrow { from, to, line, label, tip, reach: Reach::Unknown })
}
