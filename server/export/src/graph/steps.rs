//! Captions, descriptions and arrows of thread states, of programs and of thread transition systems.

use std::collections::BTreeMap;

use boolprog_base::words::count;
use boolprog_check::graph::{Edge, EdgeKind, Node, Reach, State, ThreadGraph};

use super::{Arrow, Line, numbers, taken};
use crate::wording::file_name;

/// The number of thread states, those that are reachable in a scope such as "for any number of threads", and the
/// counterexample.
pub(super) fn caption<T, P>(path: &str, scope: &str, graph: &ThreadGraph<T, P>) -> Vec<String> {
    let states: Vec<&Node<T>> = graph.nodes.iter().filter(|node| matches!(node.state, State::At(_))).collect();
    let number = |reach| states.iter().filter(|node| node.reach == reach).count();
    let (reachable, unknown) = (number(Reach::Reachable), number(Reach::Unknown));
    let known = if unknown == 0 { "reachable" } else { "known to be reachable" };
    let (file, states) = (file_name(path), count(states.len(), "thread state"));
    let mut lines = vec![format!("{file}: {states}, {reachable} {known} {scope}")];
    if graph.left_out > 0 {
        lines.push(format!("{} more that no thread is ever in", graph.left_out));
    }
    if let Some(property) = &graph.violated {
        lines.push(format!("numbers: the steps of the counterexample to {property}"));
    }
    lines
}

/// The last lines of the description of a shape.
pub(super) fn reached(initial: bool, reach: Reach) -> String {
    let reach = match reach {
        Reach::Reachable => "",
        Reach::Unreachable => "\nNo thread is ever here.",
        Reach::Unknown => "\nIt is not known whether a thread is ever here.",
    };
    let start = if initial { "\nThreads start here." } else { "" };
    format!("{start}{reach}")
}

/// Steps side by side from one node to another are one arrow; `shown` is the step at a place.
pub(super) fn arrows<T, P: Copy>(graph: &ThreadGraph<T, P>, shown: impl Fn(P) -> String) -> Vec<Arrow> {
    let mut groups: BTreeMap<(usize, usize, EdgeKind), Vec<&Edge<P>>> = BTreeMap::new();
    for edge in &graph.edges {
        groups.entry((edge.from, edge.to, edge.kind)).or_default().push(edge);
    }
    let arrow = |((from, to, kind), edges): ((usize, usize, EdgeKind), Vec<&Edge<P>>)| {
        let label = numbers(edges.iter().flat_map(|edge| edge.steps.iter().copied()).collect());
        let tip: Vec<String> = edges.iter().map(|edge| format!("{}{}", who(kind), shown(edge.place))).collect();
        let tip = tip.join("\n") + &taken(&label);
        let reach = graph.nodes[from].reach.max(graph.nodes[to].reach);
        let line = match kind {
            EdgeKind::Step => Line::Solid,
            EdgeKind::Creates => Line::Dashed,
            EdgeKind::Passive => Line::Dotted,
        };
        Arrow { from, to, line, label, tip, reach }
    };
    groups.into_iter().map(arrow).collect()
}

fn who(kind: EdgeKind) -> &'static str {
    match kind {
        EdgeKind::Step => "",
        EdgeKind::Creates => "starts this thread - ",
        EdgeKind::Passive => "done by another thread - ",
    }
}
