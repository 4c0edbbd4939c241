//! Calls at the end of a program: the functions that it gives `atexit`, and those of the attribute `destructor`.

use boolprog_c_syntax::tree::Linkage;

use crate::form::{
    Access, Action, Base, Block, BlockId, End, FunctionId, Instruction, Local, LocalId, Members, Operand, Operation,
    Passed, Place, Shape, Target, TemporaryId, Unit,
};

/// The intrinsic that gives a destructor by its number.
const DESTRUCTOR: &str = "__boolprog_destructor";

/// The function of the library that calls all of them.
const LEAVE: &str = "__boolprog_leave";

/// Gives a body to the intrinsic that gives destructors, which are called in the opposite order of constructors. Linear.
pub(crate) fn define(unit: &mut Unit) {
    let mut destructors: Vec<FunctionId> = destructors(unit).collect();
    destructors.sort_by_key(|it| unit.functions[it.0 as usize].destructor);
    destructors.reverse();
    let Some(function) = unit.functions.iter_mut().find(|function| function.name == DESTRUCTOR) else { return };
    let Some(Passed::Value(shape)) = function.signature.parameters.first().copied() else { return };
    let pointer = Shape::Pointer(shape.size() as u8);
    let target = |block: usize| Target { block: BlockId(block as u32), arguments: Vec::new() };
    let access = Access { shape, bits: None, is_volatile: false, is_atomic: false };
    let number = Place { base: Base::Local(LocalId(0)), offset: 0 };
    let load = Instruction::made(Action::Load(TemporaryId(0), number, access));
    let cases = (0..destructors.len()).map(|index| (index as i128, index as i128, target(1 + index)));
    let end = End::Switch(Operand::Temporary(TemporaryId(0)), cases.collect(), target(1 + destructors.len()));
    let mut blocks = vec![Block { parameters: Vec::new(), instructions: vec![load], end }];
    for (destructor, to) in destructors.iter().zip(1..) {
        let code = Place { base: Base::Function(*destructor), offset: 0 };
        let address = Instruction::made(Action::Compute(TemporaryId(to), Operation::Address(code)));
        let end = End::Return(Some(Operand::Temporary(TemporaryId(to))));
        blocks.push(Block { parameters: Vec::new(), instructions: vec![address], end });
    }
    let none = End::Return(Some(Operand::Number(0)));
    blocks.push(Block { parameters: Vec::new(), instructions: Vec::new(), end: none });
    let local = Local { name: None, size: shape.size(), align: shape.size(), members: Members::default() };
    function.linkage = Linkage::Internal;
    function.parameters = vec![LocalId(0)];
    function.locals = vec![local];
    function.temporaries = std::iter::once(shape).chain(destructors.iter().map(|_| pointer)).collect();
    function.activations.iter_mut().for_each(|activation| activation.is_library = true);
    function.blocks = blocks;
}

/// The function that is called after `main`, if there is something to be called.
pub(crate) fn at_end(unit: &Unit) -> Option<FunctionId> {
    let named = |name: &str| unit.functions.iter().position(|it| it.name == name).map(|it| FunctionId(it as u32));
    named(LEAVE).filter(|_| unit.uses("atexit") || destructors(unit).next().is_some())
}

fn destructors(unit: &Unit) -> impl Iterator<Item = FunctionId> {
    let all = unit.functions.iter().enumerate();
    let destructors = all.filter(|(_, function)| function.destructor.is_some() && !function.blocks.is_empty());
    destructors.map(|(index, _)| FunctionId(index as u32))
}
