//! From the numbers of the remains of saturation to those of the system.

use boolprog_base::engine::Finding;
use boolprog_certificate::sets::Renumber;
use boolprog_explore::saturate::Restricted;
use boolprog_explore::tts::{LocalId, SharedId, ThreadSystem};
use boolprog_reach::chain::Chain;
use boolprog_reach::lift::lift;
use boolprog_reach::threads::{AllStates, Counterexample, ThreadStates, Threads, Violation};

use super::ledger::Undecided;

/// Remains of a system after saturation.
pub(super) struct Numbers<'r> {
    pub(super) restricted: &'r Restricted,
    /// The same, to execute runs on.
    executed: Option<Restricted>,
}

impl<'r> Numbers<'r> {
    pub(super) fn new(restricted: &'r Restricted) -> Self {
        Self { restricted, executed: None }
    }

    fn state(&self, (shared, local): (SharedId, LocalId)) -> (SharedId, LocalId) {
        (self.restricted.shared(shared), self.restricted.local(local))
    }

    fn configuration(&self, (shared, threads): (SharedId, Vec<LocalId>)) -> (SharedId, Vec<LocalId>) {
        let mut threads: Vec<_> = threads.into_iter().map(|local| self.restricted.local(local)).collect();
        threads.sort_unstable();
        (self.restricted.shared(shared), threads)
    }

    /// The same finding about the system.
    pub(super) fn finding<S: ThreadSystem>(
        &mut self,
        finding: Finding<Threads>,
        system: &mut S,
    ) -> Result<Finding<Threads>, Undecided> {
        Ok(match finding {
            Finding::Violated { property, violation } => {
                let violation = match violation {
                    Violation::Run(found) => Violation::Run(self.run(&found, system)?),
                    Violation::Chain(Chain(elements)) => {
                        Violation::Chain(Chain(elements.into_iter().map(|it| self.configuration(it)).collect()))
                    }
                };
                Finding::Violated { property, violation }
            }
            Finding::Proved { properties, certificate } => {
                let certificate = certificate.renumbered(&mut InSystem(self.restricted));
                let certificate =
                    certificate.ok_or_else(|| Undecided::Internal("a certificate has no meaning".to_owned()))?;
                Finding::Proved { properties, certificate }
            }
        })
    }

    fn run<S: ThreadSystem>(&mut self, found: &Counterexample, system: &mut S) -> Result<Counterexample, Undecided> {
        let executed = self.executed.get_or_insert_with(|| self.restricted.clone());
        let run = lift(&found.run, executed, system);
        let run = run.ok_or_else(|| Undecided::Internal("saturation made up a step".to_owned()))?;
        Ok(Counterexample { run, ..*found })
    }

    /// The same thread states of the system.
    pub(super) fn states(&self, ThreadStates { firsts, all }: ThreadStates) -> ThreadStates {
        let all = all.map(|all| {
            let mut states: Vec<_> = all.states.into_iter().map(|state| self.state(state)).collect();
            states.sort_unstable();
            AllStates { states, ..all }
        });
        ThreadStates { firsts: firsts.into_iter().map(|(state, first)| (self.state(state), first)).collect(), all }
    }
}

/// The numbers of states in the system.
struct InSystem<'r>(&'r Restricted);

impl Renumber for InSystem<'_> {
    fn shared(&mut self, shared: SharedId) -> Option<SharedId> {
        Some(self.0.shared(shared))
    }

    fn local(&mut self, local: LocalId) -> Option<LocalId> {
        Some(self.0.local(local))
    }
}
