//! The typed syntax tree: what a translation unit says. Nothing is folded but array sizes, offsets of members and
//! initialisers; every conversion, lvalue conversion and decay that C makes silently is a node.
//!
//! Nodes are kept in arenas and refer to one another by index, so that no walk over a tree is needed to drop it.

mod declarations;
mod expressions;
mod statements;

use smol_str::SmolStr;

use crate::source::{Place, Sources};
use crate::target::Target;
use crate::types::{Enumeration, EnumerationId, Kind, Record, RecordId, Type};

pub use crate::ids::{ExprId, FunctionId, LabelId, ObjectId, StmtId, TextId};
pub use declarations::{Attributes, FORK, Function, Initialiser, Label, Linkage, Object, Part, Precedence, Storage};
pub use expressions::{Atomic, Binary, Expr, ExprKind, Gives, Logical, Text, Unary};
pub use statements::{Assembly, Case, Declared, Stmt, StmtKind};

/// A translation unit.
#[derive(Debug)]
pub struct Unit {
    /// The files of which it was made. The first one is the text itself.
    pub sources: Sources,
    /// `true` for a file of the library.
    pub is_library: bool,
    /// Sizes and alignments.
    pub target: Target,
    /// Structures and unions.
    pub records: Vec<Record>,
    /// Enumerations.
    pub enumerations: Vec<Enumeration>,
    /// All objects that declarations and compound literals name, in textual order; also the parameters of functions that are
    /// only declared, which no function has.
    pub objects: Vec<Object>,
    /// All functions; several declarations of one function are one entry.
    pub functions: Vec<Function>,
    /// String literals.
    pub texts: Vec<Text>,
    /// The first atomic operation that asks for a memory order which is weaker than sequential consistency.
    pub weak_order: Option<Place>,
    /// All expressions.
    pub exprs: Vec<Expr>,
    /// All statements.
    pub stmts: Vec<Stmt>,
}

impl Unit {
    /// Returns `true` for objects of the library such as mutexes, in which programs neither read nor write: one that no unit defines is
    /// one that was initialised.
    pub fn is_kept_by_library(&self, ty: &Type) -> bool {
        let Kind::Record(id) = ty.kind else { return false };
        let record = &self[id];
        let is_built_in = self.sources.files[record.place.file.0 as usize].is_built_in;
        let first = record.layout.as_ref().and_then(|layout| layout.members.first()?.name.as_deref());
        is_built_in && first == Some("__data")
    }

    /// Which of several definitions a definition of the unit is.
    pub fn precedence(&self, function: &Function) -> Precedence {
        match function.attributes {
            Attributes { is_inline_only: true, .. } => Precedence::Inline,
            _ if self.is_library => Precedence::Library,
            Attributes { is_weak: true, .. } => Precedence::Weak,
            _ => Precedence::Program,
        }
    }

    /// The names that the unit defines for the whole program, other than as copies. Linear.
    pub fn definitions(&self) -> impl Iterator<Item = SmolStr> {
        let is_whole = |it: &&Function| self.precedence(it) > Precedence::Inline && it.body.is_some();
        let functions = self.functions.iter().filter(|it| it.linkage == Linkage::External).filter(is_whole);
        let objects = self.objects.iter().filter(|it| it.linkage == Linkage::External && it.is_defined);
        functions.map(|it| it.name.clone()).chain(objects.filter_map(|it| it.name.clone()))
    }
}

macro_rules! index {
    ($name:ident in $field:ident: $of:ident) => {
        impl std::ops::Index<$name> for Unit {
            type Output = $of;

            fn index(&self, id: $name) -> &$of {
                &self.$field[id.0 as usize]
            }
        }
    };
}

index!(RecordId in records: Record);
index!(EnumerationId in enumerations: Enumeration);
index!(ObjectId in objects: Object);
index!(FunctionId in functions: Function);
index!(TextId in texts: Text);
index!(ExprId in exprs: Expr);
index!(StmtId in stmts: Stmt);
