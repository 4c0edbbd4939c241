//! Pictures: the lanes of counterexamples, as the editor's trace panel shows them.
//!
//! A picture is self-contained: no script, no font of its own, no external resource. It follows the reader's choice of
//! light or dark. Widths are those of a font of fixed width, so that the layout needs no measuring.

mod cells;
mod drawing;
mod layout;

use std::fmt::Write;

use crate::lanes::Lanes;
use crate::report::ReportDocument;
use crate::text::{Markup, columns, wrapped};
use crate::wording::{file_name, no_counterexample};

pub(crate) use drawing::{Picture, draw};
use layout::{MARGIN, ROW, high, wide};

/// The colours. Attributes of the elements say all the rest, so that programs that know no style sheets show something.
pub(crate) const STYLE: &str = include_str!("svg/style.css");

/// Width in columns at which texts without a counterexample are broken.
const TEXT_WIDTH: usize = 100;

/// The report as one picture: its counterexamples one below the other, or the verdicts if there are none.
pub(crate) fn write(report: &ReportDocument) -> String {
    let found: Vec<(&str, Lanes)> = Lanes::all(report).collect();
    let pictures: Vec<Picture> = if found.is_empty() {
        vec![verdicts(&no_counterexample(report))]
    } else {
        found.iter().map(|(file, lanes)| draw(lanes, Some(file_name(file)))).collect()
    };
    let title = match found.as_slice() {
        [] => "No counterexample".to_owned(),
        found => found.iter().map(|(_, lanes)| lanes.headline.as_str()).collect::<Vec<_>>().join("; "),
    };
    let width = pictures.iter().map(|picture| picture.width).fold(0.0, f64::max);
    let height: f64 = pictures.iter().map(|picture| picture.height).sum();
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"lanes\" role=\"img\" aria-labelledby=\"title\" \
         width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\">\n\
         <title id=\"title\">{}</title>\n<style>\n{STYLE}</style>\n\
         <rect class=\"page\" width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n",
        Markup(&title)
    );
    let mut top = 0.0;
    for picture in pictures {
        // Writing to a string never fails.
        let _ = write!(out, "<g transform=\"translate(0 {top})\">\n{}{}</g>\n", picture.head, picture.body);
        top += picture.height;
    }
    out.push_str("</svg>\n");
    out
}

fn verdicts(sentences: &[String]) -> Picture {
    let lines: Vec<String> = sentences.iter().flat_map(|sentence| wrapped(sentence, TEXT_WIDTH)).collect();
    let widest = lines.iter().map(|line| columns(line)).max().unwrap_or_default();
    let mut body = String::new();
    for (index, line) in lines.iter().enumerate() {
        let y = MARGIN + high(index) + 0.7 * ROW;
        let class = if index == 0 { "headline" } else { "text" };
        let _ = writeln!(body, "<text class=\"{class}\" x=\"{MARGIN}\" y=\"{y}\">{}</text>", Markup(line));
    }
    let width = wide(widest) + 2.0 * MARGIN;
    Picture { width, height: high(lines.len()) + 2.0 * MARGIN, head: String::new(), body, cuts: Vec::new() }
}
