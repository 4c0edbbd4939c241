//! A net without the shared states that steps only pass through.
//!
//! Let no rule lead from a shared state to itself, and let no start and no target name it. Then each visit of it is one
//! rule into it and one rule out of it, which can be taken as one: nothing else happens in between, since every step has
//! to leave the shared state. Replacing all rules into it and out of it by their pairs changes neither what can be
//! covered in the other shared states, nor how (Berthelot, "Transformations and decompositions of nets", 1987, calls
//! this an agglomeration). It is done as long as the number of rules does not grow.
//!
//! Nets of other tools that are written as thread systems consist of such shared states for the most part: a transition
//! that takes several tokens takes them one by one.
//!
//! The rules that were left out can be computed from the rest: [`Agglomerated::passed`] has the rules of each shared state at its
//! turn, the last one first.

use std::collections::VecDeque;

use boolprog_base::control::Stop;
use boolprog_explore::saturate::Saturation;
use boolprog_explore::tts::{Count, LocalId, SharedId, Tts};
use fixedbitset::FixedBitSet;

use super::super::bag::Bag;
use super::super::rules::{Rule, Steps};
use super::super::simplex::Work;

/// The most threads that a rule may take or put down.
const MOST_THREADS: u32 = 10_000;

/// Rules examined in the time of one tick.
const RULES_PER_TICK: usize = 16;

/// A net whose shared states are those that could not be left out.
pub(super) struct Agglomerated {
    /// All rules that ever were, those of the steps first.
    pub(super) rules: Vec<Rule>,
    /// The rules of the net that remains.
    pub(super) remaining: Vec<u32>,
    /// Shared states that were left out, in order.
    pub(super) passed: Vec<Passed>,
    /// Local states with any number of threads from the start on, which no rule mentions.
    pub(super) plenty: FixedBitSet,
    /// Memory in use.
    pub(super) bytes: usize,
}

/// A shared state that was left out, with the rules that led into it and out of it at that time.
pub(super) struct Passed {
    pub(super) shared: SharedId,
    pub(super) into: Vec<u32>,
    pub(super) out: Vec<u32>,
}

/// The rules of one shared state, with dead ones.
#[derive(Clone, Default)]
struct Ends {
    into: Vec<u32>,
    out: Vec<u32>,
}

struct Agglomeration {
    rules: Vec<Rule>,
    is_alive: FixedBitSet,
    ends: Vec<Ends>,
    /// Shared states that must stay.
    kept: FixedBitSet,
    passed: Vec<Passed>,
}

/// Leaves out as many shared states as possible; `None` if the system is not plain.
///
/// Each shared state that is left out takes time in the number of its rules.
pub(super) fn agglomerate(tts: &Tts, possible: &Saturation, work: &mut Work<'_>) -> Result<Option<Agglomerated>, Stop> {
    let mut plenty = FixedBitSet::with_capacity(tts.local_states as usize);
    if tts.initial.count == Count::Any {
        plenty.extend(tts.initial.pool.iter().map(|local| local.0 as usize));
    }
    let mut kept = FixedBitSet::with_capacity(tts.shared_states as usize);
    let targets = tts.targets.iter().map(|target| target.shared);
    kept.extend(tts.initial.shared.iter().copied().chain(targets).map(|shared| shared.0 as usize));
    let mut agglomeration = Agglomeration {
        rules: Vec::new(),
        is_alive: FixedBitSet::new(),
        ends: vec![Ends::default(); tts.shared_states as usize],
        kept,
        passed: Vec::new(),
    };
    for (index, transition) in (0..).zip(&tts.transitions) {
        work.done(usize::from((index as usize).is_multiple_of(RULES_PER_TICK)))?;
        if possible.contains(transition.shared, transition.local) {
            let Some(mut rule) = Rule::new(index, transition) else { return Ok(None) };
            for bag in [&mut rule.takes, &mut rule.puts] {
                bag.retain(|local| !plenty.contains(local.0 as usize));
            }
            agglomeration.add(rule);
        }
    }
    agglomeration.run(work)?;
    let Agglomeration { rules, is_alive, passed, .. } = agglomeration;
    let remaining = is_alive.ones().map(|rule| rule as u32).collect();
    let bytes = rules.iter().map(|rule: &Rule| size_of::<Rule>() + rule.takes.bytes() + rule.puts.bytes()).sum();
    Ok(Some(Agglomerated { rules, remaining, passed, plenty, bytes }))
}

impl Agglomeration {
    fn add(&mut self, rule: Rule) {
        if rule.is_useless() {
            return;
        }
        let index = self.rules.len() as u32;
        self.ends[rule.from.0 as usize].out.push(index);
        self.ends[rule.to.0 as usize].into.push(index);
        self.is_alive.grow_and_insert(index as usize);
        self.rules.push(rule);
    }

    fn run(&mut self, work: &mut Work<'_>) -> Result<(), Stop> {
        let states = (0..self.ends.len()).filter(|shared| !self.kept.contains(*shared));
        let mut waiting: VecDeque<usize> = states.collect();
        let mut is_waiting = FixedBitSet::with_capacity(self.ends.len());
        is_waiting.extend(waiting.iter().copied());
        while let Some(shared) = waiting.pop_front() {
            is_waiting.set(shared, false);
            self.forget_dead(shared);
            let Ends { into, out } = &self.ends[shared];
            work.done((into.len() + out.len()) / RULES_PER_TICK)?;
            let Some(pairs) = self.pairs(into, out) else { continue };
            work.done(1 + pairs.len() / RULES_PER_TICK)?;
            let Ends { into, out } = std::mem::take(&mut self.ends[shared]);
            for &rule in into.iter().chain(&out) {
                self.is_alive.set(rule as usize, false);
                let Rule { from, to, .. } = self.rules[rule as usize];
                for other in [from, to].map(|other| other.0 as usize) {
                    if other != shared && !self.kept.contains(other) && !is_waiting.put(other) {
                        waiting.push_back(other);
                    }
                }
            }
            self.kept.insert(shared);
            self.passed.push(Passed { shared: SharedId(shared as u32), into, out });
            for pair in pairs {
                self.add(pair);
            }
        }
        Ok(())
    }

    fn forget_dead(&mut self, shared: usize) {
        let Self { ends, is_alive, .. } = self;
        let Ends { into, out } = &mut ends[shared];
        into.retain(|rule| is_alive.contains(*rule as usize));
        out.retain(|rule| is_alive.contains(*rule as usize));
    }

    /// The replacement of these rules; `None` if they must stay.
    fn pairs(&self, into: &[u32], out: &[u32]) -> Option<Vec<Rule>> {
        let is_loop = |rule: &u32| self.rules[*rule as usize].from == self.rules[*rule as usize].to;
        let grows = into.len() * out.len() > into.len() + out.len();
        if grows || into.iter().any(is_loop) {
            return None;
        }
        let pair = |first: u32, second: u32| {
            let rule = self.rules[first as usize].then(&self.rules[second as usize], Steps::Two(first, second));
            (rule.takes.size() <= MOST_THREADS && rule.puts.size() <= MOST_THREADS).then_some(rule)
        };
        into.iter().flat_map(|&first| out.iter().map(move |&second| pair(first, second))).collect()
    }
}

impl Agglomerated {
    /// The transitions of a rule, in order.
    pub(super) fn transitions(&self, rule: u32) -> Vec<u32> {
        let (mut open, mut transitions) = (vec![rule], Vec::new());
        while let Some(rule) = open.pop() {
            match self.rules[rule as usize].steps {
                Steps::One(transition) => transitions.push(transition),
                Steps::Two(first, second) => open.extend([second, first]),
            }
        }
        transitions
    }

    /// These threads without those that are there in any number anyway.
    pub(super) fn counted(&self, threads: &[LocalId]) -> Bag {
        let counted = threads.iter().copied().filter(|local| !self.plenty.contains(local.0 as usize));
        Bag::of(counted)
    }
}
