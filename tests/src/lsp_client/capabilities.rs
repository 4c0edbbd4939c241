//! The capabilities of an editor.

use serde_json::{Value, json};

/// The capabilities of an editor that can do everything; it asks for diagnostics, so none are published.
pub fn all_capabilities() -> Value {
    let mut all = capabilities();
    all["workspace"]["diagnostics"] = json!({ "refreshSupport": true });
    all["textDocument"]["diagnostic"] = json!({});
    all
}

/// The capabilities of an editor that can do everything but ask for diagnostics.
pub fn capabilities() -> Value {
    json!({
        "general": { "positionEncodings": ["utf-16"] },
        "window": { "workDoneProgress": true },
        "workspace": {
            "configuration": true,
            "workspaceEdit": { "documentChanges": true },
            "codeLens": { "refreshSupport": true },
            "didChangeConfiguration": { "dynamicRegistration": true },
            "didChangeWatchedFiles": { "dynamicRegistration": true },
            "inlayHint": { "refreshSupport": true },
            "semanticTokens": { "refreshSupport": true },
        },
        "textDocument": {
            "hover": { "contentFormat": ["markdown"] },
            "completion": {
                "completionItem": {
                    "snippetSupport": true, "insertReplaceSupport": true, "labelDetailsSupport": true,
                    "documentationFormat": ["markdown"], "resolveSupport": { "properties": ["documentation"] },
                },
                "contextSupport": true,
            },
            "codeAction": {
                "codeActionLiteralSupport": { "codeActionKind": { "valueSet": ["quickfix", "refactor", "source"] } },
                "dataSupport": true, "isPreferredSupport": true, "resolveSupport": { "properties": ["edit"] },
            },
            "declaration": { "linkSupport": true },
            "definition": { "linkSupport": true },
            "rename": { "prepareSupport": true },
            "documentSymbol": { "hierarchicalDocumentSymbolSupport": true },
            "signatureHelp": {
                "signatureInformation": { "parameterInformation": { "labelOffsetSupport": true } },
            },
            "inlayHint": { "resolveSupport": { "properties": ["tooltip"] } },
            "publishDiagnostics": {
                "versionSupport": true, "relatedInformation": true, "tagSupport": { "valueSet": [1, 2] },
                "codeDescriptionSupport": true, "dataSupport": true,
            },
        },
    })
}
