//! What engines say is believed once it is checked: certificates by the independent checker, runs by executing them.

use std::sync::Arc;

use boolprog_base::control::Stop;
use boolprog_certificate::run::Run;
use boolprog_certificate::sets::{self, Certificate, Region};
use boolprog_explore::engine::EngineId;
use boolprog_explore::saturate::{Restricted, Saturation};
use boolprog_explore::tts::ThreadSystem;
use boolprog_reach::bounded;

use super::{Decider, Outcome, Undecided};
use crate::reachable::LiveThreads;

impl<S: ThreadSystem> Decider<'_, '_, S> {
    /// Takes over what a bounded search found; says why it stopped, if something stopped it.
    pub(super) fn learn(&mut self, answer: bounded::Answer) -> Result<Option<Stop>, Undecided> {
        self.searched = self.searched.max(answer.searched);
        self.firsts.extend(answer.firsts);
        for violation in answer.violations {
            if self.is_open(violation.property) {
                self.violated(violation)?;
            }
        }
        match answer.end {
            bounded::End::Exhausted(found) => self.learn_all(&found).map(|()| None),
            bounded::End::Answered | bounded::End::Bound => Ok(None),
            bounded::End::Stopped(stop) => Ok(Some(stop)),
        }
    }

    /// Takes over that these are all configurations.
    fn learn_all(&mut self, found: &bounded::Configurations) -> Result<(), Undecided> {
        let mut states: Vec<_> =
            found.iter().flat_map(|(shared, locals)| locals.iter().map(move |&local| (shared, local))).collect();
        states.sort_unstable();
        states.dedup();
        self.prove(&self.open(), EngineId::Bounded, found.into())?;
        self.count(&states);
        let most = found.iter().map(|(_, locals)| locals.len() as u32).max();
        self.live = most.map(LiveThreads::AtMost);
        self.exact = Some(states);
        Ok(())
    }

    fn violated(&mut self, violation: bounded::Violation) -> Result<(), Undecided> {
        self.execute(&violation.run)?;
        self.settle(violation.property, Outcome::Violated(violation.into()));
        Ok(())
    }

    /// What saturation does not reach is proved.
    pub(super) fn prove_unreached(
        &mut self,
        saturation: &Saturation,
        restricted: &Restricted,
    ) -> Result<(), Undecided> {
        let mut unreached = self.open();
        unreached.retain(|property| restricted.tts.targets.iter().all(|target| target.property != *property));
        if unreached.is_empty() {
            return Ok(());
        }
        self.prove(&unreached, EngineId::Saturation, Certificate::Regions(regions(saturation)))
    }

    pub(super) fn prove(
        &mut self,
        properties: &[u32],
        engine: EngineId,
        evidence: Certificate,
    ) -> Result<(), Undecided> {
        if let Err(rejection) = sets::check(self.system, &evidence, properties, self.control) {
            return Err(match rejection {
                sets::Rejection::Stopped(stop) => stop.into(),
                other => Undecided::Internal(format!("the certificate of {engine} was rejected: {other:?}")),
            });
        }
        let certificate = Arc::new(evidence);
        for property in properties {
            let certificate = Arc::clone(&certificate);
            self.settle(*property, Outcome::Proved { engine, certificate, smaller: false });
        }
        Ok(())
    }

    /// Executes a run; the largest number of threads alive in it.
    pub(super) fn execute(&mut self, run: &Run) -> Result<u32, Undecided> {
        match run.execute(self.system) {
            Ok(arrived) => Ok(arrived.most_alive as u32),
            Err(broken) => Err(Undecided::Internal(format!("a run does not execute: {broken:?}"))),
        }
    }
}

/// What saturation reached.
pub(super) fn regions(saturation: &Saturation) -> Vec<Region> {
    saturation.rows().map(|(shared, locals)| Region::of_thread_states(shared, locals)).collect()
}
