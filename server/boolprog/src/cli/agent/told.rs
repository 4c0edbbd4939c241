//! Verdicts for agents: short, with lines, and with the calls that say more.

use boolprog_export::lanes::Lanes;
use boolprog_export::report::{Counterexample, DiagnosticDocument, FileDocument, PropertyDocument, Verdict};
use boolprog_ide::story;
use boolprog_trace::document::{TraceDocument, place};
use serde_json::{Value, json};

use super::asked::{Found, Question};

/// Properties, and diagnostics, that an answer lists. Those that are not proved come first.
const MOST_LISTED: usize = 40;
/// Steps of a story in a list of verdicts, and alone.
const SHORT: usize = 8;
const LONG: usize = 24;

/// The answer to `check`.
pub(super) fn checked(file: &FileDocument) -> Value {
    let verdicts = || file.properties.iter().map(|property| property.verdict);
    let any = |wanted: Verdict| verdicts().any(|verdict| verdict == wanted);
    let verdict = if file.kind.is_none() {
        "not checked"
    } else {
        [Verdict::Violated, Verdict::Unknown].into_iter().find(|it| any(*it)).unwrap_or(Verdict::Proved).name()
    };
    let mut properties: Vec<&PropertyDocument> = file.properties.iter().collect();
    properties.sort_by_key(|property| property.verdict == Verdict::Proved);
    let left_out = properties.len().saturating_sub(MOST_LISTED);
    properties.truncate(MOST_LISTED);
    let properties: Vec<Value> = properties.into_iter().map(|property| listed(property, file)).collect();
    without_nothing(json!({
        "file": file.file,
        "verdict": verdict,
        "threads": file.threads,
        "proofs_hold": file.scope.as_ref().filter(|_| any(Verdict::Proved)),
        "properties": properties,
        "left_out": (left_out > 0).then_some(left_out),
        "diagnostics": file.diagnostics.iter().take(MOST_LISTED).map(diagnostic).collect::<Vec<_>>(),
        "next": calls(&file.next, &file.file),
    }))
}

/// The answer to `explain`.
pub(super) fn explained(found: &Found, question: &Question) -> Result<Value, String> {
    let (file, property) = (&found.file, found.property());
    let mut told = listed(property, file);
    let more = match property.verdict {
        Verdict::Proved => json!({ "holds": file.scope, "engine": property.engine, "certified": property.certified }),
        Verdict::Unknown => json!({ "next": calls(&property.next, &file.file) }),
        Verdict::Violated => {
            let trace = found.trace()?;
            let lanes = Lanes::of(property);
            let options = options(&question.arguments.given.words());
            let call = |tool: &str, more: Value| {
                let mut arguments = json!({ "file": file.file, "options": options, "id": property.id });
                arguments
                    .as_object_mut()
                    .into_iter()
                    .for_each(|all| all.extend(more.as_object().cloned().unwrap_or_default()));
                json!({ "tool": tool, "arguments": without_nothing(arguments) })
            };
            json!({
                "story": story(trace, LONG),
                "end": lanes.map(|lanes| lanes.headline),
                "locks": trace.property.locks.iter().map(ToString::to_string).collect::<Vec<_>>(),
                "next": [
                    call("replay", json!({ "from": 1 })),
                    call("what_if", json!({ "after": trace.steps.len().saturating_sub(1) })),
                ],
            })
        }
    };
    if let (Some(told), Value::Object(more)) = (told.as_object_mut(), more) {
        told.insert("file".to_owned(), file.file.clone().into());
        told.extend(more);
    }
    Ok(without_nothing(told))
}

/// A property in a list.
fn listed(property: &PropertyDocument, file: &FileDocument) -> Value {
    let trace = match &property.trace {
        Some(Counterexample::Program(trace)) => Some(trace),
        Some(Counterexample::System(_)) | None => None,
    };
    let related = property.related.iter().map(|it| format!("{}: {}", place(it.file.as_deref(), it.line), it.message));
    without_nothing(json!({
        "id": property.id,
        "title": property.title(),
        "in": property.file,
        "line": property.line,
        "verdict": property.verdict.name(),
        "reason": property.reason,
        "needs": (property.verdict == Verdict::Violated).then(|| property.needs()),
        "story": trace.map(|trace| story(trace, SHORT)),
        "related": related.collect::<Vec<_>>(),
        "notes": property.notes,
        "next": calls(&property.next, &file.file),
    }))
}

/// The steps of a counterexample that matter, one a line.
fn story(trace: &TraceDocument, most: usize) -> Vec<String> {
    let told = |event: story::Event| format!("step {}, {}: {}", event.step + 1, trace.place(&event.range), event.text);
    story::highlights(trace, &[], most).into_iter().map(told).collect()
}

fn diagnostic(diagnostic: &DiagnosticDocument) -> Value {
    without_nothing(json!({
        "in": diagnostic.file,
        "line": diagnostic.line,
        "column": diagnostic.column,
        "severity": diagnostic.severity.name(),
        "message": diagnostic.message,
    }))
}

/// Commands as calls of `check`.
fn calls(commands: &[String], file: &str) -> Vec<Value> {
    let call = |command: &String| {
        let words = shlex::split(command)?;
        let options = words.get(2..words.len().checked_sub(1)?)?;
        Some(json!({ "tool": "check", "arguments": { "file": file, "options": self::options(options) } }))
    };
    commands.iter().filter_map(call).collect()
}

/// Words of options without the mark that ends them.
fn options(words: &[String]) -> Vec<String> {
    words.iter().filter(|word| *word != "--").cloned().collect()
}

/// An object without members that say nothing.
pub(super) fn without_nothing(mut object: Value) -> Value {
    if let Value::Object(members) = &mut object {
        members.retain(|_, value| !value.is_null() && value.as_array().is_none_or(|list| !list.is_empty()));
    }
    object
}
