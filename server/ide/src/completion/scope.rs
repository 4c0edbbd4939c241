//! The declarations around a cursor.

use boolprog_program::names::{ProcedureId, Storage, VariableId};
use boolprog_syntax::ast::Procedure;

use crate::Snapshot;

/// The declarations around a cursor.
pub(super) struct Scope<'a> {
    pub(super) snapshot: &'a Snapshot,
    /// The last procedure that begins before the cursor.
    pub(super) procedure: Option<ProcedureId>,
}

impl<'a> Scope<'a> {
    fn declaration(&self) -> Option<&'a Procedure> {
        self.snapshot.file.procedures.get(self.procedure?.0 as usize)
    }

    pub(super) fn results(&self) -> usize {
        self.declaration().map_or(0, |procedure| procedure.results as usize)
    }

    /// `true` if a name, as a variable, means the copies of other threads.
    pub(super) fn is_passive(&self, name: &str) -> bool {
        let names = &self.snapshot.analysis.names;
        self.procedure.and_then(|procedure| names.variable(procedure, name)).is_some_and(|(_, passive)| passive)
    }

    /// The number of parameters of a procedure, if there is one of this name.
    pub(super) fn parameters(&self, procedure: &str) -> Option<usize> {
        let id = self.snapshot.analysis.names.procedure(procedure)?;
        Some(self.snapshot.file.procedures.get(id.0 as usize)?.parameters.len())
    }

    /// Returns `true` if a procedure begins before the cursor.
    pub(super) fn is_behind_a_procedure(&self) -> bool {
        self.procedure.is_some()
    }

    /// The variables that are visible, the nearest first: those of the procedure, `thread_local` ones, shared ones.
    pub(super) fn variables(&self) -> impl Iterator<Item = VariableId> {
        let names = &self.snapshot.analysis.names;
        let own = self.procedure.map_or(&[][..], |procedure| names.variables_of(procedure));
        let is_visible = move |id: &VariableId| {
            self.procedure.is_none_or(|procedure| names.declared(procedure, &names.info(*id).name) == Some(*id))
        };
        own.iter().copied().chain(names.thread_local()).chain(names.shared()).filter(is_visible)
    }

    /// Returns `true` if each thread, or each activation, has a copy of a variable.
    pub(super) fn has_copies(&self, variable: VariableId) -> bool {
        self.snapshot.analysis.names.info(variable).storage != Storage::Shared
    }
}
