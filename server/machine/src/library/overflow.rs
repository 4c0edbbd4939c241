//! Arithmetic that tells whether its exact result fits, as GNU C has it.

use crate::arithmetic;
use crate::halt::Halt;
use crate::native::Call;
use crate::value::{Scalar, Value};

/// `_Bool __boolprog_overflow(int operator, A a, B b, R *result, size_t size, int is_signed)`: the result is not stored if the
/// pointer is null.
pub(super) fn overflow(call: &mut Call<'_, '_>) -> Result<Value, Halt> {
    let (a, b, result) = (call.integer(1), call.integer(2), call.address(3));
    let (exact, low) = match u8::try_from(call.integer(0)) {
        Ok(b'+') => (a.checked_add(b), a.wrapping_add(b)),
        Ok(b'-') => (a.checked_sub(b), a.wrapping_sub(b)),
        _ => (a.checked_mul(b), a.wrapping_mul(b)),
    };
    let scalar = Scalar::Integer { size: call.address(4) as u8, signed: call.integer(5) != 0 };
    let stored = arithmetic::wrap(low, scalar);
    if result != 0 {
        call.store(result, scalar, &Value::Integer(stored))?;
    }
    Ok(Value::from(exact != Some(stored)))
}
