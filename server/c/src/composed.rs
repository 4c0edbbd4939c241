//! The threads of a program with their steps, as the integer program names them.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use boolprog_import::Expr;
use boolprog_integer::Comparison;
use smol_str::{SmolStr, format_smolstr};

use crate::Options;
use crate::flow::{Flow, Thread};
use crate::graph::Node;
use crate::names::{Lines, Names};
use crate::steps::{Composition, Reach};
use crate::term;

/// The place where a thread has ended.
pub(crate) const END: &str = "end";

/// Names of the places of each thread, after their lines.
pub(crate) fn names(flow: &Flow, all: &[Composition], lines: &Lines<'_>) -> Vec<BTreeMap<Node, SmolStr>> {
    let of_thread = |(thread, steps): (&Thread, &Composition)| {
        let (mut taken, mut named) = (Names::default(), BTreeMap::new());
        let first = if thread.start.is_some() { "idle" } else { "begin" };
        named.insert(thread.end, taken.take(END));
        named.insert(0, taken.take(first));
        for step in &steps.steps {
            if let Entry::Vacant(entry) = named.entry(step.from) {
                entry.insert(taken.take(&lines.name("line", step.span)));
            }
        }
        for step in &steps.steps {
            named.entry(step.to).or_insert_with(|| taken.take(&lines.name("after", step.span)));
        }
        named
    };
    flow.threads.iter().zip(all).map(of_thread).collect()
}

/// The user of what one thread passes to another one of its kind.
const NOBODY: usize = usize::MAX;

/// Which threads use each variable.
pub(crate) type Users = BTreeMap<SmolStr, BTreeSet<usize>>;

/// The threads of a program, with their steps.
pub(crate) struct Composed<'a> {
    pub(crate) flow: &'a Flow,
    pub(crate) options: &'a Options,
    /// Values of variables that never change.
    pub(crate) constants: BTreeMap<SmolStr, Expr>,
    /// The counters of threads that are created in a loop and joined.
    pub(crate) created: BTreeMap<usize, SmolStr>,
    /// For each thread whether any number of it can be created at once.
    pub(crate) free: Vec<bool>,
    /// Names of the places of control.
    pub(crate) names: Vec<BTreeMap<Node, SmolStr>>,
    pub(crate) all: Vec<Composition>,
    pub(crate) lines: &'a Lines<'a>,
}

impl Composed<'_> {
    pub(crate) fn is_many(&self, thread: usize) -> bool {
        self.flow.threads[thread].start.as_ref().is_some_and(|start| start.many)
    }

    /// The name of a place of control of a thread, if it is one.
    pub(crate) fn place(&self, thread: usize, node: Node) -> Option<&SmolStr> {
        self.names[thread].get(&node)
    }

    /// The places of control of a thread, with their names.
    pub(crate) fn places(&self, thread: usize) -> impl Iterator<Item = (Node, &SmolStr)> {
        self.names[thread].iter().map(|(node, name)| (*node, name))
    }

    /// Some thread of this number is at a place.
    pub(crate) fn any_at(&self, thread: usize, node: Node) -> Expr {
        match self.at(thread, node) {
            Expr::At(process, place) if self.is_many(thread) => {
                term::compare(Comparison::GreaterOrEqual, Expr::Count(process, place), Expr::Number(1))
            }
            other => other,
        }
    }

    /// Control of a thread is at a place.
    pub(crate) fn at(&self, thread: usize, node: Node) -> Expr {
        match self.names[thread].get(&node) {
            Some(place) => Expr::At(self.flow.threads[thread].name.clone(), place.clone()),
            None => Expr::Truth(false),
        }
    }

    /// The variable that says that a thread was created at one of the places that do, or that one has started there, where its creator
    /// waits.
    pub(crate) fn flag(&self, thread: usize, site: usize) -> SmolStr {
        let name = &self.flow.threads[thread].name;
        if site == 0 { format_smolstr!("{name}_created") } else { format_smolstr!("{name}_created_{}", site + 1) }
    }

    /// Which threads use each variable.
    pub(crate) fn users(&self) -> Users {
        let mut users = Users::new();
        for (thread, of) in self.flow.threads.iter().enumerate() {
            // An argument for another thread of its kind is none of its own variables.
            let own = of.start.iter().flat_map(|start| &start.sites).filter(|site| site.creator == thread);
            for (_, original) in own.flat_map(|site| &site.copies) {
                users.entry(original.clone()).or_default().insert(NOBODY);
            }
        }
        for (thread, steps) in self.all.iter().enumerate() {
            for condition in steps.accesses.iter().flat_map(Reach::terms) {
                term::for_each_name(condition, &mut |name| {
                    users.entry(name.clone()).or_default().insert(thread);
                });
            }
            for step in &steps.steps {
                let mut uses = |name: &SmolStr| _ = users.entry(name.clone()).or_default().insert(thread);
                step.guard.iter().chain(step.updates.values()).for_each(|it| term::for_each_name(it, &mut uses));
                step.updates.keys().for_each(&mut uses);
            }
        }
        users
    }

    pub(crate) fn is_local(&self, name: &SmolStr, users: &Users) -> bool {
        self.flow.scalars.get(name).is_some_and(|scalar| !scalar.shared)
            && users.get(name).is_some_and(|threads| threads.len() == 1)
    }

    /// `true` if control of some thread stays inside of what is one step for others: [`crate::names::HELD`] says when.
    pub(crate) fn any_held(&self) -> bool {
        self.all.iter().any(|it| !it.held.is_empty() || it.steps.iter().any(|step| step.crashes))
    }
}
