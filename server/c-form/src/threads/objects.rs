//! Objects of threads: each thread has its own, as a local of its function.

use boolprog_c_syntax::tree::Storage;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::form::{Action, Base, Function, FunctionId, Instruction, Local, LocalId, Object, ObjectId, Place, Unit};

/// Makes the objects of threads locals. Calls that stay do not reach them: their functions are not executed.
pub(super) fn make_local(unit: &mut Unit) {
    let of_threads: FxHashSet<FunctionId> = unit.threads.iter().map(|thread| thread.function).collect();
    for id in of_threads {
        make_local_in(&mut unit.functions[id.0 as usize], &unit.objects);
    }
}

fn make_local_in(function: &mut Function, objects: &[Object]) {
    let mut locals: FxHashMap<ObjectId, LocalId> = FxHashMap::default();
    let mut all = std::mem::take(&mut function.locals);
    let mut begins = Vec::new();
    places(function, |place| {
        let Some(id) = of_thread(objects, *place) else { return };
        let local = *locals.entry(id).or_insert_with(|| {
            let Object { name, size, align, members, .. } = &objects[id.0 as usize];
            let local = LocalId(all.len() as u32);
            let members = members.clone();
            all.push(Local { name: Some(name.clone()), size: *size, align: *align, members });
            let zero = Action::Zero(Place { base: Base::Local(local), offset: 0 }, *size);
            begins.extend([Action::Begin(local), zero].map(Instruction::made));
            local
        });
        place.base = Base::Local(local);
    });
    function.locals = all;
    function.blocks[0].instructions.splice(0..0, begins);
}

fn of_thread(objects: &[Object], place: Place) -> Option<ObjectId> {
    match place.base {
        Base::Object(id) if objects[id.0 as usize].storage == Storage::Thread => Some(id),
        _ => None,
    }
}

fn places(function: &mut Function, mut visit: impl FnMut(&mut Place)) {
    for instruction in function.instructions_mut() {
        instruction.action.places_mut().into_iter().for_each(&mut visit);
    }
}
