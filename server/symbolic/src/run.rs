//! Violations as runs in concrete valuations.

use boolprog_program::program::{LocationId, Slot};

use boolprog_certificate::diagrams::Places;
use boolprog_explore::relations::Relations;

/// A run to a violation, not trusted before it is re-executed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Run {
    /// The configurations, from the start on: one more than there are steps.
    pub configurations: Vec<Configuration>,
    /// The acting thread of each step. If an assertion fails, the last step is the `assert` itself, which changes nothing.
    pub actors: Vec<u32>,
}

/// The shared valuation and the live threads, by increasing number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Configuration {
    /// The shared bits, by slot.
    pub shared: Vec<bool>,
    /// Threads, by number.
    pub threads: Vec<Thread>,
}

/// A live thread.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thread {
    /// Threads are numbered from 0 in order of creation, and numbers are never reused.
    pub number: u32,
    /// Location of the next statement.
    pub location: LocationId,
    /// `true` if it is inside an atomic section.
    pub in_atomic: bool,
    /// Its local bits, by slot.
    pub values: Vec<bool>,
}

impl Run {
    /// The largest number of threads that are alive at the same moment.
    pub fn most_alive(&self) -> u32 {
        self.configurations.iter().map(|configuration| configuration.threads.len() as u32).max().unwrap_or(0)
    }
}

/// One configuration as the search knows it: where the threads are, and a value for each variable.
pub(crate) struct Moment {
    pub(crate) places: Places,
    pub(crate) values: Vec<bool>,
}

/// The run through these moments. `actors` gives the acting thread of each step, as the index of a place; a place that
/// becomes taken is a new thread. An actor after the last moment is the one whose assertion fails.
pub(crate) fn run(relations: &Relations<'_, '_>, moments: &[Moment], actors: &[u32]) -> Run {
    let mut numbers: Vec<u32> = Vec::new();
    let mut used = 0;
    let mut before: Option<&Places> = None;
    let mut configurations = Vec::with_capacity(moments.len());
    let mut acted = Vec::with_capacity(actors.len());
    for (index, moment) in moments.iter().enumerate() {
        numbers.resize(moment.places.len(), 0);
        for (thread, place) in moment.places.iter().enumerate() {
            if place.is_some() && before.is_none_or(|before| before[thread].is_none()) {
                numbers[thread] = used;
                used += 1;
            }
        }
        before = Some(&moment.places);
        configurations.push(configuration(relations, moment, &numbers));
        acted.extend(actors.get(index).map(|actor| numbers[*actor as usize]));
    }
    if acted.len() == configurations.len() {
        configurations.extend(configurations.last().cloned());
    }
    Run { configurations, actors: acted }
}

fn configuration(relations: &Relations<'_, '_>, moment: &Moment, numbers: &[u32]) -> Configuration {
    let Relations { program, variables, .. } = relations;
    let value = |slot, thread| moment.values[variables.now(slot, thread) as usize];
    let live = (0u32..).zip(&moment.places).zip(numbers).filter_map(|((thread, place), number)| {
        Some(Thread {
            number: *number,
            location: (*place)?,
            in_atomic: variables.atomic().is_some_and(|(_, inside)| value(inside, thread)),
            values: (0..program.local_slots).map(|bit| value(Slot::Local(bit), thread)).collect(),
        })
    });
    let mut threads: Vec<_> = live.collect();
    threads.sort_unstable_by_key(|thread| thread.number);
    Configuration { shared: (0..program.shared_slots).map(|bit| value(Slot::Shared(bit), 0)).collect(), threads }
}
