//! Atomic operations: `__sync_*` and `__atomic_*` of GNU C, and `__c11_atomic_*`, of which `stdatomic.h` is made (C11 7.17).
//! All are sequentially consistent. That an argument asks for a weaker order is noted.

use super::{Parsed, Parser};
use crate::source::Place;
use crate::tree::{Atomic, Binary, ExprId, ExprKind, Gives};
use crate::types::{Kind, Type};

/// An operation, as its name says it.
#[derive(Clone, Copy)]
pub(super) enum Operation {
    /// The operands are values.
    Values(Atomic),
    /// C11: what is added to a pointer is a number of elements.
    Elements(Atomic),
    /// `__atomic_load(p, result, order)`
    LoadTo,
    /// `__atomic_store(p, value, order)`, with a pointer to the value.
    StoreFrom,
    /// `__atomic_exchange(p, value, result, order)`
    ExchangeTo,
    /// `__atomic_compare_exchange_n(p, expected, value, weak, order, order)`
    CompareExchange,
    /// The same with a pointer to the value.
    CompareExchangeFrom,
    /// The answer whether objects of a size are handled without a lock: always.
    IsLockFree,
}

use Operation::{CompareExchange, CompareExchangeFrom, Elements, ExchangeTo, IsLockFree, LoadTo, StoreFrom, Values};

/// The operation whose operator has this name.
fn fetch(name: &str, gives: Gives) -> Option<Atomic> {
    let operator = match name {
        "add" => Binary::Add,
        "sub" => Binary::Subtract,
        "and" => Binary::And,
        "or" => Binary::Or,
        "xor" => Binary::Xor,
        "nand" => return Some(Atomic::FetchNand(gives)),
        _ => return None,
    };
    Some(Atomic::Fetch(operator, gives))
}

fn sync(name: &str) -> Option<Operation> {
    let name = name.trim_end_matches(|it: char| it.is_ascii_digit()).trim_end_matches('_');
    let operation = if let Some(name) = name.strip_prefix("fetch_and_") {
        fetch(name, Gives::Before)?
    } else if let Some(name) = name.strip_suffix("_and_fetch") {
        fetch(name, Gives::After)?
    } else {
        match name {
            "bool_compare_and_swap" => Atomic::CompareSwapSucceeds,
            "val_compare_and_swap" => Atomic::CompareSwap,
            "lock_test_and_set" => Atomic::Exchange,
            "lock_release" => Atomic::Clear,
            "synchronize" => Atomic::Fence,
            _ => return None,
        }
    };
    Some(Values(operation))
}

fn gnu(name: &str) -> Option<Operation> {
    Some(match name {
        "load_n" => Values(Atomic::Load),
        "load" => LoadTo,
        "store_n" => Values(Atomic::Store),
        "store" => StoreFrom,
        "exchange_n" => Values(Atomic::Exchange),
        "exchange" => ExchangeTo,
        "compare_exchange_n" => CompareExchange,
        "compare_exchange" => CompareExchangeFrom,
        "test_and_set" => Values(Atomic::TestAndSet),
        "clear" => Values(Atomic::Clear),
        "thread_fence" | "signal_fence" => Values(Atomic::Fence),
        "always_lock_free" | "is_lock_free" => IsLockFree,
        _ => match (name.strip_prefix("fetch_"), name.strip_suffix("_fetch")) {
            (Some(name), _) => Values(fetch(name, Gives::Before)?),
            (None, Some(name)) => Values(fetch(name, Gives::After)?),
            (None, None) => return None,
        },
    })
}

fn c11(name: &str) -> Option<Operation> {
    Some(match name {
        "init" | "store" => Values(Atomic::Store),
        "load" => Values(Atomic::Load),
        "exchange" => Values(Atomic::Exchange),
        "compare_exchange_strong" => Values(Atomic::CompareExchange { weak: false }),
        "compare_exchange_weak" => Values(Atomic::CompareExchange { weak: true }),
        "thread_fence" | "signal_fence" => Values(Atomic::Fence),
        "is_lock_free" => IsLockFree,
        _ => Elements(fetch(name.strip_prefix("fetch_")?, Gives::Before)?),
    })
}

/// Number of values of an operation besides the pointer.
fn operand_count(operation: Atomic) -> usize {
    match operation {
        Atomic::Load | Atomic::TestAndSet | Atomic::Clear | Atomic::Fence => 0,
        Atomic::Store | Atomic::Exchange | Atomic::Fetch(..) | Atomic::FetchNand(_) => 1,
        Atomic::CompareExchange { .. } | Atomic::CompareSwap | Atomic::CompareSwapSucceeds => 2,
    }
}

/// Number of arguments before the memory orders.
fn value_count(operation: Operation) -> usize {
    match operation {
        Values(Atomic::Fence) => 0,
        Values(operation) => 1 + operand_count(operation),
        Elements(_) | LoadTo | StoreFrom => 2,
        ExchangeTo => 3,
        CompareExchange | CompareExchangeFrom => 4,
        IsLockFree => usize::MAX,
    }
}

/// Number of arguments before those that say in which way an operation is done: whether it may fail, and the memory orders.
fn way_count(operation: Operation) -> usize {
    match operation {
        CompareExchange | CompareExchangeFrom => value_count(operation) - 1,
        _ => value_count(operation),
    }
}

/// The value of `__ATOMIC_SEQ_CST`.
const SEQUENTIAL: i128 = 5;

/// The operation with a name.
pub(super) fn operation(name: &str) -> Option<Operation> {
    if let Some(name) = name.strip_prefix("__sync_") {
        sync(name)
    } else if let Some(name) = name.strip_prefix("__atomic_") {
        gnu(name)
    } else {
        c11(name.strip_prefix("__c11_atomic_")?)
    }
}

impl Parser<'_> {
    /// A call of an operation, after `(`, before `)`, whose arguments after the values are evaluated or only listed.
    pub(super) fn atomic_call(&mut self, operation: Operation, is_evaluated: bool, start: Place) -> Parsed<ExprId> {
        let mut arguments = Vec::new();
        while !self.at(")") {
            arguments.push(self.assignment_value()?);
            if !self.eat(",") {
                break;
            }
        }
        let place = self.since(start);
        // Of the two orders of an exchange, the second one is not stronger (C11 7.17.7.4p2).
        let order = arguments.get(value_count(operation)..).and_then(<[ExprId]>::last);
        let order = order.and_then(|order| self.constant_integer(*order));
        if order.is_some_and(|order| order != SEQUENTIAL) {
            self.unit.weak_order.get_or_insert(place);
        }
        let result = match operation {
            IsLockFree => self.integer(1, Type::new(Kind::Bool), place),
            Values(Atomic::Fence) => {
                let pointer = self.integer(0, Type::int(), place);
                let pointer = self.convert(pointer, Type::void().pointer());
                let kind = ExprKind::Atomic { operation: Atomic::Fence, pointer, operands: Vec::new() };
                self.expr(kind, Type::void(), place)
            }
            operation => self.atomic_access(operation, &arguments, place)?,
        };
        let ways = if is_evaluated { arguments.get(way_count(operation)..).unwrap_or_default() } else { &[] };
        Ok(ways.iter().rev().fold(result, |result, way| self.after_way(*way, result, place)))
    }

    /// An operation after the evaluation of an argument that says in which way it is done, unless that is a constant.
    fn after_way(&mut self, way: ExprId, operation: ExprId, place: Place) -> ExprId {
        if self.constant_integer(way).is_some() {
            return operation;
        }
        let ty = self.ty(operation).clone();
        self.expr(ExprKind::Comma(way, operation), ty, place)
    }

    fn atomic_access(&mut self, operation: Operation, arguments: &[ExprId], place: Place) -> Parsed<ExprId> {
        let Some(object) = arguments.first().and_then(|pointer| self.ty(*pointer).target()).cloned() else {
            return Err(self.mistake(place, "An atomic operation needs a pointer to its object first."));
        };
        let pointer = arguments[0];
        let rest = &arguments[1..];
        match (operation, rest) {
            (Values(operation), _) => self.atomic_values(operation, pointer, rest, &object, place),
            (Elements(operation), [by, ..]) => {
                let by = self.bytes(*by, &object, place)?;
                self.atomic_values(operation, pointer, &[by], &object, place)
            }
            (LoadTo, [result, ..]) => {
                let value = self.atomic_values(Atomic::Load, pointer, &[], &object, place)?;
                self.stored(*result, value, place)
            }
            (StoreFrom, [from, ..]) => {
                let value = self.loaded(*from, place)?;
                self.atomic_values(Atomic::Store, pointer, &[value], &object, place)
            }
            (ExchangeTo, [from, result, ..]) => {
                let value = self.loaded(*from, place)?;
                let before = self.atomic_values(Atomic::Exchange, pointer, &[value], &object, place)?;
                self.stored(*result, before, place)
            }
            (CompareExchange, [expected, value, weak, ..]) => {
                let operation = self.compare_exchange(*weak);
                self.atomic_values(operation, pointer, &[*expected, *value], &object, place)
            }
            (CompareExchangeFrom, [expected, from, weak, ..]) => {
                let operation = self.compare_exchange(*weak);
                let value = self.loaded(*from, place)?;
                self.atomic_values(operation, pointer, &[*expected, value], &object, place)
            }
            _ => Err(self.too_few(place)),
        }
    }

    fn too_few(&mut self, place: Place) -> super::Reported {
        self.mistake(place, "This atomic operation needs more arguments: see the documentation of GNU C.")
    }

    fn compare_exchange(&self, weak: ExprId) -> Atomic {
        Atomic::CompareExchange { weak: self.constant_integer(weak).is_some_and(|weak| weak != 0) }
    }

    fn loaded(&mut self, from: ExprId, place: Place) -> Parsed<ExprId> {
        let object = self.dereference(from, place)?;
        Ok(self.value(object))
    }

    /// `*to = value`, without a value.
    fn stored(&mut self, to: ExprId, value: ExprId, place: Place) -> Parsed<ExprId> {
        let object = self.dereference(to, place)?;
        let stored = self.assign(object, value)?;
        Ok(self.convert(stored, Type::void()))
    }

    /// A number of elements, as a number of bytes.
    fn bytes(&mut self, by: ExprId, object: &Type, place: Place) -> Parsed<ExprId> {
        let Some(size) = object.target().and_then(|to| self.unit.size_of(to)) else { return Ok(by) };
        let by = self.assigned(by, &self.difference_type())?;
        let size = self.integer(i128::from(size), self.difference_type(), place);
        self.binary(Binary::Multiply, by, size)
    }

    fn atomic_values(
        &mut self,
        operation: Atomic,
        pointer: ExprId,
        rest: &[ExprId],
        object: &Type,
        place: Place,
    ) -> Parsed<ExprId> {
        let Some(operands) = rest.get(..operand_count(operation)) else { return Err(self.too_few(place)) };
        let value_type = object.unqualified();
        let is_number = matches!(operation, Atomic::Fetch(..) | Atomic::FetchNand(_)) && value_type.is_pointer();
        let mut converted = Vec::with_capacity(operands.len());
        for (number, &operand) in operands.iter().enumerate() {
            let ty = match operation {
                Atomic::CompareExchange { .. } if number == 0 => value_type.clone().pointer(),
                _ if is_number => self.difference_type(),
                _ => value_type.clone(),
            };
            converted.push(self.assigned(operand, &ty)?);
        }
        let ty = match operation {
            Atomic::Store | Atomic::Clear | Atomic::Fence => Type::void(),
            Atomic::CompareExchange { .. } | Atomic::CompareSwapSucceeds | Atomic::TestAndSet => Type::new(Kind::Bool),
            _ => value_type,
        };
        Ok(self.expr(ExprKind::Atomic { operation, pointer, operands: converted }, ty, place))
    }
}
