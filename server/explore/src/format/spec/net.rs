//! Nets as a `.spec` text says them.

use std::collections::BTreeMap;
use std::fmt::Write;

/// A place, by its position in [`Net::places`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PlaceId(pub u32);

/// Numbers of tokens of some places, each named once.
pub type Tokens = Vec<(PlaceId, u32)>;

/// A Petri net with its start and its targets.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Net {
    /// Names of the places.
    pub places: Vec<Box<str>>,
    /// Rules, in their order.
    pub rules: Vec<Rule>,
    /// The places that start with tokens.
    pub start: Vec<Start>,
    /// The line of the start, from 0.
    pub start_line: u32,
    /// Targets, in their order; none is to be covered.
    pub targets: Vec<NetTarget>,
}

/// A rule fires by taking tokens and then putting tokens. Both lists are ordered and have positive numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rule {
    /// Its first line, from 0.
    pub line: u32,
    /// The tokens that it takes: all that its guard asks for.
    pub takes: Tokens,
    /// The tokens that it puts: what the guard asks for and the rule keeps, and what it adds.
    pub puts: Tokens,
}

/// The tokens of a place at the start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Start {
    /// The place.
    pub place: PlaceId,
    /// The number of tokens there.
    pub tokens: u32,
    /// `true` if there can be more.
    pub or_more: bool,
}

/// A marking is unsafe if it has at least these tokens.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NetTarget {
    /// Its first line, from 0.
    pub line: u32,
    /// The tokens that it asks for, in the order of the text.
    pub tokens: Tokens,
}

impl Net {
    /// The name of a place.
    pub fn name(&self, PlaceId(place): PlaceId) -> &str {
        &self.places[place as usize]
    }

    /// Fires a rule in a marking, which has a number for each place. Returns the places that change, with their new
    /// numbers, or `None` if tokens are missing for it; the marking means nothing then.
    pub fn fire(&self, rule: usize, marking: &mut [u64]) -> Option<Vec<(PlaceId, u64)>> {
        let Rule { takes, puts, .. } = self.rules.get(rule)?;
        let mut before = BTreeMap::new();
        for &(place, tokens) in takes {
            let there = marking.get_mut(place.0 as usize)?;
            before.insert(place, *there);
            *there = there.checked_sub(tokens.into())?;
        }
        for &(place, tokens) in puts {
            let there = marking.get_mut(place.0 as usize)?;
            before.entry(place).or_insert(*there);
            *there = there.checked_add(tokens.into())?;
        }
        let after = before.into_iter().map(|(place, before)| (place, before, marking[place.0 as usize]));
        Some(after.filter(|(_, before, after)| before != after).map(|(place, _, after)| (place, after)).collect())
    }

    /// Returns `true` if the net can start in this marking.
    pub fn can_start_in(&self, marking: &[u64]) -> bool {
        let mut asked = vec![(0, false); self.places.len()];
        for start in &self.start {
            asked[start.place.0 as usize] = (u64::from(start.tokens), start.or_more);
        }
        let fits = |((tokens, or_more), there): (&(u64, bool), &u64)| there == tokens || (*or_more && there > tokens);
        asked.len() == marking.len() && asked.iter().zip(marking).all(fits)
    }

    /// Returns `true` if a marking covers the target with this number.
    pub fn covers(&self, marking: &[u64], target: usize) -> bool {
        let has = |&(PlaceId(place), tokens): &(PlaceId, u32)| {
            marking.get(place as usize).is_some_and(|there| *there >= u64::from(tokens))
        };
        self.targets.get(target).is_some_and(|target| target.tokens.iter().all(has))
    }

    /// A target as the text has it: `x1 >= 1, x2 >= 3`.
    pub fn show(&self, target: &NetTarget) -> String {
        let mut text = String::new();
        for (number, (place, tokens)) in target.tokens.iter().enumerate() {
            let comma = if number == 0 { "" } else { ", " };
            // Writing into a string cannot fail.
            let _ = write!(text, "{comma}{} >= {tokens}", self.name(*place));
        }
        text
    }
}
