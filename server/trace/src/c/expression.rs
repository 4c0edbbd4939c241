//! Expressions of C over the states of a trace: the parser of C reads them as if they stood in the text, and they are evaluated over
//! what the trace keeps of each step. A variable that it does not keep has no value, and neither has an expression that needs it.

mod evaluate;
mod left_out;
mod memory;
mod pointers;
mod value;

use std::sync::{Arc, Mutex, PoisonError};

use boolprog_base::ReadText;
use boolprog_base::control::Unlimited;
use boolprog_c_syntax::Options;
use boolprog_c_syntax::expression::{self, Here};
use boolprog_c_syntax::source::File;
use boolprog_c_syntax::tree::Storage;
use boolprog_machine::program::Program;
use rustc_hash::FxHashMap;

use crate::document::{RangeDocument, StateDocument, TraceDocument};
use crate::lines::Lines;

pub use value::Owner;

/// The longest expression, in bytes.
const LONGEST: usize = 1000;

/// Number of expressions that are remembered.
const MOST_KNOWN: usize = 256;

/// A state of a trace, as it is seen by an activation of a thread or, without one, from outside of all functions.
#[derive(Clone, Copy, Debug)]
pub struct Moment<'a> {
    /// The trace.
    pub document: &'a TraceDocument,
    /// The state.
    pub state: &'a StateDocument,
    /// The number of a thread, how many of its activations are outside of this one, and the statement at which it is.
    pub frame: Option<(u32, usize, RangeDocument)>,
}

/// The value of an expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// As C writes it; none of a structure or an array.
    pub written: Option<String>,
    /// Its type, as C writes it; empty if it has a part without a name.
    pub ty: String,
    /// `true` if it is unequal to 0; none of a structure or an array.
    pub truth: Option<bool>,
    /// The place where the trace lists what the expression designates.
    pub place: Option<(Owner, String)>,
}

/// An expression that was read; or why it is none, as a sentence.
type Known = Result<Arc<expression::Expression>, String>;

/// The context that decides the meaning of an expression: its unit, file and offset, and its text.
type Key = (usize, Option<(String, u32)>, String);

/// Reads expressions in the scopes of a program.
#[derive(Debug)]
pub struct Expressions {
    program: Arc<Program>,
    options: Options,
    /// Number of static objects of the program with each name.
    statics: FxHashMap<String, usize>,
    known: Mutex<FxHashMap<Key, Known>>,
}

impl Expressions {
    /// For a program whose included files are read so. Linear in its objects.
    pub fn new(program: Arc<Program>, included: Option<ReadText>) -> Self {
        let options =
            Options { target: program.target(), files: boolprog_c_syntax::Files(included), ..Options::default() };
        let mut statics: FxHashMap<String, usize> = FxHashMap::default();
        for (_, unit) in program.units().filter(|(id, _)| !program.is_library(*id)) {
            let named = unit.objects.iter().filter(|it| it.storage != Storage::Automatic && it.is_defined);
            named.filter_map(|it| it.name.as_ref()).for_each(|name| *statics.entry(name.to_string()).or_default() += 1);
        }
        Self { program, options, statics, known: Mutex::default() }
    }

    /// Reads an expression in the scope of a moment. Fails with a sentence. Takes the time of parsing the file, unless the same
    /// was read before.
    pub fn read(&self, text: &str, moment: &Moment<'_>) -> Known {
        if text.len() > LONGEST {
            return Err(format!("An expression has at most {LONGEST} characters."));
        }
        let (unit, here) = self.here(moment);
        let key = (unit, here.clone(), text.to_owned());
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = known.get(&key) {
            return known.clone();
        }
        if known.len() >= MOST_KNOWN {
            known.clear();
        }
        let (_, tree) = self.program.units().nth(unit).ok_or("The program has no text.")?;
        let file = tree.sources.files.first().ok_or("The program has no text.")?;
        let here = here.as_ref().map(|(file, offset)| Here { file, offset: *offset });
        let read = expression::read((&file.path, &file.text), &self.options, here, text, &Unlimited).map(Arc::new);
        known.insert(key, read.clone());
        read
    }

    /// The value of an expression at a moment. Fails with a sentence: it has none, or the trace does not have what it needs.
    pub fn value(&self, expression: &expression::Expression, moment: &Moment<'_>) -> Result<Answer, String> {
        evaluate::answer(expression, moment, &self.statics)
    }

    /// The unit in which an activation is, and its file and offset there.
    fn here(&self, moment: &Moment<'_>) -> (usize, Option<(String, u32)>) {
        let Some((number, depth, range)) = moment.frame else { return (0, None) };
        let thread = moment.state.threads.iter().find(|thread| thread.number == number);
        let frame = thread.and_then(|thread| thread.frames.get(depth));
        let procedure = frame.and_then(|frame| moment.document.procedures.get(frame.procedure as usize));
        let own = self.program.units().filter(|(id, _)| !self.program.is_library(*id));
        for (index, (_, unit)) in own.enumerate() {
            let defines = |name: &str| unit.functions.iter().any(|it| it.name == name && it.body.is_some());
            let file = match moment.document.file(&range) {
                None => unit.sources.files.first().filter(|_| index == 0),
                Some(path) => unit.sources.files.iter().find(|file| file.path == path),
            };
            if let Some(file) = file.filter(|_| procedure.is_none_or(|it| defines(&it.name))) {
                return (index, Some((file.path.to_string(), offset(file, range))));
            }
        }
        (0, None)
    }
}

/// The offset of the end of a range.
fn offset(file: &File, range: RangeDocument) -> u32 {
    Lines::of(&file.text).offset(range.end_line, range.end_column)
}
