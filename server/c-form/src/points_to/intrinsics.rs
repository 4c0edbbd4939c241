//! Functions that the program does not have: the intrinsics of the library, and unknown ones.

use super::offsets::Distance;
use super::{PointsTo, Set, Source, Thing};
use crate::form::{Answer, Argument, Call, FunctionId, ObjectId, Operand};

/// Functions that do nothing to pointers.
const PLAIN: [&str; 39] = [
    "__boolprog_beyond",
    "__boolprog_begin",
    "__boolprog_end",
    "__boolprog_await",
    "__boolprog_observe_wait",
    "__boolprog_self",
    "__boolprog_ended",
    "__boolprog_own",
    "__boolprog_set_own",
    "__boolprog_mark",
    "__boolprog_set_mark",
    "__boolprog_sleep",
    "__boolprog_rouse",
    "__boolprog_sleeps",
    "__boolprog_sleepers",
    "__boolprog_wake",
    "__boolprog_exit",
    "__boolprog_stop",
    "__boolprog_release",
    "__boolprog_size",
    "__boolprog_fill",
    "__boolprog_written",
    "__boolprog_check",
    "__boolprog_doubt",
    "__boolprog_interrupts",
    "__boolprog_is_late",
    "__boolprog_choose",
    "__boolprog_input",
    "__boolprog_spurious",
    "__boolprog_now",
    "__boolprog_passed",
    "__boolprog_output",
    "__boolprog_take",
    "__boolprog_has_ended",
    "__boolprog_overflow",
    "__boolprog_is_argument",
    "__boolprog_argument_number",
    "__boolprog_is_compared",
    "__boolprog_compared",
];

impl PointsTo<'_> {
    /// The call of a function without a body.
    pub(super) fn intrinsic(&mut self, id: FunctionId, number: u32, name: &str, call: &Call) {
        let arguments: Vec<Set> = call.arguments.iter().map(|argument| self.argument(id, argument)).collect();
        let given = |index: usize| arguments.get(index).cloned().unwrap_or_default();
        let result = match name {
            _ if PLAIN.contains(&name) => Set::default(),
            "__boolprog_allocate" | "__boolprog_format" | "__boolprog_argument" | "__builtin_alloca" => {
                Set::of(Thing::Allocated(id, number))
            }
            "__boolprog_copy" => {
                let size = match call.arguments.get(2) {
                    Some(Argument::Value(Operand::Number(size), _)) => u64::try_from(*size).unwrap_or(u64::MAX),
                    _ => u64::MAX,
                };
                let (to, from) = (given(0), given(1));
                self.has_changed |= self.memory.copy(&to, &from, size);
                Set::default()
            }
            "__boolprog_vector" => {
                let vector = Set::of(Thing::Allocated(id, number));
                let mut at = 0;
                for (argument, text) in call.arguments.iter().zip(&arguments).skip(1) {
                    let place = vector.moved(Distance { bytes: at, step: 0 });
                    self.has_changed |= self.memory.write(&place, text);
                    if let Argument::Value(_, shape) = argument {
                        at += i128::from(shape.size());
                    }
                }
                vector
            }
            "__boolprog_create" => {
                self.start(&given(0), arguments.get(1..).unwrap_or_default());
                Set::default()
            }
            "__boolprog_result" => self.source(Source::Results),
            "__boolprog_finish" => {
                let set = given(0);
                self.add(Source::Results, &set);
                Set::default()
            }
            "__boolprog_number" => {
                let (text, end) = (given(0), given(1));
                self.has_changed |= self.memory.write(&end, &text.anywhere());
                Set::default()
            }
            _ => {
                self.add(Source::Outside, &Set::elsewhere());
                for set in &arguments {
                    self.add(Source::Outside, &set.anywhere());
                }
                self.source(Source::Outside)
            }
        };
        if let Answer::Value(to) = call.result {
            self.add(Source::Temporary(id, to), &result);
        }
    }

    /// The set of an argument; for a structure, that of its parts.
    fn argument(&self, id: FunctionId, argument: &Argument) -> Set {
        match argument {
            Argument::Value(value, _) => self.operand(id, *value),
            Argument::Copy(place, size) => self.memory.read(&self.place(id, *place), *size),
        }
    }

    /// A thread starts with one of these functions, which gets these arguments.
    fn start(&mut self, functions: &Set, arguments: &[Set]) {
        for pointee in functions.iter() {
            let Thing::Code(function) = pointee.thing else { continue };
            self.execute(function, arguments);
            for twin in self.twins.iter().filter(|twin| twin.of == function) {
                let arguments = arguments.iter().enumerate();
                let arguments =
                    arguments.map(|(index, set)| if twin.is_known(index) { Set::default() } else { set.clone() });
                self.execute(twin.function, &arguments.collect::<Vec<_>>());
            }
        }
    }

    /// A thread executes a function with these arguments.
    pub(super) fn execute(&mut self, function: FunctionId, arguments: &[Set]) {
        self.reach(function);
        if !self.starts.contains(&function) {
            self.starts.push(function);
            self.has_changed = true;
        }
        for (parameter, argument) in self.unit.functions[function.0 as usize].parameters.iter().zip(arguments) {
            let place = Set::of(Thing::Local(function, *parameter));
            self.has_changed |= self.memory.write(&place, argument);
        }
    }

    /// Unknown code can write what it knows to what it knows, and knows what lies there. An object that no unit defines may point
    /// to objects that the program does not have.
    pub(super) fn outside(&mut self) {
        for (object, number) in self.unit.objects.iter().zip(0..) {
            if !object.is_defined {
                let place = Set::of(Thing::Object(ObjectId(number))).anywhere();
                self.has_changed |= self.memory.write(&place, &Set::elsewhere());
            }
        }
        let known = self.source(Source::Outside);
        self.has_changed |= self.memory.write(&known, &known);
        let more = self.memory.read(&known, u64::MAX).anywhere();
        self.add(Source::Outside, &more);
    }
}
