//! Signature help: the procedure that is being called, and the parameter that is being given.

use boolprog_base::Span;
use boolprog_program::names::doc_comment;
use boolprog_syntax::ast::Procedure;

use crate::Snapshot;
use crate::typing::{Typing, open_call};

/// Signature of a procedure, for its callers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Signature {
    /// `bool<2> f(a, b)`
    pub label: String,
    /// Spans of the parameters in the label.
    pub parameters: Vec<Span>,
}

/// A call that is being typed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SignatureHelp {
    /// Signature of the called procedure.
    pub signature: Signature,
    /// The comment above it.
    pub comment: Option<String>,
    /// The parameter at the cursor; there may be none of this number.
    pub active: usize,
}

/// The innermost call of a procedure whose parentheses contain an offset. Linear in the procedure before the offset.
pub fn signature_help(snapshot: &Snapshot, offset: u32) -> Option<SignatureHelp> {
    let typing = Typing::at(snapshot, offset);
    if typing.comment.is_some() {
        return None;
    }
    let call = open_call(typing.body()?)?;
    let id = snapshot.analysis.names.procedure(call.name)?;
    let procedure = snapshot.file.procedures.get(id.0 as usize)?;
    let comment = comment(snapshot, procedure);
    Some(SignatureHelp { signature: signature(procedure), comment, active: call.argument })
}

pub(crate) fn signature(procedure: &Procedure) -> Signature {
    let result = match procedure.results {
        0 => "void".to_owned(),
        1 => "bool".to_owned(),
        several => format!("bool<{several}>"),
    };
    let mut label = format!("{result} {}(", procedure.name.text);
    let mut parameters = Vec::new();
    for (index, parameter) in procedure.parameters.iter().enumerate() {
        label.push_str(if index > 0 { ", " } else { "" });
        let start = label.len() as u32;
        label.push_str(&parameter.text);
        parameters.push(Span::new(start, label.len() as u32));
    }
    label.push(')');
    Signature { label, parameters }
}

pub(crate) fn comment(snapshot: &Snapshot, procedure: &Procedure) -> Option<String> {
    let head = Span::new(procedure.span.start.min(procedure.name.span.start), procedure.name.span.end);
    doc_comment(&snapshot.text, &snapshot.file.comments, head)
}
