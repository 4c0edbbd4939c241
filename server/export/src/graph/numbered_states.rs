//! The thread states of a thread transition system and the steps between them.

use boolprog_check::System;
use boolprog_check::graph::{Node, Numbers, State, SystemGraph};

use super::steps::{arrows, caption, reached};
use super::{Graph, Shape, ShapeKind};
use crate::text::plain;

/// The graph of a system: the numbers of thread states in the shapes, the lines of the file as descriptions of arrows.
/// Linear in the graph and the text.
pub fn numbered_states(system: &System, graph: &SystemGraph) -> Graph {
    let lines: Vec<&str> = system.text.lines().collect();
    let shown = |line: u32| {
        let text = lines.get(line as usize - 1).copied().unwrap_or_default();
        let text: String = text.split('#').next().unwrap_or_default().chars().map(plain).collect();
        format!("{line}: {}", text.split_whitespace().collect::<Vec<_>>().join(" "))
    };
    let scope = match system.threads().as_str() {
        "*" => "for any number of threads".to_owned(),
        "1" => "with 1 thread at the start".to_owned(),
        threads => format!("with {threads} threads at the start"),
    };
    let shapes = graph.nodes.iter().map(shape).collect();
    Graph::new(caption(&system.path, &scope, graph), shapes, arrows(graph, shown))
}

fn shape(node: &Node<Numbers>) -> Shape {
    let (kind, line, tip) = match node.state {
        State::At(state) => {
            let (kind, target) =
                if state.is_target { (ShapeKind::Failed, "\nThis is a target.") } else { (ShapeKind::State, "") };
            let tip = format!("shared state {}, local state {}{target}", state.shared, state.local);
            (kind, format!("{}|{}", state.shared, state.local), tip)
        }
        State::Failed(_) => (ShapeKind::Failed, "target".to_owned(), "A target.".to_owned()),
        State::Ended => (ShapeKind::Ended, "end".to_owned(), "The thread has ended.".to_owned()),
    };
    let tip = format!("{tip}{}", reached(node.initial, node.reach));
    let (reach, initial) = (node.reach, node.initial);
    Shape { lines: vec![line], tip, kind, reach, initial, on_path: false, span: None }
}
