//! Drawing lanes.

use std::fmt::Write;

use crate::lanes::{Atomic, Lane, Lanes, Row};
use crate::svg::cells::{Cell, Piece};
use crate::svg::layout::{COLUMN, LANE_TEXT, Layout, MARGIN, ROW, columns_in, high, wide};
use crate::text::{Markup, columns, shortened, wrapped};

/// A drawing without the element around it.
pub(crate) struct Picture {
    pub width: f64,
    pub height: f64,
    /// The heads of the columns, with the text above them.
    pub head: String,
    pub body: String,
    /// Heights of the lower ends of the head and the rows, where the picture can be cut.
    pub cuts: Vec<f64>,
}

/// Lanes have six colours, and another pattern for every further six.
const COLOURS: usize = 6;
const PATTERNS: [&str; 4] = ["none", "7 4", "2 3", "9 3 2 3"];
/// The base line of a text in its line.
const BASE: f64 = 17.5;
const NARROWEST: f64 = 720.0;

/// The longest name above a thin lane, in columns.
const THIN_HEAD: usize = 28;

/// The vertical text above a thin lane.
fn thin_head(lane: &Lane) -> String {
    shortened(&lane.title(), THIN_HEAD).into_owned()
}

/// Draws a counterexample; under its head, unless the page around it has one.
pub(crate) fn draw(lanes: &Lanes, file: Option<&str>) -> Picture {
    let layout = Layout::of(lanes);
    let mut pen = Pen { lanes, width: layout.width.max(NARROWEST), layout, body: String::new(), tops: Vec::new() };
    let mut top = MARGIN;
    if let Some(file) = file {
        top = pen.head(file, top) + ROW / 2.0;
    }
    top = pen.column_heads(top);
    let head = std::mem::take(&mut pen.body);
    let bottom = pen.place_rows(top);
    pen.backgrounds();
    for (index, lane) in lanes.threads.iter().enumerate() {
        pen.lane(index, lane);
    }
    pen.rows();
    Picture { width: pen.width, height: bottom + MARGIN, head, body: pen.body, cuts: pen.tops }
}

struct Pen<'a> {
    lanes: &'a Lanes<'a>,
    layout: Layout,
    width: f64,
    body: String,
    /// The upper ends of the rows, and the lower end of the last.
    tops: Vec<f64>,
}

impl Pen<'_> {
    fn put(&mut self, element: std::fmt::Arguments) {
        // Writing to a string never fails.
        let _ = writeln!(self.body, "{element}");
    }

    fn text(&mut self, class: &str, x: f64, y: f64, text: &str) {
        self.put(format_args!("<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\">{}</text>", Markup(text)));
    }

    /// Draws the head; returns the height below it.
    fn head(&mut self, file: &str, mut top: f64) -> f64 {
        let width = columns_in(self.width - 2.0 * MARGIN);
        for line in wrapped(&format!("{file}: {}", self.lanes.headline), width) {
            self.text("headline", MARGIN, top + BASE, &line);
            top += ROW;
        }
        let guarantee =
            if self.lanes.guarantee.is_empty() { String::new() } else { format!(" ({})", self.lanes.guarantee) };
        for line in wrapped(&format!("{}{guarantee}", self.lanes.size), width) {
            self.text("quiet", MARGIN, top + BASE, &line);
            top += ROW * 0.8;
        }
        top
    }

    fn column_heads(&mut self, mut top: f64) -> f64 {
        let lanes = self.lanes;
        if self.layout.thin {
            let longest = lanes.threads.iter().map(|lane| columns(&thin_head(lane))).max().unwrap_or_default();
            top += wide(longest) - ROW + 8.0;
        }
        let y = top + BASE;
        for (index, lane) in lanes.threads.iter().enumerate() {
            let x = self.layout.lanes[index];
            if self.layout.thin {
                let (x, y) = (x + 4.0, y + 2.0);
                let title = thin_head(lane);
                self.put(format_args!(
                    "<text class=\"text\" transform=\"translate({x:.1} {y:.1}) rotate(-90)\">{}</text>",
                    Markup(title)
                ));
            } else {
                self.pill(index, top);
                self.text("headline", self.layout.texts[index], y, &shortened(lane.name, LANE_TEXT));
            }
        }
        for (right, head) in [(self.layout.step, "Step"), (self.layout.line, "Line")] {
            self.put(format_args!(
                "<text class=\"quiet\" x=\"{right:.1}\" y=\"{y:.1}\" text-anchor=\"end\">{head}</text>"
            ));
        }
        self.text("quiet", self.layout.shared, y, "Shared");
        self.rule(top + ROW + 1.0);
        top + ROW + 4.0
    }

    fn rule(&mut self, y: f64) {
        let right = self.width - MARGIN;
        self.put(format_args!("<path class=\"rule\" d=\"M {MARGIN} {y:.1} H {right:.1}\" stroke=\"#d0d7de\"/>"));
    }

    /// Finds out where the rows are; gives the place below.
    fn place_rows(&mut self, mut top: f64) -> f64 {
        for row in &self.layout.rows {
            self.tops.push(top);
            top += high(row.lines());
        }
        self.tops.push(top);
        top
    }

    /// The background of the lanes: rules between threads, and the ground of the last row.
    fn backgrounds(&mut self) {
        let lanes = self.lanes;
        for row in lanes.rows.iter().filter(|row| row.switched) {
            self.rule(self.tops[row.step]);
        }
        let (top, bottom) = (self.tops[lanes.rows.len()], self.tops[lanes.rows.len() + 1]);
        let class = if lanes.outcome.is_violation { "last wrong" } else { "last" };
        let (x, width, height) = (MARGIN / 2.0, self.width - MARGIN, bottom - top - 1.0);
        let y = top + 1.0;
        self.put(format_args!(
            "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" rx=\"4\" fill=\"#fdeceb\"/>"
        ));
    }

    fn stroke(&mut self, class: &str, pattern: &str, d: &str) {
        self.put(format_args!(
            "<path class=\"{class}\" d=\"{d}\" fill=\"none\" stroke=\"#0b63b5\" stroke-width=\"2\" stroke-dasharray=\"{pattern}\"/>"
        ));
    }

    /// The line of a thread, from the one that starts it to its end.
    fn lane(&mut self, index: usize, lane: &Lane) {
        let x = self.layout.lanes[index];
        let last = self.lanes.rows.len();
        let mut d = match lane.parent {
            Some(parent) => {
                let (start, y) = (self.layout.lanes[self.lanes.index(parent)], self.tops[lane.from + 1] - 3.0);
                let from = self.tops[lane.from] + ROW / 2.0;
                format!("M {start:.1} {from:.1} V {y:.1} H {x:.1}")
            }
            None => format!("M {x:.1} {:.1}", self.tops[0]),
        };
        match lane.end {
            Some(end) => {
                let (y, half) = (self.tops[end + 1] - 1.5, 8.0);
                let _ = write!(d, " V {y:.1} M {:.1} {y:.1} h {:.1}", x - half, 2.0 * half);
                if let Some((step, by)) = lane.joined {
                    // Above the statement, which it would strike through otherwise.
                    let (to, y_join) = (self.layout.lanes[self.lanes.index(by)], self.tops[step] + 2.0);
                    let _ = write!(d, " M {x:.1} {y:.1} V {y_join:.1} H {to:.1}");
                }
            }
            None => {
                let _ = write!(d, " V {:.1}", self.tops[last + 1]);
            }
        }
        self.stroke(&format!("lane-{}", index % COLOURS), PATTERNS[index / COLOURS % PATTERNS.len()], &d);
    }

    /// The label of a thread in its lane.
    fn pill(&mut self, index: usize, top: f64) {
        let x = if self.layout.thin {
            self.layout.texts[index] - COLUMN - self.layout.pill / 2.0
        } else {
            self.layout.lanes[index]
        };
        let (left, width) = (x - self.layout.pill / 2.0, self.layout.pill);
        let (colour, pattern) = (index % COLOURS, PATTERNS[index / COLOURS % PATTERNS.len()]);
        let y = top + 3.0;
        self.put(format_args!(
            "<rect class=\"pill lane-{colour}\" x=\"{left:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"20\" rx=\"10\" \
             fill=\"#ffffff\" stroke=\"#0b63b5\" stroke-width=\"2\" stroke-dasharray=\"{pattern}\"/>"
        ));
        let (y, thread) = (top + BASE, self.lanes.threads[index].thread);
        self.put(format_args!(
            "<text class=\"text\" x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\">T{thread}</text>"
        ));
    }

    fn rows(&mut self) {
        let lanes = self.lanes;
        let rows = std::mem::take(&mut self.layout.rows);
        self.numbers(self.tops[0], 0, None);
        let first = self.layout.texts.first().copied().unwrap_or(self.layout.shared);
        if lanes.rows.is_empty() {
            self.cell(&rows[0].statement, first, self.tops[0]);
        } else {
            self.text("quiet", first, self.tops[0] + BASE, "start");
        }
        self.cell(&rows[0].shared, self.layout.shared, self.tops[0]);
        for (row, cells) in lanes.rows.iter().zip(&rows[1..]) {
            let (top, index) = (self.tops[row.step], lanes.index(row.thread));
            self.numbers(top, row.step, Some(row.line));
            self.bracket(row, index);
            if self.layout.thin {
                let (x, y) = (self.layout.lanes[index], top + ROW / 2.0);
                self.put(format_args!(
                    "<circle class=\"pill lane-{}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5\" fill=\"#ffffff\" stroke=\"#0b63b5\" stroke-width=\"2\"/>",
                    index % COLOURS
                ));
            }
            self.pill(index, top);
            self.cell(&cells.statement, self.layout.texts[index], top);
            self.cell(&cells.shared, self.layout.shared, top);
        }
    }

    fn numbers(&mut self, top: f64, step: usize, line: Option<u32>) {
        let y = top + BASE;
        let numbers = [(self.layout.step, Some(step)), (self.layout.line, line.map(|line| line as usize))];
        for (x, number) in numbers {
            if let Some(number) = number {
                self.put(format_args!(
                    "<text class=\"quiet\" x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"end\">{number}</text>"
                ));
            }
        }
    }

    /// The part of an atomic section in one row, left of its lane.
    fn bracket(&mut self, row: &Row, index: usize) {
        let Some(part) = row.atomic else { return };
        let away = if self.layout.thin { 8.5 } else { self.layout.pill / 2.0 + 5.0 };
        let (x, arm) = (self.layout.lanes[index] - away, 4.0);
        let (top, bottom) = (self.tops[row.step], self.tops[row.step + 1]);
        let begin = match part {
            Atomic::Begin => format!("M {:.1} {:.1} H {x:.1}", x + arm, top + 3.0),
            Atomic::Inside | Atomic::End => format!("M {x:.1} {top:.1}"),
        };
        let end = match part {
            Atomic::End => format!("V {:.1} H {:.1}", bottom - 3.0, x + arm),
            Atomic::Begin | Atomic::Inside => format!("V {bottom:.1}"),
        };
        self.put(format_args!(
            "<path class=\"bracket\" d=\"{begin} {end}\" fill=\"none\" stroke=\"#1f2328\" stroke-width=\"1.5\"/>"
        ));
    }

    fn cell(&mut self, cell: &Cell, left: f64, top: f64) {
        for (line, top) in cell.iter().zip((0..).map(|line| top + f64::from(line) * ROW)) {
            for placed in line {
                self.piece(&placed.piece, left + wide(placed.column), top);
            }
        }
    }

    fn piece(&mut self, piece: &Piece, x: f64, top: f64) {
        let y = top + BASE;
        match piece {
            Piece::Statement(text) => self.text("text", x, y, text),
            Piece::Note(text) => self.text("note", x, y, text),
            Piece::Chip(text) => {
                let (y, width) = (top + 3.5, wide(piece.width()));
                self.put(format_args!(
                    "<rect class=\"chip\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"19\" rx=\"3\" \
                     fill=\"#f3f4f6\" stroke=\"#d0d7de\"/>"
                ));
                self.text("text", x + COLUMN / 2.0, top + BASE, text);
            }
            Piece::Outcome(text) => {
                let wrong = self.lanes.outcome.is_violation;
                if wrong {
                    let (x, y) = (x + 6.0, top + ROW / 2.0);
                    self.put(format_args!(
                        "<path class=\"mark\" d=\"M {x:.1} {y:.1} m -6 0 a 6 6 0 1 0 12 0 a 6 6 0 1 0 -12 0 m 3.5 -2.5 l 5 5 m 0 -5 l -5 5\" \
                         fill=\"none\" stroke=\"#b3261e\" stroke-width=\"1.5\"/>"
                    ));
                }
                self.text(if wrong { "outcome wrong" } else { "outcome" }, x + 2.0 * COLUMN, y, text);
            }
        }
    }
}
