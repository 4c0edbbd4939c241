//! The thread transition system of a small program as a picture: in the language of Graphviz, and drawn.
//!
//! Both are written from the same words, and are deterministic.

mod dot;
mod layout;
mod svg;
mod words;

use boolprog_check::Unit;
use boolprog_check::graph::ThreadGraph;

use words::Words;

/// The graph of a program in the DOT language of Graphviz. Linear in the graph.
pub fn dot(unit: &Unit, graph: &ThreadGraph) -> String {
    dot::write(&Words::of(unit, graph))
}

/// The graph of a program as a picture that stands alone. What it costs is the layout: see the module.
pub fn svg(unit: &Unit, graph: &ThreadGraph) -> String {
    svg::write(&Words::of(unit, graph))
}
