//! Which automatic objects have an address that anyone could know.

use boolprog_c_syntax::tree::{ExprId, ExprKind, ObjectId, StmtKind, Storage, Unit};
use boolprog_c_syntax::types::Kind;

/// The uses of the objects of a unit. Found by looking once at each expression, so it takes linear time.
#[derive(Debug)]
pub(crate) struct Privacy {
    uses: Vec<Use>,
}

/// The uses of an object, the later ones including the earlier ones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Use {
    /// Only its whole value is read and written.
    Whole,
    /// Parts are used, by constant offsets and indices.
    Parts,
    /// Its address is taken.
    Shared,
}

impl Privacy {
    /// Looks at a unit.
    pub(super) fn new(unit: &Unit) -> Self {
        let uses = unit.objects.iter().map(|object| match object.cleanup {
            Some(_) => Use::Shared,
            None if is_scalar(&object.ty.kind) => Use::Whole,
            None => Use::Parts,
        });
        let mut privacy = Self { uses: uses.collect() };
        let roots = roots(unit);
        let mut is_indexed = vec![false; unit.exprs.len()];
        for expr in &unit.exprs {
            if let ExprKind::Index(array, _) = expr.kind {
                is_indexed[array.0 as usize] = true;
            }
        }
        for (expr, is_indexed) in unit.exprs.iter().zip(is_indexed) {
            match expr.kind {
                ExprKind::Address(of) => privacy.raise(&roots, of, Use::Shared),
                ExprKind::Decay(of) if !is_indexed => privacy.raise(&roots, of, Use::Shared),
                ExprKind::Member(of, ..) => privacy.raise(&roots, of, Use::Parts),
                _ => {}
            }
        }
        for stmt in &unit.stmts {
            if let StmtKind::Assembly(assembly) = &stmt.kind {
                for (_, operand) in assembly.outputs.iter().chain(&assembly.inputs) {
                    privacy.raise(&roots, *operand, Use::Shared);
                }
            }
        }
        privacy
    }

    fn raise(&mut self, roots: &[Option<ObjectId>], expr: ExprId, to: Use) {
        if let Some(object) = roots[expr.0 as usize] {
            let known = &mut self.uses[object.0 as usize];
            *known = to.max(*known);
        }
    }

    /// Returns `true` if an object is a variable of its frame without an address: no other thread can see the difference.
    pub(crate) fn is_cell(&self, unit: &Unit, object: ObjectId) -> bool {
        unit[object].storage == Storage::Automatic && self.uses[object.0 as usize] == Use::Whole
    }

    /// Returns `true` if another thread, or a called function, could use an object.
    pub(crate) fn is_shared(&self, unit: &Unit, object: ObjectId) -> bool {
        unit[object].storage != Storage::Automatic || self.uses[object.0 as usize] == Use::Shared
    }
}

fn is_scalar(kind: &Kind) -> bool {
    matches!(kind, Kind::Bool | Kind::Integer(_) | Kind::Floating(_) | Kind::Enumeration(_) | Kind::Pointer(_))
}

/// The object of which an lvalue designates a part.
pub(crate) fn root(unit: &Unit, mut expr: ExprId) -> Option<ObjectId> {
    loop {
        match outward(unit, expr) {
            Outward::Object(object) => return Some(object),
            Outward::Lvalue(around) => expr = around,
            Outward::None => return None,
        }
    }
}

/// The same for all expressions of a unit. Each refers to older ones only.
fn roots(unit: &Unit) -> Vec<Option<ObjectId>> {
    let mut roots: Vec<Option<ObjectId>> = Vec::with_capacity(unit.exprs.len());
    for number in 0..unit.exprs.len() as u32 {
        roots.push(match outward(unit, ExprId(number)) {
            Outward::Object(object) => Some(object),
            Outward::Lvalue(around) => roots.get(around.0 as usize).copied().flatten(),
            Outward::None => None,
        });
    }
    roots
}

/// The object of which an lvalue is a part.
enum Outward {
    /// It is this object.
    Object(ObjectId),
    /// It is a member or an element of this lvalue.
    Lvalue(ExprId),
    /// It is found by a pointer, or is no lvalue.
    None,
}

fn outward(unit: &Unit, expr: ExprId) -> Outward {
    match unit[expr].kind {
        ExprKind::Object(object) | ExprKind::Compound(object) => Outward::Object(object),
        ExprKind::Member(of, ..) => Outward::Lvalue(of),
        ExprKind::Index(array, _) => match unit[array].kind {
            ExprKind::Decay(of) => Outward::Lvalue(of),
            _ => Outward::None,
        },
        _ => Outward::None,
    }
}
