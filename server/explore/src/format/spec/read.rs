//! Reading `.spec`.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};

use super::net::{Net, NetTarget, PlaceId, Rule, Start, Tokens};
use super::tokens::{Token, split};
use crate::format::error::{FormatError, Problem};

/// Reads a net. Lists of invariants, which some tools write at the end, are not examined. Linear in the length of the
/// text, but for sorting.
pub(super) fn read(text: &str) -> Result<Net, FormatError> {
    let tokens = split(text)?;
    let lines = text.lines().count();
    Reader { lines, tokens: &tokens, places: FxHashMap::default(), net: Net::default() }.net()
}

/// `place >= number`, `place = number` or `place <= number`.
struct Constraint {
    line: usize,
    place: PlaceId,
    relation: Relation,
    number: u32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Relation {
    AtLeast,
    Exactly,
    AtMost,
}

struct Reader<'a> {
    lines: usize,
    tokens: &'a [(usize, Token<'a>)],
    places: FxHashMap<&'a str, PlaceId>,
    net: Net,
}

impl<'a> Reader<'a> {
    fn net(mut self) -> Result<Net, FormatError> {
        self.keyword("vars")?;
        self.vars()?;
        while !self.at_keyword("init") {
            let rule = self.rule()?;
            self.net.rules.push(rule);
        }
        self.keyword("init")?;
        self.net.start_line = self.line() as u32;
        self.net.start = self.start()?;
        self.keyword("target")?;
        while !self.tokens.is_empty() && !self.at_keyword("invariants") {
            let target = self.target()?;
            self.net.targets.push(target);
        }
        if self.net.targets.is_empty() {
            return Err(FormatError::at(self.line(), Problem::Expected("a target such as `x1 >= 1, x2 >= 1`")));
        }
        Ok(self.net)
    }

    fn vars(&mut self) -> Result<(), FormatError> {
        while !self.at_keyword("rules") {
            let (_, name) = self.name()?;
            let places = &mut self.net.places;
            self.places.entry(name).or_insert_with(|| {
                places.push(name.into());
                PlaceId(places.len() as u32 - 1)
            });
        }
        self.keyword("rules")
    }

    fn rule(&mut self) -> Result<Rule, FormatError> {
        let line = self.line();
        let guard = if self.at_sign("->") { Vec::new() } else { self.constraints()? };
        self.sign("->", "`->` and what the rule changes")?;
        let mut after = BTreeMap::new();
        for place in &guard {
            after.insert(place.place, i64::from(at_least(place)?));
        }
        let takes = positive(&after);
        if !self.at_sign(";") {
            loop {
                self.change(&mut after)?;
                if !self.at_sign(",") {
                    break;
                }
                self.next();
            }
        }
        self.sign(";", "`;` at the end of the rule")?;
        for (place, tokens) in &after {
            if *tokens < 0 {
                return Err(FormatError::at(line, Problem::TakesMore(self.quoted(*place))));
            }
            if *tokens > i64::from(u32::MAX) {
                return Err(FormatError::at(line, Problem::TooManyTokens));
            }
        }
        Ok(Rule { line: line as u32, takes, puts: positive(&after) })
    }

    /// `p' = p + 1`
    fn change(&mut self, after: &mut BTreeMap<PlaceId, i64>) -> Result<(), FormatError> {
        let (line, place) = self.place()?;
        self.sign("'", "a change such as `x1' = x1+1`")?;
        self.sign("=", "a change such as `x1' = x1+1`")?;
        let same = matches!(self.tokens.first(), Some((_, Token::Name(name))) if self.places.get(name) == Some(&place));
        if !same {
            return Err(FormatError::at(line, Problem::NotAnAddition(self.quoted(place))));
        }
        self.next();
        let sign = match self.next() {
            Some(Token::Sign("+")) => 1,
            Some(Token::Sign("-")) => -1,
            _ => return Err(FormatError::at(line, Problem::Expected("`+` or `-` and a number"))),
        };
        let change = match self.tokens.first() {
            Some((_, Token::Name(_))) => return Err(FormatError::at(line, Problem::NotAnAddition(self.quoted(place)))),
            _ => sign * i64::from(self.number()?),
        };
        *after.entry(place).or_default() += change;
        Ok(())
    }

    /// Places that are not named have no token.
    fn start(&mut self) -> Result<Vec<Start>, FormatError> {
        let constraints = self.constraints()?;
        let start = |Constraint { line, place, relation, number: tokens }| match relation {
            Relation::AtMost => Err(FormatError::at(line, Problem::UpperStart)),
            Relation::AtLeast | Relation::Exactly => {
                Ok(Start { place, tokens, or_more: relation == Relation::AtLeast })
            }
        };
        constraints.into_iter().map(start).collect()
    }

    fn target(&mut self) -> Result<NetTarget, FormatError> {
        let line = self.line() as u32;
        let constraints = self.constraints()?;
        let tokens = constraints.iter().map(|place| Ok((place.place, at_least(place)?)));
        Ok(NetTarget { line, tokens: tokens.collect::<Result<Tokens, FormatError>>()? })
    }

    /// Constraints with commas between.
    fn constraints(&mut self) -> Result<Vec<Constraint>, FormatError> {
        let (mut list, mut named) = (Vec::new(), FxHashSet::default());
        loop {
            let (line, place) = self.place()?;
            let relation = match self.next() {
                Some(Token::Sign(">=")) => Relation::AtLeast,
                Some(Token::Sign("=")) => Relation::Exactly,
                Some(Token::Sign("<=")) => Relation::AtMost,
                _ => return Err(FormatError::at(line, Problem::Expected("`>=` or `=` and a number"))),
            };
            if !named.insert(place) {
                return Err(FormatError::at(line, Problem::Expected("each place once")));
            }
            list.push(Constraint { line, place, relation, number: self.number()? });
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

    /// A place that `vars` has named, and its line.
    fn place(&mut self) -> Result<(usize, PlaceId), FormatError> {
        let (line, name) = self.name()?;
        match self.places.get(name) {
            Some(place) => Ok((line, *place)),
            None => Err(FormatError::at(line, Problem::UndeclaredPlace(name.chars().take(40).collect()))),
        }
    }

    fn name(&mut self) -> Result<(usize, &'a str), FormatError> {
        let line = self.line();
        match self.next() {
            Some(Token::Name(name)) => Ok((line, name)),
            _ => Err(FormatError::at(line, Problem::Expected("the name of a place"))),
        }
    }

    /// The name of a place for a message.
    fn quoted(&self, PlaceId(place): PlaceId) -> String {
        self.net.places[place as usize].chars().take(40).collect()
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

/// The number of a constraint that more tokens satisfy as well.
fn at_least(constraint: &Constraint) -> Result<u32, FormatError> {
    match constraint.relation {
        Relation::AtLeast => Ok(constraint.number),
        Relation::Exactly | Relation::AtMost => Err(FormatError::at(constraint.line, Problem::NotALowerBound)),
    }
}

fn positive(tokens: &BTreeMap<PlaceId, i64>) -> Tokens {
    let positive = tokens.iter().filter_map(|(place, tokens)| Some((*place, u32::try_from(*tokens).ok()?)));
    positive.filter(|(_, tokens)| *tokens > 0).collect()
}
