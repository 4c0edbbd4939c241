//! Statements.

use boolprog_c_syntax::tree::{Assembly, Case, Declared, ExprId, LabelId, StmtId, StmtKind, Storage};

use super::places::whole;
use super::{Lowering, Scope, to};
use crate::form::{Action, Base, BlockId, End, LocalId, Unknown};

impl Lowering<'_> {
    /// A statement.
    pub(super) fn statement(&mut self, id: StmtId) {
        if self.stopped.is_some() {
            return;
        }
        let before = std::mem::replace(&mut self.place, self.tree[id].place);
        stacker::maybe_grow(64 << 10, 1 << 20, || self.statement_here(id));
        self.place = before;
    }

    fn statement_here(&mut self, id: StmtId) {
        let tree = self.tree;
        match &tree[id].kind {
            StmtKind::Empty => {}
            StmtKind::Expr(expr) => self.full(|it| it.effect(*expr)),
            StmtKind::Declare(declared) => declared.iter().for_each(|declared| self.declared(declared)),
            StmtKind::Block(statements) => {
                self.scoped(|it| statements.iter().for_each(|statement| it.statement(*statement)));
            }
            StmtKind::If { condition, then, otherwise } => self.either(
                *condition,
                |it| it.statement(*then),
                |it| otherwise.iter().for_each(|otherwise| it.statement(*otherwise)),
            ),
            StmtKind::While(condition, body) => self.repeat(Some(*condition), None, *body),
            StmtKind::DoWhile(body, condition) => self.repeat_after(*body, *condition),
            StmtKind::For { first, condition, step, body } => self.scoped(|it| {
                if let Some(first) = first {
                    it.statement(*first);
                }
                it.repeat(*condition, *step, *body);
            }),
            StmtKind::Switch { value, cases, default, body } => self.switch(*value, cases, *default, *body),
            StmtKind::Case(statement) => {
                let block = self.case(id);
                self.go_on_in(block);
                self.statement(*statement);
            }
            StmtKind::Label(label, statement) => {
                self.come_to(*label);
                if self.is_fork(*label) {
                    self.fork(*statement);
                } else {
                    self.label_of(*label, *statement);
                    self.statement(*statement);
                }
            }
            StmtKind::Goto(label) => self.go_to(*label),
            StmtKind::GotoComputed(expr) => self.go_to_one_of_all(*expr),
            StmtKind::Break => self.leave_to(self.jumps.breaks.last().copied()),
            StmtKind::Continue => self.leave_to(self.jumps.continues.last().copied()),
            StmtKind::Return(value) => self.return_with(*value),
            StmtKind::Assembly(assembly) => self.full(|it| it.assembly(assembly)),
        }
    }

    /// Control comes to a statement with a label; both are the place.
    fn label_of(&mut self, label: LabelId, statement: StmtId) {
        let (before, inner) = (self.place, self.tree[statement].place);
        if inner.file == before.file {
            self.place.span.end = inner.span.end.max(before.span.end);
        }
        self.act(Action::Label(self.labels[label.0 as usize].name.clone()));
        self.place = before;
    }

    fn declared(&mut self, declared: &Declared) {
        match declared {
            Declared::Size(object, value) => {
                let place = self.place_of(*object);
                let access = self.access(&self.tree[*object].ty);
                self.full(|it| {
                    let value = it.value(*value);
                    it.store(place, access, value);
                });
            }
            Declared::Object(object) if self.tree[*object].storage == Storage::Automatic => {
                self.full(|it| it.declare(*object));
            }
            Declared::Object(_) => {}
        }
    }

    /// The life of a local begins; it ends with the scope.
    pub(super) fn begin(&mut self, local: LocalId) {
        self.act(Action::Begin(local));
        if let Some(scope) = self.scopes.last_mut()
            && !scope.locals.contains(&local)
        {
            scope.locals.push(local);
        }
    }

    /// Lowers what has a scope of its own.
    pub(super) fn scoped<T>(&mut self, lower: impl FnOnce(&mut Self) -> T) -> T {
        self.new_scopes += 1;
        self.scopes.push(Scope { number: self.new_scopes, locals: Vec::new() });
        let result = lower(self);
        let left = self.scopes.pop().map(|scope| scope.locals);
        self.end_lives(left.unwrap_or_default());
        result
    }

    fn repeat(&mut self, condition: Option<ExprId>, step: Option<ExprId>, body: StmtId) {
        let (head, first, next, end) = (self.new_block(), self.new_block(), self.new_block(), self.new_block());
        self.go_on_in(head);
        match condition {
            Some(condition) => {
                let condition = self.full(|it| it.truth(condition));
                self.end(End::Branch(condition, to(first), to(end)));
            }
            None => self.jump(first),
        }
        self.block = first;
        self.body(body, next, end);
        self.go_on_in(next);
        if let Some(step) = step {
            self.full(|it| it.effect(step));
        }
        self.jump(head);
        self.block = end;
    }

    fn repeat_after(&mut self, body: StmtId, condition: ExprId) {
        let (first, next, end) = (self.new_block(), self.new_block(), self.new_block());
        self.go_on_in(first);
        self.body(body, next, end);
        self.go_on_in(next);
        let condition = self.full(|it| it.truth(condition));
        self.end(End::Branch(condition, to(first), to(end)));
        self.block = end;
    }

    /// The body of a loop.
    fn body(&mut self, body: StmtId, next: BlockId, end: BlockId) {
        let depth = self.scopes.len();
        self.jumps.continues.push((next, depth));
        self.jumps.breaks.push((end, depth));
        self.statement(body);
        self.jumps.continues.pop();
        self.jumps.breaks.pop();
    }

    fn switch(&mut self, value: ExprId, cases: &[Case], default: Option<StmtId>, body: StmtId) {
        let value = self.full(|it| it.value(value));
        let end = self.new_block();
        let targets: Vec<StmtId> = cases.iter().map(|case| case.target).chain(default).collect();
        let otherwise = default.map_or(end, |default| self.case(default));
        let cases = cases.iter().map(|case| (case.first, case.last, to(self.case(case.target)))).collect();
        self.end(End::Switch(value, cases, to(otherwise)));
        self.jumps.breaks.push((end, self.scopes.len()));
        self.statement(body);
        self.jumps.breaks.pop();
        self.forget_cases(&targets);
        self.go_on_in(end);
    }

    fn return_with(&mut self, value: Option<ExprId>) {
        let Some(value) = value else {
            self.clean_up(&self.locals_in(0));
            return self.leave(None);
        };
        let ty = &self.tree[value].ty;
        let result = match (self.shape(ty), self.tree.size_of(ty)) {
            (Some(_), _) => Some(self.full(|it| it.value(value))),
            (None, size) => {
                let size = size.filter(|_| !ty.is_void());
                self.full(|it| match size {
                    Some(size) => it.copy(whole(Base::Result), value, size),
                    None => it.effect(value),
                });
                None
            }
        };
        self.clean_up(&self.locals_in(0));
        self.leave(result);
    }

    /// Inline assembly changes its outputs, and what its inputs point to if it clobbers memory.
    fn assembly(&mut self, assembly: &Assembly) {
        let forgets = !assembly.template.is_empty() && assembly.clobbers.iter().any(|clobber| clobber == "memory");
        for (_, input) in &assembly.inputs {
            let ty = &self.tree[*input].ty;
            if self.shape(ty).is_none() {
                continue;
            }
            let value = self.value(*input);
            if forgets && ty.is_pointer() {
                self.act(Action::Forget(value, Unknown::Assembly));
            }
        }
        for (_, output) in &assembly.outputs {
            let (place, access) = self.accessed(*output);
            let value = self.any(access.shape, Unknown::Assembly);
            self.store(place, access, value);
        }
    }
}
