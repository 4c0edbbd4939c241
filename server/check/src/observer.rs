//! The receiver of results before the whole report is ready.

use boolprog_base::engine::EngineId;

use crate::report::{Iteration, PropertyReport, Reachable};

/// Receives results before the whole report is ready.
pub trait Observer {
    /// The verdict on the property with this place in the report is final.
    fn property(&mut self, _index: usize, _report: &PropertyReport) {}
    /// Reachable thread states are known: some of them during the check, all knowledge about them at its end.
    fn reachable(&mut self, _reachable: &Reachable) {}
    /// An engine for integer programs begins.
    fn engine(&mut self, _engine: EngineId) {}
    /// The iteration of a search under abstraction with this number, from 1, is over.
    fn iteration(&mut self, _number: usize, _iteration: &Iteration) {}
}

/// An observer that ignores everything.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unobserved;

impl Observer for Unobserved {}
