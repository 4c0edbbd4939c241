//! Front ends: which languages there are, and how a text in each becomes a program.
//!
//! It uses the readers of `program`, `explore`, `integer` and `import`; the command line, the debugger and the
//! language server choose a front end by the file. Everything after it knows the kind of a program only: [`Program`].
//! A new language is a [`FrontEnd`] in [`FRONT_ENDS`].

mod boolean;
pub mod commands;
mod integer;
mod readings;
mod recorded;
mod system;

use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;

use boolprog_base::Diagnostic;
use boolprog_base::control::Control;
use boolprog_check::Unit;
use boolprog_check::integer::Model;
use boolprog_import::Imported;
use boolprog_integer::OnRange;
use boolprog_program::program::Threads;
use smol_str::SmolStr;

pub use boolprog_c as c;
pub use readings::Readings;
pub use recorded::{front_end_of, recorded_machine, recorded_options};
pub use system::System;

/// A language, and how a text in it is read.
#[derive(Clone, Copy, Debug)]
pub struct FrontEnd {
    /// Name of a text in it, with an article: `a Boolean program`.
    pub title: &'static str,
    /// The extensions of its files, without the dot.
    pub extensions: &'static [&'static str],
    /// The language in editors.
    pub editors: Editors,
    /// `true` if a text can hold several programs, of which the name of a property chooses one.
    pub property_chooses: bool,
    /// Reader of its texts.
    pub reader: Reader,
    /// The abstract machine that executes its texts, if one does.
    pub machine: Option<MachineOf>,
}

/// A language in editors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Editors {
    /// They do not know it.
    Unknown,
    /// It is ours. The identifier of the language.
    Ours(&'static str),
    /// It belongs to other tools, beside which a text is checked only where a person asks for it. The identifier of the
    /// language.
    Shared(&'static str),
}

impl Editors {
    /// The identifier of the language, if editors know it.
    pub fn language_id(self) -> Option<&'static str> {
        match self {
            Self::Unknown => None,
            Self::Ours(id) | Self::Shared(id) => Some(id),
        }
    }
}

/// Reader of a text, by the kind of program it makes.
#[derive(Clone, Copy, Debug)]
pub enum Reader {
    /// Reads Boolean programs.
    Boolean(fn(&Text, &Options) -> Reading<Unit>),
    /// Reads integer programs.
    Integer(fn(&Text, &Options) -> Reading<Model>),
    /// An integer program that is written in `.ip` first.
    Import(Import),
    /// A thread transition system.
    System(fn(&Text) -> Reading<System>),
}

/// Writes an integer program for a text. Where that takes long, the control is polled, and may stop it: the only diagnostic then
/// says so.
pub type Import = fn(&Text, &Options, &dyn Control) -> Result<Imported, Vec<Diagnostic>>;

/// Makes a text into a program of the abstract machine, if it is one.
pub type MachineOf = fn(&Text, &Options, &dyn Control) -> Option<boolprog_machine::program::Program>;

/// A program with hints and warnings; or diagnostics with at least one error.
pub type Reading<P> = Result<(P, Vec<Diagnostic>), Vec<Diagnostic>>;

/// A program that a front end made.
#[derive(Clone, Debug)]
pub enum Program {
    /// A Boolean program, with its analysis.
    Boolean(Unit),
    /// An integer program, with its system.
    Integer(Model),
    /// A thread transition system.
    System(Box<System>),
}

/// A text and its path, as it appears in traces.
#[derive(Clone, Debug)]
pub struct Text {
    /// Path or name of the file.
    pub path: String,
    /// The text itself.
    pub text: Arc<str>,
}

/// Program semantics options: how a text is read. Options that a language does not have are ignored.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// Number of threads at the start, or of instances of a process that can have any number.
    pub threads: Option<Threads>,
    /// `true` if a question about any number of instances has an answer: a number need not be given.
    pub any_instances: bool,
    /// `true` if properties may name instances that are not there: those are never violated.
    pub absent_instances: bool,
    /// Error labels in addition to those that the text or the language names.
    pub error_labels: Vec<SmolStr>,
    /// Semantics of values outside the range of a variable.
    pub on_range: OnRange,
    /// The name or id of a property, which chooses a system where a text has several.
    pub property: Option<String>,
    /// The options for C programs; error labels are those above.
    pub c: boolprog_c::Options,
}

impl Options {
    /// The options for a C program.
    pub(crate) fn of_c(&self) -> boolprog_c::Options {
        boolprog_c::Options { error_labels: self.error_labels.clone(), ..self.c.clone() }
    }

    /// The name of the property in its file. Users give that or the id, such as `invariant-sum`.
    pub fn property_name(&self) -> Option<&str> {
        self.property.as_deref().map(|property| property.split_once('-').map_or(property, |(_, name)| name))
    }
}

impl Text {
    /// The last part of the path.
    pub fn file_name(&self) -> Cow<'_, str> {
        Path::new(&self.path).file_name().unwrap_or_default().to_string_lossy()
    }
}

impl FrontEnd {
    /// The front end of a file with this name; `None` if the name says nothing.
    pub fn of(path: &Path) -> Option<&'static Self> {
        let extension = path.extension()?.to_str()?;
        FRONT_ENDS.iter().find(|front_end| front_end.extensions.contains(&extension))
    }

    /// The front end of a document of an editor, by its language or else by its name.
    pub fn of_document(language_id: &str, path: &Path) -> &'static Self {
        let by_language = FRONT_ENDS[1..].iter().find(|it| it.editors.language_id() == Some(language_id));
        by_language.or_else(|| Self::of(path).filter(|it| it.editors != Editors::Unknown)).unwrap_or(&FRONT_ENDS[0])
    }

    /// Reads a text with these options, watched by a control where that can take long.
    pub fn read(&self, text: &Text, options: &Options, control: &dyn Control) -> Reading<Program> {
        match self.reader {
            Reader::Boolean(read) => read(text, options).map(|(unit, notes)| (Program::Boolean(unit), notes)),
            Reader::Integer(read) => read(text, options).map(|(model, notes)| (Program::Integer(model), notes)),
            Reader::Import(read) => {
                let (model, notes) = integer::model(text, options, read(text, options, control))?;
                let machine = self.machine.and_then(|machine| machine(text, options, control)).map(Arc::new);
                Ok((Program::Integer(Model { machine, ..model }), notes))
            }
            Reader::System(read) => read(text).map(|(system, notes)| (Program::System(Box::new(system)), notes)),
        }
    }

    /// Returns `true` if the language belongs to other tools in editors.
    pub fn is_shared(&self) -> bool {
        matches!(self.editors, Editors::Shared(_))
    }

    /// Returns `true` if its programs are integer programs.
    pub fn makes_integer_programs(&self) -> bool {
        matches!(self.reader, Reader::Integer(_) | Reader::Import(_))
    }
}

/// All front ends. A file whose name says nothing belongs to the first.
pub static FRONT_ENDS: &[FrontEnd] = &[
    FrontEnd {
        title: "a Boolean program",
        extensions: &["bp"],
        editors: Editors::Ours("boolprog"),
        property_chooses: false,
        reader: Reader::Boolean(boolean::read),
        machine: None,
    },
    FrontEnd {
        title: "an integer program",
        extensions: &["ip"],
        editors: Editors::Ours("boolprog-integer"),
        property_chooses: false,
        reader: Reader::Integer(integer::read),
        machine: None,
    },
    FrontEnd {
        title: "a thread transition system",
        extensions: &["tts"],
        editors: Editors::Unknown,
        property_chooses: false,
        reader: Reader::System(system::read_tts),
        machine: None,
    },
    FrontEnd {
        title: "a Petri net",
        extensions: &["spec"],
        editors: Editors::Unknown,
        property_chooses: false,
        reader: Reader::System(system::read_spec),
        machine: None,
    },
    FrontEnd {
        title: "a control-flow automaton of Theta",
        extensions: &["cfa"],
        editors: Editors::Unknown,
        property_chooses: false,
        reader: Reader::Import(|text, _, _| Ok(boolprog_import::cfa(&text.text, &text.file_name())?)),
        machine: None,
    },
    FrontEnd {
        title: "a symbolic transition system of Theta",
        extensions: &["system"],
        editors: Editors::Unknown,
        property_chooses: true,
        reader: Reader::Import(|text, options, _| {
            let property = options.property_name();
            Ok(boolprog_import::system(&text.text, &text.file_name(), property)?)
        }),
        machine: None,
    },
    FrontEnd {
        title: "a C program",
        extensions: &["c", "i"],
        editors: Editors::Shared("c"),
        property_chooses: false,
        reader: Reader::Import(|text, options, control| {
            boolprog_c::read(&text.path, &text.text, &options.of_c(), control)
        }),
        machine: Some(machine),
    },
];

/// The program as the abstract machine executes it.
fn machine(text: &Text, options: &Options, control: &dyn Control) -> Option<boolprog_machine::program::Program> {
    boolprog_machine::read_all(&options.c.inputs(&text.path, &text.text), &options.c.entry, control).ok()
}
