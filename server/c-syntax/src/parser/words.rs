//! The keywords of C11, C23 and GNU C that this parser knows, in all their spellings.

/// `true` for a word that is not an identifier.
pub(super) fn is_keyword(word: &str) -> bool {
    is_plain(word) || begins_type(word) || matches!(word, "asm" | "__asm" | "__asm__") || is_operator(word)
}

fn is_plain(word: &str) -> bool {
    matches!(
        word,
        "break"
            | "case"
            | "continue"
            | "default"
            | "do"
            | "else"
            | "for"
            | "goto"
            | "if"
            | "return"
            | "switch"
            | "while"
    )
}

fn is_operator(word: &str) -> bool {
    is_alignof(word)
        || matches!(
            word,
            "sizeof"
                | "_Generic"
                | "_Static_assert"
                | "__attribute__"
                | "__attribute"
                | "__label__"
                | "__real__"
                | "__imag__"
                | "__builtin_va_arg"
                | "__builtin_offsetof"
                | "__builtin_types_compatible_p"
                | "__builtin_choose_expr"
        )
}

/// `true` for `_Alignof` and its other spellings.
pub(super) fn is_alignof(word: &str) -> bool {
    matches!(word, "_Alignof" | "__alignof__" | "__alignof")
}

/// `true` for a keyword with which a declaration or the name of a type begins, besides names of types.
pub(super) fn begins_type(word: &str) -> bool {
    is_qualifier(word) || is_storage(word) || is_basic(word) || is_typeof(word) || begins_other_type(word)
}

fn begins_other_type(word: &str) -> bool {
    matches!(
        word,
        "struct" | "union" | "enum" | "_Atomic" | "_Alignas" | "__auto_type" | "__builtin_va_list" | "__extension__"
    )
}

/// `true` for a qualifier besides `_Atomic`.
pub(super) fn is_qualifier(word: &str) -> bool {
    is_const(word) || is_volatile(word) || is_without_meaning(word)
}

/// `true` for `const`.
pub(super) fn is_const(word: &str) -> bool {
    matches!(word, "const" | "__const" | "__const__")
}

/// `true` for `volatile`.
pub(super) fn is_volatile(word: &str) -> bool {
    matches!(word, "volatile" | "__volatile" | "__volatile__")
}

/// `true` for `restrict` and the marks of other compilers.
fn is_without_meaning(word: &str) -> bool {
    matches!(word, "restrict" | "__restrict" | "__restrict__" | "_Nonnull" | "_Nullable" | "_Null_unspecified")
}

/// `true` for a storage class or the specifier of a function.
pub(super) fn is_storage(word: &str) -> bool {
    matches!(
        word,
        "typedef"
            | "extern"
            | "static"
            | "auto"
            | "register"
            | "inline"
            | "__inline"
            | "__inline__"
            | "_Noreturn"
            | "_Thread_local"
            | "__thread"
            | "__CPROVER_thread_local"
    )
}

/// `true` for a word of which the names of arithmetic types and `void` are made.
pub(super) fn is_basic(word: &str) -> bool {
    matches!(
        word,
        "void"
            | "char"
            | "short"
            | "int"
            | "long"
            | "float"
            | "double"
            | "signed"
            | "__signed"
            | "__signed__"
            | "unsigned"
            | "_Bool"
            | "__int128"
            | "__int128_t"
            | "__uint128_t"
            | "_Complex"
            | "__complex__"
            | "__complex"
            | "_Imaginary"
            | "__float128"
            | "__float80"
            | "_Float16"
            | "_Float32"
            | "_Float64"
            | "_Float128"
            | "_Float32x"
            | "_Float64x"
    )
}

/// `true` for `typeof`.
pub(super) fn is_typeof(word: &str) -> bool {
    matches!(word, "typeof" | "__typeof__" | "__typeof")
}

/// `true` for `asm`.
pub(super) fn is_asm(word: &str) -> bool {
    matches!(word, "asm" | "__asm__" | "__asm")
}
