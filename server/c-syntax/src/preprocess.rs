//! The preprocessor (C11 6.10, with what GNU C adds): directives, macros and included files, over tokens that keep their
//! places.
//!
//! Tokens are pulled: from what macros stand for, as long as there is something, then from the file that is read. Files
//! and macros lie on stacks of their own, so that no nesting in a text is one of calls here, but for arguments of macros and
//! conditions, whose nesting is limited.

mod arguments;
mod conditions;
mod define;
mod directives;
mod dynamic;
mod evaluate;
mod expand;
mod files;
mod include;
mod macros;
mod paste;
mod pragmas;
mod substitute;
mod work;

use std::num::NonZeroU8;

use boolprog_base::control::{Control, Stop};
use smol_str::SmolStr;

use crate::headers;
use crate::lexer::{Token, TokenKind, digraph};
use crate::mistake::{Failure, Mistake};
use crate::options::Options;
use crate::source::{FileId, Place, Sources};
use expand::Context;
use files::{Files, INCLUDES, Open};
use macros::Macros;
use work::Work;

/// The most mistakes that are found in one text.
const MAX_MISTAKES: usize = 50;

/// The longest preprocessed text, in tokens.
const MAX_TOKENS: usize = 2_000_000;

/// A preprocessed text.
#[derive(Debug)]
pub struct Preprocessed {
    /// Its tokens, none of which is of the kind [`TokenKind::Other`].
    pub tokens: Vec<Token>,
    /// The files of which they are, and the macros that were used.
    pub sources: Sources,
}

/// Preprocesses a text. Fails with its mistakes, at most 50, or if the work is stopped. Files that include one another
/// without end, and macros that grow without end, are mistakes.
pub fn preprocess(path: &str, text: &str, options: &Options, control: &dyn Control) -> Result<Preprocessed, Failure> {
    let mut run = Preprocessor::new(path, text, options, control);
    let halt = run.run().err();
    let (tokens, sources) = (run.output, run.files.sources);
    match halt {
        Some(Halt::Stopped(stop)) => Err(Failure::Stopped(stop)),
        _ if run.mistakes.is_empty() => Ok(Preprocessed { tokens, sources }),
        _ => Err(Failure::Mistakes { mistakes: run.mistakes, sources }),
    }
}

/// The paths of the files that preprocessing reads, the text itself first; up to where the work is stopped, if it is. Built-in
/// headers are no files.
pub fn files_read(path: &str, text: &str, options: &Options, control: &dyn Control) -> Vec<SmolStr> {
    let mut run = Preprocessor::new(path, text, options, control);
    // Files are read up to the last mistake.
    let _ = run.run();
    run.files.sources.files.into_iter().filter(|file| !file.is_built_in).map(|file| file.path).collect()
}

/// Why preprocessing ended early.
enum Halt {
    /// The last mistake was one too many.
    Mistakes,
    /// The work was stopped.
    Stopped(Stop),
}

impl From<Stop> for Halt {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}

type Step<T = ()> = Result<T, Halt>;

struct Preprocessor<'a> {
    options: &'a Options,
    /// The file of macros that options define.
    defines: FileId,
    work: Work<'a>,
    files: Files<'a>,
    macros: Macros,
    /// Replacements of macros that were not read yet; the last one is read first.
    contexts: Vec<Context>,
    /// The contexts that are not read now, and no file either: inside of an argument or a directive.
    floor: Option<usize>,
    /// `true` in a condition, where `defined` is an operator.
    is_condition: bool,
    /// `true` if a blank stood before a macro that stands for nothing.
    is_spaced: bool,
    /// Depth of arguments in arguments.
    depth: usize,
    /// The value of `__COUNTER__`.
    counter: u32,
    /// The largest alignment of `#pragma pack`, and those that were pushed.
    pack: Option<NonZeroU8>,
    packs: Vec<pragmas::Pushed>,
    output: Vec<Token>,
    mistakes: Vec<Mistake>,
}

impl<'a> Preprocessor<'a> {
    fn new(path: &str, text: &str, options: &'a Options, control: &'a dyn Control) -> Self {
        let mut files = Files::new(path, text, options);
        files.open_built_in(INCLUDES, &includes(options));
        files.open_built_in("<prelude>", headers::PRELUDE);
        let defines = files.open_built_in("<options>", &command_line(options));
        for (path, text) in headers::predefined(options.target) {
            files.open_built_in(path, text);
        }
        Self {
            options,
            defines,
            work: Work::new(control),
            files,
            macros: Macros::new(),
            contexts: Vec::new(),
            floor: None,
            is_condition: false,
            is_spaced: false,
            depth: 0,
            counter: 0,
            pack: None,
            packs: Vec::new(),
            output: Vec::new(),
            mistakes: Vec::new(),
        }
    }

    fn run(&mut self) -> Step {
        let size = self.files.current.size();
        self.work.read(size);
        while let Some(token) = self.next_expanded()? {
            if token.is("_Pragma") && !token.is_painted {
                self.pragma_operator(&token)?;
            } else {
                self.emit(token)?;
            }
        }
        Ok(())
    }

    /// Adds a token to the output.
    fn emit(&mut self, mut token: Token) -> Step {
        if token.kind == TokenKind::Other {
            return self.mistake(token.place, no_token(&token.text));
        }
        if self.output.len() == MAX_TOKENS {
            return Err(self.fatal(token.place, format!("The preprocessed text has more than {MAX_TOKENS} tokens.")));
        }
        if token.kind == TokenKind::Punctuation
            && let Some(meaning) = digraph(&token.text)
        {
            token.text = meaning.into();
        }
        token.pack = self.pack;
        self.work.output(token.text.len());
        self.spend(1, token.place)?;
        self.output.push(token);
        Ok(())
    }

    /// Notes a mistake at a place. Fails if there are too many.
    fn mistake(&mut self, place: Place, message: impl Into<String>) -> Step {
        self.note(Mistake::new(place, message))
    }

    /// Notes a mistake. Fails if there are too many.
    fn note(&mut self, mistake: Mistake) -> Step {
        self.mistakes.push(mistake);
        if self.mistakes.len() < MAX_MISTAKES { Ok(()) } else { Err(Halt::Mistakes) }
    }

    /// Notes a mistake after which nothing else is read.
    fn fatal(&mut self, place: Place, message: impl Into<String>) -> Halt {
        self.mistakes.push(Mistake::new(place, message));
        Halt::Mistakes
    }

    /// The file that is read.
    fn current(&mut self) -> &mut Open {
        &mut self.files.current
    }
}

fn no_token(text: &str) -> String {
    match text.chars().find(|it| !it.is_ascii_alphanumeric()) {
        Some('"') => "This string has no closing `\"` on its line.".to_owned(),
        Some('\'') => "This character constant has no closing `'` on its line.".to_owned(),
        Some(it) if it.is_control() || it.is_whitespace() => {
            format!("No token of C begins with the character U+{:04X}.", u32::from(it))
        }
        _ => format!("No token of C begins with `{text}`."),
    }
}

/// The files that are included before the text, as a text.
fn includes(options: &Options) -> String {
    let lines: Vec<String> = options.includes.iter().map(|path| format!("#include \"{}\"", one_line(path))).collect();
    lines.join("\n")
}

/// The options as a text: what `-D` and `-U` mean.
fn command_line(options: &Options) -> String {
    let define = |option: &String| {
        let (name, value) = option.split_once('=').unwrap_or((option, "1"));
        format!("#define {} {}\n", one_line(name), one_line(value))
    };
    let undefine = |name: &String| format!("#undef {}\n", one_line(name));
    options.defines.iter().map(define).chain(options.undefines.iter().map(undefine)).collect()
}

fn one_line(text: &str) -> String {
    text.replace(['\n', '\r'], " ")
}
