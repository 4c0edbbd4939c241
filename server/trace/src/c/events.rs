//! The events of one step of the machine.

use boolprog_machine::fault::Position;
use boolprog_machine::memory::ObjectIndex;
use boolprog_machine::observer::{Access, Event, Happening, Observer};
use boolprog_machine::program::FunctionIndex;
use boolprog_machine::thread::ThreadId;

/// An event that is kept until the step is over.
#[derive(Debug)]
pub(super) struct Told {
    pub(super) thread: ThreadId,
    pub(super) position: Position,
    /// Number of frames of the thread, those of the library included.
    pub(super) depth: u32,
    pub(super) is_hidden: bool,
    pub(super) what: What,
}

/// The event.
#[derive(Debug)]
pub(super) enum What {
    Statement,
    Access(Access),
    Called(FunctionIndex),
    Returned,
    Born(ObjectIndex),
    Died(ObjectIndex),
    Created(ThreadId),
    Ended,
    Joined(ThreadId),
    /// The thing for which the thread may have to wait: words, and the address of the object.
    WaitsFor(String, u64),
}

/// Keeps the events of a step.
#[derive(Default, Debug)]
pub(super) struct Events(pub(super) Vec<Told>);

impl Observer for Events {
    fn event(&mut self, event: &Event<'_>) {
        let what = match &event.happening {
            Happening::Statement => What::Statement,
            Happening::Access(access) => What::Access((*access).clone()),
            Happening::Called(function) => What::Called(*function),
            Happening::Returned(..) => What::Returned,
            Happening::Born(object) => What::Born(*object),
            Happening::Died(object) => What::Died(*object),
            Happening::Created(thread) => What::Created(*thread),
            Happening::Ended => What::Ended,
            Happening::Joined(thread) => What::Joined(*thread),
            Happening::WaitsFor(what, object) => What::WaitsFor((*what).to_owned(), *object),
        };
        let Event { thread, position, depth, is_hidden, .. } = *event;
        self.0.push(Told { thread, position, depth, is_hidden, what });
    }
}
