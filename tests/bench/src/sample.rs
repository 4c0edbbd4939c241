//! Several measurements of one quantity.

use serde::Serialize;

/// Median, minimum and maximum: with a handful of runs on a shared machine no other statistics are meaningful.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub(crate) struct Sample {
    pub(crate) median: f64,
    pub(crate) min: f64,
    pub(crate) max: f64,
}

impl Sample {
    /// Summarises measurements; `None` if there are none. Of an even number the lower middle one is the median, so
    /// that it is a value that was measured.
    pub(crate) fn of(values: &[f64]) -> Option<Self> {
        let mut sorted = values.to_vec();
        sorted.sort_by(f64::total_cmp);
        let (min, max) = (*sorted.first()?, *sorted.last()?);
        Some(Self { median: sorted[(sorted.len() - 1) / 2], min, max })
    }
}
