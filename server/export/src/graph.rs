//! The thread transition system of a small program, or the abstract states of an integer program, as a graph to be drawn.
//!
//! A [`Graph`] says what stands in each shape and what each line looks like, and nothing about where they stand: layout is
//! the business of Graphviz, or of the library in the panel of an editor. It is deterministic.

mod abstract_states;
mod dot;
mod thread_states;

use boolprog_base::Span;
use boolprog_check::graph::Reach;
use serde::Serialize;

pub use abstract_states::abstract_states;
pub use thread_states::thread_states;

/// A graph in words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Graph {
    /// What it shows: a headline, and lines with more.
    pub caption: Vec<String>,
    /// The shapes. Arrows refer to them by index.
    pub shapes: Vec<Shape>,
    /// The arrows.
    pub arrows: Vec<Arrow>,
}

/// A node.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Shape {
    /// What stands in it.
    pub lines: Vec<String>,
    /// The full description, in lines.
    pub tip: String,
    /// What it represents.
    pub kind: ShapeKind,
    /// Whether a thread can be there.
    pub reach: Reach,
    /// Whether a thread or the system can start there.
    pub initial: bool,
    /// Whether the counterexample passes through it.
    pub on_path: bool,
    /// The statement in the program that it is about, if there is one.
    #[serde(skip)]
    pub span: Option<Span>,
}

/// What a node stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum ShapeKind {
    /// A state.
    State,
    /// A violation.
    Failed,
    /// The end of threads.
    Ended,
}

/// What a line looks like.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Line {
    /// A step of the thread itself; of an abstraction a step that all states have.
    Solid,
    /// A step that creates the thread; of an abstraction a step that perhaps not all states have.
    Dashed,
    /// A step of another thread.
    Dotted,
}

/// All steps of one kind from one node to another.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Arrow {
    /// Index of the shape where it starts.
    pub from: usize,
    /// Index of the shape where it ends.
    pub to: usize,
    /// What it looks like.
    pub line: Line,
    /// The numbers of the steps of the counterexample that it is; empty if it is none.
    pub label: String,
    /// The statements, in lines.
    pub tip: String,
    /// Whether a thread can be at both of its ends.
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
}

/// The numbers of steps, in order.
fn numbers(mut steps: Vec<u32>) -> String {
    steps.sort_unstable();
    steps.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// The description of an arrow that is steps of the counterexample.
fn taken(label: &str) -> String {
    if label.is_empty() { String::new() } else { format!("\nstep {label} of the counterexample") }
}

/// Where the lines of a text begin.
fn line_starts(text: &str) -> Vec<usize> {
    std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect()
}
