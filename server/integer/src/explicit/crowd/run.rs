//! From the run of a crowd to one of the program with as many instances.

use std::collections::{BTreeMap, VecDeque};

use crate::explicit::{Run, Step};
use crate::{Initial, Inputs, InstanceId, State, System, VariableId};

/// Some moves of a crowd after which a property is violated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Crowd {
    /// Index of the violated property.
    pub property: usize,
    /// The state of the first instances that act.
    pub(super) start: State,
    pub(super) moves: Vec<Move>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Move {
    /// A transition of an instance that acts, with choices.
    Step(u32, Inputs),
    /// An instance stops, and another with these values takes its place.
    Stop(InstanceId, Vec<i64>),
}

impl Crowd {
    /// The largest number of instances of one process with `[*]`: those that stop and those that act at a time.
    pub fn instances(&self, system: &System) -> u16 {
        let of_process = |process: u16| {
            let own = |instance: &InstanceId| system.instance(*instance).process == process;
            let acting = (0..system.instances.len() as u16).map(InstanceId).filter(own).count();
            acting + self.stops().filter(|(instance, _)| own(instance)).count()
        };
        let many = (0_u16..).zip(&system.processes).filter(|(_, process)| process.replicated);
        many.map(|(process, _)| of_process(process) as u16).max().unwrap_or(0)
    }

    fn stops(&self) -> impl Iterator<Item = (InstanceId, &[i64])> {
        self.moves.iter().filter_map(|it| match it {
            Move::Stop(instance, values) => Some((*instance, values.as_slice())),
            Move::Step(..) => None,
        })
    }

    /// The run of a system `all` with [as many instances](Self::instances), which is the searched one with others. The last
    /// instances that act have the numbers that they have there, which properties may name. `None` if it cannot be executed.
    pub fn run(&self, few: &System, all: &System) -> Option<Run> {
        let mut names = Names::new(self, few, all);
        let start = names.start(self)?;
        let mut transitions = BTreeMap::new();
        for (transition, number) in all.transitions.iter().zip(0_u32..) {
            transitions.insert((transition.edge, transition.instance), number);
        }
        let (mut state, mut steps) = (start.clone(), Vec::new());
        for it in &self.moves {
            match it {
                Move::Stop(instance, _) => names.stop(*instance),
                Move::Step(number, inputs) => {
                    let taken = &few.transitions[*number as usize];
                    let number = *transitions.get(&(taken.edge, names.of(taken.instance)))?;
                    let transition = &all.transitions[number as usize];
                    state = transition.fire(all, &state, inputs).ok()?;
                    steps.push(Step { transition: number, inputs: inputs.clone(), state: state.clone() });
                }
            }
        }
        Some(Run { start, steps })
    }
}

/// The instances of the larger system that act in the places of the smaller one's, one after the other.
struct Names<'s> {
    few: &'s System,
    all: &'s System,
    /// In the place of each instance, those that stop, and then the last.
    acting: Vec<VecDeque<InstanceId>>,
}

impl<'s> Names<'s> {
    fn new(crowd: &Crowd, few: &'s System, all: &'s System) -> Self {
        let first = |system: &System, process: u16| system.instances.iter().position(|it| it.process == process);
        let count = |system: &System, process: u16| system.instances.iter().filter(|it| it.process == process).count();
        let number = |instance: InstanceId, offset: usize| {
            let process = few.instance(instance).process;
            InstanceId((first(all, process).unwrap_or(0) + offset) as u16)
        };
        let mut acting = vec![VecDeque::new(); few.instances.len()];
        let mut stopped: BTreeMap<u16, usize> = BTreeMap::new();
        for (instance, _) in crowd.stops() {
            let process = few.instance(instance).process;
            let before = stopped.entry(process).or_default();
            acting[usize::from(instance.0)].push_back(number(instance, count(few, process) + *before));
            *before += 1;
        }
        for (place, instance) in acting.iter_mut().zip((0..).map(InstanceId)) {
            let own = first(few, few.instance(instance).process).unwrap_or(0);
            place.push_back(number(instance, usize::from(instance.0) - own));
        }
        Self { few, all, acting }
    }

    /// The instance that acts in the place of this one.
    fn of(&self, instance: InstanceId) -> InstanceId {
        self.acting[usize::from(instance.0)].front().copied().unwrap_or(instance)
    }

    fn stop(&mut self, instance: InstanceId) {
        self.acting[usize::from(instance.0)].pop_front();
    }

    /// The initial state in which each instance has the values with which it begins to act.
    fn start(&self, crowd: &Crowd) -> Option<State> {
        let mut values: Vec<i64> = self.all.variables.iter().map(least).collect();
        let own = |system: &System, owner: Option<InstanceId>| -> Vec<usize> {
            let all = system.variables.iter().enumerate();
            all.filter(|(index, variable)| variable.owner == owner && !is_counter(system, *index))
                .map(|(index, _)| index)
                .collect()
        };
        let mut set = |owner: Option<InstanceId>, begin: &[i64]| {
            own(self.all, owner).into_iter().zip(begin).for_each(|(index, value)| values[index] = *value);
        };
        let at_start =
            |owner| -> Vec<i64> { own(self.few, owner).into_iter().map(|index| crowd.start.values[index]).collect() };
        set(None, &at_start(None));
        let mut next: Vec<usize> = vec![0; self.acting.len()];
        for (instance, acting) in (0..).map(InstanceId).zip(&self.acting) {
            set(Some(*acting.front()?), &at_start(Some(instance)));
        }
        for (instance, begin) in crowd.stops() {
            let place = usize::from(instance.0);
            next[place] += 1;
            set(Some(*self.acting[place].get(next[place])?), begin);
        }
        let locations = vec![0; self.all.instances.len()].into_boxed_slice();
        Some(State { locations, values: values.into_boxed_slice() })
    }
}

fn is_counter(system: &System, variable: usize) -> bool {
    system.counters.iter().any(|counter| counter.variable == VariableId(variable as u32))
}

/// A value for the start of an instance that does nothing.
fn least(variable: &crate::Variable) -> i64 {
    match variable.initial {
        Initial::Value(value) => value,
        Initial::Unspecified => variable.sort.bounds().map_or(0, |(low, _)| low),
    }
}
