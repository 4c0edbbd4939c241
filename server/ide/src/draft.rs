//! A text that somebody is typing: its words, and what was declared when its names were resolved last.
//!
//! Resolving the names of a long text takes longer than a person waits for a completion. What helps with typing looks at
//! the words around the cursor, and those are always the newest; of the rest of the text it needs to know what is declared,
//! which few keys change.

use std::sync::Arc;

use boolprog_base::Span;
use boolprog_program::names::{Names, ProcedureId};
use boolprog_syntax::Change;
use boolprog_syntax::ast::{Procedure, SourceFile};

use crate::Snapshot;

/// A text, and what is declared in it or was declared in an earlier one.
#[derive(Clone, Debug)]
pub struct Draft {
    /// The text.
    pub text: Arc<str>,
    /// What names stand for, where they were resolved last.
    pub(crate) names: Arc<Names>,
    file: Arc<SourceFile>,
    /// The text of which names and file are.
    known: Arc<str>,
    /// The procedures that are still there, in textual order.
    places: Vec<Place>,
}

/// Where a procedure begins in the text.
#[derive(Clone, Copy, Debug)]
struct Place {
    procedure: ProcedureId,
    start: u32,
    name: u32,
}

impl Draft {
    /// A text whose names are known.
    pub fn new(snapshot: &Snapshot) -> Self {
        Self {
            text: Arc::clone(&snapshot.text),
            names: Arc::clone(&snapshot.analysis.names),
            file: Arc::clone(&snapshot.file),
            known: Arc::clone(&snapshot.text),
            places: places(&snapshot.file, Some),
        }
    }

    /// What has become of the text. Linear in the texts, and some thousand times faster than reading the new one.
    #[must_use]
    pub fn changed(&self, text: Arc<str>) -> Self {
        let change = Change::between(&self.known, &text);
        let places = places(&self.file, |offset| change.forward(offset));
        let (names, file, known) = (Arc::clone(&self.names), Arc::clone(&self.file), Arc::clone(&self.known));
        Self { text, names, file, known, places }
    }

    /// The procedures that were declared. Only what they are called and what they take and give is still of use: where
    /// they stand may be another place now.
    pub(crate) fn procedures(&self) -> &[Arc<Procedure>] {
        &self.file.procedures
    }

    /// The last procedure whose name begins in front of an offset, and where it begins.
    pub(crate) fn procedure_before(&self, offset: u32) -> Option<(ProcedureId, u32)> {
        let behind = self.places.partition_point(|place| place.name < offset);
        self.places[..behind].last().map(|place| (place.procedure, place.start))
    }

    /// The text of a range; empty where the range does not lie on character boundaries of the text.
    pub(crate) fn slice(&self, span: Span) -> &str {
        self.text.get(span.range()).unwrap_or_default()
    }
}

/// Where the procedures of a file are now.
fn places(file: &SourceFile, now: impl Fn(u32) -> Option<u32>) -> Vec<Place> {
    let place = |(index, procedure): (usize, &Arc<Procedure>)| {
        let (name, start) = (procedure.name.span.start, procedure.span.start.min(procedure.name.span.start));
        Some(Place { procedure: ProcedureId(index as u32), start: now(start)?, name: now(name)? })
    };
    file.procedures.iter().enumerate().filter_map(place).collect()
}
