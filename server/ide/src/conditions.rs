//! Conditions with the same value in every reachable state.

use boolprog_base::{Diagnostic, Severity};
use boolprog_check::report::Completeness;
use boolprog_program::program::Location;
use boolprog_program::walk::statements;
use boolprog_syntax::ast::{Expr, SiteId, Statement, StatementKind};
use rustc_hash::FxHashMap;

use crate::outcomes::outcomes;
use crate::walk::constant;
use crate::{Findings, Snapshot};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Purpose {
    /// `assume` or `constrain`.
    Assumption,
    /// `if` or `elsif`.
    Branch,
    /// `while`.
    Loop,
}

/// A hint for every condition of `assume`, `constrain`, `if`, `elsif` and `while` that is always T or always F where
/// threads reach it, in textual order; but not where a constant is written, as in `while T`. Empty unless the results are
/// complete, exact and about this very program.
///
/// Linear in the program, and in the states before conditions that always have the same value.
pub(crate) fn settled(snapshot: &Snapshot) -> Vec<Diagnostic> {
    let Some(findings) = snapshot.results.current() else { return Vec::new() };
    let Some(turns) = Turns::new(snapshot, findings) else { return Vec::new() };
    let mut hints = Vec::new();
    for procedure in &snapshot.file.procedures {
        statements(&procedure.body, |statement| {
            for (site, condition, purpose) in conditions(statement) {
                // A constant condition is intended.
                if constant(condition).is_some() {
                    continue;
                }
                hints.extend(turns.always(site).map(|value| hint(findings, condition, purpose, value)));
            }
        });
    }
    hints
}

pub(crate) struct Turns<'a> {
    findings: &'a Findings,
    program: &'a boolprog_program::program::Program,
    locations: FxHashMap<SiteId, &'a Location>,
}

impl<'a> Turns<'a> {
    /// `None` unless the findings are exact.
    pub(crate) fn new(snapshot: &'a Snapshot, findings: &'a Findings) -> Option<Self> {
        if findings.reachable.completeness != Completeness::Exact {
            return None;
        }
        let program = snapshot.analysis.any_form()?;
        let locations = program.locations.iter().map(|location| (location.site, location)).collect();
        Some(Self { findings, program, locations })
    }

    /// The value of the condition at a site, if it is the same in all reachable states before it. `None` if no thread
    /// gets there.
    pub(crate) fn always(&self, site: SiteId) -> Option<bool> {
        let states = self.findings.reachable.sites.get(&site).filter(|states| !states.states.is_empty())?;
        let mut seen = (false, false);
        for possible in outcomes(self.program, self.locations.get(&site)?, states)? {
            seen = (seen.0 || possible.t, seen.1 || possible.f);
            if seen == (true, true) {
                return None;
            }
        }
        Some(seen.0)
    }
}

fn conditions(statement: &Statement) -> Vec<(SiteId, &Expr, Purpose)> {
    match &statement.kind {
        StatementKind::Assume(condition) | StatementKind::Constrain(condition) => {
            vec![(statement.site, condition, Purpose::Assumption)]
        }
        StatementKind::If { branches, .. } => {
            branches.iter().map(|branch| (branch.site, &branch.condition, Purpose::Branch)).collect()
        }
        StatementKind::While { condition, .. } => vec![(statement.site, condition, Purpose::Loop)],
        _ => Vec::new(),
    }
}

fn hint(findings: &Findings, condition: &Expr, purpose: Purpose, value: bool) -> Diagnostic {
    let (code, so) = match (purpose, value) {
        (Purpose::Assumption, true) => ("assumption-always-true", "it excludes nothing"),
        (Purpose::Assumption, false) => ("assumption-always-false", "no thread gets past it"),
        (Purpose::Branch, true) => ("branch-always-taken", "no other branch is taken from here"),
        (Purpose::Branch, false) => ("branch-never-taken", "this branch is never taken"),
        (Purpose::Loop, true) => ("loop-never-left", "the loop is left by a jump or not at all"),
        (Purpose::Loop, false) => ("loop-never-entered", "its body never runs"),
    };
    let value = if value { 'T' } else { 'F' };
    let scope = &findings.scope;
    let message = format!("Always {value} here {scope}: {so}.");
    Diagnostic::new(code, Severity::Hint, condition.span, message)
}
