//! Line and column numbers of the client. The recording counts both from 1, columns in UTF-16 units.

use boolprog_trace::document::RangeDocument;

use super::protocol::Location;

/// The numbers of the first line and of the first column: 0 or 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct Client {
    pub(super) first_line: u32,
    pub(super) first_column: u32,
}

impl Default for Client {
    fn default() -> Self {
        Self { first_line: 1, first_column: 1 }
    }
}

impl Client {
    /// A line of the recording in the client's counting.
    pub(super) fn line(self, line: u32) -> u32 {
        line.saturating_sub(1u32.saturating_sub(self.first_line))
    }

    /// A line of the client in the recording's counting; 0 if there is no such line.
    pub(super) fn recorded_line(self, line: u32) -> u32 {
        line.saturating_add(1u32.saturating_sub(self.first_line))
    }

    pub(super) fn offset(self, column: u32) -> usize {
        column.saturating_sub(self.first_column) as usize
    }

    fn column(self, column: u32) -> u32 {
        column.saturating_sub(1u32.saturating_sub(self.first_column))
    }

    /// A range of the recording in the client's counting.
    pub(super) fn location(self, range: RangeDocument) -> Location {
        Location {
            line: self.line(range.line),
            column: self.column(range.column),
            end_line: self.line(range.end_line),
            end_column: self.column(range.end_column),
        }
    }
}
