//! Locals that something may access by a pointer after the end of their lives (C11 6.2.4p2).

use std::collections::{BTreeMap, BTreeSet};

use boolprog_c_form::form::{
    Action, ActivationId, Argument, Base, BlockId, End, Function, Instruction, LocalId, Operand, Operation, Place,
};
use boolprog_c_form::points_to::Thing;
use boolprog_c_syntax::tree::Atomic;

use super::super::Translation;

/// A place of a thread: its block, and the number of the instruction there.
type At = (BlockId, usize);

/// The accesses to objects by pointers: the thread and the place.
type Accesses = BTreeMap<Thing, BTreeSet<(usize, At)>>;

impl Translation<'_> {
    /// Notes which locals end before something that may access them.
    pub(super) fn note_endings(&mut self) {
        let accesses = self.accesses_by_pointers();
        for (number, thread) in self.threads.iter().enumerate() {
            let function = &self.unit.functions[thread.function.0 as usize];
            for (at, instruction) in places(function) {
                let Action::End(local) = instruction.action else { continue };
                let thing = Thing::Local(thread.function, local);
                let Some(found) = accesses.get(&thing).filter(|_| !self.ending.contains(&thing)) else { continue };
                let is_by_others = self.many[number] || found.iter().any(|(other, _)| *other != number);
                let ends_program =
                    number == 0 && is_outermost(function, instruction.activation) && is_last(function, at);
                let own = found.iter().filter(|(other, _)| *other == number).map(|(_, at)| *at).collect();
                if (is_by_others && !ends_program) || comes_after(function, at, local, &own) {
                    self.ending.insert(thing);
                }
                _ = self.watch.work(1);
            }
        }
    }

    fn accesses_by_pointers(&self) -> Accesses {
        let mut accesses = Accesses::new();
        for (number, thread) in self.threads.iter().enumerate() {
            let function = &self.unit.functions[thread.function.0 as usize];
            for (at, instruction) in places(function) {
                for pointer in pointers(&instruction.action) {
                    for pointee in self.sets.operand(thread.function, pointer).iter() {
                        accesses.entry(pointee.thing).or_default().insert((number, at));
                    }
                }
            }
        }
        accesses
    }
}

/// The instructions of a function with their places.
fn places(function: &Function) -> impl Iterator<Item = (At, &Instruction)> {
    let blocks = function.blocks.iter().zip(0..);
    blocks.flat_map(|(block, number)| {
        let instructions = block.instructions.iter().enumerate();
        instructions.map(move |(index, instruction)| ((BlockId(number), index), instruction))
    })
}

/// Returns `true` if no function of the program has called that of an activation: its locals end with the program.
fn is_outermost(function: &Function, activation: ActivationId) -> bool {
    let of = |id: ActivationId| &function.activations[id.0 as usize];
    let callers = std::iter::successors(of(activation).caller, |(caller, _)| of(*caller).caller);
    callers.into_iter().all(|(caller, _)| of(caller).is_library)
}

/// The pointers by which an instruction may access what they point to.
fn pointers(action: &Action) -> Vec<Operand> {
    let base = |place: &Place| match place.base {
        Base::Pointer(pointer) => Some(pointer),
        _ => None,
    };
    match action {
        Action::Load(_, place, _) | Action::Store(place, ..) | Action::Zero(place, _) => {
            base(place).into_iter().collect()
        }
        Action::Copy(to, from, _) => [to, from].into_iter().filter_map(base).collect(),
        Action::Atomic(_, Atomic::CompareExchange { .. }, place, operands, _) => {
            base(place).into_iter().chain(operands.first().copied()).collect()
        }
        Action::Atomic(_, _, place, ..) => base(place).into_iter().collect(),
        Action::Forget(pointer, _) => vec![*pointer],
        Action::Call(call) => {
            let values = call.arguments.iter().filter_map(|argument| match argument {
                Argument::Value(value, _) => Some(*value),
                Argument::Copy(place, _) => base(place),
            });
            values.collect()
        }
        _ => Vec::new(),
    }
}

/// Returns `true` if nothing but ends of lives comes after a place.
fn is_last(function: &Function, (mut block, mut index): At) -> bool {
    for _ in 0..function.blocks.len() {
        let body = &function.blocks[block.0 as usize];
        let mut rest = body.instructions[index..].iter();
        if !rest.all(|instruction| matches!(instruction.action, Action::End(_))) {
            return false;
        }
        match &body.end {
            End::Jump(target) => (block, index) = (target.block, 0),
            end => return end.targets().is_empty(),
        }
    }
    false
}

/// The local in which an operation computes an address.
pub(in crate::translate) fn addressed(operation: &Operation) -> Option<LocalId> {
    match operation {
        Operation::Address(Place { base: Base::Local(local), .. }) => Some(*local),
        _ => None,
    }
}

/// Returns `true` if control can come from a place to one of these before the address of a local is computed again: no pointer to
/// it has been one in its life then.
fn comes_after(function: &Function, (block, index): At, local: LocalId, wanted: &BTreeSet<At>) -> bool {
    let mut seen = vec![false; function.blocks.len()];
    let mut open = vec![(block, index + 1)];
    while let Some((block, first)) = open.pop() {
        let body = &function.blocks[block.0 as usize];
        let rest = body.instructions.iter().enumerate().skip(first);
        let mut is_new = false;
        for (index, instruction) in rest {
            if wanted.contains(&(block, index)) {
                return true;
            }
            is_new = matches!(&instruction.action, Action::Compute(_, of) if addressed(of) == Some(local));
            if is_new {
                break;
            }
        }
        if !is_new {
            for target in body.end.targets() {
                if !std::mem::replace(&mut seen[target.block.0 as usize], true) {
                    open.push((target.block, 0));
                }
            }
        }
    }
    false
}
