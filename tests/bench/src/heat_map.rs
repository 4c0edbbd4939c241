//! A heat map as SVG: a row for each model, a column for each configuration, coloured by time.

use std::fmt::Write as _;
use std::time::Duration;

use crate::heat::{Answer, CONFIGURATIONS, Category, Cell, Sum};

/// The width of the names, of a column, the height of a row, and that of the names of columns.
const NAMES: usize = 170;
const COLUMN: usize = 96;
const ROW: usize = 18;
const HEAD: usize = 48;

/// Draws the models by category, with a line of sums above each.
pub(crate) fn draw(categories: &[Category], time: Duration) -> String {
    let rows: usize = categories.iter().map(|category| category.rows.len() + 2).sum();
    let (width, height) = (NAMES + COLUMN * CONFIGURATIONS.len() + 12, HEAD + ROW * (rows + 2));
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" font-size=\"11\">\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n"
    );
    for (column, (name, _)) in CONFIGURATIONS.iter().enumerate() {
        text(&mut out, (x(column) + COLUMN / 2, HEAD - 12), "middle", name, true);
    }
    let mut y = HEAD;
    for category in categories {
        text(&mut out, (8, y + 13), "start", &category.name, true);
        for column in 0..CONFIGURATIONS.len() {
            let sum = Sum::of(category.rows.iter(), column);
            text(&mut out, (x(column) + COLUMN / 2, y + 13), "middle", &sum.to_string(), true);
        }
        y += ROW;
        for row in &category.rows {
            text(&mut out, (16, y + 13), "start", &row.model, false);
            for (column, cell) in row.cells.iter().enumerate() {
                draw_cell(&mut out, (x(column), y), cell, time);
            }
            y += ROW;
        }
        y += ROW;
    }
    let legend = format!(
        "processor time in seconds: green is fast, red near the limit of {} s; grey is unknown, white not read, ! a violation",
        time.as_secs_f64()
    );
    text(&mut out, (8, y + 13), "start", &legend, false);
    out + "</svg>\n"
}

const fn x(column: usize) -> usize {
    NAMES + COLUMN * column
}

fn draw_cell(out: &mut String, (x, y): (usize, usize), cell: &Cell, time: Duration) {
    let (fill, word) = match cell.answer {
        Answer::Proved => (colour(cell.seconds, time), format!("{:.2}", cell.seconds)),
        Answer::Violated => (colour(cell.seconds, time), format!("{:.2} !", cell.seconds)),
        Answer::Unknown => ("#d0d7de".to_owned(), "unknown".to_owned()),
        Answer::Refused => ("#ffffff".to_owned(), "not read".to_owned()),
    };
    // Writing to a string never fails.
    let _ = writeln!(
        out,
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{fill}\" stroke=\"#ffffff\"/>",
        x + 1,
        y + 1,
        COLUMN - 2,
        ROW - 2
    );
    text(out, (x + COLUMN / 2, y + 13), "middle", &word, false);
}

/// From green to red, by the logarithm of the time between 10 ms and the limit.
fn colour(seconds: f64, time: Duration) -> String {
    let (least, most) = (0.01_f64.ln(), time.as_secs_f64().max(0.02).ln());
    let share = ((seconds.max(0.01).ln() - least) / (most - least)).clamp(0.0, 1.0);
    // The hue of green is 120 degrees, that of red 0.
    format!("hsl({:.0}, 65%, 72%)", 120.0 * (1.0 - share))
}

fn text(out: &mut String, (x, y): (usize, usize), anchor: &str, text: &str, is_bold: bool) {
    let weight = if is_bold { " font-weight=\"bold\"" } else { "" };
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    // Writing to a string never fails.
    let _ = writeln!(out, "<text x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\"{weight}>{text}</text>");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heat::Row;

    #[test]
    fn fast_is_green_and_slow_is_red() {
        let time = Duration::from_secs(10);
        assert_eq!(colour(0.001, time), "hsl(120, 65%, 72%)");
        assert_eq!(colour(10.0, time), "hsl(0, 65%, 72%)");
    }

    #[test]
    fn every_model_has_a_row_and_no_name_is_markup() {
        let cells = vec![Cell { answer: Answer::Proved, seconds: 0.25 }; CONFIGURATIONS.len()];
        let category = Category { name: "a & b".to_owned(), rows: vec![Row { model: "<m>".to_owned(), cells }] };
        let drawn = draw(&[category], Duration::from_secs(5));
        assert!(drawn.contains(">a &amp; b<") && drawn.contains(">&lt;m&gt;<") && drawn.ends_with("</svg>\n"));
        assert_eq!(drawn.matches(">0.25<").count(), CONFIGURATIONS.len());
        assert_eq!(drawn.matches(">1 of 1, 0.2 s<").count(), CONFIGURATIONS.len());
    }
}
