//! Objects by their numbers, in chunks that copies share until one of them changes there.

use std::sync::Arc;

use super::{Contents, Filling, Life, Object, ObjectIndex, Origin};
use crate::ids::{Position, ThreadId};

/// Objects of a chunk.
const CHUNK: usize = 16;

/// All objects that were made. A copy takes time linear in the number of chunks; the first change of a chunk after that copies it.
#[derive(Clone, Debug, Default)]
pub(super) struct Objects {
    chunks: Vec<Arc<[Object; CHUNK]>>,
    count: usize,
}

impl Objects {
    /// Another object, with its number.
    pub(super) fn push(&mut self, object: Object) -> ObjectIndex {
        if self.count == CHUNK * self.chunks.len() {
            self.chunks.push(Arc::new(std::array::from_fn(|_| vacant())));
        }
        let index = ObjectIndex(self.count as u32);
        self.count += 1;
        *self.get_mut(index) = object;
        index
    }

    /// An object.
    #[inline]
    pub(super) fn get(&self, index: ObjectIndex) -> &Object {
        &self.chunks[index.0 as usize / CHUNK][index.0 as usize % CHUNK]
    }

    /// An object that is changed.
    #[inline]
    pub(super) fn get_mut(&mut self, index: ObjectIndex) -> &mut Object {
        &mut Arc::make_mut(&mut self.chunks[index.0 as usize / CHUNK])[index.0 as usize % CHUNK]
    }

    /// All objects.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Object> {
        self.chunks.iter().flat_map(|chunk| chunk.iter()).take(self.count)
    }
}

/// The entry of a chunk where no object was made yet.
fn vacant() -> Object {
    let life = Life::Ended { position: Position::default(), thread: ThreadId(0) };
    let contents = Contents::new(0, Filling::Zero);
    let (is_shared, is_constant, is_undefined) = (false, false, false);
    Object { base: 0, size: 0, origin: Origin::Temporary, life, is_shared, is_constant, is_undefined, contents }
}
