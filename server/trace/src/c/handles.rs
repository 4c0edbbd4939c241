//! Handles of threads: what `pthread_create` stores is shown as the thread that it means.

use std::collections::BTreeMap;

use boolprog_c_syntax::types::{Integer, Kind};
use boolprog_machine::program::Program;
use rustc_hash::FxHashSet;

use super::model::{Change, Draft, Model, Raw, Target};
use crate::document::Value;

/// The variables that hold handles, and the threads that these mean.
#[derive(Debug, Default)]
pub(super) struct Handles {
    targets: FxHashSet<Target>,
    threads: BTreeMap<i128, String>,
}

impl Handles {
    /// What the steps that create threads store of them. Linear in the changes of these steps.
    pub(super) fn new(program: &Program, model: &Model) -> Self {
        let mut handles = Self::default();
        for Draft { created, changes, .. } in &model.drafts {
            let Some((thread, start)) = *created else { continue };
            let number = i128::from(thread.0) + 1;
            let name = start.map_or_else(String::new, |start| format!(" {}", program.function(start).name));
            handles.threads.insert(number, format!("T{number}{name}"));
            let stores = changes.iter().filter_map(|change| match change {
                Change::Set(target, Raw::Number(stored)) if *stored == number => Some(*target),
                _ => None,
            });
            handles.targets.extend(stores.filter(|target| is_handle(program, model, *target)));
        }
        handles
    }

    /// A handle that a variable has, as a person reads it: `T2 worker`.
    pub(super) fn written(&self, target: Target, raw: &Raw) -> Option<Value> {
        let Raw::Number(number) = raw else { return None };
        self.threads.get(number).filter(|_| self.targets.contains(&target)).map(|name| Value::text(name.as_str()))
    }
}

/// Returns `true` if a variable has the type of handles.
fn is_handle(program: &Program, model: &Model, target: Target) -> bool {
    let ty = match target {
        Target::Leaf(leaf) => model.leaf(leaf).ty.as_ref().map(|(_, ty)| ty),
        Target::Cell(unit, object) => Some(&program.object(unit, object).ty),
    };
    ty.is_some_and(|ty| ty.kind == Kind::Integer(Integer::UnsignedLong))
}
