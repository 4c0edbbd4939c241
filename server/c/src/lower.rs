//! Lowering: from the syntax tree to the control flow of each thread, in small steps over integer variables.
//!
//! Calls are inlined. An object is a sequence of integer variables, one for each field and element. A pointer is the number
//! of an object or function whose address is taken; which ones there are is known after a first pass, so that passes are
//! repeated until nothing changes.

mod assignments;
mod atomics;
mod barriers;
mod bit_counts;
mod bounds;
mod builtin;
mod calls;
mod casts;
mod conditions;
mod constants;
mod contents;
mod effects;
mod equality;
mod expressions;
mod flow;
mod functions;
mod handles;
mod initialisers;
mod locations;
mod locks;
mod members;
mod memory;
mod numbers;
mod objects;
mod once;
mod order;
mod orders;
mod overflow;
mod places;
mod pointers;
mod posix;
mod recasts;
mod results;
mod rows;
mod statements;
mod texts;
mod threads;
mod types;
mod unroll;
mod written;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

use boolprog_base::{Diagnostic, Severity, Span};
use boolprog_integer::Activation;
use smol_str::{SmolStr, format_smolstr};

use crate::Options;
use crate::ast::{Stmt, Unit};
use crate::graph::{Graph, Node};
use crate::names::Names;
use crate::value::Place;
use crate::value::{Integers, Value};
use crate::watch::Watch;
pub(crate) use constants::known_constant;
pub(crate) use objects::Leaf;
pub(crate) use once::FLAG as ONCE;
use rows::Taken;
pub(crate) use threads::Start;

/// More small steps than this are refused.
const MAX_STEPS: usize = 200_000;

/// More passes than this are refused.
const MAX_PASSES: usize = 20;

/// More messages than this are not shown.
const MAX_REFUSED: usize = 50;

/// A reason to give up a statement; its message is recorded.
pub(crate) struct Refused;

pub(crate) type Lowered<T> = Result<T, Refused>;

/// What is checked at a place.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Check {
    Assertion,
    Index,
    Division,
    Pointer,
    Unlock,
    /// What POSIX or the library of C leaves undefined.
    Misuse,
    /// Text of which the program says that it is not reached.
    Unreachable,
    Label,
    Overflow,
    Shift,
    Heap,
    Recursion,
    /// What depends on how objects lie in memory.
    Layout,
    /// What the library does not know.
    Unsupported,
}

impl Check {
    /// Returns `true` if it says that the program has more than what is checked, so that nothing else is known of it.
    pub(crate) const fn is_bound(self) -> bool {
        matches!(self, Self::Heap | Self::Recursion | Self::Layout | Self::Unsupported)
    }
}

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
    /// Where it has ended.
    pub(crate) end: Node,
    pub(crate) span: Span,
    /// How it is created; `main` is not.
    pub(crate) start: Option<Start>,
    /// `true` if it may end by `pthread_exit`, after which the others go on even if it is `main`.
    pub(crate) leaves_others: bool,
}

/// A lowered program.
#[derive(Debug)]
pub(crate) struct Lowering {
    pub(crate) threads: Vec<Thread>,
    pub(crate) leaves: BTreeMap<SmolStr, Leaf>,
    pub(crate) properties: Vec<Property>,
    pub(crate) notes: Vec<String>,
    /// The variable that is set where a run may begin to differ from those of the program: where a thread goes on in
    /// `pthread_join` without waiting, or where more is needed than what is checked.
    pub(crate) doubtful: Option<SmolStr>,
    /// What is looked at, where a run needs more.
    pub(crate) exceeded: Vec<String>,
    /// The stacks of functions to which small steps refer, each outermost first.
    pub(crate) stacks: Vec<Arc<[Activation]>>,
}

/// Lowers a program, with loops of few rounds unrolled if wanted. Fails with a message for each construct that is not
/// supported.
pub(crate) fn lower(unit: &Unit, options: &Options, unrolls: bool, watch: &Watch) -> Result<Lowering, Vec<Diagnostic>> {
    let (mut taken, mut numbers, mut results) = (BTreeMap::new(), BTreeSet::new(), BTreeMap::new());
    let (mut pools, mut walked, mut refused) = (BTreeSet::new(), BTreeSet::new(), Vec::new());
    let (mut recasts, mut atomics) = (recasts::Recasts::default(), BTreeSet::new());
    let effects = effects::AllEffects::of(unit);
    for _ in 0..MAX_PASSES {
        let held = watch.held();
        let known = Lower::new(unit, options, &effects, watch, taken.clone());
        let mut pass = Lower { unrolls, numbers: numbers.clone(), known_results: results.clone(), ..known };
        pass.pools.clone_from(&pools);
        pass.walked.clone_from(&walked);
        pass.recasts.clone_from(&recasts);
        pass.atomics.clone_from(&atomics);
        pass.program();
        refused = std::mem::take(&mut pass.refused);
        if let Some(why) = watch.stopped() {
            return Err(vec![refusal(why.span, why.message)]);
        }
        if pass.pools != pools || pass.walked != walked {
            // Other objects have other names, and addresses have other numbers.
            (taken, numbers, results) = (BTreeMap::new(), BTreeSet::new(), BTreeMap::new());
            (pools, walked) = (pass.pools, pass.walked);
            continue;
        }
        let found = pass.taken_atomics();
        let is_same = pass.recasts == recasts && found == atomics;
        (recasts, atomics) = (pass.recasts, found);
        if is_same && pass.taken == taken && pass.numbers == numbers && pass.results == results {
            if !refused.is_empty() {
                return Err(refused);
            }
            let Lower { threads, leaves, properties, notes, doubtful, exceeded, stacks, .. } = pass;
            return Ok(Lowering { threads, leaves, properties, notes, doubtful, exceeded, stacks });
        }
        (taken, numbers, results) = (pass.taken, pass.numbers, pass.results);
        watch.release(watch.held() - held);
    }
    if refused.is_empty() {
        refused.push(refusal(Span::empty(0), "Not supported: pointers to pointers of this depth.".to_owned()));
    }
    Err(refused)
}

fn refusal(span: Span, message: String) -> Diagnostic {
    Diagnostic::new("c-not-supported", Severity::Error, span, message)
}

/// What a name means.
#[derive(Clone, Debug)]
enum Binding {
    /// An object of the thread with this number, or a global one.
    Object { place: Place, owner: Option<usize> },
    /// A parameter that is never assigned, and whose argument is known.
    Value(Value),
    /// What the system gives to `main`, such as `argv`.
    Given,
    /// A variable whose declaration is refused, with the reasons.
    Refused(Vec<Diagnostic>),
}

/// A function that is being inlined.
struct Frame<'a> {
    name: SmolStr,
    body: &'a Stmt,
    back: Node,
    result: Option<Place>,
    labels: BTreeMap<SmolStr, Node>,
    breaks: Vec<Node>,
    continues: Vec<Node>,
    /// Places of the `case`s of the `switch`es that are open, with their statements.
    cases: Vec<Vec<(&'a Stmt, Node)>>,
}

struct Lower<'a> {
    unit: &'a Unit,
    options: &'a Options,
    effects: &'a effects::AllEffects<'a>,
    watch: &'a Watch<'a>,
    /// `true` if loops are unrolled whose rounds are few and known.
    unrolls: bool,
    integers: Integers,
    names: Names,
    leaves: BTreeMap<SmolStr, Leaf>,
    /// Addresses by their first variable.
    taken: BTreeMap<SmolStr, Taken>,
    /// The arrays of elements, by the first variable of the element, with its index.
    rows: BTreeMap<SmolStr, Vec<(Rc<rows::Row>, usize)>>,
    walked: BTreeSet<rows::Walked>,
    /// The members of unions that the program uses, by the numbers of the unions.
    used: BTreeMap<usize, usize>,
    /// The first variables of members of unions, with those of the unions: where these have their addresses.
    overlaid: BTreeMap<SmolStr, SmolStr>,
    /// Bit-fields, with the others that are in the same place in memory.
    beside: BTreeMap<SmolStr, Rc<[SmolStr]>>,
    recasts: recasts::Recasts,
    /// The variables whose addresses the last pass took, and of which every access is atomic.
    atomics: BTreeSet<SmolStr>,
    /// Variables of type `void *` that hold numbers.
    numbers: BTreeSet<SmolStr>,
    /// The results of threads by their numbers, and those that the last pass found.
    results: BTreeMap<usize, results::Outcome>,
    known_results: BTreeMap<usize, results::Outcome>,
    globals: BTreeMap<SmolStr, Binding>,
    /// Global variables whose initialisers are refused, with the reasons.
    without_value: BTreeMap<SmolStr, Vec<Diagnostic>>,
    /// Static variables of functions, by their places; those of one thread with its number.
    statics: Vec<(Span, Option<usize>, Place)>,
    /// Objects of texts, by the places of these.
    texts: BTreeMap<(Span, Rc<[u8]>), Place>,
    scopes: Vec<BTreeMap<SmolStr, Binding>>,
    threads: Vec<Thread>,
    queue: std::collections::VecDeque<threads::Waiting<'a>>,
    /// Where objects of the heap are made again and again, and known for longer than until the next one.
    pools: BTreeSet<memory::Site>,
    /// Objects of the heap that the thread makes.
    allocations: Vec<memory::Allocation>,
    properties: Vec<Property>,
    notes: Vec<String>,
    doubtful: Option<SmolStr>,
    exceeded: Vec<String>,
    refused: Vec<Diagnostic>,
    /// The thread that is lowered.
    thread: usize,
    graph: Graph,
    /// All stacks of functions that were executed somewhere, each outermost first.
    stacks: Vec<Arc<[Activation]>>,
    /// The number of the one that is executed.
    stack: usize,
    /// Where control is; nowhere behind a jump.
    node: Option<Node>,
    frames: Vec<Frame<'a>>,
    /// The number of the next access, or of the statement.
    unit_number: u32,
    /// `true` within an atomic operation.
    operation: bool,
    /// The statement that is lowered.
    span: Span,
    steps: usize,
    /// The variables of threads that say how each holds a read-write lock, by the thread and the first variable of the lock.
    owns: BTreeMap<(usize, SmolStr), SmolStr>,
    /// The variables with the sizes of barriers, by the first variable of the barrier.
    sizes: BTreeMap<SmolStr, SmolStr>,
    /// The sizes of the barriers at which threads wait, with the places.
    met: Vec<(SmolStr, Span)>,
    /// Where handles of threads are compared.
    compared: Vec<Span>,
}

impl<'a> Lower<'a> {
    fn new(
        unit: &'a Unit,
        options: &'a Options,
        effects: &'a effects::AllEffects<'a>,
        watch: &'a Watch<'a>,
        taken: BTreeMap<SmolStr, Taken>,
    ) -> Self {
        Self {
            unit,
            options,
            effects,
            watch,
            unrolls: false,
            integers: Integers { unbounded: options.unbounded },
            names: Names::default(),
            leaves: BTreeMap::new(),
            taken,
            rows: BTreeMap::new(),
            walked: BTreeSet::new(),
            used: BTreeMap::new(),
            overlaid: BTreeMap::new(),
            beside: BTreeMap::new(),
            recasts: recasts::Recasts::default(),
            atomics: BTreeSet::new(),
            numbers: BTreeSet::new(),
            results: BTreeMap::new(),
            known_results: BTreeMap::new(),
            globals: BTreeMap::new(),
            without_value: BTreeMap::new(),
            statics: Vec::new(),
            texts: BTreeMap::new(),
            scopes: Vec::new(),
            threads: Vec::new(),
            queue: std::collections::VecDeque::new(),
            pools: BTreeSet::new(),
            allocations: Vec::new(),
            properties: Vec::new(),
            notes: Vec::new(),
            doubtful: None,
            exceeded: Vec::new(),
            refused: Vec::new(),
            thread: 0,
            graph: Graph::default(),
            stacks: vec![Arc::new([])],
            stack: 0,
            node: None,
            frames: Vec::new(),
            unit_number: 0,
            operation: false,
            span: Span::empty(0),
            steps: 0,
            owns: BTreeMap::new(),
            sizes: BTreeMap::new(),
            met: Vec::new(),
            compared: Vec::new(),
        }
    }

    fn refuse<T>(&mut self, span: Span, message: impl Into<String>) -> Lowered<T> {
        let refused = refusal(span, message.into());
        if self.refused.len() < MAX_REFUSED && !self.refused.contains(&refused) {
            self.refused.push(refused);
        }
        Err(Refused)
    }

    /// Refuses once more what was refused before, which is not shown again.
    fn refuse_again<T>(&mut self, why: Vec<Diagnostic>, span: Span) -> Lowered<T> {
        if why.is_empty() {
            return self.unsupported(span, "a variable that is declared like this");
        }
        for refused in why {
            _ = self.refuse::<()>(refused.span, refused.message);
        }
        Err(Refused)
    }

    /// Refuses a construct: the message says that it is not supported, and perhaps what to do instead.
    fn unsupported<T>(&mut self, span: Span, what: &str) -> Lowered<T> {
        self.refuse(span, format!("Not supported: {what}."))
    }

    /// The result of a computation, or its refusal at this place.
    fn computed<T>(&mut self, result: Result<T, &'static str>, span: Span) -> Lowered<T> {
        result.or_else(|what| self.unsupported(span, what))
    }

    fn note(&mut self, note: String) {
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    fn is_too_large(&mut self, span: Span) -> Lowered<()> {
        if self.watch.work(1).is_err() {
            return Err(Refused);
        }
        if self.steps > MAX_STEPS || self.leaves.len() > MAX_STEPS {
            return self.refuse(span, "The program is too large when its calls are inlined.");
        }
        Ok(())
    }
}

/// The name of an element or field of an object.
fn part(object: &str, suffix: impl std::fmt::Display) -> SmolStr {
    format_smolstr!("{object}_{suffix}")
}
