//! Operators on values.

use boolprog_c_syntax::tree::{Binary, Gives, Unary};

use super::Execution;
use crate::arithmetic::{self, Outcome};
use crate::code::Update;
use crate::halt::Halt;
use crate::value::{Scalar, Shape, Value};

impl Execution<'_> {
    /// The value of an operation; a fault if it breaks a rule that is looked for.
    #[inline]
    pub(super) fn outcome(&self, (value, broken): Outcome) -> Result<Value, Halt> {
        if let Some(broken) = broken
            && self.state.options.kinds.contains(broken.kind)
        {
            let message = broken.message;
            return Err(self.fault(broken.kind, broken.rule, message));
        }
        Ok(value)
    }

    pub(super) fn unary(&mut self, operator: Unary, scalar: Scalar) -> Result<(), Halt> {
        let value = self.pop();
        let result = self.outcome(arithmetic::unary(operator, scalar, &value))?;
        self.push(result);
        Ok(())
    }

    #[inline]
    pub(super) fn binary(&mut self, operator: Binary, scalar: Scalar) -> Result<(), Halt> {
        let b = self.pop();
        let a = self.pop();
        if let Some(result) = arithmetic::quick(operator, scalar, &a, &b) {
            self.push(result);
            return Ok(());
        }
        if let (Scalar::Pointer { .. }, Binary::Less | Binary::Greater | Binary::LessOrEqual | Binary::GreaterOrEqual) =
            (scalar, operator)
        {
            self.check_same_object(a.address(), b.address(), "C11 6.5.8p5")?;
        }
        let result = self.outcome(arithmetic::binary(operator, scalar, &a, &b))?;
        self.push(result);
        Ok(())
    }

    #[inline]
    pub(super) fn convert(&mut self, from: Scalar, to: Scalar) -> Result<(), Halt> {
        let value = self.pop();
        if let (Value::Integer(number), Scalar::Integer { .. } | Scalar::Pointer { .. }) = (&value, to) {
            self.push(Value::Integer(arithmetic::wrap(*number, to)));
            return Ok(());
        }
        let result = self.outcome(arithmetic::convert(&value, from, to))?;
        self.push(result);
        Ok(())
    }

    /// `value number -> value`, or with the address under the value.
    pub(super) fn modify(&mut self, index: u32) -> Result<(), Halt> {
        let update = self.code.updates[index as usize];
        let operand = self.pop();
        let before = self.pop();
        let after = self.updated(&update, &before, &operand)?;
        match (update.gives, update.has_address) {
            (Gives::After, _) => {}
            (Gives::Before, false) => self.push(before),
            (Gives::Before, true) => {
                let address = self.pop();
                self.push(before);
                self.push(address);
            }
        }
        self.push(after);
        Ok(())
    }

    /// The value after a change, in the type of the object.
    pub(super) fn updated(&mut self, update: &Update, before: &Value, operand: &Value) -> Result<Value, Halt> {
        if let Some(step) = update.step {
            let count = operand.integer().wrapping_mul(step.into());
            let count = if update.operator == Binary::Subtract { count.wrapping_neg() } else { count };
            return Ok(Value::Integer(self.moved(before.address(), count)?.into()));
        }
        if update.stored == update.computed
            && let Some(result) = arithmetic::quick(update.operator, update.computed, before, operand)
        {
            return Ok(result);
        }
        let value = self.outcome(arithmetic::convert(before, update.stored, update.computed))?;
        let result = self.outcome(arithmetic::binary(update.operator, update.computed, &value, operand))?;
        self.outcome(arithmetic::convert(&result, update.computed, update.stored))
    }
}

impl Shape {
    /// The value that an object has after a value was written to it: a bit-field keeps some of the bits.
    pub(crate) fn kept(self, value: Value) -> Value {
        let Self::Bits(scalar, bits) = self else { return value };
        let number = value.integer().cast_unsigned();
        let width = u32::from(bits.width);
        Value::Integer(match scalar {
            Scalar::Integer { signed: true, .. } => crate::value::signed(number, width),
            _ => crate::value::unsigned(number, width).cast_signed(),
        })
    }
}
