//! The arguments of a format, one after the other, with the types that its conversions ask for.

use boolprog_c_syntax::types::Floating;

use super::directive::Length;
use crate::fault::Kind;
use crate::halt::Halt;
use crate::native::{Argument, Call, ListId};
use crate::value::Scalar;

/// Arguments that are still to be read.
pub(super) struct Arguments<'p, 'c, 'm> {
    /// The call.
    pub call: &'p mut Call<'c, 'm>,
    list: ListId,
    rule: &'static str,
    count: u32,
}

impl<'p, 'c, 'm> Arguments<'p, 'c, 'm> {
    /// The arguments of a list. The rule is the clause that is broken if one of them has a wrong type.
    pub(super) fn new(call: &'p mut Call<'c, 'm>, list: ListId, rule: &'static str) -> Self {
        Self { call, list, rule, count: 0 }
    }

    /// The size in bytes of an integer of a length.
    pub(super) fn size(&self, length: Length) -> u8 {
        match length {
            Length::Char => 1,
            Length::Short => 2,
            Length::None => 4,
            Length::Long | Length::Size | Length::Difference => self.call.word(),
            Length::LongLong | Length::Max | Length::LongDouble => 8,
        }
    }

    /// A signed integer; an argument of a type that is smaller than `int` is converted to it (C11 7.21.6.1p7).
    pub(super) fn signed(&mut self, length: Length) -> Result<i128, Halt> {
        let bits = 8 * u32::from(self.size(length));
        Ok(crate::value::signed(self.integer(length)?.cast_unsigned(), bits))
    }

    /// An unsigned integer.
    pub(super) fn unsigned(&mut self, length: Length) -> Result<u128, Halt> {
        let bits = 8 * u32::from(self.size(length));
        Ok(crate::value::unsigned(self.integer(length)?.cast_unsigned(), bits))
    }

    /// An integer of the promoted size. Its sign does not matter (C11 7.16.1.1p2).
    fn integer(&mut self, length: Length) -> Result<i128, Halt> {
        let wanted = self.size(length).max(4);
        let argument = self.next()?;
        match argument.scalar {
            Some(Scalar::Integer { size, .. }) if size == wanted => {}
            _ => self.check(&format!("an integer of {wanted} bytes"), &argument)?,
        }
        Ok(argument.value.integer())
    }

    /// A floating value: a `double` or a `long double`.
    pub(super) fn floating(&mut self, is_long: bool) -> Result<f64, Halt> {
        let argument = self.next()?;
        match argument.scalar {
            Some(Scalar::Floating { format, .. }) if (format == Floating::LongDouble) == is_long => {}
            _ => self.check(if is_long { "a `long double`" } else { "a `double`" }, &argument)?,
        }
        Ok(argument.value.floating())
    }

    /// A pointer.
    pub(super) fn pointer(&mut self) -> Result<u64, Halt> {
        let argument = self.next()?;
        match argument.scalar {
            Some(Scalar::Pointer { .. }) => {}
            _ => self.check("a pointer", &argument)?,
        }
        Ok(argument.value.address())
    }

    fn next(&mut self) -> Result<Argument, Halt> {
        self.count += 1;
        match self.call.next(self.list) {
            None => {
                let message = format!("The format asks for {} arguments after it; there are fewer.", self.count);
                Err(self.call.fault(Kind::Format, self.rule, message))
            }
            Some(argument) => Ok(argument),
        }
    }

    /// An argument has a wrong type: a fault if these are looked for. Otherwise its value is used, or 0.
    fn check(&self, wanted: &str, argument: &Argument) -> Result<(), Halt> {
        let given = match argument.scalar {
            Some(Scalar::Bool) => "a `_Bool`".to_owned(),
            Some(Scalar::Integer { size, .. }) => format!("an integer of {size} bytes"),
            Some(Scalar::Pointer { .. }) => "a pointer".to_owned(),
            Some(Scalar::Floating { format: Floating::LongDouble, .. }) => "a `long double`".to_owned(),
            Some(Scalar::Floating { .. }) => "a `double`".to_owned(),
            Some(Scalar::Arguments { .. }) => "a `va_list`".to_owned(),
            None => "a structure or union".to_owned(),
        };
        let message = || format!("The format asks for {wanted} as argument {} after it, which is {given}.", self.count);
        self.call.execution.check(Kind::Format, self.rule, message)
    }
}
