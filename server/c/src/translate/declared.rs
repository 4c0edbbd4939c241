//! Variables, each declared where it is first needed.

use boolprog_c_form::form::{LocalId, Shape};
use boolprog_c_form::points_to::Thing;
use smol_str::{SmolStr, format_smolstr};

use super::Translation;
use super::memory::Instance;
use super::variables::Variable;

impl Translation<'_> {
    /// The variable of a part of an object.
    pub(super) fn part(&mut self, instance: Instance, (offset, size): (u64, u64)) -> Variable {
        let variable = Variable::Part(instance, offset, size);
        if !self.variables.is_declared(variable) {
            let (written, object) = (self.memory.written(instance, (offset, size)), self.memory.name(instance.thing));
            let copy = if instance.copy == 0 { SmolStr::default() } else { format_smolstr!("_{}", instance.copy) };
            let unwritten = || format_smolstr!("{object}{copy}_{offset}");
            let wanted =
                written.as_ref().map_or_else(unwritten, |written| format_smolstr!("{}{copy}", identifier(written)));
            let shape = self.memory.shape(instance, (offset, size));
            self.variables.declare(variable, &wanted, shape, Some(&object));
            self.variables.write(variable, written);
            if let Some(number) = self.memory.text_at(instance, offset, shape) {
                self.variables.preset(variable, number);
            }
        }
        // Objects of which the size was not known before may be found by other threads now.
        if self.is_shared(instance.thing) {
            self.variables.share(variable);
        }
        variable
    }

    /// A variable that stands for no part of an object of the program.
    pub(super) fn hidden(&mut self, variable: Variable, wanted: &str, shape: Shape, shared: bool) -> Variable {
        self.variables.declare(variable, wanted, shape, None);
        if shared {
            self.variables.share(variable);
        }
        variable
    }

    /// That an object lives.
    pub(super) fn alive_variable(&mut self, instance: Instance) -> Variable {
        let name = self.memory.name(instance.thing);
        // Threads that find one of several copies take different ones, also where nothing is accessed there.
        let shared = self.is_shared(instance.thing) || self.is_found_of_many(instance.thing);
        self.hidden(Variable::Alive(instance), &format!("{name}_lives"), Shape::Bool, shared)
    }

    /// Where a thread has its own copy of a local, or 0.
    pub(super) fn whereabouts(&mut self, thread: usize, thing: Thing) -> Variable {
        let name = self.memory.name(thing);
        self.hidden(Variable::Whereabouts(thread, thing), &format!("{name}_at"), Shape::Pointer(8), false)
    }

    /// The word that a thread keeps for an object.
    pub(super) fn own(&mut self, thread: usize, instance: Instance, offset: u64, shape: Shape) -> Variable {
        let name = self.memory.name(instance.thing);
        self.hidden(Variable::Own(thread, instance, offset), &format!("{name}_own"), shape, false)
    }

    /// That a thread is asleep at an object, how many are, and what they are woken for.
    pub(super) fn sleeping(&mut self, thread: usize, instance: Instance, offset: u64) -> [Variable; 3] {
        let name = self.memory.name(instance.thing);
        let asleep = Variable::Asleep(thread, instance, offset);
        [
            self.hidden(asleep, &format!("{name}_asleep"), Shape::Bool, false),
            self.hidden(Variable::Sleepers(instance, offset), &format!("{name}_sleepers"), Shape::Unsigned(4), true),
            self.hidden(Variable::Woken(instance, offset), &format!("{name}_woken"), Shape::Unsigned(1), true),
        ]
    }

    /// The name of the variable that says that a run may not be one of the program.
    pub(super) fn doubtful(&mut self) -> SmolStr {
        let variable = self.hidden(Variable::Doubtful, "doubtful", Shape::Bool, true);
        self.variables.widen(variable, (0, 1));
        self.variables.name(variable)
    }

    /// A number that a thread keeps for the library.
    pub(super) fn mark(&mut self, thread: usize, which: u32) -> Variable {
        let wanted = format!("{}_mark", self.names[thread]);
        let is_private = self
            .markers
            .get(&which.into())
            .is_some_and(|users| users.len() == 1 && !users.iter().any(|user| self.many[*user]));
        self.hidden(Variable::Mark(thread, which), &wanted, Shape::Signed(4), !is_private)
    }

    /// The value with which a thread has ended.
    pub(super) fn result(&mut self, thread: usize) -> Variable {
        let wanted = format!("{}_result", self.names[thread]);
        self.hidden(Variable::Result(thread), &wanted, Shape::Pointer(8), true)
    }

    /// The variables of the parameters of a thread.
    pub(super) fn parameters(&mut self, thread: usize) -> Vec<Variable> {
        let id = self.threads[thread].function;
        let function = &self.unit.functions[id.0 as usize];
        let parameters = function.parameters.clone();
        let variable = |local: LocalId| {
            let instance = Instance { thing: Thing::Local(id, local), copy: 0 };
            self.part(instance, (0, function.locals[local.0 as usize].size))
        };
        parameters.into_iter().map(variable).collect()
    }

    /// The name of the variable that is 1 from the creation of a thread to its end.
    pub(super) fn runs(&mut self, thread: usize) -> SmolStr {
        let wanted = format!("{}_runs", self.names[thread]);
        let variable = self.hidden(Variable::Runs(thread), &wanted, Shape::Bool, true);
        self.variables.widen(variable, (0, 1));
        self.variables.name(variable)
    }
}

/// The names and numbers in the text of an lvalue, as one name: `items_2_next`.
fn identifier(written: &str) -> String {
    let parts = written.split(|it: char| !it.is_alphanumeric() && it != '_').filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join("_")
}
