//! Arithmetic that tells whether its exact result fits, as GNU C has it.

use crate::halt::Halt;
use crate::native::Call;
use crate::value::{Scalar, Value, signed, unsigned};

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
    let stored = wrapped(low, scalar);
    if result != 0 {
        call.store(result, scalar, &Value::Integer(stored))?;
    }
    Ok(Value::from(exact != Some(stored)))
}

/// The value of an integer type that is equal to a number modulo 2 to the number of its bits.
fn wrapped(number: i128, scalar: Scalar) -> i128 {
    let bits = 8 * scalar.size() as u32;
    let number = number.cast_unsigned();
    if matches!(scalar, Scalar::Integer { signed: true, .. }) {
        signed(number, bits)
    } else {
        unsigned(number, bits).cast_signed()
    }
}
