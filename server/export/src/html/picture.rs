//! The picture of a counterexample on the page: as a whole on a screen, in pieces on paper.

use std::fmt::Write;

use super::scroll;
use crate::lanes::Lanes;
use crate::svg::{self, Picture};

/// Area of a sheet of paper between its margins, in pixels, with room for a heading above a picture.
const SHEET: [f64; 2] = [680.0, 820.0];

/// The elements of a picture; ids begin with the prefix.
pub(super) fn picture(prefix: &str, lanes: &Lanes) -> String {
    let picture = svg::draw(lanes, None);
    let (width, height) = (picture.width, picture.height);
    let sheets = sheets(prefix, &picture);
    // Everything is drawn once: the pieces show parts of the whole.
    let whole = if sheets.is_empty() { "lanes" } else { "lanes whole" };
    format!(
        "{}<svg class=\"{whole}\" role=\"img\" aria-label=\"Lanes of the threads; the table below says the same\" \
         width=\"{width:.0}\" height=\"{height:.0}\" viewBox=\"0 0 {width:.0} {height:.0}\">\n\
         <g id=\"{prefix}-head\" class=\"lanes\">\n{}</g>\n<g id=\"{prefix}-rows\" class=\"lanes\">\n{}</g>\n</svg>{sheets}</div>",
        scroll(&format!("Picture: {}", lanes.headline)),
        picture.head,
        picture.body
    )
}

/// A picture that is longer than a sheet, cut between rows. Every piece has the heads of the columns.
fn sheets(prefix: &str, picture: &Picture) -> String {
    let mut out = String::new();
    let Some((&head, _)) = picture.cuts.split_first() else { return out };
    let width = picture.width;
    // Paper narrower than the picture shows it smaller, and more of its rows.
    let room = SHEET[1] * (width / SHEET[0]).max(1.0);
    if picture.height <= room {
        return out;
    }
    for [from, to] in pieces(&picture.cuts, room - head) {
        let height = to - from;
        // Writing to a string never fails.
        let _ = write!(
            out,
            "<svg class=\"sheet\" aria-hidden=\"true\" width=\"{width:.0}\" height=\"{:.1}\" viewBox=\"0 0 {width:.0} {:.1}\">\
             <use href=\"#{prefix}-head\"/><svg y=\"{head:.1}\" width=\"{width:.0}\" height=\"{height:.1}\" \
             viewBox=\"0 {from:.1} {width:.0} {height:.1}\"><use href=\"#{prefix}-rows\"/></svg></svg>",
            head + height,
            head + height
        );
    }
    out
}

/// Pieces of rows that are no higher than this, unless a single row is: where they begin and end.
fn pieces(cuts: &[f64], room: f64) -> Vec<[f64; 2]> {
    let mut pieces: Vec<[f64; 2]> = Vec::new();
    for row in cuts.windows(2) {
        match pieces.last_mut() {
            Some([from, to]) if row[1] - *from <= room => *to = row[1],
            _ => pieces.push([row[0], row[1]]),
        }
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::pieces;

    #[test]
    fn a_picture_is_cut_between_rows() {
        assert_eq!(pieces(&[10.0, 20.0, 40.0, 50.0, 60.0], 30.0), [[10.0, 40.0], [40.0, 60.0]]);
        assert_eq!(pieces(&[0.0, 100.0, 110.0], 30.0), [[0.0, 100.0], [100.0, 110.0]]);
        assert_eq!(pieces(&[5.0], 30.0), Vec::<[f64; 2]>::new());
    }
}
