//! Locks, and what is known of them on a way through a thread.

use std::collections::{BTreeMap, BTreeSet};

use boolprog_c_form::form::ObjectId;
use smol_str::SmolStr;

/// A lock that lives as long as the program: a mutex, a spin lock or a read-write lock.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Lock {
    /// The object of which it is a part.
    pub(crate) object: ObjectId,
    /// Its offset in the object, in bytes.
    pub(crate) offset: u64,
    /// Its notation in the text: `queue.mutex`.
    pub(crate) name: SmolStr,
}

/// Locks that a thread takes on a way, or may give back; it does nothing to the others.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Held(BTreeMap<Lock, bool>);

impl Held {
    /// Goes on with what is done later.
    pub(crate) fn then(&mut self, later: &Self) {
        self.0.extend(later.0.iter().map(|(lock, is_held)| (lock.clone(), *is_held)));
    }

    /// The locks that are held for certain at its end.
    pub(crate) fn certain(&self) -> BTreeSet<Lock> {
        self.0.iter().filter(|(_, is_held)| **is_held).map(|(lock, _)| lock.clone()).collect()
    }

    /// The same after a way at the end of which these are held for certain.
    pub(crate) fn after(&self, before: &BTreeSet<Lock>) -> Self {
        let mut all: Self = before.iter().map(|lock| (lock.clone(), true)).collect();
        all.then(self);
        all
    }
}

impl FromIterator<(Lock, bool)> for Held {
    fn from_iter<T: IntoIterator<Item = (Lock, bool)>>(iter: T) -> Self {
        Self(iter.into_iter().collect())
    }
}
