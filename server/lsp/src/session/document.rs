//! One version of one open file: immutable, and analysed when it is first needed, in the language it is written in.

use std::sync::{Arc, OnceLock};

use boolprog_base::position::Encoding;
use boolprog_check::integer::Model;
use boolprog_check::wording;
use boolprog_check::{Query, Unit};
use boolprog_frontend::FrontEnd;
use boolprog_ide::blueprint::is_blueprint;
use boolprog_ide::layout::Layout;
use boolprog_ide::shape::{self, Shape};
use boolprog_ide::symbols::Symbol;
use boolprog_ide::{Checkable, Findings, Snapshot, Source, integer, symbols};
use boolprog_integer::{InputBound, Instantiation};
use boolprog_program::program::Threads;
use boolprog_program::reading::ReadingOptions;
use boolprog_syntax::Document;
use boolprog_syntax::ast::SourceFile;
use tower_lsp::ls_types::{TextDocumentContentChangeEvent, Uri};

use super::convert::{Converter, offset};
use super::last_valid::LastValid;
use super::settings::Settings;

/// One version of one open file, under one set of settings.
pub(crate) struct Version {
    pub(crate) uri: Uri,
    pub(crate) front_end: &'static FrontEnd,
    pub(crate) number: i32,
    /// The settings it is read under.
    pub(crate) settings: Arc<Settings>,
    /// The text and its syntax tree.
    pub(crate) document: Document,
    /// The properties of the last version without errors.
    last_valid: Option<LastValid>,
    analysed: OnceLock<Option<Box<Analysed>>>,
    shape: OnceLock<Shape>,
    /// The shape of an earlier text, from which items are taken that are the same.
    earlier: Option<Shape>,
}

/// Results of the layers below for a program.
pub(crate) struct Analysed {
    /// The program, without verdicts. Checks of a Boolean program are made when they are first asked for.
    pub(crate) source: Source,
    path: String,
    question: OnceLock<Option<Question>>,
}

/// A program to check, and how. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Question {
    /// The program, and how it is checked.
    pub(crate) query: Query,
    /// Fingerprint of both, independent of the layout.
    pub(crate) fingerprint: u64,
    pub(crate) layout: Arc<Layout>,
}

impl Question {
    fn new(query: Query, source: &dyn Checkable) -> Self {
        Self { fingerprint: query.fingerprint(), query, layout: Arc::new(source.layout()) }
    }

    pub(crate) fn nothing_found(&self) -> Findings {
        let properties = self.query.property_ids().len();
        Findings::nothing(properties, wording::scope_of(&self.query), Arc::clone(&self.layout))
    }
}

impl Analysed {
    /// The program to check; `None` if the file has errors. The first call checks and lowers the file.
    pub(crate) fn question(&self) -> Option<&Question> {
        let question = || {
            let snapshot = self.source.boolean().filter(|snapshot| !snapshot.has_errors())?;
            let unit = Unit {
                path: self.path.clone(),
                text: Arc::clone(&snapshot.text),
                file: Arc::clone(&snapshot.file),
                analysis: Arc::clone(&snapshot.analysis),
            };
            let options = boolprog_check::Options {
                thread_states: boolprog_check::Effort::Short,
                jobs: boolprog_host::limits::cores(),
                ..boolprog_check::Options::default()
            };
            Some(Question::new(Query::Boolean(unit, options), snapshot))
        };
        self.question.get_or_init(question).as_ref()
    }

    pub(crate) fn unit(&self) -> Option<(&Unit, boolprog_check::Options)> {
        match &self.question()?.query {
            Query::Boolean(unit, options) => Some((unit, *options)),
            Query::Integer(..) => None,
        }
    }

    /// The integer program; `None` if there is none, or if it has errors.
    pub(crate) fn model(&self) -> Option<(&Model, &boolprog_check::integer::Options)> {
        match &self.question()?.query {
            Query::Integer(model, options) => Some((model, options)),
            Query::Boolean(..) => None,
        }
    }

    /// The same for a search of states: with few instances, if it has any number of them. These are named in the last result,
    /// as a phrase: `with 2 instances of Client`.
    pub(crate) fn searched(&self) -> Option<(Model, &boolprog_check::integer::Options, Option<String>)> {
        let (model, options) = self.model()?;
        if !model.has_any_number() {
            return Some((model.clone(), options, None));
        }
        let few = model.with_few_instances().ok()?;
        let scope = wording::scope_of_instances(&few.system);
        Some((few, options, Some(scope)))
    }

    /// Its properties, if it is known to have no errors.
    fn stated(&self) -> Option<LastValid> {
        let fingerprint = self.question.get()?.as_ref()?.fingerprint;
        let spans = self.source.checkable().stated().iter().map(|property| property.span).collect();
        Some(LastValid { fingerprint, spans })
    }
}

impl Version {
    pub(crate) fn open(
        uri: Uri,
        front_end: &'static FrontEnd,
        number: i32,
        text: &str,
        settings: Arc<Settings>,
    ) -> Self {
        Self {
            uri,
            front_end,
            number,
            settings,
            document: Document::new(text),
            last_valid: None,
            analysed: OnceLock::new(),
            shape: OnceLock::new(),
            earlier: None,
        }
    }

    /// The version after these changes; each refers to the text after the previous one. A position that does not exist
    /// is moved to the nearest one that does.
    pub(crate) fn changed(
        &self,
        number: i32,
        changes: Vec<TextDocumentContentChangeEvent>,
        encoding: Encoding,
    ) -> Self {
        let mut document = self.document.clone();
        let mut last_valid = self.last_valid();
        for change in changes {
            if let Some(range) = change.range {
                let at = |position| offset(&document, position, encoding);
                let range = at(range.start)..at(range.end).max(at(range.start));
                last_valid = last_valid.map(|it| it.changed(&range, change.text.len()));
                document.apply(range, &change.text);
            } else {
                document = Document::new(&change.text);
                last_valid = None;
            }
        }
        Self { number, last_valid, ..self.with(document) }
    }

    fn with(&self, document: Document) -> Self {
        Self {
            uri: self.uri.clone(),
            front_end: self.front_end,
            number: self.number,
            settings: Arc::clone(&self.settings),
            document,
            last_valid: None,
            analysed: OnceLock::new(),
            shape: OnceLock::new(),
            earlier: self.shape.get().or(self.earlier.as_ref()).cloned(),
        }
    }

    /// The properties of this version if it is known to have no errors, else those of the last version without.
    pub(crate) fn last_valid(&self) -> Option<LastValid> {
        let own = self.analysed.get().and_then(|analysed| analysed.as_ref()?.stated());
        own.or_else(|| self.last_valid.clone())
    }

    /// The same text under other settings.
    pub(crate) fn reread(&self, settings: Arc<Settings>) -> Self {
        Self { settings, last_valid: self.last_valid(), ..self.with(self.document.clone()) }
    }

    pub(crate) fn converter(&self, encoding: Encoding) -> Converter<'_> {
        Converter::new(&self.uri, self.front_end, &self.document, encoding)
    }

    /// The last part of the path. A query may name another file.
    pub(crate) fn file_name(&self) -> &str {
        let address = self.uri.as_str();
        let path = address.split_once('?').map_or(address, |(path, _)| path);
        path.rsplit(['/', '\\', ':']).next().unwrap_or_default()
    }

    /// The analysis of a program, computed on first use. `None` if the file is in a language that is not ours.
    pub(crate) fn analysed(&self) -> Option<&Analysed> {
        self.analysed.get_or_init(|| self.analyse().map(Box::new)).as_deref()
    }

    /// The program to check; `None` if the file has errors or is not a program. Analyses the text if that was not done
    /// yet.
    pub(crate) fn question(&self) -> Option<&Question> {
        self.analysed()?.question()
    }

    /// Returns `true` if the file is so large that it is checked on request only. Does not need the lowered program.
    pub(crate) fn is_large(&self) -> bool {
        self.analysed().is_some_and(|analysed| analysed.source.checkable().is_large())
    }

    /// The concrete syntax; `None` if the file is not a program.
    pub(crate) fn shape(&self) -> Option<&Shape> {
        let grammar = if self.front_end.makes_integer_programs() {
            &shape::INTEGER
        } else if is_blueprint(self.file_name(), self.document.text()) {
            return None;
        } else {
            &shape::BOOLEAN
        };
        Some(self.shape.get_or_init(|| Shape::new(grammar, self.document.text(), self.earlier.as_ref())))
    }

    /// The outline of the file. Takes less than an analysis, if there is none yet.
    pub(crate) fn symbols(&self) -> Vec<Symbol> {
        let text = self.document.text();
        if self.front_end.makes_integer_programs() {
            integer::symbols::symbols(text, &boolprog_integer::syntax::parse(text).file)
        } else if is_blueprint(self.file_name(), text) {
            Vec::new()
        } else {
            symbols::symbols(self.document.source_file())
        }
    }

    fn analyse(&self) -> Option<Analysed> {
        let text = Arc::clone(self.document.text());
        if self.front_end.makes_integer_programs() {
            Some(self.integer_program(text))
        } else {
            (!is_blueprint(self.file_name(), &text)).then(|| self.boolean_program(text))
        }
    }

    fn boolean_program(&self, text: Arc<str>) -> Analysed {
        let file = Arc::clone(self.document.source_file());
        let analysis = Arc::new(boolprog_program::analyse(&file, &options(&self.settings.reading, &file)));
        let syntax = self.document.diagnostics().into();
        let mut snapshot = Snapshot::new(text, file, syntax, analysis);
        snapshot.context.preferences = self.settings.preferences;
        if let Some(last_valid) = &self.last_valid {
            snapshot.context.last_valid = Arc::clone(&last_valid.spans);
        }
        Analysed { source: Source::Boolean(snapshot), path: self.path(), question: OnceLock::new() }
    }

    fn integer_program(&self, text: Arc<str>) -> Analysed {
        let mut snapshot = integer::Snapshot::new(text, self.settings.preferences);
        if let Some(last_valid) = self.last_valid.as_ref().filter(|_| snapshot.has_errors()) {
            snapshot.context.last_valid = Arc::clone(&last_valid.spans);
        }
        let mut question = None;
        if !snapshot.has_errors() {
            let (text, file) = (Arc::clone(&snapshot.text), Arc::clone(&snapshot.file));
            match Model::new(self.path(), text, file, self.instantiation()) {
                Ok(model) => {
                    let inputs = InputBound(self.settings.integer.inputs);
                    let options =
                        boolprog_check::integer::Options { inputs, ..boolprog_check::integer::Options::default() };
                    question = Some(Question::new(Query::Integer(model, options), &snapshot));
                }
                Err(why) => snapshot = snapshot.refused(why),
            }
        }
        Analysed { source: Source::Integer(snapshot), path: self.path(), question: question.into() }
    }

    fn instantiation(&self) -> Instantiation {
        let threads = match self.settings.reading.threads {
            Some(Threads::Exactly(threads)) => Some(u16::try_from(threads).unwrap_or(u16::MAX)),
            Some(Threads::Any) | None => None,
        };
        let representatives = threads.is_none();
        Instantiation { threads, representatives, on_range: self.settings.integer.range }
    }

    /// The path on disk, or the URI of a file that has none.
    fn path(&self) -> String {
        let path = self.uri.to_file_path().map(|path| path.to_string_lossy().into_owned());
        path.unwrap_or_else(|| self.uri.as_str().to_owned())
    }
}

/// The options of a file: its pragmas take precedence over the settings.
fn options(settings: &ReadingOptions, file: &SourceFile) -> ReadingOptions {
    let says = |key: &str| file.pragmas.iter().any(|pragma| pragma.key.text == key);
    ReadingOptions {
        threads: settings.threads.filter(|_| !says("threads")),
        initial_false: settings.initial_false.filter(|_| !says("initial")),
        ..settings.clone()
    }
}
