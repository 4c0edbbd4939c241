//! The thread states of a small program or thread transition system, its Karp-Miller tree, or the abstract states of an
//! integer program, as a graph to be drawn.
//!
//! A [`Graph`] gives the text of each shape and the style of each line, and no positions: layout is left to Graphviz,
//! or to the library in the panel of an editor. It is deterministic.

mod abstraction;
mod dot;
mod numbered_states;
mod steps;
mod text;
mod thread_states;
mod tree;

use boolprog_base::Span;
use boolprog_check::graph::Reach;
use serde::Serialize;

use crate::text::plain;

pub use abstraction::abstraction;
pub use numbered_states::numbered_states;
pub use thread_states::thread_states;
pub use tree::{tree_of_program, tree_of_system};

/// A graph in words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Graph {
    /// Caption: a headline, and more lines.
    pub caption: Vec<String>,
    /// The shapes. Arrows refer to them by index.
    pub shapes: Vec<Shape>,
    /// Arrows between the shapes.
    pub arrows: Vec<Arrow>,
}

/// A shape of the graph.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Shape {
    /// Lines of text in it.
    pub lines: Vec<String>,
    /// The full description, in lines.
    pub tip: String,
    /// Meaning of the shape.
    pub kind: ShapeKind,
    /// Reachability by a thread.
    pub reach: Reach,
    /// `true` if a thread or the system can start there.
    pub initial: bool,
    /// `true` if the counterexample passes through it.
    pub on_path: bool,
    /// The statement in the program that it is about, if there is one.
    #[serde(skip)]
    pub span: Option<Span>,
}

/// Meaning of a shape.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum ShapeKind {
    /// A thread state, a marking or an abstract state.
    State,
    /// A violation of a property.
    Failed,
    /// The end of threads.
    Ended,
}

/// Style of a line.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Line {
    /// A step of the thread itself; of an abstraction a step that all states have.
    Solid,
    /// A step that creates the thread; of an abstraction a step that perhaps not all states have.
    Dashed,
    /// A step of another thread; of an abstraction no step, but from a covered node to the one that covers it; of a tree no
    /// step, but from the end of a branch to the ancestor with the same marking.
    Dotted,
}

/// All steps of one kind from one node to another.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Arrow {
    /// Index of the shape where it starts.
    pub from: usize,
    /// Index of the shape where it ends.
    pub to: usize,
    /// Style of its line.
    pub line: Line,
    /// The numbers of the steps of the counterexample that it is; empty if it is none.
    pub label: String,
    /// The statements, in lines.
    pub tip: String,
    /// Reachability of both of its ends by a thread.
    pub reach: Reach,
}

impl Graph {
    /// The shapes that the counterexample passes through are marked.
    fn new(caption: Vec<String>, mut shapes: Vec<Shape>, arrows: Vec<Arrow>) -> Self {
        for arrow in arrows.iter().filter(|arrow| !arrow.label.is_empty()) {
            shapes[arrow.from].on_path = true;
            shapes[arrow.to].on_path = true;
        }
        Self { caption, shapes, arrows }
    }

    /// The graph in the DOT language of Graphviz. Linear in the graph.
    pub fn dot(&self) -> String {
        dot::write(self)
    }

    /// The graph as plain text. Quadratic in the graph.
    pub fn text(&self) -> String {
        text::write(self)
    }
}

fn numbers(mut steps: Vec<u32>) -> String {
    steps.sort_unstable();
    steps.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// The description of an arrow that is steps of the counterexample.
fn taken(label: &str) -> String {
    if label.is_empty() { String::new() } else { format!("\nstep {label} of the counterexample") }
}

/// An edge of an integer program as it stands in the text, with its line and the instance that takes it.
fn statement(program: &str, lines: &[usize], instance: &str, span: Span) -> String {
    let text: String = program.get(span.range()).unwrap_or_default().chars().map(plain).collect();
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let line = lines.partition_point(|line| *line <= span.start as usize);
    format!("{line}: {instance} {text}")
}

/// Offsets of the beginnings of the lines of a text.
fn line_starts(text: &str) -> Vec<usize> {
    std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect()
}
