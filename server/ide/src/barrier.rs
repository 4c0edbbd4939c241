//! The reason why threads do not reach a statement that none of them reaches.

use std::collections::VecDeque;

use boolprog_base::Span;
use boolprog_program::program::{LocationId, Program};
use boolprog_syntax::ast::SiteId;
use rustc_hash::FxHashSet;

use crate::conditions::Turns;
use crate::flow::steps;
use crate::outcomes::is_condition;
use crate::{Findings, Snapshot};

/// The reachable statement from which the fewest steps of the control flow lead to a site that no thread reaches, and
/// why no thread takes them, as a phrase. `None` unless the results are exact, or if no such statement leads there.
///
/// A breadth-first search against the control flow: linear in the program.
pub(crate) fn barrier(snapshot: &Snapshot, findings: &Findings, site: SiteId) -> Option<(Span, String)> {
    let turns = Turns::new(snapshot, findings)?;
    let program = snapshot.analysis.any_form()?;
    let last = nearest(program, site, |site| findings.reachable.sites.contains_key(&site))?;
    let always = if is_condition(snapshot, last) { turns.always(last) } else { None };
    let why = match always {
        Some(true) => "reachable, but the condition is always T",
        Some(false) => "reachable, but the condition is always F",
        None => "reachable, but this branch is never taken",
    };
    Some((snapshot.site(last)?.span, why.to_owned()))
}

/// The nearest site before this one that satisfies `is_reached`.
fn nearest(program: &Program, site: SiteId, is_reached: impl Fn(SiteId) -> bool) -> Option<SiteId> {
    let mut before = vec![Vec::new(); program.locations.len()];
    for (from, to) in steps(program) {
        before[to.0 as usize].push(from);
    }
    let all = (0..).map(LocationId).zip(&program.locations);
    let mut queue: VecDeque<LocationId> = all.filter(|(_, it)| it.site == site).map(|(id, _)| id).collect();
    let mut seen: FxHashSet<LocationId> = queue.iter().copied().collect();
    while let Some(location) = queue.pop_front() {
        let here = program.location(location).site;
        if is_reached(here) {
            return Some(here);
        }
        let next = before[location.0 as usize].iter().copied().filter(|before| seen.insert(*before));
        queue.extend(next);
    }
    None
}
