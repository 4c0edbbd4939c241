//! Contents of a cell of a picture, broken into lines.

use crate::lanes::{Outcome, Row};
use crate::text::{columns, wrapped};

/// Something that is drawn in one piece.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Piece {
    Statement(String),
    /// A value or a change of one.
    Chip(String),
    /// Another effect of the step.
    Note(String),
    Outcome(String),
}

/// A piece at its place in a line, counted in columns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Placed {
    pub piece: Piece,
    pub column: usize,
}

/// The lines of a cell. An empty cell has none.
pub(super) type Cell = Vec<Vec<Placed>>;

impl Piece {
    pub(super) fn text(&self) -> &str {
        match self {
            Self::Statement(text) | Self::Chip(text) | Self::Note(text) | Self::Outcome(text) => text,
        }
    }

    /// Its width in columns, with the margin of the text.
    pub(super) fn width(&self) -> usize {
        let around = match self {
            Self::Statement(_) | Self::Note(_) => 0,
            // A rounded box around it; an icon before it.
            Self::Chip(_) => 1,
            Self::Outcome(_) => 2,
        };
        columns(self.text()) + around
    }
}

/// The cell of a step in its lane.
pub(super) fn statement(row: &Row, outcome: Option<&Outcome>, width: usize) -> Cell {
    let mut pieces: Vec<Piece> = wrapped(&row.text, width).into_iter().map(Piece::Statement).collect();
    pieces.extend(row.looks.iter().flat_map(|look| chips(&look.to_string(), width)));
    pieces.extend(row.own.iter().flat_map(|change| chips(&change.to_string(), width)));
    pieces.extend(row.notes().into_iter().map(Piece::Note));
    pieces.extend(outcome.into_iter().flat_map(|outcome| outcomes(outcome, width)));
    flow(pieces, width)
}

pub(super) fn shared(texts: impl Iterator<Item = String>, width: usize) -> Cell {
    flow(texts.flat_map(|text| chips(&text, width)).collect(), width)
}

pub(super) fn outcomes(outcome: &Outcome, width: usize) -> Vec<Piece> {
    wrapped(&outcome.words, width.saturating_sub(2)).into_iter().map(Piece::Outcome).collect()
}

fn chips(text: &str, width: usize) -> Vec<Piece> {
    wrapped(text, width.saturating_sub(1)).into_iter().map(Piece::Chip).collect()
}

/// Puts pieces side by side as long as there is room.
pub(super) fn flow(pieces: Vec<Piece>, width: usize) -> Cell {
    let mut cell = Cell::new();
    let mut free = 0;
    for piece in pieces {
        let fits = !cell.is_empty() && free + piece.width() <= width;
        let column = if fits { free } else { 0 };
        free = column + piece.width() + 1;
        match cell.last_mut() {
            Some(line) if fits => line.push(Placed { piece, column }),
            _ => cell.push(vec![Placed { piece, column }]),
        }
    }
    cell
}

pub(super) fn width(cell: &Cell) -> usize {
    let lines = cell.iter().filter_map(|line| line.last());
    lines.map(|last| last.column + last.piece.width()).max().unwrap_or_default()
}
