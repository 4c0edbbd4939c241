//! The meaning of names.

use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use crate::tree::{FunctionId, LabelId, ObjectId};
use crate::types::{EnumerationId, RecordId, Type};

/// The meaning of an identifier.
#[derive(Clone, Debug)]
pub(super) enum Entity {
    /// A type, with the alignment that its declaration asks for.
    Type(Type, Option<u64>),
    Object(ObjectId),
    Function(FunctionId),
    /// A constant of an enumeration.
    Constant(i128, Type),
    /// Its declaration has a mistake, which was reported.
    Broken,
}

/// The meaning of a tag.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Tag {
    Record(RecordId),
    Enumeration(EnumerationId),
}

/// Names of one kind, with what they mean in each scope.
#[derive(Clone, Debug)]
struct Names<T> {
    /// The meanings of a name, the innermost last, each with the number of its scope.
    meanings: FxHashMap<SmolStr, Vec<(usize, T)>>,
    /// For each scope the names that are declared in it.
    declared: Vec<Vec<SmolStr>>,
}

impl<T> Default for Names<T> {
    fn default() -> Self {
        Self { meanings: FxHashMap::default(), declared: vec![Vec::new()] }
    }
}

impl<T> Names<T> {
    fn open(&mut self) {
        self.declared.push(Vec::new());
    }

    fn close(&mut self) {
        for name in self.declared.pop().unwrap_or_default() {
            self.meanings.get_mut(&name).map(Vec::pop);
        }
    }

    fn get(&self, name: &str) -> Option<&T> {
        Some(&self.meanings.get(name)?.last()?.1)
    }

    /// The meaning in the innermost scope.
    fn here(&self, name: &str) -> Option<&T> {
        let (scope, meaning) = self.meanings.get(name)?.last()?;
        (*scope == self.declared.len()).then_some(meaning)
    }

    fn declare(&mut self, name: SmolStr, meaning: T) {
        let scope = self.declared.len();
        let meanings = self.meanings.entry(name.clone()).or_default();
        match meanings.last_mut() {
            Some(last) if last.0 == scope => last.1 = meaning,
            _ => {
                meanings.push((scope, meaning));
                if let Some(declared) = self.declared.last_mut() {
                    declared.push(name);
                }
            }
        }
    }
}

/// Identifiers, tags, and labels of blocks, by scope.
#[derive(Clone, Debug, Default)]
pub(super) struct Scopes {
    names: Names<Entity>,
    tags: Names<Tag>,
    labels: Names<LabelId>,
}

impl Scopes {
    pub(super) fn open(&mut self) {
        self.names.open();
        self.tags.open();
        self.labels.open();
    }

    pub(super) fn close(&mut self) {
        self.names.close();
        self.tags.close();
        self.labels.close();
    }

    /// `true` outside of functions and prototypes.
    pub(super) fn is_outermost(&self) -> bool {
        self.names.declared.len() == 1
    }

    pub(super) fn get(&self, name: &str) -> Option<&Entity> {
        self.names.get(name)
    }

    pub(super) fn here(&self, name: &str) -> Option<&Entity> {
        self.names.here(name)
    }

    pub(super) fn declare(&mut self, name: SmolStr, entity: Entity) {
        self.names.declare(name, entity);
    }

    pub(super) fn tag(&self, name: &str) -> Option<Tag> {
        self.tags.get(name).copied()
    }

    pub(super) fn tag_here(&self, name: &str) -> Option<Tag> {
        self.tags.here(name).copied()
    }

    pub(super) fn declare_tag(&mut self, name: SmolStr, tag: Tag) {
        self.tags.declare(name, tag);
    }

    pub(super) fn label(&self, name: &str) -> Option<LabelId> {
        self.labels.get(name).copied()
    }

    pub(super) fn declare_label(&mut self, name: SmolStr, label: LabelId) {
        self.labels.declare(name, label);
    }

    /// The names that mean something here.
    pub(super) fn all(&self) -> impl Iterator<Item = &str> {
        self.names.meanings.iter().filter(|(_, meanings)| !meanings.is_empty()).map(|(name, _)| name.as_str())
    }
}
