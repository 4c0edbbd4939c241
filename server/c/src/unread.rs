//! Values that are chosen, such as those of variables without initialisers, and overwritten before anything reads them, are not
//! chosen at all.

use std::collections::{BTreeMap, BTreeSet};

use boolprog_import::Refusal;
use smol_str::SmolStr;

use crate::flow::{Flow, Start, Thread};
use crate::graph::{Access, Edge, Graph, Node, Op};
use crate::term;
use crate::watch::Watch;

/// A value is taken to be read if more places than this can come before it is overwritten.
const MAX_PLACES: usize = 1000;

/// Leaves out choices of values that are never read. At most [`MAX_PLACES`] places are examined for each choice.
pub(crate) fn leave_out_unread(flow: &mut Flow, watch: &Watch) -> Result<(), Refusal> {
    let users = users(flow);
    let none = BTreeSet::new();
    for number in 0..flow.threads.len() {
        let thread = &flow.threads[number];
        if thread.start.as_ref().is_some_and(|start| start.many) {
            continue;
        }
        let created = Created::by(number, &flow.threads);
        let is_unread = |edge: &Edge| match &edge.op {
            Op::Choose(name, ..) if watch.work(MAX_PLACES / 10).is_ok() => {
                let mut others = users.get(name).unwrap_or(&none).iter().filter(|user| **user != number);
                others.all(|other| created.is_later(*other, edge.to))
                    && is_overwritten(&thread.graph, edge.to, name, users.get(name).unwrap_or(&none))
            }
            _ => false,
        };
        let unread: Vec<bool> = thread.graph.edges.iter().map(is_unread).collect();
        for (edge, unread) in flow.threads[number].graph.edges.iter_mut().zip(unread) {
            if unread {
                edge.forget();
            }
        }
    }
    watch.work(0)
}

/// The threads that read or write each variable.
fn users(flow: &Flow) -> BTreeMap<SmolStr, BTreeSet<usize>> {
    let mut users: BTreeMap<SmolStr, BTreeSet<usize>> = BTreeMap::new();
    for (number, thread) in flow.threads.iter().enumerate() {
        let mut uses = |name: &SmolStr| _ = users.entry(name.clone()).or_default().insert(number);
        for edge in &thread.graph.edges {
            for_each_read(edge, &mut uses);
            match &edge.op {
                Op::Assign(assignments) => assignments.iter().for_each(|(name, _)| uses(name)),
                Op::Choose(name, ..) => uses(name),
                _ => {}
            }
        }
        thread.start.iter().flat_map(Start::copies).for_each(|(_, original)| uses(original));
    }
    users
}

fn for_each_read(edge: &Edge, read: &mut dyn FnMut(&SmolStr)) {
    edge.accesses.iter().flat_map(Access::terms).for_each(|it| term::for_each_name(it, read));
    match &edge.op {
        Op::Guard(condition) | Op::Join(condition) => term::for_each_name(condition, read),
        Op::Assign(assignments) => assignments.iter().for_each(|(_, value)| term::for_each_name(value, read)),
        _ => {}
    }
}

/// The places of control of a thread after it has created each of the others.
struct Created(BTreeMap<usize, Vec<bool>>);

impl Created {
    fn by(creator: usize, threads: &[Thread]) -> Self {
        let starts = threads.iter().enumerate().filter_map(|(number, thread)| Some((number, thread.start.as_ref()?)));
        let one = starts.filter(|(_, start)| !start.many);
        let sites = one.flat_map(|(number, start)| start.sites.iter().map(move |site| (number, site)));
        let own = sites.filter(|(_, site)| site.creator == creator);
        let graph = &threads[creator].graph;
        Self(own.map(|(number, site)| (number, graph.reached(site.at, &|_| true))).collect())
    }

    /// Returns `true` if a thread does not run yet when its creator is at a place.
    fn is_later(&self, thread: usize, at: Node) -> bool {
        self.0.get(&thread).is_some_and(|after| !after[at])
    }
}

/// Returns `true` if from a place on a variable is always written before it is read and before a user of it is created.
fn is_overwritten(graph: &Graph, from: Node, name: &SmolStr, users: &BTreeSet<usize>) -> bool {
    let (mut seen, mut waiting) = (BTreeSet::from([from]), vec![from]);
    while let Some(node) = waiting.pop() {
        if seen.len() > MAX_PLACES {
            return false;
        }
        for edge in graph.out[node].iter().map(|edge| &graph.edges[*edge]) {
            let mut is_read = false;
            for_each_read(edge, &mut |other| is_read |= other == name);
            if is_read || matches!(edge.op, Op::Create(user) if users.contains(&user)) {
                return false;
            }
            if !edge.op.assigns(name) && seen.insert(edge.to) {
                waiting.push(edge.to);
            }
        }
    }
    true
}
