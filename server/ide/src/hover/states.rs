//! The thread states before a site.

use boolprog_base::words::count;
use boolprog_check::report::{Completeness, First, SiteStates};
use boolprog_program::names::Storage;
use boolprog_syntax::ast::SiteId;

use crate::cubes::{Cell, Equivalence, Facts, Rest, summarise};
use crate::hover::line;
use crate::markdown::{code, fence};
use crate::{Findings, Results, Snapshot};

/// Rows of the table of cubes, where there is room for them.
const MAX_ROWS: usize = 6;

/// The lines about the states before a site, at most `room` (which must be 8 or more); `None` if the
/// program has errors.
pub(crate) fn describe(snapshot: &Snapshot, site: SiteId, room: usize) -> Option<Vec<String>> {
    if snapshot.has_errors() {
        return None;
    }
    Some(match &snapshot.results {
        Results::None => vec![line("Not checked")],
        Results::Stale(_) => vec![line("Stale: the program has changed since it was checked")],
        Results::Checking { .. } | Results::Current(_) => {
            let mut lines = vec![line(headline(snapshot, site)?)];
            let states = known_at(snapshot, site);
            lines.extend(states.map(|states| table(snapshot, states, room - lines.len())).unwrap_or_default());
            lines
        }
    })
}

/// The thread states at a site that are known of this very program, if there are any.
pub(crate) fn known_at(snapshot: &Snapshot, site: SiteId) -> Option<&SiteStates> {
    let (Results::Checking { found: findings, .. } | Results::Current(findings)) = &snapshot.results else {
        return None;
    };
    findings.reachable.sites.get(&site).filter(|states| !states.states.is_empty())
}

/// The knowledge about a site in the current program, in one line.
pub(crate) fn headline(snapshot: &Snapshot, site: SiteId) -> Option<String> {
    let (count, first) = known_at(snapshot, site).map_or((0, None), |states| (states.states.len(), states.first));
    match &snapshot.results {
        Results::Checking { found, .. } => Some(so_far(found, count)),
        Results::Current(findings) => Some(complete(findings, count, first)),
        Results::None | Results::Stale(_) => None,
    }
}

/// The states at a site, if they are exact and about this very program.
pub(crate) fn exact(snapshot: &Snapshot, site: SiteId) -> Option<&SiteStates> {
    let reachable = &snapshot.results.current()?.reachable;
    (reachable.completeness == Completeness::Exact).then(|| reachable.sites.get(&site)).flatten()
}

fn so_far(findings: &Findings, states: usize) -> String {
    match (findings.reachable.completeness, states) {
        (Completeness::Nothing, _) => "So far: nothing known (still checking)".to_owned(),
        (_, 0) => "So far: not reached (still checking)".to_owned(),
        (_, states) => format!("So far: {} (still checking)", thread_states(states)),
    }
}

fn complete(findings: &Findings, states: usize, first: Option<First>) -> String {
    match (findings.reachable.completeness, states) {
        (Completeness::Exact, 0) => format!("Unreachable {}", findings.scope),
        (Completeness::Nothing, _) | (Completeness::SoFar, 0) => {
            "Not known whether a thread reaches this: the check is not complete".to_owned()
        }
        (Completeness::Exact, states) => reachable("", states, first),
        (Completeness::SoFar, states) => reachable("at least ", states, first),
    }
}

/// `Reachable by some thread - 12 thread states - first with 2 threads, 5 steps`
fn reachable(about: &str, states: usize, first: Option<First>) -> String {
    let first = first.map(|First { threads, steps }| {
        format!(" - first with {}, {}", count(threads, "thread"), count(steps, "step"))
    });
    format!("Reachable by some thread - {about}{}{}", thread_states(states), first.unwrap_or_default())
}

fn thread_states(states: usize) -> String {
    const EXACT: usize = 1_000_000;
    if states <= EXACT {
        count(states as u64, "thread state")
    } else {
        format!("about 2^{} thread states", states.ilog2())
    }
}

fn table(snapshot: &Snapshot, states: &SiteStates, room: usize) -> Vec<String> {
    let columns = columns(snapshot, states);
    if columns.is_empty() {
        return Vec::new();
    }
    let summary = summarise(&states.states);
    let mut lines = Vec::new();
    lines.extend(facts(&columns, &summary.facts).map(line));
    let (heading, cubes) = match &summary.rest {
        Rest::All => (arbitrary(&columns, &summary.facts.free), &[][..]),
        Rest::Only(cubes) => (None, cubes.as_slice()),
        Rest::Except(cubes) => (Some("All except:".to_owned()), cubes.as_slice()),
    };
    lines.extend(heading.map(line));
    if !cubes.is_empty() {
        let room = room - lines.len();
        lines.extend(rows(&columns, &summary.facts.free, cubes, room));
    }
    lines
}

/// A variable as a column of a table.
pub(crate) struct Column<'a> {
    pub(crate) name: &'a str,
    /// `true` if all threads share it.
    pub(crate) shared: bool,
}

pub(crate) fn columns<'a>(snapshot: &'a Snapshot, states: &SiteStates) -> Vec<Column<'a>> {
    let variables = &snapshot.analysis.names.variables;
    let named = states.columns.iter().filter_map(|id| variables.get(id.0 as usize));
    named.map(|variable| Column { name: &variable.name, shared: variable.storage == Storage::Shared }).collect()
}

/// A line of a table of fixed width: `cell` under each of these columns, shared ones left of a bar.
pub(crate) fn row(columns: &[Column], shown: &[usize], cell: impl Fn(usize) -> String) -> String {
    let mut text = String::new();
    for (position, &column) in shown.iter().enumerate() {
        let begins_local = position > 0 && columns[shown[position - 1]].shared && !columns[column].shared;
        text.push_str(if begins_local { "| " } else { "" });
        let width = columns[column].name.chars().count();
        text.extend([format!("{:width$} ", cell(position))]);
    }
    text.trim_end().to_owned()
}

/// Constants, then equivalences, on one line.
fn facts(columns: &[Column], facts: &Facts) -> Option<String> {
    let constants = facts.constants.iter().map(|fact| constant(columns, fact));
    let all: Vec<String> = constants.chain(facts.equivalences.iter().map(|fact| equivalence(columns, fact))).collect();
    (!all.is_empty()).then(|| all.iter().map(|fact| code(fact)).collect::<Vec<_>>().join(", "))
}

/// `lock = T`
pub(crate) fn constant(columns: &[Column], &(column, value): &(usize, bool)) -> String {
    format!("{} = {}", columns[column].name, if value { 'T' } else { 'F' })
}

/// `a = !b`
pub(crate) fn equivalence(columns: &[Column], fact: &Equivalence) -> String {
    let Equivalence { column, other, differ } = *fact;
    format!("{} = {}{}", columns[column].name, if differ { "!" } else { "" }, columns[other].name)
}

fn arbitrary(columns: &[Column], free: &[usize]) -> Option<String> {
    let names: Vec<String> = free.iter().map(|&column| code(columns[column].name)).collect();
    match names.as_slice() {
        [] => None,
        [only] => Some(format!("{only} can be T or F")),
        several => Some(format!("{} in every combination", several.join(", "))),
    }
}

/// The cubes as a block of fixed width, shared variables left of a bar.
fn rows(columns: &[Column], free: &[usize], cubes: &[Vec<Cell>], room: usize) -> Vec<String> {
    let fence = fence(&columns.iter().map(|column| column.name).collect::<Vec<_>>(), 3);
    let names = row(columns, free, |position| columns[free[position]].name.to_owned());
    let mut lines = vec![format!("{fence}text"), names];
    // Two fences, the names, and the line that says how many rows are missing.
    let shown = if cubes.len() <= MAX_ROWS.min(room.saturating_sub(3)) {
        cubes.len()
    } else {
        MAX_ROWS.min(room.saturating_sub(4))
    };
    let shown_cubes = cubes.iter().take(shown);
    lines.extend(shown_cubes.map(|cube| row(columns, free, |position| cube[position].symbol().to_string())));
    if cubes.len() > shown {
        lines.push(format!("+ {} more", cubes.len() - shown));
    }
    lines.push(fence);
    lines
}
