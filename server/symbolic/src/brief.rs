//! A short try.

use std::sync::atomic::{AtomicU64, Ordering};

use boolprog_base::control::{Control, Progress, Stop};

/// A control that also stops after a number of operations.
pub struct Brief<'a> {
    control: &'a dyn Control,
    /// The number that is left.
    operations: AtomicU64,
}

impl<'a> Brief<'a> {
    /// The control for this number of operations.
    pub fn new(control: &'a dyn Control, operations: u64) -> Self {
        Self { control, operations: AtomicU64::new(operations) }
    }
}

impl Control for Brief<'_> {
    fn poll(&self, progress: &Progress) -> Result<(), Stop> {
        self.control.poll(progress)?;
        let left = self.operations.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1));
        left.map_or(Err(Stop::Time), |_| Ok(()))
    }
}
