//! The program of the threads that were found: their functions with their names, and what these still need.

use rustc_hash::FxHashMap;
use smol_str::{SmolStr, format_smolstr};

use super::called;
use crate::form::{Activation, Base, Function, FunctionId, Thread, Unit};

/// The functions of threads, and those that they call, directly or not.
pub(super) fn reached(unit: &Unit) -> Vec<FunctionId> {
    let mut reached: Vec<FunctionId> = unit.threads.iter().map(|thread| thread.function).collect();
    let mut is_reached = vec![false; unit.functions.len()];
    for id in &reached {
        is_reached[id.0 as usize] = true;
    }
    let mut next = 0;
    while let Some(id) = reached.get(next).copied() {
        for called in called(&unit.functions[id.0 as usize]) {
            if !std::mem::replace(&mut is_reached[called.0 as usize], true) {
                reached.push(called);
            }
        }
        next += 1;
    }
    reached
}

/// The unit with the functions of its threads first, then those that they call, then those of which the address matters only and
/// that have no body.
pub(super) fn finished(unit: &Unit) -> Unit {
    let mut finish = Finish { unit, functions: Vec::new(), numbers: FxHashMap::default() };
    let reached = reached(unit);
    for id in &reached {
        finish.numbers.insert(*id, FunctionId(finish.functions.len() as u32));
        finish.functions.push(unit.functions[id.0 as usize].clone());
    }
    for index in 0..reached.len() {
        finish.rename(index);
    }
    let Finish { mut functions, .. } = finish;
    let mut names = FxHashMap::default();
    let threads = functions.iter_mut().take(unit.threads.len()).zip(0..).map(|(function, number)| {
        let name = if number == 0 { function.name.clone() } else { started(function) };
        function.name = unique(name, &mut names);
        Thread { function: FunctionId(number), name: function.name.clone() }
    });
    Unit { threads: threads.collect(), objects: unit.objects.clone(), functions }
}

struct Finish<'a> {
    unit: &'a Unit,
    functions: Vec<Function>,
    numbers: FxHashMap<FunctionId, FunctionId>,
}

impl Finish<'_> {
    /// Gives the functions that a function names their new numbers.
    fn rename(&mut self, index: usize) {
        let mut blocks = std::mem::take(&mut self.functions[index].blocks);
        for instruction in blocks.iter_mut().flat_map(|block| &mut block.instructions) {
            if let Some(called) = instruction.action.called_mut() {
                *called = self.number(*called);
            }
            for place in instruction.action.places_mut() {
                if let Base::Function(function) = &mut place.base {
                    *function = self.number(*function);
                }
            }
        }
        self.functions[index].blocks = blocks;
    }

    /// The new number of a function.
    fn number(&mut self, id: FunctionId) -> FunctionId {
        *self.numbers.entry(id).or_insert_with(|| {
            let function = &self.unit.functions[id.0 as usize];
            let (parameters, locals) = (Vec::new(), Vec::new());
            self.functions.push(Function { parameters, locals, blocks: Vec::new(), ..function.clone() });
            FunctionId(self.functions.len() as u32 - 1)
        })
    }
}

/// The first function of the program that a thread other than the first one calls, or what it executes.
fn started(function: &Function) -> SmolStr {
    let is_of_program = |activation: &&Activation| !activation.is_library;
    let mut called = function.activations.iter().filter(|activation| activation.caller.is_some());
    let of_program = called.find(is_of_program).or_else(|| function.activations.iter().find(is_of_program));
    of_program.map_or_else(|| function.name.clone(), |activation| activation.function.clone())
}

/// A name that no thread before has.
fn unique(name: SmolStr, names: &mut FxHashMap<SmolStr, u32>) -> SmolStr {
    let count = names.entry(name.clone()).or_insert(0);
    *count += 1;
    let number = *count;
    if number == 1 { name } else { unique(format_smolstr!("{name}_{number}"), names) }
}
