//! Finds every occurrence of every name.

use boolprog_base::Span;
use boolprog_syntax::ast::{
    Call, Declaration, Expr, ExprKind, Name, Procedure, SiteId, SourceFile, Statement, StatementKind, Target,
    ThreadStart, Variable,
};

use super::{LabelId, NameKind, Names, ProcedureId, Role, Symbol, Unresolved, Use};
use crate::walk::{self, Position};

/// All uses and all unresolved names, both in textual order.
pub(super) fn collect(file: &SourceFile, names: &Names) -> (Vec<Use>, Vec<Unresolved>) {
    let mut collector = Collector { names, procedure: None, site: None, uses: Vec::new(), unresolved: Vec::new() };
    file.declarations.iter().for_each(|declaration| collector.declaration(declaration));
    for (index, procedure) in file.procedures.iter().enumerate() {
        collector.procedure(ProcedureId(index as u32), procedure);
    }
    collector.labels();
    collector.uses.sort_by_key(|found| found.span);
    collector.unresolved.sort_by_key(|missing| missing.span);
    (collector.uses, collector.unresolved)
}

struct Collector<'a> {
    names: &'a Names,
    procedure: Option<ProcedureId>,
    site: Option<SiteId>,
    uses: Vec<Use>,
    unresolved: Vec<Unresolved>,
}

impl Collector<'_> {
    fn declaration(&mut self, declaration: &Declaration) {
        for variable in &declaration.variables {
            self.declared_variable(&variable.name);
        }
    }

    fn declared_variable(&mut self, name: &Name) {
        let found = match self.procedure {
            Some(procedure) => self.names.declared(procedure, &name.text),
            None => self.names.global(&name.text),
        };
        if let Some(id) = found {
            self.push(name.span, Symbol::Variable(id), Role::Declaration);
        }
    }

    fn procedure(&mut self, id: ProcedureId, procedure: &Procedure) {
        if let Some(first) = self.names.procedure(&procedure.name.text) {
            self.procedure = None;
            self.push(procedure.name.span, Symbol::Procedure(first), Role::Declaration);
        }
        self.procedure = Some(id);
        procedure.parameters.iter().for_each(|name| self.declared_variable(name));
        procedure.declarations.iter().for_each(|declaration| self.declaration(declaration));
        procedure.enforce.iter().chain(&procedure.abortif).for_each(|expr| self.expression(expr));
        walk::statements(&procedure.body, |statement| self.statement(id, statement));
        self.site = None;
    }

    fn labels(&mut self) {
        let names = self.names;
        for (id, label) in (0..).map(LabelId).zip(&names.labels) {
            (self.procedure, self.site) = (Some(label.procedure), Some(label.site));
            self.push(label.span, Symbol::Label(id), Role::Declaration);
        }
    }

    fn statement(&mut self, procedure: ProcedureId, statement: &Statement) {
        self.site = Some(statement.site);
        match &statement.kind {
            StatementKind::Goto(labels) => labels.iter().for_each(|label| self.jump(procedure, label, Role::Jump)),
            StatementKind::Assign { targets, .. } => targets.iter().for_each(|target| self.target(target)),
            StatementKind::Call { results, call } => {
                for target in results {
                    self.target(target);
                }
                let role = if walk::is_async_call(statement) { Role::ThreadStart } else { Role::Call };
                self.call(&call.procedure, role);
            }
            StatementKind::Dead(variables) => {
                for name in variables {
                    self.variable(name, [Role::Write, Role::PassiveWrite]);
                }
            }
            StatementKind::Sync(name) => self.mention(procedure, name),
            StatementKind::StartThread(ThreadStart::Goto(label)) => self.jump(procedure, label, Role::ThreadStart),
            StatementKind::StartThread(
                ThreadStart::Procedure(name) | ThreadStart::Call(Call { procedure: name, .. }),
            ) => {
                self.call(name, Role::ThreadStart);
            }
            _ => {}
        }
        walk::expressions(statement, |expr, position| {
            self.site = Some(if let Position::Condition(site) = position { site } else { statement.site });
            self.expression(expr);
        });
    }

    fn target(&mut self, target: &Target) {
        if let Target::Variable(Variable { name, .. }) = target {
            self.variable(name, [Role::Write, Role::PassiveWrite]);
        }
    }

    fn expression(&mut self, expr: &Expr) {
        walk::parts(expr, |part| match &part.kind {
            ExprKind::Variable(variable) => {
                let active = if variable.primed { Role::NewRead } else { Role::Read };
                self.variable(&variable.name, [active, Role::PassiveRead]);
            }
            ExprKind::Call(call) => self.call(&call.procedure, Role::Call),
            _ => {}
        });
    }

    /// A name in the place of a variable; `roles` are those of the variable itself and of its passive copy.
    fn variable(&mut self, name: &Name, roles: [Role; 2]) {
        let Some(procedure) = self.procedure else { return };
        match self.names.variable(procedure, &name.text) {
            Some((id, false)) => self.push(name.span, Symbol::Variable(id), roles[0]),
            Some((id, true)) => {
                let span = Span::new(name.span.start, name.span.end.saturating_sub(1).max(name.span.start));
                self.push(span, Symbol::Variable(id), roles[1]);
            }
            None => self.missing(name, NameKind::Variable),
        }
    }

    /// The name of a `sync`: it may, but need not be a variable.
    fn mention(&mut self, procedure: ProcedureId, name: &Name) {
        if let Some(id) = self.names.declared(procedure, &name.text) {
            self.push(name.span, Symbol::Variable(id), Role::Mention);
        }
    }

    fn jump(&mut self, procedure: ProcedureId, label: &Name, role: Role) {
        match self.names.label_id(procedure, &label.text) {
            Some(id) => self.push(label.span, Symbol::Label(id), role),
            None => self.missing(label, NameKind::Label),
        }
    }

    fn call(&mut self, name: &Name, role: Role) {
        match self.names.procedure(&name.text) {
            Some(id) => self.push(name.span, Symbol::Procedure(id), role),
            None => self.missing(name, NameKind::Procedure),
        }
    }

    fn push(&mut self, span: Span, symbol: Symbol, role: Role) {
        self.uses.push(Use { span, symbol, role, site: self.site, procedure: self.procedure });
    }

    fn missing(&mut self, name: &Name, kind: NameKind) {
        let Some(procedure) = self.procedure else { return };
        if !name.text.is_empty() && name.text != "_" {
            self.unresolved.push(Unresolved { name: name.text.clone(), span: name.span, kind, procedure });
        }
    }
}
