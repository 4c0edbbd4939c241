//! The word that the library keeps for each thread.

#![expect(clippy::unnecessary_wraps, reason = "native functions have one type")]

use crate::halt::Halt;
use crate::native::Call;
use crate::value::Value;

/// `void *__boolprog_data(unsigned long thread)`
pub(super) fn data(call: &mut Call<'_, '_>) -> Result<Value, Halt> {
    let thread = call.address(0);
    let data = call.library().data.get(&thread).copied().unwrap_or(0);
    Ok(Value::Integer(data.into()))
}

/// `void __boolprog_set_data(unsigned long thread, void *data)`
pub(super) fn set_data(call: &mut Call<'_, '_>) -> Result<Value, Halt> {
    let (thread, data) = (call.address(0), call.address(1));
    call.library().data.insert(thread, data);
    Ok(Value::None)
}
