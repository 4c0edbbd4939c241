//! The Karp-Miller tree of a Boolean program or of a thread transition system.

use boolprog_base::words::count;
use boolprog_check::graph::Reach;
use boolprog_check::markings::{Local, Number, ProgramMarking};
use boolprog_check::tree::TreeNode;
use boolprog_check::{System, Unit};

use super::thread_states::Writer;
use super::{Arrow, Graph, Line, Shape, ShapeKind};
use crate::wording::file_name;

/// The tree of a system: markings by the numbers of shared and local states. Linear in the tree.
pub fn tree_of_system(system: &System, nodes: &[TreeNode]) -> Graph {
    let text = |node: &TreeNode| {
        let threads = node.marking.threads.iter();
        let threads = threads.map(|(local, number)| format!("{} in local state {}", word(*number), local.0));
        let shared = format!("shared state {}", node.marking.shared.0);
        (std::iter::once(shared).chain(threads).collect(), ShapeKind::State)
    };
    graph(&system.path, nodes, text)
}

/// The tree of a program: markings by the values of variables and the statements at which threads are. Linear in the tree.
pub fn tree_of_program(unit: &Unit, nodes: &[TreeNode<ProgramMarking>]) -> Graph {
    let writer = Writer::new(unit);
    let text = |node: &TreeNode<ProgramMarking>| {
        let mut kind = ShapeKind::State;
        let mut lines: Vec<String> = [writer.values(&node.marking.shared)].into();
        for (local, number) in &node.marking.threads {
            let local = match local {
                Local::At(state) => writer.local(state),
                Local::Failed(property) => {
                    kind = ShapeKind::Failed;
                    writer.failed(*property).0
                }
            };
            lines.push(format!("{} at {local}", word(*number)));
        }
        lines.retain(|line| !line.is_empty());
        (lines, kind)
    };
    graph(&unit.path, nodes, text)
}

fn word(number: Number) -> String {
    match number {
        Number::UpTo(threads) => threads.to_string(),
        Number::Any => "any".to_owned(),
    }
}

fn graph<M>(path: &str, nodes: &[TreeNode<M>], text: impl Fn(&TreeNode<M>) -> (Vec<String>, ShapeKind)) -> Graph {
    let expanded = nodes.iter().filter(|node| node.repeats.is_none()).count();
    let caption =
        format!("{}: Karp-Miller tree, {}, {expanded} of them expanded", file_name(path), count(nodes.len(), "node"));
    let shape = |node: &TreeNode<M>| {
        let (lines, kind) = text(node);
        let tip = lines.join("\n");
        let initial = node.parent.is_none();
        Shape { lines, tip, kind, reach: Reach::Reachable, initial, on_path: false, span: None }
    };
    let arrows = nodes.iter().enumerate().flat_map(|(index, node)| {
        let step = node.parent.map(|parent| arrow(parent, index, Line::Solid, ""));
        step.into_iter().chain(node.repeats.map(|same| arrow(index, same, Line::Dotted, "the same marking")))
    });
    Graph::new(vec![caption], nodes.iter().map(shape).collect(), arrows.collect())
}

fn arrow(from: usize, to: usize, line: Line, tip: &str) -> Arrow {
    Arrow { from, to, line, label: String::new(), tip: tip.to_owned(), reach: Reach::Reachable }
}
