//! Capabilities of the client.

use boolprog_base::position::Encoding;
use boolprog_ide::markdown::plain;
use tower_lsp::ls_types::{
    ClientCapabilities, CompletionItemCapability, MarkupContent, MarkupKind, PositionEncodingKind,
};

/// Encodings of positions in the order of preference: bytes are ours.
const ENCODINGS: [(PositionEncodingKind, Encoding); 3] = [
    (PositionEncodingKind::UTF8, Encoding::Utf8),
    (PositionEncodingKind::UTF32, Encoding::Utf32),
    (PositionEncodingKind::UTF16, Encoding::Utf16),
];

/// Chooses among the encodings a client offers. Every client knows UTF-16.
pub(crate) fn negotiate(offered: Option<&[PositionEncodingKind]>) -> Encoding {
    let known = ENCODINGS.into_iter().find(|(kind, _)| offered.is_some_and(|offered| offered.contains(kind)));
    known.map_or(Encoding::Utf16, |(_, encoding)| encoding)
}

/// The protocol's name of an encoding.
pub(crate) fn encoding_kind(encoding: Encoding) -> PositionEncodingKind {
    match encoding {
        Encoding::Utf8 => PositionEncodingKind::UTF8,
        Encoding::Utf16 => PositionEncodingKind::UTF16,
        Encoding::Utf32 => PositionEncodingKind::UTF32,
    }
}

#[derive(Clone, Debug)]
pub(crate) struct CompletionFeatures {
    /// Insertions may be snippets.
    pub(crate) snippets: bool,
    /// There may be one range to insert at and one to replace.
    pub(crate) insert_replace: bool,
    /// A label may have details beside it.
    pub(crate) label_details: bool,
    pub(crate) documentation: MarkupKind,
}

/// A text in Markdown for a client that shows texts of this kind.
pub(crate) fn markup(kind: MarkupKind, markdown: String) -> MarkupContent {
    let value = if kind == MarkupKind::PlainText { plain(&markdown) } else { markdown };
    MarkupContent { kind, value }
}

impl CompletionFeatures {
    fn new(item: Option<&CompletionItemCapability>) -> Self {
        let markdown = |item: &CompletionItemCapability| {
            item.documentation_format.as_ref().is_some_and(|formats| formats.contains(&MarkupKind::Markdown))
        };
        Self {
            snippets: item.and_then(|it| it.snippet_support).unwrap_or(false),
            insert_replace: item.and_then(|it| it.insert_replace_support).unwrap_or(false),
            label_details: item.and_then(|it| it.label_details_support).unwrap_or(false),
            documentation: if item.is_some_and(markdown) { MarkupKind::Markdown } else { MarkupKind::PlainText },
        }
    }
}

/// The relevant capabilities of the client.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is one independent capability of the protocol")]
pub(crate) struct Features {
    pub(crate) encoding: Encoding,
    pub(crate) versioned_diagnostics: bool,
    pub(crate) related_information: bool,
    pub(crate) tags: bool,
    /// Diagnostics may link to their documentation.
    pub(crate) code_description: bool,
    /// Diagnostics may carry data for code actions.
    pub(crate) diagnostic_data: bool,
    /// The client pulls diagnostics, and supports requests to refresh. Without these it would never learn of verdicts.
    pub(crate) pulls_diagnostics: bool,
    /// Hovers may be Markdown.
    pub(crate) markdown: bool,
    pub(crate) completion: CompletionFeatures,
    /// Parameters may be given by their positions in a signature.
    pub(crate) parameter_offsets: bool,
    /// Symbols may have children.
    pub(crate) nested_symbols: bool,
    /// Answers to `textDocument/declaration` may be links.
    pub(crate) declaration_links: bool,
    /// Answers to `textDocument/definition` may be links.
    pub(crate) definition_links: bool,
    /// Edits may name the version that they change.
    pub(crate) document_changes: bool,
    /// The client asks whether something can be renamed before it asks for the new name.
    pub(crate) prepares_rename: bool,
    /// No more ranges to fold are wanted.
    pub(crate) most_folds: Option<usize>,
    /// The client can be asked to ask for lenses again.
    pub(crate) refreshes_lenses: bool,
    /// The client can be asked to ask for semantic tokens again.
    pub(crate) refreshes_tokens: bool,
    /// The client can be asked to ask for inlay hints again.
    pub(crate) refreshes_hints: bool,
    /// The client asks for the tooltips of inlay hints when they are needed.
    pub(crate) resolves_hints: bool,
    /// Actions may be more than commands.
    pub(crate) code_actions: bool,
    /// The edits of actions may come later.
    pub(crate) resolves_edits: bool,
    pub(crate) progress: bool,
    /// The client can be asked for settings.
    pub(crate) configuration: bool,
    /// The client wants to be asked to send changes of settings.
    pub(crate) registers_configuration: bool,
    /// The client can watch programs on disk.
    pub(crate) registers_watchers: bool,
    /// Files and requests about them can be registered by language.
    pub(crate) registers_documents: bool,
    /// The client carries out the commands that links in hovers name. An extension of the protocol: the experimental
    /// capability `commandLinks`.
    pub(crate) command_links: bool,
}

impl Features {
    pub(crate) fn new(client: &ClientCapabilities) -> Self {
        let text = client.text_document.as_ref();
        let workspace = client.workspace.as_ref();
        let diagnostics = text.and_then(|text| text.publish_diagnostics.as_ref());
        let actions = text.and_then(|text| text.code_action.as_ref());
        let pulls = text.and_then(|text| text.diagnostic.as_ref());
        let formats = text.and_then(|text| text.hover.as_ref()?.content_format.as_ref());
        Self {
            encoding: negotiate(client.general.as_ref().and_then(|it| it.position_encodings.as_deref())),
            versioned_diagnostics: diagnostics.and_then(|it| it.version_support).unwrap_or(false),
            related_information: diagnostics.and_then(|it| it.related_information) == Some(true)
                || pulls.and_then(|it| it.related_information) == Some(true),
            tags: diagnostics.is_some_and(|it| it.tag_support.is_some())
                || pulls.is_some_and(|it| it.tag_support.is_some()),
            code_description: diagnostics.and_then(|it| it.code_description_support) == Some(true)
                || pulls.and_then(|it| it.code_description_support) == Some(true),
            diagnostic_data: diagnostics.and_then(|it| it.data_support) == Some(true)
                || pulls.and_then(|it| it.data_support) == Some(true),
            pulls_diagnostics: pulls.is_some()
                && workspace.and_then(|it| it.diagnostics.as_ref()?.refresh_support) == Some(true),
            markdown: formats.is_some_and(|formats| formats.contains(&MarkupKind::Markdown)),
            completion: CompletionFeatures::new(text.and_then(|it| it.completion.as_ref()?.completion_item.as_ref())),
            parameter_offsets: text
                .and_then(|it| it.signature_help.as_ref()?.signature_information.as_ref())
                .and_then(|it| it.parameter_information.as_ref()?.label_offset_support)
                .unwrap_or(false),
            nested_symbols: text
                .and_then(|it| it.document_symbol.as_ref()?.hierarchical_document_symbol_support)
                .unwrap_or(false),
            declaration_links: text.and_then(|it| it.declaration?.link_support).unwrap_or(false),
            definition_links: text.and_then(|it| it.definition?.link_support).unwrap_or(false),
            document_changes: workspace.and_then(|it| it.workspace_edit.as_ref()?.document_changes).unwrap_or(false),
            prepares_rename: text.and_then(|it| it.rename.as_ref()?.prepare_support).unwrap_or(false),
            most_folds: text.and_then(|it| it.folding_range.as_ref()?.range_limit).map(|limit| limit as usize),
            refreshes_lenses: workspace.and_then(|it| it.code_lens.as_ref()?.refresh_support).unwrap_or(false),
            refreshes_tokens: workspace.and_then(|it| it.semantic_tokens.as_ref()?.refresh_support).unwrap_or(false),
            refreshes_hints: workspace.and_then(|it| it.inlay_hint.as_ref()?.refresh_support).unwrap_or(false),
            resolves_hints: text
                .and_then(|it| it.inlay_hint.as_ref()?.resolve_support.as_ref())
                .is_some_and(|it| it.properties.iter().any(|property| property == "tooltip")),
            code_actions: actions.is_some_and(|it| it.code_action_literal_support.is_some()),
            resolves_edits: actions.is_some_and(|it| {
                let properties = it.resolve_support.as_ref().map(|support| &support.properties);
                it.data_support == Some(true) && properties.is_some_and(|all| all.iter().any(|name| name == "edit"))
            }),
            progress: client.window.as_ref().and_then(|it| it.work_done_progress).unwrap_or(false),
            configuration: workspace.and_then(|it| it.configuration).unwrap_or(false),
            registers_configuration: workspace
                .and_then(|it| it.did_change_configuration.as_ref()?.dynamic_registration)
                .unwrap_or(false),
            registers_watchers: workspace
                .and_then(|it| it.did_change_watched_files.as_ref()?.dynamic_registration)
                .unwrap_or(false),
            registers_documents: text
                .and_then(|text| text.synchronization.as_ref()?.dynamic_registration)
                .unwrap_or(false),
            command_links: client.experimental.as_ref().is_some_and(|it| it["commandLinks"] == true),
        }
    }
}
