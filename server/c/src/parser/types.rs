//! Types, and what else stands before declarators.

use std::collections::BTreeMap;

use smol_str::SmolStr;

use super::{Parsed, Parser};
use crate::ast::{Expr, Struct, Type};
use crate::lexer::Token;
use crate::preprocess::error;

/// The types that headers of the system define.
pub(super) fn known_types() -> BTreeMap<SmolStr, Type> {
    let integer = |bits, signed| Type::Integer { bits, signed };
    let other = |name| Type::Other(name);
    let known = [
        ("pthread_mutex_t", Type::Mutex),
        ("pthread_cond_t", Type::Condition),
        ("pthread_rwlock_t", Type::ReadWriteLock),
        ("pthread_barrier_t", Type::Barrier),
        ("pthread_spinlock_t", Type::Mutex),
        ("sem_t", Type::Semaphore),
        ("pthread_once_t", crate::lower::ONCE),
        ("once_flag", crate::lower::ONCE),
        ("pthread_t", Type::Handle),
        ("pthread_attr_t", Type::INT),
        ("pthread_mutexattr_t", Type::INT),
        ("pthread_condattr_t", Type::INT),
        ("pthread_rwlockattr_t", Type::INT),
        ("pthread_barrierattr_t", Type::INT),
        ("thrd_t", Type::Handle),
        ("thrd_start_t", super::function(Type::INT).pointer()),
        ("mtx_t", Type::Mutex),
        ("cnd_t", Type::Condition),
        ("memory_order", Type::INT),
        ("sig_atomic_t", Type::INT),
        ("time_t", Type::INT),
        ("clock_t", Type::INT),
        ("clockid_t", Type::INT),
        ("suseconds_t", Type::INT),
        ("useconds_t", Type::UNSIGNED),
        ("pid_t", Type::INT),
        ("off_t", Type::INT),
        ("mode_t", Type::UNSIGNED),
        ("uid_t", Type::UNSIGNED),
        ("wchar_t", Type::INT),
        ("pthread_key_t", Type::UNSIGNED),
        ("tss_t", Type::UNSIGNED),
        ("size_t", Type::UNSIGNED),
        ("ssize_t", Type::INT),
        ("ptrdiff_t", Type::INT),
        ("intptr_t", Type::INT),
        ("uintptr_t", Type::UNSIGNED),
        ("bool", Type::BOOL),
        ("int8_t", integer(8, true)),
        ("uint8_t", integer(8, false)),
        ("int16_t", integer(16, true)),
        ("uint16_t", integer(16, false)),
        ("int32_t", integer(32, true)),
        ("uint32_t", integer(32, false)),
        ("int64_t", integer(64, true)),
        ("uint64_t", integer(64, false)),
        ("intmax_t", integer(64, true)),
        ("uintmax_t", integer(64, false)),
        ("atomic_bool", Type::BOOL.atomic()),
        ("atomic_flag", Type::BOOL.atomic()),
        ("atomic_char", integer(8, true).atomic()),
        ("atomic_schar", integer(8, true).atomic()),
        ("atomic_uchar", integer(8, false).atomic()),
        ("atomic_short", integer(16, true).atomic()),
        ("atomic_ushort", integer(16, false).atomic()),
        ("atomic_int", Type::INT.atomic()),
        ("atomic_uint", Type::UNSIGNED.atomic()),
        ("atomic_long", Type::INT.atomic()),
        ("atomic_ulong", Type::UNSIGNED.atomic()),
        ("atomic_size_t", Type::UNSIGNED.atomic()),
        ("atomic_llong", integer(64, true).atomic()),
        ("atomic_ullong", integer(64, false).atomic()),
        ("atomic_wchar_t", Type::INT.atomic()),
        ("atomic_intptr_t", Type::INT.atomic()),
        ("atomic_uintptr_t", Type::UNSIGNED.atomic()),
        ("atomic_ptrdiff_t", Type::INT.atomic()),
        ("atomic_intmax_t", integer(64, true).atomic()),
        ("atomic_uintmax_t", integer(64, false).atomic()),
        ("FILE", other("a file")),
        ("va_list", other("a variable argument list")),
        ("__builtin_va_list", other("a variable argument list")),
    ];
    // Other names of floating point, which headers of the system use.
    let floating = ["_Float16", "_Float32", "_Float64", "_Float128", "_Float32x", "_Float64x", "__float128"];
    let floating = floating.map(|name| (name, other("floating point")));
    let known = known.into_iter().chain(floating).map(|(name, ty)| (name.into(), ty));
    known.chain(sized_types()).collect()
}

/// The types of `stdint.h` and `stdatomic.h` of at least some size, as systems of 32 bits have them.
fn sized_types() -> impl Iterator<Item = (SmolStr, Type)> {
    let sizes = [("least8", 8), ("least16", 16), ("least32", 32), ("least64", 64)];
    let fast = [("fast8", 8), ("fast16", 32), ("fast32", 32), ("fast64", 64)];
    let both =
        sizes.into_iter().chain(fast).flat_map(|(name, bits)| [("int", name, bits, true), ("uint", name, bits, false)]);
    both.flat_map(|(word, name, bits, signed)| {
        let (ty, name) = (Type::Integer { bits, signed }, format!("{word}_{name}_t"));
        [(format!("atomic_{name}").into(), ty.clone().atomic()), (name.into(), ty)]
    })
}

/// The structures that headers of the system define, by their tags.
pub(super) fn known_structs() -> [(&'static str, [&'static str; 2]); 2] {
    [("timespec", ["tv_sec", "tv_nsec"]), ("timeval", ["tv_sec", "tv_usec"])]
}

/// What stands before declarators.
#[derive(Clone)]
pub(super) struct Base {
    pub(super) ty: Type,
    pub(super) storage: Storage,
    pub(super) thread_local: bool,
    /// `true` if the type is that of the initialiser.
    pub(super) is_auto: bool,
    /// `false` if no word says the type, which is then `int`.
    pub(super) has_type: bool,
}

/// Storage class.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Storage {
    Automatic,
    Static,
    Extern,
    Typedef,
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
    "__restrict__",
    "restrict",
    "_Alignas",
    "alignas",
    "__const",
    "__volatile__",
    "_Atomic",
    "_Thread_local",
    "thread_local",
    "__thread",
    "__extension__",
    "__CPROVER_thread_local",
    "_Noreturn",
    "noreturn",
    "__signed__",
    "_Complex",
    "__CPROVER_bool",
    "typeof",
    "__typeof__",
    "__typeof",
    "__auto_type",
];

/// Words that are no names, besides those before declarators.
static KEYWORDS: &[&str] =
    &["if", "else", "while", "do", "for", "switch", "case", "default", "goto", "break", "continue", "return", "sizeof"];

/// Returns `true` if a word is no name.
pub(super) fn is_keyword(word: &str) -> bool {
    WORDS.contains(&word) || KEYWORDS.contains(&word)
}

impl Parser<'_> {
    /// Returns `true` if a declaration begins here.
    pub(super) fn at_type(&self) -> bool {
        // An expression may begin with this word, too.
        let first = self.tokens[self.at.min(self.tokens.len())..].iter().find(|it| !it.is("__extension__"));
        first.is_some_and(|it| it.is_word() && self.is_type(&it.text))
    }

    pub(super) fn is_type(&self, word: &SmolStr) -> bool {
        WORDS.contains(&word.as_str()) || self.types.contains_key(word)
    }

    /// Fails if a word stands where only a type can, but is the name of none: before another name.
    pub(super) fn is_type_missing(&self) -> Parsed<()> {
        let is_name = |it: &Token| it.is_word() && !is_keyword(&it.text);
        let Some(word) = self.peek().filter(|it| is_name(it)) else { return Ok(()) };
        let after = &self.tokens[self.at + 1..];
        let stars = after.iter().take_while(|it| it.is("*")).count();
        let is_declared = match (stars, after.get(stars), after.get(stars + 1)) {
            (0, Some(name), _) => is_name(name),
            (_, Some(name), Some(next)) => is_name(name) && [",", ")", "=", "["].iter().any(|it| next.is(it)),
            _ => false,
        };
        if is_declared {
            return Err(error(word.span, format!("`{}` is not the name of a type.", word.text)));
        }
        Ok(())
    }

    /// Specifiers: the type before declarators.
    pub(super) fn base(&mut self) -> Parsed<Base> {
        let mut base =
            Base { ty: Type::INT, storage: Storage::Automatic, thread_local: false, is_auto: false, has_type: true };
        let mut words: Vec<SmolStr> = Vec::new();
        let (mut named, mut is_atomic) = (None, false);
        let start = self.span();
        loop {
            self.attributes()?;
            let Some(token) = self.peek().filter(|it| it.is_word()) else { break };
            let text = token.text.clone();
            match text.as_str() {
                "typedef" => base.storage = Storage::Typedef,
                "static" => base.storage = Storage::Static,
                "extern" => base.storage = Storage::Extern,
                "_Thread_local" | "thread_local" | "__thread" | "__CPROVER_thread_local" => base.thread_local = true,
                "struct" | "union" | "enum" if named.is_none() => {
                    named = Some(self.deeper(Self::tagged)?);
                    continue;
                }
                "_Noreturn" | "noreturn" => self.declared.never_returns = true,
                "__auto_type" if named.is_none() => (named, base.is_auto) = (Some(Type::INT), true),
                "typeof" | "__typeof__" | "__typeof" if named.is_none() => {
                    self.at += 1;
                    self.expect("(")?;
                    named = Some(if self.at_type() { self.type_name()? } else { self.type_of_expression()? });
                    self.expect(")")?;
                    continue;
                }
                "_Atomic" if self.after("(") && named.is_none() => {
                    self.at += 2;
                    (named, is_atomic) = (Some(self.type_name()?), true);
                    self.expect(")")?;
                    continue;
                }
                "_Atomic" => is_atomic = true,
                "struct" | "union" | "enum" => {
                    return Err(error(token.span, format!("`{text}` after another type.")));
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
        base.has_type = named.is_some() || !words.is_empty();
        let ty = match named {
            Some(ty) if words.is_empty() => ty,
            None if words.is_empty() => Type::INT,
            named => named.is_none().then(|| of_words(&words)).flatten().ok_or_else(|| {
                error(self.since(start), format!("`{}` are not the words of one type.", words.join(" ")))
            })?,
        };
        base.ty = if is_atomic { ty.atomic() } else { ty };
        Ok(base)
    }

    fn type_of_expression(&mut self) -> Parsed<Type> {
        let expression = self.deeper(Self::expression)?;
        Ok(self.type_of(expression))
    }

    /// The type of an expression.
    pub(super) fn type_of(&mut self, expression: Expr) -> Type {
        self.unit.typeofs.push(expression);
        Type::Of(self.unit.typeofs.len() - 1)
    }

    /// `struct`, `union` or `enum`.
    fn tagged(&mut self) -> Parsed<Type> {
        let keyword = self.peek().map(|it| it.text.clone()).unwrap_or_default();
        self.at += 1;
        let around = std::mem::take(&mut self.declared.has_other_layout);
        let ty = self.tagged_as(&keyword);
        self.declared.has_other_layout = around;
        ty
    }

    /// The same after the keyword. Attributes that change the layout are those of this type.
    fn tagged_as(&mut self, keyword: &str) -> Parsed<Type> {
        self.attributes()?;
        let tag = self.optional_name();
        if tag.is_none() && !self.at("{") {
            return Err(error(self.span(), "Expected a name."));
        }
        let known = tag.as_ref().and_then(|tag| self.tags.get(tag)).cloned();
        if keyword == "enum" {
            let is_defined = self.eat("{");
            let mut ty = if is_defined { self.enumeration()? } else { known.unwrap_or(Type::UNSIGNED) };
            self.attributes()?;
            if is_defined && self.declared.has_other_layout {
                ty = Type::Other("an enumeration with an attribute that changes its size");
            }
            if let Some(tag) = tag {
                self.declare_tag(tag, ty.clone());
            }
            return Ok(ty);
        }
        // A definition in a block is one of another structure than that of this tag outside.
        let is_new = self.blocks > 0 && self.at("{");
        let structs = &mut self.unit.structs;
        let is_defined = |index: usize| structs[index].width.is_some();
        let known = known.filter(|ty| !matches!(ty, Type::Struct(index) if is_new && is_defined(*index)));
        let index = if let Some(Type::Struct(index)) = known {
            index
        } else {
            structs.push(Struct {
                fields: Vec::new(),
                is_union: keyword == "union",
                width: None,
                size: None,
                depth: 1,
                has_array: false,
            });
            structs.len() - 1
        };
        if let Some(tag) = tag {
            self.declare_tag(tag, Type::Struct(index));
        }
        if self.eat("{") {
            let mut fields = Vec::new();
            while !self.eat("}") {
                self.members(&mut fields)?;
            }
            self.complete(index, fields)?;
            self.attributes()?;
            if self.declared.has_other_layout {
                self.unit.structs[index].size = None;
            }
        }
        Ok(Type::Struct(index))
    }

    /// The constants of an enumeration. Its type is that of compilers for Linux: unsigned unless a constant is negative.
    fn enumeration(&mut self) -> Parsed<Type> {
        let (mut next, mut signed) = (0, false);
        while !self.eat("}") {
            let name = self.name()?;
            if self.eat("=") {
                let value = self.conditional()?;
                next = self.constant(&value)?;
            }
            if i32::try_from(next).is_err() {
                return Err(error(self.span(), "Not supported: a constant of an enumeration that is no `int`."));
            }
            self.declare_constant(name, next);
            signed |= next < 0;
            next += 1;
            if !self.eat(",") && !self.at("}") {
                self.expect("}")?;
            }
        }
        Ok(if signed { Type::INT } else { Type::UNSIGNED })
    }
}

/// The type of words such as `unsigned long int`, if they are those of one.
fn of_words(words: &[SmolStr]) -> Option<Type> {
    let number = |wanted: &[&str]| words.iter().filter(|word| wanted.contains(&word.as_str())).count();
    let (long, short, complex) = (number(&["long"]), number(&["short"]), number(&["_Complex"]));
    let (plus, minus) = (number(&["unsigned"]), number(&["signed", "__signed__"]));
    let (int, char) = (number(&["int"]), number(&["char"]));
    let mut others = words
        .iter()
        .map(SmolStr::as_str)
        .filter(|word| ["void", "float", "double", "_Bool", "__CPROVER_bool"].contains(word));
    let signed = plus == 0;
    let integer = |bits| Some(Type::Integer { bits, signed });
    let is_plain = short + int + char + plus + minus == 0;
    match (others.next(), others.next()) {
        (Some("void"), None) if words.len() == 1 => Some(Type::Void),
        (Some("_Bool" | "__CPROVER_bool"), None) if words.len() == 1 => Some(Type::BOOL),
        (Some("float"), None) if is_plain && long == 0 && complex < 2 => Some(Type::Other("floating point")),
        (Some("double"), None) if is_plain && long < 2 && complex < 2 => Some(Type::Other("floating point")),
        (None, None) if complex > 0 || plus + minus > 1 || int > 1 => None,
        (None, None) => match (char, short, long) {
            (1, 0, 0) if int == 0 => integer(8),
            (0, 1, 0) => integer(16),
            (0, 0, 0 | 1) => integer(32),
            (0, 0, 2) => integer(64),
            _ => None,
        },
        _ => None,
    }
}
