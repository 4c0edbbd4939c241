//! Hints where at most one of several threads is at a time.

use std::collections::BTreeMap;

use boolprog_base::Span;
use boolprog_check::exclusion::Exclusion;
use boolprog_syntax::ast::SiteId;

use super::{InlayHint, MAX_LINE, end_of_line};
use crate::Snapshot;

/// A line: its number, its end, and the statements that begin on it.
type Line = (usize, (u32, Vec<SiteId>));

/// The hints of procedures that several threads execute at a time, in textual order, each on the first of its lines that has room
/// beside these other hints. Quadratic in the statements of a section.
pub(super) fn hints(snapshot: &Snapshot, others: &[InlayHint]) -> Vec<InlayHint> {
    let Some(findings) = snapshot.results.current() else { return Vec::new() };
    let known = &*findings.exclusion;
    let mut found = Vec::new();
    for procedure in &snapshot.file.procedures {
        // Where threads end there may be many, of whatever procedure they are.
        let is_statement = |span: Span| procedure.span.contains(span) && snapshot.slice(span) != "end";
        let is_within = |site: SiteId| snapshot.site(site).is_some_and(|it| is_statement(it.span));
        if known.is_shared(is_within) {
            let sections = sections(known, lines(snapshot, procedure.span));
            found.extend(sections.iter().filter_map(|section| section.hint(others)));
        }
    }
    found
}

/// Consecutive lines that two threads never execute at the same time.
struct Section(Vec<Line>);

impl Section {
    fn sites(&self) -> impl Iterator<Item = SiteId> {
        self.0.iter().flat_map(|(_, (_, sites))| sites).copied()
    }

    /// The hint about all of its lines; none if no line has room.
    fn hint(&self, others: &[InlayHint]) -> Option<InlayHint> {
        let ((first, _), (last, _)) = (self.0.first()?, self.0.last()?);
        let label = label(*first, *last);
        let taken =
            |end: u32| others.iter().filter(|it| it.offset == end).map(|it| it.label.chars().count()).sum::<usize>();
        let room = self.0.iter().find(|(_, (end, _))| taken(*end) + label.chars().count() <= MAX_LINE);
        room.map(|(_, (end, sites))| InlayHint { offset: *end, label, site: sites.first().copied() })
    }
}

/// The hint about several lines.
pub(crate) fn label(first: usize, last: usize) -> String {
    if first == last {
        "at most one thread here".to_owned()
    } else {
        format!("at most one thread in lines {first} to {last}")
    }
}

fn lines(snapshot: &Snapshot, within: Span) -> BTreeMap<usize, (u32, Vec<SiteId>)> {
    let mut lines: BTreeMap<usize, (u32, Vec<SiteId>)> = BTreeMap::new();
    for (id, site) in (0..).map(SiteId).zip(&snapshot.file.sites) {
        if within.contains(site.span) && !site.span.is_empty() {
            let start = site.span.start;
            let line = lines.entry(snapshot.line(start)).or_insert_with(|| (end_of_line(snapshot, start), Vec::new()));
            line.1.push(id);
        }
    }
    lines
}

/// Consecutive lines with statements that are never executed by two threads at a time.
fn sections(known: &Exclusion, lines: impl IntoIterator<Item = Line>) -> Vec<Section> {
    let mut found: Vec<Section> = Vec::new();
    let mut goes_on = false;
    for line in lines {
        let sites = &line.1.1;
        let is_alone = sites.iter().any(|site| known.is_reached(*site)) && known.are_exclusive(sites);
        let section = found.last_mut().filter(|_| goes_on);
        match section.map(|section| (section.sites().chain(sites.iter().copied()).collect::<Vec<_>>(), section)) {
            Some((all, section)) if is_alone && known.are_exclusive(&all) => section.0.push(line),
            _ if is_alone => found.push(Section(vec![line])),
            _ => {}
        }
        goes_on = is_alone;
    }
    found
}
