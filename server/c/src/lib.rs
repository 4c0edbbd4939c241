//! C programs with threads, as integer programs.
//!
//! The text is [preprocessed](preprocess) into tokens with places, [parsed](parser), [lowered](lower) thread by thread to
//! small steps over integers, which become [steps](steps) between which other threads can act, and [written](emit) as an
//! integer program.
//!
//! **Invariant:** what is not understood is refused at its place. No verdict depends on a guess.
//!
//! The [second translation](emitted()) will replace all of that but for the last two steps: it [translates](translate) the
//! intermediate form of C to small steps. There a value that is not understood is any value.

mod arithmetic;
mod ast;
mod bits;
mod chosen;
mod composed;
mod deadlocks;
mod emit;
mod emitted;
mod graph;
mod joins;
mod lexer;
mod lower;
mod names;
mod number;
mod parser;
mod preprocess;
mod races;
mod reduce;
mod steps;
mod term;
mod translate;
mod unread;
mod value;
mod watch;

pub use emitted::emitted;

use boolprog_base::control::Control;
use boolprog_base::{Diagnostic, Severity, Span};
use boolprog_c_syntax::target::Target;
use boolprog_import::{Imported, Program, Refusal};
use boolprog_integer::Origins;
use names::Lines;
use smol_str::SmolStr;
use watch::Watch;

/// Larger texts are refused.
pub const MAX_BYTES: usize = 16 << 20;

/// What is asked of a C program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Asked {
    /// Assertions, and what must not happen whatever is asserted: an index outside of its array, a division by zero.
    Assertions,
    /// Two threads that can access the same object next, where one of them writes, and not both accesses are atomic.
    Races,
    /// Threads that wait while no other goes on.
    Deadlocks,
    /// Arithmetic on signed integers whose result its type does not have.
    Overflows,
    /// Whether assertions are evaluated at all: the properties have their names, and are violated by an execution that gets
    /// there.
    Evaluated,
}

impl Asked {
    /// Those that a user asks for, with their names on the command line.
    pub const NAMES: [(&'static str, Self); 4] = [
        ("assert", Self::Assertions),
        ("race", Self::Races),
        ("deadlock", Self::Deadlocks),
        ("overflow", Self::Overflows),
    ];

    /// The one with this name.
    pub fn of_name(name: &str) -> Option<Self> {
        Self::NAMES.iter().find(|(known, _)| *known == name).map(|(_, asked)| *asked)
    }
}

/// How a C program is read.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is one independent choice")]
pub struct Options {
    /// Macros that are defined: `NAME` or `NAME=VALUE`.
    pub defines: Vec<String>,
    /// Folders of included files, besides that of the file that includes them.
    pub folders: Vec<String>,
    /// How included files are read.
    pub files: Files,
    /// `true` if integers are mathematical; otherwise they wrap around.
    pub unbounded: bool,
    /// `true` if a statement is one step; otherwise an access to shared memory is.
    pub statements: bool,
    /// `true` if a thread that waits for a condition variable can be woken without a signal, as POSIX and C11 allow.
    pub spurious_wakeups: bool,
    /// The function that runs first.
    pub entry: String,
    /// The machine for which the text is compiled: sizes and alignments.
    pub target: Target,
    /// Labels that must not be reached.
    pub error_labels: Vec<SmolStr>,
    /// `true` if places and properties are named by their order, so that a change of the layout changes no name; otherwise
    /// they have the numbers of their lines.
    pub by_order: bool,
    /// What is asked.
    pub asked: Vec<Asked>,
}

impl Options {
    pub(crate) fn asks(&self, asked: Asked) -> bool {
        self.asked.contains(&asked)
    }
}

impl Default for Options {
    fn default() -> Self {
        Self {
            defines: Vec::new(),
            folders: Vec::new(),
            files: Files(None),
            unbounded: false,
            statements: false,
            spurious_wakeups: false,
            entry: "main".to_owned(),
            target: Target::default(),
            error_labels: Vec::new(),
            by_order: false,
            asked: vec![Asked::Assertions],
        }
    }
}

/// Access to included files; none if there are none.
#[derive(Clone, Copy, Debug)]
pub struct Files(pub Option<fn(&str) -> Option<String>>);

impl PartialEq for Files {
    fn eq(&self, other: &Self) -> bool {
        self.0.is_some() == other.0.is_some()
    }
}

impl Eq for Files {}

impl Files {
    fn read(self, path: &str) -> Option<String> {
        self.0.and_then(|read| read(path))
    }
}

/// The integer program of a C program, with places in the C text. Fails with all reasons.
///
/// The control is polled with the memory that is held, from the first token on; where it stops the work, the only reason says so.
pub fn read(path: &str, text: &str, options: &Options, control: &dyn Control) -> Result<Imported, Vec<Diagnostic>> {
    let watch = Watch::new(control);
    let read = read_watched(path, text, options, &watch);
    watch.stopped().map_or(read, |why| Err(one("c-stopped", &why)))
}

fn read_watched(path: &str, text: &str, options: &Options, watch: &Watch) -> Result<Imported, Vec<Diagnostic>> {
    let unsupported = |why: Refusal| one("c-not-supported", &why);
    let (unit, comments) = parsed(path, text, options, watch).map_err(|why| one("c-syntax", &why))?;
    let lines = if options.by_order { Lines::Unnamed } else { Lines::of(text) };
    let program = |unrolls| {
        let before = watch.held();
        let lowering = lower::lower(&unit, options, unrolls, watch)?;
        let program = emit::program(lowering, options, &lines, watch).map_err(unsupported);
        watch.release(watch.held() - before);
        program
    };
    // Threads that a loop creates are any number, unless it matters which one is which.
    let (program, rolled) = match program(false) {
        Ok(exact) if exact.doubt.is_none() => (exact, None),
        first => match program(true) {
            Ok(unrolled) if unrolled.doubt.is_none() || first.is_err() => (unrolled, first.ok()),
            second => (first.or_else(|refused| second.map_err(|still| shortest(refused, still)))?, None),
        },
    };
    // A thread that waits for ever in the program itself may go on in the other form.
    let rolled = rolled.filter(|_| !options.asks(Asked::Deadlocks));
    let finished = |program: Program| -> Result<Imported, Vec<Diagnostic>> {
        let program = program.finish().map_err(unsupported)?;
        let origins = Origins { of_c: true, ..program.origins };
        Ok(Imported { comments: comments.clone(), origins, ..program })
    };
    let rolled = rolled.and_then(|rolled| finished(rolled).ok()).map(Box::new);
    Ok(Imported { rolled, ..finished(program)? })
}

/// The first mistake in the form of a C program, whatever it means.
pub fn mistake(path: &str, text: &str, options: &Options, control: &dyn Control) -> Option<Diagnostic> {
    parsed(path, text, options, &Watch::new(control)).err().and_then(|why| one("c-syntax", &why).pop())
}

/// The syntax tree, and the places of comments.
fn parsed(path: &str, text: &str, options: &Options, watch: &Watch) -> Result<(ast::Unit, Vec<Span>), Refusal> {
    if text.len() > MAX_BYTES {
        let message = format!("C files of more than {} MiB are not read.", MAX_BYTES >> 20);
        return Err(Refusal::new(Span::empty(0), message));
    }
    let preprocessed = preprocess::preprocess(path, text, options, watch)?;
    Ok((parser::parse(&preprocessed.tokens, watch)?, preprocessed.comments))
}

fn shortest(first: Vec<Diagnostic>, second: Vec<Diagnostic>) -> Vec<Diagnostic> {
    if first.len() < second.len() { first } else { second }
}

fn one(code: &'static str, why: &Refusal) -> Vec<Diagnostic> {
    vec![Diagnostic::new(code, Severity::Error, why.span, why.message.clone())]
}
