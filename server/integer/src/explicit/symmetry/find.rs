//! Search for instances that can change places. Nothing depends on it but what [`Symmetry::holds`] finds.

use std::collections::{BTreeMap, BTreeSet};

use super::alike::{are_alike, exchanged, in_order, leaves, mentions};
use super::{Group, Member, Symmetry};
use crate::expression::Leaf;
use crate::{Initial, InstanceId, LocationId, Sort, System, Transition, VariableId};

/// Groups are found one after the other; one that contradicts those before it is left out.
pub(super) fn symmetry(system: &System) -> Option<Symmetry> {
    if !system.counters.is_empty() {
        return None;
    }
    let mut symmetry = Symmetry { groups: Vec::new(), controller: None };
    for members in candidates(system) {
        let named_by = naming(system, &members);
        let controller = symmetry.controller.or(named_by.first().copied());
        if named_by.len() > 1 || named_by.iter().any(|instance| Some(*instance) != controller) {
            continue;
        }
        let mut groups = symmetry.groups.clone();
        groups.push(Group { members, classes: Vec::new() });
        for group in &mut groups {
            group.classes = classes(system, controller, &group.members);
        }
        let more = Symmetry { groups, controller };
        if more.holds(system) {
            symmetry = more;
        }
    }
    (!symmetry.groups.is_empty()).then_some(symmetry)
}

/// The features by which members of a group are alike at first sight: the sorts of their variables, and their edges.
type Shape = (Vec<(u64, i64, i64)>, Vec<(LocationId, LocationId)>);

fn shape(system: &System, instance: InstanceId) -> Shape {
    let sort = |sort: Sort| match sort {
        Sort::Boolean => (0, 0, 0),
        Sort::Integer => (1, 0, 0),
        Sort::Range(low, high) => (2, low, high),
    };
    let own = system.variables.iter().filter(|variable| variable.owner == Some(instance));
    let edges = of(system, instance).map(|transition| (transition.from, transition.to));
    let mut sorts: Vec<_> = own.map(|variable| sort(variable.sort)).collect();
    sorts.sort_unstable();
    (sorts, edges.collect())
}

fn of(system: &System, instance: InstanceId) -> impl Iterator<Item = &Transition> {
    system.transitions.iter().filter(move |transition| transition.instance == instance)
}

/// The members of possible groups: two at least.
fn candidates(system: &System) -> Vec<Vec<Member>> {
    let mut shapes: BTreeMap<_, Vec<InstanceId>> = BTreeMap::new();
    for instance in (0..system.instances.len() as u16).map(InstanceId) {
        shapes.entry(shape(system, instance)).or_default().push(instance);
    }
    let mut found = Vec::new();
    for instances in shapes.into_values().filter(|instances| instances.len() > 1) {
        let mut left = members(system, &instances);
        while let Some(first) = left.first().cloned() {
            let is_alike = |other: &Member| *other == first || are_alike(system, (&first, other));
            let (alike, others) = left.into_iter().partition::<Vec<_>, _>(is_alike);
            left = others;
            found.extend((alike.len() > 1).then_some(alike));
        }
    }
    found.sort_by_key(|members| members[0].instance);
    found
}

/// Instances of one shape with their own variables and the shared ones that no other of these mentions: as they occur, since
/// the order of declarations follows names. Those that do not occur make no difference.
fn members(system: &System, instances: &[InstanceId]) -> Vec<Member> {
    let mut mentioned: BTreeMap<VariableId, BTreeSet<InstanceId>> = BTreeMap::new();
    let mut in_order: BTreeMap<InstanceId, Vec<VariableId>> = BTreeMap::new();
    for transition in system.transitions.iter().filter(|transition| instances.contains(&transition.instance)) {
        let instance = transition.instance;
        leaves(transition, &mut |leaf| {
            if let Leaf::Variable(variable) = leaf
                && system.variable(variable).owner.is_none_or(|owner| owner == instance)
                && mentioned.entry(variable).or_default().insert(instance)
            {
                in_order.entry(instance).or_default().push(variable);
            }
        });
    }
    let member = |instance: &InstanceId| {
        let all = in_order.remove(instance).unwrap_or_default();
        let alone = all.into_iter().filter(|variable| mentioned[variable].len() == 1);
        Member { instance: *instance, variables: alone.collect() }
    };
    instances.iter().map(member).collect()
}

/// The instances that mention a member and are none.
fn naming(system: &System, members: &[Member]) -> BTreeSet<InstanceId> {
    let is_member = |instance: InstanceId| members.iter().any(|member| member.instance == instance);
    let others = system.transitions.iter().filter(|transition| !is_member(transition.instance));
    let naming = others.filter(|transition| members.iter().any(|member| mentions(transition, member)));
    naming.map(|transition| transition.instance).collect()
}

/// The acts of the controller that may have concerned a member before a place: transitions in which the member is the first.
type Past = BTreeSet<String>;

/// At each place of the controller, members with the same past are one class.
fn classes(system: &System, controller: Option<InstanceId>, members: &[Member]) -> Vec<Vec<u16>> {
    let Some(controller) = controller else { return vec![vec![0; members.len()]] };
    let mut pasts = vec![None::<Vec<Past>>; system.process_of(controller).locations.len()];
    let start = |member: &Member| {
        let initial = |variable: &VariableId| match system.variable(*variable).initial {
            Initial::Value(value) => Some(value),
            Initial::Unspecified => None,
        };
        Past::from([format!("{:?}", member.variables.iter().map(initial).collect::<Vec<_>>())])
    };
    pasts[0] = Some(members.iter().map(start).collect());
    let mut changed = true;
    while changed {
        changed = false;
        for transition in of(system, controller) {
            let Some(mut past) = pasts[usize::from(transition.from.0)].clone() else { continue };
            for (past, member) in past.iter_mut().zip(members) {
                past.extend(mentions(transition, member).then(|| as_first(transition, (member, &members[0]))));
            }
            let known = &mut pasts[usize::from(transition.to.0)];
            let mut all = known.clone().unwrap_or_else(|| vec![Past::new(); members.len()]);
            all.iter_mut().zip(past).for_each(|(all, past)| all.extend(past));
            if known.as_ref() != Some(&all) {
                (*known, changed) = (Some(all), true);
            }
        }
    }
    pasts.into_iter().map(|pasts| numbers(&pasts.unwrap_or_else(|| vec![Past::new(); members.len()]))).collect()
}

/// A transition as it would be if it were about the first member.
fn as_first(transition: &Transition, (member, first): (&Member, &Member)) -> String {
    let (guard, update) = exchanged(transition, (member, first));
    format!("{:?}", (in_order(guard), update))
}

/// Equal pasts have equal numbers.
fn numbers(pasts: &[Past]) -> Vec<u16> {
    let first = |past: &Past| pasts.iter().position(|other| other == past).unwrap_or_default() as u16;
    pasts.iter().map(first).collect()
}
