//! The counterexample to a property, in the terms of the text at hand.

use std::sync::Arc;

use boolprog_check::report::Verdict;
use boolprog_trace::document::{FrameDocument, RangeDocument, ThreadDocument, TraceDocument};

use crate::Snapshot;

/// The counterexample to the property with this id, if there is one and it is about this very program.
///
/// A program that was checked in another layout is the same program: the ranges of the trace are moved to where
/// its statements stand now.
pub fn trace(snapshot: &Snapshot, id: &str) -> Option<TraceDocument> {
    let findings = snapshot.results.told()?;
    let report = findings.answered().filter_map(crate::Answer::report).find(|report| report.id == id)?;
    let Verdict::Violated(violation) = &report.verdict else { return None };
    let now = snapshot.ranges();
    let place = |range: &_| findings.layout.part(range).and_then(|part| now.get(&part)).copied();
    Some(moved(violation.trace(), &snapshot.text, place))
}

/// A trace in the terms of another text of the same program: what stood in a range stands at this place now.
pub(crate) fn moved(
    trace: &TraceDocument,
    text: &str,
    place: impl Fn(&RangeDocument) -> Option<RangeDocument>,
) -> TraceDocument {
    let place = |range: &mut RangeDocument| {
        if let Some(new) = place(range) {
            *range = new;
        }
    };
    let mut trace = trace.clone();
    trace.program_hash = boolprog_trace::document::program_hash(text);
    place(&mut trace.property.range);
    trace.initial.threads.iter_mut().flat_map(frames).for_each(|frame| place(&mut frame.range));
    for step in &mut trace.steps {
        place(&mut step.range);
        step.threads.iter_mut().flat_map(frames).for_each(|frame| place(&mut frame.range));
    }
    trace
}

fn frames(thread: &mut Arc<ThreadDocument>) -> &mut [FrameDocument] {
    &mut Arc::make_mut(thread).frames
}
