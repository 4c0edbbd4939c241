//! Declarations: variables and functions.

use std::rc::Rc;

use boolprog_base::Span;

use super::declarators::Declarator;
use super::types::{Base, Storage};
use super::{Parsed, Parser};
use crate::ast::{Designator, Expr, ExprKind, Function, Initial, Item, Type, Variable};
use crate::lexer::Token;
use crate::preprocess::error;

/// What attributes and words before or after a declarator say of what is declared.
#[derive(Clone, Copy, Default)]
pub(super) struct Marks {
    /// It has another type.
    pub(super) has_other_type: bool,
    /// Objects of its type lie otherwise in memory.
    pub(super) has_other_layout: bool,
    /// It is a function that does not return.
    pub(super) never_returns: bool,
}

impl Parser<'_> {
    /// A declaration outside of functions, or a function.
    pub(super) fn item(&mut self) -> Parsed<()> {
        self.watch.work(1)?;
        self.declared = Marks::default();
        if self.eat(";") {
            return Ok(());
        }
        if self.at("asm") || self.at("__asm__") {
            self.at += 1;
            return self.skip_group();
        }
        if self.eat("_Static_assert") || self.eat("static_assert") {
            self.skip_group()?;
            return self.expect(";");
        }
        let base = self.base()?;
        let names_nothing = base.has_type && !matches!(base.ty, Type::Atomic(_));
        if names_nothing && self.eat(";") {
            return Ok(());
        }
        // Functions in the old style need no type.
        if !base.has_type && !self.after("(") {
            self.is_type_missing()?;
            return Err(error(self.span(), "Expected a declaration."));
        }
        loop {
            let declared = self.named(base.ty.clone())?;
            self.attributes()?;
            if let (Type::Function(result), false) = (&declared.ty, base.storage == Storage::Typedef) {
                let result = (**result).clone();
                if self.function(declared, result)? {
                    return Ok(());
                }
            } else if base.storage == Storage::Typedef {
                let ty = self.with_layout(declared.ty);
                self.declare_type(declared.name, ty);
            } else {
                let variable = self.variable(declared, &base)?;
                match self.unit.globals.iter_mut().find(|it| it.name == variable.name) {
                    Some(known) => {
                        let is_extern = known.is_extern && variable.is_extern;
                        if variable.initial.is_some() || matches!(known.ty, Type::Array(_, 0)) {
                            *known = variable;
                        }
                        known.is_extern = is_extern;
                    }
                    None => self.unit.globals.push(variable),
                }
            }
            if !self.eat(",") {
                return self.expect(";");
            }
        }
    }

    /// The type that a `typedef` names. The layout of what it is a member of is not known if attributes change that of the type.
    fn with_layout(&mut self, ty: Type) -> Type {
        match ty {
            ty if !self.declared.has_other_layout => ty,
            Type::Struct(index) => {
                self.unit.structs[index].size = None;
                Type::Struct(index)
            }
            _ => Type::Other("a type with an attribute that changes its alignment"),
        }
    }

    /// Enters a function; returns `true` if it had a body, which ends the declaration.
    fn function(&mut self, declared: Declarator, result: Type) -> Parsed<bool> {
        let is_prototype = declared.parameters.is_some();
        let mut parameters = declared.parameters.unwrap_or_default();
        // Types of parameters in the old style stand after the parentheses.
        while self.at_type() && !self.at("__attribute__") {
            let base = self.base()?;
            loop {
                let Declarator { name, ty, .. } = self.named(base.ty.clone())?;
                parameters.iter_mut().filter(|it| it.0 == name).for_each(|it| it.1 = ty.clone());
                if !self.eat(",") {
                    break;
                }
            }
            self.expect(";")?;
        }
        let (name, span) = (declared.name, declared.span);
        let before = self.unit.functions.get(&name);
        let known = before.is_some_and(|it| it.body.is_some());
        let never_returns = self.declared.never_returns || before.is_some_and(|it| it.never_returns);
        let around = std::mem::take(&mut self.jumps);
        let mark = self.open_block();
        for (name, _) in &parameters {
            self.hide(name);
        }
        let body = if self.at("{") { Some(self.statement()?) } else { None };
        self.close_block(&mark);
        std::mem::replace(&mut self.jumps, around).check()?;
        let has_body = body.is_some();
        if has_body && known {
            return Err(error(span, format!("`{name}` is defined twice.")));
        }
        if !known {
            let function = Function { name: name.clone(), result, parameters, is_prototype, never_returns, body, span };
            self.unit.functions.insert(name, Rc::new(function));
        }
        Ok(has_body)
    }

    /// Variables declared in a function.
    pub(super) fn local_variables(&mut self) -> Parsed<Vec<Variable>> {
        self.declared = Marks::default();
        let base = self.base()?;
        let mut found = Vec::new();
        if !base.has_type {
            return Err(error(self.span(), "Expected a type."));
        }
        if !matches!(base.ty, Type::Atomic(_)) && self.eat(";") {
            return Ok(found);
        }
        loop {
            let declared = self.named(base.ty.clone())?;
            self.attributes()?;
            if base.storage == Storage::Typedef {
                let ty = self.with_layout(declared.ty);
                self.declare_type(declared.name, ty);
            } else if let Type::Function(result) = &declared.ty {
                let result = (**result).clone();
                self.function(declared, result)?;
            } else {
                found.push(self.variable(declared, &base)?);
            }
            if !self.eat(",") {
                self.expect(";")?;
                return Ok(found);
            }
        }
    }

    fn variable(&mut self, declared: Declarator, base: &Base) -> Parsed<Variable> {
        self.hide(&declared.name);
        let initial = if self.eat("=") { Some(self.initial()?) } else { None };
        let Declarator { name, mut ty, span, .. } = declared;
        if let Some(initial) = &initial {
            ty = sized(ty, initial, span)?;
        }
        let Base { storage, thread_local, is_auto, .. } = *base;
        if is_auto {
            ty = match &initial {
                Some(Initial::Value(value)) => self.type_of(value.clone()),
                _ => return Err(error(span, "An initialiser is missing here.")),
            };
        }
        let is_static = storage == Storage::Static;
        let is_extern = storage == Storage::Extern;
        Ok(Variable { name, ty, initial, is_static, thread_local, is_enumerator: false, is_extern, span })
    }

    fn initial(&mut self) -> Parsed<Initial> {
        self.deeper(|it| {
            if !it.eat("{") {
                return it.assignment().map(Initial::Value);
            }
            let mut items = Vec::new();
            while !it.eat("}") {
                let start = it.span();
                let part = it.designators()?;
                let value = it.initial()?;
                items.push(Item { part, value, span: it.since(start) });
                if !it.eat(",") && !it.at("}") {
                    it.expect("}")?;
                }
            }
            Ok(Initial::List(items))
        })
    }

    /// `.f[1] =` before a value in an initialiser, or nothing.
    fn designators(&mut self) -> Parsed<Vec<Designator>> {
        let (mut found, mut length) = (Vec::new(), 0);
        loop {
            self.longer(&mut length)?;
            if self.eat(".") {
                found.push(Designator::Field(self.name()?));
            } else if self.eat("[") {
                let first = self.element()?;
                let last = if self.eat("...") { self.element()? } else { first };
                self.expect("]")?;
                found.push(Designator::Elements(first, last));
            } else {
                if !found.is_empty() {
                    self.expect("=")?;
                }
                return Ok(found);
            }
        }
    }

    /// A constant index of an element.
    fn element(&mut self) -> Parsed<u32> {
        let index = self.conditional()?;
        let value = self.constant(&index)?;
        u32::try_from(value).map_err(|_| error(index.span, "This is no index of an array."))
    }

    /// `(type) { .. }`, from the brace on.
    pub(super) fn compound(&mut self, ty: Type) -> Parsed<ExprKind> {
        let span = self.span();
        let initial = self.initial()?;
        Ok(ExprKind::Compound(sized(ty, &initial, span)?, Box::new(initial)))
    }

    /// Refuses attributes among the tokens from a place on that change what a program does, and remembers those that make
    /// another type.
    fn check_attributes(&mut self, first: usize) -> Parsed<()> {
        let name = |it: &Token| it.text.trim_matches('_').to_owned();
        for token in &self.tokens[first..self.at] {
            if MEANINGFUL.contains(&name(token).as_str()) {
                return Err(error(token.span, format!("Not supported: the attribute `{}`.", token.text)));
            }
            let name = name(token);
            self.declared.has_other_type |= CHANGE_TYPE.contains(&name.as_str());
            self.declared.has_other_layout |= CHANGE_LAYOUT.contains(&name.as_str());
            self.declared.never_returns |= name == "noreturn";
        }
        Ok(())
    }

    pub(super) fn attributes(&mut self) -> Parsed<()> {
        loop {
            if self.at("_Alignas") || self.at("alignas") {
                self.at += 1;
                self.skip_group()?;
                self.declared.has_other_layout = true;
            } else if self.at("__attribute__") || self.at("__asm__") || self.at("asm") {
                self.at += 1;
                let first = self.at;
                self.skip_group()?;
                self.check_attributes(first)?;
            } else if !["__extension__", "__restrict", "__restrict__", "restrict"].iter().any(|word| self.eat(word)) {
                return Ok(());
            }
        }
    }
}

/// Attributes that change what a program does.
static MEANINGFUL: &[&str] = &["alias", "cleanup", "constructor", "destructor", "ifunc"];

/// Attributes that make another type, also in headers, where nothing may use it.
static CHANGE_TYPE: &[&str] = &["mode", "vector_size"];

/// Attributes that change where objects and their members lie in memory.
static CHANGE_LAYOUT: &[&str] = &["packed", "aligned", "ms_struct", "gcc_struct", "scalar_storage_order"];

/// A type of an object with an initialiser, which gives the size of an array without one.
fn sized(ty: Type, initial: &Initial, span: Span) -> Parsed<Type> {
    let Type::Array(element, 0) = &ty else { return Ok(ty) };
    let size = match initial {
        Initial::Value(Expr { kind: ExprKind::Text(Some(bytes)), .. }) => bytes.len() as u32 + 1,
        Initial::Value(_) => return Ok(ty),
        Initial::List(items) => {
            let has_parts = matches!(**element, Type::Array(..) | Type::Struct(_));
            let is_text = |it: &Initial| matches!(it, Initial::Value(Expr { kind: ExprKind::Text(_), .. }));
            let is_of_bytes =
                matches!(&**element, Type::Array(part, _) if matches!(**part, Type::Integer { bits: 8, .. }));
            let is_whole = |it: &Item| matches!(it.value, Initial::List(_)) || (is_of_bytes && is_text(&it.value));
            if has_parts && !items.iter().all(is_whole) {
                return Err(error(span, "Not supported: an initialiser without inner braces that gives a size."));
            }
            let (mut next, mut size) = (0_u32, 0);
            for item in items {
                if let Some(Designator::Elements(_, last)) = item.part.first() {
                    next = *last;
                }
                next = next.saturating_add(1);
                size = next.max(size);
            }
            size
        }
    };
    Ok(Type::Array(Rc::clone(element), size))
}
