//! The functions that threads execute, in a program that was made of a text with functions.

use std::sync::Arc;

use boolprog_base::Span;
use boolprog_integer::{Activation, LocationId, Origins, System};
use rustc_hash::FxHashMap;

/// The functions that are being executed wherever a thread can be.
#[derive(Debug, Default)]
pub(super) struct Stacks<'a> {
    /// Names of the functions that are called.
    pub(super) called: Vec<&'a str>,
    /// By process, location and span of the next step.
    before: FxHashMap<(u16, LocationId, Span), &'a Arc<[Activation]>>,
}

impl<'a> Stacks<'a> {
    /// Linear in the steps, and in the functions of each.
    pub(super) fn new(system: &System, origins: &'a Origins) -> Self {
        let mut stacks = Self::default();
        for transition in &system.transitions {
            let Some(stack) = origins.stacks.get(transition.edge.0 as usize) else { continue };
            let process = system.instance(transition.instance).process;
            stacks.before.entry((process, transition.from, transition.span)).or_insert(stack);
        }
        stacks.called = origins.stacks.iter().flat_map(|stack| stack.iter().skip(1)).map(|it| &*it.function).collect();
        stacks.called.sort_unstable();
        stacks.called.dedup();
        stacks
    }

    /// The calls that a thread is in when its next step has this span, outermost first: the number of the called function and
    /// the span of the call.
    pub(super) fn calls(&self, process: u16, location: LocationId, next: Span) -> Vec<(usize, Span)> {
        let stack = self.before.get(&(process, location, next));
        let calls = stack.into_iter().flat_map(|stack| stack.iter().skip(1));
        let called = |name: &str| self.called.binary_search(&name).unwrap_or_default();
        calls.map(|activation| (called(&activation.function), activation.call)).collect()
    }
}
