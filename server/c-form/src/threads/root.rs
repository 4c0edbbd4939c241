//! The work of threads before they execute a function of the program.

use std::collections::BTreeSet;

use boolprog_c_syntax::library::ARGUMENTS;
use boolprog_c_syntax::tree::{Linkage, Precedence};
use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use crate::destructors;
use crate::form::{
    Action, Activation, Answer, Argument, Base, Block, Call, Callee, End, Function, FunctionId, Instruction, LocalId,
    Operand, Part, Sequence, Shape, Signature, TemporaryId, Unit, Unknown,
};

/// The function of the first thread: it sets the initial values of all units, calls constructors, a function with any
/// arguments, and those that are called at the end.
pub(crate) fn root(unit: &Unit, entry: FunctionId) -> Function {
    let function = &unit.functions[entry.0 as usize];
    let mut instructions = calls_of("initialise", unit);
    instructions.extend(constructors(unit));
    let maker = maker(unit, function);
    let mut temporaries = Vec::new();
    let mut arguments: Vec<Argument> = Vec::new();
    for parameter in &function.parameters {
        let Some(shape) = shape_of(function, *parameter) else { break };
        let to = TemporaryId(temporaries.len() as u32);
        temporaries.push(shape);
        instructions.push(match (arguments.len(), maker, &arguments[..]) {
            (0, Some(_), _) => Instruction::made(Action::Any(to, Unknown::Arguments)),
            (1, Some(maker), [count]) => call(maker, vec![count.clone()], Answer::Value(to)),
            _ => Instruction::made(Action::Any(to, Unknown::Unwritten)),
        });
        arguments.push(Argument::Value(Operand::Temporary(to), shape));
    }
    let returned = function.blocks.iter().any(|block| block.end.returned().is_some());
    let to = TemporaryId(temporaries.len() as u32);
    temporaries.extend(returned.then_some(Shape::Signed(4)));
    let result = if returned { Answer::Value(to) } else { Answer::None };
    instructions.push(call(entry, arguments, result));
    instructions.extend(destructors::at_end(unit).map(|leave| call(leave, Vec::new(), Answer::None)));
    let end = End::Return(returned.then_some(Operand::Temporary(to)));
    let mut root = Function {
        name: function.name.clone(),
        linkage: Linkage::Internal,
        precedence: Precedence::Program,
        only_read: Vec::new(),
        constructor: None,
        destructor: None,
        signature: Signature::default(),
        is_noreturn: false,
        assertions: Vec::new(),
        versions: FxHashMap::default(),
        parameters: Vec::new(),
        locals: Vec::new(),
        temporaries,
        sequences: vec![Sequence { whole: None, part: Part::Full }],
        activations: vec![Activation {
            function: function.name.clone(),
            unit: 0,
            caller: None,
            is_library: true,
            is_result_used: false,
        }],
        blocks: vec![Block { parameters: Vec::new(), instructions, end }],
    };
    begin_thread(&mut root, unit);
    root
}

/// The function that makes the arguments of `main`, if this takes them.
fn maker(unit: &Unit, entry: &Function) -> Option<FunctionId> {
    let is_main = entry.name == "main" && entry.parameters.len() > 1;
    let found = unit.functions.iter().position(|it| it.name == ARGUMENTS && !it.blocks.is_empty());
    found.filter(|_| is_main).map(|found| FunctionId(found as u32))
}

/// A function without parameters that has no body.
pub(super) fn declared(name: &'static str) -> Function {
    let name = SmolStr::new_static(name);
    Function {
        name: name.clone(),
        linkage: Linkage::External,
        precedence: Precedence::Program,
        only_read: Vec::new(),
        constructor: None,
        destructor: None,
        is_noreturn: false,
        assertions: Vec::new(),
        versions: FxHashMap::default(),
        signature: Signature::default(),
        parameters: Vec::new(),
        locals: Vec::new(),
        temporaries: Vec::new(),
        sequences: vec![Sequence { whole: None, part: Part::Full }],
        activations: vec![Activation {
            function: name,
            unit: 0,
            caller: None,
            is_library: true,
            is_result_used: false,
        }],
        blocks: Vec::new(),
    }
}

/// Lets a function first set the initial values of the objects of its thread.
pub(super) fn begin_thread(function: &mut Function, unit: &Unit) {
    if let Some(first) = function.blocks.first_mut() {
        first.instructions.splice(0..0, calls_of("initialise thread", unit));
    }
}

/// Calls of the functions of this name that the translation has made, one for each unit.
fn calls_of(name: &str, unit: &Unit) -> Vec<Instruction> {
    calls(unit, |function| function.name == name && function.activations[0].is_library)
}

/// Calls of the functions with the attribute `constructor`, in the order of their priorities.
fn constructors(unit: &Unit) -> Vec<Instruction> {
    let priorities: BTreeSet<u16> = unit.functions.iter().filter_map(|function| function.constructor).collect();
    priorities.into_iter().flat_map(|priority| calls(unit, |it| it.constructor == Some(priority))).collect()
}

/// Calls of the functions without parameters for which a condition holds.
fn calls(unit: &Unit, is_meant: impl Fn(&Function) -> bool) -> Vec<Instruction> {
    let is_called = |it: &Function| it.parameters.is_empty() && !it.blocks.is_empty() && is_meant(it);
    let all = unit.functions.iter().zip(0..).filter(|(function, _)| is_called(function));
    all.map(|(_, number)| call(FunctionId(number), Vec::new(), Answer::None)).collect()
}

fn call(function: FunctionId, arguments: Vec<Argument>, result: Answer) -> Instruction {
    Instruction::made(Action::Call(Call { function: Callee::Function(function), arguments, result }))
}

/// The shape of the scalar that a parameter is, by its first access.
fn shape_of(function: &Function, parameter: LocalId) -> Option<Shape> {
    let size = function.locals[parameter.0 as usize].size;
    let accessed = function.instructions().find_map(|instruction| match &instruction.action {
        Action::Load(_, place, access) | Action::Store(place, _, access)
            if place.base == Base::Local(parameter) && place.offset == 0 =>
        {
            Some(access.shape)
        }
        _ => None,
    });
    let unused = u8::try_from(size).ok().filter(|size| size.is_power_of_two() && *size <= 8).map(Shape::Unsigned);
    accessed.or(unused).filter(|shape| shape.size() == size)
}
