//! Variable arguments (C11 7.16).

use std::sync::Arc;

use super::{Execution, Flow};
use crate::arithmetic;
use crate::code::Way;
use crate::fault::Kind;
use crate::halt::Halt;
use crate::native::ListId;
use crate::value::{Scalar, Shape, Value};

impl Execution<'_> {
    /// The list that a value of type `va_list` is.
    pub(crate) fn list(&self, value: i128) -> Result<ListId, Halt> {
        let list = self.state.lists.of(value);
        list.ok_or_else(|| {
            self.fault(Kind::Misuse, "C11 7.16.1p2", "A `va_list` is used that has not begun, or has ended.".into())
        })
    }

    /// The layout of a `va_list` in memory.
    fn way_of_list(&self) -> Way {
        let size = if self.program.pointer_size() == 8 { 24 } else { 4 };
        Way { shape: Shape::Scalar(Scalar::Arguments { size }), align: 1, is_atomic: false, is_initial: false }
    }

    fn list_at(&mut self, address: u64) -> Result<ListId, Halt> {
        let (value, _) = self.load(address, self.way_of_list())?;
        self.list(value.integer())
    }

    fn set_list(&mut self, address: u64, list: ListId) -> Result<Flow, Halt> {
        self.store(address, self.way_of_list(), &Value::Integer(i128::from(list.0) + 1))
    }

    /// `address ->`
    pub(super) fn list_start(&mut self) -> Result<Flow, Halt> {
        let address = self.pop().address();
        let arguments = self.frame().rest.clone().unwrap_or_else(|| Arc::new([]));
        let list = self.state.lists.start(arguments);
        self.set_list(address, list)
    }

    /// `address -> value`
    pub(super) fn list_next(&mut self, shape: Shape) -> Result<(), Halt> {
        let address = self.pop().address();
        let list = self.list_at(address)?;
        let rule = "C11 7.16.1.1p2";
        let Some(argument) = self.state.lists.next(list) else {
            return Err(self.fault(Kind::Misuse, rule, "`va_arg` asks for an argument, but there are no more.".into()));
        };
        let value = match (shape, argument.scalar) {
            (Shape::Scalar(wanted), Some(given)) if is_like(wanted, given) => {
                arithmetic::convert(&argument.value, given, wanted).0
            }
            (Shape::Bytes(size), None) if matches!(&argument.value, Value::Bytes(bytes) if bytes.bytes.len() == size as usize) => {
                argument.value
            }
            _ => {
                return Err(self.fault(
                    Kind::Misuse,
                    rule,
                    "`va_arg` asks for another type than the argument has.".into(),
                ));
            }
        };
        self.push(value);
        Ok(())
    }

    /// `address ->`
    pub(super) fn list_end(&mut self) -> Result<Flow, Halt> {
        let address = self.pop().address();
        let list = self.list_at(address)?;
        self.state.lists.end(list);
        self.store(address, self.way_of_list(), &Value::Integer(0))
    }

    /// `to from ->`
    pub(super) fn list_copy(&mut self) -> Result<Flow, Halt> {
        let from = self.pop().address();
        let to = self.pop().address();
        let list = self.list_at(from)?;
        let copy = self.state.lists.copy(list);
        self.set_list(to, copy)
    }
}

/// Returns `true` if an argument of one type may be read as the other: signed and unsigned, and pointers of any type.
fn is_like(wanted: Scalar, given: Scalar) -> bool {
    match (wanted, given) {
        (Scalar::Integer { size: a, .. }, Scalar::Integer { size: b, .. }) => a == b,
        (Scalar::Floating { format: a, .. }, Scalar::Floating { format: b, .. }) => a == b,
        (Scalar::Pointer { .. }, Scalar::Pointer { .. }) | (Scalar::Arguments { .. }, Scalar::Arguments { .. }) => true,
        _ => false,
    }
}
