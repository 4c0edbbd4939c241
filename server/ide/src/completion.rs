//! Completion: possible words at a cursor. No offer would be an error there.

mod expected;
mod pragma;
mod scope;
mod snippets;

use boolprog_base::Span;
use boolprog_integer::model::SymbolId;
use boolprog_program::names::{LabelId, ProcedureId, Storage, Symbol, VariableId};
use rustc_hash::FxHashSet;

use crate::completion::expected::{Calls, Expected, Forms, expected};
use crate::completion::scope::Scope;
use crate::markdown::escaped;
use crate::symbols::SymbolKind;
use crate::typing::Typing;
use crate::{Snapshot, hover, keywords, signature_help};

/// Offers at one place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Completions {
    /// The part of the word at the cursor before it.
    pub insert: Span,
    /// Span of the whole word.
    pub replace: Span,
    /// `true` if the offers are worth showing before the first letter is typed.
    pub eager: bool,
    /// The offers, the likeliest first.
    pub items: Vec<Completion>,
}

/// An offer of a completion.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Completion {
    /// Text shown and inserted.
    pub label: String,
    /// A short description; may be empty.
    pub detail: String,
    /// Alternative insertion for editors that know snippets.
    pub snippet: Option<String>,
    /// The text after the label.
    pub subject: Subject,
}

/// Meaning of an offer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Subject {
    /// A word of the language.
    Keyword,
    /// Several words, under a name of their own: only for editors that know snippets.
    Snippet,
    /// A constant or `*`, or the value of a setting.
    Value,
    /// The key of a setting.
    Key,
    /// A variable of the program.
    Variable(VariableId),
    /// A procedure of the program.
    Procedure(ProcedureId),
    /// A label of the procedure.
    Label(LabelId),
    /// Something that an integer program declares.
    Named(SymbolKind, SymbolId),
}

/// The items at an offset; `None` if there are none. Linear in the procedure before it.
pub fn completions(snapshot: &Snapshot, offset: u32) -> Option<Completions> {
    let typing = Typing::at(snapshot, offset);
    let completions = match typing.comment {
        Some(comment) => pragma::completions(snapshot, comment, offset)?,
        None => at_word(snapshot, &typing, offset),
    };
    (!completions.items.is_empty()).then_some(completions)
}

/// The documentation of the item with this label, in Markdown.
pub fn documentation(snapshot: &Snapshot, label: &str, subject: Subject) -> Option<String> {
    let lines = match subject {
        Subject::Keyword => keywords::BOOLEAN.meaning(label)?.map(str::to_owned).to_vec(),
        Subject::Variable(id) => hover::of_symbol(snapshot, Symbol::Variable(id)),
        Subject::Label(id) => hover::of_symbol(snapshot, Symbol::Label(id)),
        Subject::Procedure(id) => {
            let procedure = snapshot.file.procedures.get(id.0 as usize)?;
            signature_help::comment(snapshot, procedure).iter().map(|text| escaped(text)).collect()
        }
        Subject::Snippet | Subject::Value | Subject::Key | Subject::Named(..) => Vec::new(),
    };
    (!lines.is_empty()).then(|| lines.join("\n").trim_end().to_owned())
}

fn at_word(snapshot: &Snapshot, typing: &Typing, offset: u32) -> Completions {
    let scope = Scope { snapshot, procedure: typing.procedure };
    let mut expected = expected(typing, &scope);
    if expected.list_ends.is_some_and(|end| typing.behind.last() == Some(&end)) {
        expected.taken.extend(&typing.behind);
    }
    let front = snapshot.text.get(..typing.word.start as usize).unwrap_or_default();
    let begins_line = front.rsplit(['\n', '\r']).next().is_none_or(|line| line.trim().is_empty());
    let offers = Offers { scope, begins_line, behind: behind(&snapshot.text, typing.word.end) };
    Completions {
        insert: Span::new(typing.word.start, offset),
        replace: typing.word,
        eager: expected.eager || snapshot.slice(Span::new(typing.word.start, offset)) == "{",
        items: offers.all(&expected),
    }
}

/// The rest of the line after an offset.
pub(crate) fn behind(text: &str, offset: u32) -> &str {
    let rest = text.get(offset as usize..).unwrap_or_default();
    rest.split(['\n', '\r']).next().unwrap_or_default()
}

/// Conversion of possible words to offers.
struct Offers<'a> {
    scope: Scope<'a>,
    /// `true` if nothing is before the word on its line.
    begins_line: bool,
    /// The rest of the line after the word.
    behind: &'a str,
}

impl Offers<'_> {
    fn all(&self, expected: &Expected) -> Vec<Completion> {
        let mut items = Vec::new();
        if expected.labels {
            items.extend(self.labels());
        }
        items.extend(self.variables(expected.variables));
        items.extend(self.procedures(expected.calls));
        if expected.values {
            items.extend(["T", "F", "*"].map(|value| plain(value, Subject::Value)));
        }
        items.extend(expected.words.iter().map(|word| self.keyword(word)));
        items.extend(self.snippets(expected));
        items.retain(|item| !expected.taken.contains(&item.label.as_str()));
        items
    }

    fn labels(&self) -> Vec<Completion> {
        let mut seen = FxHashSet::default();
        let labels = (0..).map(LabelId).zip(&self.scope.snapshot.analysis.names.labels);
        let own = labels.filter(|(_, label)| Some(label.procedure) == self.scope.procedure);
        own.filter(|(_, label)| seen.insert(label.name.as_str()))
            .map(|(id, label)| plain(&label.name, Subject::Label(id)))
            .collect()
    }

    fn variables(&self, forms: Forms) -> Vec<Completion> {
        let names = &self.scope.snapshot.analysis.names;
        let form = |wanted: bool, quote: &str, dollar: &str, id: VariableId| {
            let info = names.info(id);
            let label = format!("{quote}{}{dollar}", info.name);
            let is_copy = !dollar.is_empty();
            // A variable can have the very name that would mean the copy of another one.
            let is_meant =
                !is_copy || self.scope.has_copies(id) && self.scope.is_passive(label.trim_start_matches('\''));
            let detail = storage(info.storage).to_owned();
            (wanted && is_meant).then(|| Completion { detail, ..plain(&label, Subject::Variable(id)) })
        };
        let quote = if forms.quoted { "" } else { "'" };
        let all =
            [(forms.plain, "", ""), (forms.new, quote, ""), (forms.passive, "", "$"), (forms.new_passive, quote, "$")];
        let of_form =
            |(wanted, quote, dollar)| self.scope.variables().filter_map(move |id| form(wanted, quote, dollar, id));
        all.into_iter().flat_map(of_form).collect()
    }

    fn procedures(&self, calls: Calls) -> Vec<Completion> {
        let fits = |results: u32| match calls {
            Calls::None => false,
            Calls::Any => true,
            Calls::Results(wanted) => results as usize == wanted,
        };
        let named = (0..).map(ProcedureId).zip(&self.scope.snapshot.file.procedures);
        let called = named.filter(|(id, procedure)| {
            fits(procedure.results) && self.scope.snapshot.analysis.names.procedure(&procedure.name.text) == Some(*id)
        });
        called
            .map(|(id, procedure)| Completion {
                detail: signature_help::signature(procedure).label,
                snippet: (!self.behind.trim_start().starts_with('(')).then(|| snippets::call(procedure)),
                ..plain(&procedure.name.text, Subject::Procedure(id))
            })
            .collect()
    }

    /// Templates that begin a program and take a lock, where each of them can stand on lines of its own.
    fn snippets(&self, expected: &Expected) -> Vec<Completion> {
        if !self.begins_line || !self.behind.trim().is_empty() {
            return Vec::new();
        }
        let Snapshot { file, analysis, .. } = self.scope.snapshot;
        let begins = |word| expected.words.contains(&word);
        let is_empty = file.declarations.is_empty() && file.procedures.is_empty();
        let has_threads = file.pragmas.iter().any(|pragma| pragma.key.text == "threads");
        let lock = analysis.names.variables.iter().find(|variable| variable.storage == Storage::Shared);
        let mut snippets = Vec::new();
        snippets.extend((begins("dfs") && is_empty).then(snippets::program));
        snippets.extend((begins("dfs") && !has_threads).then(snippets::threads));
        snippets.extend(lock.filter(|_| begins("atomic_begin")).map(|variable| snippets::lock(&variable.name)));
        snippets
    }

    fn keyword(&self, word: &'static str) -> Completion {
        let snippet = self.behind.trim().is_empty().then(|| snippets::of_word(word)).flatten();
        Completion { snippet, ..plain(word, Subject::Keyword) }
    }
}

pub(crate) fn snippet(label: &str, detail: &str, text: impl Into<String>) -> Completion {
    Completion { detail: detail.to_owned(), snippet: Some(text.into()), ..plain(label, Subject::Snippet) }
}

pub(crate) fn plain(label: &str, subject: Subject) -> Completion {
    Completion { label: label.to_owned(), detail: String::new(), snippet: None, subject }
}

fn storage(storage: Storage) -> &'static str {
    match storage {
        Storage::Shared => "shared",
        Storage::ThreadLocal => "thread_local",
        Storage::Local(_) => "local",
        Storage::Parameter(..) => "parameter",
    }
}
