//! The preprocessor: directives, macros and included files, over tokens that keep their places.

mod condition;
mod macros;

use std::collections::BTreeMap;

use boolprog_base::Span;
use boolprog_import::Refusal;
use smol_str::SmolStr;

use crate::Options;
use crate::lexer::{Kind, Token, lex};
use crate::names::Lines;
use crate::watch::Watch;
use macros::Macro;

/// The longest preprocessed text, in tokens.
const MAX_TOKENS: usize = 2_000_000;

/// The deepest nesting of included files.
const MAX_INCLUDED: usize = 40;

/// The most files that are included, one that is included again counted again.
const MAX_FILES: usize = 5000;

/// Macros that every compiler defines, besides those of a place in the text.
static PREDEFINED: &[&str] = &["__STDC__=1", "__STDC_HOSTED__=1", "__STDC_VERSION__=201710L"];

/// What the parser reads.
pub(crate) struct Preprocessed {
    pub(crate) tokens: Vec<Token>,
    /// Comments of the checked text.
    pub(crate) comments: Vec<Span>,
}

/// Preprocesses a text. Fails with the first error, since nothing after it need make sense.
pub(crate) fn preprocess(path: &str, text: &str, options: &Options, watch: &Watch) -> Result<Preprocessed, Refusal> {
    let lines = Lines::of(text);
    let (macros, output) = (BTreeMap::new(), Vec::new());
    let mut run = Run { options, watch, lines, macros, output, steps: 0, depth: 0, included: 0, files: 0 };
    for define in PREDEFINED.iter().copied().chain(options.defines.iter().map(String::as_str)) {
        let (name, value) = define.split_once('=').unwrap_or((define, "1"));
        let body = lex(value, Some(Span::empty(0)), watch)?.tokens;
        run.macros.insert(name.into(), Macro { body, ..Macro::default() });
    }
    let lexed = lex(text, None, watch)?;
    run.file(path, &lexed.tokens)?;
    Ok(Preprocessed { tokens: run.output, comments: lexed.comments })
}

pub(crate) fn error(span: Span, message: impl Into<String>) -> Refusal {
    Refusal::new(span, message)
}

struct Run<'a> {
    options: &'a Options,
    watch: &'a Watch<'a>,
    /// Those of the checked text.
    lines: Lines,
    macros: BTreeMap<SmolStr, Macro>,
    output: Vec<Token>,
    /// Work so far: tokens that were looked at.
    steps: usize,
    /// How deep macros are nested, in one another or in their arguments.
    depth: usize,
    /// How deep the file that is read is included.
    included: usize,
    /// How many files were included.
    files: usize,
}

/// State of an `#if` that is not closed.
struct Branch {
    /// `true` if its lines are read now, so that it lies in no other one that is not read.
    active: bool,
    /// `true` if one of its branches was read, or none may be.
    taken: bool,
    span: Span,
}

impl Run<'_> {
    fn file(&mut self, path: &str, tokens: &[Token]) -> Result<(), Refusal> {
        let mut branches: Vec<Branch> = Vec::new();
        let mut pending: Vec<Token> = Vec::new();
        let mut at = 0;
        while at < tokens.len() {
            let end = (at + 1..tokens.len()).find(|index| tokens[*index].first).unwrap_or(tokens.len());
            let line = &tokens[at..end];
            self.watch.work(line.len())?;
            at = end;
            if line[0].is("#") {
                self.expand_into_output(&mut pending)?;
                self.directive(path, &line[1..], line[0].span, &mut branches)?;
            } else if branches.last().is_none_or(|branch| branch.active) {
                pending.extend_from_slice(line);
            }
        }
        self.expand_into_output(&mut pending)?;
        match branches.last() {
            Some(open) => Err(error(open.span, "This `#if` has no `#endif`.")),
            None => Ok(()),
        }
    }

    fn expand_into_output(&mut self, pending: &mut Vec<Token>) -> Result<(), Refusal> {
        let tokens = std::mem::take(pending);
        let mut output = std::mem::take(&mut self.output);
        let result = self.expand(&tokens, &mut Vec::new(), &mut output, None);
        self.output = output;
        result
    }

    fn directive(&mut self, path: &str, line: &[Token], span: Span, branches: &mut Vec<Branch>) -> Result<(), Refusal> {
        let Some(name) = line.first() else { return Ok(()) };
        let rest = &line[1..];
        let active = branches.last().is_none_or(|branch| branch.active);
        match name.text.as_str() {
            "if" | "ifdef" | "ifndef" => {
                let holds = active && self.holds(&name.text, rest, span)?;
                branches.push(Branch { active: holds, taken: holds || !active, span });
            }
            "elif" | "elifdef" | "elifndef" => {
                let taken = branches.last().ok_or_else(|| error(span, "This `#elif` has no `#if`."))?.taken;
                let holds = !taken && self.holds(&name.text, rest, span)?;
                if let Some(branch) = branches.last_mut() {
                    (branch.active, branch.taken) = (holds, taken || holds);
                }
            }
            "else" => {
                let branch = branches.last_mut().ok_or_else(|| error(span, "This `#else` has no `#if`."))?;
                (branch.active, branch.taken) = (!branch.taken, true);
            }
            "endif" => {
                branches.pop().ok_or_else(|| error(span, "This `#endif` has no `#if`."))?;
            }
            _ if !active => {}
            "define" => self.define(rest, span)?,
            "undef" => _ = rest.first().map(|it| self.macros.remove(&it.text)),
            "include" => self.include(path, rest, span)?,
            "error" => {
                let words: Vec<&str> = rest.iter().map(|it| it.text.as_str()).collect();
                return Err(error(span, format!("`#error` is reached: {}", words.join(" "))));
            }
            "pragma" if rest.first().is_some_and(|it| it.is("pack")) => {
                return Err(error(span, "Not supported: `#pragma pack`, which changes where members lie in memory."));
            }
            // Nothing that matters here, among them the line markers of preprocessed texts.
            "pragma" | "line" | "ident" | "warning" => {}
            _ if name.kind == Kind::Number => {}
            other => return Err(error(name.span, format!("`#{other}` is no directive."))),
        }
        Ok(())
    }

    /// Whether the lines after a condition are read.
    fn holds(&mut self, directive: &str, rest: &[Token], span: Span) -> Result<bool, Refusal> {
        let is_defined = rest.first().is_some_and(|it| self.macros.contains_key(&it.text));
        match directive.trim_start_matches("el") {
            "ifdef" => Ok(is_defined),
            "ifndef" => Ok(!is_defined),
            _ => self.condition(rest, span),
        }
    }

    /// Reads a file beside the current one, or in a folder of the options. Headers of the system hold nothing that is not
    /// built in.
    fn include(&mut self, path: &str, rest: &[Token], span: Span) -> Result<(), Refusal> {
        let named = match rest {
            [named] if named.kind == Kind::String => named,
            [open, .., close]
                if open.is("<") && close.is(">") && !rest[1..rest.len() - 1].iter().any(|it| it.is(">")) =>
            {
                return self.include_header(&rest[1..rest.len() - 1], span);
            }
            _ => return Err(error(span, "`#include` takes `<name>` or `\"name\"`.")),
        };
        if self.included >= MAX_INCLUDED {
            return Err(error(span, format!("Files include one another more than {MAX_INCLUDED} levels deep.")));
        }
        let name = named.text.trim_matches('"');
        let folder = path.rfind('/').map_or("", |end| &path[..=end]);
        let place = if self.included == 0 { Span::new(span.start, named.span.end) } else { span };
        if self.include_from(Some(folder.to_owned()), name, place)? {
            return Ok(());
        }
        if BUILT_IN.contains(&name) {
            return self.built_in(name);
        }
        Err(error(named.span, format!("The file `{name}` cannot be read.")))
    }

    /// `#include <name>`: a file of the folders of the options, or a header of the system.
    fn include_header(&mut self, name: &[Token], span: Span) -> Result<(), Refusal> {
        let name: String = name.iter().map(|it| it.text.as_str()).collect();
        let place = if self.included == 0 { Span::new(span.start, span.end) } else { span };
        if self.include_from(None, &name, place)? { Ok(()) } else { self.built_in(&name) }
    }

    /// Reads a file in a folder, or in one of the options. Returns `false` if there is none.
    fn include_from(&mut self, folder: Option<String>, name: &str, place: Span) -> Result<bool, Refusal> {
        let folders = self.options.folders.iter().map(|folder| format!("{}/", folder.trim_end_matches('/')));
        for folder in folder.into_iter().chain(folders) {
            let file = format!("{folder}{name}");
            if let Some(text) = self.options.files.read(&file) {
                self.files += 1;
                if self.files > MAX_FILES {
                    return Err(error(place, format!("More than {MAX_FILES} files are included.")));
                }
                let tokens = lex(&text, Some(place), self.watch)?.tokens;
                self.count(place, tokens.len())?;
                self.included += 1;
                let read = self.file(&file, &tokens);
                self.included -= 1;
                self.watch.release(tokens.len() * size_of::<Token>());
                return read.map(|()| true);
            }
        }
        Ok(false)
    }

    /// A header of the system is included: `assert` does nothing from here on where `NDEBUG` is defined.
    fn built_in(&mut self, name: &str) -> Result<(), Refusal> {
        if name != "assert.h" {
            return Ok(());
        }
        self.macros.remove("assert");
        if self.macros.contains_key("NDEBUG") {
            let body = lex("((void)0)", Some(Span::empty(0)), self.watch)?.tokens;
            let nothing = Macro { parameters: Some(vec!["__VA_ARGS__".into()]), variadic: true, body };
            self.macros.insert("assert".into(), nothing);
        }
        Ok(())
    }

    fn count(&mut self, span: Span, tokens: usize) -> Result<(), Refusal> {
        self.steps += tokens + 1;
        self.watch.work(tokens + 1)?;
        if self.steps > MAX_TOKENS {
            return Err(error(span, format!("The preprocessed text has more than {MAX_TOKENS} tokens.")));
        }
        Ok(())
    }
}

static BUILT_IN: &[&str] = &[
    "assert.h",
    "pthread.h",
    "stdlib.h",
    "stdio.h",
    "unistd.h",
    "signal.h",
    "stdbool.h",
    "limits.h",
    "stdatomic.h",
    "threads.h",
    "stdint.h",
    "stddef.h",
    "string.h",
];
