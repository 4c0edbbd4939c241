//! The thread states of a Boolean program and the steps between them.

use std::collections::BTreeMap;

use boolprog_base::words::count;
use boolprog_check::Unit;
use boolprog_check::graph::{Atomic, Edge, EdgeKind, Node, Reach, State, ThreadGraph, ThreadState};
use boolprog_program::names::VariableId;
use boolprog_program::program::Threads;
use boolprog_syntax::ast::SiteId;

use super::{Arrow, Graph, Line, Shape, ShapeKind, line_starts, numbers, taken};
use crate::text::{plain, shortened, wrapped};
use crate::wording::file_name;

/// Width in columns at which statements in shapes are cut, and values broken.
const WIDTH: usize = 30;

/// The graph of a program. Linear in the graph.
pub fn thread_states(unit: &Unit, graph: &ThreadGraph) -> Graph {
    let writer = Writer { unit, lines: line_starts(&unit.text) };
    let shapes = graph.nodes.iter().map(|node| writer.node(node)).collect();
    Graph::new(caption(unit, graph), shapes, writer.arrows(graph))
}

fn caption(unit: &Unit, graph: &ThreadGraph) -> Vec<String> {
    let states: Vec<&Node> = graph.nodes.iter().filter(|node| matches!(node.state, State::At(_))).collect();
    let number = |reach| states.iter().filter(|node| node.reach == reach).count();
    let (reachable, unknown) = (number(Reach::Reachable), number(Reach::Unknown));
    let scope = match unit.analysis.reading.threads {
        Threads::Any => "for any number of threads".to_owned(),
        Threads::Exactly(threads) => format!("with {} in main", count(threads as usize, "thread")),
    };
    let known = if unknown == 0 { "reachable" } else { "known to be reachable" };
    let (file, states) = (file_name(&unit.path), count(states.len(), "thread state"));
    let mut lines = vec![format!("{file}: {states}, {reachable} {known} {scope}")];
    if graph.left_out > 0 {
        lines.push(format!("{} more that no thread is ever in", graph.left_out));
    }
    if let Some(property) = &graph.violated {
        lines.push(format!("numbers: the steps of the counterexample to {property}"));
    }
    lines
}

struct Writer<'a> {
    unit: &'a Unit,
    lines: Vec<usize>,
}

impl Writer<'_> {
    fn node(&self, node: &Node) -> Shape {
        let (kind, lines, tip, span) = match &node.state {
            State::At(state) => {
                let (lines, tip) = self.state(state);
                let site = state.frames.first().map(|(site, _)| self.unit.file.sites[site.0 as usize].span);
                (ShapeKind::State, lines, tip, site)
            }
            State::Failed(property) => {
                let program = self.unit.analysis.program();
                let property = program.ok().map(|program| &program.properties[*property as usize]);
                let text = format!("assert {} fails", property.map_or("", |property| property.name.as_str()));
                (ShapeKind::Failed, wrapped(&text, WIDTH), text, property.map(|property| property.span))
            }
            State::Ended => (ShapeKind::Ended, vec!["end".to_owned()], "The thread has ended.".to_owned(), None),
        };
        let reach = match node.reach {
            Reach::Reachable => "",
            Reach::Unreachable => "\nNo thread is ever here.",
            Reach::Unknown => "\nIt is not known whether a thread is ever here.",
        };
        let start = if node.initial { "\nThreads start here." } else { "" };
        let tip = format!("{tip}{start}{reach}");
        Shape { lines, tip, kind, reach: node.reach, initial: node.initial, on_path: false, span }
    }

    fn state(&self, state: &ThreadState) -> (Vec<String>, String) {
        let callers = state.frames.iter().skip(1);
        let (site, own) = state.frames.first().map_or((SiteId(0), &[][..]), |(site, own)| (*site, own.as_slice()));
        let statement = self.statement(site);
        let mut lines = vec![shortened(&statement, WIDTH).into_owned()];
        let mut tip = vec![statement];
        for (head, values) in [("shared", &state.shared[..]), ("thread_local", &state.thread_local[..]), ("own", own)] {
            if !values.is_empty() {
                let values = self.values(values);
                lines.extend(wrapped(&values, WIDTH));
                tip.push(format!("{head}: {values}"));
            }
        }
        for (caller, values) in callers {
            let values = self.values(values);
            let line = format!("called on line {}", self.line(*caller));
            tip.push(if values.is_empty() { line.clone() } else { format!("{line}, there: {values}") });
            lines.extend(wrapped(&format!("{line} {values}"), WIDTH));
        }
        let inside = match state.atomic {
            Atomic::Nobody => None,
            Atomic::This => Some("in an atomic section"),
            Atomic::Other => Some("another is in one"),
        };
        lines.extend(inside.map(str::to_owned));
        tip.extend(inside.map(|inside| inside.replace("in one", "in an atomic section")));
        (lines, tip.join("\n"))
    }

    /// Steps side by side from one node to another are one arrow.
    fn arrows(&self, graph: &ThreadGraph) -> Vec<Arrow> {
        let mut groups: BTreeMap<(usize, usize, EdgeKind), Vec<&Edge>> = BTreeMap::new();
        for edge in &graph.edges {
            groups.entry((edge.from, edge.to, edge.kind)).or_default().push(edge);
        }
        let arrow = |((from, to, kind), edges): ((usize, usize, EdgeKind), Vec<&Edge>)| {
            let label = numbers(edges.iter().flat_map(|edge| edge.steps.iter().copied()).collect());
            let tip: Vec<String> =
                edges.iter().map(|edge| format!("{}{}", who(kind), self.statement(edge.site))).collect();
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

    /// `12: lock := T`
    fn statement(&self, site: SiteId) -> String {
        let span = self.unit.file.sites[site.0 as usize].span;
        let text: String = self.unit.text.get(span.range()).unwrap_or_default().chars().map(plain).collect();
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        format!("{}: {}", self.line(site), if text.is_empty() { "end" } else { &text })
    }

    /// The line of a place, from 1.
    fn line(&self, site: SiteId) -> usize {
        let start = self.unit.file.sites[site.0 as usize].span.start as usize;
        self.lines.partition_point(|line| *line <= start)
    }

    fn values(&self, values: &[(VariableId, bool)]) -> String {
        let names = &self.unit.analysis.names;
        let value = |(variable, value): &(VariableId, bool)| {
            format!("{}={}", names.info(*variable).name, if *value { "T" } else { "F" })
        };
        values.iter().map(value).collect::<Vec<_>>().join(" ")
    }
}

fn who(kind: EdgeKind) -> &'static str {
    match kind {
        EdgeKind::Step => "",
        EdgeKind::Creates => "starts this thread - ",
        EdgeKind::Passive => "done by another thread - ",
    }
}
