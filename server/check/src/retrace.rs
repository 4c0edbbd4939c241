//! A saved trace after its program was edited.

use boolprog_program::lower::properties;
use boolprog_trace::document::{DocumentError, TraceDocument};
use boolprog_trace::retrace::{self, Goal, Present, Retraced};

use crate::report::undecided;
use crate::unit::Unit;

/// Follows a saved trace through a program as it is now, and says what became of it; see [`retrace::retrace`]. The
/// program must have no errors, neither of syntax nor those of its analysis. Fails if the document contradicts itself.
pub fn retrace(unit: &Unit, document: &TraceDocument) -> Result<Retraced, DocumentError> {
    let (names, reading) = (&unit.analysis.names, &unit.analysis.reading);
    let properties = undecided(&properties(&unit.file, reading));
    let goals: Vec<Goal<'_>> = properties
        .iter()
        .map(|found| Goal {
            id: &found.id,
            kind: if found.kind == boolprog_trace::document::PropertyKind::Assert {
                boolprog_program::program::PropertyKind::Assert
            } else {
                boolprog_program::program::PropertyKind::Label
            },
            name: &found.name,
            site: found.site,
            span: found.span,
        })
        .collect();
    let (text, path) = (&*unit.text, unit.path.as_str());
    retrace::retrace(document, &Present { text, path, file: &unit.file, names, reading, goals: &goals })
}
