//! Creation of threads.

use boolprog_syntax::ast::{self, Name, SiteId, ThreadStart};

use super::Place;
use crate::lower::{Lowerer, NotLowered};
use crate::names::ProcedureId;
use crate::program::{Creation, Effect, Expr, Slot, Value};

impl Lowerer<'_> {
    pub(super) fn start_thread(&mut self, place: Place, start: &ThreadStart, next: SiteId) -> Result<(), NotLowered> {
        let (name, arguments): (&Name, &[ast::Expr]) = match start {
            ThreadStart::Goto(label) | ThreadStart::Label(label) => return self.fork(place, label, next),
            ThreadStart::Procedure(name) => (name, &[]),
            ThreadStart::Call(call) => (&call.procedure, &call.arguments),
        };
        let procedure = self.names.procedure(&name.text).ok_or(NotLowered::Errors)?;
        self.create(place, procedure, arguments, next)
    }

    /// A new thread at a label of the same procedure, with a copy of the current activation and of the
    /// `thread_local` globals.
    fn fork(&mut self, place: Place, label: &Name, next: SiteId) -> Result<(), NotLowered> {
        let procedure = self.procedure_of(place.instance);
        let site = self.names.label(procedure, &label.text).ok_or(NotLowered::Errors)?;
        let root = self.root(procedure)?;
        let globals = (0..self.program.thread_local_variables.len() as u32).map(|bit| (bit, Slot::Local(bit)));
        let activation = self.program.instance(root).variables.iter();
        let activation = activation.map(|(variable, bit)| (*bit, self.slot(place.instance, *variable)));
        let values = globals.chain(activation).map(|(bit, old)| (bit, Value::Expr(Expr::Old(old)))).collect();
        let start = self.location(root, site)?;
        self.effect(place, Effect::Create(Creation { start, values }), next)
    }

    /// A new thread that runs a procedure, with fresh `thread_local` globals and locals.
    pub(super) fn create(
        &mut self,
        place: Place,
        procedure: ProcedureId,
        arguments: &[ast::Expr],
        next: SiteId,
    ) -> Result<(), NotLowered> {
        let root = self.root(procedure)?;
        let globals = self.program.thread_local_variables.iter().zip(0..);
        let globals = globals.map(|(variable, bit)| (bit, self.fresh(*variable)));
        let bits = self.program.instance(root).variables.iter().map(|(_, bit)| *bit);
        let activation = self.activation(place.instance, procedure, arguments)?;
        let values = globals.chain(bits.zip(activation.into_iter().map(|(_, value)| value))).collect();
        let start = self.location(root, self.flow.entry(procedure))?;
        self.effect(place, Effect::Create(Creation { start, values }), next)
    }
}
