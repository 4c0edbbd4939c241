//! Errors and warnings beyond syntax.
//!
//! One small file per family. Each check is a function from a [`Context`] to diagnostics; [`CODES`] lists all codes.

mod atomic;
mod calls;
mod codes;
mod constants;
mod copies;
mod counts;
mod declarations;
mod duplicates;
mod entry;
mod portability;
mod pragmas;
mod precedence;
mod storage;
mod targets;
#[cfg(test)]
mod toy;
mod unassigned;
mod undeclared;
mod unreachable;
mod unused;

use std::sync::OnceLock;

use boolprog_base::{Diagnostic, Edit, Severity, Span, both};
use boolprog_syntax::ast::{Expr, ExprKind, Procedure, SourceFile, Statement, Variable};

pub use codes::CODES;
pub use declarations::removal;

use crate::flow::Flow;
use crate::names::{Names, ProcedureId};
use crate::reading::Reading;
use crate::walk::{self, Position};

struct Context<'a> {
    file: &'a SourceFile,
    names: &'a Names,
    /// Every statement with its procedure, an outer one before those inside it.
    statements: Vec<(ProcedureId, &'a Statement)>,
    /// Computed on the first request, like the flow.
    unusual: OnceLock<Vec<Unusual<'a>>>,
    flow: OnceLock<Flow<'a>>,
    /// The reading, which gives error labels a meaning without a jump; `None` where only errors are wanted.
    reading: Option<&'a Reading>,
}

/// A part of an expression that is allowed in few positions, or doubtful: a call, a new value, a passive copy, `_`, or a
/// doubtful mix of operators. One walk over all expressions, which takes long, finds them for several checks.
struct Unusual<'a> {
    procedure: ProcedureId,
    /// `None` in `enforce` and `abortif`.
    statement: Option<&'a Statement>,
    position: Position,
    whole: &'a Expr,
    part: &'a Expr,
}

/// A check that needs nothing but the file.
type Check = fn(&Context, &mut Vec<Diagnostic>);

/// Checks that find errors, and only errors.
const ERRORS: &[Check] = &[
    entry::check,
    undeclared::check,
    duplicates::check,
    counts::check,
    calls::check,
    targets::check,
    copies::check,
    storage::check,
];

/// Checks that find warnings and hints in the text alone.
const WARNINGS: &[Check] =
    &[pragmas::check, declarations::check, portability::check, unused::check, constants::check, precedence::check];

/// Checks that find warnings along the control flow, which take about as long as all others.
const OF_FLOW: &[Check] = &[unreachable::check, atomic::check];

/// The most findings that are reported for one file: the worst of them.
pub const MAX_DIAGNOSTICS: usize = 200;

/// All findings of a file but those of the parser, in textual order. Linear in the file but for the atomic
/// sections and the assignments before reads, which are small fixpoints over its control flow.
pub fn check(file: &SourceFile, names: &Names, reading: &Reading) -> Vec<Diagnostic> {
    let context = Context::new(file, names, Some(reading));
    let of_text = || {
        let mut report = Vec::new();
        for check in ERRORS.iter().chain(WARNINGS) {
            check(&context, &mut report);
        }
        report
    };
    let of_flow = || {
        let mut report = Vec::new();
        for check in OF_FLOW {
            check(&context, &mut report);
        }
        if !reading.initial_false {
            unassigned::check(&context, &mut report);
        }
        report
    };
    let (mut report, mut more) = both(walk::is_long(file), of_text, of_flow);
    report.append(&mut more);
    report.sort_by_key(|diagnostic| (diagnostic.severity, diagnostic.span));
    report.truncate(MAX_DIAGNOSTICS);
    report.sort_by_key(|diagnostic| (diagnostic.span, diagnostic.severity));
    report
}

/// Returns `true` if a file has errors beyond those of its syntax.
pub(crate) fn has_errors(file: &SourceFile, names: &Names) -> bool {
    let context = Context::new(file, names, None);
    let mut report = Vec::new();
    ERRORS.iter().any(|check| {
        check(&context, &mut report);
        report.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
    })
}

impl<'a> Context<'a> {
    fn new(file: &'a SourceFile, names: &'a Names, reading: Option<&'a Reading>) -> Self {
        let mut statements = Vec::with_capacity(file.sites.len());
        for (id, procedure) in procedures(file) {
            walk::statements(&procedure.body, |statement| statements.push((id, statement)));
        }
        Self { file, names, statements, unusual: OnceLock::new(), flow: OnceLock::new(), reading }
    }

    fn unusual(&self) -> &[Unusual<'a>] {
        self.unusual.get_or_init(|| unusual(self.file, &self.statements))
    }

    fn flow(&self) -> &Flow<'a> {
        self.flow.get_or_init(|| Flow::of(self.file))
    }

    /// The procedures of the file with their ids.
    fn procedures(&self) -> impl Iterator<Item = (ProcedureId, &'a Procedure)> + use<'a> {
        procedures(self.file)
    }

    /// Visits every statement of the file.
    fn statements(&self, mut visit: impl FnMut(ProcedureId, &'a Statement)) {
        self.statements.iter().for_each(|(id, statement)| visit(*id, statement));
    }

    fn called(&self, name: &str) -> Option<&'a Procedure> {
        self.names.procedure(name).map(|id| &self.file.procedures[id.0 as usize])
    }
}

/// The procedures of a file with their ids.
fn procedures(file: &SourceFile) -> impl Iterator<Item = (ProcedureId, &Procedure)> {
    (0..).map(ProcedureId).zip(&file.procedures)
}

/// The unusual parts of all expressions: those of the clauses of procedures, then those of statements.
fn unusual<'a>(file: &'a SourceFile, statements: &[(ProcedureId, &'a Statement)]) -> Vec<Unusual<'a>> {
    let mut found = Vec::new();
    let mut visit = |procedure, statement, whole, position| {
        walk::parts(whole, |part| {
            if is_unusual(part) {
                found.push(Unusual { procedure, statement, position, whole, part });
            }
        });
    };
    for (id, procedure) in procedures(file) {
        let clauses = procedure.enforce.iter().chain(&procedure.abortif);
        clauses.for_each(|expr| visit(id, None, expr, Position::Other));
    }
    for (id, statement) in statements {
        walk::expressions(statement, |expr, position| visit(*id, Some(*statement), expr, position));
    }
    found
}

fn is_unusual(part: &Expr) -> bool {
    match &part.kind {
        ExprKind::Call(_) => true,
        ExprKind::Binary(..) => precedence::is_mixed(part),
        ExprKind::Variable(Variable { name, primed, .. }) => *primed || name.text == "_" || name.text.ends_with('$'),
        _ => false,
    }
}

fn replacement(span: Span, text: impl Into<String>) -> Vec<Edit> {
    vec![Edit { span, text: text.into() }]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reading::ReadingOptions;
    use crate::walk::WORTH_A_THREAD;

    #[test]
    fn a_long_file_has_the_findings_of_a_short_one() {
        let found = |statements: usize| {
            let body = format!("{}g := nothing; read := read;", "skip; ".repeat(statements));
            let text = format!("decl g, unused; void main() begin decl read; goto L; {body} L: end");
            let file = boolprog_syntax::parse(&text).file;
            let found = check(&file, &Names::of(&file), &Reading::new(&file, &ReadingOptions::default()));
            found.into_iter().map(|diagnostic| diagnostic.code).collect::<Vec<_>>()
        };
        let short = found(1);
        assert!(short.contains(&"undeclared-variable") && short.contains(&"unused-variable"), "{short:?}");
        assert_eq!(found(WORTH_A_THREAD), short);
    }
}
