//! One version of one open file: immutable, and analysed when somebody first needs it.

use std::sync::{Arc, OnceLock};

use boolprog_check::Unit;
use boolprog_ide::layout::Layout;
use boolprog_ide::{Findings, Snapshot, scale};
use boolprog_program::reading::ReadingOptions;
use boolprog_syntax::Document;
use boolprog_syntax::ast::SourceFile;
use boolprog_syntax::position::Encoding;
use tower_lsp::ls_types::{TextDocumentContentChangeEvent, Uri};

use super::convert::offset;
use super::remembered::Remembered;
use super::settings::Settings;

/// One version of one open file, under one set of settings.
pub(super) struct Version {
    /// The file.
    pub(super) uri: Uri,
    /// The client's number of the version.
    pub(super) number: i32,
    /// The settings it is read under.
    pub(super) settings: Arc<Settings>,
    /// The text and its syntax tree.
    pub(super) document: Document,
    /// The properties of the last version without errors.
    remembered: Option<Remembered>,
    analysed: OnceLock<Option<Analysed>>,
}

/// What the layers below say about a version.
pub(super) struct Analysed {
    /// Everything but results.
    pub(super) snapshot: Snapshot,
    /// What there is to check; `None` if the file has errors.
    pub(super) question: Option<Question>,
}

/// A program to check, and how.
pub(super) struct Question {
    /// The program.
    pub(super) unit: Unit,
    /// How it is checked.
    pub(super) options: boolprog_check::Options,
    /// Identifies the program and the options, whatever its layout.
    pub(super) fingerprint: u64,
    /// Where everything stands in this text.
    pub(super) layout: Arc<Layout>,
}

impl Analysed {
    /// Findings that say nothing yet.
    pub(super) fn nothing_found(&self, question: &Question) -> Findings {
        self.snapshot.nothing_found(Arc::clone(&question.layout))
    }
}

impl Version {
    /// The first version of a file.
    pub(super) fn open(uri: Uri, number: i32, text: &str, settings: Arc<Settings>) -> Self {
        Self { uri, number, settings, document: Document::new(text), remembered: None, analysed: OnceLock::new() }
    }

    /// The version after these changes, each of which refers to the text that the one before it leaves. A position
    /// that does not exist means the nearest one that does.
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
        let (uri, settings) = (self.uri.clone(), Arc::clone(&self.settings));
        Self { uri, number, settings, document, remembered, analysed: OnceLock::new() }
    }

    /// The properties of this version if it is known to have no errors, else those of the last one that had none.
    pub(super) fn remembered(&self) -> Option<Remembered> {
        let analysed = self.analysed.get().and_then(Option::as_ref);
        let own = analysed.and_then(|analysed| {
            let spans = analysed.snapshot.properties.iter().map(|property| property.span).collect();
            Some(Remembered { fingerprint: analysed.question.as_ref()?.fingerprint, spans })
        });
        own.or_else(|| self.remembered.clone())
    }

    /// The same version, read afresh; `None` if its reading is settled or nobody has asked for it.
    pub(super) fn settled(&self) -> Option<Self> {
        let document = self.document.settled()?;
        let (uri, settings) = (self.uri.clone(), Arc::clone(&self.settings));
        let version = Self {
            uri,
            number: self.number,
            settings,
            document,
            remembered: self.remembered(),
            analysed: OnceLock::new(),
        };
        version.analysed();
        Some(version)
    }

    /// Whether this is the same text under the same settings, perhaps settled meanwhile.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        self.document.rope().is_instance(other.document.rope()) && Arc::ptr_eq(&self.settings, &other.settings)
    }

    /// The same text under other settings.
    pub(super) fn reread(&self, settings: Arc<Settings>) -> Self {
        let (uri, document) = (self.uri.clone(), self.document.clone());
        Self { uri, number: self.number, settings, document, remembered: self.remembered(), analysed: OnceLock::new() }
    }

    /// The last part of the path.
    pub(super) fn file_name(&self) -> &str {
        self.uri.as_str().rsplit(['/', '\\', ':']).next().unwrap_or_default()
    }

    /// The analysis, made by the first who asks. `None` if the file is not a Boolean program.
    pub(super) fn analysed(&self) -> Option<&Analysed> {
        self.analysed.get_or_init(|| self.analyse()).as_ref()
    }

    fn analyse(&self) -> Option<Analysed> {
        let text: Arc<str> = self.document.text().into();
        if scale::is_blueprint(self.file_name(), &text) {
            return None;
        }
        let file = self.document.source_file();
        let analysis = Arc::new(boolprog_program::analyse(&file, &reading(&self.settings.reading, &file)));
        let syntax = self.document.diagnostics().into();
        let mut snapshot = Snapshot::new(text, file, syntax, analysis);
        snapshot.preferences = self.settings.preferences;
        if let Some(remembered) = self.remembered.as_ref().filter(|_| snapshot.has_errors()) {
            snapshot.remembered = Arc::clone(&remembered.spans);
        }
        let question = (!snapshot.has_errors()).then(|| self.question(&snapshot));
        Some(Analysed { snapshot, question })
    }

    fn question(&self, snapshot: &Snapshot) -> Question {
        let unit = Unit {
            path: self.path(),
            text: Arc::clone(&snapshot.text),
            file: Arc::clone(&snapshot.file),
            analysis: Arc::clone(&snapshot.analysis),
        };
        let options = boolprog_check::Options {
            thread_states: boolprog_check::Effort::Short,
            jobs: crate::limits::cores(),
            ..boolprog_check::Options::default()
        };
        let fingerprint = boolprog_check::fingerprint(&unit, options);
        Question { unit, options, fingerprint, layout: Arc::new(Layout::new(snapshot)) }
    }

    /// The path on disk, or the URI of a file that has none.
    fn path(&self) -> String {
        let path = self.uri.to_file_path().map(|path| path.to_string_lossy().into_owned());
        path.unwrap_or_else(|| self.uri.as_str().to_owned())
    }
}

/// What the file itself says in a pragma counts before the settings.
fn reading(settings: &ReadingOptions, file: &SourceFile) -> ReadingOptions {
    let says = |key: &str| file.pragmas.iter().any(|pragma| pragma.key.text == key);
    ReadingOptions {
        threads: settings.threads.filter(|_| !says("threads")),
        initial_false: settings.initial_false.filter(|_| !says("initial")),
        error_labels: settings.error_labels.clone(),
    }
}
