//! From a counterexample of a Boolean program to a path of the integer program.

use std::collections::{BTreeMap, BTreeSet};

use boolprog_certificate::boolean::{Origin, Printed, Template};
use boolprog_integer::{InstanceId, System};
use boolprog_trace::document::TraceDocument;

/// A counterexample in terms of the integer program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lifted {
    /// The steps: indices in the transitions of the template, each with the thread that takes it.
    steps: Vec<(u32, u32)>,
    /// The numbers of these steps in the counterexample, from 1.
    pub(super) numbers: Vec<u32>,
    /// Of each thread that is an instance of a process with `[*]`, its process and its number there.
    threads: BTreeMap<u32, (u16, u16)>,
    /// The statement that fails, and its thread.
    pub(super) end: (Origin, u32),
}

impl Lifted {
    /// The path of a counterexample; none if it does not end in an assertion. `place` is the process of a thread of a
    /// pattern.
    pub(super) fn new(
        template: &Template,
        printed: &Printed,
        trace: &TraceDocument,
        place: &dyn Fn(u32, usize) -> Option<u16>,
    ) -> Option<Self> {
        let (mut steps, mut numbers, mut threads, mut end) = (Vec::new(), Vec::new(), BTreeMap::new(), None);
        let mut counts: BTreeMap<u16, u16> = BTreeMap::new();
        let mut is_instance = |thread: u32, process: u16| {
            threads.entry(thread).or_insert_with(|| {
                let count = counts.entry(process).or_insert(0);
                *count += 1;
                (process, *count - 1)
            });
        };
        for (number, step) in (1..).zip(&trace.steps) {
            let line = (step.range.line as usize).checked_sub(1)?;
            let Some(origin) = printed.origins.get(line).copied().flatten() else { continue };
            let process = match origin {
                Origin::Edge(transition) | Origin::Fault(transition) => {
                    Some(template.process(&template.system().transitions[transition as usize]))
                }
                Origin::Assertion { assertion, thread } => place(assertion, thread),
                Origin::Start(_) => None,
            };
            if let Some(process) = process.filter(|process| template.is_any(*process)) {
                is_instance(step.thread, process);
            }
            if let Origin::Edge(transition) = origin {
                steps.push((transition, step.thread));
                numbers.push(number);
            }
            end = Some((origin, step.thread));
        }
        Some(Self { steps, numbers, threads, end: end? })
    }

    /// The number of instances of a process with `[*]` that the path needs.
    pub(super) fn instances(&self) -> u16 {
        let counts = self.threads.values().map(|(_, number)| number + 1);
        counts.max().unwrap_or(0)
    }

    /// Number of instances with a step in the path, or a place at its end.
    pub(super) fn participants(&self) -> usize {
        let all = self.steps.iter().map(|(_, thread)| thread).chain(self.threads.keys());
        all.collect::<BTreeSet<_>>().len()
    }

    /// The path in a system with enough instances.
    pub(super) fn transitions(&self, template: &Template, system: &System) -> Option<Vec<u32>> {
        self.steps.iter().map(|(transition, thread)| self.transition(template, system, *transition, *thread)).collect()
    }

    /// A transition of a thread in a system with enough instances.
    pub(super) fn transition(&self, template: &Template, system: &System, transition: u32, thread: u32) -> Option<u32> {
        let transition = &template.system().transitions[transition as usize];
        let wanted = if let Some((process, number)) = self.threads.get(&thread) {
            nth(system, *process, *number)?
        } else {
            let name = &template.system().instance(transition.instance).name;
            InstanceId(system.instances.iter().position(|instance| instance.name == *name)? as u16)
        };
        let found = system.transitions.iter().position(|it| it.instance == wanted && it.edge == transition.edge);
        found.map(|index| index as u32)
    }
}

/// Instance number n of a process, from 0.
fn nth(system: &System, process: u16, number: u16) -> Option<InstanceId> {
    let mut own = (0_u16..).zip(&system.instances).filter(|(_, instance)| instance.process == process);
    own.nth(usize::from(number)).map(|(index, _)| InstanceId(index))
}
