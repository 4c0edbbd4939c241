//! Atomic operations (C11 7.17.7): each is one access.

use boolprog_c_syntax::tree::{Atomic, Binary, Gives};

use super::{Execution, Flow};
use crate::arithmetic;
use crate::choices::Question;
use crate::code::Way;
use crate::halt::Halt;
use crate::memory::ObjectIndex;
use crate::observer::Does;
use crate::value::{Scalar, Shape, Value};

/// The object of an operation.
#[derive(Clone, Copy)]
struct Target {
    object: ObjectIndex,
    at: u64,
    shape: Shape,
}

impl Execution<'_> {
    /// `address number -> value`: an operator such as `+=` on an atomic object is one access (C11 6.5.16.2p3).
    pub(super) fn modify_atomic(&mut self, index: u32, way: Way) -> Result<Flow, Halt> {
        let update = self.code.updates[index as usize];
        let operand = self.pop();
        let address = self.pop().address();
        let target = self.target(address, way.shape)?;
        let before = self.current_value(target)?;
        let mut after = before.clone();
        if let Shape::Scalar(_) = way.shape {
            after = self.updated(&update, &before, &operand)?;
        }
        self.push(if update.gives == Gives::Before { before.clone() } else { after.clone() });
        self.finish(target, Does::Update, before, after)
    }

    /// `pointer operands -> value`
    pub(super) fn atomic(&mut self, index: u32) -> Result<Flow, Halt> {
        let operation = self.code.atomics[index as usize];
        let byte = Shape::Scalar(Scalar::Integer { size: 1, signed: false });
        match operation.operation {
            Atomic::Fence => {
                self.pop();
                self.push(Value::None);
                Ok(Flow::Next)
            }
            Atomic::TestAndSet => {
                let target = self.popped_target(byte)?;
                let before = self.current_value(target)?;
                self.push(before.is_true().into());
                self.finish(target, Does::Update, before, Value::Integer(1))
            }
            Atomic::Clear => {
                let target = self.popped_target(byte)?;
                let before = self.peek(target.object, target.at, byte);
                self.push(Value::None);
                self.finish(target, Does::Write, before, Value::Integer(0))
            }
            Atomic::Load => {
                let target = self.popped_target(operation.shape)?;
                let value = self.current_value(target)?;
                self.push(value.clone());
                self.finish(target, Does::Read, value.clone(), value)
            }
            Atomic::CompareExchange { weak } => self.compare_exchange(operation.shape, weak),
            Atomic::CompareSwap | Atomic::CompareSwapSucceeds => {
                self.compare_swap(operation.operation, operation.shape)
            }
            Atomic::Store | Atomic::Exchange | Atomic::Fetch(..) | Atomic::FetchNand(_) => {
                let operand = self.pop();
                let target = self.popped_target(operation.shape)?;
                self.exchange(operation.operation, target, operand)
            }
        }
    }

    fn popped_target(&mut self, shape: Shape) -> Result<Target, Halt> {
        let address = self.pop().address();
        self.target(address, shape)
    }

    fn target(&mut self, address: u64, shape: Shape) -> Result<Target, Halt> {
        let size = shape.size();
        let align =
            if size.is_power_of_two() && size <= 8 { size.min(self.program.pointer_size().into()) as u8 } else { 1 };
        let (object, at) = self.locate(address, align, size, false)?;
        Ok(Target { object, at, shape })
    }

    /// The value of the object. A byte that was never written is settled as for any other read.
    fn current_value(&mut self, target: Target) -> Result<Value, Halt> {
        if !matches!(target.shape, Shape::Bytes(_))
            && !self.state.memory[target.object].contents.is_written(target.at, target.shape.size())
        {
            self.settle_unwritten(target.object, target.at, target.shape)?;
        }
        Ok(self.peek(target.object, target.at, target.shape))
    }

    /// Writes, where something is written, and tells of the access.
    fn finish(&mut self, target: Target, does: Does, before: Value, after: Value) -> Result<Flow, Halt> {
        let Target { object, at, shape } = target;
        if does != Does::Read {
            let address = self.state.memory[object].base + at;
            self.locate(address, 1, shape.size(), true)?;
            self.poke(object, at, shape, &after);
        }
        let flow = self.touched(object, at, shape, does, true)?;
        if self.observed {
            self.tell_access(object, at, shape, does, before, after, true);
        }
        Ok(flow)
    }

    fn exchange(&mut self, operation: Atomic, target: Target, operand: Value) -> Result<Flow, Halt> {
        if operation == Atomic::Store {
            self.push(Value::None);
            let before = self.peek(target.object, target.at, target.shape);
            return self.finish(target, Does::Write, before, operand);
        }
        let before = self.current_value(target)?;
        let scalar = match target.shape {
            Shape::Scalar(scalar) => scalar,
            _ => Scalar::INT,
        };
        let combined = |operator: Binary| combine(operator, scalar, &before, &operand);
        let (after, gives) = match operation {
            Atomic::Fetch(operator, gives) => (combined(operator), gives),
            Atomic::FetchNand(gives) => {
                let both = combined(Binary::And).integer();
                (Value::Integer(arithmetic::wrap(!both, scalar)), gives)
            }
            _ => (operand, Gives::Before),
        };
        self.push(if gives == Gives::Before { before.clone() } else { after.clone() });
        self.finish(target, Does::Update, before, after)
    }

    /// `pointer expected desired -> succeeded`, where `expected` is a pointer, to which the value read is written otherwise.
    fn compare_exchange(&mut self, shape: Shape, weak: bool) -> Result<Flow, Halt> {
        let desired = self.pop();
        let expected = self.pop().address();
        let target = self.popped_target(shape)?;
        let (object, at) = self.locate(expected, 1, shape.size(), true)?;
        let (wanted, _) = self.load_object(object, at, shape, false)?;
        let value = self.current_value(target)?;
        let is_equal = same(&value, &wanted);
        let fails = is_equal && weak && self.state.options.is_spurious && self.choose(Question::Spurious, 0, 1) == 1;
        self.push((is_equal && !fails).into());
        if is_equal && !fails {
            return self.finish(target, Does::Update, value, desired);
        }
        let flow = self.finish(target, Does::Read, value.clone(), value.clone())?;
        self.store_object(object, at, shape, false, &value)?;
        Ok(flow)
    }

    /// `pointer expected desired -> value`
    fn compare_swap(&mut self, operation: Atomic, shape: Shape) -> Result<Flow, Halt> {
        let desired = self.pop();
        let expected = self.pop();
        let target = self.popped_target(shape)?;
        let value = self.current_value(target)?;
        let succeeds = same(&value, &expected);
        self.push(if operation == Atomic::CompareSwap { value.clone() } else { succeeds.into() });
        if succeeds {
            self.finish(target, Does::Update, value, desired)
        } else {
            self.finish(target, Does::Read, value.clone(), value)
        }
    }
}

/// An operation that wraps around quietly (C11 7.17.7.5p3).
fn combine(operator: Binary, scalar: Scalar, a: &Value, b: &Value) -> Value {
    let scalar = if let Scalar::Pointer { size } = scalar { Scalar::Integer { size, signed: false } } else { scalar };
    let (result, _) = arithmetic::binary(operator, scalar, a, b);
    if let Scalar::Bool = scalar { result.is_true().into() } else { result }
}

/// Returns `true` if two values have the same bytes.
fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Bytes(a), Value::Bytes(b)) => a.bytes == b.bytes,
        (Value::Floating(a), Value::Floating(b)) => a.to_bits() == b.to_bits(),
        _ => a == b,
    }
}
