//! Hints where at most one of several threads is at a time.

use std::collections::BTreeMap;

use boolprog_base::Span;
use boolprog_check::exclusion::Exclusion;
use boolprog_syntax::ast::SiteId;

use super::{InlayHint, end_of_line};
use crate::Snapshot;

/// A line: its number, its end, and the statements that begin on it.
type Line = (usize, (u32, Vec<SiteId>));

/// The hints of procedures that several threads execute at a time, in textual order. Quadratic in the statements of a section.
pub(super) fn hints(snapshot: &Snapshot) -> Vec<InlayHint> {
    let Some(findings) = snapshot.results.current() else { return Vec::new() };
    let known = &*findings.exclusion;
    let mut found = Vec::new();
    for procedure in &snapshot.file.procedures {
        // Where threads end there may be many, of whatever procedure they are.
        let is_statement = |span: Span| procedure.span.contains(span) && snapshot.slice(span) != "end";
        let is_within = |site: SiteId| snapshot.site(site).is_some_and(|it| is_statement(it.span));
        if known.is_shared(is_within) {
            found.extend(sections(known, lines(snapshot, procedure.span)));
        }
    }
    found
}

/// The hint at the first of several lines.
pub(crate) fn label(first: usize, last: usize) -> String {
    if first == last { "at most one thread here".to_owned() } else { format!("at most one thread up to line {last}") }
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
fn sections(known: &Exclusion, lines: impl IntoIterator<Item = Line>) -> Vec<InlayHint> {
    let mut found: Vec<(usize, usize, u32, Vec<SiteId>)> = Vec::new();
    let mut goes_on = false;
    for (line, (end, sites)) in lines {
        let is_alone = sites.iter().any(|site| known.is_reached(*site)) && known.are_exclusive(&sites);
        let section = found.last_mut().filter(|_| goes_on);
        match section.map(|section| ([section.3.as_slice(), &sites].concat(), section)) {
            Some((all, section)) if is_alone && known.are_exclusive(&all) => (section.1, section.3) = (line, all),
            _ if is_alone => found.push((line, line, end, sites)),
            _ => {}
        }
        goes_on = is_alone;
    }
    let hint = |(first, last, offset, sites): (usize, usize, u32, Vec<SiteId>)| InlayHint {
        offset,
        label: label(first, last),
        site: sites.first().copied(),
    };
    found.into_iter().map(hint).collect()
}
