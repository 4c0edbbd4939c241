//! The origins of the parts of a program that was made of another text.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use boolprog_base::Span;
use smol_str::{SmolStr, format_smolstr};

use crate::{Claim, System, Variable};

/// A function that is being executed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Activation {
    /// Name of the function.
    pub function: SmolStr,
    /// Span of its call; empty for the function of a thread.
    pub call: Span,
}

/// The effect of a step in the text of which its program was made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Event {
    /// Its effect.
    pub kind: EventKind,
    /// The place of it: the statement around.
    pub span: Span,
    /// For a choice, the number of the piece of what is chosen there; otherwise 0.
    pub piece: u64,
}

/// Kinds of what a step does in its text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EventKind {
    /// It accesses memory that others can see, or waits for them.
    Access,
    /// It takes the next one of the values that the transition chooses.
    Choice,
    /// It creates a thread.
    Creation,
}

/// Spans in the text of which a program was made, in the order of the program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Origins {
    /// Spans of the processes.
    pub processes: Vec<Span>,
    /// Spans of the locations of all processes.
    pub locations: Vec<Span>,
    /// Spans of the edges of all processes.
    pub edges: Vec<Span>,
    /// For each edge the functions that are being executed, outermost first. None if the text has no functions.
    pub stacks: Vec<Arc<[Activation]>>,
    /// For each edge what it does in the text, in this order. None if the text has no functions.
    pub events: Vec<Arc<[Event]>>,
    /// For each edge the variables of its process that it sets to 0 since nothing reads them any more: in the text they keep their
    /// values. None if there are no such edges.
    pub forgotten: Vec<BTreeSet<SmolStr>>,
    /// Spans of the properties.
    pub properties: Vec<Span>,
    /// The claims of the properties in a C text; none in other texts.
    pub claims: Vec<Option<Claim>>,
    /// Other places that the properties are about, each with a clause about it: a property without one has none.
    pub related: Vec<Option<(Span, String)>>,
    /// Names of the variables that the text does not have.
    pub helpers: Vec<SmolStr>,
    /// The conditions under which a run may be none of the text.
    pub doubt: Option<Doubt>,
    /// The notation of a C text for its variables, such as `items[0]`, by their names here. It does not have the others.
    pub written: BTreeMap<SmolStr, SmolStr>,
    /// Those of them whose values are those of the text: integers, and no pointers or mutexes.
    pub integers: BTreeSet<SmolStr>,
    /// Parts of objects of a C text that threads access under a lock.
    pub protected: Vec<Protected>,
    /// For a C program, how its text is read; none for other texts. Its edges are statements, and an instance that never moves was
    /// never created.
    pub of_c: Option<CReading>,
}

/// A part of an object that several threads access, each time with the same locks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Protected {
    /// The object.
    pub object: SmolStr,
    /// The part as the text writes it, such as `queue.items` for all elements of that array; the object itself if it has no parts.
    pub part: SmolStr,
    /// The locks, as the text writes them; at least one.
    pub locks: Vec<SmolStr>,
    /// The thread that runs first, if it accesses the part without these locks, too: it can act alone, before there are others and
    /// when they have ended.
    pub except: Option<SmolStr>,
}

/// The relation of executions of a C text to the runs of the program that was made of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CReading {
    /// `true` if steps and integers are those of C: all executions are runs of the program, but for wake-ups.
    pub is_exact: bool,
    /// `true` if a thread that waits for a condition goes on without a signal, too.
    pub has_spurious_wakeups: bool,
}

/// The program has more runs than the text: those in which this variable is not 0 at the end may be none of the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Doubt {
    /// A shared variable, which never becomes 0 again.
    pub variable: SmolStr,
    /// Why, as a clause.
    pub why: String,
}

impl Origins {
    /// The names of the variables of a system of the program for people, in order: as the text writes them, and with a number
    /// where an instance has several that it writes alike. Takes n log n time in the variables.
    pub fn names(&self, system: &System) -> Vec<String> {
        let mut taken = BTreeSet::new();
        let mut numbers = BTreeMap::<_, u32>::new();
        let mut name = |variable: &Variable| {
            let (owner, short) = (variable.owner, variable.short_name());
            let wanted = self.written.get(short).map_or_else(|| SmolStr::from(short), SmolStr::clone);
            let number = numbers.entry((owner, wanted.clone())).or_insert(1);
            let mut name = wanted.clone();
            while !taken.insert((owner, name.clone())) {
                *number += 1;
                name = format_smolstr!("{wanted}_{number}");
            }
            name
        };
        system.variables.iter().map(|variable| name(variable).to_string()).collect()
    }

    /// Gives a system of the program spans and claims of the original text: edges, properties, processes and locations have their own,
    /// variables that of their process, and shared variables the beginning.
    pub fn place(&self, system: &mut System) {
        let at = |spans: &[Span], index: usize| spans.get(index).copied().unwrap_or_default();
        let Self {
            processes,
            locations,
            edges,
            stacks: _,
            events: _,
            forgotten: _,
            properties,
            claims,
            related: _,
            helpers: _,
            doubt: _,
            written: _,
            integers: _,
            protected: _,
            of_c: _,
        } = self;
        for transition in &mut system.transitions {
            transition.span = at(edges, transition.edge.0 as usize);
            transition.choices.iter_mut().for_each(|choice| choice.span = transition.span);
        }
        for (index, property) in system.properties.iter_mut().enumerate() {
            property.span = at(properties, index);
            property.claim = claims.get(index).cloned().flatten();
        }
        for (index, process) in system.processes.iter_mut().enumerate() {
            process.span = at(processes, index);
        }
        let made = system.processes.iter_mut().flat_map(|process| &mut process.locations);
        made.zip(locations).for_each(|(location, span)| location.span = *span);
        for variable in &mut system.variables {
            let process = variable.owner.map(|owner| system.instances[usize::from(owner.0)].process);
            variable.span = process.map(|process| at(processes, usize::from(process))).unwrap_or_default();
        }
    }
}
