//! From the numbers of what saturation left to those of the system.

use boolprog_base::engine::Finding;
use boolprog_certificate::sets::Certificate;
use boolprog_explore::saturate::Restricted;
use boolprog_explore::tts::{LocalId, SharedId, ThreadSystem};
use boolprog_reach::chain::Chain;
use boolprog_reach::lift::lift;
use boolprog_reach::threads::{AllStates, Counterexample, ThreadStates, Threads, Violation};

use super::ledger::Undecided;

/// What saturation left of a system.
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
                Finding::Proved { properties, certificate: self.certificate(certificate) }
            }
        })
    }

    fn run<S: ThreadSystem>(&mut self, found: &Counterexample, system: &mut S) -> Result<Counterexample, Undecided> {
        let executed = self.executed.get_or_insert_with(|| self.restricted.clone());
        let run = lift(&found.run, executed, system);
        let run = run.ok_or_else(|| Undecided::Internal("saturation made up a step".to_owned()))?;
        Ok(Counterexample { run, ..*found })
    }

    fn certificate(&self, certificate: Certificate) -> Certificate {
        let shared = |shared| self.restricted.shared(shared);
        let local = |local| self.restricted.local(local);
        let configurations = |list: Vec<_>| list.into_iter().map(|it| self.configuration(it)).collect();
        match certificate {
            Certificate::Regions(regions) => {
                Certificate::Regions(regions.iter().map(|region| region.renumbered(shared, local)).collect())
            }
            Certificate::Complement { regions, minimal, inequalities } => Certificate::Complement {
                regions: regions.iter().map(|region| region.renumbered(shared, local)).collect(),
                minimal: configurations(minimal),
                inequalities: inequalities.iter().map(|it| it.renumbered(shared, local)).collect(),
            },
            Certificate::Configurations(list) => Certificate::Configurations(configurations(list)),
        }
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
