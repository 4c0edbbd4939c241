//! Functions that do not return, as their declarations say (C11 6.7.4p8): if they have no body, nothing happens after a call.

use crate::form::{End, Unit};

/// Ends blocks after the calls of such functions. Linear.
pub(crate) fn end_after_calls(unit: &mut Unit) {
    let is_end: Vec<bool> = unit.functions.iter().map(|it| it.is_noreturn && it.blocks.is_empty()).collect();
    for block in unit.functions.iter_mut().flat_map(|function| &mut function.blocks) {
        let mut called = block.instructions.iter().map(|instruction| instruction.action.called());
        if let Some(last) = called.position(|called| called.is_some_and(|called| is_end[called.0 as usize])) {
            block.instructions.truncate(last + 1);
            block.end = End::Unreachable;
        }
    }
}
