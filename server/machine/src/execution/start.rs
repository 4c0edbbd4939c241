//! The beginning of a run, and the ends of threads.

use super::Execution;
use crate::fault::Kind;
use crate::halt::Halt;
use crate::memory::{Filling, Origin, Wanted};
use crate::observer::Happening;
use crate::state::{Arguments, Ended};
use crate::thread::{Returns, Status};
use crate::value::{Scalar, Shape, Value};

impl Execution<'_> {
    /// Sets initial values, and lets the first thread begin with `main`, before which constructors are called.
    pub(crate) fn start(&mut self, arguments: &[&str]) -> Result<(), Halt> {
        if self.state.memory.bytes() > self.state.options.memory {
            let message = "The static objects of the program are larger than the memory that it may use.";
            return Err(self.fault(Kind::Stack, "", message.into()));
        }
        self.begin(self.program.initialise, Vec::new(), &[], Returns::Nothing)?;
        self.run_to(0)?;
        let program = self.program;
        let entry = program.entry;
        let parameters = program.compiled(entry, self.control)?.map_or(0, |code| code.parameters.len());
        let pointer = Shape::Scalar(Scalar::Pointer { size: program.pointer_size() });
        let shapes = [Shape::Scalar(Scalar::INT), pointer, pointer];
        let mut values = Vec::new();
        if parameters > 0 && program.function(entry).name == "main" {
            let vector = self.vector(arguments);
            let environment = self.vector(&[]);
            values = vec![Value::Integer(arguments.len() as i128), vector, environment];
            if self.state.options.is_open && parameters > 1 {
                self.state.arguments = Arguments::Open;
            }
        }
        values.truncate(parameters);
        let count = values.len();
        self.begin(entry, values, &shapes[..count], Returns::Value)?;
        for constructor in program.constructors.iter().rev() {
            self.begin(*constructor, Vec::new(), &[], Returns::Nothing)?;
        }
        self.make_thread_objects()?;
        self.refresh();
        Ok(())
    }

    /// The arguments of `main`: an array of pointers to texts, with a null pointer at its end.
    fn vector(&mut self, texts: &[&str]) -> Value {
        let addresses = texts.iter().map(|text| self.temporary(&[text.as_bytes(), &[0]].concat())).collect();
        self.pointers(addresses)
    }

    /// An array of pointers, with a null pointer at its end.
    pub(super) fn pointers(&mut self, addresses: Vec<u64>) -> Value {
        let size = usize::from(self.program.pointer_size());
        let bytes: Vec<u8> =
            addresses.into_iter().chain([0]).flat_map(|address| address.to_le_bytes().into_iter().take(size)).collect();
        Value::Integer(self.temporary(&bytes).into())
    }

    fn temporary(&mut self, bytes: &[u8]) -> u64 {
        let size = bytes.len() as u64;
        let wanted = Wanted { size, align: 16, origin: Origin::Temporary, filling: Filling::Zero, is_shared: true };
        let Some(object) = self.state.memory.allocate(&wanted) else { return 0 };
        self.state.memory[object].contents.write(0, bytes);
        self.state.memory[object].base
    }

    /// Ends the thread or the run.
    pub(crate) fn halt(&mut self, halt: Halt) {
        let Halt::Finish(value) = halt else {
            self.state.ended = Some(halt.into());
            return;
        };
        match self.begin_exit() {
            Ok(true) => return,
            Ok(false) => {}
            Err(halt) => return self.halt(halt),
        }
        self.tell(Happening::Ended);
        let objects = std::mem::take(&mut self.thread().objects);
        for object in objects {
            self.kill(object);
        }
        self.unwind();
        let thread = self.thread();
        thread.status = Status::Ended;
        thread.result = *value;
        self.state.version += 1;
        let ended = self.id();
        self.state.races.forget_marks(ended);
        self.state.living.retain(|thread| *thread != ended);
        if self.state.living.is_empty() {
            self.state.ended = Some(Ended::Exit(0));
        }
    }

    /// The last thread ends: it calls `exit` with 0 first, if there is such a function (POSIX, `pthread_exit`).
    fn begin_exit(&mut self) -> Result<bool, Halt> {
        if self.state.is_exiting || self.state.living != [self.id()] {
            return Ok(false);
        }
        let Some(exit) = self.program.defined("exit") else { return Ok(false) };
        self.state.is_exiting = true;
        self.unwind();
        self.begin(exit, vec![Value::Integer(0)], &[Shape::Scalar(Scalar::INT)], Returns::Value)?;
        Ok(true)
    }
}
