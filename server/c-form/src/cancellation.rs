//! Cancellation points of a program that cancels no thread.

use crate::form::{Block, End, Unit};

/// The functions of the library of which the others consist.
const POINTS: [&str; 2] = ["pthread_testcancel", "__boolprog_may_cancel"];

/// Leaves out what cancellation points do where nothing cancels a thread: each would bring all that ends a thread. Linear.
pub(crate) fn leave_out(unit: &mut Unit) {
    if unit.uses("pthread_cancel") {
        return;
    }
    let is_point = |name: &str| POINTS.contains(&name);
    for function in unit.functions.iter_mut().filter(|it| is_point(&it.name) && !it.blocks.is_empty()) {
        function.blocks = vec![Block { parameters: Vec::new(), instructions: Vec::new(), end: End::Return(None) }];
        function.sequences.clear();
    }
}
