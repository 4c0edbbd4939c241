//! `textDocument/signatureHelp`

use std::sync::Arc;

use boolprog_base::Span;
use boolprog_ide::signature_help::{Signature, signature_help};
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{
    Documentation, ParameterInformation, ParameterLabel, SignatureHelp, SignatureHelpParams, SignatureInformation,
};

use super::reply;
use crate::session::state::Shared;
use crate::session::view::Named;

pub(crate) async fn answer(shared: &Arc<Shared>, params: SignatureHelpParams) -> Result<Option<SignatureHelp>> {
    let place = params.text_document_position_params;
    let this = Arc::clone(shared);
    reply::about(shared, &place.text_document.uri, move |named: &Named, convert| {
        let offset = convert.offset(place.position);
        let snapshot = named.source.boolean()?;
        let help = signature_help(snapshot, offset)?;
        let active = Some(help.active as u32);
        let offsets = this.features().parameter_offsets;
        let parameters = help
            .signature
            .parameters
            .iter()
            .map(|span| ParameterInformation { label: label(&help.signature, *span, offsets), documentation: None });
        let signature = SignatureInformation {
            parameters: Some(parameters.collect()),
            label: help.signature.label.clone(),
            documentation: help.comment.map(Documentation::String),
            active_parameter: active,
        };
        Some(SignatureHelp { signatures: vec![signature], active_signature: Some(0), active_parameter: active })
    })
    .await
}

/// A parameter as a part of the signature: its span, in UTF-16 units, or its text.
fn label(signature: &Signature, span: Span, offsets: bool) -> ParameterLabel {
    let (before, text) = (&signature.label[..span.start as usize], &signature.label[span.range()]);
    let units = |text: &str| text.encode_utf16().count() as u32;
    if offsets {
        ParameterLabel::LabelOffsets([units(before), units(before) + units(text)])
    } else {
        ParameterLabel::Simple(text.to_owned())
    }
}
