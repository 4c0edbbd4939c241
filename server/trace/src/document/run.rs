//! The run of a saved trace, so that it can be re-executed.

use boolprog_program::names::ProcedureId;
use boolprog_syntax::ast::{SiteId, SourceFile};
use rustc_hash::FxHashMap;

use super::{RangeDocument, StateDocument, ThreadDocument, TraceDocument, Value};
use crate::configuration::{Configuration, Frame, Thread};
use crate::lines::Lines;

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
        let threads = self.threads.iter().map(|written| thread(written, sites)).collect::<Option<_>>()?;
        Some(Configuration { shared: truths(&self.shared)?, threads, atomic: self.atomic })
    }
}

impl TraceDocument {
    /// The configurations of the claimed run; `sites` are the [`site_ranges`] of the text it was made for. `None` if it
    /// contradicts itself or refers to ranges that are no sites. The claim need not be true.
    pub fn configurations(&self, sites: &[RangeDocument]) -> Option<Vec<Configuration>> {
        let sites = Sites::new(sites);
        self.states().ok()?.iter().map(|state| state.configuration(&sites)).collect()
    }
}

fn thread(written: &ThreadDocument, sites: &Sites) -> Option<Thread> {
    let frames = written.frames.iter().map(|frame| {
        let (procedure, site) = (ProcedureId(frame.procedure), *sites.0.get(&frame.range)?);
        Some(Frame { procedure, site, values: truths(&frame.values)? })
    });
    let frames = frames.collect::<Option<_>>()?;
    Some(Thread { number: written.number, thread_local: truths(&written.thread_local)?, frames })
}

fn truths(values: &[Value]) -> Option<Vec<bool>> {
    values.iter().map(|value| value.truth()).collect()
}
