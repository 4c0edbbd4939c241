//! Who hears of results before the whole report is ready.

use crate::report::{PropertyReport, Reachable};

/// Hears of results before the whole report is ready.
pub trait Observer {
    /// The verdict on the property with this index is final.
    fn property(&mut self, index: usize, report: &PropertyReport);
    /// Reachable thread states are known: some of them while the check goes on, what it found out at its end.
    fn reachable(&mut self, reachable: &Reachable);
}

/// Does not listen.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unobserved;

impl Observer for Unobserved {
    fn property(&mut self, _: usize, _: &PropertyReport) {}
    fn reachable(&mut self, _: &Reachable) {}
}
