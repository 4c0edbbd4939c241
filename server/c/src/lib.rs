//! C programs with threads, as integer programs.
//!
//! The [syntax](boolprog_c_syntax) becomes the [intermediate form](boolprog_c_form), which is [translated](translate) thread by
//! thread to small steps over integers; these become [steps](steps) between which other threads can act, and are
//! [written](emit) as an integer program.
//!
//! **Invariant:** a value that is not understood is any value. No verdict depends on a guess.

mod arithmetic;
mod chosen;
mod classes;
mod composed;
mod deadlocks;
mod emit;
mod flow;
mod graph;
mod joins;
mod names;
mod races;
mod read;
mod reduce;
mod steps;
mod successive;
mod term;
mod translate;
mod unread;
mod values;
mod watch;

pub use boolprog_c_syntax::Files;
pub use read::read;

use boolprog_c_syntax::target::Target;
use smol_str::SmolStr;

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
    /// How the text is read.
    pub fn syntax(&self) -> boolprog_c_syntax::Options {
        boolprog_c_syntax::Options {
            target: self.target,
            defines: self.defines.clone(),
            undefines: Vec::new(),
            folders: self.folders.clone(),
            files: self.files,
        }
    }

    pub(crate) fn asks(&self, asked: Asked) -> bool {
        self.asked.contains(&asked)
    }
}

impl Default for Options {
    fn default() -> Self {
        Self {
            defines: Vec::new(),
            folders: Vec::new(),
            files: Files::default(),
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
