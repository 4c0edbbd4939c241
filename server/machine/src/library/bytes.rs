//! Bytes: filling them, also from outside, and whether they have been written.

use crate::halt::Halt;
use crate::native::Call;
use crate::value::Value;

/// Bytes are filled this number at a time.
const BLOCK: u64 = 1 << 16;

/// `void __boolprog_fill(void *to, int byte, size_t size)`
pub(super) fn fill(call: &mut Call<'_, '_>) -> Result<Value, Halt> {
    let (to, byte, size) = (call.address(0), call.address(1) as u8, call.address(2));
    let mut done = 0;
    while done < size {
        let count = BLOCK.min(size - done);
        call.write(to.wrapping_add(done), &vec![byte; count as usize])?;
        done += count;
    }
    Ok(Value::None)
}

/// `void __boolprog_supply(void *to, size_t count, size_t most)`
pub(super) fn supply(call: &mut Call<'_, '_>) -> Result<Value, Halt> {
    let (to, count) = (call.address(0), call.address(1));
    call.is_seen = true;
    let mut bytes = call.execution.supplied(to, count.min(BLOCK) as usize);
    let mut done = 0;
    while done < count {
        bytes.resize(BLOCK.min(count - done) as usize, 0);
        call.write(to.wrapping_add(done), &bytes)?;
        done += bytes.len() as u64;
        bytes.clear();
    }
    Ok(Value::None)
}

/// `int __boolprog_written(const volatile void *from, size_t size)`
#[expect(clippy::unnecessary_wraps, reason = "native functions have one type")]
pub(super) fn written(call: &mut Call<'_, '_>) -> Result<Value, Halt> {
    let (from, size) = (call.address(0), call.address(1));
    let memory = &call.execution.state.memory;
    let is_written = |index| {
        let object = &memory[index];
        let offset = from.checked_sub(object.base)?;
        let is_inside = object.size.checked_sub(offset).is_some_and(|room| size <= room);
        Some(object.is_alive() && is_inside && object.contents.is_written(offset, size))
    };
    Ok(Value::from(memory.find(from).and_then(is_written).unwrap_or(false)))
}
