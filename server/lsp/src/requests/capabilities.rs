//! Capabilities of the server.

use tower_lsp::ls_types::{
    CallHierarchyServerCapability, CodeLensOptions, CompletionOptions, CompletionOptionsCompletionItem,
    DeclarationCapability, DiagnosticOptions, DiagnosticServerCapabilities, DocumentLinkOptions, ExecuteCommandOptions,
    FoldingRangeProviderCapability, HoverProviderCapability, InlayHintOptions, InlayHintServerCapabilities, OneOf,
    RenameOptions, SaveOptions, SelectionRangeProviderCapability, SemanticTokensFullOptions, SemanticTokensOptions,
    SemanticTokensServerCapabilities, ServerCapabilities, SignatureHelpOptions, TextDocumentSyncCapability,
    TextDocumentSyncKind, TextDocumentSyncOptions, TextDocumentSyncSaveOptions, WorkDoneProgressOptions,
    WorkspaceFoldersServerCapabilities, WorkspaceServerCapabilities,
};

use super::{code_action, completion, execute_command, formatting, semantic_tokens};
use crate::session::features::{self, Features};

pub(crate) fn server(features: &Features) -> ServerCapabilities {
    ServerCapabilities {
        position_encoding: Some(features::encoding_kind(features.encoding)),
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
        // A lens has only a title and a command, which cost nothing once there are verdicts.
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
