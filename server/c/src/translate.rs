//! From the intermediate form to the control flow of each thread, in small steps over integer variables.
//!
//! Objects have addresses that are numbers. A place is what the points-to sets say that it may be; which one of these it is depends
//! on the address. The text is walked in rounds, in which the bounds of the values of all variables grow until they hold.

mod contents;
mod declared;
mod evaluated;
mod first;
mod instructions;
mod library;
mod locals;
mod memory;
mod numbers;
mod parts;
mod places;
mod rooms;
mod smashed;
mod survey;
mod threads;
mod variables;
mod waits;
mod walk;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use boolprog_base::Span;
use boolprog_c_form::form::{ActivationId, BlockId, FunctionId, Shape, Thread as Known, Unit};
use boolprog_c_form::points_to::{Pointee, PointsTo, Set, Thing};
use boolprog_c_form::versions::Versions;
use boolprog_c_syntax::source::Place;
use boolprog_c_syntax::texts::Texts;
use boolprog_import::{Note, Refusal};
use boolprog_integer::{Activation, Check};
use rustc_hash::{FxHashMap, FxHashSet};
use smol_str::SmolStr;

use self::memory::Memory;
use self::smashed::Stored;
use self::survey::accesses::Extent;
use self::survey::handles::Handles;
use self::variables::{Bounds, Variable, Variables};
use self::walk::{Stack, Walk};
use crate::Options;
use crate::arithmetic::{Integers, Value};
use crate::flow::{Flow, Property, Start, Thread};
use crate::graph::Node;
use crate::successive::at_once;
use crate::watch::Watch;

/// Rounds after which bounds that still grow are given up, and the program with them.
const MOST_ROUNDS: usize = 30;

/// Copies of an object that is made again and again.
const COPIES: u32 = 3;

/// The circles of the control flow of a function.
struct Circles {
    /// For each block whether control comes back to it.
    comes_back: Vec<bool>,
    /// For each block the number of its first instruction in the function.
    firsts: Vec<u32>,
}

/// The work on a program.
pub(crate) struct Translation<'a> {
    unit: &'a Unit,
    sets: &'a PointsTo<'a>,
    threads: &'a [Known],
    options: &'a Options,
    texts: &'a Texts,
    watch: &'a Watch<'a>,
    memory: Memory<'a>,
    variables: Variables,
    /// The versions of locals in the function of each thread.
    versions: Vec<Versions>,
    properties: Vec<Property>,
    stacks: Vec<Stack>,
    of_stacks: FxHashMap<(FunctionId, ActivationId), usize>,
    starts: FxHashMap<usize, Start>,
    /// The threads that access each object.
    users: BTreeMap<Thing, BTreeSet<usize>>,
    circles: FxHashMap<FunctionId, Circles>,
    /// The accesses of this round that were noted.
    noted: FxHashSet<(usize, Pointee, u64, Extent)>,
    /// The number of places that create each thread.
    sites: Vec<usize>,
    many: Vec<bool>,
    /// Threads that are created again and again, each time after they were joined.
    successive: Vec<bool>,
    released: BTreeSet<Thing>,
    /// Places at which the program allocates objects, if leaks are asked for.
    allocations: Vec<(Thing, Span)>,
    /// Objects that other threads may find.
    escaped: BTreeSet<Thing>,
    /// Locals that may be accessed after the ends of their lives.
    ending: BTreeSet<Thing>,
    /// The places within locals and objects of the heap of which the library asks whether they were ever written.
    asked: BTreeSet<(Thing, u64)>,
    /// The threads that ask for or set each word that others can set for a thread.
    markers: BTreeMap<i128, BTreeSet<usize>>,
    /// The values that elements get which are known together.
    stored: FxHashMap<Variable, Stored>,
    /// The sizes of objects that do not change.
    rooms: FxHashMap<Thing, Value>,
    /// The values that may be handles of threads, if there is any number of some thread.
    handles: Handles,
    /// The arguments of the program, with the numbers that they are.
    numbers: FxHashMap<Thing, Value>,
    /// The known bounds of variables at blocks to which control comes back.
    shown: FxHashMap<(FunctionId, BlockId), Bounds>,
    /// Blocks to which control may come from blocks that were walked over after them.
    late: BTreeSet<(FunctionId, BlockId)>,
    names: Vec<SmolStr>,
    joins: bool,
    /// Assumptions, as sentences, each with the first place.
    assumed: BTreeMap<String, Span>,
    /// Why a run may be none of the program, as clauses about it.
    doubts: BTreeSet<String>,
    /// `true` if the first thread can end while others go on.
    leaves_others: bool,
}

/// The control flow of all threads. Fails if the work is stopped, or if the bounds of variables still grow after many rounds.
///
/// A thread that a loop creates, and whose end it asks for in each round, is taken for one that is joined before it is created
/// again. If that is not so, the program is translated again, without this thread.
pub(crate) fn translate<'a>(
    unit: &'a Unit,
    sets: &'a PointsTo<'a>,
    (options, texts): (&'a Options, &'a Texts),
    watch: &'a Watch<'a>,
) -> Result<Flow, Refusal> {
    let mut excepted = BTreeSet::new();
    loop {
        let flow = translated(unit, sets, (options, texts), watch, &excepted)?;
        let found = at_once(&flow);
        if found.is_empty() {
            return Ok(flow);
        }
        excepted.extend(found);
    }
}

/// The control flow, where several of the excepted threads may be there at once.
fn translated<'a>(
    unit: &'a Unit,
    sets: &'a PointsTo<'a>,
    (options, texts): (&'a Options, &'a Texts),
    watch: &'a Watch<'a>,
    excepted: &BTreeSet<usize>,
) -> Result<Flow, Refusal> {
    let threads = &unit.threads[..];
    let mut all = Translation {
        unit,
        sets,
        threads,
        options,
        texts,
        watch,
        memory: Memory::new(unit),
        variables: Variables::default(),
        versions: threads.iter().map(|it| Versions::of(&unit.functions[it.function.0 as usize])).collect(),
        properties: Vec::new(),
        // The place where nothing is executed yet.
        stacks: vec![Arc::from([])],
        of_stacks: FxHashMap::default(),
        starts: FxHashMap::default(),
        users: BTreeMap::new(),
        circles: FxHashMap::default(),
        noted: FxHashSet::default(),
        sites: Vec::new(),
        many: Vec::new(),
        successive: Vec::new(),
        released: BTreeSet::new(),
        allocations: Vec::new(),
        escaped: BTreeSet::new(),
        ending: BTreeSet::new(),
        asked: BTreeSet::new(),
        markers: BTreeMap::new(),
        stored: FxHashMap::default(),
        rooms: FxHashMap::default(),
        handles: Handles::default(),
        numbers: FxHashMap::default(),
        shown: FxHashMap::default(),
        late: BTreeSet::new(),
        names: Vec::new(),
        joins: false,
        assumed: BTreeMap::new(),
        doubts: BTreeSet::new(),
        leaves_others: false,
    };
    all.names = threads.iter().map(|thread| all.variables.take(&thread.name)).collect();
    all.survey(excepted);
    for _ in 0..MOST_ROUNDS {
        all.properties.clear();
        all.starts.clear();
        all.survey_accesses();
        all.variables.top = all.memory.top();
        let graphs = (0..threads.len()).map(|thread| Walk::new(&mut all, thread).run()).collect();
        all.watch.work(0)?;
        if !all.variables.next_round() {
            return Ok(all.finished(graphs));
        }
    }
    // Bounds that do not hold would prove too much.
    Err(Refusal::new(Span::empty(0), "Not supported: the bounds of the variables of this program are not found."))
}

impl Translation<'_> {
    fn integers(&self) -> Integers {
        Integers { unbounded: self.options.unbounded }
    }

    /// The least and the greatest number of which any is chosen; none if any mathematical integer is.
    fn range(&self, bounds: (i64, i64)) -> Option<(i64, i64)> {
        let is_endless = self.options.unbounded && bounds == (i64::MIN, i64::MAX);
        (!is_endless).then_some(bounds)
    }

    /// The bounds of a value of a shape of which nothing is known.
    fn bounds(&self, shape: Shape) -> (i64, i64) {
        match shape {
            Shape::Signed(_) | Shape::Unsigned(_) if self.options.unbounded => (i64::MIN, i64::MAX),
            _ => numbers::bounds(shape),
        }
    }

    /// Returns `true` if any number of a thread is created.
    fn is_many(&self, thread: usize) -> bool {
        self.many[thread]
    }

    /// Returns `true` if control comes back to a block.
    fn comes_back(&self, function: FunctionId, block: BlockId) -> bool {
        self.circles.get(&function).is_some_and(|circles| circles.comes_back[block.0 as usize])
    }

    /// Number of copies of what the sets know as one object: what is made again and again, or by any number of threads where others
    /// may find it.
    fn copies(&self, thing: Thing) -> u32 {
        match thing {
            Thing::Allocated(function, number) if self.is_repeated(function, number) => COPIES,
            Thing::Allocated(function, _) if self.is_successive(function) => COPIES,
            _ if self.is_found_of_many(thing) => COPIES,
            _ => 1,
        }
    }

    /// Returns `true` if any number of threads execute a function.
    fn is_of_many(&self, function: FunctionId) -> bool {
        let thread = self.threads.iter().position(|thread| thread.function == function);
        thread.is_some_and(|thread| self.many[thread])
    }

    /// Returns `true` if a thread that is created again and again executes a function.
    fn is_successive(&self, function: FunctionId) -> bool {
        self.threads.iter().zip(&self.successive).any(|(thread, successive)| *successive && thread.function == function)
    }

    /// Returns `true` if each of any number of threads makes such an object, and others may find it.
    fn is_found_of_many(&self, thing: Thing) -> bool {
        let is_made = matches!(thing, Thing::Local(of, _) | Thing::Allocated(of, _) if self.is_of_many(of));
        is_made && self.escaped.contains(&thing)
    }

    /// Returns `true` if an instruction, by its number in the function, is executed again and again.
    fn is_repeated(&self, function: FunctionId, number: u32) -> bool {
        let Some(Circles { comes_back, firsts }) = self.circles.get(&function) else { return false };
        let block = firsts.partition_point(|first| *first <= number);
        block.checked_sub(1).is_some_and(|block| comes_back[block])
    }

    /// The objects of a set, and those to which pointers in them point, and so on.
    fn behind(&self, set: &Set) -> BTreeSet<Thing> {
        let mut found: BTreeSet<Thing> = set.iter().map(|pointee| pointee.thing).collect();
        let mut open: Vec<Thing> = found.iter().copied().collect();
        while let Some(thing) = open.pop() {
            open.extend(self.sets.things_in(thing).into_iter().filter(|other| found.insert(*other)));
        }
        found
    }

    /// Returns `true` if something may be accessed after the end of its life.
    fn is_released(&self, thing: Thing) -> bool {
        let is_local = matches!(thing, Thing::Local(..));
        self.released.contains(&thing) || self.ending.contains(&thing) || (is_local && self.is_found_of_many(thing))
    }

    /// Returns `true` if several threads may access an object.
    fn is_shared(&self, thing: Thing) -> bool {
        self.users.get(&thing).is_some_and(|users| {
            let is_of_all = matches!(thing, Thing::Object(_)) || self.escaped.contains(&thing);
            users.len() > 1 || (is_of_all && users.iter().any(|thread| self.many[*thread]))
        })
    }

    /// The place of an instruction in the text of the program, and the number of the stack of calls there.
    fn place(&mut self, id: FunctionId, activation: ActivationId, place: Place) -> (Span, usize) {
        let function = &self.unit.functions[id.0 as usize];
        let (activation, place) = function.shown(activation, place);
        let texts = self.texts;
        let in_text = |activation: ActivationId, place: Place| {
            texts.span(function.activations[activation.0 as usize].unit, place).unwrap_or_default()
        };
        let span = in_text(activation, place);
        if let Some(known) = self.of_stacks.get(&(id, activation)) {
            return (span, *known);
        }
        let mut stack = Vec::new();
        let mut next = Some(activation);
        while let Some(id) = next {
            let here = &function.activations[id.0 as usize];
            let call = here.caller.map_or(Span::empty(0), |(caller, call)| in_text(caller, call));
            if !here.is_library {
                stack.push(Activation { function: here.function.clone(), call });
            }
            next = here.caller.map(|(caller, _)| caller);
        }
        // A statement with a thread of its own is named by its call.
        let begins_inside = id != self.threads[0].function && !function.activations[0].is_library;
        if begins_inside && stack.len() > 1 {
            stack.pop();
        }
        stack.reverse();
        self.of_stacks.insert((id, activation), self.stacks.len());
        self.stacks.push(Arc::from(stack));
        (span, self.stacks.len() - 1)
    }

    /// The number of the property of this kind at this place of the text.
    fn property(&mut self, check: Check, span: Span) -> usize {
        let index = self.properties.iter().position(|it| it.check == check && it.span == span);
        index.unwrap_or_else(|| {
            self.properties.push(Property { check, span, errors: Vec::new(), evaluated: Vec::new() });
            self.properties.len() - 1
        })
    }

    /// Records that something is taken for granted at a place.
    fn take_for_granted(&mut self, what: impl Into<String>, span: Span) {
        let first = self.assumed.entry(what.into()).or_insert(span);
        *first = span.min(*first);
    }

    /// Assertions that always hold are properties, too.
    fn list_assertions(&mut self) {
        for thread in self.threads {
            for assertion in &self.unit.functions[thread.function.0 as usize].assertions {
                let (span, _) = self.place(thread.function, assertion.activation, assertion.place);
                if !span.is_empty() {
                    self.property(Check::Assertion, span);
                }
            }
        }
    }

    fn finished(mut self, mut graphs: Vec<(crate::graph::Graph, Node)>) -> Flow {
        for ((graph, end), _) in graphs.iter_mut().zip(&self.successive).filter(|(_, successive)| **successive) {
            graph.begin_again(end);
        }
        self.list_assertions();
        let any_many = self.many.iter().any(|many| *many);
        let exceeded: BTreeSet<&str> = self.properties.iter().filter_map(|property| property.check.bound()).collect();
        let exceeded: Vec<String> =
            exceeded.into_iter().map(str::to_owned).chain(self.doubts.iter().cloned()).collect();
        let doubtful = ((self.joins && any_many) || !exceeded.is_empty()).then(|| self.doubtful());
        let threads = graphs.into_iter().enumerate().map(|(number, (graph, end))| {
            let span = graph.edges.iter().map(|edge| edge.span).find(|span| !span.is_empty()).unwrap_or_default();
            Thread {
                name: self.names[number].clone(),
                graph,
                end,
                span,
                start: self.starts.remove(&number),
                leaves_others: number == 0 && self.leaves_others,
            }
        });
        let threads = threads.collect();
        Flow {
            threads,
            scalars: self.variables.scalars(self.options.unbounded),
            properties: self.properties,
            notes: self.assumed.into_iter().map(|(text, span)| Note { span, text }).collect(),
            doubtful,
            exceeded,
            stacks: self.stacks,
        }
    }
}
