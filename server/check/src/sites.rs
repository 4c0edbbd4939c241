//! Reachable thread states, sorted by the site before which they are.

use std::cell::LazyCell;
use std::collections::BTreeMap;

use boolprog_explore::system::{LocalState, ProgramSystem};
use boolprog_explore::tts::{LocalId, SharedId};
use boolprog_program::names::VariableId;
use boolprog_program::program::{Atom, LocationId, Possible, Program, Slot};
use boolprog_reach::first::First;
use boolprog_syntax::ast::SiteId;
use rustc_hash::FxHashMap;

use crate::decide::Rows;
use crate::reachable::{Completeness, Reachable, SiteStates, Soonest};

/// Values of variables that an incomplete list holds at most, apart from one state of each site. A value takes a byte.
const MOST_VALUES: usize = 8 << 20;

/// Sorts the thread states of a system by site. A point whose `enforce` cannot hold does not count as reached.
///
/// A list that is incomplete anyway has the cheapest states only if a state has very many variables, and of every site at
/// least one.
pub(crate) fn by_site(system: &ProgramSystem<'_>, program: &Program, rows: &Rows) -> Reachable {
    let Rows { completeness, live, why, .. } = rows;
    let mut reachable = Reachable {
        completeness: *completeness,
        not_soonest: rows.not_soonest(),
        live: *live,
        why: why.clone(),
        sites: FxHashMap::default(),
    };
    let dearest = dearest(program, rows);
    let mut sites: FxHashMap<LocalId, Option<SiteId>> = FxHashMap::default();
    for states in rows.states.chunk_by(|a, b| a.0 == b.0) {
        let shared = LazyCell::new(|| system.shared_values(states[0].0));
        for state in states {
            let local = &state.1;
            if dearest.is_some_and(|dearest| rows.firsts.get(state).is_none_or(|first| *first > dearest)) {
                let site = sites.entry(*local).or_insert_with(|| site_of(system, program, *local));
                if site.is_none_or(|site| reachable.sites.contains_key(&site)) {
                    continue;
                }
            }
            let LocalState::At { location, values, .. } = system.local_state(*local) else { continue };
            if counts(program, location, &shared, &values) {
                let site = add(&mut reachable, program, location, &shared, &values);
                site.firsts.push(rows.firsts.get(state).copied());
                site.soonest.push(rows.soonest(state));
            }
        }
    }
    reachable.sites.values_mut().for_each(merge);
    reachable
}

/// The bytes of the dearest state that a list has room for; `None` if there is room for all, or the list is complete.
fn dearest(program: &Program, rows: &Rows) -> Option<First> {
    let most = MOST_VALUES / (program.shared_slots + program.local_slots).max(1) as usize;
    if rows.completeness == Completeness::Exact || rows.states.len() <= most {
        return None;
    }
    let mut firsts: Vec<First> = rows.states.iter().filter_map(|state| rows.firsts.get(state)).copied().collect();
    (most < firsts.len()).then(|| *firsts.select_nth_unstable(most).1)
}

/// The site of a thread in a local state; `None` if it is at none.
fn site_of(system: &ProgramSystem<'_>, program: &Program, local: LocalId) -> Option<SiteId> {
    match system.local_state(local) {
        LocalState::At { location, .. } => Some(program.location(location).site),
        LocalState::Violation(_) => None,
    }
}

/// The least that a state takes, by threads and by steps, as far as it is known.
type Least = (Option<First>, Option<Soonest>);

/// Sorts the states of a site, and keeps of equal ones (of different instances of a procedure) the least.
fn merge(site: &mut SiteStates) {
    let numbers = std::mem::take(&mut site.firsts).into_iter().zip(std::mem::take(&mut site.soonest));
    let mut least: BTreeMap<Box<[bool]>, Least> = BTreeMap::new();
    for (state, (first, soonest)) in std::mem::take(&mut site.states).into_iter().zip(numbers) {
        let known = least.entry(state).or_default();
        known.0 = known.0.into_iter().chain(first).min();
        known.1 = known.1.into_iter().chain(soonest).min();
    }
    for (state, (first, soonest)) in least {
        site.states.push(state);
        site.firsts.push(first);
        site.soonest.push(soonest);
    }
    site.first = site.firsts.iter().flatten().min().copied();
}

pub(crate) fn count_live(system: &ProgramSystem<'_>, states: &[(SharedId, LocalId)]) -> u64 {
    let is_live = |local| matches!(system.local_state(local), LocalState::At { .. });
    states.iter().filter(|(_, local)| is_live(*local)).count() as u64
}

/// `true` if a thread in this state counts as having reached its location.
pub(crate) fn counts(program: &Program, location: LocationId, shared: &[bool], local: &[bool]) -> bool {
    let value = |atom| match atom {
        Atom::Old(Slot::Shared(bit)) => Possible::only(shared[bit as usize]),
        Atom::Old(Slot::Local(bit)) => Possible::only(local[bit as usize]),
        Atom::New(_) | Atom::PassiveOld(_) | Atom::PassiveNew(_) => Possible::BOTH,
    };
    program.location(location).enforce.as_ref().is_none_or(|enforce| enforce.possible(&value).t)
}

fn add<'r>(
    reachable: &'r mut Reachable,
    program: &Program,
    location: LocationId,
    shared: &[bool],
    local: &[bool],
) -> &'r mut SiteStates {
    let place = program.location(location);
    let own = &program.instance(place.instance).variables;
    let site = reachable
        .sites
        .entry(place.site)
        .or_insert_with(|| SiteStates { columns: columns(program, own), ..SiteStates::default() });
    let thread_local = &local[..program.thread_local_variables.len()];
    let own = own.iter().map(|(_, bit)| local[*bit as usize]);
    site.states.push(shared.iter().chain(thread_local).copied().chain(own).collect());
    site
}

/// The variables of a state, in the order of [`SiteStates::columns`].
pub(crate) fn columns(program: &Program, own: &[(VariableId, u32)]) -> Vec<VariableId> {
    let globals = program.shared_variables.iter().chain(&program.thread_local_variables);
    globals.copied().chain(own.iter().map(|(variable, _)| *variable)).collect()
}
