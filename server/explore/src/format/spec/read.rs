//! Reading `.spec`.

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;

use super::tokens::{Token, split};
use crate::format::error::{FormatError, Problem};
use crate::tts::{Count, Effect, Initial, LocalId, SharedId, Target, Transition, Tts};

/// The most tokens that a place may start with or a target may ask for: each is a thread in memory.
const MOST: u32 = 1000;

/// Reads a net with its start and its targets, which all belong to property 0. Lists of invariants, which some tools
/// write at the end, are not looked at. Linear in the length of the text, but for sorting.
pub fn parse_spec(text: &str) -> Result<Tts, FormatError> {
    let tokens = split(text)?;
    Reader { lines: text.lines().count(), tokens: &tokens, places: Places::default() }.net()
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Place {
    Shared(SharedId),
    Local(LocalId),
}

/// Numbers of shared and local states.
#[derive(Clone, Copy, Default)]
struct Places {
    shared: u32,
    local: u32,
}

/// `place >= number` or `place = number`.
struct Constraint {
    line: usize,
    place: Place,
    exact: bool,
    number: u32,
}

struct Reader<'a> {
    lines: usize,
    tokens: &'a [(usize, Token<'a>)],
    places: Places,
}

impl<'a> Reader<'a> {
    fn net(mut self) -> Result<Tts, FormatError> {
        self.keyword("vars")?;
        self.vars()?;
        let mut transitions = Vec::new();
        while !self.at_keyword("init") {
            transitions.push(self.rule()?);
        }
        self.keyword("init")?;
        let initial = self.initial()?;
        self.keyword("target")?;
        let mut targets = Vec::new();
        while !self.tokens.is_empty() && !self.at_keyword("invariants") {
            targets.push(self.target()?);
        }
        if targets.is_empty() {
            return Err(FormatError::at(self.line(), Problem::Expected("a target such as `s1 >= 1, l2 >= 1`")));
        }
        let Places { shared, local } = self.places;
        Tts::new(shared, local, initial, transitions, Vec::new(), targets)
            .map_err(|error| FormatError::at(self.lines, error.into()))
    }

    /// The names of the places say how many states there are.
    fn vars(&mut self) -> Result<(), FormatError> {
        while !self.at_keyword("rules") {
            let (_, place) = self.new_place()?;
            let (count, number) = match place {
                Place::Shared(SharedId(number)) => (&mut self.places.shared, number),
                Place::Local(LocalId(number)) => (&mut self.places.local, number),
            };
            *count = (*count).max(number + 1);
        }
        let line = self.line();
        self.keyword("rules")?;
        if self.places.shared == 0 || self.places.local == 0 {
            return Err(FormatError::at(line, Problem::NoStates));
        }
        Ok(())
    }

    fn rule(&mut self) -> Result<Transition, FormatError> {
        let line = self.line();
        let guard = self.constraints()?;
        self.sign("->", "`->` and what the rule changes")?;
        let mut changes: BTreeMap<Place, i64> = BTreeMap::new();
        if !self.at_sign(";") {
            loop {
                let (place, change) = self.change()?;
                *changes.entry(place).or_default() += change;
                if !self.at_sign(",") {
                    break;
                }
                self.next();
            }
        }
        self.sign(";", "`;` at the end of the rule")?;
        step(line, &guard, &changes)
    }

    /// `p' = p + 1`
    fn change(&mut self) -> Result<(Place, i64), FormatError> {
        let place = self.place()?;
        self.sign("'", "a change such as `l1' = l1+1`")?;
        self.sign("=", "a change such as `l1' = l1+1`")?;
        let line = self.line();
        if self.place()? != place {
            return Err(FormatError::at(line, Problem::Expected("the same place on both sides of a change")));
        }
        let sign = match self.next() {
            Some(Token::Sign("+")) => 1,
            Some(Token::Sign("-")) => -1,
            _ => return Err(FormatError::at(line, Problem::Expected("`+` or `-` and a number"))),
        };
        Ok((place, sign * i64::from(self.number()?)))
    }

    /// Exactly one shared state has a token. Places that are not named have none.
    fn initial(&mut self) -> Result<Initial, FormatError> {
        let line = self.line();
        let mut initial = Initial { shared: Vec::new(), fixed: Vec::new(), pool: Vec::new(), count: Count::Exactly(0) };
        for Constraint { line, place, exact, number } in self.constraints()? {
            match place {
                Place::Shared(shared) if exact && number == 1 => initial.shared.push(shared),
                Place::Shared(_) if exact && number == 0 => {}
                Place::Shared(_) => return Err(FormatError::at(line, Problem::InitialShared)),
                Place::Local(local) => {
                    initial.fixed.extend(std::iter::repeat_n(local, threads(line, number)?));
                    if !exact {
                        initial.pool.push(local);
                        initial.count = Count::Any;
                    }
                }
            }
        }
        if initial.shared.len() == 1 { Ok(initial) } else { Err(FormatError::at(line, Problem::InitialShared)) }
    }

    /// One line of alternatives: constraints with commas between.
    fn target(&mut self) -> Result<Target, FormatError> {
        let line = self.line();
        let (mut shared, mut locals) = (Vec::new(), Vec::new());
        for Constraint { line, place, exact, number } in self.constraints()? {
            match place {
                _ if exact => return Err(FormatError::at(line, Problem::ExactTarget)),
                Place::Shared(id) => shared.extend((number > 0).then_some(id)),
                Place::Local(local) => locals.extend(std::iter::repeat_n(local, threads(line, number)?)),
            }
        }
        locals.sort_unstable();
        match shared[..] {
            [shared] => Ok(Target { property: 0, shared, locals }),
            _ => Err(FormatError::at(line, Problem::TargetShared)),
        }
    }

    fn constraints(&mut self) -> Result<Vec<Constraint>, FormatError> {
        let (mut list, mut named) = (Vec::new(), FxHashSet::default());
        loop {
            let line = self.line();
            let place = self.place()?;
            let exact = match self.next() {
                Some(Token::Sign("=")) => true,
                Some(Token::Sign(">=")) => false,
                _ => return Err(FormatError::at(line, Problem::Expected("`>=` or `=` and a number"))),
            };
            if !named.insert(place) {
                return Err(FormatError::at(line, Problem::Expected("each place once")));
            }
            list.push(Constraint { line, place, exact, number: self.number()? });
            // A comma may end a line of a long list, and even the whole list.
            if !self.at_sign(",") {
                return Ok(list);
            }
            self.next();
            if self.at_keyword("target") {
                return Ok(list);
            }
        }
    }

    /// A place that `vars` has named.
    fn place(&mut self) -> Result<Place, FormatError> {
        let (line, place) = self.new_place()?;
        let known = match place {
            Place::Shared(SharedId(number)) => number < self.places.shared,
            Place::Local(LocalId(number)) => number < self.places.local,
        };
        if known { Ok(place) } else { Err(FormatError::at(line, Problem::UndeclaredPlace)) }
    }

    /// The name of a place, and its line.
    fn new_place(&mut self) -> Result<(usize, Place), FormatError> {
        let line = self.line();
        let Some(Token::Name(name)) = self.next() else {
            return Err(FormatError::at(line, Problem::Expected("a place such as `s0` or `l12`")));
        };
        let number = |digits: &str| digits.parse().ok().filter(|number| *number < u32::MAX);
        let shared = name.strip_prefix('s').and_then(number).map(|number| Place::Shared(SharedId(number)));
        let local = name.strip_prefix('l').and_then(number).map(|number| Place::Local(LocalId(number)));
        let place = shared.or(local).ok_or_else(|| Problem::NotAPlace(name.chars().take(40).collect()));
        place.map(|place| (line, place)).map_err(|problem| FormatError::at(line, problem))
    }

    fn number(&mut self) -> Result<u32, FormatError> {
        let line = self.line();
        match self.next() {
            Some(Token::Number(number)) => Ok(number),
            _ => Err(FormatError::at(line, Problem::Expected("a number"))),
        }
    }

    fn sign(&mut self, sign: &str, expected: &'static str) -> Result<(), FormatError> {
        let line = self.line();
        if self.at_sign(sign) {
            self.next();
            return Ok(());
        }
        Err(FormatError::at(line, Problem::Expected(expected)))
    }

    fn keyword(&mut self, word: &'static str) -> Result<(), FormatError> {
        let line = self.line();
        if self.at_keyword(word) {
            self.next();
            return Ok(());
        }
        Err(FormatError::at(line, Problem::Section(word)))
    }

    fn at_sign(&self, sign: &str) -> bool {
        matches!(self.tokens.first(), Some((_, Token::Sign(found))) if *found == sign)
    }

    fn at_keyword(&self, word: &str) -> bool {
        matches!(self.tokens.first(), Some((_, Token::Name(found))) if *found == word)
    }

    fn next(&mut self) -> Option<Token<'a>> {
        let ((_, token), rest) = self.tokens.split_first()?;
        self.tokens = rest;
        Some(*token)
    }

    fn line(&self) -> usize {
        self.tokens.first().map_or(self.lines, |(line, _)| *line)
    }
}

/// The step of one thread that a rule represents.
fn step(line: usize, guard: &[Constraint], changes: &BTreeMap<Place, i64>) -> Result<Transition, FormatError> {
    let refuse = || FormatError::at(line, Problem::NotOneThread);
    let (mut shared, mut local) = (None, None);
    for constraint in guard {
        let seen = match constraint.place {
            _ if constraint.exact || constraint.number != 1 => return Err(refuse()),
            Place::Shared(id) => shared.replace(id).is_some(),
            Place::Local(id) => local.replace(id).is_some(),
        };
        if seen {
            return Err(refuse());
        }
    }
    let (Some(shared), Some(local)) = (shared, local) else { return Err(refuse()) };
    let after = |place: Place| -> i64 {
        let before = place == Place::Shared(shared) || place == Place::Local(local);
        changes.get(&place).copied().unwrap_or(0) + i64::from(before)
    };
    let (mut to_shared, mut locals) = (Vec::new(), Vec::new());
    for place in changes.keys().copied().chain([Place::Shared(shared), Place::Local(local)]) {
        let tokens = usize::try_from(after(place)).ok().filter(|tokens| *tokens <= 2).ok_or_else(refuse)?;
        match place {
            Place::Shared(id) if !to_shared.contains(&id) => to_shared.extend(std::iter::repeat_n(id, tokens)),
            Place::Local(id) if !locals.contains(&id) => locals.extend(std::iter::repeat_n(id, tokens)),
            _ => {}
        }
    }
    let [to_shared] = to_shared[..] else { return Err(refuse()) };
    let (to_local, effect) = match locals[..] {
        [] => (None, Effect::None),
        [to] => (Some(to), Effect::None),
        [to, created] if created == local => (Some(created), Effect::Create(to)),
        [to, created] => (Some(to), Effect::Create(created)),
        _ => return Err(refuse()),
    };
    Ok(Transition { shared, local, to_shared, to_local, effect, origin: line as u32 })
}

/// A number of threads that can be listed.
fn threads(line: usize, number: u32) -> Result<usize, FormatError> {
    if number <= MOST { Ok(number as usize) } else { Err(FormatError::at(line, Problem::TooManyThreads)) }
}
