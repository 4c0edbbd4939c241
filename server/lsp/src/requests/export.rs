//! `boolprog/export`: a trace in the format of another tool.

use std::sync::Arc;

use boolprog_export::report::ReportDocument;
use boolprog_export::{Format, export};
use boolprog_trace::document::{DocumentError, TraceDocument};
use serde::{Deserialize, Serialize};
use tower_lsp::jsonrpc::{Error, Result};

use super::reply;
use crate::session::state::Shared;

/// Format of the export, and the trace. The trace is given in full, so that it need not be one of a program that is
/// open.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Params {
    trace: TraceDocument,
    format: String,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Exported {
    text: String,
}

/// Answers the request; an error if there is no such format, or the trace contradicts itself.
pub(crate) async fn answer(shared: &Arc<Shared>, params: Params) -> Result<Exported> {
    let Params { trace, format } = params;
    let Some(format) = Format::named(&format) else {
        return Err(Error::invalid_params(format!("there is no format `{format}`")));
    };
    let work = move |_: &_| {
        trace.walk(|_, _| {})?;
        Ok(Exported { text: export(&ReportDocument::of_trace(&Arc::new(trace)), format) })
    };
    reply::apart(shared, work)
        .await?
        .map_err(|damage: DocumentError| Error::invalid_params(format!("this trace cannot be used: {damage}")))
}
