//! The thread states of a Boolean program and the steps between them.

use boolprog_base::Span;
use boolprog_base::words::count;
use boolprog_check::Unit;
use boolprog_check::graph::{Atomic, Node, State, ThreadGraph, ThreadState};
use boolprog_program::names::VariableId;
use boolprog_program::program::Threads;
use boolprog_syntax::ast::SiteId;

use super::steps::{arrows, caption, reached};
use super::{Graph, Shape, ShapeKind, line_starts};
use crate::text::{plain, shortened, wrapped};

/// Width in columns at which statements in shapes are cut, and values broken.
const WIDTH: usize = 30;

/// The graph of a program. Linear in the graph.
pub fn thread_states(unit: &Unit, graph: &ThreadGraph) -> Graph {
    let writer = Writer::new(unit);
    let shapes = graph.nodes.iter().map(|node| writer.node(node)).collect();
    let scope = match unit.analysis.reading.threads {
        Threads::Any => "for any number of threads".to_owned(),
        Threads::Exactly(threads) => format!("with {} in main", count(threads as usize, "thread")),
    };
    Graph::new(caption(&unit.path, &scope, graph), shapes, arrows(graph, |site| writer.statement(site)))
}

pub(super) struct Writer<'a> {
    unit: &'a Unit,
    lines: Vec<usize>,
}

impl<'a> Writer<'a> {
    pub(super) fn new(unit: &'a Unit) -> Self {
        Self { unit, lines: line_starts(&unit.text) }
    }

    fn node(&self, node: &Node) -> Shape {
        let (kind, lines, tip, span) = match &node.state {
            State::At(state) => {
                let (lines, tip) = self.state(state);
                let site = state.frames.first().map(|(site, _)| self.unit.file.sites[site.0 as usize].span);
                (ShapeKind::State, lines, tip, site)
            }
            State::Failed(property) => {
                let (text, span) = self.failed(*property);
                (ShapeKind::Failed, wrapped(&text, WIDTH), text, span)
            }
            State::Ended => (ShapeKind::Ended, vec!["end".to_owned()], "The thread has ended.".to_owned(), None),
        };
        let tip = format!("{tip}{}", reached(node.initial, node.reach));
        Shape { lines, tip, kind, reach: node.reach, initial: node.initial, on_path: false, span }
    }

    /// A failed assertion, with its place.
    pub(super) fn failed(&self, property: u32) -> (String, Option<Span>) {
        let program = self.unit.analysis.program();
        let property = program.ok().map(|program| &program.properties[property as usize]);
        let text = format!("assert {} fails", property.map_or("", |property| property.name.as_str()));
        (text, property.map(|property| property.span))
    }

    /// The local state of a thread in a line, without the values of shared variables.
    pub(super) fn local(&self, state: &ThreadState) -> String {
        let (site, own) = state.frames.first().map_or((SiteId(0), &[][..]), |(site, own)| (*site, own.as_slice()));
        let mut parts = vec![self.statement(site), self.values(&state.thread_local), self.values(own)];
        parts.extend(state.frames.iter().skip(1).map(|(caller, values)| {
            let values = self.values(values);
            format!("called on line {} {values}", self.line(*caller)).trim_end().to_owned()
        }));
        parts.extend((state.atomic == Atomic::This).then(|| "in an atomic section".to_owned()));
        parts.retain(|part| !part.is_empty());
        parts.join("  ")
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

    pub(super) fn values(&self, values: &[(VariableId, bool)]) -> String {
        let names = &self.unit.analysis.names;
        let value = |(variable, value): &(VariableId, bool)| {
            format!("{}={}", names.info(*variable).name, if *value { "T" } else { "F" })
        };
        values.iter().map(value).collect::<Vec<_>>().join(" ")
    }
}
