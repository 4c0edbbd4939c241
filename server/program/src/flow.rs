//! Control flow inside one procedure.

use boolprog_syntax::ast::{Block, Expr, Name, Procedure, SiteId, SourceFile, Statement, StatementKind, ThreadStart};

use rustc_hash::FxHashSet;
use smallvec::{SmallVec, smallvec};

use crate::names::{Names, ProcedureId};
use crate::walk;

#[derive(Clone, Copy, Debug)]
pub(crate) enum Step<'a> {
    /// A simple statement, and where control is after it unless it jumps or leaves.
    Statement {
        statement: &'a Statement,
        next: SiteId,
    },
    /// A condition, and where control is after either outcome.
    Condition {
        condition: &'a Expr,
        then: SiteId,
        otherwise: SiteId,
    },
    End,
}

pub(crate) type Sites = SmallVec<[SiteId; 2]>;

/// The steps of all sites of a file. Built in linear time.
pub(crate) struct Flow<'a> {
    steps: Vec<Step<'a>>,
    entries: Vec<SiteId>,
}

impl<'a> Flow<'a> {
    pub(crate) fn of(file: &'a SourceFile) -> Self {
        let mut flow = Self { steps: vec![Step::End; file.sites.len()], entries: Vec::new() };
        for procedure in &file.procedures {
            flow.procedure(procedure);
        }
        flow
    }

    pub(crate) fn step(&self, site: SiteId) -> Step<'a> {
        self.steps[site.0 as usize]
    }

    pub(crate) fn entry(&self, procedure: ProcedureId) -> SiteId {
        self.entries[procedure.0 as usize]
    }

    /// The sites of the same thread after the step, inside the procedure; jumps to labels that do not exist are left
    /// out.
    pub(crate) fn successors(&self, names: &Names, procedure: ProcedureId, site: SiteId) -> Sites {
        match self.step(site) {
            Step::End => Sites::new(),
            Step::Condition { then, otherwise, .. } => smallvec![then, otherwise],
            Step::Statement { statement, next } => match &statement.kind {
                StatementKind::Goto(labels) => targets(names, procedure, labels),
                StatementKind::Return(_) | StatementKind::EndThread => Sites::new(),
                _ => smallvec![next],
            },
        }
    }

    /// The sites of control after the step, inside the procedure: of the same thread, or of one that it starts.
    pub(crate) fn onward(&self, names: &Names, procedure: ProcedureId, site: SiteId) -> Sites {
        let mut sites = self.successors(names, procedure, site);
        if let Step::Statement { statement, .. } = self.step(site) {
            sites.extend(thread_start(names, procedure, statement));
        }
        sites
    }

    fn procedure(&mut self, procedure: &'a Procedure) {
        self.entries.push(first(&procedure.body, procedure.end));
        let mut pending = vec![(&procedure.body, procedure.end)];
        while let Some((block, after)) = pending.pop() {
            for (index, statement) in block.statements.iter().enumerate() {
                let next = block.statements.get(index + 1).map_or(after, |following| following.site);
                self.statement(statement, next);
                let inner = if let StatementKind::While { .. } = statement.kind { statement.site } else { next };
                pending.extend(walk::blocks(statement).map(|block| (block, inner)));
            }
        }
    }

    fn statement(&mut self, statement: &'a Statement, next: SiteId) {
        match &statement.kind {
            StatementKind::If { branches, otherwise } => {
                let mut failed = otherwise.as_ref().map_or(next, |block| first(block, next));
                for branch in branches.iter().rev() {
                    let then = first(&branch.body, next);
                    self.set(branch.site, Step::Condition { condition: &branch.condition, then, otherwise: failed });
                    failed = branch.site;
                }
            }
            StatementKind::While { condition, body } => {
                let then = first(body, statement.site);
                self.set(statement.site, Step::Condition { condition, then, otherwise: next });
            }
            _ => self.set(statement.site, Step::Statement { statement, next }),
        }
    }

    fn set(&mut self, site: SiteId, step: Step<'a>) {
        self.steps[site.0 as usize] = step;
    }
}

/// The first site of a block: its first statement, or the site after an empty block.
fn first(block: &Block, after: SiteId) -> SiteId {
    block.statements.first().map_or(after, |statement| statement.site)
}

/// The sites of labels, each once, in order.
pub(crate) fn targets(names: &Names, procedure: ProcedureId, labels: &[Name]) -> Sites {
    let mut known = FxHashSet::default();
    let sites = labels.iter().filter_map(|label| names.label(procedure, &label.text));
    sites.filter(|site| known.insert(*site)).collect()
}

/// The site where a `start_thread goto` starts its thread.
pub(crate) fn thread_start(names: &Names, procedure: ProcedureId, statement: &Statement) -> Option<SiteId> {
    match &statement.kind {
        StatementKind::StartThread(ThreadStart::Goto(label) | ThreadStart::Label(label)) => {
            names.label(procedure, &label.text)
        }
        _ => None,
    }
}
