//! Instructions.

use super::{Execution, Flow};
use crate::code::Op;
use crate::fault::Kind;
use crate::halt::Halt;
use crate::observer::{Access, Does, Happening, Touched};
use crate::thread::Status;
use crate::value::{Scalar, Shape, Value};

impl Execution<'_> {
    /// Executes the next instruction.
    #[inline]
    pub(super) fn instruction(&mut self) -> Result<Flow, Halt> {
        let frame = self.frame();
        let next = frame.next;
        frame.next = next + 1;
        let op = &self.code.ops[next as usize];
        match *op {
            Op::Statement => self.tell(Happening::Statement),
            Op::Number(number) => self.push(Value::Integer(number.into())),
            Op::Constant(index) => self.push(Value::Integer(self.code.constants[index as usize])),
            Op::Floating(index) => self.push(Value::Floating(self.code.floats[index as usize])),
            Op::Nothing => self.push(Value::None),
            Op::Drop => drop(self.pop()),
            Op::Duplicate => {
                let value = self.pop();
                self.push(value.clone());
                self.push(value);
            }
            Op::LoadCell(cell, scalar) => self.load_cell(cell, scalar)?,
            Op::StoreCell(cell, scalar) => {
                let value = self.pop();
                self.store_cell(cell, scalar, value);
            }
            Op::KeepCell(cell, scalar) => {
                let value = self.pop();
                self.push(value.clone());
                self.store_cell(cell, scalar, value);
            }
            Op::Unary(operator, scalar) => self.unary(operator, scalar)?,
            Op::Binary(operator, scalar) => self.binary(operator, scalar)?,
            Op::Convert(from, to) => self.convert(from, to)?,
            Op::Modify(index) => self.modify(index)?,
            Op::Jump(to) => self.frame().next = to,
            Op::JumpIfZero(to) => {
                if !self.pop().is_true() {
                    self.frame().next = to;
                }
            }
            Op::JumpIfNotZero(to) => {
                if self.pop().is_true() {
                    self.frame().next = to;
                }
            }
            Op::Switch(index) => self.switch(index),
            Op::Call(site) => return self.call(site),
            Op::Return => return self.give(),
            _ => return self.memory_instruction(op),
        }
        Ok(Flow::Next)
    }

    /// Instructions on objects with addresses.
    fn memory_instruction(&mut self, op: &Op) -> Result<Flow, Halt> {
        match *op {
            Op::Slot(slot, offset) => {
                let address = self.slot(slot).map(|object| self.state.memory[object].base + u64::from(offset));
                self.push(Value::Integer(address.unwrap_or(0).into()));
            }
            Op::ThreadObject(number) => {
                let object = self.thread().objects[number as usize];
                let base = self.state.memory[object].base;
                self.push(Value::Integer(base.into()));
            }
            Op::LoadSlot(slot, offset, shape) => return self.load_slot(slot, offset, shape),
            Op::LoadStatic(object, offset, shape) => {
                let (value, flow) = self.load_object(object, offset.into(), shape, false)?;
                self.push(value);
                return Ok(flow);
            }
            Op::Load(way) => {
                let address = self.pop().address();
                let (value, flow) = self.load(address, way)?;
                self.push(value);
                return Ok(flow);
            }
            Op::LoadUnder(way) => {
                let address = self.pop();
                let (value, flow) = self.load(address.address(), way)?;
                self.push(address);
                self.push(value);
                return Ok(flow);
            }
            Op::Store(way) => {
                let value = self.pop();
                let address = self.pop().address();
                return self.store(address, way, &value);
            }
            Op::Keep(way) => {
                let value = self.pop();
                let address = self.pop().address();
                let flow = self.store(address, way, &value)?;
                self.push(way.shape.kept(value));
                return Ok(flow);
            }
            Op::LoadBeside(way) => return self.load_beside(way),
            Op::StoreBeside(way) => return self.store_beside(way).map(|(_, flow)| flow),
            Op::KeepBeside(way) => {
                let (value, flow) = self.store_beside(way)?;
                self.push(way.shape.kept(value));
                return Ok(flow);
            }
            Op::Zero => {
                let address = self.pop().address();
                self.zero(address)?;
            }
            Op::Text(text, size) => {
                let address = self.pop().address();
                self.text(address, text, size)?;
            }
            Op::Offset(by, align) => self.offset(by, align)?,
            Op::Move(stride) => self.move_pointer(stride)?,
            Op::MoveBy { is_back } => self.move_by(is_back)?,
            Op::Difference(size) => self.difference(size.into())?,
            Op::DifferenceBy => {
                let size = self.pop().integer();
                self.difference(size.max(1))?;
            }
            Op::ModifyAtomic(index, way) => return self.modify_atomic(index, way),
            Op::Atomic(index) => return self.atomic(index),
            Op::Materialise(slot) => self.materialise(slot)?,
            _ => return self.control_instruction(op),
        }
        Ok(Flow::Next)
    }

    /// Instructions about scopes, order, sections and lists.
    fn control_instruction(&mut self, op: &Op) -> Result<Flow, Halt> {
        match *op {
            Op::Goto(label) => self.goto(label)?,
            Op::GotoComputed => self.goto_computed()?,
            Op::Fork(elsewhere) => return self.fork(elsewhere),
            Op::Enter(scope) => self.enter(scope)?,
            Op::Leave(scope) => self.leave(scope),
            Op::Declare(slot, object) => self.declare(slot, object)?,
            Op::Order(index) => self.order(index),
            Op::OperandEnd => self.operand_end(),
            Op::Watch => self.frame().watched += 1,
            Op::Unwatch => self.unwatch(),
            Op::Mark => self.mark(),
            Op::Compare(count) => self.compare(count)?,
            Op::Sequenced => self.sequenced(),
            Op::Settle => self.settle()?,
            Op::Unmark => drop(self.thread().marks.pop()),
            Op::SectionBegin => self.section_begin(),
            Op::SectionEnd => return Ok(self.section_end()),
            Op::Await => return Ok(self.wait()),
            Op::ListStart => return self.list_start(),
            Op::ListNext(shape) => self.list_next(shape)?,
            Op::ListEnd => return self.list_end(),
            Op::ListCopy => return self.list_copy(),
            Op::Unsupported(index) => {
                return Err(self.fault(Kind::Unsupported, "", self.code.messages[index as usize].clone()));
            }
            _ => {}
        }
        Ok(Flow::Next)
    }

    #[inline]
    fn cell(&mut self, cell: u32) -> usize {
        (self.frame().cells + cell) as usize
    }

    #[inline]
    fn load_cell(&mut self, cell: u32, scalar: Scalar) -> Result<(), Halt> {
        let index = self.cell(cell);
        let mut value = self.state.threads[self.current].cells[index].clone();
        if matches!(value, Value::None) {
            value = self.unwritten(cell, scalar)?;
            self.thread().cells[index] = value.clone();
        }
        if self.observed || self.frame().watched > 0 {
            self.touch_cell(cell, scalar, Does::Read, value.clone(), value.clone());
        }
        self.push(value);
        Ok(())
    }

    #[inline]
    fn store_cell(&mut self, cell: u32, scalar: Scalar, value: Value) {
        let index = self.cell(cell);
        if self.observed || self.frame().watched > 0 {
            let before = self.thread().cells[index].clone();
            self.touch_cell(cell, scalar, Does::Write, before, value.clone());
        }
        self.state.threads[self.current].cells[index] = value;
    }

    /// An access to a variable without an address is noted and reported.
    fn touch_cell(&mut self, cell: u32, scalar: Scalar, does: Does, before: Value, after: Value) {
        let index = self.cell(cell) as u64;
        let bit = u64::MAX / 2 + index;
        self.note(bit..bit + 1, does != Does::Read);
        let name = self.code.cell_objects.get(cell as usize).copied();
        if let (true, Some(object)) = (self.observed, name) {
            let touched = Touched::Variable(object);
            let access = Access { touched, shape: Shape::Scalar(scalar), does, before, after, is_ordered: false };
            self.tell(Happening::Access(&access));
        }
    }

    fn switch(&mut self, index: u32) {
        let value = self.pop().integer();
        let switch = &self.code.switches[index as usize];
        let after = switch.cases.partition_point(|(first, ..)| *first <= value);
        let found = after.checked_sub(1).map(|index| switch.cases[index]).filter(|(_, last, _)| value <= *last);
        self.frame().next = found.map_or(switch.default, |(.., to)| to);
    }

    fn section_begin(&mut self) {
        let next = self.frame().next;
        let thread = self.thread();
        if thread.sections == 0 {
            thread.section_start = next - 1;
        }
        thread.sections += 1;
    }

    fn section_end(&mut self) -> Flow {
        let thread = self.thread();
        thread.sections = thread.sections.saturating_sub(1);
        Flow::Seen
    }

    /// The condition of a section is on the stack. If it does not hold, the section has not begun.
    fn wait(&mut self) -> Flow {
        if self.pop().is_true() {
            return Flow::Next;
        }
        let version = self.state.version;
        let thread = self.thread();
        thread.sections = 0;
        thread.status = Status::Waiting { version };
        let start = thread.section_start;
        self.frame().next = start;
        Flow::Waits
    }
}
