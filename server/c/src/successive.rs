//! Threads that a loop creates and joins in each round: whether one may be created again before it has ended.
//!
//! From where a thread is created, the values of variables are followed on all ways on which it is not joined, as constants
//! that hold whichever way control comes to a place. None of these ways may lead back to the creation.

use std::collections::{BTreeMap, BTreeSet};

use boolprog_import::Expr;
use smol_str::SmolStr;

use crate::flow::{Flow, Start};
use crate::graph::{Edge, Graph, Node, Op};
use crate::joins::Values;
use crate::term;

/// Variables of a thread whose values are followed, at most.
const MOST_FOLLOWED: usize = 128;

/// Steps along which values are followed from one place, at most.
const MOST_STEPS: usize = 20_000;

/// The threads that are taken for ones that are joined before they are created again, but may not be. For each of them, takes time
/// that is bounded.
pub(crate) fn at_once(flow: &Flow) -> BTreeSet<usize> {
    let (values, mut found) = (Values::of(flow), BTreeSet::new());
    for (thread, of) in flow.threads.iter().enumerate() {
        let Some(Start { sites, runs: Some(_), .. }) = &of.start else { continue };
        let [site] = &sites[..] else { continue };
        let graph = &flow.threads[site.creator].graph;
        let ways = Ways { graph, values: &values, followed: followed(flow, graph) };
        let initial = |name: &SmolStr| Some((name.clone(), Expr::Number(flow.scalars.get(name)?.initial)));
        let initial = ways.followed.iter().filter_map(initial).collect();
        if !ways.join_between(thread, initial) {
            found.insert(thread);
        }
    }
    found
}

/// Numbers that variables have at a place, whichever way control comes there.
type Known = BTreeMap<SmolStr, Expr>;

/// The ways of control of a thread.
struct Ways<'f> {
    graph: &'f Graph,
    values: &'f Values<'f>,
    /// The variables whose values are followed.
    followed: BTreeSet<SmolStr>,
}

impl Ways<'_> {
    /// Returns `true` if no way leads from the creation of a thread back to it without a join.
    fn join_between(&self, thread: usize, initial: Known) -> bool {
        let handle = Expr::Number(i64::try_from(thread + 1).unwrap_or(i64::MAX));
        let is_creation = |edge: &&Edge| matches!(edge.op, Op::Create(it) if it == thread);
        let creations: Vec<&Edge> = self.graph.edges.iter().filter(is_creation).collect();
        let Some(all) = self.follow(0, initial, None) else { return false };
        creations.iter().all(|from| {
            let Some(known) = &all[from.from] else { return true };
            let reached = self.follow(from.to, known.clone(), Some(&handle));
            reached.is_some_and(|reached| creations.iter().all(|edge| reached[edge.from].is_none()))
        })
    }

    /// Facts at the places to which control comes from one of them without joining a thread; none if these are too many
    /// steps.
    fn follow(&self, from: Node, known: Known, joined: Option<&Expr>) -> Option<Vec<Option<Known>>> {
        let mut at: Vec<Option<Known>> = vec![None; self.graph.out.len()];
        at[from] = Some(known);
        let (mut open, mut steps) = (vec![from], 0);
        while let Some(node) = open.pop() {
            let Some(before) = at[node].clone() else { continue };
            for edge in self.graph.out[node].iter().map(|edge| &self.graph.edges[*edge]) {
                steps += 1;
                if steps > MOST_STEPS {
                    return None;
                }
                let after = self.after(edge, &before, joined);
                if after.is_some_and(|after| meet(&mut at[edge.to], after)) {
                    open.push(edge.to);
                }
            }
        }
        Some(at)
    }

    /// Facts after a step; none if it is not done, or joins the thread.
    fn after(&self, edge: &Edge, before: &Known, joined: Option<&Expr>) -> Option<Known> {
        let mut after = before.clone();
        match &edge.op {
            Op::Guard(condition) => {
                let is_possible = term::replace(condition, before) != Expr::Truth(false);
                return (is_possible && self.values.may_hold(condition)).then_some(after);
            }
            Op::Join(handle) if joined.is_some_and(|joined| term::replace(handle, before) == *joined) => return None,
            Op::Assign(all) => {
                for (name, value) in all.iter().filter(|(name, _)| self.followed.contains(name)) {
                    match term::replace(value, before) {
                        number @ Expr::Number(_) => _ = after.insert(name.clone(), number),
                        _ => _ = after.remove(name),
                    }
                }
            }
            Op::Choose(name, ..) => _ = after.remove(name),
            _ => {}
        }
        Some(after)
    }
}

/// Leaves what is known in both cases; returns `true` if that is less than before.
fn meet(known: &mut Option<Known>, coming: Known) -> bool {
    let Some(known) = known else {
        *known = Some(coming);
        return true;
    };
    let before = known.len();
    known.retain(|name, value| coming.get(name) == Some(value));
    known.len() < before
}

/// The variables of a thread alone by which it joins and tests, and those that they are copies of.
fn followed(flow: &Flow, graph: &Graph) -> BTreeSet<SmolStr> {
    let (mut found, mut open) = (BTreeSet::new(), Vec::new());
    let mut note = |name: &SmolStr| open.push(name.clone());
    for edge in &graph.edges {
        if let Op::Guard(condition) | Op::Join(condition) = &edge.op {
            term::for_each_name(condition, &mut note);
        }
    }
    let mut copies: BTreeMap<&SmolStr, Vec<SmolStr>> = BTreeMap::new();
    for edge in &graph.edges {
        let Op::Assign(all) = &edge.op else { continue };
        for (name, value) in all {
            term::for_each_name(value, &mut |other| copies.entry(name).or_default().push(other.clone()));
        }
    }
    while let Some(name) = open.pop() {
        let is_own = flow.scalars.get(&name).is_some_and(|scalar| !scalar.shared);
        if is_own && found.len() < MOST_FOLLOWED && found.insert(name.clone()) {
            open.extend(copies.get(&name).into_iter().flatten().cloned());
        }
    }
    found
}
