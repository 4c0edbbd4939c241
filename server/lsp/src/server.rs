//! The table of methods, with the files that answer them.

use std::sync::Arc;

use boolprog_trace::document::TraceDocument;
use tower_lsp::LanguageServer;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::ls_types::request::{GotoDeclarationParams, GotoDeclarationResponse};
use tower_lsp::ls_types::{
    CallHierarchyIncomingCall, CallHierarchyIncomingCallsParams, CallHierarchyItem, CallHierarchyOutgoingCall,
    CallHierarchyOutgoingCallsParams, CallHierarchyPrepareParams, CodeAction, CodeActionParams, CodeActionResponse,
    CodeLens, CodeLensParams, CompletionItem, CompletionParams, CompletionResponse, DidChangeConfigurationParams,
    DidChangeTextDocumentParams, DidChangeWatchedFilesParams, DidChangeWorkspaceFoldersParams,
    DidCloseTextDocumentParams, DidOpenTextDocumentParams, DidSaveTextDocumentParams, DocumentDiagnosticParams,
    DocumentDiagnosticReportResult, DocumentFormattingParams, DocumentHighlight, DocumentHighlightParams, DocumentLink,
    DocumentLinkParams, DocumentOnTypeFormattingParams, DocumentRangeFormattingParams, DocumentSymbolParams,
    DocumentSymbolResponse, ExecuteCommandParams, FoldingRange, FoldingRangeParams, GotoDefinitionParams,
    GotoDefinitionResponse, Hover, HoverParams, InitializeParams, InitializeResult, InitializedParams, InlayHint,
    InlayHintParams, InlineValue, InlineValueParams, LSPAny, Location, PrepareRenameResponse, ReferenceParams,
    RenameParams, SelectionRange, SelectionRangeParams, SemanticTokensDeltaParams, SemanticTokensFullDeltaResult,
    SemanticTokensParams, SemanticTokensRangeParams, SemanticTokensRangeResult, SemanticTokensResult, ServerInfo,
    SignatureHelp, SignatureHelpParams, TextDocumentPositionParams, TextEdit, WorkDoneProgressCancelParams,
    WorkspaceDiagnosticParams, WorkspaceDiagnosticReportResult, WorkspaceEdit, WorkspaceSymbolParams,
    WorkspaceSymbolResponse,
};

use super::checking;
use crate::json_rpc::Refusal;
use crate::notifications::configuration;
use crate::notifications::sync;
use crate::notifications::watching;
use crate::requests::trace;
use crate::requests::workspace_symbol;
use crate::requests::{ask, beside, call_hierarchy, capabilities};
use crate::requests::{code_action, code_lens, completion};
use crate::requests::{
    definition, diagnostic, document_highlight, document_link, document_symbol, execute_command, export, folding_range,
    formatting, graph, hover, inlay_hint, inline_value, parting, place, predicates, properties, references, refine,
    rename, selection_range, semantic_tokens, signature_help, steps, theorems,
};
use crate::session::features::Features;
use crate::session::state::Shared;

/// The handlers for the protocol library.
pub(crate) struct Backend {
    shared: Arc<Shared>,
}

impl Backend {
    pub(crate) fn new(shared: Arc<Shared>) -> Self {
        Self { shared }
    }

    /// The answer to requests that never come so far; see [`frames`](crate::frames).
    #[expect(clippy::unused_async, reason = "methods of the table are asynchronous")]
    pub(crate) async fn refused(&self, refusal: Refusal) -> Result<()> {
        let Refusal { code, message } = refusal;
        Err(Error { code: code.into(), message: message.into(), data: None })
    }

    /// `boolprog/trace`
    pub(crate) async fn trace(&self, params: trace::Params) -> Result<Option<TraceDocument>> {
        trace::answer(&self.shared, params).await
    }

    /// `boolprog/traceTo`
    pub(crate) async fn trace_to(&self, place: TextDocumentPositionParams) -> Result<Option<place::TraceTo>> {
        place::trace_to(&self.shared, place).await
    }

    /// `boolprog/states`
    pub(crate) async fn states(&self, place: TextDocumentPositionParams) -> Result<Option<place::States>> {
        place::states(&self.shared, place).await
    }

    /// `boolprog/lineStates`
    pub(crate) async fn line_states(&self, place: TextDocumentPositionParams) -> Result<Option<place::LineStates>> {
        place::line_states(&self.shared, place).await
    }

    /// `boolprog/properties`
    pub(crate) async fn properties(&self, params: properties::Params) -> Result<Option<properties::Listed>> {
        properties::answer(&self.shared, params).await
    }

    /// `boolprog/coverage`
    pub(crate) async fn coverage(&self, params: properties::Params) -> Result<Option<properties::Coverage>> {
        properties::coverage(&self.shared, params).await
    }

    /// `boolprog/export`
    pub(crate) async fn export(&self, params: export::Params) -> Result<export::Exported> {
        export::answer(&self.shared, params).await
    }

    /// `boolprog/steps`
    pub(crate) async fn steps(&self, params: steps::Params) -> Result<steps::Found> {
        steps::answer(&self.shared, params).await
    }

    /// `boolprog/ask`
    pub(crate) async fn ask(&self, params: ask::Params) -> Result<Option<ask::Answer>> {
        ask::answer(&self.shared, params).await
    }

    /// `boolprog/graph`
    pub(crate) async fn graph(&self, params: graph::Params) -> Result<Option<graph::Answer>> {
        graph::answer(&self.shared, params).await
    }

    /// `boolprog/theorems`
    pub(crate) async fn theorems(&self, params: theorems::Params) -> Result<Option<theorems::Answer>> {
        theorems::answer(&self.shared, params).await
    }

    /// `boolprog/predicates`
    pub(crate) async fn predicates(&self, params: predicates::Params) -> Result<Option<predicates::Found>> {
        predicates::answer(&self.shared, params).await
    }

    /// `boolprog/refine`
    pub(crate) async fn refine(&self, params: refine::Params) -> Result<Option<refine::Refined>> {
        refine::answer(&self.shared, params).await
    }

    /// `boolprog/beside`
    pub(crate) async fn beside(&self, params: beside::Params) -> Result<Option<beside::Answer>> {
        beside::answer(&self.shared, params).await
    }

    /// `boolprog/parting`
    pub(crate) async fn parting(&self, params: beside::Params) -> Result<Option<parting::Answer>> {
        parting::answer(&self.shared, params).await
    }

    /// `boolprog/declare`
    pub(crate) async fn declare(&self, params: refine::DeclareParams) -> Result<Option<TextEdit>> {
        refine::declare(&self.shared, params).await
    }

    /// `window/workDoneProgress/cancel`
    #[expect(clippy::unused_async, reason = "the protocol library wants a future")]
    pub(crate) async fn progress_cancel(&self, params: WorkDoneProgressCancelParams) {
        checking::cancel_by_token(&self.shared, &params.token);
    }
}

impl LanguageServer for Backend {
    async fn initialize(&self, params: InitializeParams) -> Result<InitializeResult> {
        let features = Features::new(&params.capabilities);
        let capabilities = capabilities::server(&features);
        self.shared.initialize(features, params.process_id);
        self.shared.folders.initialize(&params);
        configuration::initial(&self.shared, params.initialization_options.as_ref());
        let version = Some(env!("CARGO_PKG_VERSION").to_owned());
        Ok(InitializeResult {
            capabilities,
            server_info: Some(ServerInfo { name: "boolprog".to_owned(), version }),
            ..InitializeResult::default()
        })
    }

    async fn initialized(&self, _: InitializedParams) {
        watching::subscribe(&self.shared);
        configuration::pull(&self.shared, true);
    }

    async fn shutdown(&self) -> Result<()> {
        self.shared.shut_down();
        Ok(())
    }

    async fn did_open(&self, params: DidOpenTextDocumentParams) {
        sync::opened(&self.shared, params);
    }

    async fn did_change(&self, params: DidChangeTextDocumentParams) {
        sync::changed(&self.shared, params);
    }

    async fn did_save(&self, params: DidSaveTextDocumentParams) {
        sync::saved(&self.shared, &params);
    }

    async fn did_close(&self, params: DidCloseTextDocumentParams) {
        sync::closed(&self.shared, params);
    }

    async fn did_change_configuration(&self, params: DidChangeConfigurationParams) {
        configuration::changed(&self.shared, &params);
    }

    async fn did_change_workspace_folders(&self, params: DidChangeWorkspaceFoldersParams) {
        self.shared.folders.changed(&params);
        watching::folders_changed(&self.shared);
    }

    async fn did_change_watched_files(&self, params: DidChangeWatchedFilesParams) {
        watching::changed(&self.shared, &params);
    }

    async fn hover(&self, params: HoverParams) -> Result<Option<Hover>> {
        hover::answer(&self.shared, params).await
    }

    async fn goto_declaration(&self, params: GotoDeclarationParams) -> Result<Option<GotoDeclarationResponse>> {
        definition::answer(&self.shared, params, self.shared.features().declaration_links).await
    }

    async fn goto_definition(&self, params: GotoDefinitionParams) -> Result<Option<GotoDefinitionResponse>> {
        definition::answer(&self.shared, params, self.shared.features().definition_links).await
    }

    async fn references(&self, params: ReferenceParams) -> Result<Option<Vec<Location>>> {
        references::answer(&self.shared, params).await
    }

    async fn document_highlight(&self, params: DocumentHighlightParams) -> Result<Option<Vec<DocumentHighlight>>> {
        document_highlight::answer(&self.shared, params).await
    }

    async fn code_action(&self, params: CodeActionParams) -> Result<Option<CodeActionResponse>> {
        code_action::answer(&self.shared, params).await
    }

    async fn code_action_resolve(&self, action: CodeAction) -> Result<CodeAction> {
        code_action::resolve(&self.shared, action).await
    }

    async fn code_lens(&self, params: CodeLensParams) -> Result<Option<Vec<CodeLens>>> {
        code_lens::answer(&self.shared, params).await
    }

    async fn diagnostic(&self, params: DocumentDiagnosticParams) -> Result<DocumentDiagnosticReportResult> {
        diagnostic::of_document(&self.shared, params).await
    }

    async fn workspace_diagnostic(&self, params: WorkspaceDiagnosticParams) -> Result<WorkspaceDiagnosticReportResult> {
        diagnostic::of_workspace(&self.shared, params).await
    }

    async fn document_symbol(&self, params: DocumentSymbolParams) -> Result<Option<DocumentSymbolResponse>> {
        document_symbol::answer(&self.shared, params).await
    }

    async fn inlay_hint(&self, params: InlayHintParams) -> Result<Option<Vec<InlayHint>>> {
        inlay_hint::answer(&self.shared, params).await
    }

    async fn inlay_hint_resolve(&self, hint: InlayHint) -> Result<InlayHint> {
        inlay_hint::resolve(&self.shared, hint).await
    }

    async fn inline_value(&self, params: InlineValueParams) -> Result<Option<Vec<InlineValue>>> {
        inline_value::answer(&self.shared, params).await
    }

    async fn completion(&self, params: CompletionParams) -> Result<Option<CompletionResponse>> {
        completion::answer(&self.shared, params).await
    }

    async fn completion_resolve(&self, item: CompletionItem) -> Result<CompletionItem> {
        completion::resolve(&self.shared, item).await
    }

    async fn signature_help(&self, params: SignatureHelpParams) -> Result<Option<SignatureHelp>> {
        signature_help::answer(&self.shared, params).await
    }

    async fn semantic_tokens_full(&self, params: SemanticTokensParams) -> Result<Option<SemanticTokensResult>> {
        semantic_tokens::full(&self.shared, params).await
    }

    async fn semantic_tokens_full_delta(
        &self,
        params: SemanticTokensDeltaParams,
    ) -> Result<Option<SemanticTokensFullDeltaResult>> {
        semantic_tokens::delta(&self.shared, params).await
    }

    async fn semantic_tokens_range(
        &self,
        params: SemanticTokensRangeParams,
    ) -> Result<Option<SemanticTokensRangeResult>> {
        semantic_tokens::range(&self.shared, params).await
    }

    async fn prepare_rename(&self, params: TextDocumentPositionParams) -> Result<Option<PrepareRenameResponse>> {
        rename::prepared(&self.shared, params).await
    }

    async fn rename(&self, params: RenameParams) -> Result<Option<WorkspaceEdit>> {
        rename::answer(&self.shared, params).await
    }

    async fn prepare_call_hierarchy(
        &self,
        params: CallHierarchyPrepareParams,
    ) -> Result<Option<Vec<CallHierarchyItem>>> {
        call_hierarchy::prepared(&self.shared, params).await
    }

    async fn incoming_calls(
        &self,
        params: CallHierarchyIncomingCallsParams,
    ) -> Result<Option<Vec<CallHierarchyIncomingCall>>> {
        call_hierarchy::callers(&self.shared, params).await
    }

    async fn outgoing_calls(
        &self,
        params: CallHierarchyOutgoingCallsParams,
    ) -> Result<Option<Vec<CallHierarchyOutgoingCall>>> {
        call_hierarchy::called(&self.shared, params).await
    }

    async fn document_link(&self, params: DocumentLinkParams) -> Result<Option<Vec<DocumentLink>>> {
        document_link::answer(&self.shared, params).await
    }

    async fn folding_range(&self, params: FoldingRangeParams) -> Result<Option<Vec<FoldingRange>>> {
        folding_range::answer(&self.shared, params).await
    }

    async fn selection_range(&self, params: SelectionRangeParams) -> Result<Option<Vec<SelectionRange>>> {
        selection_range::answer(&self.shared, params).await
    }

    async fn symbol(&self, params: WorkspaceSymbolParams) -> Result<Option<WorkspaceSymbolResponse>> {
        workspace_symbol::answer(&self.shared, params).await
    }

    async fn formatting(&self, params: DocumentFormattingParams) -> Result<Option<Vec<TextEdit>>> {
        formatting::whole(&self.shared, params).await
    }

    async fn range_formatting(&self, params: DocumentRangeFormattingParams) -> Result<Option<Vec<TextEdit>>> {
        formatting::range(&self.shared, params).await
    }

    async fn on_type_formatting(&self, params: DocumentOnTypeFormattingParams) -> Result<Option<Vec<TextEdit>>> {
        formatting::typed(&self.shared, params).await
    }

    async fn execute_command(&self, params: ExecuteCommandParams) -> Result<Option<LSPAny>> {
        execute_command::answer(&self.shared, &params)
    }
}
