//! The gaps of the formatted text, from the first piece to the last.

use super::structure::{Place, Role, is_apart, opens};
use super::tokens::{Kind, Piece};
use super::{MAX_COLUMNS, Style};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Gap {
    Blanks(u32),
    /// A line break, and the indentation of the new line.
    Break {
        /// `true` if there is an empty line between the two.
        blank: bool,
        columns: u32,
    },
}

/// The gaps before all pieces, and, last, the one after them.
pub(super) fn gaps(pieces: &[Piece<'_>], places: &[Place], style: Style) -> Vec<Gap> {
    let mut layout =
        Layout { pieces, places, style, column: 0, flat_until: 0, gaps: Vec::with_capacity(pieces.len() + 1) };
    for index in 0..pieces.len() {
        layout.place(index);
    }
    let mut gaps = layout.gaps;
    if !gaps.is_empty() {
        gaps.push(Gap::Break { blank: false, columns: 0 });
    }
    set_procedures_apart(pieces, places, &mut gaps);
    gaps
}

struct Layout<'a> {
    pieces: &'a [Piece<'a>],
    places: &'a [Place],
    style: Style,
    column: u32,
    /// The pieces before this one stay on the line.
    flat_until: usize,
    gaps: Vec<Gap>,
}

impl Layout<'_> {
    fn place(&mut self, index: usize) {
        let gap = self.gap(index);
        let (piece, role) = (&self.pieces[index], self.places[index].role);
        let start = match gap {
            Gap::Blanks(count) => self.column + count,
            Gap::Break { columns, .. } => columns,
        };
        let is_new = index >= self.flat_until && matches!(role, Role::Begins | Role::Labelled);
        if is_new && matches!(piece.text, "if" | "while") {
            self.flat_until = self.one_line_end(index, start).unwrap_or(self.flat_until);
        }
        self.column = piece.end_column(start);
        self.gaps.push(gap);
    }

    fn gap(&self, index: usize) -> Gap {
        let Some(before) = index.checked_sub(1) else { return Gap::Blanks(0) };
        if !self.begins_line(index) {
            return Gap::Blanks(u32::from(is_apart(self.pieces, self.places, index)));
        }
        let (before, piece) = (&self.pieces[before], &self.pieces[index]);
        let in_statement = !piece.is_comment() && self.places[index].role != Role::Begins;
        let is_at_edge = opens(before.text) || (!piece.is_comment() && self.places[index].closes);
        let columns = self.places[index].units(piece.is_comment()) * self.style.width;
        Gap::Break { blank: piece.breaks > 1 && !is_at_edge && !in_statement, columns }
    }

    /// Returns `true` if a piece that is not the first begins a line.
    fn begins_line(&self, index: usize) -> bool {
        let (before, piece, role) = (&self.pieces[index - 1], &self.pieces[index], self.places[index].role);
        let has_break = piece.breaks > 0;
        match before.kind {
            _ if index < self.flat_until => false,
            Kind::LineComment => true,
            _ if piece.is_comment() => has_break,
            Kind::BlockComment if role == Role::Begins => has_break || (before.breaks == 0 && index > 1),
            Kind::BlockComment => has_break,
            _ => match role {
                Role::Begins => true,
                Role::Attached => false,
                Role::Labelled | Role::Inside => has_break,
                Role::Breakable => has_break || !self.fits(index),
            },
        }
    }

    /// `true` if the text between two places where the line may be broken fits on the line.
    fn fits(&self, index: usize) -> bool {
        let is_next = |at: &usize| {
            let piece = &self.pieces[*at];
            piece.breaks > 0 || piece.is_comment() || matches!(self.places[*at].role, Role::Begins | Role::Breakable)
        };
        let end = (index + 1..self.pieces.len()).find(is_next).unwrap_or(self.pieces.len());
        self.column + self.width(index, end) <= MAX_COLUMNS
    }

    /// The width of some pieces on one line, with the gaps before them.
    fn width(&self, start: usize, end: usize) -> u32 {
        let width = |at: usize| self.pieces[at].columns() + u32::from(is_apart(self.pieces, self.places, at));
        (start..end).map(width).sum()
    }

    /// The end of an `if` or `while` that may stay on one line.
    fn one_line_end(&self, start: usize, column: u32) -> Option<usize> {
        let mut has_statement = true;
        for (index, piece) in self.pieces.iter().enumerate().skip(start + 1) {
            let place = &self.places[index];
            if piece.breaks > 0 || piece.kind == Kind::LineComment || piece.has_breaks() {
                return None;
            }
            match piece.text {
                "fi" | "od" => {
                    let has_semicolon = self.pieces.get(index + 1).is_some_and(|next| next.text == ";");
                    let end = index + 1 + usize::from(has_semicolon);
                    let width = self.pieces[start].columns() + self.width(start + 1, end);
                    return (column + width <= MAX_COLUMNS).then_some(end);
                }
                "if" | "while" | "decl" => return None,
                "then" | "do" | "else" => has_statement = false,
                "elsif" | "elif" => {}
                _ if piece.is_comment() || place.role != Role::Begins => {}
                _ if has_statement || place.is_label => return None,
                _ => has_statement = true,
            }
        }
        None
    }
}

/// Puts an empty line before every procedure and the comments directly above it, but for the first line of the text.
fn set_procedures_apart(pieces: &[Piece<'_>], places: &[Place], gaps: &mut [Gap]) {
    for index in 1..pieces.len() {
        if pieces[index].is_comment() || !places[index].begins_procedure {
            continue;
        }
        let is_above = |at: &usize| pieces[*at].is_comment() && (*at == 0 || pieces[*at].breaks > 0);
        let first = index - (0..index).rev().take_while(is_above).count();
        let is_apart = gaps[first..=index].iter().any(|gap| matches!(gap, Gap::Break { blank: true, .. }));
        if let Some(Gap::Break { blank, .. }) = gaps.get_mut(first).filter(|_| first > 0 && !is_apart) {
            *blank = true;
        }
    }
}
