//! Violations of properties as patterns: a number of threads at each of some locations, and a condition on the rest.
//!
//! Patterns forget upper bounds on numbers of threads, so that more states match than violate the property: a proof stays
//! one, and a match that is no violation is recognised when its run is executed.

use std::collections::BTreeMap;

use boolprog_integer::{Arithmetic, Comparison, Formula, LocationId, Term};

use super::template::counted;
use super::{Pattern, Template, Unsupported};

/// More threads in a pattern are refused: each needs a Boolean variable.
const MOST_THREADS: i64 = 8;

/// More patterns of a property are refused.
const MOST_PATTERNS: usize = 256;

/// The patterns of a formula: wherever it holds, one of them matches.
pub fn patterns(template: &Template, error: &Formula) -> Result<Vec<Pattern>, Unsupported> {
    convert(template, error, true)
}

fn convert(template: &Template, formula: &Formula, positive: bool) -> Result<Vec<Pattern>, Unsupported> {
    if !template.mentions_others(formula, None) {
        let data = if positive { formula.clone() } else { Formula::negation(formula.clone()) };
        let data = data.fold(None);
        return Ok(if data == Formula::Constant(false) {
            Vec::new()
        } else {
            vec![Pattern { threads: Vec::new(), data }]
        });
    }
    match formula {
        Formula::Not(inner) => convert(template, inner, !positive),
        Formula::All(parts) if positive => product(template, parts, positive),
        Formula::Any(parts) if !positive => product(template, parts, positive),
        Formula::All(parts) | Formula::Any(parts) => {
            let mut found = Vec::new();
            for part in parts {
                found.extend(convert(template, part, positive)?);
            }
            limited(found)
        }
        Formula::Equal(left, right) => {
            let (left, right) = (Formula::clone(left), Formula::clone(right));
            let both = Formula::All(vec![left.clone(), right.clone()]);
            let neither = Formula::All(vec![Formula::negation(left), Formula::negation(right)]);
            convert(template, &Formula::Any(vec![both, neither]), positive)
        }
        Formula::Compare(comparison, left, right) => {
            let comparison = if positive { *comparison } else { comparison.opposite() };
            counting(template, comparison, left, right)
        }
        Formula::Constant(_) | Formula::Variable(_) | Formula::Input(_) | Formula::At { .. } => Err(unsupported()),
    }
}

/// The patterns of a conjunction: those of its parts, joined.
fn product(template: &Template, parts: &[Formula], positive: bool) -> Result<Vec<Pattern>, Unsupported> {
    let mut found = vec![Pattern { threads: Vec::new(), data: Formula::Constant(true) }];
    for part in parts {
        let others = convert(template, part, positive)?;
        found = limited(found.iter().flat_map(|one| others.iter().map(|other| join(one, other))).collect())?;
    }
    Ok(found)
}

/// Both patterns at the same time: threads at one location serve both.
fn join(one: &Pattern, other: &Pattern) -> Pattern {
    let mut counts = counted(&one.threads);
    for (place, count) in counted(&other.threads) {
        let known = counts.entry(place).or_insert(0);
        *known = count.max(*known);
    }
    let threads = counts.into_iter().flat_map(|(place, count)| std::iter::repeat_n(place, count)).collect();
    let data = Formula::All(vec![one.data.clone(), other.data.clone()]).fold(None);
    Pattern { threads, data }
}

/// `count(P @ l) >= n` and the like.
fn counting(
    template: &Template,
    comparison: Comparison,
    left: &Term,
    right: &Term,
) -> Result<Vec<Pattern>, Unsupported> {
    let (comparison, sum, bound) = match (left, right) {
        (sum, Term::Constant(bound)) => (comparison, sum, *bound),
        (Term::Constant(bound), sum) => (comparison.mirrored(), sum, *bound),
        _ => return Err(unsupported()),
    };
    let place = counted_place(template, sum).ok_or_else(unsupported)?;
    let least = match comparison {
        Comparison::GreaterOrEqual | Comparison::Equal => bound,
        Comparison::Greater => bound.saturating_add(1),
        Comparison::Less | Comparison::LessOrEqual | Comparison::NotEqual => 0,
    };
    if least > MOST_THREADS {
        return Err(Unsupported(format!("a property counts more than {MOST_THREADS} threads")));
    }
    let threads = vec![place; usize::try_from(least).unwrap_or(0)];
    Ok(vec![Pattern { threads, data: Formula::Constant(true) }])
}

/// The location that a term counts the instances at, if it is such a term: it adds 1 for every instance of a process that
/// is there.
fn counted_place(template: &Template, term: &Term) -> Option<(u16, LocationId)> {
    let mut places = BTreeMap::new();
    summands(term, &mut places)?;
    let instances: Vec<_> = places.keys().map(|(instance, _)| *instance).collect();
    let (_, location) = *places.keys().next()?;
    let process = template.system().instance(*instances.first()?).process;
    let all = template.system().instances.iter().filter(|instance| instance.process == process).count();
    let is_same =
        |(instance, at): &(_, LocationId)| template.system().instance(*instance).process == process && *at == location;
    let is_count = places.keys().all(is_same) && instances.len() == all && places.values().all(|count| *count == 1);
    (is_count && template.is_any(process)).then_some((process, location))
}

fn summands(term: &Term, places: &mut BTreeMap<(boolprog_integer::InstanceId, LocationId), u32>) -> Option<()> {
    match term {
        Term::Constant(0) => Some(()),
        Term::Binary(Arithmetic::Add, left, right) => {
            summands(left, places)?;
            summands(right, places)
        }
        Term::Conditional(condition, then, otherwise) => match (&**condition, &**then, &**otherwise) {
            (Formula::At { instance, location }, Term::Constant(1), Term::Constant(0)) => {
                *places.entry((*instance, *location)).or_insert(0) += 1;
                Some(())
            }
            _ => None,
        },
        _ => None,
    }
}

fn limited(patterns: Vec<Pattern>) -> Result<Vec<Pattern>, Unsupported> {
    if patterns.len() > MOST_PATTERNS {
        return Err(Unsupported("a property has too many cases".to_owned()));
    }
    Ok(patterns)
}

fn unsupported() -> Unsupported {
    Unsupported(
        "a property names an instance of a process with [*], or counts other than `count(P @ l) >= 2`".to_owned(),
    )
}
