//! The fingerprint of the meaning of a program.

use std::hash::{Hash, Hasher};

use boolprog_base::Fnv;

use super::Program;

impl Program {
    /// A hash of everything but spans: comments and layout do not change it, nor do the names of variables. The
    /// same on every platform and in every run.
    pub fn fingerprint(&self) -> u64 {
        let mut hasher = Fnv::default();
        (self.threads, self.shared_slots, self.local_slots, self.entry).hash(&mut hasher);
        (&self.shared_variables, &self.thread_local_variables).hash(&mut hasher);
        (&self.shared_initial, &self.local_initial).hash(&mut hasher);
        (&self.locations, &self.edges, &self.instances).hash(&mut hasher);
        for property in &self.properties {
            (property.kind, property.site, &property.name, &property.locations).hash(&mut hasher);
        }
        hasher.finish()
    }
}
