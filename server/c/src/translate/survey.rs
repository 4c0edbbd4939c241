//! Facts about the whole program before the walk: where control comes back, which threads are many, which objects others find,
//! [which end](endings), and [what is accessed](accesses).

use std::collections::BTreeSet;

use boolprog_c_form::form::{
    Action, Argument, Block, BlockId, Call, Callee, FunctionId, Instruction, ObjectId, Operand,
};
use boolprog_c_form::points_to::Thing;
use petgraph::algo::kosaraju_scc;
use petgraph::graph::DiGraph;

use super::{Circles, Translation};
use crate::Asked;

pub(super) mod accesses;
mod arrays;
pub(super) mod endings;
pub(super) mod handles;

/// The last argument of an allocation by the library, for itself.
const OF_LIBRARY: i128 = 2;

/// For each block whether control comes back to it. Linear.
fn on_circles(blocks: &[Block]) -> Vec<bool> {
    let edges = blocks
        .iter()
        .zip(0..)
        .flat_map(|(block, from)| block.end.targets().into_iter().map(move |target| (from, target.block.0)));
    let mut graph = DiGraph::<(), ()>::from_edges(edges);
    while graph.node_count() < blocks.len() {
        graph.add_node(());
    }
    let mut circles = vec![false; blocks.len()];
    for component in kosaraju_scc(&graph) {
        let is_circle = component.len() > 1 || graph.contains_edge(component[0], component[0]);
        for block in component {
            circles[block.index()] = is_circle;
        }
    }
    circles
}

impl Translation<'_> {
    /// Looks over all threads.
    pub(super) fn survey(&mut self, excepted: &BTreeSet<usize>) {
        for thread in self.threads {
            let circles = self.circles_of(thread.function);
            self.circles.insert(thread.function, circles);
        }
        self.note_escapes();
        self.count_creations(excepted);
        self.note_released();
        self.note_allocations();
        self.note_markers();
        self.note_endings();
        self.survey_arrays();
        self.survey_handles();
    }

    fn circles_of(&self, function: FunctionId) -> Circles {
        let blocks = &self.unit.functions[function.0 as usize].blocks;
        let first = |next: &mut u32, block: &Block| {
            let first = *next;
            *next += block.instructions.len() as u32;
            Some(first)
        };
        let firsts = blocks.iter().scan(0, first).collect();
        Circles { comes_back: on_circles(blocks), firsts }
    }

    /// Which threads are created any number of times, and which of them are joined in between.
    fn count_creations(&mut self, excepted: &BTreeSet<usize>) {
        let mut places = vec![Vec::new(); self.threads.len()];
        for (creator, thread) in self.threads.iter().enumerate() {
            let blocks = &self.unit.functions[thread.function.0 as usize].blocks;
            for (number, block) in blocks.iter().enumerate() {
                for (index, instruction) in block.instructions.iter().enumerate() {
                    if let Action::Create(_, other, _) = &instruction.action {
                        places[other.0 as usize].push((creator, number, index));
                    }
                }
            }
        }
        self.sites = places.iter().map(Vec::len).collect();
        self.many = vec![false; self.threads.len()];
        self.successive = vec![false; self.threads.len()];
        // A creator has a smaller number than what it creates, unless threads create themselves.
        for (thread, places) in places.iter().enumerate() {
            let is_one = |(creator, ..): &(usize, usize, usize)| {
                *creator < thread && !self.many[*creator] && !self.successive[*creator]
            };
            match &places[..] {
                [] => {}
                [place @ (creator, block, index)] if is_one(place) => {
                    let function = self.threads[*creator].function;
                    let is_repeated = self.comes_back(function, BlockId(*block as u32));
                    let is_joined =
                        is_repeated && !excepted.contains(&thread) && self.asks_for_ends(function, (*block, *index));
                    self.successive[thread] = is_joined && !self.has_escaped(thread);
                    self.many[thread] = is_repeated && !self.successive[thread];
                }
                _ => self.many[thread] = true,
            }
        }
    }

    /// Returns `true` if others may find a local of a thread.
    fn has_escaped(&self, thread: usize) -> bool {
        let id = self.threads[thread].function;
        self.escaped.iter().any(|thing| matches!(thing, Thing::Local(of, _) if *of == id))
    }

    /// Returns `true` if control comes back to an instruction only after the end of a thread was asked for.
    fn asks_for_ends(&self, function: FunctionId, (block, index): (usize, usize)) -> bool {
        let blocks = &self.unit.functions[function.0 as usize].blocks;
        let asks = |instruction: &Instruction| {
            let Action::Call(call) = &instruction.action else { return false };
            self.given::<1>(call, "__boolprog_ended").is_some()
        };
        let (mut seen, mut open) = (vec![false; blocks.len()], vec![(block, index + 1)]);
        while let Some((number, first)) = open.pop() {
            if blocks[number].instructions[first..].iter().any(asks) {
                continue;
            }
            for target in blocks[number].end.targets() {
                let to = target.block.0 as usize;
                if to == block && !blocks[to].instructions[..index].iter().any(asks) {
                    return false;
                }
                if to != block && !std::mem::replace(&mut seen[to], true) {
                    open.push((to, 0));
                }
            }
        }
        true
    }

    fn note_released(&mut self) {
        for thread in self.threads {
            let function = &self.unit.functions[thread.function.0 as usize];
            for instruction in function.blocks.iter().flat_map(|block| &block.instructions) {
                let Action::Call(call) = &instruction.action else { continue };
                if let Some([pointer]) = self.given(call, "__boolprog_release") {
                    let set = self.sets.operand(thread.function, pointer);
                    let things = set.iter().map(|pointee| pointee.thing);
                    self.released.extend(things.filter(|thing| matches!(thing, Thing::Allocated(..))));
                }
            }
        }
    }

    /// Places at which objects of the heap are made, but for those that the library keeps for itself.
    fn note_allocations(&mut self) {
        for thread in self.threads.iter().filter(|_| self.options.asks(Asked::Leaks)) {
            let id = thread.function;
            for (instruction, number) in self.unit.functions[id.0 as usize].instructions().zip(0..) {
                let Action::Call(call) = &instruction.action else { continue };
                let Some([_, _, content]) = self.given(call, "__boolprog_allocate") else { continue };
                if content != Operand::Number(OF_LIBRARY) {
                    let (span, _) = self.place(id, instruction.activation, instruction.place);
                    self.allocations.push((Thing::Allocated(id, number), span));
                }
            }
        }
    }

    fn note_markers(&mut self) {
        for (number, thread) in self.threads.iter().enumerate() {
            for instruction in self.unit.functions[thread.function.0 as usize].instructions() {
                let Action::Call(call) = &instruction.action else { continue };
                let asked = self.given(call, "__boolprog_mark").map(|[_, which]| which);
                let set = self.given(call, "__boolprog_set_mark").map(|[_, which, _]| which);
                if let Some(Operand::Number(which)) = asked.or(set) {
                    self.markers.entry(which).or_default().insert(number);
                }
            }
        }
    }

    /// The arguments of a call if it is one of this intrinsic.
    fn given<const N: usize>(&self, call: &Call, name: &str) -> Option<[Operand; N]> {
        let Callee::Function(called) = call.function else { return None };
        if self.unit.functions[called.0 as usize].name != name {
            return None;
        }
        let values = call.arguments.iter().filter_map(|argument| match argument {
            Argument::Value(value, _) => Some(*value),
            Argument::Copy(..) => None,
        });
        values.collect::<Vec<_>>().try_into().ok()
    }

    /// Which locals and objects of the heap other threads may find: what new threads get, what threads give, and what lies in
    /// memory of all threads, or in what was found.
    fn note_escapes(&mut self) {
        let mut open: Vec<Thing> = self.sets.given().iter().map(|pointee| pointee.thing).collect();
        for thread in self.threads {
            for instruction in self.unit.functions[thread.function.0 as usize].instructions() {
                let Action::Create(_, _, arguments) = &instruction.action else { continue };
                let sets = arguments.iter().map(|argument| self.sets.operand(thread.function, *argument));
                open.extend(sets.flat_map(|set| set.iter().map(|pointee| pointee.thing).collect::<Vec<_>>()));
            }
        }
        // The end of the program reads all objects of the heap.
        open.extend(self.allocations.iter().map(|(thing, _)| *thing));
        let objects = (0..self.unit.objects.len() as u32).map(|object| Thing::Object(ObjectId(object)));
        open.extend(objects.flat_map(|object| self.sets.things_in(object)));
        while let Some(thing) = open.pop() {
            if self.escaped.insert(thing) {
                open.extend(self.sets.things_in(thing));
            }
        }
    }
}
