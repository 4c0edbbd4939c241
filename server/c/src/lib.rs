//! C programs with threads, as integer programs.
//!
//! The [syntax](boolprog_c_syntax) becomes the [intermediate form](boolprog_c_form), which is [translated](translate) thread by
//! thread to small steps over integers; these become [steps](steps) between which other threads can act, and are
//! [written](emit) as an integer program.
//!
//! **Invariant:** a value that is not understood is any value. No verdict depends on a guess.

mod arguments;
mod arithmetic;
mod chosen;
mod classes;
mod composed;
mod deadlocks;
mod emit;
mod flow;
mod graph;
mod joins;
mod locks;
mod names;
mod protected;
mod races;
mod read;
mod reduce;
mod skeleton;
mod slice;
mod steps;
mod successive;
mod term;
mod translate;
mod unread;
mod values;
mod watch;

pub use boolprog_c_syntax::Files;
pub use read::{Prepared, read};
pub use slice::{Slice, slice};

use std::sync::Arc;

use boolprog_base::Joined;
use boolprog_c_syntax::program::Input;
use boolprog_c_syntax::target::Target;
use smol_str::SmolStr;

/// Larger programs are refused.
pub const MAX_BYTES: usize = 16 << 20;

/// The questions about a C program.
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
    /// Objects of the heap that are not freed when the program ends.
    Leaks,
    /// `true` if assertions are evaluated: the properties have their names, and are violated by an execution that gets
    /// there.
    Evaluated,
}

impl Asked {
    /// Those that a user asks for, with their names on the command line.
    pub const NAMES: [(&'static str, Self); 5] = [
        ("assert", Self::Assertions),
        ("race", Self::Races),
        ("deadlock", Self::Deadlocks),
        ("overflow", Self::Overflows),
        ("leak", Self::Leaks),
    ];

    /// The one with this name.
    pub fn of_name(name: &str) -> Option<Self> {
        Self::NAMES.iter().find(|(known, _)| *known == name).map(|(_, asked)| *asked)
    }
}

/// Options of the preprocessor for a file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Flags {
    /// Macros that are defined: `NAME` or `NAME=VALUE`.
    pub defines: Vec<String>,
    /// Macros that are not defined.
    pub undefines: Vec<String>,
    /// Files that are included before the text.
    pub includes: Vec<String>,
    /// Folders of included files, besides that of the file that includes them.
    pub folders: Vec<String>,
}

impl Flags {
    /// Those of both, these first.
    #[must_use]
    pub fn with(&self, other: &Self) -> Self {
        let joined = |one: &[String], other: &[String]| [one, other].concat();
        Self {
            defines: joined(&self.defines, &other.defines),
            undefines: joined(&self.undefines, &other.undefines),
            includes: joined(&self.includes, &other.includes),
            folders: joined(&self.folders, &other.folders),
        }
    }
}

/// A file of a program other than the first one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Linked {
    /// Its path.
    pub path: String,
    /// Its text.
    pub text: Arc<str>,
    /// Options of its reading.
    pub flags: Flags,
}

/// Options for the reading of a C program.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is one independent choice")]
pub struct Options {
    /// Options of its first file.
    pub flags: Flags,
    /// Its other files.
    pub linked: Vec<Linked>,
    /// The reader of included files.
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
    /// The questions.
    pub asked: Vec<Asked>,
}

impl Options {
    /// The files of a program that begins with this text, and how each is read.
    pub fn inputs<'a>(&'a self, path: &'a str, text: &'a str) -> Vec<Input<'a>> {
        let first = Input { path, text, options: self.syntax(&self.flags) };
        let others =
            self.linked.iter().map(|it| Input { path: &it.path, text: &it.text, options: self.syntax(&it.flags) });
        std::iter::once(first).chain(others).collect()
    }

    /// The text of a program that begins with this one. Linear.
    pub fn joined(&self, text: &Arc<str>) -> Joined {
        Joined::new(Arc::clone(text), self.linked.iter().map(|it| (&*it.path, &*it.text)))
    }

    /// The options of a file that has these flags.
    pub fn syntax(&self, flags: &Flags) -> boolprog_c_syntax::Options {
        let Flags { defines, undefines, includes, folders } = flags.clone();
        boolprog_c_syntax::Options { target: self.target, defines, undefines, includes, folders, files: self.files }
    }

    pub(crate) fn asks(&self, asked: Asked) -> bool {
        self.asked.contains(&asked)
    }
}

impl Default for Options {
    fn default() -> Self {
        Self {
            flags: Flags::default(),
            linked: Vec::new(),
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
