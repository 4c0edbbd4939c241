//! Intrinsics: what the machine gives the library of C, and what model checkers give programs.

#![expect(clippy::unnecessary_wraps, reason = "native functions have one type")]

use crate::choices::Question;
use crate::execution::heap::Content;
use crate::fault::Kind;
use crate::halt::Halt;
use crate::library;
use crate::native::{Call, Native};
use crate::observer::Happening;
use crate::thread::Status;
use crate::value::{Scalar, Value};

/// The native function of a name: an intrinsic, or one of the library.
pub(crate) fn native(name: &str) -> Option<Native> {
    let found: Native = match name {
        "__boolprog_create" => create,
        "__boolprog_self" => |call| Ok(Value::Integer(call.thread_number().into())),
        "__boolprog_ended" => |call| {
            call.is_seen = true;
            Ok(Value::Integer(has_ended(call, call.address(0))))
        },
        "__boolprog_result" => result,
        "__boolprog_is_last" => |call| {
            let (own, threads) = (call.execution.id(), &call.execution.state.threads);
            let mut all = (0..).zip(threads);
            let is_last = all.all(|(id, thread)| id == own.0 || thread.status == Status::Ended);
            Ok(Value::Integer(is_last.into()))
        },
        "__boolprog_finish" => |call| Err(Halt::Finish(Box::new(Value::Integer(call.integer(0))))),
        "__boolprog_exit" => |call| {
            call.execution.check_freed()?;
            Err(Halt::Exit(call.integer(0) as i32))
        },
        "__boolprog_destructor" => destructor,
        "__boolprog_stop" => |_| Err(Halt::Quiet),
        "__boolprog_allocate" => |call| {
            let (size, align) = (call.address(0), call.address(1));
            let content = match call.integer(2) {
                0 => Content::Unwritten,
                1 => Content::Zero,
                _ => Content::OfLibrary,
            };
            // The end of the program sees which objects there are.
            call.is_seen |= call.execution.state.options.kinds.contains(Kind::Leak);
            Ok(Value::Integer(call.allocate(size, align.max(1), content)?.into()))
        },
        "__boolprog_release" => |call| call.release(call.address(0)).map(|()| Value::None),
        "__boolprog_size" => |call| call.size(call.address(0)).map(|size| Value::Integer(size.into())),
        "__boolprog_copy" => |call| {
            let (to, from, size) = (call.address(0), call.address(1), call.address(2));
            call.is_seen = true;
            call.execution.copy_bytes(to, from, size).map(|()| Value::None)
        },
        "__boolprog_check" => check,
        "__boolprog_doubt" => doubt,
        // A run without signals is one of the program.
        "__boolprog_interrupts" => |_| Ok(Value::None),
        "__boolprog_is_late" => |call| Ok(Value::Integer(call.choose(0, 1))),
        "__boolprog_choose" => |call| Ok(Value::Integer(call.choose(call.integer(0), call.integer(1)))),
        "__boolprog_input" => |call| {
            let scalar = Scalar::Integer { size: call.address(0) as u8, signed: call.integer(1) != 0 };
            call.is_seen = true;
            Ok(call.execution.any(Question::Input, scalar))
        },
        "__boolprog_spurious" => |call| {
            let may = call.execution.state.options.is_spurious;
            Ok(Value::Integer(if may { call.execution.choose(Question::Wakeup, 0, 1) } else { 0 }))
        },
        "__boolprog_observe_wait" => observe_wait,
        "__CPROVER_assume" | "__VERIFIER_assume" | "assume_abort_if_not" | "__builtin_assume" => assume,
        "__CPROVER_assert" | "__VERIFIER_assert" | "assert" => assert,
        "__VERIFIER_error" | "reach_error" => |call| {
            let message = format!("`{}` is called.", call.name());
            Err(call.fault(Kind::Assertion, "", message))
        },
        // Also for a program that does not declare it, which means `int`.
        _ if name.ends_with("nondet_bool") => |call| {
            call.is_seen = true;
            Ok(Value::Integer(call.execution.choose(Question::Input, 0, 1)))
        },
        _ if name.contains("nondet_") => input,
        _ => return library::find(name),
    };
    Some(found)
}

fn create(call: &mut Call<'_, '_>) -> Result<Value, Halt> {
    call.is_seen = true;
    let run = call.address(0);
    let arguments: Vec<u64> = (1..call.arguments.len()).map(|index| call.address(index)).collect();
    let created = call.execution.create(run, &arguments)?;
    Ok(Value::Integer(created.map_or(0, |created| i128::from(created.0) + 1)))
}

fn has_ended(call: &Call<'_, '_>, number: u64) -> i128 {
    let thread = call.thread(number).map(|id| &call.execution.state.threads[id.0 as usize]);
    thread.map_or(-1, |thread| i128::from(thread.status == Status::Ended))
}

fn result(call: &mut Call<'_, '_>) -> Result<Value, Halt> {
    let id = call.thread(call.address(0));
    if let Some(ended) = id {
        let by = call.execution.id();
        call.execution.state.races.ordered(ended, by);
    }
    Ok(id.map_or(Value::Integer(0), |id| Value::Integer(call.execution.state.threads[id.0 as usize].result.integer())))
}

/// Destructors are called in the opposite order of constructors.
fn destructor(call: &mut Call<'_, '_>) -> Result<Value, Halt> {
    let program = call.execution.program;
    let found = usize::try_from(call.integer(0)).ok().and_then(|number| program.destructors.iter().rev().nth(number));
    let address = found.map_or(0, |function| call.execution.state.memory[program.function(*function).object].base);
    Ok(Value::Integer(address.into()))
}

fn check(call: &mut Call<'_, '_>) -> Result<Value, Halt> {
    if call.integer(1) != 0 {
        return Ok(Value::None);
    }
    let name = call.text(call.address(0), None)?;
    let text = call.text(call.address(2), None)?;
    let kind = Kind::ALL.into_iter().find(|kind| kind.name().as_bytes() == name).unwrap_or(Kind::Misuse);
    let message = String::from_utf8_lossy(&text).into_owned();
    call.execution.check(kind, "", || message)?;
    Ok(Value::None)
}

fn doubt(call: &mut Call<'_, '_>) -> Result<Value, Halt> {
    let text = call.text(call.address(0), None)?;
    let message = format!("Here, {}.", String::from_utf8_lossy(&text));
    Err(call.fault(Kind::Unsupported, "", message))
}

fn observe_wait(call: &mut Call<'_, '_>) -> Result<Value, Halt> {
    let what = call.text(call.address(0), None)?;
    let object = call.address(1);
    call.execution.tell(Happening::WaitsFor(&String::from_utf8_lossy(&what), object));
    Ok(Value::None)
}

fn assume(call: &mut Call<'_, '_>) -> Result<Value, Halt> {
    if call.integer(0) == 0 { Err(Halt::Quiet) } else { Ok(Value::None) }
}

fn assert(call: &mut Call<'_, '_>) -> Result<Value, Halt> {
    if call.integer(0) == 0 {
        Err(call.fault(Kind::Assertion, "", "The assertion does not hold."))
    } else {
        Ok(Value::None)
    }
}

/// Any value of the type of the result. The step ends, so that what depends on the value is another one.
fn input(call: &mut Call<'_, '_>) -> Result<Value, Halt> {
    let scalar = call.result;
    call.is_seen = true;
    Ok(scalar.map_or(Value::None, |scalar| call.execution.any(Question::Input, scalar)))
}
