//! The assertions in the function of a thread.

use rustc_hash::FxHashSet;

use crate::form::{Action, Assertion, BlockId, Callee, Function, Instruction};

/// The function of the library that the macro `assert` calls where its condition does not hold.
pub const FAILS: &str = "__assert_fail";

/// Functions without a body that assert something, or that must not be called.
pub const ASSERTS: [&str; 5] = ["__CPROVER_assert", "__VERIFIER_assert", "assert", "__VERIFIER_error", "reach_error"];

/// The assertions to which control may come, whatever the conditions of branches are. `functions` are all of the program. Linear.
pub(super) fn assertions(function: &Function, functions: &[Function]) -> Vec<Assertion> {
    let mut found = FxHashSet::default();
    let blocks = function.blocks_from(BlockId(0)).into_iter().map(|block| &function.blocks[block.0 as usize]);
    let asserts = |it: &&Instruction| is_of_failure(function, it) || calls(&it.action, functions);
    let all = blocks.flat_map(|block| &block.instructions).filter(asserts);
    let all = all.map(|it| Assertion { activation: it.activation, place: it.place });
    all.filter(|it| found.insert(*it)).collect()
}

fn is_of_failure(function: &Function, instruction: &Instruction) -> bool {
    function.activations[instruction.activation.0 as usize].function == FAILS
}

fn calls(action: &Action, functions: &[Function]) -> bool {
    let Action::Call(call) = action else { return false };
    let Callee::Function(callee) = call.function else { return false };
    let callee = &functions[callee.0 as usize];
    callee.blocks.is_empty() && ASSERTS.contains(&callee.name.as_str())
}
