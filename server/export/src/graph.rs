//! The thread transition system of a small program, or the abstract states of an integer program, as a picture: in the
//! language of Graphviz, and drawn.
//!
//! Both are written from the same words, and are deterministic.

mod abstraction;
mod dot;
mod layout;
mod svg;
mod words;

use boolprog_check::Unit;
use boolprog_check::graph::ThreadGraph;
use boolprog_check::integer::Model;
use boolprog_check::integer::graph::AbstractGraph;

use words::Words;

/// The graph of a program in the DOT language of Graphviz. Linear in the graph.
pub fn dot(unit: &Unit, graph: &ThreadGraph) -> String {
    dot::write(&Words::of(unit, graph))
}

/// The graph of a program as a picture that stands alone. What it costs is the layout: see the module.
pub fn svg(unit: &Unit, graph: &ThreadGraph) -> String {
    svg::write(&Words::of(unit, graph))
}

/// The abstract states of an integer program in the DOT language of Graphviz. Linear in the graph.
pub fn abstract_dot(model: &Model, graph: &AbstractGraph) -> String {
    dot::write(&abstraction::words(model, graph))
}

/// The abstract states of an integer program as a picture that stands alone.
pub fn abstract_svg(model: &Model, graph: &AbstractGraph) -> String {
    svg::write(&abstraction::words(model, graph))
}
