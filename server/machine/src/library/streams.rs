//! The standard streams.

use crate::choices::Question;
use crate::halt::Halt;
use crate::native::Call;
use crate::value::Value;

/// `void __boolprog_output(int descriptor, const void *bytes, size_t size)`
pub(super) fn output(call: &mut Call<'_, '_>) -> Result<Value, Halt> {
    let bytes = call.read(call.address(1), call.address(2))?;
    call.output(call.address(0) as u8, &bytes);
    Ok(Value::None)
}

/// `size_t __boolprog_take(void *bytes, size_t size, int is_wanted)`
pub(super) fn take(call: &mut Call<'_, '_>) -> Result<Value, Halt> {
    let size = call.address(1) as usize;
    if call.integer(2) != 0 && call.library().is_used_up() {
        give_byte(call);
    }
    let library = call.library();
    let taken = library.input[library.taken..].iter().copied().take(size).collect::<Vec<u8>>();
    library.taken += taken.len();
    if !taken.is_empty() {
        call.write(call.address(0), &taken)?;
    }
    Ok(Value::Integer(taken.len() as i128))
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
