//! Activation records: which instances there are and which bits they own.

use boolprog_syntax::ast::{BinaryOp, SiteId};

use super::{Calls, FrameFacts, Lowerer, NotLowered};
use crate::names::{ProcedureId, VariableId};
use crate::program::{Expr, Instance, InstanceId, Slot};

impl Lowerer<'_> {
    /// The instance in which threads start in a procedure.
    pub(super) fn root(&mut self, procedure: ProcedureId) -> Result<InstanceId, NotLowered> {
        if let Some(known) = self.roots.get(&procedure) {
            return Ok(*known);
        }
        let id = self.add(procedure, None, self.program.thread_local_variables.len() as u32)?;
        self.roots.insert(procedure, id);
        Ok(id)
    }

    /// The instance that a call from `caller` at `site` enters; `None` if it would be too deep. Fails on recursion
    /// if that has no bound.
    pub(super) fn callee(
        &mut self,
        caller: InstanceId,
        site: SiteId,
        procedure: ProcedureId,
    ) -> Result<Option<InstanceId>, NotLowered> {
        if let Some(known) = self.callees.get(&(caller, site)) {
            return Ok(Some(*known));
        }
        match self.calls {
            Calls::Modular => return self.root(procedure).map(Some),
            Calls::Inlined => self.refuse_recursion(caller, procedure)?,
            Calls::Unrolled { depth } => {
                let active = self.active(caller).filter(|active| self.procedure_of(*active) == procedure);
                if active.count() >= depth as usize {
                    return Ok(None);
                }
            }
        }
        let first_slot =
            self.frames[caller.0 as usize].first_slot + self.program.instance(caller).variables.len() as u32;
        let id = self.add(procedure, Some((caller, site)), first_slot)?;
        self.callees.insert((caller, site), id);
        Ok(Some(id))
    }

    /// An instance with its callers, innermost first.
    fn active(&self, instance: InstanceId) -> impl Iterator<Item = InstanceId> {
        std::iter::successors(Some(instance), |id| self.program.instance(*id).caller.map(|(outer, _)| outer))
    }

    fn refuse_recursion(&self, caller: InstanceId, procedure: ProcedureId) -> Result<(), NotLowered> {
        let mut cycle = Vec::new();
        for active in self.active(caller) {
            cycle.push(self.procedure_of(active));
            if self.procedure_of(active) == procedure {
                cycle.reverse();
                return Err(NotLowered::Recursion { cycle });
            }
        }
        Ok(())
    }

    fn add(
        &mut self,
        procedure: ProcedureId,
        caller: Option<(InstanceId, SiteId)>,
        first_slot: u32,
    ) -> Result<InstanceId, NotLowered> {
        let id = InstanceId(self.program.instances.len() as u32);
        let variables: Vec<(VariableId, u32)> =
            self.names.variables_of(procedure).iter().copied().zip(first_slot..).collect();
        self.program.local_slots = self.program.local_slots.max(first_slot + variables.len() as u32);
        self.program.instances.push(Instance { procedure, caller, variables });
        self.frames.push(FrameFacts { first_slot, enforce: None });
        self.frames[id.0 as usize].enforce = self.enforce(id, procedure)?;
        Ok(id)
    }

    /// `enforce e` and `abortif a` of a procedure as one condition, `e & !a`: it can be T just if both parts can.
    fn enforce(&self, instance: InstanceId, procedure: ProcedureId) -> Result<Option<Expr>, NotLowered> {
        let procedure = &self.file.procedures[procedure.0 as usize];
        let enforce = procedure.enforce.as_ref().map(|expr| self.expr(instance, expr)).transpose()?;
        let abort = procedure.abortif.as_ref().map(|expr| self.expr(instance, expr)).transpose()?;
        let not_aborted = abort.map(|expr| Expr::Not(Box::new(expr)));
        Ok(match (enforce, not_aborted) {
            (Some(enforce), Some(other)) => Some(Expr::Binary(BinaryOp::And, Box::new(enforce), Box::new(other))),
            (one, other) => one.or(other),
        })
    }

    /// The bit of a variable that is visible in an instance.
    pub(super) fn slot(&self, instance: InstanceId, variable: VariableId) -> Slot {
        self.globals.get(&variable).copied().unwrap_or_else(|| {
            // The variables of a procedure have consecutive ids, in the order of their bits.
            let offset =
                self.names.variables_of(self.procedure_of(instance)).first().map_or(0, |first| variable.0 - first.0);
            Slot::Local(self.frames[instance.0 as usize].first_slot + offset)
        })
    }
}
