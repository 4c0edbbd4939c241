//! Coverage of statements by threads, for editors that show it.

use boolprog_base::Span;
use boolprog_check::report::Completeness;
use boolprog_program::program::Program;
use boolprog_program::walk::statements;
use boolprog_syntax::ast::{Expr, SiteId, Statement, StatementKind};

use crate::outcomes::outcomes;
use crate::unreachable::is_meant_to_be;
use crate::walk::constant;
use crate::{Findings, Snapshot};

/// Coverage of a program: its reachable parts, with numbers of states.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Coverage {
    /// Procedures in textual order.
    pub procedures: Vec<Procedure>,
    /// Statements and conditions of `if`, `elsif` and `while`, in textual order.
    pub statements: Vec<Covered>,
}

/// Coverage of a procedure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Procedure {
    /// Name of the procedure.
    pub name: String,
    /// Span of the name.
    pub span: Span,
    /// With how many thread states a thread can enter it.
    pub states: usize,
}

/// A statement or a condition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Covered {
    /// The statement without its labels; of `if`, `elsif` and `while` without the bodies.
    pub span: Span,
    /// The number of thread states before it; 0 if no thread reaches it.
    pub states: usize,
    /// For a condition that is not a constant and that threads reach: how it turns out.
    pub outcomes: Option<Outcomes>,
}

/// Values of a condition. Of the two numbers only 0 is certain: see [`outcomes`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcomes {
    /// In how many states it can be T.
    pub holds: usize,
    /// In how many it can be F.
    pub fails: usize,
}

/// Counts the thread states before all statements. The error is the reason why there is no coverage, as a sentence:
/// only complete and exact results about this very program prove that a statement does *not* run.
///
/// A statement that means "never come here" (`assert F`, error labels) is left out where no thread arrives. Linear in
/// the program, and in the states before conditions.
pub fn coverage(snapshot: &Snapshot) -> Result<Coverage, &'static str> {
    if snapshot.has_errors() {
        return Err("The program has errors.");
    }
    let findings = snapshot.results.current().ok_or("The current program has not been checked.")?;
    let program = snapshot.analysis.any_form().ok_or("The program cannot be explored.")?;
    if findings.reachable.completeness != Completeness::Exact {
        return Err("The check has not found all thread states, so no unreachable code is known.");
    }
    let mut counter = Counter { snapshot, findings, program, statements: Vec::new() };
    let mut procedures = Vec::new();
    for procedure in &snapshot.file.procedures {
        let entry = procedure.body.statements.first().map_or(procedure.end, |first| first.site);
        let states = counter.states(entry);
        procedures.push(Procedure { name: procedure.name.text.to_string(), span: procedure.name.span, states });
        statements(&procedure.body, |statement| counter.count(statement));
    }
    counter.statements.sort_by_key(|covered| covered.span.start);
    Ok(Coverage { procedures, statements: counter.statements })
}

struct Counter<'a> {
    snapshot: &'a Snapshot,
    findings: &'a Findings,
    program: &'a Program,
    statements: Vec<Covered>,
}

impl Counter<'_> {
    fn states(&self, site: SiteId) -> usize {
        self.findings.reachable.sites.get(&site).map_or(0, |states| states.states.len())
    }

    fn count(&mut self, statement: &Statement) {
        match &statement.kind {
            StatementKind::If { branches, .. } => {
                for branch in branches {
                    self.add(branch.site, Some(&branch.condition));
                }
            }
            StatementKind::While { condition, .. } => self.add(statement.site, Some(condition)),
            _ if self.states(statement.site) == 0 && is_meant_to_be(&self.snapshot.analysis.reading, statement) => {}
            _ => self.add(statement.site, None),
        }
    }

    /// Labels without a statement have no text of their own, and are left out.
    fn add(&mut self, site: SiteId, condition: Option<&Expr>) {
        let Some(span) = self.snapshot.site(site).map(|site| site.span).filter(|span| !span.is_empty()) else { return };
        let open = condition.is_some_and(|condition| constant(condition).is_none());
        let outcomes = if open { self.outcomes(site) } else { None };
        self.statements.push(Covered { span, states: self.states(site), outcomes });
    }

    fn outcomes(&self, site: SiteId) -> Option<Outcomes> {
        let states = self.findings.reachable.sites.get(&site).filter(|states| !states.states.is_empty())?;
        let location = self.program.locations.iter().find(|location| location.site == site)?;
        let add = |sum: Outcomes, possible: boolprog_program::program::Possible| Outcomes {
            holds: sum.holds + usize::from(possible.t),
            fails: sum.fails + usize::from(possible.f),
        };
        Some(outcomes(self.program, location, states)?.fold(Outcomes { holds: 0, fails: 0 }, add))
    }
}
