//! The run of a saved trace, so that it can be re-executed.

use boolprog_program::names::ProcedureId;
use boolprog_syntax::ast::{SiteId, SourceFile};
use rustc_hash::FxHashMap;

use super::{RangeDocument, StateDocument, ThreadDocument, TraceDocument, Value};
use crate::configuration::{Configuration, Frame, Thread};
use crate::lines::Lines;
use crate::stack::Stack;

/// The ranges of the sites of a text, by number. Traces refer to these ranges.
pub fn site_ranges(text: &str, file: &SourceFile) -> Vec<RangeDocument> {
    let lines = Lines::of(text);
    file.sites.iter().map(|site| lines.range(site.span)).collect()
}

/// The sites of a text by their ranges.
#[derive(Debug)]
pub struct Sites(FxHashMap<RangeDocument, SiteId>);

impl Sites {
    /// Numbers the [`site_ranges`] of a text.
    pub fn new(ranges: &[RangeDocument]) -> Self {
        Self((0..).map(SiteId).zip(ranges).map(|(site, range)| (*range, site)).collect())
    }
}

impl StateDocument {
    /// The configuration that it describes; `sites` are those of the text it was made for. `None` if it speaks of other
    /// places, or of numbers.
    pub fn configuration(&self, sites: &Sites) -> Option<Configuration> {
        self.after(None, sites)
    }

    /// The same, sharing activations with the configuration of another state as far as the two states share them.
    fn after(&self, before: Option<(&Self, &Configuration)>, sites: &Sites) -> Option<Configuration> {
        let known = |number: u32| {
            let (state, configuration) = before?;
            let written = state.threads.iter().find(|thread| thread.number == number)?;
            Some((&**written, &configuration.threads[configuration.position(number)?]))
        };
        let threads = self.threads.iter().map(|written| thread(written, known(written.number), sites));
        let threads = threads.collect::<Option<_>>()?;
        Some(Configuration { shared: truths(&self.shared)?, threads, atomic: self.atomic })
    }
}

impl TraceDocument {
    /// The configurations of the claimed run; `sites` are the [`site_ranges`] of the text it was made for. `None` if it
    /// contradicts itself or refers to ranges that are no sites. The claim need not be true.
    pub fn configurations(&self, sites: &[RangeDocument]) -> Option<Vec<Configuration>> {
        let (sites, states) = (Sites::new(sites), self.states().ok()?);
        let mut configurations: Vec<Configuration> = Vec::with_capacity(states.len());
        for (index, state) in states.iter().enumerate() {
            let before = index.checked_sub(1).map(|before| (&states[before], &configurations[before]));
            configurations.push(state.after(before, &sites)?);
        }
        Some(configurations)
    }
}

/// A thread as it is written. `before` is the same at another moment, with the thread that was read then.
fn thread(written: &ThreadDocument, before: Option<(&ThreadDocument, &Thread)>, sites: &Sites) -> Option<Thread> {
    let kept = before.map_or(0, |(before, _)| before.frames.shared_with(&written.frames));
    let mut frames = before.map_or_else(Stack::new, |(_, read)| read.frames.lowest(kept));
    for frame in written.frames.above(kept) {
        let (procedure, site) = (ProcedureId(frame.procedure), *sites.0.get(&frame.range)?);
        frames.push(Frame { procedure, site, values: truths(&frame.values)? });
    }
    Some(Thread { number: written.number, thread_local: truths(&written.thread_local)?, frames })
}

fn truths(values: &[Value]) -> Option<Vec<bool>> {
    values.iter().map(Value::truth).collect()
}
