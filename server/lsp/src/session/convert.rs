//! Positions, ranges and diagnostics of the protocol from and to byte offsets: the only place that knows both.

use std::collections::HashMap;

use boolprog_base::position::{self, Ascending, Encoding};
use boolprog_base::{Edit, Joined, Severity, Span, Tag};
use boolprog_frontend::{FrontEnd, Reader};
use boolprog_ide::verdicts;
use boolprog_integer::model::CODES;
use boolprog_syntax::Document;
use serde_json::json;
use tower_lsp::ls_types::{
    CodeDescription, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag, DocumentChanges,
    Location, NumberOrString, OneOf, OptionalVersionedTextDocumentIdentifier, Position, Range, TextDocumentEdit,
    TextEdit, Uri, WorkspaceEdit,
};

use super::features::Features;

/// An editor shows no more diagnostics of one file.
const MAX_DIAGNOSTICS: usize = 1_000;

/// The byte offset of a position; the nearest one in the text, if there is no such position.
pub(crate) fn offset(document: &Document, position: Position, encoding: Encoding) -> usize {
    let position = position::Position { line: position.line, column: position.character };
    position::offset(document.rope(), position, encoding)
}

pub(crate) struct Converter<'a> {
    uri: &'a Uri,
    front_end: &'static FrontEnd,
    document: &'a Document,
    encoding: Encoding,
    /// The text of a program of several files, of which this is the first one.
    joined: Option<&'a Joined>,
}

impl<'a> Converter<'a> {
    /// A converter for a version of a file.
    pub(crate) fn new(uri: &'a Uri, front_end: &'static FrontEnd, document: &'a Document, encoding: Encoding) -> Self {
        Self { uri, front_end, document, encoding, joined: None }
    }

    /// The same where offsets may be in the other files of a program, too.
    #[must_use]
    pub(crate) fn with(self, joined: Option<&'a Joined>) -> Self {
        Self { joined, ..self }
    }

    /// The other file of the program that an offset is in, and where it begins; none for this one.
    pub(crate) fn other(&self, offset: u32) -> Option<(Uri, u32)> {
        let other = self.joined?.other(offset)?;
        Some((Uri::from_file_path(&*other.path)?, other.start))
    }

    /// A place in this file or another one of its program.
    fn location(&self, span: Span) -> Location {
        let Some(((uri, start), joined)) = self.other(span.start).zip(self.joined) else {
            return Location::new(self.uri.clone(), self.range(span));
        };
        let first = position::Position { line: 0, column: 0 };
        let mut positions = Positions(Ascending::new(&joined.text[start as usize..], self.encoding, 0, first));
        let [start, end] = [span.start, span.end].map(|offset| positions.position(offset.saturating_sub(start)));
        Location::new(uri, Range::new(start, end))
    }

    pub(crate) fn offset(&self, position: Position) -> u32 {
        u32::try_from(offset(self.document, position, self.encoding)).unwrap_or(u32::MAX)
    }

    pub(crate) fn range(&self, span: Span) -> Range {
        Range::new(self.position(span.start), self.position(span.end))
    }

    pub(crate) fn span(&self, range: Range) -> Span {
        let start = self.offset(range.start);
        Span::new(start, self.offset(range.end).max(start))
    }

    /// The positions of ascending offsets in `text`, the text of the version, from `start` on.
    pub(crate) fn ascending<'t>(&self, text: &'t str, start: u32) -> Positions<'t> {
        let position = position::position(self.document.rope(), start as usize, self.encoding);
        Positions(Ascending::new(text, self.encoding, start as usize, position))
    }

    /// The part of a span on its first line.
    pub(crate) fn first_line(&self, span: Span) -> Range {
        let Range { start, end } = self.range(span);
        let end_of_line = Position::new(start.line, u32::MAX);
        let end = if end.line == start.line { end } else { self.position(self.offset(end_of_line)) };
        Range::new(start, end)
    }

    pub(crate) fn edit(&self, edit: Edit) -> TextEdit {
        TextEdit { range: self.range(edit.span), new_text: edit.text }
    }

    /// Diagnostics as the client understands them, at most as many as an editor shows, the worst ones. `property` is
    /// the id of the property that one is about, for code actions.
    pub(crate) fn diagnostics(
        &self,
        mut diagnostics: Vec<boolprog_base::Diagnostic>,
        features: &Features,
        property: impl Fn(&boolprog_base::Diagnostic) -> Option<String>,
    ) -> Vec<Diagnostic> {
        if diagnostics.len() > MAX_DIAGNOSTICS {
            diagnostics.sort_by_key(|diagnostic| diagnostic.severity);
            diagnostics.truncate(MAX_DIAGNOSTICS);
        }
        let converted = |diagnostic: boolprog_base::Diagnostic| {
            let property = Some(&diagnostic).filter(|_| features.diagnostic_data).and_then(&property);
            let data = property.map(|id| json!({ "property": id }));
            Diagnostic { data, ..self.diagnostic(diagnostic, features) }
        };
        diagnostics.into_iter().map(converted).collect()
    }

    fn diagnostic(&self, diagnostic: boolprog_base::Diagnostic, features: &Features) -> Diagnostic {
        let related = diagnostic
            .related
            .into_iter()
            .map(|(span, message)| DiagnosticRelatedInformation { location: self.location(span), message });
        let tags = diagnostic.tags.into_iter().map(|tag| match tag {
            Tag::Unnecessary => DiagnosticTag::UNNECESSARY,
        });
        Diagnostic {
            range: self.location(diagnostic.span).range,
            severity: Some(severity(diagnostic.severity)),
            code: Some(NumberOrString::String(diagnostic.code.to_owned())),
            code_description: documentation(diagnostic.code, self.front_end).filter(|_| features.code_description),
            source: Some("boolprog".to_owned()),
            message: diagnostic.message,
            related_information: some_if(features.related_information, related),
            tags: some_if(features.tags, tags),
            ..Diagnostic::default()
        }
    }

    /// Edits of this version, tied to it if the client can make sure of that.
    pub(crate) fn workspace_edit(&self, edits: Vec<TextEdit>, version: i32, features: &Features) -> WorkspaceEdit {
        if !features.document_changes {
            let changes = HashMap::from([(self.uri.clone(), edits)]);
            return WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() };
        }
        let text_document = OptionalVersionedTextDocumentIdentifier { uri: self.uri.clone(), version: Some(version) };
        let edits = edits.into_iter().map(OneOf::Left).collect();
        let changes = DocumentChanges::Edits(vec![TextDocumentEdit { text_document, edits }]);
        WorkspaceEdit { document_changes: Some(changes), ..WorkspaceEdit::default() }
    }

    fn position(&self, offset: u32) -> Position {
        let position = position::position(self.document.rope(), offset as usize, self.encoding);
        Position::new(position.line, position.column)
    }
}

/// Converts ascending offsets, all of them in one pass over the text.
pub(crate) struct Positions<'a>(Ascending<'a>);

impl Positions<'_> {
    /// The position of an offset that is not before the last one.
    pub(crate) fn position(&mut self, offset: u32) -> Position {
        let position = self.0.position(offset as usize);
        Position::new(position.line, position.column)
    }
}

/// The address that explains a code. Our languages share those of the syntax.
fn documentation(code: &str, front_end: &FrontEnd) -> Option<CodeDescription> {
    let is_known = || CODES.iter().any(|known| known.name == code) || verdicts::CODES.contains(&code);
    let page = match front_end.reader {
        Reader::Import(_) => "c-programs.md",
        Reader::Integer(_) if is_known() => "integer-programs.md",
        Reader::Integer(_) | Reader::Boolean(_) | Reader::System(_) => "checks.md",
    };
    let folder = concat!(env!("CARGO_PKG_REPOSITORY"), "/blob/main/docs");
    format!("{folder}/{page}#:~:text={code}").parse().ok().map(|href| CodeDescription { href })
}

fn severity(severity: Severity) -> DiagnosticSeverity {
    match severity {
        Severity::Error => DiagnosticSeverity::ERROR,
        Severity::Warning => DiagnosticSeverity::WARNING,
        Severity::Information => DiagnosticSeverity::INFORMATION,
        Severity::Hint => DiagnosticSeverity::HINT,
    }
}

fn some_if<T>(wanted: bool, items: impl Iterator<Item = T>) -> Option<Vec<T>> {
    wanted.then(|| items.collect()).filter(|items: &Vec<T>| !items.is_empty())
}
