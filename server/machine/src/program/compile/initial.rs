//! Initial values (C11 6.7.9).

use boolprog_base::control::{Control, Stop};
use boolprog_c_syntax::tree::{ExprKind, Initialiser, ObjectId, Part, Storage as Duration};
use boolprog_c_syntax::types::Kind;

use super::effects::Effects;
use super::operands::Disorder;
use super::places::{Base, Lvalue};
use super::{Compiler, Use};
use crate::code::{Code, Op};
use crate::program::{Program, Storage, UnitId};

/// Code that sets the initial values of all static objects.
pub(super) fn of_statics(program: &Program, control: &dyn Control) -> Result<Code, Stop> {
    let mut code = Code::default();
    for (unit, tree) in program.units() {
        let objects = (0..tree.objects.len() as u32).map(ObjectId);
        let is_own = |object: &ObjectId| tree[*object].storage == Duration::Static && tree[*object].is_defined;
        code = of_objects(program, unit, code, objects.filter(is_own), control)?;
    }
    Ok(finish(code))
}

/// Code that sets the initial values of the objects of a thread.
pub(super) fn of_thread(program: &Program, control: &dyn Control) -> Result<Code, Stop> {
    let mut code = Code::default();
    for (unit, object) in &program.thread_objects {
        code = of_objects(program, *unit, code, std::iter::once(*object), control)?;
    }
    Ok(finish(code))
}

fn of_objects(
    program: &Program,
    unit: UnitId,
    code: Code,
    objects: impl Iterator<Item = ObjectId>,
    control: &dyn Control,
) -> Result<Code, Stop> {
    let mut compiler = Compiler::new(program, unit, program.initialise, control);
    let scopes = std::mem::take(&mut compiler.code.scopes);
    compiler.code = code;
    if compiler.code.scopes.is_empty() {
        compiler.code.scopes = scopes;
    }
    for object in objects {
        compiler.initialise(object);
    }
    compiler.finished()
}

fn finish(mut code: Code) -> Code {
    let position = code.positions.last().copied().unwrap_or_default();
    code.ops.extend([Op::Nothing, Op::Return]);
    code.positions.extend([position, position]);
    code
}

impl Compiler<'_> {
    /// An automatic object gets its initial value.
    pub(super) fn born(&mut self, object: ObjectId) {
        if self.storage(object) == Storage::Automatic {
            self.initialise(object);
        }
    }

    /// An object gets its initial value, if it has one.
    pub(super) fn initialise(&mut self, object: ObjectId) {
        let tree = self.tree;
        let Some(initialiser) = &tree[object].initialiser else { return };
        self.place = initialiser.place;
        if initialiser.zeroes && tree[object].storage == Duration::Automatic {
            let base = self.object(object);
            if let Base::Cell(_) = base {
                self.number(0);
                let way = self.way(base.into(), &tree[object].ty);
                self.store(base.into(), way, Use::Effect);
            } else {
                self.address(base);
                self.emit(Op::Zero);
            }
        }
        self.parts(object, initialiser);
    }

    fn parts(&mut self, object: ObjectId, initialiser: &Initialiser) {
        let parts = &initialiser.parts;
        let disorder = self.disorder_of_parts(object, parts);
        self.blocks(disorder, parts.len(), |compiler, index| compiler.part(object, &parts[index]));
    }

    /// The parts of an automatic object are evaluated one after the other, in any order (C11 6.7.9p23); of two for the same bytes, the
    /// later one counts.
    fn disorder_of_parts(&mut self, object: ObjectId, parts: &[Part]) -> Disorder {
        if self.tree.overlap(parts) || self.tree[object].storage != Duration::Automatic {
            return Disorder::default();
        }
        let effects: Vec<Effects> = parts.iter().map(|part| self.effects(part.value)).collect();
        let disorder = self.disorder(&effects);
        Disorder { is_open: disorder.is_open || disorder.is_watched, is_watched: false }
    }

    fn part(&mut self, object: ObjectId, part: &Part) {
        let base = self.object(object);
        let base = self.further(base, part.offset);
        if let (Kind::Array(..), ExprKind::Text(text)) = (&part.ty.kind, &self.tree[part.value].kind) {
            let size = self.tree.size_of(&part.ty).unwrap_or(0).min(self.tree[*text].bytes.len() as u64);
            self.address(base);
            self.emit(Op::Text(self.linked.texts[text.0 as usize], size as u32));
            return;
        }
        let lvalue = Lvalue { base, bits: part.bits };
        self.prepare(lvalue);
        self.value(part.value);
        let mut way = self.way(lvalue, &part.ty);
        way.is_initial = true;
        self.store(lvalue, way, Use::Effect);
    }
}
