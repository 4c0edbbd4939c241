//! Invariants, everywhere or at a program point, against the naive interpreter.

use std::ops::AddAssign;

use boolprog_check::Options;
use boolprog_check::condition::{Condition, Scope};
use boolprog_check::invariant::{Invariance, Where, invariant};
use boolprog_program::names::VariableId;
use boolprog_syntax::ast::SiteId;
use boolprog_tests::checked::AtMost;
use proptest::prelude::*;

use super::case::{Bounded, Case, Compared};

/// States that a question may visit.
const STATES: u64 = 3_000;

/// Number of answers of each kind.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Extent {
    pub(crate) hold: u32,
    pub(crate) fail: u32,
    pub(crate) unknown: u32,
}

impl AddAssign for Extent {
    fn add_assign(&mut self, other: Self) {
        self.hold += other.hold;
        self.fail += other.fail;
        self.unknown += other.unknown;
    }
}

/// Asks whether variables are always T, or never: the first shared one everywhere, and the last one that is visible
/// before some statements.
pub(crate) fn compare(case: &Case, most: u32) -> Compared<Extent> {
    let unit = case.unit();
    let names = &unit.analysis.names;
    let naive = case.naive(most);
    let globals: Vec<VariableId> = names.shared().chain(names.thread_local()).collect();
    let mut extent = Extent::default();
    for (value, sign) in [(true, ""), (false, "!")] {
        if let Some(first) = names.shared().next() {
            let expression = format!("{sign}{}", names.info(first).name);
            let sites: Vec<SiteId> = (0..unit.file.sites.len() as u32).map(SiteId).collect();
            let asked = Asked { expression, scope: Scope::Shared, sites: &sites, column: 0, value };
            extent += asked.compare(case, &naive)?;
        }
        for site in (0..unit.file.sites.len() as u32).step_by(8).map(SiteId) {
            let procedure = boolprog_program::names::ProcedureId(unit.file.sites[site.0 as usize].procedure);
            let columns: Vec<VariableId> = globals.iter().chain(names.variables_of(procedure)).copied().collect();
            let Some(last) = columns.last() else { continue };
            let expression = format!("{sign}{}", names.info(*last).name);
            let column = columns.len() - 1;
            let asked = Asked { expression, scope: Scope::Visible, sites: &[site], column, value };
            extent += asked.compare(case, &naive)?;
        }
    }
    Ok(extent)
}

/// The question whether a variable always has a value before some sites.
struct Asked<'a> {
    expression: String,
    scope: Scope,
    sites: &'a [SiteId],
    /// Column of the variable in the states.
    column: usize,
    value: bool,
}

impl Asked<'_> {
    fn compare(&self, case: &Case, naive: &[Bounded]) -> Compared<Extent> {
        let unit = case.unit();
        let condition = Condition::parse(&self.expression, self.scope).expect("an expression");
        prop_assert!(condition.is_usable(&unit, self.sites), "{}", self.expression);
        let place = if self.scope == Scope::Shared { Where::Everywhere } else { Where::At(self.sites) };
        let options = Options { thread_limit: 4, jobs: 2, start_next_after: 200, ..Options::default() };
        let answer = invariant(&unit, &condition, place, "asked", options, &AtMost(STATES));
        let first = naive.iter().find(|bounded| self.is_violated(bounded)).map(|bounded| bounded.live);
        let about = format!("{} at {:?}", self.expression, self.sites);
        Ok(match answer {
            Invariance::Holds { .. } => {
                prop_assert!(first.is_none(), "{about} is said to hold");
                Extent { hold: 1, ..Extent::default() }
            }
            Invariance::Fails(trace) => {
                let searched = naive.last().map_or(0, |bounded| bounded.live);
                if trace.threads_needed <= searched {
                    let needed = trace.threads_needed.max(case.least_threads());
                    prop_assert!(first.is_some_and(|first| first <= needed), "{about} is said to fail");
                }
                Extent { fail: 1, ..Extent::default() }
            }
            Invariance::Unknown(_) => Extent { unknown: 1, ..Extent::default() },
        })
    }

    fn is_violated(&self, bounded: &Bounded) -> bool {
        let states = self.sites.iter().filter_map(|site| bounded.found.states.get(site)).flatten();
        states.into_iter().any(|state| state[self.column] != self.value)
    }
}
