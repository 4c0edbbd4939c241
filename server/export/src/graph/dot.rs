//! The DOT language of Graphviz.

use std::fmt::{self, Write};

use boolprog_check::graph::Reach;

use super::{Arrow, Graph, Line, Shape, ShapeKind};
use crate::text::plain;

pub(super) fn write(graph: &Graph) -> String {
    let mut out = String::from("digraph states {\n");
    let caption = graph.caption.join("\n");
    // Writing to a string never fails.
    let _ = writeln!(out, "  graph [label={}, labelloc=t, fontname=\"monospace\", fontsize=11];", Quoted(&caption));
    let _ = writeln!(out, "  node [shape=box, style=\"rounded,filled\", fontname=\"monospace\", fontsize=10];");
    let _ = writeln!(out, "  edge [fontname=\"monospace\", fontsize=10];");
    for (index, node) in graph.shapes.iter().enumerate() {
        let _ = writeln!(
            out,
            "  n{index} [label={}, tooltip={}, {}];",
            Quoted(&node.lines.join("\n")),
            Quoted(&node.tip),
            look(node)
        );
    }
    for arrow in &graph.arrows {
        let (from, to) = (arrow.from, arrow.to);
        let _ = writeln!(
            out,
            "  n{from} -> n{to} [label={}, tooltip={}, {}];",
            Quoted(&arrow.label),
            Quoted(&arrow.tip),
            line(arrow)
        );
    }
    out.push_str("}\n");
    out
}

fn look(node: &Shape) -> String {
    let (fill, line, text) = match (node.kind, node.reach) {
        (ShapeKind::Failed, Reach::Reachable) => ("#fdeceb", "#b3261e", "#1f2328"),
        (_, Reach::Reachable) => ("#e8f1fb", "#0b63b5", "#1f2328"),
        (_, Reach::Unknown) => ("#ffffff", "#59636e", "#1f2328"),
        (_, Reach::Unreachable) => ("#f3f4f6", "#d0d7de", "#8a929b"),
    };
    let line = if node.on_path { "#b3261e" } else { line };
    let width = if node.on_path { 2 } else { 1 };
    let edges = if node.initial { 2 } else { 1 };
    let style = if node.reach == Reach::Reachable { "rounded,filled" } else { "rounded,filled,dashed" };
    format!(
        "fillcolor=\"{fill}\", color=\"{line}\", fontcolor=\"{text}\", style=\"{style}\", penwidth={width}, peripheries={edges}"
    )
}

fn line(arrow: &Arrow) -> String {
    let style = match arrow.line {
        Line::Solid => "solid",
        Line::Dashed => "dashed",
        Line::Dotted => "dotted",
    };
    let (colour, width) = match (arrow.label.is_empty(), arrow.reach) {
        (false, _) => ("#b3261e", 2),
        (true, Reach::Unreachable) => ("#d0d7de", 1),
        (true, Reach::Reachable | Reach::Unknown) => ("#59636e", 1),
    };
    format!("color=\"{colour}\", fontcolor=\"{colour}\", style={style}, penwidth={width}")
}

/// A text in double quotes. A line feed begins a new line.
struct Quoted<'a>(&'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        for character in self.0.chars() {
            match character {
                '"' => f.write_str("\\\"")?,
                '\\' => f.write_str("\\\\")?,
                '\n' => f.write_str("\\n")?,
                // Otherwise it would be the entity of another character.
                '&' => f.write_str("&amp;")?,
                other => f.write_char(plain(other))?,
            }
        }
        f.write_char('"')
    }
}
