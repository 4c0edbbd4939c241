//! Which places of a net are shared states and which are local states.

use rustc_hash::FxHashMap;

use super::net::{Net, PlaceId, Rule, Tokens};
use crate::tts::{LocalId, SharedId};

/// The numbers of the places as states.
#[derive(Clone, Debug)]
pub(super) struct Numbers {
    /// `true` if there are places that are shared states.
    pub has_shared: bool,
    /// Number of resting shared states: one if no place is a shared state.
    pub shared_states: u32,
    /// Number of local states.
    pub local_states: u32,
    states: Vec<State>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum State {
    Shared(SharedId),
    Local(LocalId),
}

impl Numbers {
    /// The places `s0`, `s1`, ... are shared states if all others are called `l0`, `l1`, ..., if they have one token in
    /// all at the start, and if each rule and each target asks for one of them and each rule puts one. Otherwise all
    /// places are local states in the order of the text.
    pub(super) fn of(net: &Net) -> Self {
        let states = net.places.iter().map(|name| State::named(name)).collect::<Option<Vec<_>>>();
        let named = states.map(|states| Self::with(true, states)).filter(|numbers| numbers.hold_one_token(net));
        let all_local = || (0..net.places.len() as u32).map(|number| State::Local(LocalId(number))).collect();
        named.unwrap_or_else(|| Self { shared_states: 1, ..Self::with(false, all_local()) })
    }

    fn with(has_shared: bool, states: Vec<State>) -> Self {
        let (mut shared_states, mut local_states) = (0, 0);
        for state in &states {
            match state {
                State::Shared(SharedId(number)) => shared_states = shared_states.max(number + 1),
                State::Local(LocalId(number)) => local_states = local_states.max(number + 1),
            }
        }
        Self { has_shared, shared_states, local_states, states }
    }

    /// Returns `true` if the shared states always hold one token in all.
    fn hold_one_token(&self, net: &Net) -> bool {
        let one = |tokens: &Tokens| {
            let shared = tokens.iter().filter(|(place, _)| self.local(*place).is_none());
            shared.map(|(_, tokens)| u64::from(*tokens)).sum::<u64>() == 1
        };
        let start = net.start.iter().map(|start| (start.place, start.tokens)).collect();
        let exactly = net.start.iter().all(|start| !start.or_more || self.local(start.place).is_some());
        exactly
            && one(&start)
            && net.rules.iter().all(|rule| one(&rule.takes) && one(&rule.puts))
            && net.targets.iter().all(|target| one(&target.tokens))
    }

    /// Returns `true` if a rule takes no token of a local state.
    pub(super) fn takes_no_thread(&self, rule: &Rule) -> bool {
        rule.takes.iter().all(|(place, _)| self.local(*place).is_none())
    }

    /// The local state that a place is.
    pub(super) fn local(&self, PlaceId(place): PlaceId) -> Option<LocalId> {
        match self.states[place as usize] {
            State::Local(local) => Some(local),
            State::Shared(_) => None,
        }
    }

    /// The shared state that has a token among these; 0 if no place is a shared state.
    pub(super) fn shared(&self, tokens: &Tokens) -> SharedId {
        let shared = tokens.iter().find_map(|(PlaceId(place), tokens)| match self.states[*place as usize] {
            State::Shared(shared) if *tokens > 0 => Some(shared),
            _ => None,
        });
        shared.unwrap_or(SharedId(0))
    }

    /// The marking that a resting shared state and these threads stand for; other local states stand for no place.
    pub(super) fn marking(&self, shared: SharedId, threads: &[LocalId]) -> Vec<u64> {
        let places: FxHashMap<State, usize> = self.states.iter().copied().zip(0..).collect();
        let mut marking = vec![0; self.states.len()];
        let states = threads.iter().copied().map(State::Local).chain([State::Shared(shared)]);
        for place in states.filter_map(|state| places.get(&state)) {
            marking[*place] += 1;
        }
        marking
    }
}

impl State {
    /// `s12` or `l12`
    fn named(name: &str) -> Option<Self> {
        let number = |digits: &str| {
            let number: u32 = digits.parse().ok().filter(|number| *number < u32::MAX)?;
            // `s1` and `s01` are two places.
            (number.to_string() == digits).then_some(number)
        };
        let shared = name.strip_prefix('s').and_then(number).map(|number| Self::Shared(SharedId(number)));
        shared.or_else(|| name.strip_prefix('l').and_then(number).map(|number| Self::Local(LocalId(number))))
    }
}
