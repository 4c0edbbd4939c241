//! Parts of the library that only some programs need: cancellation points, and counting threads for the end of the process.

use std::collections::BTreeSet;

use crate::destructors::at_end;
use crate::form::{Action, Answer, Block, Call, Callee, End, Function, FunctionId, Instruction, Operand, Passed, Unit};
use crate::inline::is_native;

/// The cancellation point in functions of which POSIX leaves it open whether they have one.
const MAY_CANCEL: &str = "__boolprog_may_cancel";

/// The functions of the library of which the others consist.
const POINTS: [&str; 2] = ["pthread_testcancel", MAY_CANCEL];

/// The question whether a thread ends last, and what answers it.
const IS_LAST: [&str; 2] = ["__boolprog_is_last", "__boolprog_count_down"];

/// Adapts what the library does to the program: cancellation points are empty where nothing cancels a thread, as each would bring all
/// that ends a thread; and threads are counted only where the last one may not be that of `main`, and something is called at the end.
/// Linear.
pub(crate) fn adapt(unit: &mut Unit) {
    let cancels = unit.uses("pthread_cancel");
    if cancels {
        add_before_native(unit);
    } else {
        empty(unit, &POINTS);
    }
    let [question, count] = IS_LAST;
    redirect(unit, question, count);
    if at_end(unit).is_none() || !(cancels || exits_threads(unit)) {
        empty(unit, &[count]);
    }
}

/// Calls of one function become calls of another one.
fn redirect(unit: &mut Unit, from: &str, to: &str) {
    let position = |name: &str| unit.functions.iter().position(|function| function.name == name);
    let (Some(from), Some(to)) = (position(from), position(to)) else { return };
    let blocks = unit.functions.iter_mut().flat_map(|function| &mut function.blocks);
    for called in blocks.flat_map(|block| &mut block.instructions).filter_map(|it| it.action.called_mut()) {
        if called.0 as usize == from {
            *called = FunctionId(to as u32);
        }
    }
}

/// Empties the bodies of some functions; the result, if there is one, is 0.
fn empty(unit: &mut Unit, names: &[&str]) {
    for function in unit.functions.iter_mut().filter(|it| names.contains(&&*it.name) && !it.blocks.is_empty()) {
        let result = (function.signature.result != Passed::Nothing).then_some(Operand::Number(0));
        function.blocks = vec![Block { parameters: Vec::new(), instructions: Vec::new(), end: End::Return(result) }];
        function.sequences.clear();
    }
}

/// Returns `true` if the program itself calls a function that ends threads, or its address is taken, also by an initial value. The
/// library always has a call of one.
fn exits_threads(unit: &Unit) -> bool {
    let is_exit = |id: FunctionId| matches!(&*unit.functions[id.0 as usize].name, "pthread_exit" | "thrd_exit");
    let is_own = |function: &&Function| function.activations.first().is_some_and(|activation| !activation.is_library);
    let calls =
        unit.functions.iter().filter(is_own).flat_map(Function::instructions).filter_map(|it| it.action.called());
    let addresses = unit.functions.iter().flat_map(Function::instructions).filter_map(|it| it.action.addressed());
    calls.chain(addresses).any(is_exit)
}

fn is_point(function: &Function) -> bool {
    POINTS.contains(&&*function.name)
}

/// Adds a cancellation point before each call of a function with some in its body, if calls of that function stay calls.
fn add_before_native(unit: &mut Unit) {
    let Some(point) = unit.functions.iter().position(|function| function.name == MAY_CANCEL) else { return };
    let point =
        Call { function: Callee::Function(FunctionId(point as u32)), arguments: Vec::new(), result: Answer::None };
    let with_points = with_points(unit);
    let native = |id: &FunctionId| is_native(&unit.functions[id.0 as usize], unit);
    let native: BTreeSet<FunctionId> = with_points.into_iter().filter(native).collect();
    let has_point = |instruction: &Instruction| instruction.action.called().is_some_and(|id| native.contains(&id));
    for function in &mut unit.functions {
        for block in function.blocks.iter_mut().filter(|block| block.instructions.iter().any(has_point)) {
            let before =
                |instruction: &Instruction| Instruction { action: Action::Call(point.clone()), ..instruction.clone() };
            let all = std::mem::take(&mut block.instructions);
            let with_point = |it: Instruction| has_point(&it).then(|| before(&it)).into_iter().chain([it]);
            block.instructions = all.into_iter().flat_map(with_point).collect();
        }
    }
}

/// The functions that are cancellation points, or call one by its name.
fn with_points(unit: &Unit) -> BTreeSet<FunctionId> {
    let mut callers = vec![Vec::new(); unit.functions.len()];
    for (caller, function) in unit.functions.iter().enumerate() {
        for called in function.instructions().filter_map(|instruction| instruction.action.called()) {
            callers[called.0 as usize].push(FunctionId(caller as u32));
        }
    }
    let points = (0..unit.functions.len()).filter(|index| is_point(&unit.functions[*index]));
    let mut open: Vec<FunctionId> = points.map(|index| FunctionId(index as u32)).collect();
    let mut found: BTreeSet<FunctionId> = open.iter().copied().collect();
    while let Some(id) = open.pop() {
        open.extend(callers[id.0 as usize].iter().filter(|caller| found.insert(**caller)));
    }
    found
}
