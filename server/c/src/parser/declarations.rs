//! Declarations: types, variables, functions.

use std::collections::BTreeMap;
use std::rc::Rc;

use boolprog_base::Span;
use smol_str::SmolStr;

use super::{Parsed, Parser, function};
use crate::ast::{Function, Initial, Struct, Type, Variable};
use crate::preprocess::error;

/// The types that headers of the system define.
pub(super) fn known_types() -> BTreeMap<SmolStr, Type> {
    let integer = |bits, signed| Type::Integer { bits, signed };
    let other = |name| Type::Other(name);
    let known = [
        ("pthread_mutex_t", Type::Mutex),
        ("pthread_cond_t", Type::Condition),
        ("pthread_t", Type::INT),
        ("pthread_attr_t", Type::INT),
        ("pthread_mutexattr_t", Type::INT),
        ("pthread_condattr_t", Type::INT),
        ("size_t", Type::UNSIGNED),
        ("ssize_t", Type::INT),
        ("bool", Type::BOOL),
        ("int8_t", integer(8, true)),
        ("uint8_t", integer(8, false)),
        ("int16_t", integer(16, true)),
        ("uint16_t", integer(16, false)),
        ("int32_t", integer(32, true)),
        ("uint32_t", integer(32, false)),
        ("int64_t", integer(64, true)),
        ("uint64_t", integer(64, false)),
        ("atomic_int", Type::INT),
        ("atomic_uint", Type::UNSIGNED),
        ("atomic_bool", Type::BOOL),
        ("atomic_flag", Type::BOOL),
        ("FILE", other("a file")),
        ("va_list", other("a variable argument list")),
        ("__builtin_va_list", other("a variable argument list")),
    ];
    known.into_iter().map(|(name, ty)| (name.into(), ty)).collect()
}

/// What stands before declarators.
#[derive(Clone)]
pub(super) struct Base {
    ty: Type,
    storage: Storage,
    thread_local: bool,
}

/// Storage class.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Storage {
    Automatic,
    Static,
    Extern,
    Typedef,
}

/// Names and types of parameters.
type Parameters = Vec<(SmolStr, Type)>;

/// A declared name with its type, and the names of the parameters of a function.
struct Declarator {
    name: SmolStr,
    ty: Type,
    parameters: Option<Parameters>,
    span: Span,
}

static WORDS: &[&str] = &[
    "void",
    "char",
    "short",
    "int",
    "long",
    "float",
    "double",
    "signed",
    "unsigned",
    "_Bool",
    "struct",
    "union",
    "enum",
    "const",
    "volatile",
    "static",
    "extern",
    "register",
    "inline",
    "typedef",
    "auto",
    "__inline",
    "__inline__",
    "__restrict",
    "restrict",
    "__const",
    "__volatile__",
    "_Atomic",
    "_Thread_local",
    "__thread",
    "__extension__",
    "__CPROVER_thread_local",
    "_Noreturn",
    "__signed__",
    "_Complex",
    "__CPROVER_bool",
];

impl Parser<'_> {
    /// Returns `true` if a declaration begins here.
    pub(super) fn at_type(&self) -> bool {
        self.peek()
            .is_some_and(|it| it.is_word() && (WORDS.contains(&it.text.as_str()) || self.types.contains_key(&it.text)))
    }

    /// A declaration outside of functions, or a function.
    pub(super) fn item(&mut self) -> Parsed<()> {
        if self.eat(";") {
            return Ok(());
        }
        if self.at("asm") || self.at("__asm__") {
            self.at += 1;
            return self.skip_group();
        }
        let base = self.base()?;
        if self.eat(";") {
            return Ok(());
        }
        loop {
            let declared = self.declarator(base.ty.clone())?;
            self.attributes()?;
            if let (Type::Function(result), false) = (&declared.ty, base.storage == Storage::Typedef) {
                let result = (**result).clone();
                if self.function(declared, result)? {
                    return Ok(());
                }
            } else if base.storage == Storage::Typedef {
                self.types.insert(declared.name, declared.ty);
            } else {
                let variable = self.variable(declared, &base)?;
                let known = self.unit.globals.iter().position(|it| it.name == variable.name);
                match known {
                    Some(index)
                        if variable.initial.is_some() || matches!(self.unit.globals[index].ty, Type::Array(_, 0)) =>
                    {
                        self.unit.globals[index] = variable;
                    }
                    Some(_) => {}
                    None => self.unit.globals.push(variable),
                }
            }
            if !self.eat(",") {
                return self.expect(";");
            }
        }
    }

    /// Enters a function; returns `true` if it had a body, which ends the declaration.
    fn function(&mut self, declared: Declarator, result: Type) -> Parsed<bool> {
        let mut parameters = declared.parameters.unwrap_or_default();
        // Types of parameters in the old style stand after the parentheses.
        while self.at_type() && !self.at("__attribute__") {
            let base = self.base()?;
            loop {
                let Declarator { name, ty, .. } = self.declarator(base.ty.clone())?;
                parameters.iter_mut().filter(|it| it.0 == name).for_each(|it| it.1 = ty.clone());
                if !self.eat(",") {
                    break;
                }
            }
            self.expect(";")?;
        }
        let (name, span) = (declared.name, declared.span);
        let known = self.unit.functions.get(&name).is_some_and(|it| it.body.is_some());
        let body = if self.at("{") { Some(self.statement()?) } else { None };
        let has_body = body.is_some();
        if has_body && known {
            return Err(error(span, format!("`{name}` is defined twice.")));
        }
        if !known {
            let function = Function { name: name.clone(), result, parameters, body, span };
            self.unit.functions.insert(name, Rc::new(function));
        }
        Ok(has_body)
    }

    /// Variables declared in a function.
    pub(super) fn local_variables(&mut self) -> Parsed<Vec<Variable>> {
        let base = self.base()?;
        let mut found = Vec::new();
        if self.eat(";") {
            return Ok(found);
        }
        loop {
            let declared = self.declarator(base.ty.clone())?;
            self.attributes()?;
            if base.storage == Storage::Typedef {
                self.types.insert(declared.name, declared.ty);
            } else if let Type::Function(result) = &declared.ty {
                let result = (**result).clone();
                self.function(declared, result)?;
            } else if base.storage != Storage::Extern {
                found.push(self.variable(declared, &base)?);
            }
            if !self.eat(",") {
                self.expect(";")?;
                return Ok(found);
            }
        }
    }

    fn variable(&mut self, declared: Declarator, base: &Base) -> Parsed<Variable> {
        let initial = if self.eat("=") { Some(self.initial()?) } else { None };
        let Declarator { name, mut ty, span, .. } = declared;
        if let (Type::Array(element, 0), Some(Initial::List(values))) = (&ty, &initial) {
            ty = Type::Array(Rc::clone(element), values.len() as u32);
        }
        let Base { storage, thread_local, .. } = *base;
        let is_static = storage == Storage::Static;
        Ok(Variable { name, ty, initial, is_static, thread_local, span })
    }

    fn initial(&mut self) -> Parsed<Initial> {
        self.deeper(|it| {
            if !it.eat("{") {
                return it.assignment().map(Initial::Value);
            }
            let mut values = Vec::new();
            while !it.eat("}") {
                let mut field = None;
                if it.eat(".") {
                    field = Some(it.word()?);
                    it.expect("=")?;
                } else if it.at("[") {
                    return Err(error(it.span(), "Not supported: an initialiser that names an index."));
                }
                values.push((field, it.initial()?));
                if !it.eat(",") && !it.at("}") {
                    it.expect("}")?;
                }
            }
            Ok(Initial::List(values))
        })
    }

    pub(super) fn attributes(&mut self) -> Parsed<()> {
        loop {
            if self.at("__attribute__") || self.at("__asm__") || self.at("asm") || self.at("_Alignas") {
                self.at += 1;
                self.skip_group()?;
            } else if !self.eat("__extension__") && !self.eat("__restrict") && !self.eat("restrict") {
                return Ok(());
            }
        }
    }

    /// Specifiers: the type before declarators.
    pub(super) fn base(&mut self) -> Parsed<Base> {
        let mut base = Base { ty: Type::INT, storage: Storage::Automatic, thread_local: false };
        let mut words: Vec<SmolStr> = Vec::new();
        let mut named = None;
        loop {
            self.attributes()?;
            let Some(token) = self.peek().filter(|it| it.is_word()) else { break };
            let text = token.text.clone();
            match text.as_str() {
                "typedef" => base.storage = Storage::Typedef,
                "static" => base.storage = Storage::Static,
                "extern" => base.storage = Storage::Extern,
                "_Thread_local" | "__thread" | "__CPROVER_thread_local" => base.thread_local = true,
                "struct" | "union" | "enum" => {
                    named = Some(self.deeper(Self::tagged)?);
                    continue;
                }
                "_Atomic" if self.after("(") => {
                    self.at += 2;
                    named = Some(self.type_name()?);
                    self.expect(")")?;
                    continue;
                }
                "void" | "char" | "short" | "int" | "long" | "float" | "double" | "signed" | "unsigned" | "_Bool"
                | "__signed__" | "_Complex" | "__CPROVER_bool" => words.push(text),
                _ if WORDS.contains(&text.as_str()) => {}
                _ => match self.types.get(&text) {
                    Some(ty) if named.is_none() && words.is_empty() => named = Some(ty.clone()),
                    _ => break,
                },
            }
            self.at += 1;
        }
        base.ty = named.unwrap_or_else(|| of_words(&words));
        Ok(base)
    }

    /// `struct`, `union` or `enum`.
    fn tagged(&mut self) -> Parsed<Type> {
        let keyword = self.word()?;
        self.attributes()?;
        let tag = self.peek().filter(|it| it.is_word()).map(|it| it.text.clone());
        self.at += usize::from(tag.is_some());
        if keyword == "enum" {
            if self.eat("{") {
                self.enumeration()?;
            }
            return Ok(Type::INT);
        }
        let structs = &mut self.unit.structs;
        let index = if let Some(index) = tag.as_ref().and_then(|tag| self.tags.get(tag)) {
            *index
        } else {
            structs.push(Struct { fields: Vec::new(), is_union: keyword == "union" });
            structs.len() - 1
        };
        tag.and_then(|tag| self.tags.insert(tag, index));
        if self.eat("{") {
            let mut fields = Vec::new();
            while !self.eat("}") {
                self.fields(&mut fields)?;
            }
            self.unit.structs[index].fields = fields;
        }
        Ok(Type::Struct(index))
    }

    fn fields(&mut self, fields: &mut Vec<(SmolStr, Type)>) -> Parsed<()> {
        let base = self.base()?;
        if let (Type::Struct(inner), true) = (&base.ty, self.at(";")) {
            // Fields of an anonymous structure belong to the outer one.
            fields.extend(self.unit.structs[*inner].fields.clone());
        }
        while !self.eat(";") {
            let mut ty = base.ty.clone();
            let mut name = SmolStr::default();
            if !self.at(":") {
                let declared = self.declarator(ty)?;
                (name, ty) = (declared.name, declared.ty);
            }
            if self.eat(":") {
                self.conditional()?;
                ty = Type::Other("a bit-field");
            }
            self.attributes()?;
            fields.push((name, ty));
            if !self.eat(",") && !self.at(";") {
                self.expect(";")?;
            }
        }
        Ok(())
    }

    fn enumeration(&mut self) -> Parsed<()> {
        let mut next = 0;
        while !self.eat("}") {
            let name = self.word()?;
            if self.eat("=") {
                let value = self.conditional()?;
                next = self.constant(&value)?;
            }
            self.unit.constants.insert(name, next);
            next += 1;
            if !self.eat(",") && !self.at("}") {
                self.expect("}")?;
            }
        }
        Ok(())
    }

    pub(super) fn type_name(&mut self) -> Parsed<Type> {
        let base = self.base()?;
        Ok(self.declarator(base.ty)?.ty)
    }

    /// A declarator, with or without a name.
    fn declarator(&mut self, ty: Type) -> Parsed<Declarator> {
        self.deeper(|it| {
            let start = it.span();
            let mut ty = ty;
            it.attributes()?;
            while it.eat("*") {
                ty = ty.pointer();
                while ["const", "volatile", "__restrict", "restrict", "__const", "_Atomic"]
                    .iter()
                    .any(|word| it.eat(word))
                {}
            }
            it.attributes()?;
            // `(*f)(..)` is a pointer to a function, `(*a)[2]` one to an array.
            let inner = it.at("(")
                && it
                    .tokens
                    .get(it.at + 1)
                    .is_some_and(|next| next.is("*") || (next.is_word() && !it.is_type(&next.text)));
            if inner {
                it.at += 1;
                let stars = std::iter::from_fn(|| it.eat("*").then_some(())).count();
                let mut declared = it.declarator(Type::Void)?;
                it.expect(")")?;
                let (ty, parameters) = it.suffixes(ty)?;
                let outer = (0..stars).fold(ty, |ty, _| ty.pointer());
                if stars == 0 {
                    declared.parameters = parameters;
                    declared.ty = outer;
                } else {
                    declared.ty = match declared.ty {
                        Type::Array(_, size) => Type::Array(Rc::new(outer), size),
                        _ => outer,
                    };
                }
                return Ok(declared);
            }
            let name = it.peek().filter(|next| next.is_word()).map(|next| next.text.clone());
            it.at += usize::from(name.is_some());
            let span = if name.is_some() { it.since(it.tokens[it.at - 1].span) } else { start };
            let (ty, parameters) = it.suffixes(ty)?;
            Ok(Declarator { name: name.unwrap_or_default(), ty, parameters, span })
        })
    }

    fn is_type(&self, word: &SmolStr) -> bool {
        WORDS.contains(&word.as_str()) || self.types.contains_key(word)
    }

    /// Sizes of arrays and parameters behind a name.
    fn suffixes(&mut self, ty: Type) -> Parsed<(Type, Option<Parameters>)> {
        if self.at("(") {
            let parameters = self.parameters()?;
            return Ok((function(ty), Some(parameters)));
        }
        if !self.eat("[") {
            return Ok((ty, None));
        }
        let start = self.span();
        let size = if self.at("]") {
            0
        } else {
            let size = self.conditional()?;
            match self.constant(&size) {
                Ok(value) => u32::try_from(value).map_err(|_| error(start, "This is no size of an array."))?,
                Err(_) => return self.variable_size().map(|ty| (ty, None)),
            }
        };
        self.expect("]")?;
        let (element, _) = self.suffixes(ty)?;
        Ok((Type::Array(Rc::new(element), size), None))
    }

    /// An array whose size is not constant.
    fn variable_size(&mut self) -> Parsed<Type> {
        self.expect("]")?;
        Ok(Type::Other("an array of variable size"))
    }

    fn parameters(&mut self) -> Parsed<Parameters> {
        self.expect("(")?;
        let mut found = Vec::new();
        if self.at("void") && self.after(")") {
            self.at += 1;
        }
        while !self.eat(")") {
            if self.eat("...") {
                self.expect(")")?;
                return Ok(found);
            }
            if self.at_type() {
                let base = self.base()?;
                let Declarator { name, ty, .. } = self.declarator(base.ty)?;
                let ty = match ty {
                    Type::Array(element, _) => Type::Pointer(element),
                    Type::Function(_) => ty.pointer(),
                    other => other,
                };
                self.attributes()?;
                found.push((name, ty));
            } else {
                found.push((self.word()?, Type::INT));
            }
            if !self.eat(",") && !self.at(")") {
                self.expect(")")?;
            }
        }
        Ok(found)
    }
}

/// The type of words such as `unsigned long int`.
fn of_words(words: &[SmolStr]) -> Type {
    let has = |word: &str| words.iter().any(|it| it == word);
    let signed = !has("unsigned");
    if has("void") {
        Type::Void
    } else if has("float") || has("double") || has("_Complex") {
        Type::Other("floating point")
    } else if has("_Bool") || has("__CPROVER_bool") {
        Type::BOOL
    } else if has("char") {
        Type::Integer { bits: 8, signed }
    } else if has("short") {
        Type::Integer { bits: 16, signed }
    } else if words.iter().filter(|it| *it == "long").count() > 1 {
        Type::Integer { bits: 64, signed }
    } else {
        Type::Integer { bits: 32, signed }
    }
}
