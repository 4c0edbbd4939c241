//! Expressions.

use boolprog_c_syntax::tree::{Binary, ExprId, ExprKind, Logical, StmtId};
use boolprog_c_syntax::types::Type;

use super::updates::Change;
use super::{Compiler, Use};
use crate::code::Op;
use crate::program::Body;
use crate::value::Scalar;

impl Compiler<'_> {
    /// An expression whose value is left on the stack.
    pub(super) fn value(&mut self, expr: ExprId) {
        self.expr(expr, Use::Value);
    }

    /// An expression.
    pub(super) fn expr(&mut self, expr: ExprId, how: Use) {
        let before = std::mem::replace(&mut self.place, self.tree[expr].place);
        self.visit(|compiler| compiler.kind(expr, how));
        self.place = before;
    }

    fn kind(&mut self, expr: ExprId, how: Use) {
        let tree = self.tree;
        let ty = &tree[expr].ty;
        match &tree[expr].kind {
            // An expression with an effect takes care itself whether its value is wanted.
            ExprKind::Assign { to, value } => self.assign(*to, *value, how),
            ExprKind::Update { to, operator, value, computed, gives } => {
                let change = Change { to: *to, operator: *operator, value: *value, computed, gives: *gives };
                self.update(change, how);
            }
            ExprKind::Comma(first, second) => {
                self.sequenced(|compiler| compiler.expr(*first, Use::Effect));
                self.expr(*second, how);
            }
            ExprKind::Conditional(condition, then, otherwise) => {
                self.conditional(*condition, *then, *otherwise, ty, how);
            }
            ExprKind::Logical(operator, a, b) => self.logical(*operator, *a, *b, how),
            ExprKind::Call { function, arguments } => self.call(*function, arguments, ty, how),
            ExprKind::Block { statements, value } => self.block(statements, *value, how),
            ExprKind::Convert(of) if Self::is_void(ty) => {
                self.expr(*of, Use::Effect);
                self.nothing(how);
            }
            ExprKind::VaStart(list) | ExprKind::VaEnd(list) => {
                self.address_of(*list);
                let is_start = matches!(tree[expr].kind, ExprKind::VaStart(_));
                self.emit(if is_start { Op::ListStart } else { Op::ListEnd });
                self.nothing(how);
            }
            ExprKind::VaCopy(to, from) => {
                for list in [to, from] {
                    self.address_of(*list);
                }
                self.emit(Op::ListCopy);
                self.nothing(how);
            }
            kind => {
                self.pure(expr, kind, ty);
                if how == Use::Effect {
                    self.emit(Op::Drop);
                }
            }
        }
    }

    /// Leaves a value for an expression that has none.
    pub(super) fn nothing(&mut self, how: Use) {
        if how == Use::Value {
            self.emit(Op::Nothing);
        }
    }

    /// Kinds of expressions that always leave their value.
    fn pure(&mut self, expr: ExprId, kind: &ExprKind, ty: &Type) {
        match kind {
            ExprKind::Integer(number) => self.number(*number),
            ExprKind::Floating(number) => {
                self.code.floats.push(*number);
                let index = self.code.floats.len() as u32 - 1;
                self.emit(Op::Floating(index));
            }
            ExprKind::Read(of) => self.read(*of),
            ExprKind::Decay(of) | ExprKind::Address(of) => self.point(*of),
            ExprKind::Function(function) => {
                let index = self.linked.functions[function.0 as usize];
                if self.tree[*function].attributes.is_weak
                    && matches!(self.program.function(index).body, Body::Undefined)
                {
                    self.unsupported(format!("Nothing defines `{}`, a weak name.", self.tree[*function].name));
                }
                let object = self.program.function(index).object;
                self.number(self.program.image[object].base.into());
            }
            ExprKind::Convert(of) => {
                self.value(*of);
                self.convert(&self.tree[*of].ty.clone(), ty);
            }
            ExprKind::Unary(operator, of) => {
                self.value(*of);
                self.emit(Op::Unary(*operator, self.scalar(&self.tree[*of].ty)));
            }
            ExprKind::Binary(operator, a, b) => self.binary(*operator, *a, *b),
            ExprKind::SizeOf(ty) => self.size(ty),
            ExprKind::Atomic { operation, pointer, operands } => self.atomic(*operation, *pointer, operands),
            ExprKind::VaArg(list) => {
                self.address_of(*list);
                self.emit(Op::ListNext(self.shape(ty)));
            }
            ExprKind::LabelAddress(label) => {
                let function = self.code_function();
                self.number(i128::from(function) + 1 + i128::from(label.0));
            }
            // Lvalues: their objects are used as values where an operand is wanted.
            _ => self.read(expr),
        }
    }

    /// Address of the function that is being compiled.
    fn code_function(&self) -> u64 {
        self.program.image[self.program.function(self.function).object].base
    }

    fn read(&mut self, lvalue: ExprId) {
        let ty = self.tree[lvalue].ty.clone();
        let place = self.place(lvalue);
        self.load(place, &ty);
    }

    /// A pointer to what an lvalue designates, or to a designated function.
    fn point(&mut self, of: ExprId) {
        match &self.tree[of].kind {
            ExprKind::Index(array, index) => self.index(of, *array, *index, false),
            // `&*p` is `p`, and so is a function to which `p` points.
            ExprKind::Deref(pointer) => self.value(*pointer),
            ExprKind::Function(_) => self.value(of),
            _ => self.address_of(of),
        }
    }

    /// Converts the value on the stack.
    pub(super) fn convert(&mut self, from: &Type, to: &Type) {
        let scalars = (Scalar::of(self.tree, from), Scalar::of(self.tree, to));
        if let (Some(from), Some(to)) = scalars
            && from != to
        {
            self.emit(Op::Convert(from, to));
        }
    }

    fn binary(&mut self, operator: Binary, a: ExprId, b: ExprId) {
        self.values(&[a, b]);
        let (left, right) = (&self.tree[a].ty, &self.tree[b].ty);
        match (operator, left.target().filter(|_| left.is_pointer()), right.is_pointer()) {
            (Binary::Subtract, Some(to), true) => {
                if let Some(size) = self.tree.size_of(to).and_then(|size| u32::try_from(size).ok()) {
                    self.emit(Op::Difference(size.max(1)));
                } else {
                    self.size(to);
                    self.emit(Op::DifferenceBy);
                }
            }
            (Binary::Add | Binary::Subtract, Some(to), false) => {
                self.step(&to.clone(), 0, false, operator == Binary::Subtract);
            }
            _ => {
                self.emit(Op::Binary(operator, self.scalar(left)));
            }
        }
    }

    fn logical(&mut self, operator: Logical, a: ExprId, b: ExprId, how: Use) {
        self.sequenced(|compiler| compiler.value(a));
        let (jump, decided) = match operator {
            Logical::And => (self.emit(Op::JumpIfZero(0)), 0),
            Logical::Or => (self.emit(Op::JumpIfNotZero(0)), 1),
        };
        if how == Use::Effect {
            self.expr(b, how);
            self.land(jump);
            return;
        }
        self.value(b);
        let scalar = self.scalar(&self.tree[b].ty);
        self.emit(Op::Convert(scalar, Scalar::Bool));
        let end = self.emit(Op::Jump(0));
        self.land(jump);
        self.number(decided);
        self.land(end);
    }

    fn conditional(&mut self, condition: ExprId, then: Option<ExprId>, otherwise: ExprId, ty: &Type, how: Use) {
        self.sequenced(|compiler| compiler.value(condition));
        if then.is_none() {
            self.emit(Op::Duplicate);
        }
        let to_otherwise = self.emit(Op::JumpIfZero(0));
        if let Some(then) = then {
            self.expr(then, how);
        } else {
            self.convert(&self.tree[condition].ty.clone(), ty);
            if how == Use::Effect {
                self.emit(Op::Drop);
            }
        }
        let end = self.emit(Op::Jump(0));
        self.land(to_otherwise);
        if then.is_none() {
            self.emit(Op::Drop);
        }
        self.expr(otherwise, how);
        self.land(end);
    }

    /// `({ .. })`
    fn block(&mut self, statements: &[StmtId], value: Option<ExprId>, how: Use) {
        let outer = self.enter();
        self.sequenced(|compiler| statements.iter().for_each(|statement| compiler.stmt(*statement)));
        match value {
            Some(value) => self.expr(value, how),
            None => self.nothing(how),
        }
        self.leave(outer);
    }

    /// Leaves the address of an lvalue of the tree on the stack.
    pub(super) fn address_of(&mut self, lvalue: ExprId) {
        let base = self.place(lvalue).base;
        self.address(base);
    }
}
