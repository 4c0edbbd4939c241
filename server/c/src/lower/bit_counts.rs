//! Functions of compilers that count the bits of a number, and `%n` of `printf`.

use boolprog_base::Span;
use boolprog_import::Expr as Term;
use smol_str::SmolStr;

use super::{Lower, Lowered};
use crate::ast::{Expr, ExprKind, Type};
use crate::value::Value;

/// What a function gives of the bits of a number.
type Count = fn(u32) -> u32;

/// Functions of an `unsigned int`, with what they give.
static COUNTS: &[(&str, Count)] = &[
    ("__builtin_clz", u32::leading_zeros),
    ("__builtin_ctz", u32::trailing_zeros),
    ("__builtin_popcount", u32::count_ones),
    ("__builtin_parity", |number| number.count_ones() % 2),
    ("__builtin_ffs", |number| if number == 0 { 0 } else { number.trailing_zeros() + 1 }),
];

/// Returns `true` for the name of a function that counts bits.
pub(super) fn is_count(name: &str) -> bool {
    COUNTS.iter().any(|(known, _)| *known == name)
}

impl<'a> Lower<'a> {
    /// A count of the bits of a constant.
    pub(super) fn count_bits(&mut self, name: &SmolStr, number: &'a Expr, span: Span) -> Lowered<Value> {
        let value = self.rvalue(number)?;
        let settled = self.integer(&value, &Type::UNSIGNED, span)?;
        let count = COUNTS.iter().find(|(known, _)| known == name).map(|(_, count)| *count);
        match (settled, count) {
            (Term::Number(number), Some(count)) if number != 0 || !name.ends_with('z') => {
                Ok(Value::int(u32::try_from(number).map_or(0, count).into()))
            }
            _ => self.unsupported(span, &format!("`{name}` of a number that is not constant, or of 0")),
        }
    }

    /// Refuses `%n` in the format of `printf`, which writes a number, and formats that are not known where something could be
    /// written.
    pub(super) fn writes_nothing(&mut self, arguments: &'a [Expr], span: Span) -> Lowered<()> {
        let format = arguments.iter().find_map(|it| match &it.kind {
            ExprKind::Text(bytes) => bytes.as_deref(),
            _ => None,
        });
        let may_write = match format {
            Some(format) => conversions(format).any(|it| it == b'n'),
            None => arguments.iter().skip(1).any(|it| matches!(it.kind, ExprKind::Address(_))),
        };
        if may_write { self.unsupported(span, "`%n`, or a format that is not known here") } else { Ok(()) }
    }
}

/// The letters of the conversions in a format: `d` of `%5ld`.
fn conversions(format: &[u8]) -> impl Iterator<Item = u8> {
    let mut rest = format.iter();
    std::iter::from_fn(move || {
        rest.find(|byte| **byte == b'%')?;
        rest.find(|byte| !b"#0- +'123456789.*$hlLqjzt".contains(byte)).copied()
    })
}

#[cfg(test)]
mod tests {
    use super::conversions;

    #[test]
    fn conversions_are_found_behind_their_flags() {
        let found: Vec<u8> = conversions(b"%d%%n %-5.*lln 100% %").collect();
        assert_eq!(found, b"d%n%");
    }
}
