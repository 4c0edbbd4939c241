//! The steps of one instance, where only some variables are followed.

use boolprog_clauses::values::{bounds, truth};
use boolprog_integer::{Choice, Initial, Sort, Transition, VariableId};

use super::layout::{Layout, Local, Shared, Slot, View};

/// A variable takes a value that nothing tells, and has too many.
pub(super) struct Unfollowed(pub(super) VariableId);

/// The most values of a sort that are tried one by one.
const FEW: u64 = 8;

/// The most combinations of values that are tried. Beyond that none of them is known.
const MOST_COMBINATIONS: usize = 1_000;

/// The states of what is shared, in which the program may start.
pub(super) fn starts(layout: &Layout<'_>) -> Result<Vec<Shared>, Unfollowed> {
    let system = layout.system();
    let values = initial_values(layout, &layout.shared)?;
    let places = vec![0_i64; layout.once().len()];
    let all = product(&values).into_iter().map(|values| [&places[..], &values].concat().into_boxed_slice());
    let may_hold = |shared: &Shared| {
        let view = View { layout, shared, local: None, inputs: &[] };
        system.initial.iter().all(|formula| truth(formula, &view) != Some(false))
    };
    Ok(all.filter(may_hold).collect())
}

/// The states of an instance of a family that has not moved.
pub(super) fn waiting(layout: &Layout<'_>, family: usize) -> Result<Vec<Local>, Unfollowed> {
    let values = initial_values(layout, layout.locals(family))?;
    let number = i64::try_from(family).expect("families are few");
    let local = |values: Vec<i64>| [&[number, 0], &values[..]].concat().into_boxed_slice();
    Ok(product(&values).into_iter().map(local).collect())
}

fn initial_values(layout: &Layout<'_>, variables: &[VariableId]) -> Result<Vec<Vec<i64>>, Unfollowed> {
    let of = |id: &VariableId| match layout.system().variable(*id).initial {
        Initial::Value(value) => Ok(vec![layout.last(*id).map_or(value, |last| value.min(last))]),
        Initial::Unspecified => few(layout.system().variable(*id).sort).ok_or(Unfollowed(*id)),
    };
    let values: Vec<Vec<i64>> = variables.iter().map(of).collect::<Result<_, _>>()?;
    match variables.iter().zip(&values).rev().find(|(_, values)| values.len() > 1) {
        Some((last, _)) if combinations(&values).is_none() => Err(Unfollowed(*last)),
        _ => Ok(values),
    }
}

/// Adds the states after a transition of this instance, which exists once if it has no state.
pub(super) fn after(
    layout: &Layout<'_>,
    transition: &Transition,
    (shared, local): (&Shared, Option<&Local>),
    found: &mut Vec<(Shared, Option<Local>)>,
) -> Result<(), Unfollowed> {
    for inputs in choices(&transition.choices) {
        let view = View { layout, shared, local: local.map(|local| &**local), inputs: &inputs };
        if transition.guard.iter().any(|formula| truth(formula, &view) == Some(false)) {
            continue;
        }
        let Some(assigned) = assigned(transition, &view)? else { continue };
        for values in product(&assigned.values) {
            let (mut shared, mut local) = (shared.clone(), local.cloned());
            let to = i64::from(transition.to.0);
            if let Some(local) = &mut local {
                local[1] = to;
            } else if let Some(place) = layout.once().iter().position(|it| *it == transition.instance) {
                shared[place] = to;
            }
            for (slot, value) in assigned.slots.iter().zip(values) {
                match (slot, &mut local) {
                    (Slot::Shared(place), _) => shared[*place] = value,
                    (Slot::Local(place), Some(local)) => local[*place] = value,
                    _ => {}
                }
            }
            found.push((shared, local));
        }
    }
    Ok(())
}

/// Places of assigned variables, and the values that each may get.
struct Assigned {
    slots: Vec<Slot>,
    values: Vec<Vec<i64>>,
}

/// The values that a transition assigns; `None` if a value is outside of its range, so that there is no state afterwards.
fn assigned(transition: &Transition, view: &View<'_, '_>) -> Result<Option<Assigned>, Unfollowed> {
    let mut found = Assigned { slots: Vec::new(), values: Vec::new() };
    let new = |id: VariableId, term| bounds(view.layout.assumed(transition.edge, id).unwrap_or(term), view);
    let terms = transition.update.terms.iter().map(|(id, term)| (*id, new(*id, term)));
    let truths = transition.update.formulas.iter().map(|(id, new)| {
        let known = truth(new, view).map(i64::from);
        (*id, (known, known))
    });
    for (variable, (least, most)) in terms.chain(truths) {
        let slot = view.layout.slot(variable);
        if slot == Slot::Forgotten {
            continue;
        }
        let sort = view.layout.system().variable(variable).sort;
        let known = least.filter(|least| Some(*least) == most);
        let values = match (known, view.layout.last(variable)) {
            (Some(value), _) if !sort.contains(value) => return Ok(None),
            (Some(value), None) => vec![value],
            (None, None) => few(sort).ok_or(Unfollowed(variable))?,
            (_, Some(last)) => small((least, most), last).ok_or(Unfollowed(variable))?,
        };
        found.slots.push(slot);
        found.values.push(values);
        if combinations(&found.values).is_none() {
            return Err(Unfollowed(variable));
        }
    }
    Ok(Some(found))
}

/// The values between bounds, of which the last one stands for all that are not less; `None` if there are too many.
fn small((least, most): (Option<i64>, Option<i64>), last: i64) -> Option<Vec<i64>> {
    let (least, most) = (least?.min(last), most.map_or(last, |most| most.min(last)));
    (most.abs_diff(least) < FEW).then(|| (least..=most).collect())
}

/// The values of choices that are tried; those with many values, or of too many choices, are not known.
fn choices(choices: &[Choice]) -> Vec<Vec<Option<i64>>> {
    let each = choices.iter().map(|choice| match few(choice.sort) {
        Some(values) => values.into_iter().map(Some).collect(),
        None => vec![None],
    });
    let each: Vec<Vec<Option<i64>>> = each.collect();
    if combinations(&each).is_none() { vec![vec![None; choices.len()]] } else { product(&each) }
}

/// The values of a sort, if there are few.
fn few(sort: Sort) -> Option<Vec<i64>> {
    let (low, high) = sort.bounds()?;
    (high.abs_diff(low) < FEW).then(|| (low..=high).collect())
}

/// The number of combinations, unless there are too many.
fn combinations<T>(values: &[Vec<T>]) -> Option<usize> {
    let multiplied = values.iter().try_fold(1_usize, |product, values| product.checked_mul(values.len()));
    multiplied.filter(|number| *number <= MOST_COMBINATIONS)
}

/// All combinations.
fn product<T: Copy>(values: &[Vec<T>]) -> Vec<Vec<T>> {
    let mut all = vec![Vec::new()];
    for values in values {
        all = all.iter().flat_map(|row| values.iter().map(|value| [&row[..], &[*value]].concat())).collect();
    }
    all
}
