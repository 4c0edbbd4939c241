//! Control flow inside a procedure, independent of the values of variables: reachable sites.

use boolprog_base::{Diagnostic, Span, Tag};
use boolprog_syntax::ast::{Block, Procedure, SiteId, Statement, StatementKind};

use super::{Context, codes};
use crate::names::ProcedureId;
use crate::walk;

pub(super) fn check(context: &Context, report: &mut Vec<Diagnostic>) {
    let mut reachable = Reachable(vec![false; context.file.sites.len()]);
    for (id, procedure) in context.procedures() {
        reachable.explore(context, id);
        blocks(procedure, &reachable, report);
        if reachable.contains(procedure.end) {
            report.extend(missing_return(context, procedure));
        }
    }
}

/// The sites that control can reach from the start of their procedure, or from threads started there; one entry per
/// site of the file.
struct Reachable(Vec<bool>);

impl Reachable {
    fn contains(&self, site: SiteId) -> bool {
        self.0[site.0 as usize]
    }

    /// Adds a site; returns `true` if it is new.
    fn insert(&mut self, site: SiteId) -> bool {
        !std::mem::replace(&mut self.0[site.0 as usize], true)
    }

    fn explore(&mut self, context: &Context, id: ProcedureId) {
        let mut pending = vec![context.flow().entry(id)];
        while let Some(site) = pending.pop() {
            if self.insert(site) {
                pending.extend(context.flow().onward(context.names, id, site));
            }
        }
    }
}

/// Reports each longest run of statements that cannot be reached.
fn blocks(procedure: &Procedure, reachable: &Reachable, report: &mut Vec<Diagnostic>) {
    let mut pending: Vec<&Block> = vec![&procedure.body];
    while let Some(block) = pending.pop() {
        let mut run: Option<Span> = None;
        for statement in &block.statements {
            if is_dead(statement, reachable) {
                // The `skip` of a bare label has no text to fade.
                if !statement.span.is_empty() {
                    run = Some(run.map_or(statement.span, |span| span.cover(statement.span)));
                }
            } else {
                report.extend(run.take().map(unreachable));
                pending.extend(walk::blocks(statement));
            }
        }
        report.extend(run.map(unreachable));
    }
}

fn unreachable(span: Span) -> Diagnostic {
    codes::UNREACHABLE_STATEMENT.at(span, "This code is unreachable.").with_tag(Tag::Unnecessary)
}

/// Returns `true` if neither the statement nor anything in it can be reached.
fn is_dead(statement: &Statement, reachable: &Reachable) -> bool {
    let mut pending = vec![statement];
    while let Some(statement) = pending.pop() {
        let elsif = match &statement.kind {
            StatementKind::If { branches, .. } => branches.iter().any(|branch| reachable.contains(branch.site)),
            _ => false,
        };
        if elsif || reachable.contains(statement.site) {
            return false;
        }
        pending.extend(walk::blocks(statement).flat_map(Block::iter));
    }
    true
}

/// The results of `main` are unused, unless it is called; that is too rare to require a `return`.
fn missing_return(context: &Context, procedure: &Procedure) -> Option<Diagnostic> {
    if procedure.results == 0 || procedure.name.text == "main" {
        return None;
    }
    let end = context.file.sites[procedure.end.0 as usize].span;
    let message = format!("`{}` can end here without a `return`; its results are then arbitrary.", procedure.name.text);
    let diagnostic = codes::MISSING_RETURN.at(end, message);
    Some(match procedure.result_type {
        Some(span) => diagnostic.with_related(span, "The result type is here."),
        None => diagnostic,
    })
}
