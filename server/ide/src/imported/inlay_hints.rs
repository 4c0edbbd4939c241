//! Inlay hints: where at most one of several threads is at a time, and which locks protect objects, as proofs say.

use std::collections::BTreeSet;

use boolprog_base::Span;
use boolprog_check::integer::places::Place;

use super::statement::{Statement, line_around};
use super::{Snapshot, protected};
use crate::inlay_hints::{InlayHint, Wanted, label};

/// Consecutive lines in all of which together there is at most one thread at a time.
struct Section {
    /// The first line with a statement, and the last one.
    lines: (Span, Span),
    places: BTreeSet<Place>,
}

/// The hints whose lines begin in a span, in textual order. Empty unless the check of this very program is complete. Takes time in
/// the number of lines with statements times that of the steps of the program.
pub fn inlay_hints(snapshot: &Snapshot, within: Span, wanted: &Wanted) -> Vec<InlayHint> {
    let lines = snapshot.text.bytes().filter(|byte| *byte == b'\n').take(wanted.max_lines).count();
    if lines == wanted.max_lines || !wanted.alone {
        return Vec::new();
    }
    let hint = |section: Section| {
        let (first, last) = section.lines;
        let line = |at: u32| snapshot.text[..at as usize].matches('\n').count() + 1;
        InlayHint { offset: first.end, label: label(line(first.start), line(last.start)), site: None }
    };
    let found = sections(snapshot).into_iter().filter(|section| within.touches(section.lines.0.start));
    let protected = protected::hints(snapshot).into_iter().filter(|hint| within.touches(hint.offset));
    let mut hints: Vec<InlayHint> = found.map(hint).chain(protected).collect();
    hints.sort_by_key(|hint| hint.offset);
    hints
}

fn sections(snapshot: &Snapshot) -> Vec<Section> {
    let known = snapshot.results.current().map(|findings| &*findings.places).filter(|known| !known.is_empty());
    let Some((model, known)) = snapshot.model.as_ref().zip(known) else { return Vec::new() };
    let starts = model.system.transitions.iter().filter(|it| !it.span.is_empty()).map(|it| it.span.start);
    let own = starts.filter(|start| (*start as usize) < snapshot.text.len());
    let lines: BTreeSet<(u32, u32)> =
        own.map(|start| line_around(&snapshot.text, start)).map(|it| (it.start, it.end)).collect();
    let is_alone =
        |places: &BTreeSet<Place>| known.most(&model.system, &places.iter().copied().collect::<Vec<_>>()) == Some(1);
    let mut sections: Vec<Section> = Vec::new();
    let mut goes_on = false;
    for line in lines.into_iter().map(|(start, end)| Span::new(start, end)) {
        let statement = Statement::at(model, line);
        if statement.places.is_empty()
            || !statement.is_shared()
            || statement.is_unreached(known)
            || !is_alone(&statement.places)
        {
            goes_on = false;
            continue;
        }
        // A function ends with a brace at the beginning of a line.
        let same = sections
            .last_mut()
            .filter(|last| goes_on && !snapshot.text[last.lines.1.start as usize..line.start as usize].contains("\n}"));
        let joined = same.and_then(|last| {
            let places: BTreeSet<Place> = last.places.union(&statement.places).copied().collect();
            is_alone(&places).then_some((last, places))
        });
        match joined {
            Some((last, places)) => (last.lines.1, last.places) = (line, places),
            None => sections.push(Section { lines: (line, line), places: statement.places }),
        }
        goes_on = true;
    }
    sections
}
