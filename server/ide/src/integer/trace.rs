//! The counterexample to a property, in the terms of the text at hand.

use boolprog_check::report::Verdict;
use boolprog_trace::document::TraceDocument;

use super::Snapshot;
use super::layout::parts;
use crate::layout::ranges;
use crate::trace::moved;

/// The counterexample to the property with this id, if there is one and it is about this very program.
///
/// A program that was checked in another layout is the same program: the ranges of the trace are moved to where its parts
/// stand now.
pub fn trace(snapshot: &Snapshot, id: &str) -> Option<TraceDocument> {
    let findings = snapshot.results.told()?;
    let Verdict::Violated(violation) = &findings.report(id)?.verdict else { return None };
    let now = ranges(&snapshot.text, &parts(&snapshot.file));
    let place = |range: &_| findings.layout.part(range).and_then(|part| now.get(part)).copied();
    Some(moved(violation.trace(), &snapshot.text, place))
}
