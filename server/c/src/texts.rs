//! The texts of a program.

use std::sync::Arc;

use boolprog_base::{Joined, Span};
use boolprog_c_syntax::Unit;
use boolprog_c_syntax::source::Place;

/// The units of a program, those of the library last, and the text that the files of the others are together.
#[derive(Clone, Copy)]
pub(crate) struct Texts<'a> {
    pub(crate) units: &'a [Arc<Unit>],
    pub(crate) joined: &'a Joined,
}

impl Texts<'_> {
    /// The span in the joined text of a place in the unit with this number: for one in an included file, that of the directive which
    /// includes it. None for the library.
    pub(crate) fn span(&self, unit: u32, place: Place) -> Option<Span> {
        let start = self.joined.start_of(unit as usize)?;
        Some(self.units.get(unit as usize)?.sources.in_text(place)?.span.after(start))
    }
}
