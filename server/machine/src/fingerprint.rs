//! Fingerprints of states, for searches that visit each state once.

use std::hash::{DefaultHasher, Hash, Hasher};

use crate::lists::Argument;
use crate::machine::Machine;
use crate::memory::{Contents, Memory};
use crate::state::State;
use crate::thread::{Frame, Order, Status, Thread};
use crate::value::Value;

impl Machine {
    /// A number that is equal for states from which the same runs go on, but for what depends on streams, files and the
    /// clock, and on addresses of objects that have ended. Different states have different numbers, with high probability. Takes time linear in
    /// the size of all living objects.
    pub fn fingerprint(&self) -> u64 {
        let State { memory, threads, lists, library, is_exiting, .. } = self.state();
        let mut hasher = DefaultHasher::new();
        (is_exiting, &library.own, &library.asleep, &library.marks).hash(&mut hasher);
        hash_memory(memory, &mut hasher);
        for thread in threads {
            hash_thread(thread, &mut hasher);
        }
        for list in lists.left() {
            list.is_some().hash(&mut hasher);
            hash_arguments(list.unwrap_or_default(), &mut hasher);
        }
        hasher.finish()
    }
}

fn hash_memory(memory: &Memory, hasher: &mut impl Hasher) {
    for (index, object) in memory.objects().filter(|(_, object)| object.is_alive() && !object.is_constant) {
        (index, object.base).hash(hasher);
        hash_contents(&object.contents, object.size, hasher);
    }
}

fn hash_contents(contents: &Contents, size: u64, hasher: &mut impl Hasher) {
    contents.read(0, size).hash(hasher);
    if !contents.is_written(0, size) {
        for at in 0..size {
            contents.has(at).hash(hasher);
        }
    }
}

fn hash_thread(thread: &Thread, hasher: &mut impl Hasher) {
    match thread.status {
        Status::Ended => {
            hash_value(&thread.result, hasher);
            return;
        }
        Status::Ready => 1.hash(hasher),
        Status::Waiting { .. } => 2.hash(hasher),
    }
    for frame in &thread.frames {
        hash_frame(frame, hasher);
    }
    hash_values(&thread.stack, hasher);
    hash_values(&thread.cells, hasher);
    for order in &thread.orders {
        hash_order(order, hasher);
    }
    (&thread.slots, &thread.objects, thread.sections, thread.section_start, &thread.marks).hash(hasher);
    for logged in &thread.log {
        (logged.begin, logged.end, logged.is_write, logged.is_sequenced).hash(hasher);
    }
}

fn hash_frame(frame: &Frame, hasher: &mut impl Hasher) {
    (frame.function, frame.next, frame.cells, frame.slots, frame.stack, frame.scope, frame.watched).hash(hasher);
    frame.is_section.hash(hasher);
    hash_arguments(frame.rest.as_deref().unwrap_or_default(), hasher);
}

fn hash_arguments(arguments: &[Argument], hasher: &mut impl Hasher) {
    arguments.len().hash(hasher);
    for argument in arguments {
        hash_value(&argument.value, hasher);
    }
}

fn hash_order(order: &Order, hasher: &mut impl Hasher) {
    (order.blocks, &order.left, order.current, order.base).hash(hasher);
    for values in &order.results {
        hash_values(values, hasher);
    }
}

fn hash_values(values: &[Value], hasher: &mut impl Hasher) {
    values.len().hash(hasher);
    for value in values {
        hash_value(value, hasher);
    }
}

fn hash_value(value: &Value, hasher: &mut impl Hasher) {
    match value {
        Value::Integer(number) => number.hash(hasher),
        Value::Floating(number) => number.to_bits().hash(hasher),
        Value::Bytes(bytes) => (&bytes.bytes, &bytes.written).hash(hasher),
        Value::None => u8::MAX.hash(hasher),
    }
}
