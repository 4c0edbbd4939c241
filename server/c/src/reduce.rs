//! Removal of what does not matter: tests that decide nothing, variables on which no test depends, and values that are not used
//! any more.
//!
//! Every property is about places of control, so that a variable matters if a test depends on it.

use std::collections::{BTreeMap, BTreeSet};

use boolprog_import::{Expr, Refusal};
use smol_str::SmolStr;

use crate::flow::{Flow, Start, Thread};
use crate::graph::{Access, Edge, Graph, Node, Op};
use crate::locks::Held;
use crate::steps::{Composition, Reach};
use crate::term;
use crate::watch::Watch;

/// Leaves out what does not matter, and returns the variables that do: the least set such that every test that decides something
/// depends on them alone. A test decides nothing if both its branches lead to the same small step, and change no variable of
/// the set on the path. One variable belongs to it without a test. Linear for each time that the set grows.
pub(crate) fn reduce(flow: &mut Flow, kept: &BTreeSet<SmolStr>, watch: &Watch) -> Result<BTreeSet<SmolStr>, Refusal> {
    let uses = uses(flow);
    let mut relevant = kept.clone();
    loop {
        let mut left: Vec<Graph> = flow.threads.iter().map(|thread| thread.graph.clone()).collect();
        for graph in &mut left {
            forget(graph, &relevant);
            watch.work(graph.edges.len())?;
            while join_forks(graph) {
                watch.work(graph.edges.len())?;
            }
        }
        let found = on_which(&uses, deciding(&left));
        if found.is_subset(&relevant) {
            flow.threads.iter_mut().zip(left).for_each(|(thread, graph)| thread.graph = graph);
            return Ok(relevant);
        }
        relevant.extend(found);
    }
}

/// Makes one way of each fork that decides nothing; `true` if there is any. Places at which every step ends stay forks, so that
/// what is accessed there can be seen.
fn join_forks(graph: &mut Graph) -> bool {
    let forks: Vec<Node> = (0..graph.out.len()).filter(|node| decides_nothing(graph, *node)).collect();
    for fork in &forks {
        for edge in &graph.out[*fork] {
            let edge = &mut graph.edges[*edge];
            (edge.op, edge.unit) = (Op::Skip, None);
        }
        graph.out[*fork].truncate(1);
    }
    !forks.is_empty()
}

fn decides_nothing(graph: &Graph, node: Node) -> bool {
    let [first, second] = graph.out[node][..] else { return false };
    let (first, second) = (&graph.edges[first], &graph.edges[second]);
    let (Op::Guard(yes), Op::Guard(no)) = (&first.op, &second.op) else { return false };
    let is_test = Expr::complement(yes.clone()) == *no || Expr::complement(no.clone()) == *yes;
    let is_seen = graph.cut.contains(&node) || [first, second].iter().any(|edge| is_seen(edge));
    let end = next_effect(graph, first.to);
    is_test && !is_seen && end != node && end == next_effect(graph, second.to)
}

/// The first place from here at which something is done, a way begins, or every step ends.
fn next_effect(graph: &Graph, mut node: Node) -> Node {
    for _ in 0..graph.out.len() {
        match &graph.out[node][..] {
            [only] if !graph.cut.contains(&node) && is_nothing(&graph.edges[*only]) => node = graph.edges[*only].to,
            _ => break,
        }
    }
    node
}

/// Returns `true` if more than the effect of a step matters: it answers, may race, or changes the locks that are held.
fn is_seen(edge: &Edge) -> bool {
    edge.answers || !edge.accesses.is_empty() || edge.held != Held::default()
}

fn is_nothing(edge: &Edge) -> bool {
    matches!(edge.op, Op::Skip) && edge.unit.is_none() && !is_seen(edge)
}

/// The variables that the value of each variable comes from.
fn uses(flow: &Flow) -> BTreeMap<SmolStr, BTreeSet<SmolStr>> {
    let mut uses: BTreeMap<SmolStr, BTreeSet<SmolStr>> = BTreeMap::new();
    for thread in &flow.threads {
        for edge in &thread.graph.edges {
            let Op::Assign(assignments) = &edge.op else { continue };
            for (target, value) in assignments {
                let uses = uses.entry(target.clone()).or_default();
                term::for_each_name(value, &mut |name| _ = uses.insert(name.clone()));
            }
        }
        for (copy, original) in thread.start.iter().flat_map(Start::copies) {
            uses.entry(copy.clone()).or_default().insert(original.clone());
        }
    }
    uses
}

/// The variables of tests, and of what says which object is accessed.
fn deciding(graphs: &[Graph]) -> Vec<SmolStr> {
    let mut found = Vec::new();
    for edge in graphs.iter().flat_map(|graph| &graph.edges) {
        let tested = match &edge.op {
            Op::Guard(condition) | Op::Join(condition) => Some(condition),
            _ => None,
        };
        for condition in edge.accesses.iter().flat_map(Access::terms).chain(tested) {
            term::for_each_name(condition, &mut |name| found.push(name.clone()));
        }
    }
    found
}

/// These variables, and those that their values come from.
fn on_which(uses: &BTreeMap<SmolStr, BTreeSet<SmolStr>>, mut waiting: Vec<SmolStr>) -> BTreeSet<SmolStr> {
    let mut found = BTreeSet::new();
    while let Some(name) = waiting.pop() {
        if let (true, Some(uses)) = (found.insert(name.clone()), uses.get(&name)) {
            waiting.extend(uses.iter().filter(|it| !found.contains(*it)).cloned());
        }
    }
    found
}

/// Leaves out assignments to other variables.
fn forget(graph: &mut Graph, relevant: &BTreeSet<SmolStr>) {
    for edge in &mut graph.edges {
        let left = match &mut edge.op {
            Op::Assign(assignments) => {
                assignments.retain(|(name, _)| relevant.contains(name));
                !assignments.is_empty()
            }
            Op::Choose(name, ..) => relevant.contains(name),
            _ => true,
        };
        if !left {
            edge.forget();
        }
    }
}

/// Leaves out assignments to variables on which no test of any step depends any more, but for some. Linear in the steps.
pub(crate) fn forget_unread(all: &mut [Composition], kept: &BTreeSet<SmolStr>, watch: &Watch) -> Result<(), Refusal> {
    let mut uses: BTreeMap<SmolStr, BTreeSet<SmolStr>> = BTreeMap::new();
    let mut tested: Vec<SmolStr> = kept.iter().cloned().collect();
    for composition in &*all {
        let accesses = composition.accesses.iter().flat_map(Reach::terms);
        for condition in composition.steps.iter().flat_map(|step| &step.guard).chain(accesses) {
            term::for_each_name(condition, &mut |name| tested.push(name.clone()));
        }
        for (target, value) in composition.steps.iter().flat_map(|step| &step.updates) {
            let uses = uses.entry(target.clone()).or_default();
            term::for_each_name(value, &mut |name| _ = uses.insert(name.clone()));
            watch.work(1)?;
        }
    }
    let relevant = on_which(&uses, tested);
    for step in all.iter_mut().flat_map(|composition| &mut composition.steps) {
        step.updates.retain(|name, _| relevant.contains(name));
    }
    Ok(())
}

/// Variables that are never assigned, with their values.
pub(crate) fn constants(flow: &Flow) -> BTreeMap<SmolStr, Expr> {
    let mut assigned = BTreeSet::new();
    for thread in &flow.threads {
        for edge in &thread.graph.edges {
            match &edge.op {
                Op::Assign(assignments) => assigned.extend(assignments.iter().map(|(name, _)| name.clone())),
                Op::Choose(name, ..) => _ = assigned.insert(name.clone()),
                _ => {}
            }
        }
        assigned.extend(thread.start.iter().flat_map(Start::copies).map(|(copy, _)| copy.clone()));
    }
    let constant = flow.scalars.iter().filter(|(name, _)| !assigned.contains(*name));
    constant.map(|(name, scalar)| (name.clone(), Expr::Number(scalar.initial))).collect()
}

/// Returns `true` if a thread can come back to a place without doing anything that matters: then any number of threads that
/// are created there can be created at once.
pub(crate) fn is_free_circle(thread: &Thread, at: Node) -> bool {
    let is_free =
        |edge: &Edge| edge.unit.is_none() && matches!(edge.op, Op::Skip | Op::Create(_) | Op::Begin | Op::End);
    thread.graph.reached(at, &is_free)[at]
}

/// Leaves out values of local variables that are not used afterwards; those that have been used are forgotten: they become 0, so
/// that states that differ in them only are one.
pub(crate) fn forget_dead(
    steps: &mut Composition,
    is_local: &dyn Fn(&SmolStr) -> bool,
    watch: &Watch,
) -> Result<(), Refusal> {
    let Composition { steps, accesses, .. } = steps;
    let mut live: BTreeMap<Node, BTreeSet<SmolStr>> = BTreeMap::new();
    for reach in accesses {
        let live = live.entry(reach.from).or_default();
        for condition in reach.terms() {
            term::for_each_name(condition, &mut |name| _ = is_local(name) && live.insert(name.clone()));
        }
    }
    let mut changed = true;
    while changed {
        changed = false;
        for step in steps.iter().rev() {
            watch.work(1 + step.updates.len())?;
            let after = live.get(&step.to).cloned().unwrap_or_default();
            let mut before: BTreeSet<SmolStr> =
                after.iter().filter(|name| !step.updates.contains_key(*name)).cloned().collect();
            let mut uses = |expr: &Expr| {
                term::for_each_name(expr, &mut |name| {
                    if is_local(name) {
                        before.insert(name.clone());
                    }
                });
            };
            step.guard.iter().for_each(&mut uses);
            let kept = step.updates.iter().filter(|(name, _)| !is_local(name) || after.contains(*name));
            kept.for_each(|(_, value)| uses(value));
            let known = live.entry(step.from).or_default();
            let size = known.len();
            known.extend(before);
            changed |= known.len() != size;
        }
    }
    for step in steps {
        let empty = BTreeSet::new();
        let after = live.get(&step.to).unwrap_or(&empty);
        step.updates.retain(|name, _| !is_local(name) || after.contains(name));
        for name in live.get(&step.from).unwrap_or(&empty).difference(after) {
            step.updates.insert(name.clone(), Expr::Number(0));
            step.forgotten.insert(name.clone());
        }
        let mut used: BTreeSet<SmolStr> = BTreeSet::new();
        step.updates.values().for_each(|value| term::for_each_name(value, &mut |name| _ = used.insert(name.clone())));
        step.retain_chosen(|chosen| used.contains(&chosen.name));
    }
    Ok(())
}
