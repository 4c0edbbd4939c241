//! Initial values.

use boolprog_base::control::Stop;
use boolprog_c_syntax::tree::{self, ExprKind, Initialiser, Linkage, Storage};
use smol_str::SmolStr;

use super::Lowering;
use crate::form::{self, Access, Action, End, ObjectId, Operand, Place};

impl Lowering<'_> {
    /// The function that sets the initial values of the objects with a storage duration, which are zero before. Compound literals
    /// are set where they are used.
    pub(super) fn initialiser(mut self, storage: Storage) -> Result<form::Function, Stop> {
        for (index, object) in self.tree.objects.iter().enumerate() {
            if object.storage == storage && object.name.is_some() {
                self.initialise(tree::ObjectId(index as u32));
            }
        }
        self.end(End::Return(None));
        let name = if storage == Storage::Thread { "initialise thread" } else { "initialise" };
        self.whole(SmolStr::new_static(name), Linkage::Internal, true)
    }

    /// An automatic object begins its life, and gets its initial value.
    pub(super) fn declare(&mut self, object: tree::ObjectId) {
        let local = self.local(object);
        self.begin(local);
        let ty = &self.tree[object].ty;
        if ty.is_variable() {
            let size = self.size(ty);
            let row = self.temporary(self.pointer());
            self.act(Action::Allocate(row, size));
            let place = self.place_of(object);
            self.act(Action::Store(place, Operand::Temporary(row), self.pointer_access()));
            return;
        }
        if self.tree[object].initialiser.as_ref().is_some_and(|initialiser| initialiser.zeroes) {
            let place = self.place_of(object);
            self.act(Action::Zero(place, self.locals[local.0 as usize].size));
        }
        self.initialise(object);
    }

    /// A static object gets its initial value.
    pub(super) fn initialise(&mut self, object: tree::ObjectId) {
        let tree = self.tree;
        if let Some(initialiser) = &tree[object].initialiser {
            let place = self.place_of(object);
            self.parts(place, initialiser);
        }
    }

    /// Writes the parts of an initialiser in the order of the text: C orders them in some way (C11 6.7.9p23).
    fn parts(&mut self, whole: Place, initialiser: &Initialiser) {
        let before = std::mem::replace(&mut self.place, initialiser.place);
        for part in &initialiser.parts {
            if self.stopped.is_some() {
                return;
            }
            let place = Place { offset: whole.offset + part.offset, ..whole };
            let size = self.tree.size_of(&part.ty).unwrap_or(0);
            self.full(|it| match (&it.tree[part.value].kind, it.shape(&part.ty)) {
                (ExprKind::Text(text), _) if part.ty.is_array() => {
                    let text = ObjectId(it.names.first_text + text.0);
                    let from = super::places::whole(form::Base::Object(text));
                    let length = size.min(it.names.objects[text.0 as usize].size);
                    it.act(Action::Copy(place, from, length));
                }
                (_, Some(_)) => {
                    let access = Access { bits: part.bits, ..it.access(&part.ty) };
                    let value = it.value(part.value);
                    it.store(place, access, value);
                }
                (_, None) => it.copy(place, part.value, size),
            });
        }
        self.place = before;
    }
}
