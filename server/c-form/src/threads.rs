//! The threads of a program, each as one function with the bodies of all functions that it calls.
//!
//! The library creates a thread by the intrinsic `__boolprog_create`, whose first argument is the function that the thread executes,
//! and whose others are that function's arguments. Each place of a body at which a thread is created has a thread of its own
//! for each function that it may start with, so that a body is known together with its arguments. Places are found round
//! by round: the points-to sets say what the new bodies call, then, more precisely, which threads the inlined bodies create. As long as
//! a place is not found, the sets let it create a thread of the function as it is in the program, so that they are right in
//! each round. Threads that create themselves share one, which gets the arguments of all of them.

use boolprog_base::control::{Control, Stop};
use boolprog_c_syntax::tree::Linkage;
use rustc_hash::FxHashMap;

use crate::form::{Function, FunctionId, Thread, ThreadId, Unit};
use crate::inline::{BEYOND, Circles, Program, SECTION, inline};
use crate::points_to::{Twin, with_twins};

mod finish;
mod lives;
mod objects;
mod peel;
mod root;
mod sites;

pub(crate) use root::root;
use sites::Site;

/// Threads that are kept apart; places that create more of them share one for each function.
const MOST_THREADS: usize = 64;

/// The threads of one function that are kept apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Apart {
    /// Each place that creates threads has its own, as has each round of a loop of few rounds in which threads are created or joined.
    Each,
    /// None: loops stay loops, and all threads of a function are any number of one.
    None,
}

/// A linked program as its threads, the first of which sets the initial values and calls the function with which the program
/// begins; its return ends the process. Other functions with a body are those that stay calls. Objects of threads are locals. Fails
/// if the work is stopped. Takes two computations of the points-to sets for each thread of the longest chain of creators, and time
/// linear in the result, which can be exponential in the program.
pub fn threads(linked: &Unit, entry: FunctionId, apart: Apart, control: &dyn Control) -> Result<Unit, Stop> {
    let mut search = Search::new(linked, entry, apart);
    while !search.open.is_empty() {
        let inlined = search.inline(control)?;
        search.create(&inlined, control)?;
    }
    let mut unit = search.unit;
    objects::make_local(&mut unit);
    lives::end_with_threads(&mut unit);
    Ok(finish::finished(&unit))
}

/// The function that a thread executes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Start {
    /// The function.
    run: FunctionId,
    /// The function that its first argument is, if that is known.
    start: Option<FunctionId>,
}

/// A thread that has been found.
struct Origin {
    start: Start,
    creator: Option<ThreadId>,
}

/// A function that is a copy of another one, and is to have the bodies of those that it calls.
struct Body {
    id: FunctionId,
    of: FunctionId,
    /// The thread that executes it; none for one that stays a call.
    thread: Option<ThreadId>,
}

struct Search {
    /// The linked program; copies of its functions follow its functions.
    unit: Unit,
    /// For each thread how it was found.
    origins: Vec<Origin>,
    /// The threads that other places share.
    shared: FxHashMap<Start, ThreadId>,
    twins: Vec<Twin>,
    /// The copies of functions that stay calls.
    lasting: FxHashMap<FunctionId, FunctionId>,
    /// Bodies that are not inlined yet.
    open: Vec<Body>,
    apart: Apart,
    /// The declaration of what is called where recursion is too deep.
    beyond: FunctionId,
    /// The declarations of the functions with which atomic sections begin and end.
    section: [FunctionId; 2],
}

impl Search {
    fn new(linked: &Unit, entry: FunctionId, apart: Apart) -> Self {
        let mut search = Self {
            unit: linked.clone(),
            origins: Vec::new(),
            shared: FxHashMap::default(),
            twins: Vec::new(),
            lasting: FxHashMap::default(),
            open: Vec::new(),
            apart,
            beyond: FunctionId(0),
            section: [FunctionId(0); 2],
        };
        search.beyond = search.add_function(root::declared(BEYOND));
        search.section = SECTION.map(|name| search.add_function(root::declared(name)));
        let id = search.add_function(root::root(linked, entry));
        search.add_thread(id, id, Origin { start: Start { run: id, start: None }, creator: None });
        search
    }

    fn root(&self) -> FunctionId {
        self.unit.threads[0].function
    }

    /// Inlines the open bodies, and gives them.
    fn inline(&mut self, control: &dyn Control) -> Result<Vec<Body>, Stop> {
        let open = std::mem::take(&mut self.open);
        let sets = with_twins(&self.unit, &self.twins, self.root(), control)?;
        let circles = Circles::new(&self.unit, &sets);
        let program = Program { unit: &self.unit, sets: &sets, circles, beyond: self.beyond, section: self.section };
        let inlined = open.iter().map(|body| inline(&program, body.id, body.of, control));
        let inlined = inlined.collect::<Result<Vec<Function>, Stop>>()?;
        for (body, function) in open.iter().zip(inlined) {
            self.unit.functions[body.id.0 as usize] = match self.apart {
                Apart::Each => peel::peeled(function, &self.unit, control)?,
                Apart::None => function,
            };
            self.keep_calls(body.id);
        }
        Ok(open)
    }

    /// Lets the calls that stay in a body call functions that are inlined themselves.
    fn keep_calls(&mut self, id: FunctionId) {
        let mut blocks = std::mem::take(&mut self.unit.functions[id.0 as usize].blocks);
        for instruction in blocks.iter_mut().flat_map(|block| &mut block.instructions) {
            if let Some(called) = instruction.action.called_mut()
                && !self.unit.functions[called.0 as usize].blocks.is_empty()
            {
                *called = self.lasting(*called);
            }
        }
        self.unit.functions[id.0 as usize].blocks = blocks;
    }

    /// The copy of a function that stays a call.
    fn lasting(&mut self, of: FunctionId) -> FunctionId {
        if let Some(copy) = self.lasting.get(&of) {
            return *copy;
        }
        let id = self.add_function(self.unit.functions[of.0 as usize].clone());
        self.lasting.insert(of, id);
        self.open.push(Body { id, of, thread: None });
        id
    }

    /// Finds the threads that bodies create.
    fn create(&mut self, bodies: &[Body], control: &dyn Control) -> Result<(), Stop> {
        let creates = |body: &Body| {
            let function = &self.unit.functions[body.id.0 as usize];
            function.instructions().any(|instruction| sites::is_creation(&self.unit, &instruction.action))
        };
        if !bodies.iter().any(creates) {
            return Ok(());
        }
        let sets = with_twins(&self.unit, &self.twins, self.root(), control)?;
        let sites: Vec<Site> = bodies.iter().flat_map(|body| sites::sites(&self.unit, &sets, body)).collect();
        let threads = sites.iter().map(|site| {
            let starts = site.starts.iter();
            starts.map(|start| self.thread(*start, site.creator)).collect()
        });
        let threads: Vec<Vec<ThreadId>> = threads.collect();
        // The instructions after a place move to another block, so that the last place of a block comes first.
        for (site, threads) in sites.iter().zip(&threads).rev() {
            sites::create(&mut self.unit.functions[site.function.0 as usize], site, threads);
        }
        Ok(())
    }

    /// The thread for a place in the body of a creator.
    fn thread(&mut self, start: Start, creator: Option<ThreadId>) -> ThreadId {
        let origin = |thread: ThreadId| &self.origins[thread.0 as usize];
        let mut creators = std::iter::successors(creator, |thread| origin(*thread).creator);
        let is_shared = self.apart == Apart::None
            || creator.is_none()
            || self.origins.len() >= MOST_THREADS
            || creators.any(|thread| origin(thread).start == start);
        if let Some(thread) = self.shared.get(&start).filter(|_| is_shared) {
            return *thread;
        }
        let mut function = self.unit.functions[start.run.0 as usize].clone();
        root::begin_thread(&mut function, &self.unit);
        let function = self.add_function(function);
        let thread = self.add_thread(function, start.run, Origin { start, creator });
        if is_shared {
            self.shared.insert(start, thread);
            self.twins.push(Twin { of: start.run, function, is_start_known: start.start.is_some() });
        }
        thread
    }

    /// Adds a thread that executes a copy of a function.
    fn add_thread(&mut self, id: FunctionId, of: FunctionId, origin: Origin) -> ThreadId {
        let thread = ThreadId(self.unit.threads.len() as u32);
        let name = self.unit.functions[id.0 as usize].name.clone();
        self.unit.threads.push(Thread { function: id, name });
        self.open.push(Body { id, of, thread: Some(thread) });
        self.origins.push(origin);
        thread
    }

    fn add_function(&mut self, function: Function) -> FunctionId {
        self.unit.functions.push(Function { linkage: Linkage::Internal, ..function });
        FunctionId(self.unit.functions.len() as u32 - 1)
    }
}

/// The functions that other functions with a body call by their names.
fn called(function: &Function) -> impl Iterator<Item = FunctionId> {
    function.instructions().filter_map(|instruction| instruction.action.called())
}
