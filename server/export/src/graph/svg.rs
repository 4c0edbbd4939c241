//! A graph, drawn.

use std::fmt::{Arguments, Write};

use boolprog_check::graph::Reach;

use super::layout::{Point, Size, layout};
use super::words::{Arrow, Legend, Line, Shape, ShapeKind, Words};
use crate::text::{Markup, columns};

/// The colours. Attributes of the elements say all the rest, so that programs that know no style sheets show something.
const STYLE: &str = include_str!("style.css");

/// Width of a character, a little more than the fonts need.
const COLUMN: f64 = 7.3;
/// Height of a line, and its base line.
const ROW: f64 = 17.0;
const BASE: f64 = 12.5;
/// Around everything, and around the lines in a box.
const MARGIN: f64 = 18.0;
const PADDING: f64 = 7.0;
/// How far an arrow from a box to itself goes out.
const LOOP: f64 = 20.0;
/// The heads of arrows.
const HEADS: [&str; 3] = ["plain", "faint", "way"];
/// Width of what stands in front of a text of the legend: a shape, a line; and between its parts.
const SAMPLE: f64 = 28.0;
const LINE: f64 = 32.0;
const APART: f64 = 2.0 * COLUMN;

/// Writes a graph.
pub(super) fn write(words: &Words) -> String {
    let sizes: Vec<Size> = words.shapes.iter().map(size).collect();
    let edges: Vec<(usize, usize)> = words.arrows.iter().map(|arrow| (arrow.from, arrow.to)).collect();
    let starts: Vec<usize> =
        words.shapes.iter().enumerate().filter(|(_, node)| node.initial).map(|(index, _)| index).collect();
    let layout = layout(&sizes, &edges, &starts);
    let head = words.caption.iter().map(|line| wide(line)).fold(0.0, f64::max);
    let top = MARGIN + high(words.caption.len() + 2);
    let width = (layout.size.width + LOOP).max(head).max(legend_width(words)) + 2.0 * MARGIN;
    let height = top + layout.size.height + MARGIN;
    let left = (width - layout.size.width) / 2.0;
    let mut pen = Pen { out: String::new() };
    pen.begin(words, width, height);
    pen.legend(words, MARGIN + high(words.caption.len()));
    pen.put(format_args!("<g transform=\"translate({left:.1} {top:.1})\">"));
    // What matters most is drawn last, above the rest.
    let mut arrows: Vec<(&Arrow, &Vec<Point>)> = words.arrows.iter().zip(&layout.edges).collect();
    arrows.sort_by_key(|(arrow, _)| (!arrow.label.is_empty(), arrow.reach == Reach::Reachable));
    for (arrow, points) in arrows {
        pen.arrow(arrow, points, layout.nodes[arrow.from], sizes[arrow.from]);
    }
    for (node, (place, size)) in words.shapes.iter().zip(layout.nodes.iter().zip(&sizes)) {
        pen.node(node, *place, *size);
    }
    pen.put(format_args!("</g>\n</svg>"));
    pen.out
}

fn wide(text: &str) -> f64 {
    f64::from(columns(text) as u32) * COLUMN
}

fn high(lines: usize) -> f64 {
    f64::from(lines as u32) * ROW
}

fn size(node: &Shape) -> Size {
    let widest = node.lines.iter().map(|line| wide(line)).fold(0.0, f64::max);
    Size { width: widest + 2.0 * PADDING, height: high(node.lines.len()) + 2.0 * PADDING }
}

/// How an arrow looks.
fn look(arrow: &Arrow) -> &'static str {
    match (arrow.label.is_empty(), arrow.reach) {
        (false, _) => "way",
        (true, Reach::Unreachable) => "faint",
        (true, Reach::Reachable | Reach::Unknown) => "plain",
    }
}

fn dashes(line: Line) -> &'static str {
    match line {
        Line::Solid | Line::Way => "none",
        Line::Dashed => "7 4",
        Line::Dotted => "2 3",
    }
}

/// Room for the legend.
fn legend_width(words: &Words) -> f64 {
    let Legend { shapes, lines } = &words.legend;
    let shapes: f64 = shapes.iter().map(|(_, text)| SAMPLE + wide(text) + APART).sum();
    let lines: f64 = lines.iter().map(|(_, text)| LINE + wide(text) + APART).sum();
    shapes + lines - APART
}

struct Pen {
    out: String,
}

impl Pen {
    fn put(&mut self, element: Arguments<'_>) {
        // Writing to a string never fails.
        let _ = writeln!(self.out, "{element}");
    }

    fn begin(&mut self, words: &Words, width: f64, height: f64) {
        let (title, caption) = (Markup(&words.title), words.caption.join("\n"));
        self.put(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"threads\" role=\"img\" aria-labelledby=\"title about\" \
             width=\"{width:.0}\" height=\"{height:.0}\" viewBox=\"0 0 {width:.0} {height:.0}\">\n\
             <title id=\"title\">{title}</title>\n<desc id=\"about\">{}</desc>\n<style>\n{STYLE}</style>\n<defs>",
            Markup(caption)
        ));
        for head in HEADS {
            self.put(format_args!(
                "<marker id=\"{head}\" class=\"{head}\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"8\" \
                 markerHeight=\"8\" markerUnits=\"userSpaceOnUse\" orient=\"auto-start-reverse\">\
                 <path d=\"M 0 0.5 L 8 4 L 0 7.5 z\"/></marker>"
            ));
        }
        self.put(format_args!("</defs>\n<rect class=\"page\" width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>"));
        for (line, text) in words.caption.iter().enumerate() {
            let class = if line == 0 { "headline" } else { "quiet" };
            self.text(class, MARGIN, MARGIN + high(line) + BASE, text);
        }
    }

    fn legend(&mut self, words: &Words, top: f64) {
        let Legend { shapes, lines } = &words.legend;
        let y = top + BASE;
        let mut x = MARGIN;
        for (class, text) in shapes {
            self.put(format_args!(
                "<g class=\"{class}\"><rect x=\"{x:.1}\" y=\"{:.1}\" width=\"22\" height=\"12\" rx=\"4\" fill=\"#e8f1fb\" \
                 stroke=\"#0b63b5\"/></g>",
                y - 10.0
            ));
            self.text("quiet", x + SAMPLE, y, text);
            x += SAMPLE + wide(text) + APART;
        }
        for (line, text) in lines {
            let look = if *line == Line::Way { "way" } else { "plain" };
            self.stroke(look, *line, &format!("M {x:.1} {0:.1} H {1:.1}", y - 4.0, x + 26.0));
            self.text("quiet", x + LINE, y, text);
            x += LINE + wide(text) + APART;
        }
    }

    fn text(&mut self, class: &str, x: f64, y: f64, text: &str) {
        self.put(format_args!("<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\">{}</text>", Markup(text)));
    }

    fn stroke(&mut self, look: &str, line: Line, d: &str) {
        let width = if look == "way" { 2.2 } else { 1.1 };
        self.put(format_args!(
            "<path class=\"line {look}\" d=\"{d}\" fill=\"none\" stroke=\"#59636e\" stroke-width=\"{width}\" \
             stroke-dasharray=\"{}\" marker-end=\"url(#{look})\"/>",
            dashes(line)
        ));
    }

    fn arrow(&mut self, arrow: &Arrow, points: &[Point], from: Point, size: Size) {
        let look = look(arrow);
        self.put(format_args!("<g><title>{}</title>", Markup(&arrow.tip)));
        let label = if points.is_empty() {
            let (x, y, out) = (from.x + size.width / 2.0, from.y, LOOP);
            let d = format!("M {x:.1} {0:.1} c {out} -8 {out} 18 1 12", y - 6.0);
            self.stroke(look, arrow.line, &d);
            Point { x: x + LOOP, y }
        } else {
            self.stroke(look, arrow.line, &curve(points));
            near_the_start(points)
        };
        if !arrow.label.is_empty() {
            let width = wide(&arrow.label) + 8.0;
            self.put(format_args!(
                "<rect class=\"number\" x=\"{:.1}\" y=\"{:.1}\" width=\"{width:.1}\" height=\"16\" rx=\"8\" fill=\"#b3261e\"/>",
                label.x - width / 2.0,
                label.y - 8.0
            ));
            self.put(format_args!(
                "<text class=\"step\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
                label.x,
                label.y + 4.3,
                Markup(&arrow.label)
            ));
        }
        self.put(format_args!("</g>"));
    }

    fn node(&mut self, node: &Shape, place: Point, size: Size) {
        let (left, top) = (place.x - size.width / 2.0, place.y - size.height / 2.0);
        self.put(format_args!("<g class=\"{}\"><title>{}</title>", class(node), Markup(&node.tip)));
        let round = if node.kind == ShapeKind::Ended { size.height / 2.0 } else { 6.0 };
        let dashes = if node.reach == Reach::Reachable { "none" } else { "4 3" };
        let thick = if node.on_way { 2.2 } else { 1.0 };
        let mut frame = |out: f64| {
            self.put(format_args!(
                "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"{round}\" fill=\"#e8f1fb\" \
                 stroke=\"#0b63b5\" stroke-width=\"{thick}\" stroke-dasharray=\"{dashes}\"/>",
                left - out,
                top - out,
                size.width + 2.0 * out,
                size.height + 2.0 * out
            ));
        };
        if node.initial {
            frame(3.5);
        }
        frame(0.0);
        for (line, text) in node.lines.iter().enumerate() {
            let class = if line == 0 { "statement" } else { "values" };
            self.text(class, left + PADDING, top + PADDING + high(line) + BASE, text);
        }
        self.put(format_args!("</g>"));
    }
}

fn class(node: &Shape) -> String {
    let kind = match node.kind {
        ShapeKind::State => "state",
        ShapeKind::Failed => "failed",
        ShapeKind::Ended => "ended",
    };
    let reach = match node.reach {
        Reach::Reachable => "reachable",
        Reach::Unreachable => "unreachable",
        Reach::Unknown => "unknown",
    };
    let way = if node.on_way { " on-way" } else { "" };
    format!("{kind} {reach}{way}")
}

/// A smooth line through points, upright in each of them.
fn curve(points: &[Point]) -> String {
    let mut d = String::new();
    for (index, point) in points.iter().enumerate() {
        let (x, y) = (point.x, point.y);
        // Writing to a string never fails.
        let _ = match index.checked_sub(1).map(|before| points[before]) {
            None => write!(d, "M {x:.1} {y:.1}"),
            Some(before) => {
                let middle = f64::midpoint(before.y, y);
                write!(d, " C {:.1} {middle:.1} {x:.1} {middle:.1} {x:.1} {y:.1}", before.x)
            }
        };
    }
    d
}

/// Where the number of an arrow stands.
fn near_the_start(points: &[Point]) -> Point {
    let (first, second) = (points[0], points[1]);
    Point { x: first.x + 0.35 * (second.x - first.x), y: first.y + 0.42 * (second.y - first.y) }
}
