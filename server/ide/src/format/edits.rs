//! From gaps to the smallest edits that make them.

use boolprog_base::{Edit, Span};

use super::Style;
use super::layout::Gap;
use super::structure::{Place, Role};
use super::tokens::Piece;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Selection {
    All,
    /// Those of the statements that a range touches.
    Touched(Span),
    /// Those of the statement with a `;` that ends here.
    Semicolon(u32),
    /// Those of the statement before a line break that was typed before this place, and the blanks around the place.
    NewLine(u32),
}

/// The edits that turn the gaps of a text into these.
pub(super) fn edits(
    text: &str,
    pieces: &[Piece<'_>],
    places: &[Place],
    gaps: &[Gap],
    style: Style,
    selection: Selection,
) -> Vec<Edit> {
    let writer = Writer { text, pieces, places, gaps, style, line_break: line_break(text) };
    let piece_before = |offset: u32| pieces.partition_point(|piece| piece.span().end <= offset).checked_sub(1);
    match selection {
        Selection::All => writer.gaps(0..gaps.len()),
        Selection::Touched(range) => writer.touched(range),
        Selection::Semicolon(offset) => piece_before(offset)
            .filter(|index| pieces[*index].span().end == offset && pieces[*index].text == ";")
            .map_or_else(Vec::new, |index| writer.gaps(writer.statement(index))),
        Selection::NewLine(offset) => writer.new_line(offset, piece_before(offset)),
    }
}

/// The line break of a text: that of its first line.
fn line_break(text: &str) -> &'static str {
    let first = text.find('\n').unwrap_or_default();
    if text[..first].ends_with('\r') { "\r\n" } else { "\n" }
}

struct Writer<'a> {
    text: &'a str,
    pieces: &'a [Piece<'a>],
    places: &'a [Place],
    gaps: &'a [Gap],
    style: Style,
    line_break: &'static str,
}

impl Writer<'_> {
    fn gaps(&self, wanted: std::ops::Range<usize>) -> Vec<Edit> {
        wanted.filter_map(|index| self.gap(index)).collect()
    }

    /// The edit of the gap before a piece, if it changes.
    fn gap(&self, index: usize) -> Option<Edit> {
        let start = index.checked_sub(1).map_or(0, |before| self.pieces[before].span().end);
        let end = self.pieces.get(index).map_or(self.text.len() as u32, |piece| piece.start);
        self.replacement(Span::new(start, end), &self.written(self.gaps[index]))
    }

    fn written(&self, gap: Gap) -> String {
        match gap {
            Gap::Blanks(count) => " ".repeat(count as usize),
            Gap::Break { blank, columns } => {
                self.line_break.repeat(1 + usize::from(blank)) + &self.indentation(columns)
            }
        }
    }

    fn indentation(&self, columns: u32) -> String {
        if self.style.tabs { "\t".repeat((columns / self.style.width) as usize) } else { " ".repeat(columns as usize) }
    }

    /// The edit that replaces a range; common text at its ends is left alone, but no CRLF is split.
    fn replacement(&self, span: Span, new: &str) -> Option<Edit> {
        let old = &self.text[span.range()];
        if old == new {
            return None;
        }
        let same = |pairs: &mut dyn Iterator<Item = (char, char)>| -> usize {
            pairs.take_while(|(one, other)| one == other).map(|(one, _)| one.len_utf8()).sum()
        };
        let mut start = same(&mut old.chars().zip(new.chars()));
        start -= usize::from(old[..start].ends_with('\r'));
        let (old, new) = (&old[start..], &new[start..]);
        let mut end = same(&mut old.chars().rev().zip(new.chars().rev()));
        let splits =
            |text: &str| text[..text.len() - end].ends_with('\r') && text[text.len() - end..].starts_with('\n');
        end -= usize::from(splits(old) || splits(new));
        let span = Span::new(span.start + start as u32, span.end - end as u32);
        Some(Edit { span, text: new[..new.len() - end].to_owned() })
    }

    /// Returns `true` if a new statement, closing word or comment between statements begins with a piece.
    fn begins(&self, index: usize) -> bool {
        index == 0 || (matches!(self.gaps[index], Gap::Break { .. }) && self.places[index].role == Role::Begins)
    }

    /// The pieces of the statement that one belongs to.
    fn statement(&self, index: usize) -> std::ops::Range<usize> {
        let start = (0..=index).rev().find(|at| self.begins(*at)).unwrap_or_default();
        let end = (index + 1..self.pieces.len()).find(|at| self.begins(*at)).unwrap_or(self.pieces.len());
        start..end
    }

    fn touched(&self, range: Span) -> Vec<Edit> {
        let is_caret = range.is_empty();
        let first = self.pieces.partition_point(|piece| {
            let end = piece.span().end;
            end < range.start || (end == range.start && !is_caret)
        });
        let behind =
            self.pieces.partition_point(|piece| piece.start < range.end || (piece.start == range.end && is_caret));
        let statements =
            if first < behind { self.statement(first).start..self.statement(behind - 1).end } else { 0..0 };
        let mut edits = self.gaps(statements);
        if range.end as usize == self.text.len() && !is_caret {
            edits.extend(self.gaps(self.pieces.len()..self.gaps.len()));
        }
        edits
    }

    /// `offset` is on a new line; `before` is the last piece before it.
    fn new_line(&self, offset: u32, before: Option<usize>) -> Vec<Edit> {
        let next = before.map_or(0, |before| before + 1);
        if self.pieces.get(next).is_some_and(|piece| piece.start < offset) {
            // Inside a comment.
            return Vec::new();
        }
        let mut edits = before.map_or_else(Vec::new, |before| {
            self.statement(before).filter(|at| *at != next).filter_map(|at| self.gap(at)).collect()
        });
        let from = before.map_or(0, |before| self.pieces[before].span().end) as usize;
        let to = self.pieces.get(next).map_or(self.text.len(), |piece| piece.start as usize);
        let gap = self.text.get(from..offset as usize).unwrap_or_default();
        if let Some(line) = gap.rfind(['\n', '\r']) {
            let start = from + line + 1;
            let end = self.text[start..to].find(['\n', '\r']).map_or(to, |length| start + length);
            let columns = self.new_indentation(next, end == to) * self.style.width;
            edits.extend(self.replacement(Span::new(start as u32, end as u32), &self.indentation(columns)));
        }
        edits.sort_by_key(|edit| edit.span);
        edits
    }

    /// The number of units of indentation of the line before a piece, or of the line that the piece itself begins.
    fn new_indentation(&self, next: usize, begins_with_it: bool) -> u32 {
        let is_above = !begins_with_it || self.pieces.get(next).is_some_and(Piece::is_comment);
        self.places.get(next).map_or(0, |place| place.units(is_above))
    }
}
