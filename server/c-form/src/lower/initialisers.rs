//! Initial values.

use boolprog_base::control::Stop;
use boolprog_c_syntax::tree::{self, ExprId, ExprKind, Initialiser, Linkage, Part, Storage};
use smol_str::SmolStr;

use super::Lowering;
use super::operands::Wanted;
use crate::form::{self, Access, Action, End, ObjectId, Operand, Place};

impl<'a> Lowering<'a> {
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
        let before = std::mem::replace(&mut self.place, self.tree[object].place);
        self.begin(local);
        self.place = before;
        if self.tree[object].cleanup.is_some() {
            self.cleanups.insert(local, object);
        }
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

    /// Writes the parts of an initialiser in any order, each as a whole (C11 6.7.9p23), or in that of the text if they overlap.
    fn parts(&mut self, whole: Place, initialiser: &'a Initialiser) {
        let before = std::mem::replace(&mut self.place, initialiser.place);
        let is_open = initialiser.parts.len() > 1
            && initialiser.parts.iter().any(|part| !self.is_constant(part.value))
            && !self.tree.overlap(&initialiser.parts);
        if is_open {
            let parts: Vec<Wanted<'a>> = initialiser.parts.iter().map(|part| Wanted::Part(whole, part)).collect();
            self.evaluate(initialiser.parts[0].value, &parts);
        } else {
            for part in &initialiser.parts {
                if self.stopped.is_some() {
                    return;
                }
                self.at_point(|it| it.initial(whole, part));
            }
        }
        self.place = before;
    }

    /// Returns `true` for a value that depends on nothing, or the place of an object.
    fn is_constant(&self, expr: ExprId) -> bool {
        match &self.tree[expr].kind {
            ExprKind::Integer(_)
            | ExprKind::Floating(_)
            | ExprKind::Text(_)
            | ExprKind::Object(_)
            | ExprKind::Function(_) => true,
            ExprKind::Convert(of) | ExprKind::Address(of) | ExprKind::Decay(of) => self.is_constant(*of),
            _ => false,
        }
    }

    /// Writes a part of an object.
    pub(super) fn initial(&mut self, whole: Place, part: &Part) {
        let place = Place { offset: whole.offset + part.offset, ..whole };
        let size = self.tree.size_of(&part.ty).unwrap_or(0);
        match (&self.tree[part.value].kind, self.shape(&part.ty)) {
            (ExprKind::Text(text), _) if part.ty.is_array() => {
                let text = ObjectId(self.names.first_text + text.0);
                let from = super::places::whole(form::Base::Object(text));
                let length = size.min(self.names.objects[text.0 as usize].size);
                self.act(Action::Copy(place, from, length));
            }
            (_, Some(_)) => {
                let access = Access { bits: part.bits, ..self.access(&part.ty) };
                let value = self.value(part.value);
                self.store(place, access, value);
            }
            (_, None) => self.copy(place, part.value, size),
        }
    }
}
