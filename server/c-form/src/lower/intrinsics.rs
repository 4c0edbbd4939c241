//! Calls of intrinsics that the text does not name: their declarations follow the functions of the unit.

use boolprog_base::control::Stop;
use boolprog_c_syntax::tree::Linkage;
use smol_str::SmolStr;

use super::Lowering;
use crate::form::{Action, Answer, Argument, Call, Callee, Function, FunctionId, Part};

/// An intrinsic.
#[derive(Clone, Copy)]
pub(super) enum Intrinsic {
    /// Creates a thread.
    Create,
    /// Begins an atomic section.
    Begin,
    /// Ends it.
    End,
}

impl Intrinsic {
    /// All of them, in the order of their declarations.
    pub(super) const ALL: [Self; 3] = [Self::Create, Self::Begin, Self::End];

    const fn name(self) -> &'static str {
        match self {
            Self::Create => "__boolprog_create",
            Self::Begin => "__boolprog_begin",
            Self::End => "__boolprog_end",
        }
    }
}

impl Lowering<'_> {
    /// The declaration of an intrinsic.
    pub(super) fn declaration(self, intrinsic: Intrinsic) -> Result<Function, Stop> {
        let declared = self.whole(SmolStr::new_static(intrinsic.name()), Linkage::External, true)?;
        Ok(Function { blocks: Vec::new(), ..declared })
    }

    /// A call of an intrinsic, whose declaration the unit has.
    pub(super) fn call_intrinsic(&mut self, intrinsic: Intrinsic, arguments: Vec<Argument>) {
        let function = Callee::Function(FunctionId(self.tree.functions.len() as u32 + intrinsic as u32));
        let call = Call { function, arguments, result: Answer::None };
        self.part(Part::Call, |it| it.act(Action::Call(call)));
    }
}
