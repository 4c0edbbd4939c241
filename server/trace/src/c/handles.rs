//! Handles of threads: a variable that `pthread_create` or `pthread_self` gives one shows the thread that it means.

use std::collections::BTreeMap;

use boolprog_c_syntax::source::FileId;
use boolprog_c_syntax::tree::{ExprKind, ObjectId};
use boolprog_c_syntax::types::{Integer, Kind, Type};
use boolprog_machine::fault::Position;
use boolprog_machine::program::{FunctionIndex, Program, UnitId};
use boolprog_machine::thread::ThreadId;
use rustc_hash::{FxHashMap, FxHashSet};

use super::model::{Access, Change, Draft, Model, Raw, Target};
use super::places::Places;
use crate::document::Value;

/// The variables that hold handles, and the threads that these mean.
#[derive(Debug, Default)]
pub(super) struct Handles {
    targets: FxHashSet<Target>,
    threads: BTreeMap<i128, String>,
}

impl Handles {
    /// The variables to which a statement assigns a handle that it has made, asked for, or read from another such variable. `main`
    /// begins with this function. Linear in the program, the steps, their accesses and changes.
    pub(super) fn new(program: &Program, model: &Model, places: &Places<'_>, main: Option<FunctionIndex>) -> Self {
        let mut handles = Self::default();
        handles.name(program, ThreadId(0), main);
        let reads = Reads::new(program);
        // Variables without an address that hold handles, of each thread.
        let mut cells: FxHashMap<(ThreadId, Target), i128> = FxHashMap::default();
        let mut statements: FxHashMap<ThreadId, FxHashSet<i128>> = FxHashMap::default();
        for draft in &model.drafts {
            let known = statements.entry(draft.thread).or_default();
            if draft.begins {
                known.clear();
            }
            known.extend(draft.known.map(handle));
            known.extend(draft.accesses.iter().filter_map(|access| handles.read(access)));
            let read = reads.of(draft.position, places).map(|cell| (draft.thread, cell));
            known.extend(read.filter_map(|cell| cells.get(&cell)));
            if let Some((thread, start)) = draft.created {
                known.insert(handle(thread));
                handles.name(program, thread, start);
            }
            for (target, stored) in stores(draft).filter(|(target, _)| is_handle(program, model, *target)) {
                if known.contains(&stored) {
                    handles.targets.insert(target);
                    cells.insert((draft.thread, target), stored);
                } else {
                    cells.remove(&(draft.thread, target));
                }
            }
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
    ty.is_some_and(is_type_of_handles)
}

fn is_type_of_handles(ty: &Type) -> bool {
    ty.kind == Kind::Integer(Integer::UnsignedLong)
}

/// The places where the text reads variables that may hold handles: the machine does not tell of reads of those without an address.
struct Reads {
    /// In the order of the text.
    all: Vec<(UnitId, FileId, u32, ObjectId)>,
}

impl Reads {
    /// Looks through the expressions of a program. Linear but for sorting.
    fn new(program: &Program) -> Self {
        let units = program.units().filter(|(id, _)| !program.is_library(*id));
        let reads = units.flat_map(|(id, unit)| {
            unit.exprs.iter().filter_map(move |read| match read.kind {
                ExprKind::Read(from) if is_type_of_handles(&read.ty) => match unit[from].kind {
                    ExprKind::Object(object) => Some((id, read.place.file, read.place.span.start, object)),
                    _ => None,
                },
                _ => None,
            })
        });
        let mut all: Vec<_> = reads.collect();
        all.sort_unstable_by_key(|(unit, file, start, _)| (unit.0, file.0, *start));
        Self { all }
    }

    /// The variables that a statement reads.
    fn of(&self, position: Position, places: &Places<'_>) -> impl Iterator<Item = Target> {
        let (unit, file) = (position.unit, position.place.file);
        let span = places.statement(position);
        let key = move |start: u32| (unit.0, file.0, start);
        let from = self.all.partition_point(|(unit, file, start, _)| (unit.0, file.0, *start) < key(span.start));
        let read =
            self.all[from..].iter().take_while(move |(unit, file, start, _)| (unit.0, file.0, *start) < key(span.end));
        read.map(|(unit, .., object)| Target::Cell(*unit, *object))
    }
}
