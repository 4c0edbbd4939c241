//! Comments after code: at their former distance, and aligned if they were.

use super::Style;
use super::layout::Gap;
use super::tokens::Piece;

/// A comment after the code of a line.
struct Trailing {
    piece: usize,
    /// The number of its line in the formatted text.
    line: u32,
    /// End of the code before it in the formatted text.
    code_end: u32,
    /// Its start in the original text.
    column: u32,
    /// Its distance from the code in the original text, in columns.
    distance: u32,
}

/// Sets the gaps before the comments after code. Those after consecutive lines that begin in the same column do so
/// afterwards, too, and the nearest of them keeps its distance from the code.
pub(super) fn align(text: &str, pieces: &[Piece<'_>], gaps: &mut [Gap], style: Style) {
    let trailing = trailing(text, pieces, gaps, style);
    for group in trailing.chunk_by(|one, next| one.line + 1 == next.line && one.column == next.column) {
        let distance = group.iter().map(|comment| comment.distance).min().unwrap_or_default().max(1);
        let column = group.iter().map(|comment| comment.code_end).max().unwrap_or_default() + distance;
        for comment in group {
            gaps[comment.piece] = Gap::Blanks(column - comment.code_end);
        }
    }
}

fn trailing(text: &str, pieces: &[Piece<'_>], gaps: &[Gap], style: Style) -> Vec<Trailing> {
    let mut trailing = Vec::new();
    let (mut line, mut column, mut old_column, mut old_end) = (0, 0, 0, 0);
    for (index, piece) in pieces.iter().enumerate() {
        let (code_end, old_code_end) = (column, old_column);
        match gaps[index] {
            Gap::Blanks(count) => column += count,
            Gap::Break { blank, columns } => {
                line += 1 + u32::from(blank);
                column = columns;
            }
        }
        old_column = columns_behind(old_column, &text[old_end..piece.start as usize], style);
        let is_behind_code = index > 0 && matches!(gaps[index], Gap::Blanks(_));
        if piece.is_comment() && is_behind_code && matches!(gaps[index + 1], Gap::Break { .. }) {
            let distance = old_column.saturating_sub(old_code_end);
            trailing.push(Trailing { piece: index, line, code_end, column: old_column, distance });
        }
        column = piece.end_column(column);
        old_column = piece.end_column(old_column);
        old_end = piece.span().end as usize;
        line += if piece.has_breaks() { piece.text.lines().count() as u32 } else { 0 };
    }
    trailing
}

/// The column after a gap that begins in a column.
fn columns_behind(start: u32, gap: &str, style: Style) -> u32 {
    let (start, last) = gap.rfind(['\n', '\r']).map_or((start, gap), |at| (0, &gap[at + 1..]));
    last.chars().fold(start, |column, character| {
        let step = if character == '\t' { style.width - column % style.width } else { 1 };
        column + step
    })
}
