//! The abstract states of an integer program and the steps between them.

use std::collections::BTreeMap;

use boolprog_base::words::count;
use boolprog_check::graph::Reach;
use boolprog_check::integer::Model;
use boolprog_check::integer::graph::{AbstractGraph, Conclusion, Edge, Node};
use boolprog_check::report::Reason;

use super::{Arrow, Graph, Line, Shape, ShapeKind, line_starts, numbers, statement, taken};
use crate::text::wrapped;
use crate::wording::file_name;

/// Width in columns at which lines in shapes are broken.
const WIDTH: usize = 30;

/// The graph of an abstraction: locations and a bit for each predicate in the shapes, the predicates themselves in the
/// caption. Linear in the graph.
pub fn abstract_states(model: &Model, graph: &AbstractGraph) -> Graph {
    let shapes = graph.nodes.iter().map(|node| shape(model, graph, node)).collect();
    Graph::new(caption(model, graph), shapes, arrows(model, graph))
}

fn caption(model: &Model, graph: &AbstractGraph) -> Vec<String> {
    let (file, states) = (file_name(&model.path), count(graph.nodes.len(), "abstract state"));
    let must = graph.edges.iter().filter(|edge| edge.must).count();
    let steps = count(graph.edges.len(), "step");
    let conclusion = match &graph.conclusion {
        Conclusion::Exact => "exact",
        Conclusion::Violated(_) => "with an error",
        Conclusion::Undecided(Reason::Internal(_)) => "not believed",
        Conclusion::Undecided(_) => "not exact",
    };
    let iteration = graph.iteration;
    let mut lines = vec![format!("{file}: {states}, {must} of {steps} certain; iteration {iteration}, {conclusion}")];
    let predicates = (1..).zip(&graph.predicates).map(|(number, predicate)| format!("{number}: {predicate}"));
    lines.extend(predicates);
    if let Conclusion::Violated(property) = &graph.conclusion {
        lines.push(format!("numbers: the steps of the counterexample to {property}"));
    }
    lines
}

fn shape(model: &Model, graph: &AbstractGraph, node: &Node) -> Shape {
    let bit = |value: &Option<bool>| match value {
        Some(true) => '1',
        Some(false) => '0',
        None => '-',
    };
    let bits: String = node.values.iter().map(bit).collect();
    let mut lines = wrapped(&node.locations.join(" "), WIDTH);
    lines.extend(bits.as_bytes().chunks(WIDTH).map(|bits| String::from_utf8_lossy(bits).into_owned()));
    let instances = model.system.instances.iter().zip(&node.locations);
    let mut tip: Vec<String> =
        instances.map(|(instance, location)| format!("{} @ {location}", instance.name)).collect();
    let known = graph.predicates.iter().zip(&node.values).filter_map(|(predicate, value)| Some((predicate, (*value)?)));
    tip.extend(known.map(|(predicate, value)| format!("{}  {predicate}", if value { 'T' } else { 'F' })));
    let example: Vec<String> = node.example.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    if !example.is_empty() {
        tip.push(format!("for instance {}", example.join(", ")));
    }
    if node.initial {
        tip.push("The system starts here.".to_owned());
    }
    let kind = if node.violated { ShapeKind::Failed } else { ShapeKind::State };
    Shape {
        lines,
        tip: tip.join("\n"),
        kind,
        reach: Reach::Reachable,
        initial: node.initial,
        on_path: false,
        span: None,
    }
}

/// Steps side by side from one node to another are one arrow.
fn arrows(model: &Model, graph: &AbstractGraph) -> Vec<Arrow> {
    let lines = line_starts(&model.text);
    let mut groups: BTreeMap<(usize, usize, bool), Vec<&Edge>> = BTreeMap::new();
    for edge in &graph.edges {
        groups.entry((edge.from, edge.to, !edge.must)).or_default().push(edge);
    }
    let statement = |edge: &&Edge| statement(&model.text, &lines, &edge.instance, edge.span);
    let arrow = |((from, to, may), edges): ((usize, usize, bool), Vec<&Edge>)| {
        let label = numbers(edges.iter().flat_map(|edge| edge.steps.iter().copied()).collect());
        let tip = edges.iter().map(statement).collect::<Vec<_>>().join("\n") + &taken(&label);
        Arrow { from, to, line: if may { Line::Dashed } else { Line::Solid }, label, tip, reach: Reach::Reachable }
    };
    groups.into_iter().map(arrow).collect()
}
