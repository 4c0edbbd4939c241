//! Threads that go on within the function that creates them: `__CPROVER_ASYNC_n: statement`.

use super::calls::THREAD;
use super::{Execution, Flow};
use crate::fault::Kind;
use crate::halt::Halt;
use crate::memory::{Filling, ObjectIndex, Origin, Wanted};
use crate::observer::Happening;
use crate::thread::{Frame, Outer, Thread, ThreadId};

impl Execution<'_> {
    /// A new thread executes what follows, with a copy of the automatic objects of this call; this thread goes on elsewhere.
    pub(super) fn fork(&mut self, elsewhere: u32) -> Result<Flow, Halt> {
        let created = ThreadId(self.state.threads.len() as u32);
        let parent = self.frame().clone();
        let slots = self.state.threads[self.current].slots[parent.slots as usize..].to_vec();
        let copies: Result<Vec<_>, Halt> =
            slots.into_iter().map(|slot| slot.map(|object| self.copied(object, created)).transpose()).collect();
        let mut thread = Thread::new();
        thread.slots = copies?;
        thread.cells = self.state.threads[self.current].cells[parent.cells as usize..].to_vec();
        thread.frames.push(parent.copied());
        self.frame().next = elsewhere;
        self.state.threads.push(thread);
        self.state.held += THREAD + self.code.held();
        self.give_thread_objects(created)?;
        self.state.version += 1;
        self.state.races.created(self.id(), created);
        self.tell(Happening::Created(created));
        Ok(Flow::Seen)
    }

    /// A copy of an automatic object, which belongs to another thread.
    fn copied(&mut self, object: ObjectIndex, owner: ThreadId) -> Result<ObjectIndex, Halt> {
        let original = &self.state.memory[object];
        let origin = match original.origin {
            Origin::Declaration(unit, declared, _) => Origin::Declaration(unit, declared, Some(owner)),
            other => other,
        };
        let align = 1 << original.base.trailing_zeros().min(12);
        let (size, is_shared) = (original.size, original.is_shared);
        let contents = original.contents.clone();
        let wanted = Wanted { size, align, origin, filling: Filling::Nothing, is_shared };
        let Some(copy) = self.make(&wanted) else {
            return Err(self.fault(Kind::Stack, "", "There is no memory for the variables of a new thread.".into()));
        };
        self.state.memory[copy].contents = contents;
        Ok(copy)
    }
}

impl Frame {
    /// The first frame of a thread that goes on as this one would.
    fn copied(&self) -> Self {
        Self {
            cells: 0,
            slots: 0,
            stack: 0,
            outer: Outer { orders: 0, marks: 0, log: 0 },
            watched: 0,
            is_section: false,
            temporaries: Vec::new(),
            ..self.clone()
        }
    }
}
