//! Data races: two threads that can both do an access to the same variable next, of which one writes, and not both are
//! atomic.
//!
//! The accesses of a step are part of it, so that locks, atomic sections, and the order of creation and joining decide as they
//! do for every other property. Elements of an array are variables of their own;
//! of an array whose elements are known together, two accesses race if their indexes are equal, which is one comparison, whatever the
//! number of elements.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use boolprog_base::Span;
use boolprog_import::{Expr, Property, Refusal};
use boolprog_integer::{Check, Claim, Comparison};
use rustc_hash::FxHashMap;
use smol_str::{SmolStr, format_smolstr};

use crate::composed::{Composed, Users};
use crate::names::{HELD, Names};
use crate::steps::{Reach, Within};
use crate::term;
use crate::watch::Watch;

/// More pairs of accesses than this are refused.
const MAX_PAIRS: usize = 50_000;

/// An access of a thread, by its number.
type Of<'a> = (usize, &'a Reach);

/// The begin and the end of an access in the text.
type Place = (u32, u32);

/// An object, and two accesses to it, in the order of the text.
type Places = (SmolStr, Place, Place);

/// Conditions under which accesses race, each with its position in the order in which they were found.
type Formulas = FxHashMap<Expr, usize>;

/// For each object and each access to it the outermost access of which that one is a part: in `x = x + 1` the assignment.
type Outermost = BTreeMap<SmolStr, BTreeMap<Place, Place>>;

/// A property for each object and each two accesses that may race on it, of which none is a part of another one; one that always holds
/// if there are none.
pub(crate) fn properties(composed: &Composed<'_>, users: &Users, watch: &Watch) -> Result<Vec<Property>, Refusal> {
    let mut found: BTreeMap<Places, Formulas> = BTreeMap::new();
    let mut pairs = 0;
    let outermost = outermost(composed);
    for accesses in by_variable(composed).values() {
        for (index, first) in accesses.iter().enumerate() {
            for second in accesses[index..].iter().filter(|second| conflict(composed, *first, **second)) {
                watch.work(1)?;
                let formula = together(composed, users, *first, *second)?;
                if formula == Expr::Truth(false) {
                    continue;
                }
                pairs += 1;
                if pairs > MAX_PAIRS {
                    return Err(Refusal::new(
                        first.1.span,
                        "Not supported: races of more than 50000 pairs of accesses.",
                    ));
                }
                let formulas = found.entry(places(composed, &outermost, first.1, second.1)).or_default();
                let number = formulas.len();
                formulas.entry(formula).or_insert(number);
            }
        }
    }
    if found.is_empty() {
        return Ok(vec![composed.nowhere(Check::Race)]);
    }
    let mut taken = Names::default();
    let property = |((object, first, second), formulas): (Places, Formulas)| {
        let [first, second] = [first, second].map(|(start, end)| Span::new(start, end));
        let after_first = composed.lines.name(&format!("race_{object}"), first);
        let name = taken.take(&composed.lines.name(&after_first, second));
        let related = format!("another thread can access `{object}` here at the same time");
        let mut formulas: Vec<(Expr, usize)> = formulas.into_iter().collect();
        formulas.sort_by_key(|(_, number)| *number);
        let formula = term::any(formulas.into_iter().map(|(formula, _)| formula).collect());
        let claim = Some(Claim::new(Check::Race, &object));
        Property { claim, related: Some((second, related)), ..Property::error(name, formula, first) }
    };
    Ok(found.into_iter().map(property).collect())
}

fn by_variable<'a>(composed: &'a Composed<'_>) -> BTreeMap<&'a SmolStr, Vec<Of<'a>>> {
    let mut found: BTreeMap<&SmolStr, Vec<Of<'_>>> = BTreeMap::new();
    for (thread, steps) in composed.all.iter().enumerate() {
        for reach in &steps.accesses {
            found.entry(&reach.access.scalar).or_default().push((thread, reach));
        }
    }
    found
}

fn conflict(composed: &Composed<'_>, (thread, first): Of<'_>, (other, second): Of<'_>) -> bool {
    (thread != other || composed.is_many(thread))
        && (first.access.writes || second.access.writes)
        && !(first.access.atomic && second.access.atomic)
}

fn places(composed: &Composed<'_>, outermost: &Outermost, first: &Reach, second: &Reach) -> Places {
    let object = object(composed, first);
    let [first, second] = [place(first), place(second)].map(|place| outermost[&object][&place]);
    (object, first.min(second), first.max(second))
}

fn place(reach: &Reach) -> Place {
    (reach.span.start, reach.span.end)
}

/// The name of the object that is accessed.
fn object(composed: &Composed<'_>, reach: &Reach) -> SmolStr {
    let scalar = &reach.access.scalar;
    composed.flow.scalars.get(scalar).and_then(|scalar| scalar.object.clone()).unwrap_or_else(|| scalar.clone())
}

/// Takes time linear in the accesses, up to sorting.
fn outermost(composed: &Composed<'_>) -> Outermost {
    let mut all: BTreeMap<SmolStr, BTreeSet<(u32, Reverse<u32>)>> = BTreeMap::new();
    for reach in composed.all.iter().flat_map(|steps| &steps.accesses) {
        let (start, end) = place(reach);
        all.entry(object(composed, reach)).or_default().insert((start, Reverse(end)));
    }
    let of_object = |places: BTreeSet<(u32, Reverse<u32>)>| {
        let mut outer: Option<Place> = None;
        let with_outer = |(start, Reverse(end))| {
            let is_part = |(_, outer_end): &Place| end <= *outer_end;
            let place = *outer.insert(outer.filter(is_part).unwrap_or((start, end)));
            ((start, end), place)
        };
        places.into_iter().map(with_outer).collect()
    };
    all.into_iter().map(|(object, places)| (object, of_object(places))).collect()
}

/// Two threads can do these accesses next.
fn together(
    composed: &Composed<'_>,
    users: &Users,
    first @ (thread, a): Of<'_>,
    second @ (other, b): Of<'_>,
) -> Result<Expr, Refusal> {
    let is_local = |name: &SmolStr| composed.is_local(name, users);
    let depends = |reach: &Reach, on: &dyn Fn(&SmolStr) -> bool| reach.terms().any(|it| term::mentions(it, on));
    let is_blurred = |a: &Reach, b: &Reach| match a.within {
        Within::Step => false,
        // The other thread can do its access before this section, so what the section did must not decide about it.
        Within::Section => depends(b, &|name| !is_local(name)),
        Within::Statement => true,
    };
    if is_blurred(a, b) || is_blurred(b, a) {
        let message =
            "Not supported: a race with this access where statements are steps; leave out `--atomic statement`.";
        return Err(Refusal::new(a.span, message));
    }
    let mut parts = Vec::new();
    if depends(a, &is_local) || depends(b, &is_local) {
        parts.extend(at(composed, &is_local, first, 0));
        parts.extend(at(composed, &is_local, second, u8::from(thread == other)));
    } else if thread == other && a.from == b.from {
        if let Expr::At(process, place) = composed.at(thread, a.from) {
            let count = Expr::Count(process, place);
            parts.push(term::compare(Comparison::GreaterOrEqual, count, Expr::Number(2)));
        }
        parts.extend(a.guard.iter().chain(&b.guard).cloned());
    } else {
        parts.extend([composed.any_at(thread, a.from), composed.any_at(other, b.from)]);
        parts.extend(a.guard.iter().chain(&b.guard).cloned());
    }
    let elements = a.access.element.as_ref().zip(b.access.element.as_ref());
    parts.extend(elements.map(|(one, second)| {
        let one = term::of_instance(one, &named(composed, thread, 0), &is_local);
        let name = named(composed, other, u8::from(thread == other));
        term::compare(Comparison::Equal, one, term::of_instance(second, &name, &is_local))
    }));
    if composed.any_held() && a.within == Within::Step && b.within == Within::Step {
        parts.push(term::compare(Comparison::Equal, Expr::Name(HELD.into()), Expr::Number(0)));
    }
    Ok(term::all(parts))
}

/// An instance of a thread can do an access next.
fn at(
    composed: &Composed<'_>,
    is_local: &dyn Fn(&SmolStr) -> bool,
    (thread, reach): Of<'_>,
    instance: u8,
) -> Vec<Expr> {
    let name = named(composed, thread, instance);
    let place = match composed.place(thread, reach.from) {
        Some(place) => Expr::At(name.clone(), place.clone()),
        None => Expr::Truth(false),
    };
    let own = |condition: &Expr| term::of_instance(condition, &name, is_local);
    std::iter::once(place).chain(reach.guard.iter().map(own)).collect()
}

/// The name of an instance of a thread.
fn named(composed: &Composed<'_>, thread: usize, instance: u8) -> SmolStr {
    let process = &composed.flow.threads[thread].name;
    if composed.is_many(thread) { format_smolstr!("{process}[{instance}]") } else { process.clone() }
}
