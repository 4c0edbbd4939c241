//! Assignments to bit-fields, which read and write the bytes of those beside them (C11 3.14p3).

use std::sync::Arc;

use super::{Execution, Flow};
use crate::code::Way;
use crate::fault::Kind;
use crate::halt::Halt;
use crate::observer::Does;
use crate::value::Value;

impl Execution<'_> {
    /// `address value -> address value bytes`
    pub(super) fn load_beside(&mut self, way: Way) -> Result<Flow, Halt> {
        let value = self.pop();
        let address = self.pop();
        let (offset, size) = way.shape.range(0);
        let (object, at) = self.locate(address.address(), way.align, offset + size, true)?;
        let (begin, size) = way.shape.range(at);
        let bytes = self.state.memory[object].contents.copy(begin, size);
        self.push(address);
        self.push(value);
        self.push(Value::Bytes(Arc::new(bytes)));
        if !self.state.memory[object].is_shared {
            return Ok(Flow::Next);
        }
        if self.state.options.kinds.contains(Kind::Race) {
            self.check_race(object, begin, size, Does::Read, way.is_atomic)?;
        }
        Ok(Flow::Seen)
    }

    /// `address value bytes ->`; gives the value.
    pub(super) fn store_beside(&mut self, way: Way) -> Result<(Value, Flow), Halt> {
        let bytes = self.pop();
        let value = self.pop();
        let address = self.pop().address();
        let (offset, size) = way.shape.range(0);
        let (object, at) = self.locate(address, way.align, offset + size, true)?;
        if let Value::Bytes(bytes) = &bytes {
            self.state.memory[object].contents.paste(at + offset, bytes);
        }
        let flow = self.store_object(object, at, way.shape, way.is_atomic, &value)?;
        Ok((value, flow))
    }
}
