//! The assertions of a text, before what always holds is left out.

use super::Inliner;
use crate::form::{Action, Assertion, Callee, Instruction};

/// The function of the library that the macro `assert` calls where its condition does not hold.
pub const FAILS: &str = "__assert_fail";

/// Functions without a body that assert something, or that must not be called.
const ASSERTS: [&str; 5] = ["__CPROVER_assert", "__VERIFIER_assert", "assert", "__VERIFIER_error", "reach_error"];

impl Inliner<'_> {
    /// Notes an assertion, if an instruction of the result is part of one.
    pub(super) fn note_assertion(&mut self, instruction: &Instruction) {
        let assertion = Assertion { activation: instruction.activation, place: instruction.place };
        let is_new = self.result.assertions.last() != Some(&assertion);
        if is_new && (self.is_in_failure(instruction) || self.asserts(&instruction.action)) {
            self.result.assertions.push(assertion);
        }
    }

    fn is_in_failure(&self, instruction: &Instruction) -> bool {
        self.result.activations[instruction.activation.0 as usize].function == FAILS
    }

    fn asserts(&self, action: &Action) -> bool {
        let Action::Call(call) = action else { return false };
        let Callee::Function(callee) = call.function else { return false };
        let callee = &self.program.unit.functions[callee.0 as usize];
        callee.blocks.is_empty() && ASSERTS.contains(&callee.name.as_str())
    }
}
