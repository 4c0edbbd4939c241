//! The standard streams.

use crate::halt::Halt;
use crate::native::Call;
use crate::value::Value;

/// `void __boolprog_output(int descriptor, const void *bytes, size_t size)`
pub(super) fn output(call: &mut Call<'_, '_>) -> Result<Value, Halt> {
    let bytes = call.read(call.address(1), call.address(2))?;
    call.output(call.address(0) as u8, &bytes);
    Ok(Value::None)
}

/// `size_t __boolprog_take(void *bytes, size_t size)`
pub(super) fn take(call: &mut Call<'_, '_>) -> Result<Value, Halt> {
    let size = call.address(1) as usize;
    let library = call.library();
    let taken = library.input[library.taken..].iter().copied().take(size).collect::<Vec<u8>>();
    library.taken += taken.len();
    if !taken.is_empty() {
        call.write(call.address(0), &taken)?;
    }
    Ok(Value::Integer(taken.len() as i128))
}
