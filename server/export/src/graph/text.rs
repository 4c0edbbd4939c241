//! A graph as plain text: a line for each shape, and below it one for each arrow that leaves it.

use std::fmt::Write;

use super::{Graph, Line, ShapeKind};

pub(super) fn write(graph: &Graph) -> String {
    let mut out = graph.caption.join("\n");
    out.push('\n');
    for (index, shape) in graph.shapes.iter().enumerate() {
        let start = if shape.initial { " (start)" } else { "" };
        let failed = if shape.kind == ShapeKind::Failed { " (end of the counterexample)" } else { "" };
        // Writing to a string never fails.
        let _ = writeln!(out, "[{index}] {}{start}{failed}", shape.lines.join(" | "));
        for arrow in graph.arrows.iter().filter(|arrow| arrow.from == index) {
            let line = match arrow.line {
                Line::Solid => "->",
                Line::Dashed => "-->",
                Line::Dotted => "..>",
            };
            let tip = arrow.tip.lines().collect::<Vec<_>>().join("; ");
            let arrow = format!("    {line} [{}] {tip}", arrow.to);
            let _ = writeln!(out, "{}", arrow.trim_end());
        }
    }
    out
}
