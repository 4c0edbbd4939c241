//! Backward search, as one of the engines of the portfolio.
//!
//! Each open property is searched with a limited number of elements first, so that one hard property does not keep
//! the others from an answer. Where the search meets something that contexts have covered, the property is violated, and
//! waits until nothing else is left: a shortest run is more likely to come from elsewhere. What cannot be reached is proved; a chain that was found is executed by whoever owns
//! the system. Where a chain does not execute, because a thread blocks the others, it shows nothing.

use std::sync::{Mutex, PoisonError};

use boolprog_base::control::Stop;
use boolprog_explore::saturate::{Restricted, saturate};
use boolprog_explore::tts::{LocalId, SharedId};
use boolprog_reach::backward::{Backward, Chain, Finding};

use super::Capped;
use super::portfolio::{Common, Message};
use super::race::Lane;

/// Elements that may be found for a property before the others have had their turn.
const FIRST_TRY: u64 = 20_000;

/// A backward search over what saturation left.
pub(super) struct BackwardSearch<'a> {
    engine: Backward<'a>,
    restricted: &'a Restricted,
    /// The properties that are left after the first try.
    left: Vec<u32>,
    /// Those that are known to be violated, with chains from what is coverable.
    violated: Vec<(u32, Chain)>,
}

/// Searches for each of the properties, but not for long; what is found out, and what is left, stays in `search`.
pub(super) fn search_briefly<'a>(
    common: &'a Common<'a>,
    search: &Mutex<Option<BackwardSearch<'a>>>,
    properties: Vec<u32>,
    lane: &Lane<'_>,
) -> Result<(), Stop> {
    let Common { restricted, possible, coverable, .. } = common;
    let saturation = saturate(&mut restricted.tts.clone(), lane)?;
    let mut engine = Backward::new(&restricted.tts, possible.get_or_init(|| saturation));
    if let Some(coverable) = coverable.get() {
        engine = engine.with_coverable(coverable);
    }
    let mut search = search.lock().unwrap_or_else(PoisonError::into_inner);
    let search = search.insert(BackwardSearch { engine, restricted, left: Vec::new(), violated: Vec::new() });
    let mut never = Vec::new();
    let briefly = Capped { control: lane, states: FIRST_TRY };
    for property in properties {
        match search.engine.search(property, &briefly) {
            Ok(Finding::Never) => never.push(property),
            Ok(Finding::Chain(chain)) => lane.tell(Message::Chain(property, search.original(chain))),
            Ok(Finding::Coverable(chain)) => search.violated.push((property, chain)),
            Err(Stop::Cancelled) => return Err(Stop::Cancelled),
            Err(_) => search.left.push(property),
        }
    }
    if !never.is_empty() {
        lane.tell(search.never(never));
    }
    Ok(())
}

/// Searches for what is left, one property after the other, and then for how those are violated that are known to be.
pub(super) fn search(search: &Mutex<Option<BackwardSearch<'_>>>, lane: &Lane<'_>) -> Result<(), Stop> {
    let mut search = search.lock().unwrap_or_else(PoisonError::into_inner);
    let Some(search) = search.as_mut() else { return Ok(()) };
    for property in std::mem::take(&mut search.left) {
        if lane.race.is_open(property) {
            match search.engine.search(property, lane)? {
                Finding::Never => lane.tell(search.never(vec![property])),
                Finding::Chain(chain) => lane.tell(Message::Chain(property, search.original(chain))),
                Finding::Coverable(chain) => search.violated.push((property, chain)),
            }
        }
    }
    for (property, chain) in std::mem::take(&mut search.violated) {
        if lane.race.is_open(property)
            && let Some(chain) = search.engine.complete(&chain, lane)?
        {
            lane.tell(Message::Chain(property, search.original(chain)));
        }
    }
    Ok(())
}

impl BackwardSearch<'_> {
    /// That these properties cannot be violated, with the evidence for everything that was found never to happen.
    fn never(&self, properties: Vec<u32>) -> Message {
        let minimal = self.engine.unreachable().into_iter().map(|configuration| self.renumber(configuration)).collect();
        let inequalities = self.engine.inequalities().into_iter().map(|inequality| {
            inequality.renumbered(|shared| self.restricted.shared(shared), |local| self.restricted.local(local))
        });
        Message::Never(properties, minimal, inequalities.collect())
    }

    fn original(&self, Chain(elements): Chain) -> Chain {
        Chain(elements.into_iter().map(|configuration| self.renumber(configuration)).collect())
    }

    fn renumber(&self, (shared, threads): (SharedId, Vec<LocalId>)) -> (SharedId, Vec<LocalId>) {
        let mut threads: Vec<_> = threads.into_iter().map(|local| self.restricted.local(local)).collect();
        threads.sort_unstable();
        (self.restricted.shared(shared), threads)
    }
}
