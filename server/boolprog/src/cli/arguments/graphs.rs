//! Graphs of state spaces.

use std::path::PathBuf;
use std::sync::LazyLock;

use boolprog_base::engine::EngineId;
use boolprog_check::graph::Selection;
use boolprog_check::integer::graph;
use boolprog_export::graph::Graph;
use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};

use super::{AskedArguments, IntegerArguments, LimitArguments, ReadingArguments};

/// `boolprog graph`
#[derive(Debug, Args)]
#[command(after_help = "Exit codes: 0 drawn, 3 bad input or too many thread states, 64 wrong usage, \
                        74 the output cannot be written.")]
pub(in crate::cli) struct GraphArguments {
    /// Write to this file instead of standard output.
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// The property whose counterexample is shown, such as assert-1. [default: the first violated one]
    #[arg(long, value_name = "ID")]
    pub property: Option<String>,
    /// The target of a .tts or .spec file to which an execution is shown. [default: the .prop file beside it or that of the
    /// file, if there is one]
    #[arg(long, value_name = "TARGET|FILE.prop", conflicts_with = "property")]
    pub target: Option<String>,
    /// The start of the threads of a .tts or .spec file, as for reach. [default: 0/0, or as the file says]
    #[arg(long, value_name = "INIT")]
    pub init: Option<String>,
    /// Only the thread states on this line, and those one step away.
    #[arg(long, value_name = "N")]
    pub line: Option<u32>,
    /// The maximum number of thread states or nodes to draw.
    #[arg(long, value_name = "N", default_value_t = Selection::MOST)]
    pub limit: usize,
    /// The kind of graph.
    #[arg(long, value_enum, value_name = "SHAPE", default_value_t = GraphShape::States)]
    pub shape: GraphShape,
    /// The format of the output.
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = GraphFormat::Dot)]
    pub format: GraphFormat,
    /// The subject of the picture.
    #[command(flatten)]
    pub asked: AskedArguments,
}

/// `boolprog abstract-graph`
#[derive(Debug, Args)]
#[command(
    after_help = "Exit codes: 0 drawn, 3 bad input, no prover or too many abstract states, 64 wrong usage, 74 it \
                        cannot be written."
)]
pub(in crate::cli) struct AbstractGraphArguments {
    /// The integer program (.ip, .cfa, .system) or C program (.c, .i).
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Write to this file instead of standard output.
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// The only property to check, such as error-full. [default: all of them]
    #[arg(long, value_name = "ID")]
    pub property: Option<String>,
    /// The engine whose states are drawn.
    #[arg(long, value_enum, value_name = "NAME", default_value_t = GraphEngine(EngineId::Alpha))]
    pub engine: GraphEngine,
    /// The format of the graph.
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = GraphFormat::Dot)]
    pub format: GraphFormat,
    /// Draw what this iteration finds. [default: the last one]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub iteration: Option<u32>,
    /// The maximum number of abstract states to draw.
    #[arg(long, value_name = "N", default_value_t = Selection::MOST)]
    pub limit: usize,
    /// Reading of the program.
    #[command(flatten)]
    pub reading: ReadingArguments,
    /// Its search.
    #[command(flatten)]
    pub integers: IntegerArguments,
    /// Its limits.
    #[command(flatten)]
    pub limits: LimitArguments,
}

/// An engine whose abstract states can be drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::cli) struct GraphEngine(pub EngineId);

/// All of them, in the order of the table of engines.
static DRAWN: LazyLock<Vec<GraphEngine>> = LazyLock::new(|| graph::DRAWN.into_iter().map(GraphEngine).collect());

impl ValueEnum for GraphEngine {
    fn value_variants<'a>() -> &'a [Self] {
        &DRAWN
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.0.name()).help(self.0.info().title))
    }
}

/// The graph that is drawn of a program or of a thread transition system.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(in crate::cli) enum GraphShape {
    /// The thread states, and the steps between them.
    States,
    /// The Karp-Miller tree, with the markings of any number of threads.
    Tree,
}

/// The format of a graph.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(in crate::cli) enum GraphFormat {
    /// The language of Graphviz.
    Dot,
    /// Lines of text.
    Text,
    /// Shapes and arrows as JSON.
    Json,
}

impl GraphFormat {
    /// A graph in this format.
    pub(in crate::cli) fn write(self, graph: &Graph) -> String {
        match self {
            Self::Dot => graph.dot(),
            Self::Text => graph.text(),
            Self::Json => serde_json::to_string_pretty(graph).unwrap_or_default() + "\n",
        }
    }
}
