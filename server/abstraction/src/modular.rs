//! Thread-modular invariants: properties for any number of instances of processes with `[*]`.
//!
//! At level k there is one unknown relation over the shared variables, the instances of other processes, and k different
//! instances of each process with `[*]`. It holds in every reachable state for every choice of these k instances if it
//! holds at the start, if a step of one of them keeps it, and if a step of one more instance does (interference), which
//! satisfies it together with every k - 1 of them. Such a relation is the solution of Horn clauses, which Z3's engine Spacer
//! finds. Level 1 is the method of Owicki and Gries without auxiliary variables; level 2 proves mutual exclusion.
//! (Hoenicke, Majumdar, Podelski, "Thread modularity at many levels", POPL 2017; Gurfinkel, Shoham, Meshman,
//! "SMT-based verification of parameterized systems", FSE 2016.)
//!
//! `count(P @ l)` is a [counter](boolprog_integer::Counter), a shared variable that every step of P changes. So properties
//! and guards may count any number of instances, and the relation may, too.
//!
//! A system may have fewer than k instances. Then the others are imagined: they stay in their first location forever, and
//! counters do not count them. So nothing is assumed about the counter of a first location but that it counts the
//! instance which leaves.
//!
//! The relation is one for everything ([`Form::Level`]), or one for each place of an instance with explicit knowledge about pairs
//! ([`Form::Located`]), which is found sooner where control decides. That knowledge may be enough ([`Form::Pairs`]).

mod affine;
mod boxes;
mod candidates;
mod combinations;
mod cover;
mod created;
mod equations;
mod errors;
mod excluded;
mod explored;
mod fixed;
mod kept;
mod level;
mod live;
mod located;
mod pairs;
mod reads;
mod sums;

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use boolprog_base::control::{Control, Stop};
use boolprog_certificate::integer::modular::Invariant;
use boolprog_clauses::{Asked, NoClauses, Solved, encode, solve};
use boolprog_integer::{Formula, System};
use boolprog_prover::{Prover, Unknown};

pub use explored::Memory;
use explored::{DOMAINS, Domain, Explored};
use level::Level;
use located::{Located, Standing};
use sums::Copying;

/// The counters that the relation may speak of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Counted {
    /// Those that guards, assignments and properties mention.
    Mentioned,
    /// All of them.
    Everything,
}

/// The form of an invariant that is looked for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Form {
    /// One relation about this number of instances of each process.
    Level(u16, Counted),
    /// Explicit values of variables of two instances, whatever is shared.
    Own,
    /// Explicit values of variables alone, with sums that no step changes.
    Pairs,
    /// The same, with those of some candidates that all steps keep, at places of an instance and between two of them.
    Kept,
    /// A relation for each place of an instance, with explicit values of variables that have few; with every counter, also
    /// sums that no step changes.
    Located(Counted),
}

impl Form {
    /// The number of instances of each process with `[*]` that the invariant is about.
    pub const fn level(self) -> u16 {
        match self {
            Self::Level(level, _) => level,
            Self::Own | Self::Pairs | Self::Kept | Self::Located(_) => located::LEVEL,
        }
    }

    /// The domains that are explored first, one after the other, until something is proved.
    const fn domains(self) -> &'static [Domain] {
        match self {
            Self::Level(..) => &[],
            Self::Own => &[Domain::Own],
            Self::Pairs | Self::Kept => &DOMAINS,
            Self::Located(Counted::Mentioned) => &[Domain::Plain],
            Self::Located(Counted::Everything) => &[Domain::Sums(Copying::Certain)],
        }
    }
}

/// Answer about one form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// This proves all properties and that every value exists. To be checked with
    /// [`check_invariant`](boolprog_certificate::integer::modular::check_invariant).
    Proved(Invariant),
    /// The same for some of the properties, which
    /// [`flaws_by_property`](boolprog_certificate::integer::modular::flaws_by_property) tells.
    Partly(Invariant),
    /// There is no such relation.
    Refuted,
    /// The clauses cannot say what the program does; why, as a clause.
    NotModular(String),
    /// The prover does not know.
    Unknown(Unknown),
}

impl Answer {
    fn of(solved: Solved, invariant: impl FnOnce(Vec<Vec<Formula>>) -> Invariant) -> Self {
        match solved.definitions() {
            Ok(formulas) => Self::Proved(invariant(formulas)),
            Err(None) => Self::Refuted,
            Err(Some(why)) => Self::Unknown(why),
        }
    }

    fn without(clauses: NoClauses) -> Result<Self, Stop> {
        match clauses {
            NoClauses::Stopped(stop) => Err(stop),
            NoClauses::NotSaid(why) => Ok(Self::NotModular(why)),
        }
    }
}

/// Looks for an invariant of a system with one more representative than the level. Its properties may name the instances
/// with indices below the level. The memory is about this system with any properties.
pub fn search(
    system: &System,
    form: Form,
    memory: &mut Memory,
    (prover, limit): (&mut dyn Prover, Duration),
    control: &dyn Control,
) -> Result<Answer, Stop> {
    if let Form::Level(level, counted) = form {
        return search_level(system, (level, counted), (prover, limit), control);
    }
    let mut answer =
        Answer::Unknown(Unknown::Undecided("too many pairs of states of instances, or no sums".to_owned()));
    for domain in form.domains() {
        let Some(explored) = memory.explored(*domain, system, control)? else { continue };
        let limit = matches!(form, Form::Located(_)).then_some(limit);
        answer = match form {
            Form::Kept => search_kept(system, explored, prover, control)?,
            _ => search_located(system, explored, (&mut *prover, limit), control)?,
        };
        if matches!(answer, Answer::Proved(_) | Answer::Partly(_)) {
            break;
        }
    }
    Ok(answer)
}

/// Looks for one relation about some instances.
fn search_level(
    system: &System,
    (level, counted): (u16, Counted),
    (prover, limit): (&mut dyn Prover, Duration),
    control: &dyn Control,
) -> Result<Answer, Stop> {
    let relation = Level::of(system, level, counted);
    let encoded = relation.map_err(NoClauses::NotSaid).and_then(|it| Ok((encode(system, &it, control)?, it)));
    let (clauses, relation) = match encoded {
        Ok(found) => found,
        Err(why) => return Answer::without(why),
    };
    let asked = Asked { limit, inlining: true };
    let found = solve((system, &relation), &[relation.chosen()], &clauses, asked, (prover, control))?;
    Ok(Answer::of(found, |formulas| Invariant { level, formulas: formulas.concat() }))
}

/// Looks for an invariant of pairs: with what holds where instances that exist once are, and with a
/// relation for each place, if there is a limit for a question about them.
fn search_located(
    system: &System,
    explored: &mut Explored,
    (prover, limit): (&mut dyn Prover, Option<Duration>),
    control: &dyn Control,
) -> Result<Answer, Stop> {
    let located = match Located::of(system, explored, control) {
        Ok(located) => located,
        Err(why) => return Answer::without(why),
    };
    let excluded = located.excluded(|_| Some(Vec::new()), prover, control)?;
    let answer = answer_of(system, excluded, || located.invariant(&BTreeMap::new()));
    if matches!(answer, Answer::Proved(_)) {
        return Ok(answer);
    }
    if explored.facts.is_none() {
        explored.facts = Some(fixed::facts(&located, prover, control)?);
        return search_located(system, explored, (prover, limit), control);
    }
    let Some(limit) = limit else { return Ok(answer) };
    let places = located.places();
    let relations: Vec<_> = places.iter().map(|place| Standing { place: *place, index: 0 }).collect();
    // Counters are no arguments of relations: where these are replaced by their definitions, a solution has quantifiers.
    let asked = Asked { limit, inlining: explored.sums.all.is_empty() };
    let found = solve((system, &located), &relations, &located.clauses, asked, (prover, control))?;
    Ok(Answer::of(found, |formulas| located.invariant(&places.into_iter().zip(formulas).collect())))
}

/// Looks for an invariant of what is known explicitly, and of candidates that all steps keep.
fn search_kept(
    system: &System,
    explored: &Explored,
    prover: &mut dyn Prover,
    control: &dyn Control,
) -> Result<Answer, Stop> {
    let located = match Located::of(system, explored, control) {
        Ok(located) => located,
        Err(why) => return Answer::without(why),
    };
    let Some(kept) = kept::kept(&located, prover, control)? else {
        return Ok(Answer::Unknown(Unknown::Undecided("too many steps of two instances".to_owned())));
    };
    let excluded = kept.excluded(&located, prover, control)?;
    Ok(answer_of(system, excluded, || kept.invariant(&located)))
}

/// The answer, if an invariant excludes these properties; none if something else is not excluded.
fn answer_of(system: &System, excluded: Option<BTreeSet<usize>>, invariant: impl FnOnce() -> Invariant) -> Answer {
    match excluded {
        Some(all) if all.len() == system.properties.len() => Answer::Proved(invariant()),
        Some(some) if !some.is_empty() => Answer::Partly(invariant()),
        _ => Answer::Unknown(Unknown::Undecided("no violation is excluded by what is known of instances".to_owned())),
    }
}
