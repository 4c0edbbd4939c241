//! New threads: those that begin with a function, and those that go on within the function that creates them
//! (`__CPROVER_ASYNC_n: statement`).

use super::{Execution, Flow};
use crate::fault::Kind;
use crate::halt::Halt;
use crate::memory::{Filling, ObjectIndex, Origin, Wanted};
use crate::observer::Happening;
use crate::program::FunctionIndex;
use crate::thread::{Frame, Outer, Returns, Thread, ThreadId};
use crate::value::{Scalar, Shape, Value};

/// Number of bytes that are kept for a thread.
const THREAD: u64 = 1024;

impl Execution<'_> {
    /// Creates a thread that calls a function with pointers; none if there is no memory for it.
    pub(crate) fn create(&mut self, run: u64, arguments: &[u64]) -> Result<Option<ThreadId>, Halt> {
        let Some(function) = self.function_at(run) else {
            return Err(self.fault(
                Kind::Pointer,
                "C11 6.5.2.2p1",
                "A thread is to begin with a function, but the pointer points to none.".into(),
            ));
        };
        if self.state.bytes() + THREAD + self.bytes_of_thread_objects() > self.state.options.memory {
            return Ok(None);
        }
        let functions = std::iter::once(Some(function)).chain(arguments.iter().map(|it| self.function_at(*it)));
        let start = functions.flatten().find(|function| !self.program.function(*function).is_hidden);
        let created = self.state.add_thread(Thread { start, ..Thread::new() });
        self.state.held += THREAD;
        let creator = (self.current, self.code);
        self.current = created.0 as usize;
        let values = arguments.iter().map(|argument| Value::Integer((*argument).into())).collect();
        let pointer = Shape::Scalar(Scalar::Pointer { size: self.program.pointer_size() });
        self.begin(function, values, &vec![pointer; arguments.len()], Returns::Value)?;
        (self.current, self.code) = creator;
        self.give_thread_objects(created)?;
        self.state.version += 1;
        self.state.races.ordered(self.id(), created);
        self.tell(Happening::Created(created));
        Ok(Some(created))
    }

    /// The function to which an address belongs.
    fn function_at(&self, address: u64) -> Option<FunctionIndex> {
        let origin = self.state.memory.find(address).map(|index| self.state.memory[index].origin);
        if let Some(Origin::Function(function)) = origin { Some(function) } else { None }
    }

    fn bytes_of_thread_objects(&self) -> u64 {
        let objects = self.program.thread_objects.iter();
        objects.map(|(unit, object)| self.program.unit(*unit).size_of_object(*object).unwrap_or(0)).sum()
    }

    /// The objects of a thread that was just created begin their lives.
    pub(super) fn give_thread_objects(&mut self, created: ThreadId) -> Result<(), Halt> {
        let creator = (self.current, self.code);
        self.current = created.0 as usize;
        self.make_thread_objects()?;
        (self.current, self.code) = creator;
        Ok(())
    }

    /// The objects of a thread begin their lives; their initialisers are evaluated before everything else.
    pub(crate) fn make_thread_objects(&mut self) -> Result<(), Halt> {
        let program = self.program;
        for (unit, object) in &program.thread_objects {
            let tree = program.unit(*unit);
            let size = tree.size_of_object(*object).unwrap_or(0);
            let align = tree.align_of_object(*object);
            let origin = Origin::Declaration(*unit, *object, Some(self.id()));
            let wanted = Wanted { size, align, origin, filling: Filling::Zero, is_shared: true };
            let Some(made) = self.make(&wanted) else {
                return Err(self.fault(Kind::Stack, "", "There is no memory for the objects of a thread.".into()));
            };
            self.thread().objects.push(made);
        }
        if !program.thread_objects.is_empty() {
            self.begin(program.initialise_thread, Vec::new(), &[], Returns::Nothing)?;
        }
        Ok(())
    }
}

impl Execution<'_> {
    /// A new thread executes what follows, with a copy of the automatic objects of this call; this thread goes on elsewhere.
    pub(super) fn fork(&mut self, elsewhere: u32) -> Result<Flow, Halt> {
        let created = ThreadId(self.state.threads.len() as u32);
        let parent = self.frame().clone();
        let slots = self.state.threads[self.current].slots[parent.slots as usize..].to_vec();
        let copies: Result<Vec<_>, Halt> =
            slots.into_iter().map(|slot| slot.map(|object| self.copied(object, created)).transpose()).collect();
        let mut thread = Thread { is_forked: true, ..Thread::new() };
        thread.slots = copies?;
        thread.cells = self.state.threads[self.current].cells[parent.cells as usize..].to_vec();
        thread.frames.push(parent.copied());
        self.frame().next = elsewhere;
        self.state.add_thread(thread);
        self.state.held += THREAD + self.code.held();
        self.give_thread_objects(created)?;
        self.state.version += 1;
        self.state.races.ordered(self.id(), created);
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
            ..self.clone()
        }
    }
}
