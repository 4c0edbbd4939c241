//! Spurious counterexamples in words.

use std::fmt;

use boolprog_base::words::{count, listed};

use super::SpuriousPath;

impl SpuriousPath {
    /// The first step that cannot be taken: `step 2`, `its end`.
    pub fn place(&self) -> String {
        if self.step > self.steps { "its end".to_owned() } else { format!("step {}", self.step) }
    }
}

/// Why it cannot be taken, as a clause.
impl fmt::Display for SpuriousPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = self.property.as_deref().unwrap_or("a missing value");
        let said = |(step, text): &(usize, String)| match step {
            0 => format!("`{text}` at the start"),
            step if *step > self.steps => format!("`{text}` at the end"),
            step => format!("`{text}` in step {step}"),
        };
        let core: Vec<_> = self.core.iter().map(said).collect();
        let size = format!("{}, {}", count(self.instances as u64, "instance"), count(self.steps as u64, "step"));
        write!(f, "{what} ({size}) is spurious at {}: {} contradict each other", self.place(), listed(&core))
    }
}
