//! Finds every occurrence of every name.

use std::ops::Range;

use boolprog_base::{Span, both};
use boolprog_syntax::ast::{
    Call, Declaration, Expr, ExprKind, Name, Procedure, SiteId, SourceFile, Statement, StatementKind, Target,
    ThreadStart, Variable,
};

use super::{LabelId, NameKind, Names, ProcedureId, Role, Symbol, Unresolved, Use};
use crate::walk::{self, Position};

/// All uses and all unresolved names, both in textual order. Those of the two halves of a long file are found at the same
/// time.
pub(super) fn collect(file: &SourceFile, names: &Names) -> (Vec<Use>, Vec<Unresolved>) {
    let (count, sites) = (file.procedures.len(), file.sites.len() as u32);
    let middle = file.procedures.partition_point(|procedure| procedure.end.0 < sites / 2);
    let first = || {
        let mut collector = Collector::new(file, names);
        file.declarations.iter().for_each(|declaration| collector.declaration(declaration));
        collector.procedures(file, 0..middle)
    };
    let second = || Collector::new(file, names).procedures(file, middle..count);
    let ((mut uses, mut unresolved), (more_uses, more_unresolved)) = both(walk::is_long(file), first, second);
    uses.extend(more_uses);
    unresolved.extend(more_unresolved);
    // Only a late declaration is out of order.
    uses.sort_by_key(|found| found.span);
    (uses, unresolved)
}

struct Collector<'a> {
    names: &'a Names,
    procedure: Option<ProcedureId>,
    site: Option<SiteId>,
    uses: Vec<Use>,
    unresolved: Vec<Unresolved>,
}

impl<'a> Collector<'a> {
    fn new(file: &SourceFile, names: &'a Names) -> Self {
        // A step uses several names, and a half of a file has half of the steps.
        let uses = Vec::with_capacity(2 * file.sites.len());
        Self { names, procedure: None, site: None, uses, unresolved: Vec::new() }
    }

    /// The findings, and the content of these procedures, in textual order.
    fn procedures(mut self, file: &SourceFile, range: Range<usize>) -> (Vec<Use>, Vec<Unresolved>) {
        for index in range.clone() {
            self.procedure(ProcedureId(index as u32), &file.procedures[index]);
        }
        self.labels(range);
        self.uses.sort_by_key(|found| found.span);
        self.unresolved.sort_by_key(|missing| missing.span);
        (self.uses, self.unresolved)
    }

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

    fn labels(&mut self, procedures: Range<usize>) {
        let labels = &self.names.labels;
        let first_of = |index: usize| labels.partition_point(|label| (label.procedure.0 as usize) < index);
        let (begin, end) = (first_of(procedures.start), first_of(procedures.end));
        for (label, id) in labels[begin..end].iter().zip((begin as u32..).map(LabelId)) {
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
            StatementKind::StartThread(ThreadStart::Goto(label) | ThreadStart::Label(label)) => {
                self.jump(procedure, label, Role::ThreadStart);
            }
            StatementKind::StartThread(
                ThreadStart::Call(Call { procedure: name, .. }) | ThreadStart::Procedure(name),
            ) => self.call(name, Role::ThreadStart),
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
            let (name, span) = (name.text.clone(), name.span);
            self.unresolved.push(Unresolved { name, span, kind, procedure });
        }
    }
}
