//! Expressions: their values, with everything that happens while they are evaluated, from left to right.

use boolprog_base::Span;
use boolprog_import::Expr as Term;
use boolprog_integer::Comparison;
use smol_str::SmolStr;

use super::{Binding, Check, Lower, Lowered};
use crate::Asked;
use crate::ast::{Binary, Expr, ExprKind, Stmt, StmtKind, Type, Unary};
use crate::graph::{Node, Op};
use crate::term;
use crate::value::{Value, ValueKind};

/// Larger expressions are kept in variables.
const MAX_SIZE: usize = 200;

impl<'a> Lower<'a> {
    /// The value of an expression. What would be large is kept in a variable, since wrapping repeats it.
    pub(super) fn rvalue(&mut self, expr: &'a Expr) -> Lowered<Value> {
        let value = self.value_of(expr)?;
        let number = match &value.kind {
            ValueKind::Number(number, ..) if term::size(number) > MAX_SIZE => {
                self.integer(&value, &value.ty, expr.span)?
            }
            ValueKind::Truth(truth) if term::size(truth) > MAX_SIZE => term::number_of(truth.clone()),
            _ => return Ok(value),
        };
        let name = self.temporary(number, &value.ty, false);
        Ok(self.integers.named(name, value.ty))
    }

    fn value_of(&mut self, expr: &'a Expr) -> Lowered<Value> {
        let span = expr.span;
        match &expr.kind {
            ExprKind::Number(value, ty) => {
                let (least, most) = crate::value::bounds(ty);
                if *value > i128::from(i64::MAX) || *value < least || *value > most {
                    return self.unsupported(span, "a number that needs more than 63 bits");
                }
                Ok(Value::number(*value, ty.clone()))
            }
            ExprKind::Text(None) => Ok(Value::nothing()),
            ExprKind::Text(Some(bytes)) => Ok(super::texts::value_of(bytes, span)),
            ExprKind::Name(name) => self.name(name, expr),
            ExprKind::Unary(operator, inner) => self.unary(*operator, inner, span),
            ExprKind::Binary(operator, left, right) => {
                let (left, right) = self.compared_addresses(*operator, left, right).unwrap_or((left, right));
                let left = self.rvalue(left)?;
                let right = self.rvalue(right)?;
                self.binary(*operator, &left, &right, span)
            }
            ExprKind::Logical(and, left, right) => {
                if self.is_pure(right) {
                    let (left, right) = (self.truth(left)?, self.truth(right)?);
                    return Ok(Value::truth_of(if *and { term::and(left, right) } else { term::or(left, right) }));
                }
                let (yes, no) = (self.new_node(), self.new_node());
                self.branch(expr, yes, no)?;
                let value = self.join(&[(yes, Term::Number(1)), (no, Term::Number(0))], &Type::BOOL);
                Ok(Value { ty: Type::INT, ..value })
            }
            ExprKind::Conditional(condition, then, otherwise) => self.choice(condition, then.as_deref(), otherwise),
            ExprKind::Assign(operator, left, right) => self.assignment(*operator, left, right, span),
            ExprKind::Step { before, adds, of } => self.increment(*before, *adds, of, span),
            ExprKind::Call(function, arguments) => self.call(function, arguments, span),
            ExprKind::Cast(ty, inner) => self.cast(ty, inner, span),
            ExprKind::Comma(left, right) => {
                self.rvalue(left)?;
                self.rvalue(right)
            }
            ExprKind::Address(inner) => self.address(inner),
            ExprKind::SizeOf(measured) => self.size_of(measured, span),
            ExprKind::Block(statements) => self.block_value(statements),
            ExprKind::Refused(what) => self.unsupported(span, what),
            ExprKind::Index(..) | ExprKind::Member(..) | ExprKind::Deref(_) | ExprKind::Compound(..) => {
                let place = self.place(expr)?;
                self.load(&place, span)
            }
        }
    }

    /// The value of the last statement of a block, if it has one.
    fn block_value(&mut self, statements: &'a [Stmt]) -> Lowered<Value> {
        self.scopes.push(std::collections::BTreeMap::new());
        let mut value = Ok(Value::nothing());
        for (index, statement) in statements.iter().enumerate() {
            match &statement.kind {
                StmtKind::Expr(expr) if index + 1 == statements.len() => {
                    self.check_expression(expr);
                    value = self.rvalue(expr);
                }
                _ => self.statement(statement),
            }
        }
        self.scopes.pop();
        value
    }

    fn name(&mut self, name: &SmolStr, expr: &'a Expr) -> Lowered<Value> {
        match self.lookup(name) {
            Some(Binding::Value(value)) => Ok(value),
            Some(Binding::Object { place, .. }) => self.load(&place, expr.span),
            Some(Binding::Given | Binding::Refused(_)) => {
                self.place(expr).and_then(|place| self.load(&place, expr.span))
            }
            None => {
                if let Some(value) = self.unit.constants.get(name) {
                    return Ok(Value::int(*value));
                }
                if let Some(function) = self.unit.functions.get(name) {
                    return Ok(super::functions::value_of(function));
                }
                if let Some((_, value, signed)) = super::constants::CONSTANTS.iter().find(|it| it.0 == name) {
                    return Ok(Value::number(*value, Type::Integer { bits: 32, signed: *signed }));
                }
                let place = self.place(expr)?;
                self.load(&place, expr.span)
            }
        }
    }

    /// Whether an expression is not zero.
    pub(super) fn truth(&mut self, expr: &'a Expr) -> Lowered<Term> {
        let value = self.rvalue(expr)?;
        let truth = self.integers.truth(&value);
        self.computed(truth, expr.span)
    }

    fn unary(&mut self, operator: Unary, inner: &'a Expr, span: Span) -> Lowered<Value> {
        let value = self.rvalue(inner)?;
        let promoted = self.integers.promote(&value);
        if value.ty == Type::Handle && operator != Unary::Not {
            return self.unsupported(span, "arithmetic on handles of threads");
        }
        match operator {
            Unary::Plus => self.computed(promoted, span),
            Unary::Not => {
                let truth = self.integers.truth(&value);
                Ok(Value::truth_of(Term::complement(self.computed(truth, span)?)))
            }
            Unary::Negate | Unary::Complement => {
                let value = self.computed(promoted, span)?;
                let from = if operator == Unary::Negate { 0 } else { -1 };
                let zero = Value::number(from, value.ty.clone());
                self.binary(Binary::Subtract, &zero, &value, span)
            }
        }
    }

    pub(super) fn binary(&mut self, operator: Binary, left: &Value, right: &Value, span: Span) -> Lowered<Value> {
        let is_pointer = |value: &Value| {
            matches!(value.ty, Type::Pointer(_)) || matches!(value.kind, ValueKind::Address(_) | ValueKind::Text(..))
        };
        if operator == Binary::Add && is_pointer(left) != is_pointer(right) {
            let (array, index) = if is_pointer(left) { (left, right) } else { (right, left) };
            let array = self.addressed(array)?;
            return self.moved(&array, index, true, span);
        }
        if operator == Binary::Subtract && is_pointer(left) && !is_pointer(right) {
            let array = self.addressed(left)?;
            return self.moved(&array, right, false, span);
        }
        if left.ty == Type::Handle || right.ty == Type::Handle {
            return self.of_handles(operator, left, right, span);
        }
        if is_pointer(left) || is_pointer(right) {
            return self.compare_pointers(operator, left, right, span);
        }
        if matches!(operator, Binary::Divide | Binary::Remainder) {
            let divisor = self.integers.settle(right);
            let (divisor, low, high) = self.computed(divisor, span)?;
            if low <= 0 && high >= 0 {
                let nonzero = term::compare(Comparison::NotEqual, divisor, Term::Number(0));
                self.require(nonzero, Check::Division, span);
                if self.node.is_none() {
                    return Ok(Value::int(0));
                }
            }
        }
        let shifts = matches!(operator, Binary::ShiftLeft | Binary::ShiftRight);
        let by_bits = shifts || matches!(operator, Binary::And | Binary::Or | Binary::Xor);
        let (left, right) = if by_bits && !is_constant(right) && (shifts || !is_constant(left)) {
            (&self.operand(left, span)?, &self.operand(right, span)?)
        } else {
            (left, right)
        };
        if shifts {
            self.is_shift(left, right, span)?;
            if self.node.is_none() {
                return Ok(Value::int(0));
            }
        }
        if self.options.asks(Asked::Overflows) && operator.may_overflow() {
            return self.no_overflow(operator, left, right, span);
        }
        let result = self.integers.binary(operator, left, right);
        self.computed(result, span)
    }

    /// An operand of which each bit is looked at, in a variable.
    fn operand(&mut self, value: &Value, span: Span) -> Lowered<Value> {
        if matches!(value.kind, ValueKind::Number(Term::Number(_) | Term::Name(_), ..)) {
            return Ok(value.clone());
        }
        let settled = self.integers.settle(value);
        let (expr, low, high) = self.computed(settled, span)?;
        let kept = Term::Name(self.temporary(expr, &value.ty, false));
        Ok(Value { kind: ValueKind::Number(kept, low, high), ty: value.ty.clone() })
    }

    /// Requires that a value is shifted by less than its bits, and not by a negative number.
    fn is_shift(&mut self, value: &Value, by: &Value, span: Span) -> Lowered<()> {
        let settled = self.integers.settle(by);
        let (by, low, high) = self.computed(settled, span)?;
        if matches!(value.ty, Type::Integer { bits: 64, .. }) && high > 31 {
            return self.unsupported(span, "a shift of 64 bits by more than 31");
        }
        for (comparison, bound, exceeds) in
            [(Comparison::GreaterOrEqual, 0, low < 0), (Comparison::LessOrEqual, 31, high > 31)]
        {
            if exceeds {
                self.require(term::compare(comparison, by.clone(), Term::Number(bound)), Check::Shift, span);
            }
        }
        Ok(())
    }

    fn compare_pointers(&mut self, operator: Binary, left: &Value, right: &Value, span: Span) -> Lowered<Value> {
        let (left, right) = (&self.addressed(left)?, &self.addressed(right)?);
        let comparison = match operator {
            Binary::Equal => Comparison::Equal,
            Binary::NotEqual => Comparison::NotEqual,
            Binary::Less | Binary::LessOrEqual | Binary::Greater | Binary::GreaterOrEqual | Binary::Subtract => {
                return self.ordered(operator, left, right, span);
            }
            _ => return self.unsupported(span, "such arithmetic on pointers"),
        };
        if let (ValueKind::Address(a), ValueKind::Address(b)) = (&left.kind, &right.kind)
            && let ([(_, a)], [(_, b)]) = (a.alternatives.as_slice(), b.alternatives.as_slice())
        {
            if self.are_texts(a, b) {
                self.is_not_known(span);
                return Ok(Value::int(0));
            }
            let [a, b] = [a, b].map(|it| it.first().map(|leaf| self.at_address(leaf.clone())));
            return Ok(Value::truth_of(Term::Truth(comparison.holds(0, i64::from(a != b)))));
        }
        for (address, other) in [(left, right), (right, left)] {
            if let (ValueKind::Address(_) | ValueKind::Function(_), ValueKind::Number(Term::Number(0), ..)) =
                (&address.kind, &other.kind)
            {
                return Ok(Value::truth_of(Term::Truth(comparison.holds(0, 1))));
            }
        }
        let (pointer, recasts) = (Type::Void.pointer(), self.recasts.clone());
        let (left, right) = (self.integer(left, &pointer, span)?, self.integer(right, &pointer, span)?);
        // Nothing is read through what is compared.
        self.recasts = recasts;
        self.is_decided(&left, &right, span);
        Ok(Value::truth_of(term::compare(comparison, left, right)))
    }

    /// The value in one of several places of control, which meet here.
    fn join(&mut self, from: &[(Node, Term)], ty: &Type) -> Value {
        let (name, meeting) = (self.variable("value", ty, false), self.new_node());
        for (node, value) in from {
            self.node = Some(*node);
            self.step(Op::Assign(vec![(name.clone(), value.clone())]), false);
            self.go(meeting);
        }
        self.node = Some(meeting);
        self.integers.named(name, ty.clone())
    }

    fn choice(&mut self, condition: &'a Expr, then: Option<&'a Expr>, otherwise: &'a Expr) -> Lowered<Value> {
        let (yes, no, meeting) = (self.new_node(), self.new_node(), self.new_node());
        let first = if let Some(then) = then {
            self.branch(condition, yes, no)?;
            self.node = Some(yes);
            self.rvalue(then)?
        } else {
            let value = self.rvalue(condition)?;
            let truth = self.integers.truth(&value);
            let truth = self.computed(truth, condition.span)?;
            self.fork(truth, yes, no);
            self.node = Some(yes);
            value
        };
        let then = then.unwrap_or(condition);
        let first_end = self.node.take();
        self.node = Some(no);
        let second = self.rvalue(otherwise)?;
        let ty = match (&first.ty, &second.ty) {
            (Type::Integer { .. }, Type::Integer { .. }) => {
                let balanced = self.integers.balance(&first, &second);
                self.computed(balanced, otherwise.span)?.0.ty
            }
            (Type::Pointer(_) | Type::Handle, _) => first.ty.clone(),
            (_, Type::Pointer(_) | Type::Handle) => second.ty.clone(),
            _ => Type::Void,
        };
        if ty == Type::Void {
            self.go(meeting);
            self.node = first_end;
            self.go(meeting);
            self.node = Some(meeting);
            return Ok(Value::nothing());
        }
        let name = self.variable("value", &ty, false);
        for (end, value, span) in [(self.node, &second, otherwise.span), (first_end, &first, then.span)] {
            self.node = end;
            let value = self.integer(value, &ty, span)?;
            self.step(Op::Assign(vec![(name.clone(), value)]), false);
            self.go(meeting);
        }
        self.node = Some(meeting);
        Ok(self.integers.named(name, ty))
    }

    fn address(&mut self, inner: &'a Expr) -> Lowered<Value> {
        if let ExprKind::Name(name) = &inner.kind
            && self.lookup(name).is_none()
            && self.unit.functions.contains_key(name)
        {
            return self.rvalue(inner);
        }
        if let ExprKind::Index(array, index) = &inner.kind {
            return self.address_of_element(array, index, inner.span);
        }
        let place = self.place(inner)?;
        if let Type::BitField(..) = place.ty {
            return self.unsupported(inner.span, "the address of a bit-field");
        }
        let ty = place.ty.clone().pointer();
        Ok(Value { kind: ValueKind::Address(place), ty })
    }

    /// Goes to one of two places, as the value of an expression decides.
    pub(super) fn branch(&mut self, expr: &'a Expr, yes: Node, no: Node) -> Lowered<()> {
        match &expr.kind {
            ExprKind::Unary(Unary::Not, inner) => self.branch(inner, no, yes),
            ExprKind::Logical(and, left, right) if !self.is_pure(right) => {
                let middle = self.new_node();
                if *and {
                    self.branch(left, middle, no)?;
                } else {
                    self.branch(left, yes, middle)?;
                }
                self.node = Some(middle);
                self.branch(right, yes, no)
            }
            _ => {
                let truth = self.truth(expr)?;
                self.fork(truth, yes, no);
                Ok(())
            }
        }
    }

    /// Returns `true` if evaluation does nothing but compute on local variables, and always has a value.
    pub(super) fn is_pure(&mut self, expr: &'a Expr) -> bool {
        match &expr.kind {
            ExprKind::Number(..) => true,
            ExprKind::Name(name) => match self.lookup(name) {
                Some(Binding::Object { place, .. }) => {
                    !self.is_shared(&place) && matches!(place.ty, Type::Integer { .. })
                }
                Some(Binding::Value(value)) => value.is_constant(),
                Some(Binding::Given | Binding::Refused(_)) => false,
                None => self.unit.constants.contains_key(name),
            },
            ExprKind::Unary(Unary::Negate, _) if self.options.asks(Asked::Overflows) => false,
            ExprKind::Unary(_, inner) => self.is_pure(inner),
            ExprKind::Binary(operator, ..) if operator.may_overflow() && self.options.asks(Asked::Overflows) => false,
            ExprKind::Binary(operator, left, right) => {
                let divides = matches!(operator, Binary::Divide | Binary::Remainder);
                let divides = divides && !matches!(right.kind, ExprKind::Number(1.., _));
                let by_bits = matches!(operator, Binary::And | Binary::Or | Binary::Xor);
                let shifts = matches!(operator, Binary::ShiftLeft | Binary::ShiftRight);
                let by_bits = (by_bits || shifts) && !matches!(right.kind, ExprKind::Number(..));
                !divides && !by_bits && self.is_pure(left) && self.is_pure(right)
            }
            ExprKind::Logical(_, left, right) => self.is_pure(left) && self.is_pure(right),
            _ => false,
        }
    }
}

fn is_constant(value: &Value) -> bool {
    matches!(value.kind, ValueKind::Number(Term::Number(_), ..))
}
