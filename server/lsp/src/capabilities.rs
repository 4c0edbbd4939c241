//! What the server can do, and what it knows of the client.

use boolprog_base::position::Encoding;
use tower_lsp::ls_types::{
    CallHierarchyServerCapability, ClientCapabilities, CodeLensOptions, CompletionItemCapability, CompletionOptions,
    CompletionOptionsCompletionItem, DeclarationCapability, DiagnosticOptions, DiagnosticServerCapabilities,
    DocumentLinkOptions, ExecuteCommandOptions, FoldingRangeProviderCapability, HoverProviderCapability,
    InlayHintOptions, InlayHintServerCapabilities, MarkupKind, OneOf, RenameOptions, SaveOptions,
    SelectionRangeProviderCapability, SemanticTokensFullOptions, SemanticTokensOptions,
    SemanticTokensServerCapabilities, ServerCapabilities, SignatureHelpOptions, TextDocumentSyncCapability,
    TextDocumentSyncKind, TextDocumentSyncOptions, TextDocumentSyncSaveOptions, WorkDoneProgressOptions,
    WorkspaceFoldersServerCapabilities, WorkspaceServerCapabilities,
};

use super::{code_action, completion, convert, execute_command, formatting, semantic_tokens};

/// What the client can do with completions.
#[derive(Clone, Debug)]
pub(super) struct CompletionFeatures {
    /// What is put in may be a snippet.
    pub(super) snippets: bool,
    /// There may be one range to insert at and one to replace.
    pub(super) insert_replace: bool,
    /// A label may have details beside it.
    pub(super) label_details: bool,
    /// How documentation may be written.
    pub(super) documentation: MarkupKind,
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

/// What the client can do, as far as it matters.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is one independent capability of the protocol")]
pub(super) struct Features {
    pub(super) encoding: Encoding,
    /// `publishDiagnostics` may name the version.
    pub(super) versioned_diagnostics: bool,
    /// Diagnostics may have related places.
    pub(super) related_information: bool,
    /// Diagnostics may be tagged.
    pub(super) tags: bool,
    /// Diagnostics may link to their documentation.
    pub(super) code_description: bool,
    /// Diagnostics may carry data for code actions.
    pub(super) diagnostic_data: bool,
    /// The client asks for diagnostics, and can be asked to ask again. One that cannot would never learn of verdicts.
    pub(super) pulls_diagnostics: bool,
    /// Hovers may be Markdown.
    pub(super) markdown: bool,
    /// What completions may be like.
    pub(super) completion: CompletionFeatures,
    /// Parameters may be given by their positions in a signature.
    pub(super) parameter_offsets: bool,
    /// Symbols may have children.
    pub(super) nested_symbols: bool,
    /// Answers to `textDocument/declaration` may be links.
    pub(super) declaration_links: bool,
    /// Answers to `textDocument/definition` may be links.
    pub(super) definition_links: bool,
    /// Edits may name the version that they change.
    pub(super) document_changes: bool,
    /// The client asks whether something can be renamed before it asks for the new name.
    pub(super) prepares_rename: bool,
    /// No more ranges to fold are wanted.
    pub(super) most_folds: Option<usize>,
    /// The client can be asked to ask for lenses again.
    pub(super) refreshes_lenses: bool,
    /// The client can be asked to ask for semantic tokens again.
    pub(super) refreshes_tokens: bool,
    /// The client can be asked to ask for inlay hints again.
    pub(super) refreshes_hints: bool,
    /// The client asks for the tooltips of inlay hints when they are needed.
    pub(super) resolves_hints: bool,
    /// Actions may be more than commands.
    pub(super) code_actions: bool,
    /// The edits of actions may come later.
    pub(super) resolves_edits: bool,
    /// The client shows progress.
    pub(super) progress: bool,
    /// The client can be asked for settings.
    pub(super) configuration: bool,
    /// The client wants to be asked to send changes of settings.
    pub(super) registers_configuration: bool,
    /// The client can watch programs on disk.
    pub(super) registers_watchers: bool,
    /// The client carries out the commands that links in hovers name. An extension of the protocol: the experimental
    /// capability `commandLinks`.
    pub(super) command_links: bool,
}

impl Features {
    /// Reads what the client says.
    pub(super) fn new(client: &ClientCapabilities) -> Self {
        let text = client.text_document.as_ref();
        let workspace = client.workspace.as_ref();
        let diagnostics = text.and_then(|text| text.publish_diagnostics.as_ref());
        let actions = text.and_then(|text| text.code_action.as_ref());
        let pulls = text.and_then(|text| text.diagnostic.as_ref());
        let formats = text.and_then(|text| text.hover.as_ref()?.content_format.as_ref());
        Self {
            encoding: convert::negotiate(client.general.as_ref().and_then(|it| it.position_encodings.as_deref())),
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
            command_links: client.experimental.as_ref().is_some_and(|it| it["commandLinks"] == true),
        }
    }
}

/// What the server announces.
pub(super) fn server(features: &Features) -> ServerCapabilities {
    ServerCapabilities {
        position_encoding: Some(convert::encoding_kind(features.encoding)),
        text_document_sync: Some(TextDocumentSyncCapability::Options(TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(TextDocumentSyncKind::INCREMENTAL),
            save: Some(TextDocumentSyncSaveOptions::SaveOptions(SaveOptions { include_text: Some(false) })),
            ..TextDocumentSyncOptions::default()
        })),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        declaration_provider: Some(DeclarationCapability::Simple(true)),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        document_highlight_provider: Some(OneOf::Left(true)),
        call_hierarchy_provider: Some(CallHierarchyServerCapability::Simple(true)),
        document_link_provider: Some(DocumentLinkOptions {
            resolve_provider: Some(false),
            work_done_progress_options: WorkDoneProgressOptions::default(),
        }),
        folding_range_provider: Some(FoldingRangeProviderCapability::Simple(true)),
        selection_range_provider: Some(SelectionRangeProviderCapability::Simple(true)),
        workspace_symbol_provider: Some(OneOf::Left(true)),
        workspace: Some(WorkspaceServerCapabilities {
            workspace_folders: Some(WorkspaceFoldersServerCapabilities {
                supported: Some(true),
                change_notifications: Some(OneOf::Left(true)),
            }),
            ..WorkspaceServerCapabilities::default()
        }),
        code_action_provider: Some(code_action::provider()),
        // Titles and commands are all that a lens has, and cost nothing once there are verdicts.
        code_lens_provider: Some(CodeLensOptions { resolve_provider: Some(false) }),
        diagnostic_provider: features.pulls_diagnostics.then(|| {
            DiagnosticServerCapabilities::Options(DiagnosticOptions {
                identifier: Some("boolprog".to_owned()),
                inter_file_dependencies: false,
                workspace_diagnostics: true,
                ..DiagnosticOptions::default()
            })
        }),
        document_symbol_provider: Some(OneOf::Left(true)),
        rename_provider: Some(rename_provider(features)),
        document_formatting_provider: Some(OneOf::Left(true)),
        document_range_formatting_provider: Some(OneOf::Left(true)),
        document_on_type_formatting_provider: Some(formatting::on_type()),
        execute_command_provider: Some(ExecuteCommandOptions {
            commands: execute_command::COMMANDS.map(str::to_owned).to_vec(),
            ..ExecuteCommandOptions::default()
        }),
        completion_provider: Some(CompletionOptions {
            resolve_provider: Some(true),
            trigger_characters: Some(completion::TRIGGERS.map(str::to_owned).to_vec()),
            completion_item: Some(CompletionOptionsCompletionItem { label_details_support: Some(true) }),
            ..CompletionOptions::default()
        }),
        signature_help_provider: Some(SignatureHelpOptions {
            trigger_characters: Some(vec!["(".to_owned(), ",".to_owned()]),
            ..SignatureHelpOptions::default()
        }),
        inlay_hint_provider: Some(OneOf::Right(InlayHintServerCapabilities::Options(InlayHintOptions {
            resolve_provider: Some(true),
            ..InlayHintOptions::default()
        }))),
        inline_value_provider: Some(OneOf::Left(true)),
        semantic_tokens_provider: Some(SemanticTokensServerCapabilities::SemanticTokensOptions(
            SemanticTokensOptions {
                legend: semantic_tokens::legend(),
                range: Some(true),
                full: Some(SemanticTokensFullOptions::Delta { delta: Some(true) }),
                ..SemanticTokensOptions::default()
            },
        )),
        ..ServerCapabilities::default()
    }
}

/// A client that does not prepare must not hear of it.
fn rename_provider(features: &Features) -> OneOf<bool, RenameOptions> {
    let work_done_progress_options = WorkDoneProgressOptions::default();
    if features.prepares_rename {
        OneOf::Right(RenameOptions { prepare_provider: Some(true), work_done_progress_options })
    } else {
        OneOf::Left(true)
    }
}
