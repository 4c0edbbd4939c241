//! The standard streams.

#![expect(clippy::unnecessary_wraps, reason = "native functions have one type")]

use crate::choices::Question;
use crate::halt::Halt;
use crate::native::Call;
use crate::value::Value;

/// `void __boolprog_output(int descriptor, const void *bytes, size_t size)`
pub(super) fn output(call: &mut Call<'_, '_>) -> Result<Value, Halt> {
    let bytes = call.read(call.address(1), call.address(2))?;
    if let descriptor @ (1 | 2) = call.address(0) {
        call.output(descriptor as u8, &bytes);
    }
    Ok(Value::None)
}

/// `int __boolprog_take(void)`
pub(super) fn take(call: &mut Call<'_, '_>) -> Result<Value, Halt> {
    call.is_seen = true;
    if call.library().is_used_up() {
        give_byte(call);
    }
    let library = call.library();
    let byte = library.input.get(library.taken).copied();
    library.taken += usize::from(byte.is_some());
    Ok(Value::Integer(byte.map_or(-1, i128::from)))
}

/// `int __boolprog_has_ended(void)`
pub(super) fn has_ended(call: &mut Call<'_, '_>) -> Result<Value, Halt> {
    call.is_seen = true;
    let has_ended = call.library().is_used_up() && !call.is_input_open();
    Ok(Value::Integer(has_ended.into()))
}

/// Lets standard input, of which everything was taken, give one byte more, or end.
fn give_byte(call: &mut Call<'_, '_>) {
    if call.is_input_open() {
        match u8::try_from(call.execution.choose(Question::Input, -1, u8::MAX.into())) {
            Ok(byte) => call.library().give(&[byte]),
            Err(_) => call.library().close(),
        }
    }
}
