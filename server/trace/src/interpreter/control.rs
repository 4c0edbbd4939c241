//! Control flow: the sites of a program and their successors.

use boolprog_program::names::ProcedureId;
use boolprog_syntax::ast::{Block, Expr, Procedure, SiteId, SourceFile, Statement, StatementKind};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Step<'a> {
    pub(crate) procedure: ProcedureId,
    pub(crate) action: Action<'a>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Action<'a> {
    /// Executes a simple statement; control usually continues at `next`.
    Statement {
        statement: &'a Statement,
        next: SiteId,
    },
    /// Evaluates the condition of an `if`, `elsif` or `while`.
    Condition {
        condition: &'a Expr,
        /// Successor if it is T.
        holds: SiteId,
        /// Successor if it is F.
        fails: SiteId,
    },
    End,
}

/// The steps of a file, by site. `None` where the file says nothing about a site.
pub(crate) fn steps(file: &SourceFile) -> Vec<Option<Step<'_>>> {
    let mut table = Table { steps: vec![None; file.sites.len()], procedure: ProcedureId(0) };
    for (index, procedure) in file.procedures.iter().enumerate() {
        table.procedure = ProcedureId(index as u32);
        table.set(procedure.end, Action::End);
        table.block(&procedure.body, procedure.end);
    }
    table.steps
}

/// The first site of an activation of the procedure.
pub(crate) fn entry(procedure: &Procedure) -> SiteId {
    first(&procedure.body, procedure.end)
}

/// The first site of a block that `after` follows.
fn first(block: &Block, after: SiteId) -> SiteId {
    block.statements.first().map_or(after, |statement| statement.site)
}

struct Table<'a> {
    steps: Vec<Option<Step<'a>>>,
    procedure: ProcedureId,
}

impl<'a> Table<'a> {
    fn set(&mut self, site: SiteId, action: Action<'a>) {
        if let Some(step) = self.steps.get_mut(site.0 as usize) {
            *step = Some(Step { procedure: self.procedure, action });
        }
    }

    fn block(&mut self, block: &'a Block, after: SiteId) {
        let following = block.statements.iter().skip(1).map(|statement| statement.site).chain([after]);
        for (statement, next) in block.statements.iter().zip(following) {
            self.statement(statement, next);
        }
    }

    fn statement(&mut self, statement: &'a Statement, next: SiteId) {
        match &statement.kind {
            StatementKind::If { branches, otherwise } => {
                let without = otherwise.as_ref().map_or(next, |block| first(block, next));
                let following = branches.iter().skip(1).map(|branch| branch.site).chain([without]);
                for (branch, fails) in branches.iter().zip(following) {
                    let holds = first(&branch.body, next);
                    self.set(branch.site, Action::Condition { condition: &branch.condition, holds, fails });
                    self.block(&branch.body, next);
                }
                if let Some(block) = otherwise {
                    self.block(block, next);
                }
            }
            StatementKind::While { condition, body } => {
                let holds = first(body, statement.site);
                self.set(statement.site, Action::Condition { condition, holds, fails: next });
                self.block(body, statement.site);
            }
            _ => self.set(statement.site, Action::Statement { statement, next }),
        }
    }
}
