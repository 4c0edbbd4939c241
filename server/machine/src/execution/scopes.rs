//! Scopes: lives of automatic objects (C11 6.2.4p5 to p7), and jumps between them.

use boolprog_c_syntax::tree::ObjectId;

use super::Execution;
use crate::fault::Kind;
use crate::halt::Halt;
use crate::memory::ObjectIndex;
use crate::value::Value;

impl Execution<'_> {
    /// The object in a slot of the innermost frame.
    pub(super) fn slot(&mut self, slot: u32) -> Option<ObjectIndex> {
        let index = (self.frame().slots + slot) as usize;
        self.state.threads[self.current].slots[index]
    }

    fn set_slot(&mut self, slot: u32, object: Option<ObjectIndex>) -> Option<ObjectIndex> {
        let index = (self.frame().slots + slot) as usize;
        std::mem::replace(&mut self.state.threads[self.current].slots[index], object)
    }

    /// An object begins its life in a slot of the innermost frame; one that was there before ends its own.
    pub(super) fn begin_in_slot(&mut self, slot: u32, object: ObjectIndex) {
        if let Some(before) = self.set_slot(slot, Some(object)) {
            self.kill(before);
        }
    }

    /// The objects of a scope begin their lives.
    pub(super) fn enter(&mut self, scope: u32) -> Result<(), Halt> {
        self.frame().scope = scope;
        let here = &self.code.scopes[scope as usize];
        let first = self.frame().cells;
        for cell in &here.cells {
            self.state.threads[self.current].cells[(first + cell) as usize] = Value::None;
        }
        for local in &here.objects {
            let object = self.make_variable(local.object, local.size, local.align, local.is_shared)?;
            self.begin_in_slot(local.slot, object);
        }
        Ok(())
    }

    /// The objects of a scope end their lives.
    pub(super) fn leave(&mut self, scope: u32) {
        let here = &self.code.scopes[scope as usize];
        for slot in &here.slots {
            if let Some(object) = self.set_slot(*slot, None) {
                self.kill(object);
            }
        }
        self.frame().scope = here.parent;
    }

    /// `size ->`: an object of variable size begins its life, and the one of its last declaration ends it.
    pub(super) fn declare(&mut self, slot: u32, object: ObjectId) -> Result<(), Halt> {
        let size = self.pop().integer();
        let Some(size) = u64::try_from(size).ok().filter(|size| *size < 1 << 47) else {
            return Err(self.fault(Kind::Stack, "C11 6.7.6.2p5", format!("An array has {size} bytes.")));
        };
        let made = self.make_variable(object, size, 16, true)?;
        self.begin_in_slot(slot, made);
        Ok(())
    }

    /// Jumps to a label: scopes are left and entered.
    pub(super) fn goto(&mut self, label: u32) -> Result<(), Halt> {
        let (to, scope) = self.code.labels[label as usize];
        let mut left = self.frame().scope;
        let target: Vec<u32> = self.code.around(scope).collect();
        while !target.contains(&left) {
            self.leave(left);
            left = self.frame().scope;
        }
        for entered in target.iter().take_while(|scope| **scope != left).copied().collect::<Vec<_>>().into_iter().rev()
        {
            self.enter(entered)?;
        }
        self.frame().next = to;
        Ok(())
    }

    /// `address ->`: jumps to a label of this function.
    pub(super) fn goto_computed(&mut self) -> Result<(), Halt> {
        let address = self.pop().address();
        let function = self.frame().function;
        let base = self.state.memory[self.program.function(function).object].base;
        match address.checked_sub(base + 1).filter(|label| *label < self.code.labels.len() as u64) {
            Some(label) => self.goto(label as u32),
            None => Err(self.fault(Kind::Pointer, "", "A computed `goto` goes to no label of this function.".into())),
        }
    }
}
