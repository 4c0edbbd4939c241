//! The numbering of instances and their variables.

use super::symbols::{CopyCount, Symbols};
use super::{Instantiation, MAX_INSTANCES, MAX_TRANSITIONS, NotInstantiated};
use crate::{Counter, InstanceId, LocationId, Sort, VariableId};

/// Numbers of instances and variables: shared variables first, then instance by instance.
#[derive(Debug)]
pub(super) struct Layout {
    /// Of each process, the first instance and their number.
    processes: Vec<(u16, u16)>,
    /// Of each instance, its process and its first variable.
    instances: Vec<(usize, u32)>,
    /// Of each process whose instances stand for any number, and each of its locations, the counter.
    counters: Vec<Counter>,
    /// `true` if two instances stand for all of them.
    open: bool,
}

impl Layout {
    /// With the instances of `[*]` that the options say.
    pub(super) fn new(symbols: &Symbols<'_>, options: Instantiation) -> Result<Self, NotInstantiated> {
        let threads = options.threads;
        let mut counts = Vec::with_capacity(symbols.processes.len());
        for process in &symbols.processes {
            counts.push(match process.copies {
                CopyCount::One => 1,
                CopyCount::Number(number) => number,
                CopyCount::Any => threads.ok_or_else(|| NotInstantiated::ThreadsNeeded(process.name.clone()))?,
            });
        }
        let transitions = symbols.processes.iter().zip(&counts).map(|(p, count)| p.edges.len() * usize::from(*count));
        if transitions.sum::<usize>() > MAX_TRANSITIONS {
            return Err(NotInstantiated::TooManyTransitions);
        }
        let mut layout = Self::of_counts(symbols, &counts)?;
        if options.representatives {
            layout.count_instances(symbols);
        }
        Ok(layout)
    }

    /// Adds the counters, whose numbers follow those of all variables.
    fn count_instances(&mut self, symbols: &Symbols<'_>) {
        let locals = self.instances.iter().map(|(process, _)| symbols.processes[*process].scope.variables.len());
        let mut next = (symbols.shared.variables.len() + locals.sum::<usize>()) as u32;
        for (process, symbols) in (0..).zip(&symbols.processes) {
            if symbols.copies == CopyCount::Any {
                for location in 0..symbols.locations.len() as u16 {
                    let variable = VariableId(next);
                    self.counters.push(Counter { variable, process, location: LocationId(location) });
                    next += 1;
                }
            }
        }
    }

    fn of_counts(symbols: &Symbols<'_>, counts: &[u16]) -> Result<Self, NotInstantiated> {
        let mut layout = Self::none();
        let mut variables = symbols.shared.variables.len() as u32;
        for (index, (process, count)) in symbols.processes.iter().zip(counts.iter().copied()).enumerate() {
            let first = layout.instances.len() as u16;
            if count > MAX_INSTANCES - first {
                return Err(NotInstantiated::TooManyInstances);
            }
            layout.processes.push((first, count));
            for _ in 0..count {
                layout.instances.push((index, variables));
                variables += process.scope.variables.len() as u32;
            }
        }
        Ok(layout)
    }

    /// No instances, for expressions of constants.
    pub(super) const fn none() -> Self {
        Self { processes: Vec::new(), instances: Vec::new(), counters: Vec::new(), open: false }
    }

    /// The layout with at most two instances of each process, which stand for all of them: every possible index is that
    /// of one.
    pub(super) fn open(symbols: &Symbols<'_>) -> Result<Self, NotInstantiated> {
        let count = |copies| match copies {
            CopyCount::One => 1,
            CopyCount::Number(number) => number.min(2),
            CopyCount::Any => 2,
        };
        let counts: Vec<u16> = symbols.processes.iter().map(|process| count(process.copies)).collect();
        Ok(Self { open: true, ..Self::of_counts(symbols, &counts)? })
    }

    /// Returns `true` if two instances stand for all of them.
    pub(super) const fn is_open(&self) -> bool {
        self.open
    }

    pub(super) fn sort(&self, symbols: &Symbols<'_>, variable: VariableId) -> Sort {
        // The last instance whose variables begin at or before it; those without variables share their beginning with
        // the next.
        match self.instances.partition_point(|(_, first)| *first <= variable.0).checked_sub(1) {
            Some(last) if variable.0 as usize >= symbols.shared.variables.len() => {
                let (process, first) = self.instances[last];
                symbols.processes[process].scope.variables[(variable.0 - first) as usize].sort
            }
            _ => symbols.shared.variables[variable.0 as usize].sort,
        }
    }

    pub(super) fn counters(&self) -> &[Counter] {
        &self.counters
    }

    /// The counter of a location, if the instances of its process stand for any number.
    pub(super) fn counter(&self, process: usize, location: LocationId) -> Option<VariableId> {
        let is_it = |counter: &&Counter| usize::from(counter.process) == process && counter.location == location;
        self.counters.iter().find(is_it).map(|counter| counter.variable)
    }

    pub(super) fn count(&self, process: usize) -> u16 {
        self.processes[process].1
    }

    pub(super) fn instances_of(&self, process: usize) -> impl Iterator<Item = InstanceId> + use<> {
        let (first, count) = self.processes[process];
        (first..first + count).map(InstanceId)
    }

    pub(super) fn process_of(&self, instance: InstanceId) -> usize {
        self.instances[usize::from(instance.0)].0
    }

    pub(super) fn instances(&self) -> impl Iterator<Item = InstanceId> + use<> {
        (0..self.instances.len() as u16).map(InstanceId)
    }

    /// A variable of an instance, by its number in its process.
    pub(super) fn local(&self, instance: InstanceId, variable: usize) -> VariableId {
        VariableId(self.instances[usize::from(instance.0)].1 + variable as u32)
    }
}
