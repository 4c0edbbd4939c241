//! The effects of instructions on the sets.

use boolprog_c_syntax::tree::{Atomic, Binary, Gives};

use super::offsets::Distance;
use super::{PointsTo, Set, Source, Thing};
use crate::form::{
    Action, Answer, Argument, Base, Call, Direction, FunctionId, Operand, Operation, Place, TemporaryId,
};

impl PointsTo<'_> {
    /// One pass over a function.
    pub(super) fn function(&mut self, id: FunctionId) {
        let unit = self.unit;
        let mut number = 0;
        for block in &unit.functions[id.0 as usize].blocks {
            for instruction in &block.instructions {
                self.action(id, number, &instruction.action);
                number += 1;
            }
            for target in block.end.targets() {
                let parameters = &unit.functions[id.0 as usize].blocks[target.block.0 as usize].parameters;
                for (parameter, argument) in parameters.iter().zip(&target.arguments) {
                    let set = self.operand(id, *argument);
                    self.add(Source::Temporary(id, *parameter), &set);
                }
            }
            if let Some(value) = block.end.returned() {
                let set = self.operand(id, value);
                self.add(Source::Returned(id), &set);
                if self.starts.contains(&id) {
                    self.add(Source::Results, &set);
                }
            }
        }
    }

    fn action(&mut self, id: FunctionId, number: u32, action: &Action) {
        match action {
            Action::Compute(to, operation) => {
                let set = self.operation(id, operation);
                self.add(Source::Temporary(id, *to), &set);
            }
            Action::Load(to, place, access) => {
                let set = self.memory.read(&self.place(id, *place), access.shape.size());
                self.add(Source::Temporary(id, *to), &set);
            }
            Action::Store(place, value, _) => {
                let (places, set) = (self.place(id, *place), self.operand(id, *value));
                self.has_changed |= self.memory.write(&places, &set);
            }
            Action::Copy(to, from, size) => {
                let (to, from) = (self.place(id, *to), self.place(id, *from));
                self.has_changed |= self.memory.copy(&to, &from, *size);
            }
            Action::Atomic(to, operation, place, operands, shape) => {
                self.atomic(id, *to, *operation, *place, operands, shape.size());
            }
            Action::Call(call) => self.call(id, number, call),
            Action::Create(_, thread, arguments) => {
                let arguments: Vec<Set> = arguments.iter().map(|argument| self.operand(id, *argument)).collect();
                self.execute(self.unit.threads[thread.0 as usize].function, &arguments);
            }
            Action::Allocate(to, _) => {
                self.add(Source::Temporary(id, *to), &Set::of(Thing::Allocated(id, number)));
            }
            Action::ListNext(to, _) => {
                let set = self.source(Source::Listed);
                self.add(Source::Temporary(id, *to), &set);
            }
            Action::Any(to, _) => {
                let set = self.source(Source::Outside).within();
                self.add(Source::Temporary(id, *to), &set);
            }
            Action::Forget(pointer, _) => {
                let set = self.operand(id, *pointer);
                self.add(Source::Outside, &set.anywhere());
            }
            Action::Zero(..)
            | Action::Begin(_)
            | Action::End(_)
            | Action::Label(_)
            | Action::ListStart(_)
            | Action::ListCopy(..)
            | Action::Require(..) => {}
        }
    }

    fn operation(&self, id: FunctionId, operation: &Operation) -> Set {
        match operation {
            Operation::Address(place) => self.place(id, *place),
            Operation::Convert(value, ..) => self.operand(id, *value),
            Operation::Unary(_, value, _) => self.operand(id, *value).anywhere(),
            Operation::Binary(operator, a, b, _) if !is_comparison(*operator) => {
                let mut set = self.operand(id, *a).anywhere();
                set.extend(&self.operand(id, *b).anywhere());
                set
            }
            Operation::Binary(..) | Operation::Distance(..) => Set::default(),
            Operation::Move(pointer, by, Operand::Number(size), direction) => {
                let by = match (by, direction) {
                    (Operand::Number(by), Direction::Forwards) => Distance { bytes: by.saturating_mul(*size), step: 0 },
                    (Operand::Number(by), Direction::Backwards) => {
                        Distance { bytes: by.saturating_mul(-size), step: 0 }
                    }
                    _ => Distance { bytes: 0, step: u64::try_from(*size).unwrap_or(1) },
                };
                self.operand(id, *pointer).moved(by)
            }
            Operation::Move(pointer, ..) => self.operand(id, *pointer).anywhere(),
        }
    }

    fn atomic(
        &mut self,
        id: FunctionId,
        to: Option<TemporaryId>,
        operation: Atomic,
        place: Place,
        operands: &[Operand],
        size: u64,
    ) {
        let places = self.place(id, place);
        let before = self.memory.read(&places, size);
        if let Some(to) = to {
            self.add(Source::Temporary(id, to), &before);
        }
        if let (Atomic::Fetch(operator, gives), Some(by)) = (operation, operands.first()) {
            let after = changed(&before, operator, *by);
            self.has_changed |= self.memory.write(&places, &after);
            if let (Some(to), Gives::After) = (to, gives) {
                self.add(Source::Temporary(id, to), &after);
            }
        }
        let sets: Vec<Set> = operands.iter().map(|operand| self.operand(id, *operand)).collect();
        if let (Atomic::CompareExchange { .. }, Some(expected)) = (operation, sets.first()) {
            self.has_changed |= self.memory.write(expected, &before);
        }
        // The first operand of a compare-and-exchange says where what is expected lies.
        let stored = usize::from(matches!(operation, Atomic::CompareExchange { .. }));
        for set in &sets[stored.min(sets.len())..] {
            self.has_changed |= self.memory.write(&places, set);
        }
    }

    fn call(&mut self, id: FunctionId, number: u32, call: &Call) {
        for called in self.callees(id, call) {
            self.reach(called);
            let function = &self.unit.functions[called.0 as usize];
            if function.blocks.is_empty() {
                self.intrinsic(id, number, &function.name, call);
                continue;
            }
            let passed = function.parameters.iter().map(Some).chain(std::iter::repeat(None));
            for (argument, parameter) in call.arguments.iter().zip(passed) {
                let local = parameter.map(|local| Place { base: Base::Local(*local), offset: 0 });
                self.pass(id, argument, called, local);
            }
            match &call.result {
                Answer::Value(to) => {
                    let set = self.source(Source::Returned(called));
                    self.add(Source::Temporary(id, *to), &set);
                }
                Answer::Place(place) => {
                    let set = self.place(id, *place);
                    self.add(Source::Wanted(called), &set);
                }
                Answer::None => {}
            }
        }
    }

    /// Passes an argument to a parameter, or to the list after the parameters.
    fn pass(&mut self, id: FunctionId, argument: &Argument, called: FunctionId, parameter: Option<Place>) {
        match (argument, parameter) {
            (Argument::Value(value, _), Some(parameter)) => {
                let (places, set) = (self.place(called, parameter), self.operand(id, *value));
                self.has_changed |= self.memory.write(&places, &set);
            }
            (Argument::Value(value, _), None) => {
                let set = self.operand(id, *value);
                self.add(Source::Listed, &set);
            }
            (Argument::Copy(place, size), Some(parameter)) => {
                let (to, from) = (self.place(called, parameter), self.place(id, *place));
                self.has_changed |= self.memory.copy(&to, &from, *size);
            }
            (Argument::Copy(place, size), None) => {
                let set = self.memory.read(&self.place(id, *place), *size);
                self.add(Source::Listed, &set);
            }
        }
    }
}

fn is_comparison(operator: Binary) -> bool {
    use Binary::{Equal, Greater, GreaterOrEqual, Less, LessOrEqual, NotEqual};
    matches!(operator, Less | Greater | LessOrEqual | GreaterOrEqual | Equal | NotEqual)
}

/// Pointers after an atomic change; a number that is added to one is one of bytes.
fn changed(before: &Set, operator: Binary, by: Operand) -> Set {
    match (operator, by) {
        (Binary::Add, Operand::Number(bytes)) => before.moved(Distance { bytes, step: 0 }),
        (Binary::Subtract, Operand::Number(bytes)) => before.moved(Distance { bytes: -bytes, step: 0 }),
        (Binary::Add | Binary::Subtract, _) => before.moved(Distance { bytes: 0, step: 1 }),
        _ => before.anywhere(),
    }
}
