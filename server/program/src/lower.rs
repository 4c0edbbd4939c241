//! Lowering: from the syntax tree to the program of one thread.
//!
//! [`lower`] inlines every call, so the result can be exponentially larger than the text; see [`MAX_LOCATIONS`].
//! Programs that it refuses, mainly recursive ones, have two other forms: [`lower_modular`] keeps procedures and calls,
//! [`lower_unrolled`] inlines to some depth.

mod expr;
mod instances;
mod properties;
mod steps;

use std::collections::hash_map::Entry;

use boolprog_syntax::ast::{Initial, SiteId, SourceFile};
use rustc_hash::FxHashMap;

use crate::checks;
use crate::flow::Flow;
use crate::names::{Names, ProcedureId, VariableId};
use crate::program::{Edge, Effect, Expr, InstanceId, Location, LocationId, Program, PropertyId, Role, Slot, Value};
use crate::reading::Reading;

pub use properties::{properties, property_ids};

/// The most locations a lowered program has; beyond, lowering gives up.
pub const MAX_LOCATIONS: usize = 200_000;

/// The most assignments on all edges together, which bounds the memory for long lists of variables.
pub const MAX_UPDATES: usize = 5_000_000;

/// Why there is no lowered program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotLowered {
    /// The file has errors; the diagnostics say which.
    Errors,
    /// Procedures call one another in a cycle that `main` or a new thread can enter.
    Recursion {
        /// The procedures of the cycle in the order of the calls; the last one calls the first.
        cycle: Vec<ProcedureId>,
    },
    /// Inlining exceeds [`MAX_LOCATIONS`] or [`MAX_UPDATES`].
    TooLarge,
}

/// Lowers a file. Only sites that control can reach from `main` and from the starts of threads have locations.
///
/// Fails if the checks find errors, on recursion, and if the result is too large. Syntax errors that leave a complete
/// tree, such as a missing `;`, are not seen here: the parser reports them. Linear in the result.
pub fn lower(file: &SourceFile, names: &Names, reading: &Reading) -> Result<Program, NotLowered> {
    if checks::has_errors(file, names) {
        return Err(NotLowered::Errors);
    }
    lower_checked(file, names, reading)
}

/// Lowers a file to its modular form: one instance per procedure, calls as [`Role::Call`] and [`Role::Exit`]. Fails
/// as [`lower`] does, but not on recursion. Linear in the text.
pub fn lower_modular(file: &SourceFile, names: &Names, reading: &Reading) -> Result<Program, NotLowered> {
    if checks::has_errors(file, names) {
        return Err(NotLowered::Errors);
    }
    lower_modular_checked(file, names, reading)
}

/// Lowers a file with every call inlined, except where a procedure is active `depth` times already: there the thread
/// stops, at a [`Role::Cut`]. So the result can do nothing that the file cannot, and all of it if it reaches no cut.
/// Fails as [`lower`] does, but not on recursion; the size is exponential in the depth.
pub fn lower_unrolled(file: &SourceFile, names: &Names, reading: &Reading, depth: u32) -> Result<Program, NotLowered> {
    if checks::has_errors(file, names) {
        return Err(NotLowered::Errors);
    }
    lower_calls(file, names, reading, Calls::Unrolled { depth })
}

/// Lowers a file in which the checks found no errors.
pub(crate) fn lower_checked(file: &SourceFile, names: &Names, reading: &Reading) -> Result<Program, NotLowered> {
    lower_calls(file, names, reading, Calls::Inlined)
}

/// Lowers a file in which the checks found no errors to its modular form.
pub(crate) fn lower_modular_checked(
    file: &SourceFile,
    names: &Names,
    reading: &Reading,
) -> Result<Program, NotLowered> {
    lower_calls(file, names, reading, Calls::Modular)
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Calls {
    /// Each enters an instance of its own.
    Inlined,
    /// The same, but no procedure is active more than `depth` times at once.
    Unrolled { depth: u32 },
    /// All calls of a procedure enter the same instance.
    Modular,
}

fn lower_calls(file: &SourceFile, names: &Names, reading: &Reading, calls: Calls) -> Result<Program, NotLowered> {
    let main = names.procedure("main").ok_or(NotLowered::Errors)?;
    let mut lowerer = Lowerer::new(file, names, reading, calls);
    let root = lowerer.root(main)?;
    lowerer.program.entry = lowerer.location(root, lowerer.flow.entry(main))?;
    let mut next = 0;
    while next < lowerer.program.locations.len() {
        lowerer.edges_from(LocationId(next as u32))?;
        next += 1;
    }
    Ok(lowerer.finish(root))
}

/// The work in progress. Locations are numbered as they are discovered and expanded in that order, so that the
/// edges of each end up side by side.
struct Lowerer<'a> {
    file: &'a SourceFile,
    names: &'a Names,
    reading: &'a Reading,
    calls: Calls,
    flow: Flow<'a>,
    program: Program,
    globals: FxHashMap<VariableId, Slot>,
    locations: FxHashMap<(InstanceId, SiteId), LocationId>,
    exits: FxHashMap<InstanceId, LocationId>,
    roots: FxHashMap<ProcedureId, InstanceId>,
    callees: FxHashMap<(InstanceId, SiteId), InstanceId>,
    /// For each instance its first local bit, and its `enforce` and `abortif`.
    frames: Vec<FrameFacts>,
    properties_at: FxHashMap<SiteId, Vec<PropertyId>>,
    updates: usize,
}

/// Facts about an instance during lowering.
struct FrameFacts {
    first_slot: u32,
    enforce: Option<Expr>,
}

impl<'a> Lowerer<'a> {
    fn new(file: &'a SourceFile, names: &'a Names, reading: &'a Reading, calls: Calls) -> Self {
        let shared_variables: Vec<VariableId> = names.shared().collect();
        let thread_local_variables: Vec<VariableId> = names.thread_local().collect();
        let slots = |variables: &[VariableId], slot: fn(u32) -> Slot| -> Vec<(VariableId, Slot)> {
            variables.iter().zip(0..).map(|(variable, bit)| (*variable, slot(bit))).collect()
        };
        let mut globals = slots(&shared_variables, Slot::Shared);
        globals.extend(slots(&thread_local_variables, Slot::Local));
        let properties = properties(file, reading);
        let program = Program {
            threads: reading.threads,
            creates_threads: false,
            shared_slots: shared_variables.len() as u32,
            local_slots: thread_local_variables.len() as u32,
            shared_variables,
            thread_local_variables,
            entry: LocationId(0),
            shared_initial: Vec::new(),
            local_initial: Vec::new(),
            locations: Vec::new(),
            edges: Vec::new(),
            instances: Vec::new(),
            properties,
        };
        Self {
            file,
            names,
            reading,
            calls,
            flow: Flow::of(file),
            properties_at: properties::by_site(&program.properties),
            program,
            globals: globals.into_iter().collect(),
            locations: FxHashMap::default(),
            exits: FxHashMap::default(),
            roots: FxHashMap::default(),
            callees: FxHashMap::default(),
            frames: Vec::new(),
            updates: 0,
        }
    }

    /// The location of a site in an instance, made on first demand.
    fn location(&mut self, instance: InstanceId, site: SiteId) -> Result<LocationId, NotLowered> {
        let next = self.program.locations.len();
        let id = LocationId(next as u32);
        match self.locations.entry((instance, site)) {
            Entry::Occupied(known) => return Ok(*known.get()),
            Entry::Vacant(_) if next == MAX_LOCATIONS => return Err(NotLowered::TooLarge),
            Entry::Vacant(new) => new.insert(id),
        };
        for property in self.properties_at.get(&site).into_iter().flatten() {
            self.program.properties[property.0 as usize].locations.push(id);
        }
        let enforce = self.frames[instance.0 as usize].enforce.clone();
        self.program.locations.push(Location { site, instance, enforce, edges: 0..0, role: Role::Step });
        Ok(id)
    }

    /// The exit of an instance, made on first demand. Leaving a procedure depends on no `enforce` of its own.
    fn exit(&mut self, instance: InstanceId) -> LocationId {
        if let Some(known) = self.exits.get(&instance) {
            return *known;
        }
        let id = LocationId(self.program.locations.len() as u32);
        let site = self.file.procedures[self.procedure_of(instance).0 as usize].end;
        self.program.locations.push(Location { site, instance, enforce: None, edges: 0..0, role: Role::Exit });
        self.exits.insert(instance, id);
        id
    }

    fn set_role(&mut self, location: LocationId, role: Role) {
        self.program.locations[location.0 as usize].role = role;
    }

    /// Adds an edge to those of the location that is being expanded.
    fn emit(&mut self, edge: Edge) -> Result<(), NotLowered> {
        self.updates += edge.updates.len();
        if let Effect::Create(creation) = &edge.effect {
            self.program.creates_threads = true;
            self.updates += creation.values.len();
        }
        self.program.edges.push(edge);
        if self.updates > MAX_UPDATES { Err(NotLowered::TooLarge) } else { Ok(()) }
    }

    fn procedure_of(&self, instance: InstanceId) -> ProcedureId {
        self.program.instance(instance).procedure
    }

    /// The value of a variable that comes to life; `None` is arbitrary.
    fn initial(&self, variable: VariableId) -> Option<bool> {
        match self.names.info(variable).initial {
            Some(Initial::Const(value)) => Some(value),
            Some(Initial::Any) => None,
            None => self.reading.initial_false.then_some(false),
        }
    }

    /// The same as the right side of an assignment.
    fn fresh(&self, variable: VariableId) -> Value {
        self.initial(variable).map_or(Value::Any, |value| Value::Expr(Expr::Const(value)))
    }

    fn finish(mut self, root: InstanceId) -> Program {
        let shared = self.program.shared_variables.iter().map(|variable| self.initial(*variable)).collect();
        let mut local = vec![Some(false); self.program.local_slots as usize];
        for (bit, variable) in self.program.thread_local_variables.iter().enumerate() {
            local[bit] = self.initial(*variable);
        }
        for (variable, bit) in &self.program.instance(root).variables {
            local[*bit as usize] = self.initial(*variable);
        }
        (self.program.shared_initial, self.program.local_initial) = (shared, local);
        self.program.locations.shrink_to_fit();
        self.program.edges.shrink_to_fit();
        self.program
    }
}
