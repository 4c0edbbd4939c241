//! Copies of parts of a typed tree for another place in the text.

use std::sync::Arc;

use boolprog_base::Span;

use crate::ast::{
    Block, Branch, Call, Declaration, DeclaredVariable, Expr, ExprKind, Name, Pragma, Procedure, SiteId, Statement,
    StatementKind, Target, ThreadStart, Variable,
};

/// How far a part is moved. Both distances are taken modulo 2³², so that one addition moves either way.
#[derive(Clone, Copy)]
pub(super) struct Shift {
    bytes: u32,
    sites: u32,
}

impl Shift {
    /// From one offset and site number to another.
    pub(super) fn new(old_start: u32, new_start: u32, old_site: u32, new_site: u32) -> Self {
        Self { bytes: new_start.wrapping_sub(old_start), sites: new_site.wrapping_sub(old_site) }
    }

    /// Whether everything stays where it is.
    pub(super) fn is_none(self) -> bool {
        (self.bytes, self.sites) == (0, 0)
    }

    pub(super) fn span(self, span: Span) -> Span {
        Span::new(span.start.wrapping_add(self.bytes), span.end.wrapping_add(self.bytes))
    }

    pub(super) fn pragma(self, pragma: &Pragma) -> Pragma {
        Pragma { key: self.name(&pragma.key), value: self.name(&pragma.value), span: self.span(pragma.span) }
    }

    pub(super) fn procedure(self, procedure: &Procedure) -> Procedure {
        Procedure {
            span: self.span(procedure.span),
            name: self.name(&procedure.name),
            results: procedure.results,
            result_type: procedure.result_type.map(|span| self.span(span)),
            parameters: self.names(&procedure.parameters),
            declarations: procedure.declarations.iter().map(|declaration| self.declaration(declaration)).collect(),
            enforce: procedure.enforce.as_ref().map(|condition| self.expr(condition)),
            abortif: procedure.abortif.as_ref().map(|condition| self.expr(condition)),
            body: self.block(&procedure.body),
            end: self.site(procedure.end),
        }
    }

    fn declaration(self, declaration: &Declaration) -> Declaration {
        Declaration {
            span: self.span(declaration.span),
            thread_local: declaration.thread_local.map(|span| self.span(span)),
            variables: declaration.variables.iter().map(|variable| self.declared(variable)).collect(),
            late: declaration.late,
        }
    }

    fn declared(self, variable: &DeclaredVariable) -> DeclaredVariable {
        DeclaredVariable {
            name: self.name(&variable.name),
            initial: variable.initial.map(|(initial, span)| (initial, self.span(span))),
            span: self.span(variable.span),
        }
    }

    pub(super) fn statement(self, statement: &Statement) -> Statement {
        Statement {
            labels: self.names(&statement.labels),
            kind: self.statement_kind(&statement.kind),
            site: self.site(statement.site),
            span: self.span(statement.span),
        }
    }

    fn statement_kind(self, kind: &StatementKind) -> StatementKind {
        match kind {
            StatementKind::Goto(labels) => StatementKind::Goto(self.names(labels)),
            StatementKind::Return(values) => StatementKind::Return(self.exprs(values)),
            StatementKind::Assign { targets, values, constrain } => StatementKind::Assign {
                targets: self.targets(targets),
                values: self.exprs(values),
                constrain: constrain.as_ref().map(|constrain| self.expr(constrain)),
            },
            StatementKind::Call { results, call } => {
                StatementKind::Call { results: self.targets(results), call: self.call(call) }
            }
            StatementKind::Assume(condition) => StatementKind::Assume(self.expr(condition)),
            StatementKind::Assert(condition) => StatementKind::Assert(self.expr(condition)),
            StatementKind::Constrain(condition) => StatementKind::Constrain(self.expr(condition)),
            StatementKind::Print(values) => StatementKind::Print(self.exprs(values)),
            StatementKind::Dead(variables) => StatementKind::Dead(self.names(variables)),
            StatementKind::Sync(variable) => StatementKind::Sync(self.name(variable)),
            StatementKind::If { branches, otherwise } => StatementKind::If {
                branches: branches.iter().map(|branch| self.branch(branch)).collect(),
                otherwise: otherwise.as_ref().map(|block| self.block(block)),
            },
            StatementKind::While { condition, body } => {
                StatementKind::While { condition: self.expr(condition), body: self.block(body) }
            }
            StatementKind::StartThread(start) => StatementKind::StartThread(match start {
                ThreadStart::Goto(label) => ThreadStart::Goto(self.name(label)),
                ThreadStart::Procedure(procedure) => ThreadStart::Procedure(self.name(procedure)),
                ThreadStart::Call(call) => ThreadStart::Call(self.call(call)),
            }),
            StatementKind::Skip { .. }
            | StatementKind::EndThread
            | StatementKind::AtomicBegin
            | StatementKind::AtomicEnd
            | StatementKind::Wait
            | StatementKind::Signal
            | StatementKind::Broadcast
            | StatementKind::Hole => kind.clone(),
        }
    }

    fn site(self, site: SiteId) -> SiteId {
        SiteId(site.0.wrapping_add(self.sites))
    }

    fn branch(self, branch: &Branch) -> Branch {
        Branch { site: self.site(branch.site), condition: self.expr(&branch.condition), body: self.block(&branch.body) }
    }

    fn block(self, block: &Block) -> Block {
        Block {
            statements: block.statements.iter().map(|statement| Arc::new(self.statement(statement))).collect(),
            span: self.span(block.span),
        }
    }

    fn name(self, name: &Name) -> Name {
        Name { text: name.text.clone(), span: self.span(name.span) }
    }

    fn names(self, names: &[Name]) -> Vec<Name> {
        names.iter().map(|name| self.name(name)).collect()
    }

    fn targets(self, targets: &[Target]) -> Vec<Target> {
        let target = |target: &Target| match target {
            Target::Variable(variable) => Target::Variable(self.variable(variable)),
            Target::Discard(span) => Target::Discard(self.span(*span)),
        };
        targets.iter().map(target).collect()
    }

    fn variable(self, variable: &Variable) -> Variable {
        Variable { name: self.name(&variable.name), primed: variable.primed, span: self.span(variable.span) }
    }

    fn call(self, call: &Call) -> Call {
        Call {
            procedure: self.name(&call.procedure),
            arguments: self.exprs(&call.arguments),
            span: self.span(call.span),
        }
    }

    fn exprs(self, exprs: &[Expr]) -> Vec<Expr> {
        exprs.iter().map(|expr| self.expr(expr)).collect()
    }

    fn expr(self, expr: &Expr) -> Expr {
        let boxed = |expr: &Expr| Box::new(self.expr(expr));
        let kind = match &expr.kind {
            ExprKind::Const(value) => ExprKind::Const(*value),
            ExprKind::Any => ExprKind::Any,
            ExprKind::Variable(variable) => ExprKind::Variable(self.variable(variable)),
            ExprKind::Paren(inner) => ExprKind::Paren(boxed(inner)),
            ExprKind::Not(operand) => ExprKind::Not(boxed(operand)),
            ExprKind::Binary(operator, left, right) => ExprKind::Binary(*operator, boxed(left), boxed(right)),
            ExprKind::Ternary(condition, consequence, alternative) => {
                ExprKind::Ternary(boxed(condition), boxed(consequence), boxed(alternative))
            }
            ExprKind::Schoose(true_if, false_if) => ExprKind::Schoose(boxed(true_if), boxed(false_if)),
            ExprKind::Call(call) => ExprKind::Call(Box::new(self.call(call))),
            ExprKind::Hole => ExprKind::Hole,
        };
        Expr { kind, span: self.span(expr.span) }
    }
}
