//! The reduced program next to the program: its proofs and its statistics.

use std::collections::BTreeSet;

use boolprog_base::control::Control;
use boolprog_explore::system::ProgramSystem;
use boolprog_program::names::VariableId;
use boolprog_program::program::Program;
use boolprog_program::reduce::{self, Abstraction, reduce};

use crate::decide::{Proofs, prove};
use crate::options::Options;
use crate::report::Reduction;
use crate::sites::count_live;

/// Proves properties on the reduced program. The program is reduced on demand.
pub(crate) struct Reduced<'a> {
    program: &'a Program,
    options: Options,
    control: &'a dyn Control,
    used: Option<Used<'a>>,
}

struct Used<'a> {
    reduced: reduce::Reduced,
    /// Its states, as the certificates of its proofs number them; forgotten if there are none, since they take memory.
    system: Option<ProgramSystem<'a>>,
    thread_states: Option<u64>,
}

impl<'a> Reduced<'a> {
    pub(crate) fn new(program: &'a Program, options: Options, control: &'a dyn Control) -> Self {
        Self { program, options, control, used: None }
    }

    /// Proves as many of these properties as possible; none if the program cannot be reduced.
    pub(crate) fn prove(&mut self, properties: &[u32]) -> Proofs {
        let Some(reduced) = reduce(self.program, self.options.reductions, self.control) else {
            return Proofs::default();
        };
        let Ok(mut system) = ProgramSystem::new(&reduced.program, self.control) else { return Proofs::default() };
        let proofs = prove(&mut system, properties, self.options, self.control);
        let thread_states = proofs.thread_states.as_ref().map(|states| count_live(&system, states));
        let system = (!proofs.proven.is_empty()).then_some(system);
        self.used = Some(Used { reduced, system, thread_states });
        proofs
    }

    /// Statistics of the reduction, if proofs were tried on the reduced program.
    pub(crate) fn statistics(&self) -> Option<Reduction> {
        let Used { reduced, thread_states, .. } = self.used.as_ref()?;
        Some(Reduction { before: reduced.before, after: reduced.after, thread_states: *thread_states })
    }

    /// The variables that its proofs need; none if no proof was tried.
    pub(crate) fn needed(&self) -> BTreeSet<VariableId> {
        self.used.as_ref().map(|used| used.reduced.needed(self.program)).unwrap_or_default()
    }

    pub(crate) fn system(&self) -> Option<(&Abstraction, &ProgramSystem<'a>)> {
        self.used.as_ref().and_then(|used| Some((&used.reduced.abstraction, used.system.as_ref()?)))
    }
}
