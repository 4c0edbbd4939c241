//! The native part of the library of C: what the part that is written in C (`library/` of the syntax crate) asks for, and
//! mathematics.

use crate::native::Native;
use crate::value::Value;

mod arguments;
mod bytes;
mod clock;
mod decimal;
mod directive;
mod math;
mod overflow;
mod print;
mod scan;
mod streams;
mod threads;
mod types;

/// The native function of a name.
pub(crate) fn find(name: &str) -> Option<Native> {
    Some(match name {
        "__boolprog_own" => threads::own,
        "__boolprog_set_own" => threads::set_own,
        "__boolprog_mark" => threads::mark,
        "__boolprog_set_mark" => threads::set_mark,
        "__boolprog_sleep" => threads::sleep,
        "__boolprog_rouse" => threads::rouse,
        "__boolprog_sleeps" => threads::sleeps,
        "__boolprog_sleepers" => threads::sleepers,
        "__boolprog_wake" => threads::wake,
        "__boolprog_fill" => bytes::fill,
        "__boolprog_supply" => bytes::supply,
        "__boolprog_written" => bytes::written,
        "__boolprog_format" => print::format,
        "__boolprog_scan" => scan::scan,
        "__boolprog_number" => decimal::number,
        "__boolprog_overflow" => |call| Ok(overflow::overflow(call)),
        "__boolprog_output" => streams::output,
        "__boolprog_take" => streams::take,
        "__boolprog_has_ended" => streams::has_ended,
        "__boolprog_is_argument" | "__boolprog_is_compared" => |_| Ok(Value::Integer(0)),
        "__boolprog_now" => clock::now,
        "__boolprog_passed" => clock::passed,
        _ => return math::find(name),
    })
}
