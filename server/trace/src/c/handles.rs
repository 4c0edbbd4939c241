//! Handles of threads: a variable that `pthread_create` or `pthread_self` gives one shows the thread that it means.

use std::collections::BTreeMap;

use boolprog_c_syntax::types::{Integer, Kind};
use boolprog_machine::program::{FunctionIndex, Program};
use boolprog_machine::thread::ThreadId;
use rustc_hash::{FxHashMap, FxHashSet};

use super::model::{Access, Change, Draft, Model, Raw, Target};
use crate::document::Value;

/// The variables that hold handles, and the threads that these mean.
#[derive(Debug, Default)]
pub(super) struct Handles {
    targets: FxHashSet<Target>,
    threads: BTreeMap<i128, String>,
}

impl Handles {
    /// The variables to which a statement assigns a handle that it has made, asked for, or read from another such variable. `main`
    /// begins with this function. Linear in the steps, their accesses and changes.
    pub(super) fn new(program: &Program, model: &Model, main: Option<FunctionIndex>) -> Self {
        let mut handles = Self::default();
        handles.name(program, ThreadId(0), main);
        let mut statements: FxHashMap<ThreadId, FxHashSet<i128>> = FxHashMap::default();
        for draft in &model.drafts {
            let known = statements.entry(draft.thread).or_default();
            if draft.begins {
                known.clear();
            }
            known.extend(draft.known.map(handle));
            known.extend(draft.accesses.iter().filter_map(|access| handles.read(access)));
            if let Some((thread, start)) = draft.created {
                known.insert(handle(thread));
                handles.name(program, thread, start);
            }
            let stores =
                stores(draft).filter(|(target, stored)| known.contains(stored) && is_handle(program, model, *target));
            handles.targets.extend(stores.map(|(target, _)| target));
        }
        handles
    }

    fn name(&mut self, program: &Program, thread: ThreadId, start: Option<FunctionIndex>) {
        let name = start.map_or_else(String::new, |start| format!(" {}", program.function(start).name));
        self.threads.insert(handle(thread), format!("T{}{name}", handle(thread)));
    }

    /// The handle that an access reads.
    fn read(&self, access: &Access) -> Option<i128> {
        match access.before {
            Raw::Number(number) if self.targets.contains(&Target::Leaf(access.leaf)) => Some(number),
            _ => None,
        }
    }

    /// A handle that a variable has, as a person reads it: `T2 worker`.
    pub(super) fn written(&self, target: Target, raw: &Raw) -> Option<Value> {
        let Raw::Number(number) = raw else { return None };
        self.threads.get(number).filter(|_| self.targets.contains(&target)).map(|name| Value::text(name.as_str()))
    }
}

/// The handle of a thread.
fn handle(thread: ThreadId) -> i128 {
    i128::from(thread.0) + 1
}

/// The numbers that a step stores.
fn stores(draft: &Draft) -> impl Iterator<Item = (Target, i128)> {
    draft.changes.iter().filter_map(|change| match change {
        Change::Set(target, Raw::Number(stored)) => Some((*target, *stored)),
        _ => None,
    })
}

/// Returns `true` if a variable has the type of handles.
fn is_handle(program: &Program, model: &Model, target: Target) -> bool {
    let ty = match target {
        Target::Leaf(leaf) => model.leaf(leaf).ty.as_ref().map(|(_, ty)| ty),
        Target::Cell(unit, object) => Some(&program.object(unit, object).ty),
    };
    ty.is_some_and(|ty| ty.kind == Kind::Integer(Integer::UnsignedLong))
}
