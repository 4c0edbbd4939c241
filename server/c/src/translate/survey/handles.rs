//! Values that may be handles of threads: which of any number of threads one means is not known from its number.

use boolprog_c_form::form::{
    Action, Answer, Argument, Base, Call, End, FunctionId, LocalId, Operand, Operation, Place, TemporaryId,
};
use boolprog_c_form::points_to::Thing;
use rustc_hash::FxHashSet;

use super::super::Translation;

/// The temporaries and objects that may have handles.
#[derive(Default)]
pub(in crate::translate) struct Handles {
    temporaries: FxHashSet<(FunctionId, TemporaryId)>,
    things: FxHashSet<Thing>,
    /// `true` if the result of some thread may be one.
    is_result: bool,
    has_grown: bool,
}

impl Handles {
    /// Returns `true` if the value of an operand may be a handle.
    pub(in crate::translate) fn contains(&self, id: FunctionId, operand: Operand) -> bool {
        operand.temporary().is_some_and(|temporary| self.temporaries.contains(&(id, temporary)))
    }

    fn add(&mut self, id: FunctionId, temporary: TemporaryId) {
        self.has_grown |= self.temporaries.insert((id, temporary));
    }

    fn add_things(&mut self, things: Vec<Thing>) {
        for thing in things {
            self.has_grown |= self.things.insert(thing);
        }
    }

    fn are_in(&self, things: &[Thing]) -> bool {
        things.iter().any(|thing| self.things.contains(thing))
    }
}

impl Translation<'_> {
    /// Finds the values that come from creations of threads, and from the question who one is. Linear in the text for each round in
    /// which more are found.
    pub(in crate::translate) fn survey_handles(&mut self) {
        let mut found = Handles { has_grown: self.many.contains(&true), ..Handles::default() };
        while std::mem::take(&mut found.has_grown) {
            for thread in self.threads {
                let id = thread.function;
                for block in &self.unit.functions[id.0 as usize].blocks {
                    for instruction in &block.instructions {
                        self.note_handles(&mut found, id, &instruction.action);
                    }
                    self.pass_handles(&mut found, id, &block.end);
                }
            }
        }
        self.handles = found;
    }

    fn note_handles(&self, found: &mut Handles, id: FunctionId, action: &Action) {
        match action {
            Action::Create(to, thread, arguments) => {
                if let Some(to) = to {
                    found.add(id, *to);
                }
                let function = self.threads[thread.0 as usize].function;
                let parameters: &[LocalId] = &self.unit.functions[function.0 as usize].parameters;
                let given = parameters.iter().zip(arguments).filter(|(_, argument)| found.contains(id, **argument));
                let given = given.map(|(parameter, _)| Thing::Local(function, *parameter)).collect();
                found.add_things(given);
            }
            Action::Compute(to, Operation::Convert(value, ..)) if found.contains(id, *value) => found.add(id, *to),
            Action::Load(to, place, _) if found.are_in(&self.things(id, *place)) => found.add(id, *to),
            Action::Store(place, value, _) if found.contains(id, *value) => found.add_things(self.things(id, *place)),
            Action::Copy(to, from, _) if found.are_in(&self.things(id, *from)) => {
                found.add_things(self.things(id, *to));
            }
            Action::Atomic(to, _, place, operands, _) => {
                if operands.iter().any(|operand| found.contains(id, *operand)) {
                    found.add_things(self.things(id, *place));
                }
                if let (true, Some(to)) = (found.are_in(&self.things(id, *place)), to) {
                    found.add(id, *to);
                }
            }
            Action::Call(call) => self.note_handles_of_call(found, id, call),
            _ => {}
        }
    }

    fn note_handles_of_call(&self, found: &mut Handles, id: FunctionId, call: &Call) {
        let gives = self.given::<0>(call, "__boolprog_self").is_some()
            || (found.is_result && self.given::<1>(call, "__boolprog_result").is_some());
        if let (true, Some(to)) = (gives, result(call)) {
            found.add(id, to);
        }
        if let Some([to, from, _]) = self.given(call, "__boolprog_copy") {
            let place = |pointer| Place { base: Base::Pointer(pointer), offset: 0 };
            if found.are_in(&self.things(id, place(from))) {
                found.add_things(self.things(id, place(to)));
            }
        }
        let is_passed = call.arguments.iter().any(|argument| match argument {
            Argument::Value(value, _) => found.contains(id, *value),
            Argument::Copy(place, _) => found.are_in(&self.things(id, *place)),
        });
        // A function whose body is not known here may give what it gets.
        if let (true, true, Some(to)) = (is_passed, self.is_unknown(call), result(call)) {
            found.add(id, to);
        }
    }

    fn pass_handles(&self, found: &mut Handles, id: FunctionId, end: &End) {
        for target in end.targets() {
            let parameters = &self.unit.functions[id.0 as usize].blocks[target.block.0 as usize].parameters;
            for (parameter, argument) in parameters.iter().zip(&target.arguments) {
                if found.contains(id, *argument) {
                    found.add(id, *parameter);
                }
            }
        }
        if end.returned().is_some_and(|value| found.contains(id, value)) {
            found.has_grown |= !found.is_result;
            found.is_result = true;
        }
    }

    fn things(&self, id: FunctionId, place: Place) -> Vec<Thing> {
        self.pointees(id, place).into_iter().map(|(thing, _)| thing).collect()
    }
}

/// The temporary that gets the result of a call.
fn result(call: &Call) -> Option<TemporaryId> {
    if let Answer::Value(to) = call.result { Some(to) } else { None }
}
