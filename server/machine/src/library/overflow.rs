//! Arithmetic that tells whether its exact result fits, as GNU C has it.

use crate::arithmetic;
use crate::native::Call;
use crate::value::{Scalar, Value};

/// `_Bool __boolprog_overflow(int operator, A a, B b, size_t size, int is_signed)`
pub(super) fn overflow(call: &Call<'_, '_>) -> Value {
    let (a, b) = (call.integer(1), call.integer(2));
    let (exact, low) = match u8::try_from(call.integer(0)) {
        Ok(b'+') => (a.checked_add(b), a.wrapping_add(b)),
        Ok(b'-') => (a.checked_sub(b), a.wrapping_sub(b)),
        _ => (a.checked_mul(b), a.wrapping_mul(b)),
    };
    let scalar = Scalar::Integer { size: call.address(3) as u8, signed: call.integer(4) != 0 };
    Value::from(exact != Some(arithmetic::wrap(low, scalar)))
}
