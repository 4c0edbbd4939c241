//! From the net back to the system: what was found, with the shared states that were left out.

use boolprog_base::control::{Control, Progress, Stop};
use boolprog_certificate::sets::{Certificate, Ideal};
use boolprog_explore::tts::{LocalId, SharedId};
use rustc_hash::FxHashMap;

use super::super::bag::Bag;
use super::super::place_invariant::PlaceInvariant;
use super::super::rules::Rule;
use super::agglomeration::Agglomerated;
use super::antichain::Antichain;
use super::search::{Found, Next, Search};
use crate::chain::Chain;
use crate::watch::Watch;

/// The proof of a property for which no element is below a start; `None` if a weight is too large for it.
///
/// The elements of a shared state that was left out are the predecessors of those to which its rules led at that time.
/// So all predecessors of the elements are above elements again: by a step or by the rule that has replaced it.
pub(super) fn certificate(
    search: &Search<'_>,
    found: &Found,
    control: &dyn Control,
) -> Result<Option<Certificate>, Stop> {
    let complete = search.excluded.iter().map(|place_invariant| with_passed(place_invariant, &search.net));
    let Some(excluded) = complete.collect::<Option<Vec<_>>>() else { return Ok(None) };
    let mut watch = Watch::new(control);
    let mut minimal: FxHashMap<SharedId, Vec<Bag>> = FxHashMap::default();
    for (&shared, antichain) in &found.smallest {
        minimal.insert(shared, antichain.iter().map(|(threads, _)| threads.clone()).collect());
    }
    for passed in search.net.passed.iter().rev() {
        let mut here = Antichain::default();
        for &rule in &passed.out {
            let rule = &search.net.rules[rule as usize];
            for after in minimal.get(&rule.to).into_iter().flatten() {
                watch.tick(|| Progress { phase: "certificate", ..Progress::default() })?;
                let before = rule.before(after);
                let is_excluded = excluded.iter().any(|it| it.excess(passed.shared, before.iter()) > 0);
                if search.is_possible(passed.shared, &before) && !is_excluded && !here.contains(&before) {
                    here.insert(before, 0, |_| {});
                }
            }
        }
        if here.len() > 0 {
            minimal.insert(passed.shared, here.iter().map(|(threads, _)| threads.clone()).collect());
        }
    }
    let minimal = minimal.into_iter();
    let minimal = minimal.flat_map(|(shared, list)| list.into_iter().map(move |threads| (shared, threads.threads())));
    let mut minimal: Vec<(SharedId, Vec<LocalId>)> = minimal.collect();
    minimal.sort_unstable();
    Ok(Some(Certificate::Complement {
        ideals: search.possible.rows().map(|(shared, locals)| Ideal::of_thread_states(shared, locals)).collect(),
        minimal,
        place_invariants: excluded.iter().map(PlaceInvariant::certificate).collect(),
    }))
}

/// The place invariant with weights for the shared states that were left out: the least that no rule out of them
/// exceeds, which no rule into them falls short of, since their pairs do not. If such a weight is negative, all shared
/// states and the bound are shifted. `None` if a weight becomes too large.
fn with_passed(place_invariant: &PlaceInvariant, net: &Agglomerated) -> Option<PlaceInvariant> {
    let PlaceInvariant { shared, locals, bound } = place_invariant;
    let mut weights: Vec<i64> = shared.iter().copied().map(i64::from).collect();
    let weight = |threads: &Bag| {
        let threads = threads.iter().map(|(local, count)| i64::from(locals[local.0 as usize]) * i64::from(count));
        threads.sum::<i64>()
    };
    let gain = |rule: &Rule| weight(&rule.puts) - weight(&rule.takes);
    for passed in net.passed.iter().rev() {
        let of = |rules: &[u32]| rules.iter().map(|&rule| &net.rules[rule as usize]).collect::<Vec<_>>();
        let after = of(&passed.out).into_iter().map(|rule| weights[rule.to.0 as usize] + gain(rule)).max();
        let before = of(&passed.into).into_iter().map(|rule| weights[rule.from.0 as usize] - gain(rule)).min();
        weights[passed.shared.0 as usize] = after.or(before).unwrap_or_default();
    }
    let shift = weights.iter().copied().min().unwrap_or_default().min(0);
    let shifted = |weight: i64| u32::try_from(weight - shift).ok();
    Some(PlaceInvariant {
        shared: weights.iter().copied().map(shifted).collect::<Option<_>>()?,
        locals: locals.clone(),
        bound: shifted(i64::from(*bound))?,
    })
}

/// The chain from an element that is below a start to a target, step by step, with the threads that are not counted.
pub(super) fn chain(search: &Search<'_>, found: &Found, start: u32, control: &dyn Control) -> Result<Chain, Stop> {
    let mut transitions = Vec::new();
    let mut node = start;
    let target = loop {
        match found.nodes[node as usize].next {
            Next::Rule(rule, next) => {
                transitions.extend(search.net.transitions(rule));
                node = next;
            }
            Next::Target(target) => break &search.tts.targets[target as usize],
        }
    };
    let mut watch = Watch::new(control);
    let mut threads = Bag::of(target.locals.iter().copied());
    let mut chain = vec![(target.shared, threads.threads())];
    for &index in transitions.iter().rev() {
        watch.tick(|| Progress { phase: "execution", ..Progress::default() })?;
        let transition = &search.tts.transitions[index as usize];
        if let Some(rule) = Rule::new(index, transition) {
            threads = rule.before(&threads);
            chain.push((transition.shared, threads.threads()));
        }
    }
    chain.reverse();
    Ok(Chain(chain))
}
