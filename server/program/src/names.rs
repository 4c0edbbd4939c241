//! Meanings of the names of a file.

mod collect;
mod comments;

use std::sync::OnceLock;

use boolprog_base::Span;
use boolprog_syntax::ast::{Declaration, Initial, Name, Procedure, SiteId, SourceFile};
use rustc_hash::{FxHashMap, FxHashSet};
use smol_str::SmolStr;

pub use comments::{doc_comment, end_with_comment};

use crate::walk;

/// Index into [`Names::variables`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct VariableId(pub u32);

/// Index into [`SourceFile::procedures`] and [`Names::procedures`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ProcedureId(pub u32);

/// Index into [`Names::labels`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct LabelId(pub u32);

/// Storage of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Storage {
    /// One copy for all threads.
    Shared,
    /// A `thread_local` global: one copy per thread.
    ThreadLocal,
    /// A local variable: one copy per activation.
    Local(ProcedureId),
    /// A parameter: one copy per activation; the number is its position.
    Parameter(ProcedureId, u32),
}

impl Storage {
    /// The procedure of a local variable or parameter.
    pub const fn procedure(self) -> Option<ProcedureId> {
        match self {
            Self::Shared | Self::ThreadLocal => None,
            Self::Local(procedure) | Self::Parameter(procedure, _) => Some(procedure),
        }
    }
}

/// A declared variable, with its storage.
#[derive(Clone, Debug)]
pub struct VariableInfo {
    /// Name of the variable.
    pub name: SmolStr,
    /// Span of the name in the declaration.
    pub span: Span,
    /// Storage of the variable.
    pub storage: Storage,
    /// Its initialiser; parameters have none.
    pub initial: Option<Initial>,
}

/// A declared procedure.
#[derive(Clone, Debug)]
pub struct ProcedureInfo {
    /// Its name; empty for a hole.
    pub name: SmolStr,
    /// Span of the name.
    pub span: Span,
    /// Its parameters and then its locals, in order of declaration.
    pub variables: Vec<VariableId>,
}

/// One occurrence of a label before a statement. Equal labels of one procedure have an entry each.
#[derive(Clone, Debug)]
pub struct LabelInfo {
    /// The label as written.
    pub name: SmolStr,
    /// Span of the label without its colon.
    pub span: Span,
    /// The procedure it belongs to.
    pub procedure: ProcedureId,
    /// The site of the statement that bears it; for `if` and `while` the first condition.
    pub site: SiteId,
}

/// Meaning of a name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Symbol {
    /// A declared variable.
    Variable(VariableId),
    /// A declared procedure.
    Procedure(ProcedureId),
    /// A label in a procedure.
    Label(LabelId),
}

/// Role of an occurrence of a name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Role {
    /// It is declared: a variable, a parameter, a procedure, or a label before its statement.
    Declaration,
    /// The old value is read: `x`.
    Read,
    /// The new value is read: `'x`.
    NewRead,
    /// It is assigned, receives a result, or is forgotten by `dead`.
    Write,
    /// The old or new value in another thread is read: `x$`, `'x$`.
    PassiveRead,
    /// It is assigned in every other thread: `x$ :=`.
    PassiveWrite,
    /// It is named without effect: `sync x`.
    Mention,
    /// Control jumps there: `goto L`.
    Jump,
    /// A call of the procedure.
    Call,
    /// A new thread starts there: `start_thread`, or a call with an `ASYNC_` label.
    ThreadStart,
}

/// An occurrence of a resolved name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Use {
    /// The name itself, without `'` and without the `$` of a passive copy: the span that a rename replaces.
    pub span: Span,
    /// Symbol that the name refers to.
    pub symbol: Symbol,
    /// Role of the occurrence.
    pub role: Role,
    /// The site whose step uses it; `None` in declarations, `enforce` and `abortif`.
    pub site: Option<SiteId>,
    /// Enclosing procedure; `None` for global declarations and the names of procedures.
    pub procedure: Option<ProcedureId>,
}

/// A kind of name; each has a name space of its own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NameKind {
    /// The name of a variable.
    Variable,
    /// The name of a procedure.
    Procedure,
    /// Labels, procedure by procedure.
    Label,
}

/// An occurrence of an unresolved name. Holes and `_` are left out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unresolved {
    /// The name as written, with the `$` that may make it a passive copy.
    pub name: SmolStr,
    /// Span of the name.
    pub span: Span,
    /// Kind of name that is expected.
    pub kind: NameKind,
    /// Enclosing procedure.
    pub procedure: ProcedureId,
}

/// The names of a file. Duplicates resolve to the first declaration; holes resolve to nothing.
///
/// Building takes time linear in the file, but for the sorting of the uses.
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// All variables: shared, `thread_local`, then parameters and locals procedure by procedure.
    pub variables: Vec<VariableInfo>,
    /// All procedures, also later duplicates.
    pub procedures: Vec<ProcedureInfo>,
    /// All labels in textual order.
    pub labels: Vec<LabelInfo>,
    /// Occurrences of resolved names, in textual order.
    pub uses: Vec<Use>,
    /// Occurrences of unresolved names, in textual order.
    pub unresolved: Vec<Unresolved>,
    globals: FxHashMap<SmolStr, VariableId>,
    scopes: Vec<Scope>,
    by_name: FxHashMap<SmolStr, ProcedureId>,
    /// The names that several variables have, once they are asked for.
    namesakes: OnceLock<FxHashSet<SmolStr>>,
}

#[derive(Clone, Debug, Default)]
struct Scope {
    variables: FxHashMap<SmolStr, VariableId>,
    labels: FxHashMap<SmolStr, LabelId>,
}

impl Names {
    /// Resolves every name of a file.
    pub fn of(file: &SourceFile) -> Self {
        let mut names = Self::default();
        for thread_local in [false, true] {
            for declaration in file.declarations.iter().filter(|d| d.thread_local.is_some() == thread_local) {
                let storage = if thread_local { Storage::ThreadLocal } else { Storage::Shared };
                names.declare_all(declaration, storage);
            }
        }
        for (index, procedure) in file.procedures.iter().enumerate() {
            names.declare_procedure(ProcedureId(index as u32), procedure);
        }
        (names.uses, names.unresolved) = collect::collect(file, &names);
        names
    }

    /// The name of a variable for a list of variables of the whole program: that of a local variable or parameter has its
    /// procedure before it, as in `enter.got`, if another variable has the same name.
    pub fn name_in_lists(&self, variable: VariableId) -> String {
        let VariableInfo { name, storage, .. } = self.info(variable);
        let Some(procedure) = storage.procedure() else { return name.to_string() };
        let has_namesake = self.namesakes.get_or_init(|| self.find_namesakes()).contains(name);
        if has_namesake { format!("{}.{name}", self.procedures[procedure.0 as usize].name) } else { name.to_string() }
    }

    /// The names that several variables have.
    fn find_namesakes(&self) -> FxHashSet<SmolStr> {
        let mut seen = FxHashSet::default();
        let names = self.variables.iter().map(|variable| &variable.name);
        names.filter(|name| !seen.insert(*name)).cloned().collect()
    }

    fn declare_all(&mut self, declaration: &Declaration, storage: Storage) {
        for variable in &declaration.variables {
            self.declare(&variable.name, storage, variable.initial.map(|(initial, _)| initial));
        }
    }

    fn declare(&mut self, name: &Name, storage: Storage, initial: Option<Initial>) {
        if name.text.is_empty() || name.text == "_" {
            return;
        }
        let id = VariableId(self.variables.len() as u32);
        let scope = match storage.procedure() {
            None => &mut self.globals,
            Some(procedure) => &mut self.scopes[procedure.0 as usize].variables,
        };
        if scope.contains_key(&name.text) {
            return;
        }
        scope.insert(name.text.clone(), id);
        self.variables.push(VariableInfo { name: name.text.clone(), span: name.span, storage, initial });
        if let Some(procedure) = storage.procedure() {
            self.procedures[procedure.0 as usize].variables.push(id);
        }
    }

    fn declare_procedure(&mut self, id: ProcedureId, procedure: &Procedure) {
        let name = &procedure.name;
        self.procedures.push(ProcedureInfo { name: name.text.clone(), span: name.span, variables: Vec::new() });
        self.scopes.push(Scope::default());
        if !name.text.is_empty() {
            self.by_name.entry(name.text.clone()).or_insert(id);
        }
        for (position, parameter) in procedure.parameters.iter().enumerate() {
            self.declare(parameter, Storage::Parameter(id, position as u32), None);
        }
        for declaration in &procedure.declarations {
            self.declare_all(declaration, Storage::Local(id));
        }
        walk::statements(&procedure.body, |statement| {
            for label in statement.labels.iter().filter(|label| !label.text.is_empty()) {
                let label_id = LabelId(self.labels.len() as u32);
                self.scopes[id.0 as usize].labels.entry(label.text.clone()).or_insert(label_id);
                self.labels.push(LabelInfo {
                    name: label.text.clone(),
                    span: label.span,
                    procedure: id,
                    site: statement.site,
                });
            }
        });
    }

    /// The meaning of `name`, as written in the place of a variable in `procedure`: a variable, and whether its passive
    /// copy is meant.
    ///
    /// A name that ends in `$` is the variable of exactly that name if one is visible, else the passive copy of
    /// the name without its last `$`.
    pub fn variable(&self, procedure: ProcedureId, name: &str) -> Option<(VariableId, bool)> {
        if let Some(id) = self.declared(procedure, name) {
            return Some((id, false));
        }
        let active = name.strip_suffix('$')?;
        self.declared(procedure, active).map(|id| (id, true))
    }

    /// The variable of exactly this name that is visible in `procedure`.
    pub fn declared(&self, procedure: ProcedureId, name: &str) -> Option<VariableId> {
        let local = self.scopes.get(procedure.0 as usize).and_then(|scope| scope.variables.get(name));
        local.or_else(|| self.globals.get(name)).copied()
    }

    /// The global variable of this name.
    pub fn global(&self, name: &str) -> Option<VariableId> {
        self.globals.get(name).copied()
    }

    /// The first statement of `procedure` that bears the label, as the site of its first step.
    pub fn label(&self, procedure: ProcedureId, name: &str) -> Option<SiteId> {
        self.label_id(procedure, name).map(|id| self.labels[id.0 as usize].site)
    }

    /// The first occurrence of the label in `procedure`.
    pub fn label_id(&self, procedure: ProcedureId, name: &str) -> Option<LabelId> {
        self.scopes.get(procedure.0 as usize)?.labels.get(name).copied()
    }

    /// The procedure of this name.
    pub fn procedure(&self, name: &str) -> Option<ProcedureId> {
        self.by_name.get(name).copied()
    }

    /// The facts about a variable of this file.
    pub fn info(&self, variable: VariableId) -> &VariableInfo {
        &self.variables[variable.0 as usize]
    }

    /// The shared variables, in order of declaration.
    pub fn shared(&self) -> impl Iterator<Item = VariableId> {
        self.stored(Storage::Shared)
    }

    /// The `thread_local` globals, in order of declaration.
    pub fn thread_local(&self) -> impl Iterator<Item = VariableId> {
        self.stored(Storage::ThreadLocal)
    }

    fn stored(&self, storage: Storage) -> impl Iterator<Item = VariableId> {
        let ids = (0..).map(VariableId).zip(&self.variables);
        ids.filter(move |(_, info)| info.storage == storage).map(|(id, _)| id)
    }

    /// The parameters and locals of a procedure, in order of declaration.
    pub fn variables_of(&self, procedure: ProcedureId) -> &[VariableId] {
        &self.procedures[procedure.0 as usize].variables
    }

    /// The occurrence that a cursor at `offset` touches; the one that begins there if it touches two.
    pub fn use_at(&self, offset: u32) -> Option<&Use> {
        let behind = self.uses.partition_point(|found| found.span.start <= offset);
        self.uses[..behind].last().filter(|found| found.span.touches(offset))
    }

    /// All occurrences of a symbol, in textual order. Linear in the number of uses of the file.
    pub fn uses_of(&self, symbol: Symbol) -> impl Iterator<Item = &Use> {
        self.uses.iter().filter(move |found| found.symbol == symbol)
    }
}
