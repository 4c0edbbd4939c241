//! The minimal coverability set of a plain system, by `mcs` or label by label.

use boolprog_base::control::Control;
use boolprog_certificate::sets::{Certificate, Region};
use boolprog_explore::engine::EngineId;
use boolprog_explore::saturate::Restricted;
use boolprog_explore::tts::{LocalId, ThreadSystem, Tts};
use boolprog_reach::bisimilar;
use boolprog_reach::contexts::{self, Closure, CoverabilitySet, End, Interim};
use boolprog_reach::karp_miller::{self, Procedure};
use boolprog_reach::outcome::Reason;
use fixedbitset::FixedBitSet;

use super::{Decider, Undecided};
use crate::reachable::LiveThreads;

/// Tails that the regions of a merged system may have when its local states are told apart again.
const MOST_TAILS: usize = 1_000_000;

/// Whether an engine computes coverability sets of the system itself.
pub(super) fn is_one(engine: EngineId) -> bool {
    engine == EngineId::Mcs || procedure(engine).is_some()
}

/// Computes the coverability set and the targets that it covers. `mcs` tells what it knows on the way to whoever wants it.
pub(super) fn search(
    engine: EngineId,
    tts: &Tts,
    interim: Option<Interim<'_>>,
    control: &dyn Control,
) -> Result<(FixedBitSet, CoverabilitySet), Undecided> {
    let searched = match procedure(engine) {
        None => {
            let question = contexts::Question { until_violated: None, closure: Closure::default() };
            let answer = contexts::search_telling(tts, &question, interim, control);
            answer.map(|answer| (answer.covered, answer.end))
        }
        Some(procedure) => {
            let question = karp_miller::Question { until_violated: None, procedure };
            let answer = karp_miller::search(tts, &question, control);
            answer.map(|answer| (answer.covered, answer.end))
        }
    };
    match searched {
        Ok((covered, End::Complete(set))) => Ok((covered, set)),
        Ok((_, End::Stopped(stop))) | Err(Reason::Stopped(stop)) => Err(stop.into()),
        Ok((_, End::Answered)) => Err(Undecided::Internal("the set is incomplete".to_owned())),
        Err(Reason::Refused(why)) => Err(Undecided::NotApplicable(why)),
        Err(Reason::Bounded { .. }) => Err(Undecided::Internal(format!("{engine} is not bounded"))),
    }
}

/// Computes the coverability set of the system with bisimilar local states merged. The properties that it does not
/// cover, and its regions in the numbers of the system; `None` if it was stopped or they are too many.
pub(super) fn uncovered_when_merged(tts: &Tts, control: &dyn Control) -> Option<(Vec<u32>, Vec<Region>)> {
    let merged = bisimilar::merge(tts, control).ok()?;
    let (covered, set) = search(EngineId::Mcs, &merged.tts, None, control).ok()?;
    let regions = merged.lift(&set.regions, MOST_TAILS)?;
    let covered: Vec<u32> = covered.ones().map(|target| merged.tts.targets[target].property).collect();
    let mut uncovered: Vec<u32> = merged.tts.targets.iter().map(|target| target.property).collect();
    uncovered.sort_unstable();
    uncovered.dedup();
    uncovered.retain(|property| !covered.contains(property));
    Some((uncovered, regions))
}

impl<S: ThreadSystem> Decider<'_, '_, S> {
    /// Takes the coverability set over; proves what it does not cover.
    pub(super) fn learn_set(
        &mut self,
        engine: EngineId,
        covered: &FixedBitSet,
        set: &CoverabilitySet,
        restricted: &Restricted,
    ) -> Result<(), Undecided> {
        let tts = &restricted.tts;
        let covered: Vec<u32> = covered.ones().map(|target| tts.targets[target].property).collect();
        let mut uncovered = self.open();
        uncovered.retain(|property| !covered.contains(property));
        if !uncovered.is_empty() {
            let regions = set.regions.iter().map(|region| original(region, restricted)).collect();
            self.prove(&uncovered, engine, Certificate::Regions(regions))?;
        }
        self.live = Some(live_threads(set));
        self.maximal_markings = Some(set.maximal_markings() as u64);
        let mut states = Vec::new();
        for (shared, row) in restricted.shared.iter().zip(set.thread_states(tts)) {
            states.extend(row.ones().map(|local| (*shared, restricted.locals[local])));
        }
        states.sort_unstable();
        self.exact = Some(states);
        Ok(())
    }
}

/// How an engine builds its tree of labels, if that is what it does.
fn procedure(engine: EngineId) -> Option<Procedure> {
    match engine {
        EngineId::KmDfs => Some(Procedure::DepthFirst),
        EngineId::KmBfs => Some(Procedure::BreadthFirst),
        EngineId::KmZhao => Some(Procedure::Zhao),
        _ => None,
    }
}

/// Omega in a maximal marking stands for any number of threads; without one, the longest tail is reached.
fn live_threads(set: &CoverabilitySet) -> LiveThreads {
    if set.regions.iter().any(|region| !region.omega.is_empty()) {
        return LiveThreads::Unbounded;
    }
    let tails = set.regions.iter().flat_map(|region| region.tails.iter());
    LiveThreads::AtMost(tails.map(<[LocalId]>::len).max().unwrap_or(0) as u32)
}

/// A region in the numbers of the system that saturation saw.
pub(super) fn original(region: &Region, restricted: &Restricted) -> Region {
    region.renumbered(|shared| restricted.shared(shared), |local| restricted.local(local))
}
