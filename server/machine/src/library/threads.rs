//! State of the library about threads: the words that each of them keeps for objects, where it is asleep, and its marks.

#![expect(clippy::unnecessary_wraps, reason = "native functions have one type")]

use crate::halt::Halt;
use crate::native::Call;
use crate::observer::Happening;
use crate::thread::{Status, ThreadId};
use crate::value::Value;

/// The mark `__BOOLPROG_JOINED` of a thread that was joined.
const JOINED: u64 = 0;

/// `long __boolprog_own(const void *object)`
pub(super) fn own(call: &mut Call<'_, '_>) -> Result<Value, Halt> {
    let (object, thread) = (call.address(0), call.thread_number());
    Ok(Value::Integer(call.library().own.get(object, thread).into()))
}

/// `void __boolprog_set_own(const void *object, long value)`
pub(super) fn set_own(call: &mut Call<'_, '_>) -> Result<Value, Halt> {
    let (object, thread, word) = (call.address(0), call.thread_number(), call.integer(1) as i64);
    call.library().own.set(object, thread, word);
    Ok(Value::None)
}

/// `int __boolprog_mark(unsigned long thread, int which)`
pub(super) fn mark(call: &mut Call<'_, '_>) -> Result<Value, Halt> {
    let (number, which) = (call.address(0), call.address(1));
    call.is_seen = true;
    if let Some(of) = call.thread(number) {
        let by = call.execution.id();
        call.execution.state.races.looked(by, of);
    }
    Ok(Value::Integer(call.library().marks.get(number, which).into()))
}

/// `void __boolprog_set_mark(unsigned long thread, int which, int value)`
pub(super) fn set_mark(call: &mut Call<'_, '_>) -> Result<Value, Halt> {
    let (number, which, mark) = (call.address(0), call.address(1), call.integer(2) as i64);
    call.is_seen = true;
    if let Some(of) = call.thread(number) {
        let (by, state) = (call.execution.id(), &mut call.execution.state);
        if state.threads[of.0 as usize].status != Status::Ended {
            state.races.marked(by, of);
        }
        state.library.marks.set(number, which, mark);
        state.version += 1;
        if which == JOINED && mark != 0 {
            call.execution.tell(Happening::Joined(of));
        }
    }
    Ok(Value::None)
}

/// `void __boolprog_sleep(const void *object)`
pub(super) fn sleep(call: &mut Call<'_, '_>) -> Result<Value, Halt> {
    fall(call, 1)
}

/// `void __boolprog_rouse(const void *object)`
pub(super) fn rouse(call: &mut Call<'_, '_>) -> Result<Value, Halt> {
    fall(call, 0)
}

/// The thread is asleep at an object from now on, or no longer.
fn fall(call: &mut Call<'_, '_>, asleep: i64) -> Result<Value, Halt> {
    let (object, thread) = (call.address(0), call.thread_number());
    call.is_seen = true;
    call.library().asleep.set(object, thread, asleep);
    call.execution.state.version += 1;
    Ok(Value::None)
}

/// `int __boolprog_sleeps(const void *object)`
pub(super) fn sleeps(call: &mut Call<'_, '_>) -> Result<Value, Halt> {
    let (object, thread) = (call.address(0), call.thread_number());
    call.is_seen = true;
    Ok(Value::Integer(call.library().asleep.get(object, thread).into()))
}

/// `int __boolprog_sleepers(const void *object)`
pub(super) fn sleepers(call: &mut Call<'_, '_>) -> Result<Value, Halt> {
    let object = call.address(0);
    call.is_seen = true;
    Ok(Value::Integer(call.library().asleep.with(object).count() as i128))
}

/// `void __boolprog_wake(const void *object, int all)`
pub(super) fn wake(call: &mut Call<'_, '_>) -> Result<Value, Halt> {
    let (object, all) = (call.address(0), call.integer(1) != 0);
    call.is_seen = true;
    let mut woken: Vec<u64> = call.library().asleep.with(object).collect();
    if !all && !woken.is_empty() {
        let which = call.choose(0, woken.len() as i128 - 1);
        woken = usize::try_from(which).ok().and_then(|which| woken.get(which)).copied().into_iter().collect();
    }
    let by = call.execution.id();
    for number in woken {
        call.library().asleep.set(object, number, 0);
        call.execution.state.races.ordered(by, ThreadId(number as u32 - 1));
        call.execution.state.version += 1;
    }
    Ok(Value::None)
}
