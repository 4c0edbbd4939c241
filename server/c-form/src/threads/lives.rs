//! The ends of threads: with a thread end the lives of its locals, and of its own copies of objects (C11 6.2.4p4, POSIX
//! `pthread_exit`).

use crate::form::{Action, End, Function, FunctionId, Instruction, LocalId, Unit};

/// The function that ends the thread in the middle of calls.
const FINISH: &str = "__boolprog_finish";

/// Ends the lives of the locals of threads where these end, but not where the return of the first one ends the process. Linear in the
/// result, which has an instruction for each local and each such place.
pub(super) fn end_with_threads(unit: &mut Unit) {
    let is_finish: Vec<bool> = unit.functions.iter().map(|function| function.name == FINISH).collect();
    for (number, thread) in unit.threads.iter().enumerate() {
        let function = &mut unit.functions[thread.function.0 as usize];
        let ends = locals(function).into_iter().map(|local| Instruction::made(Action::End(local)));
        end_in(function, &ends.collect::<Vec<_>>(), number > 0, |called| is_finish[called.0 as usize]);
    }
}

/// The locals that begin to live somewhere.
fn locals(function: &Function) -> Vec<LocalId> {
    let begun = function.instructions().filter_map(|instruction| match instruction.action {
        Action::Begin(local) => Some(local),
        _ => None,
    });
    let mut begun: Vec<LocalId> = begun.collect();
    begun.sort_unstable();
    begun.dedup();
    begun
}

fn end_in(function: &mut Function, ends: &[Instruction], at_return: bool, is_finish: impl Fn(FunctionId) -> bool) {
    for block in &mut function.blocks {
        let finish = block.instructions.iter().position(|it| it.action.called().is_some_and(&is_finish));
        match finish {
            Some(at) => {
                let like = block.instructions[at].clone();
                let ends = ends.iter().map(|end| Instruction { action: end.action.clone(), ..like.clone() });
                block.instructions.splice(at..at, ends.collect::<Vec<_>>());
            }
            None if at_return && matches!(block.end, End::Return(_)) => block.instructions.extend_from_slice(ends),
            None => {}
        }
    }
}
