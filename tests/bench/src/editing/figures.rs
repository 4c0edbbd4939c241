//! Statistics of many measurements: usual, rare and worst values.

use std::time::Duration;

use serde::Serialize;

use crate::tables::milliseconds;

#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub(crate) struct Percentiles {
    pub(crate) count: usize,
    pub(crate) median: f64,
    pub(crate) p99: f64,
    pub(crate) worst: f64,
}

impl Percentiles {
    /// Summarises measurements; `None` if there are none. Each percentile is a value that was measured, the smallest
    /// one that is an upper bound for this share of them.
    pub(crate) fn of(times: &[Duration]) -> Option<Self> {
        let mut sorted = times.to_vec();
        sorted.sort();
        let at = |percent: usize| {
            let rank = (sorted.len() * percent).div_ceil(100).max(1);
            Some(sorted.get(rank - 1)?.as_secs_f64())
        };
        Some(Self { count: sorted.len(), median: at(50)?, p99: at(99)?, worst: at(100)? })
    }

    /// `median, p99, worst` in milliseconds, the p99 set off.
    pub(crate) fn cell(&self) -> String {
        let [median, p99, worst] = [self.median, self.p99, self.worst].map(milliseconds);
        format!("{median}, **{p99}**, {worst}")
    }
}
