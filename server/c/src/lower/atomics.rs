//! Atomic operations: one step, which may read and write.

use boolprog_base::Span;
use boolprog_import::Expr as Term;
use boolprog_integer::Comparison;
use smol_str::SmolStr;

use super::{Lower, Lowered, Place};
use crate::ast::{Binary, Expr, Type};
use crate::graph::Op;
use crate::term;
use crate::value::{Value, ValueKind};

/// `memory_order_seq_cst`
pub(super) const STRONGEST: i128 = 5;

/// An operation that reads and writes in one step.
pub(super) enum Change {
    /// Writes this, gives the old value.
    Exchange,
    /// Computes, gives the old or the new value.
    Compute(Binary, bool),
    /// Compares with a value first; gives whether it was equal, or the old value.
    Compare(bool),
}

pub(super) fn change(name: &str) -> Option<Change> {
    use Binary::{Add, And, Or, Subtract, Xor};
    Some(match name {
        "__sync_fetch_and_add" | "atomic_fetch_add" => Change::Compute(Add, false),
        "__sync_fetch_and_sub" | "atomic_fetch_sub" => Change::Compute(Subtract, false),
        "__sync_fetch_and_or" | "atomic_fetch_or" => Change::Compute(Or, false),
        "__sync_fetch_and_and" | "atomic_fetch_and" => Change::Compute(And, false),
        "__sync_fetch_and_xor" | "atomic_fetch_xor" => Change::Compute(Xor, false),
        "__sync_add_and_fetch" => Change::Compute(Add, true),
        "__sync_sub_and_fetch" => Change::Compute(Subtract, true),
        "__sync_or_and_fetch" => Change::Compute(Or, true),
        "__sync_and_and_fetch" => Change::Compute(And, true),
        "__sync_xor_and_fetch" => Change::Compute(Xor, true),
        "__sync_lock_test_and_set" | "atomic_exchange" => Change::Exchange,
        "__sync_bool_compare_and_swap" => Change::Compare(true),
        "__sync_val_compare_and_swap" => Change::Compare(false),
        _ => return None,
    })
}

impl<'a> Lower<'a> {
    /// Atomic operations.
    pub(super) fn atomic(&mut self, name: &SmolStr, arguments: &'a [Expr], span: Span) -> Lowered<Value> {
        match (name.as_str(), arguments) {
            ("__sync_lock_release" | "atomic_flag_clear", [object, ..]) => {
                let place = self.atomic_object(object)?;
                self.together(|it| it.assign(&place, &Value::int(0), span))?;
                Ok(Value::nothing())
            }
            ("atomic_flag_test_and_set", [object]) => {
                let place = self.atomic_object(object)?;
                let old = self.together(|it| {
                    let old = it.read(&place);
                    it.set(&place, 1);
                    old
                });
                Ok(Value { kind: ValueKind::Number(old, 0, 1), ty: Type::INT })
            }
            ("atomic_load", [object]) => {
                let place = self.atomic_object(object)?;
                self.together(|it| it.load(&place, span))
            }
            ("atomic_store" | "atomic_init", [object, value]) => {
                let place = self.atomic_object(object)?;
                let value = self.rvalue(value)?;
                self.together(|it| it.assign(&place, &value, span))?;
                Ok(Value::nothing())
            }
            ("atomic_compare_exchange_strong" | "atomic_compare_exchange_weak", [object, expected, value]) => {
                self.compare_exchange((object, expected, value), name.ends_with("weak"), span)
            }
            _ => self.unknown(name, arguments, span),
        }
    }

    /// The object of an operation, which reads or writes it in one step.
    fn atomic_object(&mut self, pointer: &'a Expr) -> Lowered<Place> {
        let value = self.rvalue(pointer)?;
        let place = self.pointed(&value, pointer.span)?;
        if matches!(place.ty, Type::Struct(_) | Type::Array(..)) {
            return self.unsupported(pointer.span, "an atomic operation on a structure");
        }
        Ok(place)
    }

    pub(super) fn read_and_write(&mut self, change: &Change, arguments: &'a [Expr], span: Span) -> Lowered<Value> {
        let [object, operands @ ..] = arguments else { return self.refuse(span, "Arguments are missing here.") };
        let place = self.atomic_object(object)?;
        if matches!(change, Change::Compute(..)) && !matches!(place.ty, Type::Integer { .. }) {
            return self.unsupported(span, "atomic arithmetic on something that is no integer");
        }
        let mut values = Vec::new();
        for operand in operands {
            values.push(self.rvalue(operand)?);
        }
        let first = values.first().cloned().unwrap_or(Value::int(0));
        self.together(|it| {
            let old = it.load_kept(&place, span)?;
            let (new, result) = match change {
                Change::Exchange => (first, None),
                Change::Compute(operator, after) => {
                    let computed = it.integers.binary(*operator, &old, &first);
                    let computed = it.computed(computed, span)?;
                    let number = it.integer(&computed, &place.ty, span)?;
                    let name = it.temporary(number, &place.ty, false);
                    let new = it.integers.named(name, place.ty.clone());
                    (new.clone(), after.then_some(new))
                }
                Change::Compare(truth) => {
                    let new = values.get(1).cloned().unwrap_or(Value::int(0));
                    let equal = it.is_expected(&place, &old, &first, span)?;
                    it.assign_if(&equal, &place, &new, span)?;
                    return Ok(if *truth { Value::truth_of(equal) } else { old });
                }
            };
            it.assign(&place, &new, span)?;
            Ok(result.unwrap_or(old))
        })
    }

    /// Whether an old value is the expected one. One that is not expected is not written again: the operation only reads it.
    fn is_expected(&mut self, place: &Place, old: &Value, expected: &Value, span: Span) -> Lowered<Term> {
        let [old, expected] = [old, expected].map(|it| self.integer(it, &place.ty, span));
        let equal = term::compare(Comparison::Equal, old?, expected?);
        let equal = Term::Name(self.temporary(term::number_of(equal), &Type::BOOL, false));
        Ok(term::compare(Comparison::Equal, equal, Term::Number(1)))
    }

    /// The expected value is replaced by the old one if they differ. A weak one may fail without a reason.
    ///
    /// The operation is one step, but the expected value is read before and written after it.
    fn compare_exchange(
        &mut self,
        (object, expected, value): (&'a Expr, &'a Expr, &'a Expr),
        is_weak: bool,
        span: Span,
    ) -> Lowered<Value> {
        let place = self.atomic_object(object)?;
        let pointer = self.rvalue(expected)?;
        let expectation = self.pointed(&pointer, expected.span)?;
        let wanted = self.load(&expectation, expected.span)?;
        let new = self.rvalue(value)?;
        let is_equal = self.variable("is_equal", &Type::BOOL, false);
        let result = Value::truth_of(term::compare(Comparison::Equal, Term::Name(is_equal.clone()), Term::Number(1)));
        let old = self.together(|it| {
            let old = it.load_kept(&place, span)?;
            let end = it.new_node();
            if is_weak {
                let (fails, tries) = (it.new_node(), it.new_node());
                let Some(from) = it.node else { return Ok(old) };
                it.edge(from, fails, Op::Skip, false);
                it.edge(from, tries, Op::Skip, false);
                it.enter(fails);
                it.step(Op::Assign(vec![(is_equal.clone(), Term::Number(0))]), false);
                it.go(end);
                it.enter(tries);
            }
            let equal = it.is_expected(&place, &old, &wanted, span)?;
            it.assign_if(&equal, &place, &new, span)?;
            it.step(Op::Assign(vec![(is_equal.clone(), term::number_of(equal))]), false);
            it.go(end);
            it.enter(end);
            Ok(old)
        })?;
        let (succeeds, fails, end) = (self.new_node(), self.new_node(), self.new_node());
        let ValueKind::Truth(truth) = &result.kind else { return Ok(result) };
        self.fork(truth.clone(), succeeds, fails);
        self.enter(fails);
        self.assign(&expectation, &old, span)?;
        self.go(end);
        self.enter(succeeds);
        self.go(end);
        self.enter(end);
        Ok(result)
    }
}
