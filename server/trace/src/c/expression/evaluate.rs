//! Evaluation of an expression over a state.

use boolprog_c_syntax::expression::Expression;
use boolprog_c_syntax::tree::{Atomic, Binary, Expr, ExprId, ExprKind, Logical, Unary, Unit};
use boolprog_c_syntax::types::{Bits, Type};
use boolprog_machine::arithmetic::{self, Outcome};
use boolprog_machine::value::{Scalar, Value as Number};
use rustc_hash::FxHashMap;

use super::memory::Memory;
use super::value::{Place, Pointer, Value};
use super::{Answer, Moment};

/// The stack that one level of an expression needs at most, and the size of the pieces by which it grows; in bytes.
const LEVEL: usize = 64 << 10;
const PIECE: usize = 1 << 20;

const CHANGES: &str = "An expression here changes nothing: to compare, write `==`.";

/// The value of an expression, or the structure or array that it designates.
pub(super) fn answer(
    expression: &Expression,
    moment: &Moment<'_>,
    statics: &FxHashMap<String, usize>,
) -> Result<Answer, String> {
    let Expression { unit, root } = expression;
    let evaluation = Evaluation { unit, memory: Memory { unit, moment, statics } };
    let Expr { kind, ty, .. } = &unit[*root];
    let name = Some(unit.type_name(ty)).filter(|name| !name.contains("without a tag")).unwrap_or_default();
    if ty.is_array() || (!ty.is_scalar() && is_place(kind)) {
        let place = evaluation.place(*root)?;
        let path = evaluation.memory.whole(&place, ty)?;
        return Ok(Answer { written: None, ty: name, truth: None, place: Some((place.owner, path)) });
    }
    if is_place(kind) && !ty.is_function() {
        let (place, bits) = (evaluation.place(*root)?, evaluation.bits(*root));
        let value = evaluation.memory.read(&place, ty, bits)?;
        let path = evaluation.memory.name(&place, ty, bits)?;
        let (written, truth) = (Some(value.written(unit, ty)), Some(value.is_true()));
        return Ok(Answer { written, ty: name, truth, place: Some((place.owner, path)) });
    }
    let value = evaluation.value(*root)?;
    Ok(Answer { written: Some(value.written(unit, ty)), ty: name, truth: Some(value.is_true()), place: None })
}

/// Returns `true` for what designates an object that may be in the trace.
fn is_place(kind: &ExprKind) -> bool {
    matches!(kind, ExprKind::Object(_) | ExprKind::Deref(_) | ExprKind::Index(..) | ExprKind::Member(..))
}

struct Evaluation<'a> {
    unit: &'a Unit,
    memory: Memory<'a>,
}

impl Evaluation<'_> {
    /// The object that an expression designates.
    fn place(&self, id: ExprId) -> Result<Place, String> {
        stacker::maybe_grow(LEVEL, PIECE, || match &self.unit[id].kind {
            ExprKind::Object(object) => self.memory.object(*object),
            ExprKind::Deref(pointer) => self.memory.target(&self.pointer(*pointer)?, &self.unit[id].ty),
            ExprKind::Index(pointer, index) => {
                let ty = &self.unit[id].ty;
                let moved = self.memory.moved(&self.pointer(*pointer)?, ty, self.number(*index)?.integer())?;
                self.memory.target(&moved, ty)
            }
            ExprKind::Member(of, record, member) => {
                let place = self.place(*of)?;
                let layout = self.unit[*record].layout.as_ref().ok_or("This structure has no members here.")?;
                let within = layout.members[*member as usize].offset.into();
                Ok(Place { offset: place.offset.saturating_add(within), ..place })
            }
            _ => Err("The trace does not have what this designates.".to_owned()),
        })
    }

    /// The bits of a bit-field.
    fn bits(&self, id: ExprId) -> Option<Bits> {
        match &self.unit[id].kind {
            ExprKind::Member(_, record, member) => self.unit[*record].layout.as_ref()?.members[*member as usize].bits,
            _ => None,
        }
    }

    fn value(&self, id: ExprId) -> Result<Value, String> {
        stacker::maybe_grow(LEVEL, PIECE, || {
            let Expr { kind, ty, .. } = &self.unit[id];
            match kind {
                ExprKind::Integer(0) if ty.is_pointer() => Ok(Value::Pointer(Pointer::Null)),
                ExprKind::Integer(number) => Ok(Value::integer(*number)),
                ExprKind::Floating(number) => Ok(Value::Scalar(Number::Floating(*number))),
                ExprKind::Read(of) => self.memory.read(&self.place(*of)?, ty, self.bits(*of)),
                ExprKind::Decay(of) | ExprKind::Address(of) => self.address(*of).map(Value::Pointer),
                ExprKind::Function(function) => {
                    Ok(Value::Pointer(Pointer::Function(self.unit[*function].name.to_string())))
                }
                ExprKind::Convert(of) => self.converted(*of, ty),
                ExprKind::Unary(Unary::Not, of) => Ok(Value::truth(!self.value(*of)?.is_true())),
                ExprKind::Unary(operator, of) => {
                    let scalar = self.scalar(&self.unit[*of].ty)?;
                    result(arithmetic::unary(*operator, scalar, &self.number(*of)?))
                }
                ExprKind::Binary(operator, left, right) => self.binary(*operator, *left, *right),
                ExprKind::Logical(operator, left, right) => {
                    let left = self.value(*left)?.is_true();
                    let is_decided = left == (*operator == Logical::Or);
                    Ok(Value::truth(if is_decided { left } else { self.value(*right)?.is_true() }))
                }
                ExprKind::Conditional(condition, then, otherwise) => {
                    let found = self.value(*condition)?;
                    match then {
                        Some(then) if found.is_true() => self.value(*then),
                        None if found.is_true() => self.changed(found, &self.unit[*condition].ty, ty),
                        _ => self.value(*otherwise),
                    }
                }
                ExprKind::Comma(_, right) => self.value(*right),
                ExprKind::Atomic { operation: Atomic::Load, pointer, .. } => {
                    let place = self.memory.target(&self.pointer(*pointer)?, ty)?;
                    self.memory.read(&place, ty, None)
                }
                ExprKind::Assign { .. } | ExprKind::Update { .. } | ExprKind::Atomic { .. } => Err(CHANGES.to_owned()),
                ExprKind::Call { .. } => Err("Functions are not called here.".to_owned()),
                ExprKind::Text(_) => Err("The trace does not have the characters of strings one by one.".to_owned()),
                _ => Err("This has no value outside of the program.".to_owned()),
            }
        })
    }

    /// A pointer to what an expression designates.
    fn address(&self, of: ExprId) -> Result<Pointer, String> {
        match &self.unit[of].kind {
            ExprKind::Function(function) => Ok(Pointer::Function(self.unit[*function].name.to_string())),
            ExprKind::Deref(pointer) => self.pointer(*pointer),
            _ => self.place(of).map(Pointer::At),
        }
    }

    fn pointer(&self, id: ExprId) -> Result<Pointer, String> {
        match self.value(id)? {
            Value::Pointer(pointer) => Ok(pointer),
            Value::Scalar(_) => Err("The trace has no addresses: only a pointer to an object leads to it.".to_owned()),
        }
    }

    fn number(&self, id: ExprId) -> Result<Number, String> {
        match self.value(id)? {
            Value::Scalar(number) => Ok(number),
            Value::Pointer(Pointer::Null) => Ok(Number::Integer(0)),
            Value::Pointer(_) => Err("The trace has no addresses: this pointer is no number.".to_owned()),
        }
    }

    fn scalar(&self, ty: &Type) -> Result<Scalar, String> {
        Scalar::of(self.unit, ty).ok_or_else(|| "This has no single value.".to_owned())
    }

    fn converted(&self, of: ExprId, to: &Type) -> Result<Value, String> {
        if to.is_void() {
            return Err("An expression of type `void` has no value.".to_owned());
        }
        self.changed(self.value(of)?, &self.unit[of].ty, to)
    }

    /// A value of a type as one of another type.
    fn changed(&self, value: Value, from: &Type, to: &Type) -> Result<Value, String> {
        let to_scalar = self.scalar(to)?;
        match value {
            Value::Pointer(_) if to.is_pointer() => Ok(value),
            Value::Pointer(_) if to_scalar == Scalar::Bool => Ok(Value::truth(value.is_true())),
            Value::Pointer(Pointer::Null) => Ok(Value::integer(0)),
            Value::Pointer(_) => Err("The trace has no addresses: this pointer is no number.".to_owned()),
            Value::Scalar(Number::Integer(0)) if to.is_pointer() => Ok(Value::Pointer(Pointer::Null)),
            Value::Scalar(number) if to.is_pointer() => {
                Ok(Value::Pointer(Pointer::Named(format!("{:#x}", number.address()))))
            }
            Value::Scalar(number) => result(arithmetic::convert(&number, self.scalar(from)?, to_scalar)),
        }
    }

    fn binary(&self, operator: Binary, left: ExprId, right: ExprId) -> Result<Value, String> {
        let ty = &self.unit[left].ty;
        let Some(target) = ty.target().filter(|_| ty.is_pointer()) else {
            let scalar = self.scalar(ty)?;
            return result(arithmetic::binary(operator, scalar, &self.number(left)?, &self.number(right)?));
        };
        let pointer = self.pointer(left)?;
        if self.unit[right].ty.is_pointer() {
            return self.memory.compared(operator, &pointer, &self.pointer(right)?, target);
        }
        let elements = self.number(right)?.integer();
        let elements = if operator == Binary::Subtract { elements.wrapping_neg() } else { elements };
        self.memory.moved(&pointer, target, elements).map(Value::Pointer)
    }
}

/// The result of an operation, unless it breaks a rule of C.
fn result((value, broken): Outcome) -> Result<Value, String> {
    match broken {
        Some(broken) => Err(broken.message),
        None => Ok(Value::Scalar(value)),
    }
}
