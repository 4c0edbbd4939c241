//! Statements that no thread ever reaches, as maximal regions.

use boolprog_base::Span;
use boolprog_check::report::{Completeness, Reachable};
use boolprog_program::program::Program;
use boolprog_program::reading::Reading;
use boolprog_program::walk::{blocks, statements};
use boolprog_syntax::ast::{Block, SiteId, SourceFile, Statement, StatementKind};
use rustc_hash::FxHashSet;

use crate::Snapshot;
use crate::walk::{constant, statement_at};

/// Runs of statements that no thread reaches, each as long as possible, in textual order. Empty unless the states are
/// exact.
///
/// A statement that means "never come here" (`assert F`, error labels) is meant to be unreachable and makes no region
/// of its own. Procedures that are never called are skipped: they have a finding of their own.
fn regions(file: &SourceFile, program: &Program, reading: &Reading, reachable: &Reachable) -> Vec<Span> {
    if reachable.completeness != Completeness::Exact {
        return Vec::new();
    }
    let called: FxHashSet<u32> = program.instances.iter().map(|instance| instance.procedure.0).collect();
    let finder = Finder { reachable, reading };
    let mut regions = Vec::new();
    for (procedure, index) in file.procedures.iter().zip(0..) {
        if called.contains(&index) {
            finder.block(&procedure.body, &mut regions);
        }
    }
    regions
}

/// The regions of a snapshot. Empty unless the results are complete and about this very program.
pub fn found(snapshot: &Snapshot) -> Vec<Span> {
    let Some(findings) = snapshot.results.current() else { return Vec::new() };
    let Some(program) = snapshot.analysis.any_form() else { return Vec::new() };
    regions(&snapshot.file, program, &snapshot.analysis.reading, &findings.reachable)
}

struct Finder<'a> {
    reachable: &'a Reachable,
    reading: &'a Reading,
}

impl Finder<'_> {
    fn block(&self, block: &Block, regions: &mut Vec<Span>) {
        for run in block.statements.chunk_by(|left, right| self.is_dead(left) == self.is_dead(right)) {
            if !run.first().is_some_and(|first| self.is_dead(first)) {
                run.iter().flat_map(blocks).for_each(|body| self.block(body, regions));
            } else if !run.iter().all(|statement| is_meant_to_be(self.reading, statement)) {
                let span = run.iter().map(|statement| statement.span).reduce(Span::cover).unwrap_or_default();
                regions.extend((!span.is_empty()).then_some(span));
            }
        }
    }

    /// `true` if no thread reaches the statement or anything inside it.
    fn is_dead(&self, statement: &Statement) -> bool {
        let reached = |site| self.reachable.sites.get(&site).is_some_and(|states| !states.states.is_empty());
        let conditions = match &statement.kind {
            StatementKind::If { branches, .. } => branches.as_slice(),
            _ => &[],
        };
        let mut dead = !reached(statement.site) && !conditions.iter().any(|branch| reached(branch.site));
        for body in blocks(statement) {
            statements(body, |inner| dead &= !reached(inner.site));
        }
        dead
    }
}

/// `true` if a statement only means "never come here".
pub(crate) fn is_meant_to_be(reading: &Reading, statement: &Statement) -> bool {
    statement.labels.iter().any(|label| reading.is_error_label(&label.text)) || is_assert_false(statement)
}

/// Returns `true` if the statement at a site is `assert F`.
pub(crate) fn is_assert_false_at(snapshot: &Snapshot, site: SiteId) -> bool {
    statement_at(&snapshot.file, site).is_some_and(is_assert_false)
}

fn is_assert_false(statement: &Statement) -> bool {
    matches!(&statement.kind, StatementKind::Assert(condition) if constant(condition) == Some(false))
}
