//! From a net to a thread transition system: places are local states, tokens are threads.
//!
//! A *resting* shared state stands for the markings of the net. If the places `s0`, `s1`, ... always hold one token
//! together (see [`Numbers::of`]), each is a resting shared state; otherwise there is one, 0, in which every place is
//! a local state. A rule leads from one resting state to another:
//!
//! - If it takes one token and puts at most two, it is one step of the thread that is this token.
//! - Otherwise it is a chain of steps through shared states between. First it takes its tokens one after the other,
//!   ordered by place: threads end. With the last one it puts two tokens, then each step creates one more. Rules that
//!   take the same tokens first share the beginnings of their chains: the states between form a tree. The states in
//!   which a chain puts tokens belong to one rule alone.
//! - A rule that takes nothing is taken by an additional thread, in a local state of its own, that never changes.
//!
//! *The markings in resting shared states are those that the net reaches.* Whatever leaves a resting state is a
//! chain, and nothing but its next step is possible in a state between. It can return to a resting state only as one
//! rule: after taking all its tokens from the marking that it started in, as nothing was put before, and then putting all
//! of its tokens. So one passage is one firing of this rule, and conversely the chain of a rule that can fire can be
//! walked to its end. A chain that lacks a token stays between forever. Targets ask for a resting state, so it covers
//! none: each target is covered in the system if and only if it is covered in the net.

use rustc_hash::FxHashMap;

use super::net::{Net, Rule, Tokens};
use super::numbers::Numbers;
use super::runs::NetRuns;
use crate::format::error::{FormatError, Problem};
use crate::tts::{Count, Effect, Initial, LocalId, SharedId, Target, Transition, Tts};

/// The most tokens of the start and of the targets, and shared states between resting ones, in all: each takes memory.
const MOST: usize = 1_000_000;

/// A net as a thread transition system.
#[derive(Clone, Debug)]
pub struct Spec {
    /// The system. The target of the net with number n is that of property n; origins are lines.
    pub tts: Tts,
    /// `true` if the net has shared states and each rule is one step of a thread, so that runs of the system need no
    /// translation.
    pub is_of_threads: bool,
    /// The net, and what runs of the system are in it.
    pub net: NetRuns,
}

/// Translates a net. Linear in the net and the numbers of tokens in it.
pub(super) fn translate(net: Net) -> Result<Spec, FormatError> {
    let numbers = Numbers::of(&net);
    let resting = numbers.shared_states;
    let needs_extra = numbers.local_states == 0 || net.rules.iter().any(|rule| numbers.takes_no_thread(rule));
    let extra = needs_extra.then_some(LocalId(numbers.local_states));
    let local_states = numbers.local_states + u32::from(needs_extra);
    let between = FxHashMap::default();
    let mut translator = Translator { numbers, extra, steps: Vec::new(), between, next: resting, left: MOST };
    for (number, rule) in (0..).zip(&net.rules) {
        translator.rule(number, rule)?;
    }
    let initial = translator.initial(&net)?;
    let targets = (0..).zip(&net.targets).map(|(property, target)| {
        let (shared, locals) = translator.listed(target.line, &target.tokens)?;
        Ok(Target { property, shared, locals })
    });
    let targets = targets.collect::<Result<_, FormatError>>()?;
    let Translator { numbers, steps, next, .. } = translator;
    let tts = Tts::new(next, local_states, initial, steps, Vec::new(), targets);
    let mut tts = tts.map_err(|error| FormatError::at(0, error.into()))?;
    let rules = tts.transitions.iter().map(|step| step.origin).collect();
    for step in &mut tts.transitions {
        step.origin = net.rules[step.origin as usize].line;
    }
    let is_of_threads = numbers.has_shared && next == resting && !needs_extra;
    Ok(Spec { tts, is_of_threads, net: NetRuns { net, numbers, resting, rules } })
}

struct Translator {
    numbers: Numbers,
    /// Where the additional thread is, if one is needed.
    extra: Option<LocalId>,
    steps: Vec<Transition>,
    /// The state after the thread at this place was taken, in the trees of states between.
    between: FxHashMap<(SharedId, LocalId), SharedId>,
    /// The next shared state.
    next: u32,
    /// The rest of [`MOST`].
    left: usize,
}

impl Translator {
    /// Adds the steps of a rule, whose origin is its number.
    fn rule(&mut self, number: u32, rule: &Rule) -> Result<(), FormatError> {
        let line = rule.line;
        let (mut shared, mut takes) = self.states(line, &rule.takes)?;
        let (to_shared, mut puts) = self.states(line, &rule.puts)?;
        if takes.is_empty() {
            takes.extend(self.extra);
            puts.extend(self.extra);
        }
        let Some((&last, first)) = takes.split_last() else { return Ok(()) };
        for &local in first {
            shared = self.taken(number, line, (shared, local))?;
        }
        // The last thread stays where it is if a token is put there.
        if let Some(stays) = puts.iter().position(|put| *put == last) {
            puts[..=stays].rotate_right(1);
        }
        let (now, later) = puts.split_at(puts.len().min(2));
        let mut created = now.get(1).copied();
        let mut local = last;
        for &next in later {
            let between = self.state_between(line)?;
            self.steps.push(step(number, (shared, local), (between, now.first().copied()), created));
            (shared, local, created) = (between, now[0], Some(next));
        }
        self.steps.push(step(number, (shared, local), (to_shared, now.first().copied()), created));
        Ok(())
    }

    /// The state after a thread was taken in another state.
    fn taken(&mut self, number: u32, line: u32, from: (SharedId, LocalId)) -> Result<SharedId, FormatError> {
        if let Some(known) = self.between.get(&from) {
            return Ok(*known);
        }
        let next = self.state_between(line)?;
        self.between.insert(from, next);
        self.steps.push(step(number, from, (next, None), None));
        Ok(next)
    }

    fn state_between(&mut self, line: u32) -> Result<SharedId, FormatError> {
        self.spend(line, 1)?;
        let state = SharedId(self.next);
        self.next = self.next.checked_add(1).ok_or(FormatError::at(line as usize, Problem::TooManyTokens))?;
        Ok(state)
    }

    fn initial(&mut self, net: &Net) -> Result<Initial, FormatError> {
        let line = net.start_line;
        let tokens: Tokens = net.start.iter().map(|start| (start.place, start.tokens)).collect();
        let (shared, mut fixed) = self.listed(line, &tokens)?;
        fixed.extend(self.extra);
        let or_more = net.start.iter().filter(|start| start.or_more);
        let pool: Vec<LocalId> = or_more.filter_map(|start| self.numbers.local(start.place)).collect();
        let count = if pool.is_empty() { Count::Exactly(0) } else { Count::Any };
        Ok(Initial { shared: vec![shared], fixed, pool, count })
    }

    /// The shared state of a start or a target, and its threads.
    fn listed(&mut self, line: u32, tokens: &Tokens) -> Result<(SharedId, Vec<LocalId>), FormatError> {
        let (shared, locals) = self.states(line, tokens)?;
        self.spend(line, locals.len())?;
        Ok((shared, locals))
    }

    /// The shared state among tokens, and the threads, ordered.
    fn states(&self, line: u32, tokens: &Tokens) -> Result<(SharedId, Vec<LocalId>), FormatError> {
        let all: u64 = tokens.iter().map(|(_, tokens)| u64::from(*tokens)).sum();
        if all > MOST as u64 {
            return Err(FormatError::at(line as usize, Problem::TooManyTokens));
        }
        let threads = |&(place, tokens): &(_, u32)| {
            self.numbers.local(place).into_iter().flat_map(move |local| std::iter::repeat_n(local, tokens as usize))
        };
        let mut locals: Vec<LocalId> = tokens.iter().flat_map(threads).collect();
        locals.sort_unstable();
        Ok((self.numbers.shared(tokens), locals))
    }

    fn spend(&mut self, line: u32, amount: usize) -> Result<(), FormatError> {
        let left = self.left.checked_sub(amount);
        self.left = left.ok_or_else(|| FormatError::at(line as usize, Problem::TooManyTokens))?;
        Ok(())
    }
}

/// A step that leads to this place or ends the thread, and creates another thread or none.
fn step(
    origin: u32,
    (shared, local): (SharedId, LocalId),
    (to_shared, to_local): (SharedId, Option<LocalId>),
    created: Option<LocalId>,
) -> Transition {
    let effect = created.map_or(Effect::None, Effect::Create);
    Transition { shared, local, to_shared, to_local, effect, origin }
}
