//! From the syntax tree to a system: names, types, checks, instances.
//!
//! One walk over the tree serves both [`check`] and [`instantiate`], so that they cannot differ: checking is
//! instantiating, with at most two instances of each process, and keeping the findings instead of the system.

mod assemble;
mod codes;
mod collect;
mod edges;
mod elaborate;
mod growth;
mod layout;
mod lints;
mod names;
mod properties;
mod symbols;

use boolprog_base::{Diagnostic, Severity};
use smol_str::SmolStr;

pub use codes::CODES;
pub use names::{Names, Role, Symbol, SymbolId, SymbolKind, Use, names};

use crate::syntax::ast::{Item, SourceFile};
use crate::syntax::parse;
use crate::{Predicate, System};
use assemble::assemble;
use layout::Layout;
use properties::Statements;
use symbols::Symbols;

/// More instances than this are refused: states would hold them all.
pub const MAX_INSTANCES: u16 = 1000;

/// The most instances of a process with `[*]` that properties may name by their indices, if these stand for any number.
const MOST_NAMED: u16 = 8;

/// More transitions than this are refused.
pub const MAX_TRANSITIONS: usize = 1_000_000;

/// Semantics of an assignment of a value outside the range of the variable.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum OnRange {
    /// It is an error of the program: the step has no successor state.
    #[default]
    Error,
    /// The edge is not enabled.
    Block,
    /// The value wraps around.
    Wrap,
}

/// Options for the instantiation of a file as a system.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Instantiation {
    /// The number of instances of processes with `[*]`.
    pub threads: Option<u16>,
    /// `true` if these instances stand for any number of them: `count(P @ l)` of such a process is then a variable of the
    /// system, its [counter](System::counters), instead of a sum over the instances. Without a number these are as few as
    /// the properties name by their indices, at least one.
    pub representatives: bool,
    /// `true` if a property may name an instance that is not there: such a property is never violated.
    pub absent: bool,
    /// Semantics of values outside a range.
    pub on_range: OnRange,
}

/// Why a file gives no system.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotInstantiated {
    /// The file has errors: all of them.
    #[error("the program has errors")]
    Errors(Vec<Diagnostic>),
    /// A process has `[*]`, and the number of its instances was not given.
    #[error("process `{0}` has any number of instances (`[*]`); set their number")]
    ThreadsNeeded(SmolStr),
    /// There would be more than [`MAX_INSTANCES`] instances.
    #[error("there are more than {MAX_INSTANCES} instances")]
    TooManyInstances,
    /// There would be more than [`MAX_TRANSITIONS`] transitions.
    #[error("there are more than {MAX_TRANSITIONS} transitions")]
    TooManyTransitions,
}

/// Everything that is wrong or doubtful in a file beyond its syntax, in textual order.
pub fn check(file: &SourceFile) -> Vec<Diagnostic> {
    let mut report = Vec::new();
    let symbols = Symbols::collect(file, &mut report);
    if let Ok(layout) = Layout::open(&symbols) {
        assemble(file, &symbols, &layout, Instantiation::default(), &mut report);
    }
    lints::check(file, &symbols, &mut report);
    report.sort_by_key(|diagnostic| diagnostic.span.start);
    report
}

/// The system of a file that has no syntax errors.
pub fn instantiate(file: &SourceFile, options: &Instantiation) -> Result<System, NotInstantiated> {
    if options.representatives && options.threads.is_none() {
        let of = |number| instantiate(file, &Instantiation { threads: Some(number), ..*options });
        return (1..MOST_NAMED).find_map(|number| of(number).ok()).map_or_else(|| of(MOST_NAMED), Ok);
    }
    let mut report = Vec::new();
    let symbols = Symbols::collect(file, &mut report);
    let layout = Layout::new(&symbols, *options)?;
    let system = assemble(file, &symbols, &layout, *options, &mut report);
    report.retain(|diagnostic| diagnostic.severity == Severity::Error);
    report.sort_by_key(|diagnostic| diagnostic.span.start);
    if report.is_empty() { Ok(system) } else { Err(NotInstantiated::Errors(report)) }
}

/// The predicates of declarations (without `predicate` and `;`) in a file without errors, with the numbers of its
/// system under the same options. `None` if one of them is no declaration there. Linear in the file.
pub fn predicates(file: &SourceFile, options: &Instantiation, declarations: &[String]) -> Option<Vec<Predicate>> {
    let mut report = Vec::new();
    let symbols = Symbols::collect(file, &mut report);
    let layout = Layout::new(&symbols, *options).ok()?;
    let mut found = Vec::new();
    for declaration in declarations {
        let parsed = parse(&format!("predicate {declaration};"));
        let [Item::Predicate(predicate)] = parsed.file.items.as_slice() else { return None };
        if !parsed.diagnostics.is_empty() || !parsed.file.comments.is_empty() {
            return None;
        }
        Statements { symbols: &symbols, layout: &layout, report: &mut report }.predicates(predicate, &mut found);
    }
    report.iter().all(|diagnostic| diagnostic.severity != Severity::Error).then_some(found)
}
