//! Objects: their variables, and their values at the start.

use std::rc::Rc;

use boolprog_base::Span;
use boolprog_import::Expr;
use boolprog_integer::Sort;
use smol_str::SmolStr;

use super::contents::for_each_expression;
use super::{Binding, Lower, Lowered, Place, part};
use crate::ast::{ExprKind, Type, Variable};

/// The most variables of one object.
const MAX_LEAVES: usize = 5000;

/// What a header of the system declares, and only functions of the system use.
static STREAMS: &[&str] = &["stdin", "stdout", "stderr"];

/// A variable of the integer program.
#[derive(Clone, Debug)]
pub(crate) struct Leaf {
    /// The name of the object in the program; none if it is a value in between.
    pub(crate) object: Option<SmolStr>,
    /// How the program writes it, such as `items[0]`; none if it has no such value.
    pub(crate) written: Option<SmolStr>,
    /// `true` if it has the values that it has in the program.
    pub(crate) is_integer: bool,
    pub(crate) sort: Sort,
    /// `true` if several threads may access it.
    pub(crate) shared: bool,
    /// `true` if every access to it is atomic.
    pub(crate) atomic: bool,
    /// Its value at the start.
    pub(crate) initial: i64,
}

impl Leaf {
    /// The same variable, of numbers.
    fn of_number(self, lower: &Lower<'_>) -> Self {
        Self { is_integer: true, sort: sort(lower, &super::numbers::NUMBER), ..self }
    }
}

/// A variable of an object, with the type of its value.
#[derive(Clone)]
pub(super) struct Slot {
    pub(super) name: SmolStr,
    /// The type of its value; for a part of an object that only functions of threads access, the type of that object.
    pub(super) ty: Type,
    sort: Sort,
    written: Option<SmolStr>,
    atomic: bool,
}

/// The values of a variable of a type of one integer.
pub(super) fn sort(lower: &Lower<'_>, ty: &Type) -> Sort {
    match ty {
        Type::Integer { bits: 1, .. } | Type::Mutex => Sort::Range(0, 1),
        Type::BitField(of, _) if **of == Type::BOOL => Sort::Range(0, 1),
        Type::Integer { .. } | Type::BitField(..) if lower.options.unbounded => Sort::Integer,
        Type::Integer { bits: 64, signed: true } => Sort::Range(i64::MIN, i64::MAX),
        Type::Integer { .. } | Type::BitField(..) => {
            let (low, high) = crate::value::bounds(ty);
            Sort::Range(low as i64, high as i64)
        }
        Type::Pointer(_) => Sort::Range(0, i64::from(lower.taken.len() as u32)),
        Type::Handle => sort(lower, &Type::INT),
        _ => Sort::Integer,
    }
}

impl<'a> Lower<'a> {
    /// The variables of an object, in order.
    pub(super) fn layout(&mut self, name: &str, ty: &Type, span: Span) -> Lowered<Vec<Slot>> {
        let mut found = Vec::new();
        self.add_layout((name, name), ty, span, &mut found)?;
        if found.len() > MAX_LEAVES {
            return self.refuse(span, format!("An object has more than {MAX_LEAVES} variables."));
        }
        Ok(found)
    }

    fn add_layout(
        &mut self,
        (name, written): (&str, &str),
        ty: &Type,
        span: Span,
        found: &mut Vec<Slot>,
    ) -> Lowered<()> {
        if found.len() > MAX_LEAVES {
            return Ok(());
        }
        let number = |written| Slot { name: name.into(), ty: ty.clone(), sort: sort(self, ty), written, atomic: false };
        let mut hidden =
            |name: SmolStr, sort| found.push(Slot { name, ty: ty.clone(), sort, written: None, atomic: true });
        match ty {
            Type::Integer { bits: 64, signed: false } if !self.options.unbounded => self
                .unsupported(span, "unsigned integers of 64 bits (`--int math` takes them as mathematical integers)"),
            // The number of an address says nothing to who reads it.
            Type::Pointer(_) => {
                found.push(number(None));
                Ok(())
            }
            Type::Integer { .. } | Type::BitField(..) | Type::Handle => {
                found.push(number(Some(written.into())));
                Ok(())
            }
            Type::Atomic(inner) => {
                let first = found.len();
                self.add_layout((name, written), inner, span, found)?;
                found[first..].iter_mut().for_each(|slot| slot.atomic = true);
                Ok(())
            }
            Type::Mutex => {
                let sort = Sort::Range(0, 1);
                found.push(Slot { sort, atomic: true, ..number(Some(written.into())) });
                Ok(())
            }
            Type::Semaphore => {
                hidden(name.into(), Sort::Integer);
                Ok(())
            }
            Type::ReadWriteLock => {
                hidden(part(name, "readers"), Sort::Integer);
                hidden(part(name, "writer"), Sort::Range(0, 1));
                Ok(())
            }
            Type::Condition => {
                hidden(part(name, "waiting"), Sort::Integer);
                hidden(part(name, "called"), Sort::Range(0, 2));
                Ok(())
            }
            Type::Barrier => {
                hidden(part(name, "waiting"), Sort::Integer);
                hidden(part(name, "called"), Sort::Range(0, 1));
                hidden(part(name, "chosen"), Sort::Range(0, 1));
                Ok(())
            }
            Type::Array(_, 0) => self.unsupported(span, "an array whose size is not known"),
            Type::Array(element, size) => {
                for index in 0..*size {
                    if found.len() > MAX_LEAVES {
                        break;
                    }
                    let written = format!("{written}[{index}]");
                    self.add_layout((&part(name, index), &written), element, span, found)?;
                }
                Ok(())
            }
            Type::Struct(index) => {
                let unit = self.unit;
                let of = &unit.structs[*index];
                if of.fields.is_empty() {
                    return self.unsupported(span, "a structure whose fields are not known");
                }
                for (field, ty) in &of.fields {
                    let (first, refused) = (found.len(), self.refused.len());
                    let (name, written) = if field.is_empty() {
                        (name.into(), written.to_owned())
                    } else {
                        (part(name, field), format!("{written}.{field}"))
                    };
                    let member = self.add_layout((&name, &written), ty, span, found);
                    if of.is_union && member.is_err() {
                        // It is refused where it is used.
                        self.refused.truncate(refused);
                        found.truncate(first);
                        let unused = Slot { name, ty: Type::INT, sort: Sort::Range(0, 0), written: None, atomic: true };
                        found.extend((0..self.width(ty)).map(|_| unused.clone()));
                    } else {
                        member?;
                    }
                }
                Ok(())
            }
            Type::Other(what) => self.unsupported(span, what),
            Type::Void | Type::Function(_) | Type::Of(_) => self.unsupported(span, "an object of this type"),
        }
    }

    /// A new object.
    pub(super) fn object(&mut self, name: &str, ty: &Type, shared: bool, span: Span) -> Lowered<Place> {
        self.is_too_large(span)?;
        let mut names = Vec::new();
        let object = SmolStr::from(name);
        for Slot { name, ty, sort, written, atomic } in self.layout(name, ty, span)? {
            // The address of a local object may have been taken: then others can access it.
            let name = self.names.take(&name);
            let shared = shared || self.taken.values().any(|taken| taken.reaches(&name));
            let is_integer = matches!(ty, Type::Integer { .. } | Type::BitField(..));
            let leaf = Leaf { object: Some(object.clone()), written, is_integer, sort, shared, atomic, initial: 0 };
            let leaf = if self.numbers.contains(&name) { leaf.of_number(self) } else { leaf };
            self.leaves.insert(name.clone(), leaf);
            names.push(name);
        }
        let place = Place { alternatives: vec![(Expr::Truth(true), Rc::from(names))], ty: ty.plain() };
        self.remember(&place);
        Ok(place)
    }

    pub(super) fn bind(&mut self, name: &SmolStr, binding: Binding) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(name.clone(), binding);
        }
    }

    /// What a name means, in the thread that is lowered.
    pub(super) fn lookup(&mut self, name: &SmolStr) -> Option<Binding> {
        let index = self.scopes.iter().rposition(|scope| scope.contains_key(name));
        let found = index.map_or_else(|| self.globals.get(name), |index| self.scopes[index].get(name)).cloned();
        match (found, index) {
            (Some(Binding::Object { place, owner: Some(owner) }), Some(index)) if owner != self.thread => {
                let copy = self.copied(&place);
                let binding = Binding::Object { place: copy, owner: Some(self.thread) };
                self.scopes[index].insert(name.clone(), binding.clone());
                Some(binding)
            }
            (found, _) => found,
        }
    }

    /// Global variables with constant values at the start; the others are assigned when `main` starts.
    pub(super) fn declare_globals(&mut self) -> Vec<(&'a Variable, Place)> {
        let unit = self.unit;
        let mut declared = Vec::new();
        for variable in unit.globals.iter().filter(|variable| !variable.thread_local) {
            if let Some(place) = self.used_global(variable) {
                declared.push((variable, place));
            }
        }
        declared
    }

    /// The object of a global variable; none if nothing can be made of its type, which is reported where it is used.
    fn used_global(&mut self, variable: &Variable) -> Option<Place> {
        let refused = self.refused.len();
        let place = self.object(&variable.name, &variable.ty, true, variable.span);
        self.refused.truncate(refused);
        let place = place.ok()?;
        self.globals.insert(variable.name.clone(), Binding::Object { place: place.clone(), owner: None });
        Some(place)
    }

    /// Gives a global variable its value at the start. One whose initialiser is refused has no meaning: its uses are refused,
    /// for the same reason.
    pub(super) fn start_global(&mut self, variable: &'a Variable, place: &Place) {
        let refused = self.refused.len();
        let started = match &variable.initial {
            Some(initial) => self.start_with(place, initial, variable.span),
            None if variable.is_extern => self.start_with_any(variable, place),
            None => Ok(()),
        };
        if started.is_err() {
            let why = self.refused.split_off(refused);
            self.globals.remove(&variable.name);
            self.without_value.insert(variable.name.clone(), why);
        }
    }

    /// A variable that is defined in another file starts with any value.
    fn start_with_any(&mut self, variable: &'a Variable, place: &Place) -> Lowered<()> {
        let Variable { name, span, .. } = variable;
        if STREAMS.contains(&name.as_str()) {
            return Ok(());
        }
        if self.layout("", &place.ty, *span)?.iter().any(|slot| matches!(slot.ty, Type::Pointer(_) | Type::Handle)) {
            return self.unsupported(*span, "a pointer that is defined in another file");
        }
        if self.is_used(name) {
            self.note(format!("`{name}` has no definition: it starts with any value"));
        }
        self.any(place, *span)
    }

    /// Returns `true` if a function uses a name, whatever it means there.
    fn is_used(&self, name: &SmolStr) -> bool {
        let mut found = false;
        for body in self.unit.functions.values().filter_map(|function| function.body.as_ref()) {
            for_each_expression(body, &mut |expr| found |= matches!(&expr.kind, ExprKind::Name(it) if it == name));
        }
        found
    }

    /// Refuses a use of a global variable that has no object.
    pub(super) fn refuse_use<T>(&mut self, variable: &Variable, span: Span) -> Lowered<T> {
        if let Some(why) = self.without_value.get(&variable.name).cloned() {
            return self.refuse_again(why, span);
        }
        // Its type was not supported when it was declared: say why.
        self.layout(&variable.name, &variable.ty, span)?;
        self.unsupported(span, "a variable with this initialiser")
    }
}
