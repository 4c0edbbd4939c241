//! One version of one open file: immutable, and analysed when it is first needed, in the language it is written in.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use boolprog_base::position::Encoding;
use boolprog_base::{Diagnostic, Severity, Span};
use boolprog_check::integer::Model;
use boolprog_check::wording;
use boolprog_check::{Query, Unit};
use boolprog_frontend::{FrontEnd, Options, Program, Reader, Text, c, commands};
use boolprog_host::limits::Limits;
use boolprog_host::linked::Linking;
use boolprog_ide::blueprint::is_blueprint;
use boolprog_ide::layout::Layout;
use boolprog_ide::shape::{self, Shape};
use boolprog_ide::symbols::Symbol;
use boolprog_ide::{Checkable, Findings, Snapshot, Source, imported, integer, symbols};
use boolprog_integer::{Check, InputBound, Instantiation};
use boolprog_program::program::Threads;
use boolprog_program::reading::ReadingOptions;
use boolprog_syntax::Document;
use boolprog_syntax::ast::SourceFile;
use tokio_util::sync::CancellationToken;
use tower_lsp::ls_types::{TextDocumentContentChangeEvent, Uri};

use super::asked::Asked;
use super::convert::{Converter, offset};
use super::last_valid::LastValid;
use super::settings::Settings;

/// The time that a C program may take until it is read.
const READING_TIME: Duration = Duration::from_secs(20);

/// One version of one open file, under one set of settings.
pub(crate) struct Version {
    pub(crate) uri: Uri,
    pub(crate) front_end: &'static FrontEnd,
    pub(crate) number: i32,
    /// The settings it is read under.
    pub(crate) settings: Arc<Settings>,
    /// The text and its syntax tree.
    pub(crate) document: Document,
    /// The answer whether it is checked.
    asked: Asked,
    /// The questions about a C program that a person has added to those of the settings.
    also: Vec<c::Asked>,
    /// The properties of the last version without errors.
    last_valid: Option<LastValid>,
    analysed: OnceLock<Option<Box<Analysed>>>,
    /// Cancelled when the version is not wanted any more.
    abandoned: CancellationToken,
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
        let stated = self.source.checkable().stated();
        // A property that the text does not state has no lens until it is checked again.
        let place = |span: Span, is_implied: bool| if is_implied { Span::empty(span.start) } else { span };
        let spans = stated.iter().map(|property| place(property.span, property.is_implied)).collect();
        let row = match &self.source {
            Source::Imported(snapshot) => imported::lenses::row(snapshot),
            Source::Boolean(_) | Source::Integer(_) => None,
        };
        Some(LastValid { fingerprint, spans, row })
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
        let document = Document::new(text);
        let asked = Asked::of(front_end, &path_of(&uri), &document, &settings);
        Self {
            uri,
            front_end,
            number,
            settings,
            document,
            asked,
            also: Vec::new(),
            last_valid: None,
            analysed: OnceLock::new(),
            abandoned: CancellationToken::new(),
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
        let asked = self.asked.again(self.front_end, &path_of(&self.uri), &document, &self.settings);
        Self { number, asked, last_valid, ..self.with(document) }
    }

    fn with(&self, document: Document) -> Self {
        Self {
            uri: self.uri.clone(),
            front_end: self.front_end,
            number: self.number,
            settings: Arc::clone(&self.settings),
            document,
            asked: self.asked,
            also: self.also.clone(),
            last_valid: None,
            analysed: OnceLock::new(),
            abandoned: CancellationToken::new(),
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
        let asked = self.asked.again(self.front_end, &path_of(&self.uri), &self.document, &settings);
        Self { settings, asked, last_valid: self.last_valid(), ..self.with(self.document.clone()) }
    }

    /// The same after a person has asked for it, or for more of it; none if that is nothing new.
    pub(crate) fn asked_for(&self, more: Option<c::Asked>) -> Option<Self> {
        let more = more.filter(|more| !self.also.contains(more) && !self.settings.c.reading.asked.contains(more));
        let is_new = self.asked == Asked::No || more.is_some();
        is_new.then(|| {
            let asked = if self.asked == Asked::No { Asked::ByCommand } else { self.asked };
            let also = self.also.iter().copied().chain(more).collect();
            Self { asked, also, last_valid: self.last_valid(), ..self.with(self.document.clone()) }
        })
    }

    /// Ends the reading of a program that is not wanted any more. A request that waits for it finds an error.
    pub(crate) fn abandon(&self) {
        self.abandoned.cancel();
    }

    /// Returns `true` if no request was made for a file in a language of other tools.
    pub(crate) fn is_left_alone(&self) -> bool {
        self.asked == Asked::No
    }

    pub(crate) fn converter(&self, encoding: Encoding) -> Converter<'_> {
        let joined = self.analysed.get().and_then(|analysed| analysed.as_ref()?.source.joined());
        Converter::new(&self.uri, self.front_end, &self.document, encoding).with(joined)
    }

    /// Returns `true` if what is known of the program depends on another file: on one of its files, or on whichever there are if it
    /// has errors.
    pub(crate) fn depends_on(&self, path: &Path) -> bool {
        let Some(Some(analysed)) = self.analysed.get().map(Option::as_ref) else { return false };
        let Source::Imported(snapshot) = &analysed.source else { return false };
        let is_named = |name: &str| path.file_name().is_some_and(|it| it == name);
        let is_c = || path.extension().is_some_and(|it| it == "c" || it == "h");
        path != Path::new(&analysed.path)
            && (is_named(commands::FILE_NAME)
                || snapshot.files().any(|file| Path::new(file) == path)
                || (snapshot.has_errors() && is_c()))
    }

    /// The last part of the path. A query may name another file.
    pub(crate) fn file_name(&self) -> &str {
        let address = self.uri.as_str();
        let path = address.split_once('?').map_or(address, |(path, _)| path);
        path.rsplit(['/', '\\', ':']).next().unwrap_or_default()
    }

    /// The analysis of a program, computed on first use. `None` if the file is none, or is left alone.
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
        let grammar = match self.front_end.reader {
            Reader::Integer(_) => &shape::INTEGER,
            Reader::Boolean(_) if !is_blueprint(self.file_name(), self.document.text()) => &shape::BOOLEAN,
            Reader::Boolean(_) | Reader::Import(_) | Reader::System(_) => return None,
        };
        Some(self.shape.get_or_init(|| Shape::new(grammar, self.document.text(), self.earlier.as_ref())))
    }

    /// The outline of the file. Takes less than an analysis, if there is none yet.
    pub(crate) fn symbols(&self) -> Vec<Symbol> {
        match self.front_end.reader {
            Reader::Integer(_) => {
                let text = self.document.text();
                integer::symbols::symbols(text, &boolprog_integer::syntax::parse(text).file)
            }
            Reader::Boolean(_) if !is_blueprint(self.file_name(), self.document.text()) => {
                symbols::symbols(self.document.source_file())
            }
            Reader::Boolean(_) | Reader::Import(_) | Reader::System(_) => Vec::new(),
        }
    }

    fn analyse(&self) -> Option<Analysed> {
        if self.is_left_alone() {
            return None;
        }
        let text = Arc::clone(self.document.text());
        match self.front_end.reader {
            Reader::Boolean(_) => (!is_blueprint(self.file_name(), &text)).then(|| self.boolean_program(text)),
            Reader::Integer(_) => Some(self.integer_program(text)),
            Reader::Import(_) => Some(self.imported_program(text)),
            Reader::System(_) => None,
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
                Ok(model) => question = Some(Question::new(Query::Integer(model, self.options()), &snapshot)),
                Err(why) => snapshot = snapshot.refused(why),
            }
        }
        Analysed { source: Source::Integer(snapshot), path: self.path(), question: question.into() }
    }

    fn imported_program(&self, text: Arc<str>) -> Analysed {
        let path = self.path();
        let files = c::Files(Some(boolprog_host::files::included));
        let beside = Path::new(&path).parent().unwrap_or(Path::new(""));
        let path_beside = |path: &String| beside.join(path).to_string_lossy().into_owned();
        let reading = &self.settings.c.reading;
        let folders = reading.flags.folders.iter().map(path_beside).collect();
        let flags = c::Flags { folders, ..reading.flags.clone() };
        let mut options = Options {
            any_instances: true,
            error_labels: self.settings.reading.error_labels.clone(),
            c: c::Options { files, flags, by_order: true, asked: self.asked_of_c(), ..reading.clone() },
            ..Options::default()
        };
        let linking = Linking {
            links: self.settings.c.links.iter().map(path_beside).collect(),
            commands: Some(&self.settings.c.commands).filter(|path| !path.is_empty()).map(|path| beside.join(path)),
            folder: PathBuf::new(),
        };
        let named = Text { path: path.clone(), text: Arc::clone(&text) };
        let limits = Limits::start(READING_TIME, self.settings.memory, self.abandoned.clone());
        // Texts that are no C have no other files.
        let linked = match self.front_end.machine {
            Some(_) => linking.complete(&named, &mut options.c, &limits),
            None => Ok(()),
        };
        let not_linked = |why| vec![Diagnostic::new("c-files", Severity::Error, Span::empty(0), why)];
        let read = linked.map_err(not_linked).and_then(|()| self.front_end.read(&named, &options, &limits));
        let read = read.and_then(|(program, notes)| match program {
            Program::Integer(model) => Ok((model, notes)),
            Program::Boolean(_) | Program::System(_) => Err(notes),
        });
        let requested = options.c.asked.iter().filter_map(|asked| match asked {
            c::Asked::Races => Some(Check::Race),
            c::Asked::Deadlocks => Some(Check::Deadlock),
            _ => None,
        });
        let requested = requested.collect();
        let files = read.as_ref().ok().map(|(model, _)| model.joined());
        let joined = files.unwrap_or_else(|| options.c.joined(&named.text));
        let mut snapshot = imported::Snapshot::new(text, joined, read, requested, self.settings.preferences);
        if let Some(last_valid) = self.last_valid.as_ref().filter(|_| snapshot.has_errors()) {
            snapshot.context.last_valid = Arc::clone(&last_valid.spans);
            snapshot.context.last_row = last_valid.row;
        }
        let model = snapshot.model.clone();
        let question = model.map(|model| Question::new(Query::Integer(model, self.options()), &snapshot));
        Analysed { source: Source::Imported(snapshot), path, question: question.into() }
    }

    /// The questions about a C program.
    fn asked_of_c(&self) -> Vec<c::Asked> {
        let by_settings = &self.settings.c.reading.asked;
        let more = self.also.iter().filter(|also| !by_settings.contains(also));
        by_settings.iter().chain(more).copied().collect()
    }

    /// Options for checks of integer programs.
    fn options(&self) -> boolprog_check::integer::Options {
        let inputs = InputBound(self.settings.integer.inputs);
        boolprog_check::integer::Options { inputs, ..boolprog_check::integer::Options::default() }
    }

    fn instantiation(&self) -> Instantiation {
        let threads = match self.settings.reading.threads {
            Some(Threads::Exactly(threads)) => Some(u16::try_from(threads).unwrap_or(u16::MAX)),
            Some(Threads::Any) | None => None,
        };
        let representatives = threads.is_none();
        Instantiation { threads, representatives, absent: false, on_range: self.settings.integer.range }
    }

    /// The path on disk, or the URI of a file that has none.
    fn path(&self) -> String {
        path_of(&self.uri)
    }
}

/// The path on disk, or the URI of a file that has none.
fn path_of(uri: &Uri) -> String {
    let path = uri.to_file_path().map(|path| path.to_string_lossy().into_owned());
    path.unwrap_or_else(|| uri.as_str().to_owned())
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
