//! Inlay hints: the facts that become true before the statements of a line, at the end of the line.
//!
//! A fact is shown where it becomes true: not if it already holds before every statement that control can come from, so
//! that straight-line code does not repeat itself. Only from exact results about this very program.

use std::collections::BTreeMap;

use boolprog_base::Span;
use boolprog_base::words::count;
use boolprog_check::exclusion::Exclusion;
use boolprog_check::report::SiteStates;
use boolprog_syntax::ast::SiteId;
use rustc_hash::FxHashMap;

use crate::cubes::{Equivalence, Table};
use crate::flow::steps;
use crate::hover::MAX_LINES;
use crate::hover::states::{Column, columns, constant, describe, equivalence, exact};
use crate::{Snapshot, unreachable};

/// Selection of hints.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each kind of hints has a switch of its own")]
pub struct Wanted {
    /// `lock = T`
    pub constants: bool,
    /// `a = !b`
    pub equivalences: bool,
    /// `12 states`
    pub states: bool,
    /// `unreachable`
    pub unreachable: bool,
    /// Places at which at most one of several threads is at a time.
    pub alone: bool,
    /// Files with more lines have no hints.
    pub max_lines: usize,
}

impl Default for Wanted {
    fn default() -> Self {
        Self { constants: true, equivalences: false, states: false, unreachable: false, alone: true, max_lines: 300 }
    }
}

/// A hint at a place in the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InlayHint {
    /// Its position: at the end of a line.
    pub offset: u32,
    /// Text of the hint.
    pub label: String,
    /// Its site, for [`tooltip`]; hints in integer programs have no tooltip.
    pub site: Option<SiteId>,
}

/// No label has more characters.
pub const MAX_LABEL: usize = 36;
/// VS Code shows no more characters of all labels of a line.
pub(crate) const MAX_LINE: usize = 43;
/// Sites with more states times variables have no facts: they would take too long.
const MAX_CELLS: usize = 1 << 20;

/// The hints at the lines whose first statement begins in a span, in textual order. Empty unless the results are exact
/// and about this very program.
pub fn inlay_hints(snapshot: &Snapshot, within: Span, wanted: &Wanted) -> Vec<InlayHint> {
    let lines = snapshot.text.bytes().filter(|byte| *byte == b'\n').take(wanted.max_lines).count();
    if lines == wanted.max_lines || snapshot.results.current().is_none() {
        return Vec::new();
    }
    let sites = first_sites(snapshot, within);
    let dead = if wanted.unreachable { unreachable::found(snapshot) } else { Vec::new() };
    let mut known = Known { snapshot, wanted, tables: FxHashMap::default() };
    let before = predecessors(snapshot, sites.iter().map(|(site, _)| *site));
    let hint = |(site, offset): (SiteId, u32)| {
        let begins_dead = snapshot.site(site).is_some_and(|it| dead.iter().any(|region| region.start == it.span.start));
        let label = if begins_dead {
            "unreachable".to_owned()
        } else {
            shortened(&known.newly_true(site, before.get(&site).map_or(&[], Vec::as_slice))?)
        };
        Some(InlayHint { offset, label, site: Some(site) })
    };
    let mut hints: Vec<InlayHint> = sites.into_iter().filter_map(hint).collect();
    let alone = if wanted.alone { exclusion_hints(snapshot, &hints) } else { Vec::new() };
    hints.extend(alone.into_iter().filter(|hint| within.touches(hint.offset)));
    hints.sort_by_key(|hint| hint.offset);
    hints
}

/// The hover of the statement of a hint, in Markdown.
pub fn tooltip(snapshot: &Snapshot, site: SiteId) -> Option<String> {
    snapshot.site(site)?;
    Some(describe(snapshot, site, MAX_LINES)?.join("\n").trim_end().to_owned())
}

/// The first site that begins on each line, and the end of the line, for those that begin in a span.
fn first_sites(snapshot: &Snapshot, within: Span) -> Vec<(SiteId, u32)> {
    let sites = (0..).map(SiteId).zip(&snapshot.file.sites);
    let inside = sites.filter(|(_, site)| within.touches(site.span.start) && !site.span.is_empty());
    let mut lines: Vec<(SiteId, u32)> = Vec::new();
    for (id, site) in inside {
        if lines.last().is_none_or(|(_, end)| *end < site.span.start) {
            lines.push((id, end_of_line(snapshot, site.span.start)));
        }
    }
    lines
}

fn end_of_line(snapshot: &Snapshot, offset: u32) -> u32 {
    let rest = snapshot.text.get(offset as usize..).unwrap_or_default();
    offset + rest.find(['\n', '\r']).unwrap_or(rest.len()) as u32
}

/// A fact that holds in all states before a site, in the form of [`Facts`](crate::cubes::Facts).
#[derive(Clone, Copy)]
enum Fact {
    Constant((usize, bool)),
    Equivalence(Equivalence),
}

impl Fact {
    /// `Some(true)` if it holds in a table that has the columns elsewhere; `None` if it lacks one.
    fn holds(self, table: &Table, at: impl Fn(usize) -> Option<usize>) -> Option<bool> {
        Some(match self {
            Self::Constant((column, value)) => table.constant(at(column)?) == Some(value),
            Self::Equivalence(Equivalence { column, other, differ }) => {
                table.differ(at(column)?, at(other)?) == Some(differ)
            }
        })
    }

    fn told(self, names: &[Column]) -> String {
        match self {
            Self::Constant(fact) => constant(names, &fact),
            Self::Equivalence(fact) => equivalence(names, &fact),
        }
    }
}

/// The states before sites, packed on demand.
struct Known<'a> {
    snapshot: &'a Snapshot,
    wanted: &'a Wanted,
    tables: FxHashMap<SiteId, Option<Table>>,
}

impl Known<'_> {
    /// The hint of a site that control reaches from these others; `None` if it has none.
    fn newly_true(&mut self, site: SiteId, before: &[SiteId]) -> Option<Vec<String>> {
        let snapshot = self.snapshot;
        let states = exact(snapshot, site).filter(|states| !states.states.is_empty())?;
        let names = columns(snapshot, states);
        let facts = self.table(site).map(Table::facts).unwrap_or_default();
        let constants = facts.constants.into_iter().filter(|_| self.wanted.constants).map(Fact::Constant);
        let equivalences = facts.equivalences.into_iter().filter(|_| self.wanted.equivalences).map(Fact::Equivalence);
        let all: Vec<Fact> = constants.chain(equivalences).collect();
        let new = all.into_iter().filter(|fact| !self.held_before(*fact, states, before));
        let mut told: Vec<String> = new.map(|fact| fact.told(&names)).collect();
        told.extend(self.wanted.states.then(|| count(states.states.len() as u64, "state")));
        (!told.is_empty()).then_some(told)
    }

    /// Returns `true` if a fact about `states` also holds before each reached site in `before`, of which there is at
    /// least one.
    fn held_before(&mut self, fact: Fact, states: &SiteStates, before: &[SiteId]) -> bool {
        let snapshot = self.snapshot;
        let reached = |site: &&SiteId| exact(snapshot, **site).is_some_and(|states| !states.states.is_empty());
        let mut reached = before.iter().filter(reached).peekable();
        reached.peek().is_some()
            && reached.all(|&site| {
                let there = exact(snapshot, site).map_or(&[][..], |states| &states.columns);
                let at = |column: usize| there.iter().position(|id| Some(id) == states.columns.get(column));
                self.table(site).is_some_and(|table| fact.holds(table, at) == Some(true))
            })
    }

    fn table(&mut self, site: SiteId) -> Option<&Table> {
        let snapshot = self.snapshot;
        let packed = || {
            let states = exact(snapshot, site)?;
            let is_small = states.states.len().saturating_mul(states.columns.len()) <= MAX_CELLS;
            is_small.then(|| Table::new(&states.states))
        };
        self.tables.entry(site).or_insert_with(packed).as_ref()
    }
}

/// The parts that fit into a label, and the number of the others.
fn shortened(parts: &[String]) -> String {
    let label = |shown: usize| {
        let hidden = parts.len() - shown;
        let more = if hidden > 0 { format!(", {hidden} more") } else { String::new() };
        format!("before: {}{more}", parts[..shown].join(", "))
    };
    let fitting = (1..=parts.len()).rev().map(label).find(|label| label.chars().count() <= MAX_LABEL);
    fitting.unwrap_or_else(|| label(1).chars().take(MAX_LABEL - 3).chain("...".chars()).collect())
}

/// For each of some sites, the other sites whose steps lead there, in order. One pass over the program.
fn predecessors(snapshot: &Snapshot, wanted: impl Iterator<Item = SiteId>) -> FxHashMap<SiteId, Vec<SiteId>> {
    let mut found: FxHashMap<SiteId, Vec<SiteId>> = wanted.map(|site| (site, Vec::new())).collect();
    if found.is_empty() {
        return found;
    }
    let Some(program) = snapshot.analysis.any_form() else { return found };
    for (from, to) in steps(program) {
        let (from, to) = (program.location(from).site, program.location(to).site);
        if from != to {
            found.entry(to).and_modify(|before| before.push(from));
        }
    }
    for before in found.values_mut() {
        before.sort_unstable();
        before.dedup();
    }
    found
}

/// A line: its number, its end, and the statements that begin on it.
type Line = (usize, (u32, Vec<SiteId>));

/// The hints of procedures that several threads execute at a time, in textual order, each on the first of its lines that has room
/// beside these other hints. Quadratic in the statements of a section.
fn exclusion_hints(snapshot: &Snapshot, others: &[InlayHint]) -> Vec<InlayHint> {
    let Some(findings) = snapshot.results.current() else { return Vec::new() };
    let known = &*findings.exclusion;
    let mut found = Vec::new();
    for procedure in &snapshot.file.procedures {
        // Any number of threads, of whatever procedure, may stand where threads end.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_short() {
        let parts = |parts: &[&str]| shortened(&parts.iter().map(|&part| part.to_owned()).collect::<Vec<_>>());
        assert_eq!(parts(&["x = T"]), "before: x = T");
        assert_eq!(parts(&["long_name = T", "other_name = F", "x = T"]), "before: long_name = T, 2 more");
        assert_eq!(parts(&["a_name_that_is_much_too_long = T"]).chars().count(), MAX_LABEL);
    }
}
