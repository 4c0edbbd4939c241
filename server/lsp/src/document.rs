//! One version of one open file: immutable, and analysed when it is first needed, in the language it is written in.

use std::sync::{Arc, OnceLock};

use boolprog_base::position::Encoding;
use boolprog_check::integer::Model;
use boolprog_check::{Query, Unit};
use boolprog_frontend::FrontEnd;
use boolprog_ide::layout::Layout;
use boolprog_ide::shape::{self, Shape};
use boolprog_ide::symbols::Symbol;
use boolprog_ide::{Checkable, Findings, Snapshot, integer, scale, symbols, wording};
use boolprog_integer::{InputBound, Instantiation};
use boolprog_program::program::Threads;
use boolprog_program::reading::ReadingOptions;
use boolprog_syntax::Document;
use boolprog_syntax::ast::SourceFile;
use tower_lsp::ls_types::{TextDocumentContentChangeEvent, Uri};

use super::convert::offset;
use super::remembered::Remembered;
use super::settings::Settings;

/// How many instances of processes with `[*]` are looked at where no setting says how many.
const INSTANCES: u16 = 2;

/// One version of one open file, under one set of settings.
pub(super) struct Version {
    pub(super) uri: Uri,
    /// What it is written in.
    pub(super) front_end: &'static FrontEnd,
    /// The client's number of the version.
    pub(super) number: i32,
    /// The settings it is read under.
    pub(super) settings: Arc<Settings>,
    /// The text and its syntax tree.
    pub(super) document: Document,
    /// The properties of the last version without errors.
    remembered: Option<Remembered>,
    reading: OnceLock<Reading>,
    shape: OnceLock<Shape>,
    /// The shape of an earlier text, from which items are taken that are the same.
    earlier: Option<Shape>,
}

/// What the layers below say about a version.
enum Reading {
    /// It is written in a language that is not ours.
    Foreign,
    /// It is a Boolean program.
    Boolean(Box<Analysed>),
    /// It is an integer program.
    Integer(Box<Modelled>),
}

/// What the layers below say about a Boolean program.
pub(super) struct Analysed {
    pub(super) snapshot: Snapshot,
    path: String,
    question: OnceLock<Option<Question>>,
}

/// What the layers below say about an integer program.
pub(super) struct Modelled {
    pub(super) snapshot: integer::Snapshot,
    /// What there is to check; `None` if the file has errors.
    pub(super) question: Option<IntegerQuestion>,
}

/// An integer program to check, and how.
pub(super) struct IntegerQuestion {
    pub(super) model: Model,
    /// How it is checked.
    pub(super) options: boolprog_check::integer::Options,
    /// Identifies the program and the options, whatever its layout.
    pub(super) fingerprint: u64,
    /// Where everything stands in this text.
    pub(super) layout: Arc<Layout>,
}

/// A program to check, and how.
pub(super) struct Question {
    pub(super) unit: Unit,
    /// How it is checked.
    pub(super) options: boolprog_check::Options,
    /// Identifies the program and the options, whatever its layout.
    pub(super) fingerprint: u64,
    /// Where everything stands in this text.
    pub(super) layout: Arc<Layout>,
}

/// What a check is about: the same for both kinds of programs.
pub(super) struct Asked {
    /// The program, and how it is checked.
    pub(super) query: Query,
    /// Identifies both, whatever the layout.
    pub(super) fingerprint: u64,
    /// Findings that say nothing yet.
    pub(super) nothing: Findings,
}

impl Asked {
    fn new(query: Query, fingerprint: u64, layout: &Arc<Layout>, snapshot: &impl Checkable) -> Self {
        let nothing = snapshot.nothing_found(Arc::clone(layout));
        let nothing = Findings { scope: wording::scope_of(&query), ..nothing };
        Self { query, fingerprint, nothing }
    }
}

impl Analysed {
    /// What there is to check; `None` if the file has errors. The first who asks has the file checked and lowered.
    pub(super) fn question(&self) -> Option<&Question> {
        let question = || (!self.snapshot.has_errors()).then(|| Question::new(&self.snapshot, &self.path));
        self.question.get_or_init(question).as_ref()
    }

    /// Findings that say nothing yet.
    pub(super) fn nothing_found(&self, question: &Question) -> Findings {
        self.snapshot.nothing_found(Arc::clone(&question.layout))
    }
}

impl Question {
    fn new(snapshot: &Snapshot, path: &str) -> Self {
        let unit = Unit {
            path: path.to_owned(),
            text: Arc::clone(&snapshot.text),
            file: Arc::clone(&snapshot.file),
            analysis: Arc::clone(&snapshot.analysis),
        };
        let options = boolprog_check::Options {
            thread_states: boolprog_check::Effort::Short,
            jobs: boolprog_host::limits::cores(),
            ..boolprog_check::Options::default()
        };
        let fingerprint = boolprog_check::fingerprint(&unit, options);
        Self { unit, options, fingerprint, layout: Arc::new(snapshot.layout()) }
    }
}

impl Version {
    /// The first version of a file.
    pub(super) fn open(
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
            remembered: None,
            reading: OnceLock::new(),
            shape: OnceLock::new(),
            earlier: None,
        }
    }

    /// The version after these changes; each refers to the text after the previous one. A position that does not exist
    /// means the nearest one that does.
    pub(super) fn changed(
        &self,
        number: i32,
        changes: Vec<TextDocumentContentChangeEvent>,
        encoding: Encoding,
    ) -> Self {
        let mut document = self.document.clone();
        let mut remembered = self.remembered();
        for change in changes {
            if let Some(range) = change.range {
                let at = |position| offset(&document, position, encoding);
                let range = at(range.start)..at(range.end).max(at(range.start));
                remembered = remembered.map(|it| it.changed(&range, change.text.len()));
                document.apply(range, &change.text);
            } else {
                document = Document::new(&change.text);
                remembered = None;
            }
        }
        Self { number, remembered, ..self.with(document) }
    }

    /// The version with another document.
    fn with(&self, document: Document) -> Self {
        Self {
            uri: self.uri.clone(),
            front_end: self.front_end,
            number: self.number,
            settings: Arc::clone(&self.settings),
            document,
            remembered: None,
            reading: OnceLock::new(),
            shape: OnceLock::new(),
            earlier: self.shape.get().or(self.earlier.as_ref()).cloned(),
        }
    }

    /// The properties of this version if it is known to have no errors, else those of the last one that had none.
    pub(super) fn remembered(&self) -> Option<Remembered> {
        let own = || match self.reading.get()? {
            Reading::Foreign => None,
            Reading::Boolean(analysed) => {
                let spans = analysed.snapshot.properties.iter().map(|property| property.span).collect();
                let question = analysed.question.get()?.as_ref()?;
                Some(Remembered { fingerprint: question.fingerprint, spans })
            }
            Reading::Integer(modelled) => {
                let spans = modelled.snapshot.properties.iter().map(|property| property.span).collect();
                Some(Remembered { fingerprint: modelled.question.as_ref()?.fingerprint, spans })
            }
        };
        own().or_else(|| self.remembered.clone())
    }

    /// The same text under other settings.
    pub(super) fn reread(&self, settings: Arc<Settings>) -> Self {
        Self { settings, remembered: self.remembered(), ..self.with(self.document.clone()) }
    }

    /// The last part of the path.
    pub(super) fn file_name(&self) -> &str {
        self.uri.as_str().rsplit(['/', '\\', ':']).next().unwrap_or_default()
    }

    /// The names of a Boolean program, and what else is found when it is first asked for. `None` if the file is not a Boolean program.
    pub(super) fn analysed(&self) -> Option<&Analysed> {
        match self.reading() {
            Reading::Boolean(analysed) => Some(analysed),
            Reading::Foreign | Reading::Integer(_) => None,
        }
    }

    /// The analysis of an integer program, made by the first who asks. `None` if the file is none.
    pub(super) fn modelled(&self) -> Option<&Modelled> {
        match self.reading() {
            Reading::Integer(modelled) => Some(modelled),
            Reading::Foreign | Reading::Boolean(_) => None,
        }
    }

    /// Identifies the program and what is asked of it; `None` if it has errors. Analyses the text if that is still to be done.
    pub(super) fn fingerprint(&self) -> Option<u64> {
        match self.reading() {
            Reading::Foreign => None,
            Reading::Boolean(analysed) => Some(analysed.question()?.fingerprint),
            Reading::Integer(modelled) => Some(modelled.question.as_ref()?.fingerprint),
        }
    }

    /// Whether the file is so large that it is checked only if the person asks for it. Does not need the lowered program.
    pub(super) fn is_large(&self) -> bool {
        self.analysed().is_some_and(|analysed| analysed.snapshot.is_large())
    }

    /// The program to check; `None` if the file has errors or is not a program. Analyses the text if that was not done
    /// yet.
    pub(super) fn asked(&self) -> Option<Asked> {
        match self.reading() {
            Reading::Foreign => None,
            Reading::Boolean(analysed) => {
                let Question { unit, options, fingerprint, layout } = analysed.question()?;
                let query = Query::Boolean(unit.clone(), *options);
                Some(Asked::new(query, *fingerprint, layout, &analysed.snapshot))
            }
            Reading::Integer(modelled) => {
                let IntegerQuestion { model, options, fingerprint, layout } = modelled.question.as_ref()?;
                let query = Query::Integer(model.clone(), *options);
                Some(Asked::new(query, *fingerprint, layout, &modelled.snapshot))
            }
        }
    }

    /// The concrete syntax; `None` if the file is not a program.
    pub(super) fn shape(&self) -> Option<&Shape> {
        let grammar = if self.front_end.makes_integer_programs() {
            &shape::INTEGER
        } else if scale::is_blueprint(self.file_name(), self.document.text()) {
            return None;
        } else {
            &shape::BOOLEAN
        };
        Some(self.shape.get_or_init(|| Shape::new(grammar, self.document.text(), self.earlier.as_ref())))
    }

    /// The outline of the file. Takes less than an analysis, if there is none yet.
    pub(super) fn symbols(&self) -> Vec<Symbol> {
        let text = self.document.text();
        if self.front_end.makes_integer_programs() {
            integer::symbols::symbols(text, &boolprog_integer::syntax::parse(text).file)
        } else if scale::is_blueprint(self.file_name(), text) {
            Vec::new()
        } else {
            symbols::symbols(self.document.source_file())
        }
    }

    fn reading(&self) -> &Reading {
        self.reading.get_or_init(|| {
            let text = Arc::clone(self.document.text());
            if self.front_end.makes_integer_programs() {
                Reading::Integer(Box::new(self.model(text)))
            } else if scale::is_blueprint(self.file_name(), &text) {
                Reading::Foreign
            } else {
                Reading::Boolean(Box::new(self.analyse(text)))
            }
        })
    }

    fn analyse(&self, text: Arc<str>) -> Analysed {
        let file = Arc::clone(self.document.source_file());
        let analysis = Arc::new(boolprog_program::analyse(&file, &options(&self.settings.reading, &file)));
        let syntax = self.document.diagnostics().into();
        let mut snapshot = Snapshot::new(text, file, syntax, analysis);
        snapshot.preferences = self.settings.preferences;
        if let Some(remembered) = &self.remembered {
            snapshot.remembered = Arc::clone(&remembered.spans);
        }
        Analysed { snapshot, path: self.path(), question: OnceLock::new() }
    }

    fn model(&self, text: Arc<str>) -> Modelled {
        let mut snapshot = integer::Snapshot::new(text, self.settings.preferences);
        if let Some(remembered) = self.remembered.as_ref().filter(|_| snapshot.has_errors()) {
            snapshot.remembered = Arc::clone(&remembered.spans);
        }
        if snapshot.has_errors() {
            return Modelled { snapshot, question: None };
        }
        let settings = &self.settings.integer;
        let threads = match self.settings.reading.threads {
            Some(Threads::Exactly(threads)) => u16::try_from(threads).unwrap_or(u16::MAX),
            Some(Threads::Any) | None => INSTANCES,
        };
        let instantiation = Instantiation { threads: Some(threads), on_range: settings.range };
        let (text, file) = (Arc::clone(&snapshot.text), Arc::clone(&snapshot.file));
        match Model::new(self.path(), text, file, instantiation) {
            Ok(model) => {
                let inputs = InputBound(settings.inputs);
                let options =
                    boolprog_check::integer::Options { inputs, ..boolprog_check::integer::Options::default() };
                let fingerprint = boolprog_check::integer::fingerprint(&model, &options);
                let layout = Arc::new(snapshot.layout());
                Modelled { snapshot, question: Some(IntegerQuestion { model, options, fingerprint, layout }) }
            }
            Err(why) => Modelled { snapshot: snapshot.refused(why), question: None },
        }
    }

    /// The path on disk, or the URI of a file that has none.
    fn path(&self) -> String {
        let path = self.uri.to_file_path().map(|path| path.to_string_lossy().into_owned());
        path.unwrap_or_else(|| self.uri.as_str().to_owned())
    }
}

/// What the file itself says in a pragma counts before the settings.
fn options(settings: &ReadingOptions, file: &SourceFile) -> ReadingOptions {
    let says = |key: &str| file.pragmas.iter().any(|pragma| pragma.key.text == key);
    ReadingOptions {
        threads: settings.threads.filter(|_| !says("threads")),
        initial_false: settings.initial_false.filter(|_| !says("initial")),
        error_labels: settings.error_labels.clone(),
    }
}
