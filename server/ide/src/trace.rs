//! The counterexample to a property, in the terms of the text at hand.

use std::sync::Arc;

use boolprog_check::report::Verdict;
use boolprog_trace::document::{FrameDocument, RangeDocument, TraceDocument};

use crate::Checkable;
use crate::layout::ranges;

/// The counterexample to the property with this id, if there is one and it is about this very program.
///
/// A program that was checked in another layout is the same program: the ranges of the trace are moved to the current
/// places of its statements.
pub fn trace(snapshot: &impl Checkable, id: &str) -> Option<TraceDocument> {
    let findings = snapshot.results().told()?;
    let Verdict::Violated(violation) = &findings.report(id)?.verdict else { return None };
    let now = ranges(snapshot.text(), &snapshot.parts());
    let place = |range: &mut RangeDocument| {
        let parts = findings.layout.parts(range);
        if let Some((first, last)) = parts.and_then(|(first, last)| Some((now.get(first)?, now.get(last)?))) {
            *range = RangeDocument { end_line: last.end_line, end_column: last.end_column, ..*first };
        }
    };
    let mut trace = TraceDocument::clone(violation.trace());
    trace.program_hash = boolprog_trace::document::program_hash(snapshot.text());
    place(&mut trace.property.range);
    trace.property.related.iter_mut().for_each(|related| place(&mut related.range));
    for thread in &mut trace.initial.threads {
        let mut frames: Vec<FrameDocument> = thread.frames.iter().cloned().collect();
        for frame in &mut frames {
            place(&mut frame.range);
        }
        Arc::make_mut(thread).frames = frames.into_iter().collect();
    }
    for step in &mut trace.steps {
        place(&mut step.range);
        step.threads.iter_mut().flat_map(|thread| &mut thread.frames).for_each(|frame| place(&mut frame.range));
    }
    Some(trace)
}
