//! Positions in a picture. All lengths are in pixels.

use crate::lanes::Lanes;
use crate::svg::cells::{self, Cell};
use crate::text::columns;

/// Width of a character, a little more than the fonts need.
pub(super) const COLUMN: f64 = 7.9;
/// Height of a line.
pub(super) const ROW: f64 = 26.0;
pub(super) const MARGIN: f64 = 16.0;
/// Widths in columns at which statements are broken, in a separate lane and in the column that all share.
pub(super) const LANE_TEXT: usize = 44;
const COMMON_TEXT: usize = 72;
/// The same for shared variables.
const SHARED_TEXT: usize = 44;
/// Largest width of lanes with their statements, in columns; beyond it all statements are in one column right of the
/// lanes.
const WIDEST: usize = 150;
/// Width of a lane without statements.
const THIN_LANE: f64 = 18.0;
const GAP: f64 = 2.0 * COLUMN;

/// Width of this number of columns.
pub(super) fn wide(columns: usize) -> f64 {
    f64::from(columns as u32) * COLUMN
}

/// Height of this number of lines.
pub(super) fn high(lines: usize) -> f64 {
    f64::from(lines as u32) * ROW
}

#[expect(clippy::cast_sign_loss, reason = "pictures have a width")]
pub(super) fn columns_in(width: f64) -> usize {
    (width / COLUMN) as usize
}

pub(super) struct Layout {
    /// Statements are right of all lanes.
    pub thin: bool,
    /// Right edge of the numbers of steps and lines.
    pub step: f64,
    pub line: f64,
    pub lanes: Vec<f64>,
    /// Left edges of the statements, for each lane.
    pub texts: Vec<f64>,
    /// Left edge of the shared variables.
    pub shared: f64,
    pub width: f64,
    /// Width of the label of a thread.
    pub pill: f64,
    /// The cells of the rows: first the start, then the steps.
    pub rows: Vec<Cells>,
}

pub(super) struct Cells {
    pub statement: Cell,
    pub shared: Cell,
}

impl Cells {
    pub(super) fn lines(&self) -> usize {
        self.statement.len().max(self.shared.len()).max(1)
    }
}

impl Layout {
    pub(super) fn of(lanes: &Lanes) -> Self {
        let roomy = rows(lanes, LANE_TEXT);
        let widths = lane_widths(lanes, &roomy);
        let pill = lanes.threads.last().map_or(2, |lane| columns(&format!("T{}", lane.thread))) + 1;
        let taken = widths.iter().sum::<usize>() + widths.len() * (pill + 3);
        let thin = taken > WIDEST && lanes.threads.len() > 1;
        let rows = if thin { rows(lanes, COMMON_TEXT) } else { roomy };
        let mut layout = Self::left_part(lanes, wide(pill), thin);
        let mut x = layout.line + GAP;
        for width in &widths {
            if thin {
                layout.lanes.push(x + THIN_LANE / 2.0);
                x += THIN_LANE;
            } else {
                layout.lanes.push(x + layout.pill / 2.0);
                layout.texts.push(x + layout.pill + COLUMN);
                x += layout.pill + COLUMN + wide(*width) + GAP;
            }
        }
        if thin {
            layout.texts = vec![x + COLUMN + layout.pill + COLUMN; widths.len()];
            let text = rows.iter().map(|row| cells::width(&row.statement)).max().unwrap_or_default();
            x += COLUMN + layout.pill + COLUMN + wide(text) + GAP;
        }
        layout.shared = x;
        let shared = rows.iter().map(|row| cells::width(&row.shared)).max().unwrap_or_default();
        layout.width = x + wide(shared.max(columns("Shared"))) + MARGIN;
        layout.rows = rows;
        layout
    }

    fn left_part(lanes: &Lanes, pill: f64, thin: bool) -> Self {
        let digits = |number: usize, head: &str| wide(columns(&number.to_string()).max(columns(head)));
        let step = MARGIN + digits(lanes.rows.len(), "Step");
        let last_line = lanes.rows.iter().map(|row| row.line as usize).max().unwrap_or_default();
        let line = step + GAP + digits(last_line, "Line");
        let (none, width, shared) = (Vec::new(), 0.0, 0.0);
        Self { thin, step, line, lanes: none.clone(), texts: none, shared, width, pill, rows: Vec::new() }
    }
}

fn rows(lanes: &Lanes, width: usize) -> Vec<Cells> {
    let start = Cells {
        statement: match (&lanes.outcome, lanes.rows.is_empty()) {
            (outcome, true) => cells::flow(cells::outcomes(outcome, width), width),
            (_, false) => Cell::new(),
        },
        shared: cells::shared(lanes.start.iter().map(|(name, value)| format!("{name} = {value}")), SHARED_TEXT),
    };
    let steps = lanes.rows.iter().map(|row| Cells {
        statement: cells::statement(row, lanes.outcome_of(row), width),
        shared: cells::shared(row.shared.iter().map(ToString::to_string), SHARED_TEXT),
    });
    std::iter::once(start).chain(steps).collect()
}

/// The columns that each lane needs for its statements and its name.
fn lane_widths(lanes: &Lanes, rows: &[Cells]) -> Vec<usize> {
    let mut widths: Vec<usize> = lanes.threads.iter().map(|lane| columns(lane.name).min(LANE_TEXT)).collect();
    for (row, cells) in lanes.rows.iter().zip(rows.iter().skip(1)) {
        if let Some(width) = widths.get_mut(lanes.index(row.thread)) {
            *width = (*width).max(cells::width(&cells.statement));
        }
    }
    widths
}
