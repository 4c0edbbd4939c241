//! The reads and writes of an expression itself, outside of the functions that it calls: enough to know whether the order of
//! its operands could matter.

use boolprog_c_syntax::tree::{ExprId, ExprKind, ObjectId};
use smallvec::SmallVec;

use super::Compiler;
use crate::program::root;

/// Objects that may be accessed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Objects {
    /// By their names.
    named: SmallVec<[ObjectId; 4]>,
    /// And all that have an address.
    addressed: bool,
    /// And all others: there are too many to list them.
    all: bool,
}

/// The most objects that are listed.
const LISTED: usize = 8;

/// The effects of an expression.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Effects {
    pub reads: Objects,
    pub writes: Objects,
    /// It calls a function, or does what a function would do.
    pub calls: bool,
}

impl Objects {
    fn is_empty(&self) -> bool {
        self.named.is_empty() && !self.addressed && !self.all
    }

    fn add(&mut self, object: Option<ObjectId>) {
        match object {
            None => self.addressed = true,
            Some(object) if self.named.contains(&object) => {}
            Some(_) if self.named.len() == LISTED => self.all = true,
            Some(object) => self.named.push(object),
        }
    }

    fn join(&mut self, other: &Self) {
        self.addressed |= other.addressed;
        self.all |= other.all;
        for object in &other.named {
            self.add(Some(*object));
        }
    }
}

impl Effects {
    pub(super) fn join(&mut self, other: &Self) {
        self.reads.join(&other.reads);
        self.writes.join(&other.writes);
        self.calls |= other.calls;
    }

    pub(super) fn read(&mut self, object: Option<ObjectId>) {
        self.reads.add(object);
    }

    pub(super) fn write(&mut self, object: Option<ObjectId>) {
        self.writes.add(object);
    }
}

impl Compiler<'_> {
    /// The effects of an expression. Each expression is examined once.
    pub(super) fn effects(&mut self, expr: ExprId) -> Effects {
        if let Some(known) = self.effects.get(&expr) {
            return known.clone();
        }
        let mut effects = Effects::default();
        self.visit(|compiler| effects = compiler.find_effects(expr));
        self.effects.insert(expr, effects.clone());
        effects
    }

    fn find_effects(&mut self, expr: ExprId) -> Effects {
        let mut effects = Effects::default();
        match &self.tree[expr].kind {
            ExprKind::Object(_)
            | ExprKind::Text(_)
            | ExprKind::Function(_)
            | ExprKind::Integer(_)
            | ExprKind::Floating(_)
            | ExprKind::LabelAddress(_) => {}
            ExprKind::Deref(a)
            | ExprKind::Member(a, ..)
            | ExprKind::Decay(a)
            | ExprKind::Address(a)
            | ExprKind::Convert(a)
            | ExprKind::Unary(_, a) => effects = self.effects(*a),
            ExprKind::Index(a, b)
            | ExprKind::Binary(_, a, b)
            | ExprKind::Logical(_, a, b)
            | ExprKind::Comma(a, b)
            | ExprKind::Conditional(a, None, b) => self.join(&mut effects, [*a, *b]),
            ExprKind::Conditional(a, Some(b), c) => self.join(&mut effects, [*a, *b, *c]),
            ExprKind::Read(a) => {
                effects = self.effects(*a);
                effects.read(root(self.tree, *a));
            }
            ExprKind::Assign { to, value } => {
                self.join(&mut effects, [*to, *value]);
                effects.write(root(self.tree, *to));
            }
            ExprKind::Update { to, value, .. } => {
                self.join(&mut effects, [*to, *value]);
                effects.read(root(self.tree, *to));
                effects.write(root(self.tree, *to));
            }
            ExprKind::Call { function, arguments } => {
                self.join(&mut effects, arguments.iter().copied().chain([*function]));
                effects.calls = true;
            }
            ExprKind::Atomic { pointer, operands, .. } => {
                self.join(&mut effects, operands.iter().copied().chain([*pointer]));
                effects.calls = true;
            }
            ExprKind::VaStart(_) | ExprKind::VaArg(_) | ExprKind::VaEnd(_) | ExprKind::VaCopy(..) => {
                effects.calls = true;
            }
            ExprKind::SizeOf(_) => effects.reads.all = true,
            ExprKind::Compound(_) | ExprKind::Block { .. } => {
                effects.calls = true;
                effects.reads.all = true;
                effects.writes.all = true;
            }
        }
        effects
    }

    fn join(&mut self, effects: &mut Effects, operands: impl IntoIterator<Item = ExprId>) {
        for operand in operands {
            let more = self.effects(operand);
            effects.join(&more);
        }
    }

    /// Returns `true` if writes of one may be unsequenced with accesses of the other to the same object.
    pub(super) fn conflict(&self, writes: &Objects, others: &Objects) -> bool {
        if writes.is_empty() || others.is_empty() {
            return false;
        }
        writes.all
            || others.all
            || writes.addressed && (others.addressed || self.has_shared(others))
            || others.addressed && self.has_shared(writes)
            || writes.named.iter().any(|object| others.named.contains(object))
    }

    /// Returns `true` if another function could access what is read or written.
    pub(super) fn is_visible(&self, effects: &Effects) -> bool {
        let any = |objects: &Objects| objects.all || objects.addressed || self.has_shared(objects);
        any(&effects.reads) || any(&effects.writes)
    }

    fn has_shared(&self, objects: &Objects) -> bool {
        objects.named.iter().any(|object| self.linked.privacy.is_shared(self.tree, *object))
    }
}
