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
//! An invariant is found in a [`Domain`]. At level 2, [rows](ROWS) of a table say how domains are chained: what one has found is
//! known to the next, so that relations are only asked for where explicit values and candidates are not enough.

mod boxes;
mod combinations;
mod cover;
mod equations;
mod errors;
mod explored;
mod instances;
mod kept;
mod level;
mod live;
mod located;
mod memory;
mod pairs;
mod reads;
mod steps;
mod sums;

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use boolprog_base::control::{Control, Stop};
use boolprog_certificate::integer::modular::Invariant;
use boolprog_clauses::{Asked, Head, NoClauses, Solved, encode, solve};
use boolprog_integer::{Formula, System};
use boolprog_prover::{Prover, Unknown};

use explored::{Explored, Values};
use instances::Instances;
use kept::{ONCE, PLACES, kept};
use level::Level;
use located::Located;
pub use memory::Memory;
use sums::Copying;

/// The counters that the relation may speak of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Counted {
    /// Those that guards, assignments and properties mention.
    Mentioned,
    /// All of them.
    Everything,
}

/// The parts that an invariant is made of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Domain {
    /// Values of variables of two instances, whatever is shared.
    OwnValues,
    /// Values of all variables that have few, alone or with sums that no step changes.
    Values,
    /// These, and candidates at places and between two of them that all steps keep.
    Candidates,
    /// These values, and a relation for each place of an instance; with every counter, also sums.
    Relations(Counted),
    /// One relation about this number of instances of each process.
    Level(u16, Counted),
}

/// A method that adds knowledge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Finder {
    /// Candidates where instances that exist once are.
    Once,
    /// Candidates where instances of any number are.
    Places,
    /// A relation for each place that satisfies the clauses.
    Relations,
}

/// The first knowledge of a domain, and the methods that add to it until all properties are proved.
struct Row {
    domain: Domain,
    /// The values that are tried one after the other, until something is proved: each time more is known, of more pairs.
    values: &'static [Values],
    then: &'static [Finder],
}

/// Values that know more and more.
const ALL_VALUES: &[Values] = &[
    // Most programs need no sums, and there are fewer pairs without them.
    Values::Plain,
    // Machine integers are copied, and would wrap around: a counter of threads, a ticket.
    Values::Sums(Copying::Assumed),
    // A counter is tested where it changes: whether a semaphore is full, or whether the thread that leaves has written.
    Values::Sums(Copying::Sampled),
    // Counters without bounds, and where no copy is needed.
    Values::Sums(Copying::Certain),
    // Negative values stand for another state: a lock that is -1 while one writes.
    Values::Sums(Copying::Signed),
    // Each instance adds in a loop: what it has added so far is a number of its own.
    Values::Sums(Copying::Summed),
];

/// The domains at level 2. The facts about instances that exist once are cheap, and relate counters to what `main` does with them.
static ROWS: [Row; 5] = [
    // Shared variables may have too many values, such as locks in an array, and not matter.
    Row { domain: Domain::OwnValues, values: &[Values::Own], then: &[Finder::Once] },
    // Which places exclude one another decides most programs with locks, and how many instances are where those that count.
    Row { domain: Domain::Values, values: ALL_VALUES, then: &[Finder::Once] },
    // Numbers that differ, or are equal, and what has to hold before steps: a prover need not guess what the program says.
    Row { domain: Domain::Candidates, values: ALL_VALUES, then: &[Finder::Once, Finder::Places] },
    // Whatever else relates variables where an instance is. Sums would be arguments that solutions rarely need.
    Row {
        domain: Domain::Relations(Counted::Mentioned),
        values: &[Values::Plain],
        then: &[Finder::Once, Finder::Relations],
    },
    // The same, where instances are counted by a variable.
    Row {
        domain: Domain::Relations(Counted::Everything),
        values: &[Values::Sums(Copying::Certain)],
        then: &[Finder::Once, Finder::Relations],
    },
];

impl Domain {
    /// The number of instances of each process with `[*]` that the invariant is about.
    pub const fn level(self) -> u16 {
        if let Self::Level(level, _) = self { level } else { located::LEVEL }
    }
}

/// Answer about one domain.
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
    domain: Domain,
    memory: &mut Memory,
    (prover, limit): (&mut dyn Prover, Duration),
    control: &dyn Control,
) -> Result<Answer, Stop> {
    if let Domain::Level(level, counted) = domain {
        return search_level(system, (level, counted), (prover, limit), control);
    }
    let instances = Instances::of(system);
    let mut answer =
        Answer::Unknown(Unknown::Undecided("too many pairs of states of instances, or no sums".to_owned()));
    for Row { values, then, .. } in ROWS.iter().filter(|row| row.domain == domain) {
        for values in *values {
            let Some(explored) = memory.explored(*values, &instances, (&mut *prover, control))? else { continue };
            answer = search_from((&instances, explored), then, (&mut *prover, limit), control)?;
            if matches!(answer, Answer::Proved(_) | Answer::Partly(_)) {
                return Ok(answer);
            }
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
    Ok(Answer::of(found, |formulas| Invariant { level, sums: Vec::new(), formulas: formulas.concat() }))
}

/// Looks for an invariant of what is known, and of what can be found with it.
fn search_from(
    (instances, explored): (&Instances<'_>, &mut Explored),
    then: &[Finder],
    (prover, limit): (&mut dyn Prover, Duration),
    control: &dyn Control,
) -> Result<Answer, Stop> {
    let system = instances.system.with_sums(&explored.sums.summed);
    let instances = &Instances::of(&system);
    let mut then = then.iter();
    loop {
        let located = match Located::of(instances, explored, control) {
            Ok(located) => located,
            Err(why) => return Answer::without(why),
        };
        let answer = answer_of(&located, prover, control)?;
        let is_new = |it: &&Finder| **it != Finder::Once || !explored.is_once_known;
        let next = then.by_ref().find(is_new).filter(|_| !matches!(answer, Answer::Proved(_)));
        let found = match next {
            None => return Ok(answer),
            Some(Finder::Relations) => return solve_located(&located, (prover, limit), control),
            Some(Finder::Once) => kept(&located, ONCE, prover, control)?,
            Some(Finder::Places) => kept(&located, PLACES, prover, control)?,
        };
        explored.is_once_known |= next == Some(&Finder::Once);
        explored.learn(found.unwrap_or_default());
    }
}

/// Looks for relations at places.
fn solve_located(
    located: &Located<'_>,
    (prover, limit): (&mut dyn Prover, Duration),
    control: &dyn Control,
) -> Result<Answer, Stop> {
    let relations: Vec<_> = located.firsts().collect();
    // Counters are no arguments of relations: where these are replaced by their definitions, a solution has quantifiers.
    let asked = Asked { limit, inlining: !located.has_sums };
    let found = solve((located.system, located), &relations, &located.clauses, asked, (prover, control))?;
    Ok(Answer::of(found, |formulas| located.invariant(&located.places().into_iter().zip(formulas).collect())))
}

/// The answer, if what is known excludes violations of all or some properties, and everything that has to be for each of them.
fn answer_of(located: &Located<'_>, prover: &mut dyn Prover, control: &dyn Control) -> Result<Answer, Stop> {
    let number = located.system.properties.len();
    let undecided = "no violation is excluded by what is known of instances";
    let undecided = || Ok(Answer::Unknown(Unknown::Undecided(undecided.to_owned())));
    let mut excluded: BTreeSet<usize> = (0..number).collect();
    // Clauses that have to be excluded for every property come first.
    let of = |is_for_all: bool| located.clauses.iter().filter(move |it| matches!(it.head, Head::Never) == is_for_all);
    for clause in of(true).chain(of(false)) {
        let is_open = match &clause.head {
            Head::Holds(_) => false,
            Head::Violated(property) => excluded.contains(property),
            Head::Never => true,
        };
        if is_open && !located.excludes(clause, prover, control)? {
            let Head::Violated(property) = clause.head else { return undecided() };
            excluded.remove(&property);
        }
    }
    let invariant = || located.invariant(&BTreeMap::new());
    match excluded.len() {
        all if all == number => Ok(Answer::Proved(invariant())),
        0 => undecided(),
        _ => Ok(Answer::Partly(invariant())),
    }
}
