//! Statements.

use boolprog_c_syntax::tree::{Assembly, Case, Declared, ExprId, FORK, LabelId, ObjectId, StmtId, StmtKind};
use boolprog_c_syntax::types::Type;

use super::{Compiler, Target, Use};
use crate::code::{Op, Scope, Switch, Variable};
use crate::program::Storage;

impl Compiler<'_> {
    /// A statement.
    pub(super) fn stmt(&mut self, stmt: StmtId) {
        self.visit(|compiler| compiler.stmt_kind(stmt));
    }

    fn stmt_kind(&mut self, stmt: StmtId) {
        let tree = self.tree;
        self.place = tree[stmt].place;
        match &tree[stmt].kind {
            StmtKind::Empty => {}
            StmtKind::Expr(expr) => {
                self.emit(Op::Statement);
                self.expr(*expr, Use::Effect);
            }
            StmtKind::Declare(declared) => declared.iter().for_each(|one| self.declared(one)),
            StmtKind::Block(statements) => {
                let outer = self.enter();
                for statement in statements {
                    self.stmt(*statement);
                }
                self.leave(outer);
            }
            StmtKind::If { condition, then, otherwise } => self.branch(*condition, *then, *otherwise),
            StmtKind::While(condition, body) => self.repeat(Some(*condition), None, *body),
            StmtKind::DoWhile(body, condition) => self.do_while(*body, *condition),
            StmtKind::For { first, condition, step, body } => {
                let outer = self.enter();
                if let Some(first) = first {
                    self.stmt(*first);
                }
                self.repeat(*condition, *step, *body);
                self.leave(outer);
            }
            StmtKind::Switch { value, cases, default, body } => self.switch(*value, cases, *default, *body),
            StmtKind::Case(inner) => {
                let here = (self.here(), self.scope);
                self.cases.insert(stmt, here);
                self.stmt(*inner);
            }
            StmtKind::Label(label, inner) => {
                self.mark_label(*label);
                if self.label_name(*label).starts_with(FORK) {
                    self.fork(*inner);
                } else {
                    self.stmt(*inner);
                }
            }
            StmtKind::Goto(label) => self.goto(*label),
            StmtKind::GotoComputed(to) => {
                self.emit(Op::Statement);
                self.value(*to);
                self.emit(Op::GotoComputed);
            }
            StmtKind::Break => self.jump_out(false),
            StmtKind::Continue => self.jump_out(true),
            StmtKind::Return(value) => self.give(*value),
            StmtKind::Assembly(assembly) => self.assembly(assembly),
        }
    }

    fn label_name(&self, label: LabelId) -> &str {
        let declaration = self.program.function(self.function).declaration;
        let label = declaration.and_then(|(_, id)| self.tree[id].labels.get(label.0 as usize));
        label.map_or("", |label| &label.name)
    }

    /// A statement for a new thread, which ends after it.
    fn fork(&mut self, stmt: StmtId) {
        let fork = self.emit(Op::Fork(0));
        self.stmt(stmt);
        self.emit(Op::Nothing);
        self.emit(Op::Return);
        self.land(fork);
    }

    /// A condition, which begins a statement of its own.
    fn condition(&mut self, condition: ExprId) {
        self.place = self.tree[condition].place;
        self.emit(Op::Statement);
        self.value(condition);
    }

    /// Begins a scope, and gives the one around.
    pub(super) fn enter(&mut self) -> u32 {
        let outer = self.scope;
        self.code.scopes.push(Scope { parent: outer, ..Scope::default() });
        self.scope = self.code.scopes.len() as u32 - 1;
        self.emit(Op::Enter(self.scope));
        outer
    }

    /// Ends the present scope.
    pub(super) fn leave(&mut self, outer: u32) {
        self.end_scopes(outer);
        self.scope = outer;
    }

    /// The scopes up to another one are left; what comes next may still belong to them.
    fn end_scopes(&mut self, outer: u32) {
        let mut scope = self.scope;
        while scope != outer {
            self.clean_up_scope(scope);
            self.emit(Op::Leave(scope));
            scope = self.code.scopes[scope as usize].parent;
        }
    }

    fn declared(&mut self, declared: &Declared) {
        match declared {
            Declared::Size(object, value) => {
                self.declare(*object);
                self.place = self.tree[*value].place;
                let base = self.object(*object);
                self.prepare(base.into());
                self.value(*value);
                let way = self.way(base.into(), &self.tree[*object].ty.clone());
                self.store(base.into(), way, Use::Effect);
            }
            Declared::Object(object) => self.declaration(*object),
        }
    }

    fn declaration(&mut self, object: ObjectId) {
        if self.storage(object) != Storage::Automatic {
            return;
        }
        self.declare(object);
        let ty = self.tree[object].ty.clone();
        self.place = self.tree[object].place;
        if ty.is_variable() {
            self.make(object, &ty);
        }
        if self.tree[object].initialiser.is_some() {
            self.emit(Op::Statement);
            self.born(object);
        }
    }

    /// An object of variable size begins its life.
    fn make(&mut self, object: ObjectId, ty: &Type) {
        self.size(ty);
        if let Some(Variable::Slot(slot)) = self.variables.get(&object) {
            self.emit(Op::Declare(*slot, object));
        }
    }

    fn branch(&mut self, condition: ExprId, then: StmtId, otherwise: Option<StmtId>) {
        self.condition(condition);
        let jump = self.emit(Op::JumpIfZero(0));
        self.stmt(then);
        let Some(otherwise) = otherwise else {
            self.land(jump);
            return;
        };
        let end = self.emit(Op::Jump(0));
        self.land(jump);
        self.stmt(otherwise);
        self.land(end);
    }

    /// `while` and `for`
    fn repeat(&mut self, condition: Option<ExprId>, step: Option<ExprId>, body: StmtId) {
        let start = self.here();
        let exit = condition.map(|condition| {
            self.condition(condition);
            self.emit(Op::JumpIfZero(0))
        });
        let target = self.within(body, true);
        self.land_all(target.continues.unwrap_or_default());
        if let Some(step) = step {
            self.place = self.tree[step].place;
            self.emit(Op::Statement);
            self.expr(step, Use::Effect);
        }
        self.emit(Op::Jump(start));
        if let Some(exit) = exit {
            self.land(exit);
        }
        self.land_all(target.breaks);
    }

    fn do_while(&mut self, body: StmtId, condition: ExprId) {
        let start = self.here();
        let target = self.within(body, true);
        self.land_all(target.continues.unwrap_or_default());
        self.condition(condition);
        self.emit(Op::JumpIfNotZero(start));
        self.land_all(target.breaks);
    }

    /// A body that may be left by `break`, and in a loop by `continue`.
    fn within(&mut self, body: StmtId, is_loop: bool) -> Target {
        let target = Target { scope: self.scope, breaks: Vec::new(), continues: is_loop.then(Vec::new) };
        self.targets.push(target);
        self.stmt(body);
        self.targets.pop().unwrap_or(Target { scope: self.scope, breaks: Vec::new(), continues: None })
    }

    fn land_all(&mut self, jumps: Vec<usize>) {
        for jump in jumps {
            self.land(jump);
        }
    }

    /// `break` and `continue`
    fn jump_out(&mut self, continues: bool) {
        self.emit(Op::Statement);
        let Some(index) = self.targets.iter().rposition(|target| !continues || target.continues.is_some()) else {
            return;
        };
        let scope = self.targets[index].scope;
        self.end_scopes(scope);
        let jump = self.emit(Op::Jump(0));
        let target = &mut self.targets[index];
        match &mut target.continues {
            Some(jumps) if continues => jumps.push(jump),
            _ => target.breaks.push(jump),
        }
    }

    fn switch(&mut self, value: ExprId, cases: &[Case], default: Option<StmtId>, body: StmtId) {
        self.condition(value);
        self.code.switches.push(Switch::default());
        let index = self.code.switches.len() - 1;
        self.emit(Op::Switch(index as u32));
        let target = self.within(body, false);
        let skip = self.emit(Op::Jump(0));
        let mut entries: Vec<_> = cases.iter().map(|case| (case.first, case.last, self.entry(case.target))).collect();
        entries.sort_unstable();
        let default = default.map(|default| self.entry(default));
        self.land(skip);
        self.land_all(target.breaks);
        let default = default.unwrap_or_else(|| self.here());
        self.code.switches[index] = Switch { cases: entries, default };
    }

    /// The target of a `switch` for a case: scopes within its body are entered on the path.
    fn entry(&mut self, case: StmtId) -> u32 {
        let Some((to, mut scope)) = self.cases.get(&case).copied() else { return self.here() };
        if scope == self.scope {
            return to;
        }
        let mut entered = Vec::new();
        while scope != self.scope {
            entered.push(scope);
            scope = self.code.scopes[scope as usize].parent;
        }
        let start = self.here();
        for scope in entered.into_iter().rev() {
            self.emit(Op::Enter(scope));
        }
        self.emit(Op::Jump(to));
        start
    }

    fn give(&mut self, value: Option<ExprId>) {
        self.emit(Op::Statement);
        let place = self.place;
        match value {
            Some(value) => self.value(value),
            None => {
                self.emit(Op::Nothing);
            }
        }
        self.place = place;
        if self.has_cleanup() {
            self.end_scopes(0);
        }
        self.emit(Op::Return);
    }

    /// Inline assembly without instructions has no effect but that an output gets the value of the input that it is tied to; nor have
    /// those that only order accesses, or let time pass.
    fn assembly(&mut self, assembly: &Assembly) {
        self.emit(Op::Statement);
        let words = ["", "nop", "pause", "rep; nop", "rep;nop", "mfence", "lfence", "sfence", "yield"];
        if !words.contains(&assembly.template.trim().trim_end_matches(';')) {
            self.unsupported(format!(
                "Inline assembly is executed, which is not supported: `{}`.",
                assembly.template.trim()
            ));
            return;
        }
        for (constraint, input) in &assembly.inputs {
            let output = constraint.parse::<usize>().ok().and_then(|number| assembly.outputs.get(number));
            let Some((_, output)) = output else { continue };
            let ty = self.tree[*output].ty.clone();
            let lvalue = self.place(*output);
            self.prepare(lvalue);
            self.value(*input);
            self.convert(&self.tree[*input].ty.clone(), &ty);
            let way = self.way(lvalue, &ty);
            self.store(lvalue, way, Use::Effect);
        }
    }
}
