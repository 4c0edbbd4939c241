//! The control flow of all threads, with the variables and properties: what becomes an integer program.

use std::collections::BTreeMap;
use std::sync::Arc;

use boolprog_base::Span;
use boolprog_import::Note;
use boolprog_integer::{Activation, Check, Sort};
use smol_str::SmolStr;

use crate::graph::{Graph, Node};

/// A property: places of control that must not be reached.
#[derive(Clone, Debug)]
pub(crate) struct Property {
    pub(crate) check: Check,
    pub(crate) span: Span,
    /// The places, each with its thread.
    pub(crate) errors: Vec<(usize, Node)>,
    /// The places where its condition is about to be evaluated, if that is asked for and it has a condition.
    pub(crate) evaluated: Vec<(usize, Node)>,
}

/// A thread, or any number of equal ones.
#[derive(Debug)]
pub(crate) struct Thread {
    pub(crate) name: SmolStr,
    pub(crate) graph: Graph,
    /// The place where it has ended.
    pub(crate) end: Node,
    pub(crate) span: Span,
    /// Its creation; `main` has none.
    pub(crate) start: Option<Start>,
    /// `true` if it may end by `pthread_exit`, after which the others go on even if it is `main`.
    pub(crate) leaves_others: bool,
}

/// A lowered program.
#[derive(Debug)]
pub(crate) struct Flow {
    pub(crate) threads: Vec<Thread>,
    pub(crate) scalars: BTreeMap<SmolStr, Scalar>,
    pub(crate) properties: Vec<Property>,
    pub(crate) notes: Vec<Note>,
    /// The variable that is set where a run may begin to differ from those of the program: where a thread goes on in
    /// `pthread_join` without waiting, or where more is needed than what is checked.
    pub(crate) doubtful: Option<SmolStr>,
    /// The reasons why a run may be none of the program, or needs more than is checked, as clauses.
    pub(crate) exceeded: Vec<String>,
    /// The stacks of functions to which small steps refer, each outermost first.
    pub(crate) stacks: Vec<Arc<[Activation]>>,
}

impl Flow {
    /// Returns `true` if a thread is one instance: neither it nor a thread from which it comes is created any number of times.
    pub(crate) fn is_one(&self, thread: usize) -> bool {
        let mut start = &self.threads[thread].start;
        while let Some(Start { sites, many: false, .. }) = start
            && let [site] = &sites[..]
        {
            start = &self.threads[site.creator].start;
        }
        start.is_none()
    }
}

/// The creation of a thread. One that is created again, but is joined before, is one thread, which comes back to its first place when
/// it ends.
#[derive(Clone, Debug)]
pub(crate) struct Start {
    /// The places where it is created: one, or several of any number of threads.
    pub(crate) sites: Vec<Site>,
    /// `true` if creators can come back there, or there are several: any number of threads is created.
    pub(crate) many: bool,
    /// The variable that is 1 from its creation to its end, if it is created again after it was joined.
    pub(crate) runs: Option<SmolStr>,
}

impl Start {
    /// Copies of variables of creators: the copy, and the original.
    pub(crate) fn copies(&self) -> impl Iterator<Item = &(SmolStr, SmolStr)> {
        self.sites.iter().flat_map(|site| &site.copies)
    }
}

/// A place where a thread is created.
#[derive(Clone, Debug)]
pub(crate) struct Site {
    /// The thread that creates it.
    pub(crate) creator: usize,
    pub(crate) at: Node,
    /// Copies of variables of the creator: the copy, and the original.
    pub(crate) copies: Vec<(SmolStr, SmolStr)>,
}

/// A variable of the integer program.
#[derive(Clone, Debug)]
pub(crate) struct Scalar {
    /// The name of the object in the program; none if it is a value in between.
    pub(crate) object: Option<SmolStr>,
    /// The program's notation for it, such as `items[0]`; none if it has no such value.
    pub(crate) written: Option<SmolStr>,
    /// `true` if it has the values that it has in the program.
    pub(crate) is_integer: bool,
    pub(crate) sort: Sort,
    /// `true` if several threads may access it.
    pub(crate) shared: bool,
    /// Its value at the start.
    pub(crate) initial: i64,
    /// `true` if the first thread accesses it before the start, which it has executed to get there.
    pub(crate) is_accessed_first: bool,
}
