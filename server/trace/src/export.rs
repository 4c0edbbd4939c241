//! A trace as a document.

use boolprog_base::Span;
use boolprog_program::names::{ProcedureId, VariableId};
use boolprog_program::program;
use boolprog_syntax::ast::SiteId;

use crate::configuration::{Configuration, Frame, Thread};
use crate::document::{
    ChoiceDocument, FrameDocument, LabelDocument, ProcedureDocument, ProgramKind, PropertyDocument, PropertyKind,
    RangeDocument, SCHEMA, StateDocument, StepDocument, ThreadChange, ThreadDocument, TraceDocument, Value,
};
use crate::interpreter::{Choice, Event, Interpreter};
use crate::lines::Lines;
use crate::replay::{Step, Trace};

/// The longest text of a step, in characters.
const LONGEST_TEXT: usize = 120;

/// Data of a document beyond the trace itself.
#[derive(Clone, Debug)]
pub struct Subject<'a> {
    /// The text of the program.
    pub text: &'a str,
    /// Its path as it was given.
    pub path: &'a str,
    /// Hash of its text, in hexadecimal.
    pub hash: &'a str,
    /// Stable id of the property.
    pub property_id: &'a str,
    /// The asserted expression or the label, as written.
    pub property_name: &'a str,
    /// Span that an editor underlines for the property.
    pub property_span: Span,
    /// Knowledge about the length of the trace, as a sentence.
    pub guarantee: &'a str,
}

impl Trace {
    /// The document of a trace. `interpreter` is the one that replayed it.
    pub fn to_document(&self, interpreter: &Interpreter<'_>, subject: &Subject<'_>) -> TraceDocument {
        Exporter::new(interpreter, subject.text).document(self, subject)
    }
}

/// Writes states and steps in the terms of a text.
pub struct Exporter<'a> {
    interpreter: &'a Interpreter<'a>,
    text: &'a str,
    lines: Lines<'a>,
}

impl<'a> Exporter<'a> {
    /// Finds the lines of the text that the interpreter executes. Linear.
    pub fn new(interpreter: &'a Interpreter<'a>, text: &'a str) -> Self {
        Self { interpreter, text, lines: Lines::of(text) }
    }

    fn document(&self, trace: &Trace, subject: &Subject<'_>) -> TraceDocument {
        let states = trace.configurations();
        let steps = trace.steps().iter().zip(states.windows(2));
        TraceDocument {
            property: self.property(trace, subject),
            threads_needed: trace.live_threads(),
            context_switches: trace.context_switches(),
            steps: steps.map(|(step, states)| self.step(*step, &states[0], &states[1])).collect(),
            ..self.beginning(&states[0], subject)
        }
    }

    /// The document of an execution before its first step, which violates nothing.
    pub fn beginning(&self, start: &Configuration, subject: &Subject<'_>) -> TraceDocument {
        let names = self.interpreter.names();
        TraceDocument {
            schema: SCHEMA.to_owned(),
            program: subject.path.to_owned(),
            program_hash: subject.hash.to_owned(),
            kind: ProgramKind::Boolean,
            files: Vec::new(),
            threads: self.interpreter.threads().to_string(),
            instances: Vec::new(),
            property: PropertyDocument {
                id: subject.property_id.to_owned(),
                kind: PropertyKind::Point,
                name: subject.property_name.to_owned(),
                range: self.lines.range(subject.property_span),
                thread: 1,
                related: Vec::new(),
                locks: None,
            },
            threads_needed: start.threads.len() as u32,
            context_switches: 0,
            guarantee: subject.guarantee.to_owned(),
            shared: self.variables(names.shared()),
            heap: Vec::new(),
            thread_local: self.variables(names.thread_local()),
            procedures: (0..names.procedures.len()).map(|index| self.procedure(ProcedureId(index as u32))).collect(),
            initial: self.state(start),
            steps: Vec::new(),
            schedule: None,
        }
    }

    fn property(&self, trace: &Trace, subject: &Subject<'_>) -> PropertyDocument {
        let violation = trace.violation();
        let kind = match violation.kind {
            program::PropertyKind::Label if self.interpreter.asked() == Some(violation.site) => PropertyKind::Point,
            kind => kind.into(),
        };
        PropertyDocument {
            id: subject.property_id.to_owned(),
            kind,
            name: subject.property_name.to_owned(),
            range: self.lines.range(subject.property_span),
            thread: violation.thread,
            related: Vec::new(),
            locks: None,
        }
    }

    fn procedure(&self, procedure: ProcedureId) -> ProcedureDocument {
        let names = self.interpreter.names();
        ProcedureDocument {
            name: names.procedures[procedure.0 as usize].name.to_string(),
            variables: self.variables(names.variables_of(procedure).iter().copied()),
            labels: self.labels(procedure),
        }
    }

    fn labels(&self, procedure: ProcedureId) -> Vec<LabelDocument> {
        let labels = self.interpreter.names().labels.iter().filter(|label| label.procedure == procedure);
        labels.map(|label| LabelDocument { name: label.name.to_string(), range: self.range(label.site) }).collect()
    }

    fn variables(&self, ids: impl Iterator<Item = VariableId>) -> Vec<String> {
        ids.map(|id| self.interpreter.names().info(id).name.to_string()).collect()
    }

    /// A state in full.
    pub fn state(&self, state: &Configuration) -> StateDocument {
        StateDocument {
            shared: values(&state.shared),
            atomic: state.atomic,
            threads: state.threads.iter().map(|thread| self.thread(thread).into()).collect(),
        }
    }

    fn thread(&self, thread: &Thread) -> ThreadDocument {
        ThreadDocument {
            number: thread.number,
            thread_local: values(&thread.thread_local),
            frames: thread.frames.iter().map(|frame| self.frame(frame)).collect(),
        }
    }

    fn frame(&self, frame: &Frame) -> FrameDocument {
        FrameDocument {
            procedure: frame.procedure.0,
            range: self.range(frame.site),
            location: None,
            values: values(&frame.values),
        }
    }

    /// A thread that looks different from before, or is new. Linear in the activations that it does not share with itself
    /// before.
    fn change(&self, before: Option<&Thread>, after: &Thread) -> ThreadChange {
        let kept = before.map_or(0, |before| before.frames.shared_with(&after.frames));
        ThreadChange {
            number: after.number,
            thread_local: values(&after.thread_local),
            kept,
            frames: after.frames.above(kept).map(|frame| self.frame(frame)).collect(),
        }
    }

    /// A step between two states.
    pub fn step(&self, step: Step, at: &Configuration, next: &Configuration) -> StepDocument {
        let shared = (0..).zip(at.shared.iter().zip(&next.shared));
        let before = |thread: &Thread| at.position(thread.number).map(|position| &at.threads[position]);
        let pairs = next.threads.iter().map(|after| (before(after), after));
        let changed = pairs.filter(|(before, after)| *before != Some(after));
        let (created, ended) = match step.event {
            Event::Created(number) => (Some(number), None),
            Event::Ended(number) => (None, Some(number)),
            Event::Moved => (None, None),
        };
        StepDocument {
            thread: step.thread,
            range: self.range(step.site),
            text: self.text(step.site),
            shared: shared
                .filter(|(_, (old, new))| old != new)
                .map(|(index, (_, new))| (index, Value::from(*new)))
                .collect(),
            atomic: next.atomic,
            threads: changed.map(|(before, after)| self.change(before, after)).collect(),
            accesses: Vec::new(),
            begins: false,
            woken: Vec::new(),
            blocked: Vec::new(),
            created,
            ended,
            joined: None,
            fresh: Vec::new(),
            choices: self.choices(step.thread, at, created, next),
        }
    }

    fn choices(
        &self,
        thread: u32,
        at: &Configuration,
        created: Option<u32>,
        next: &Configuration,
    ) -> Vec<ChoiceDocument> {
        let Some(position) = at.position(thread) else { return Vec::new() };
        let choices = self.interpreter.choices(at, position, created, next).into_iter();
        let document = |choice| match choice {
            Choice::Value { variable, thread, value } => {
                let variable = self.interpreter.names().info(variable).name.to_string();
                Some(ChoiceDocument::Value { variable, thread, value: value.into() })
            }
            Choice::Branch => {
                let site = next.threads.iter().find(|found| found.number == thread)?.innermost()?.site;
                Some(ChoiceDocument::Branch { line: self.range(site).line })
            }
        };
        choices.filter_map(document).collect()
    }

    fn span(&self, site: SiteId) -> Span {
        self.interpreter.file().sites.get(site.0 as usize).map_or(Span::default(), |site| site.span)
    }

    /// The range of a site.
    pub fn range(&self, site: SiteId) -> RangeDocument {
        self.range_of(self.span(site))
    }

    /// A part of the text as lines and columns.
    pub fn range_of(&self, span: Span) -> RangeDocument {
        self.lines.range(span)
    }

    /// The text of a site, on one line.
    pub fn text(&self, site: SiteId) -> String {
        one_line(self.text, self.span(site), &self.interpreter.file().comments)
    }
}

fn values(truths: &[bool]) -> Vec<Value> {
    truths.iter().copied().map(Value::from).collect()
}

/// The text of a span on one line, without comments, shortened if it is long. Blanks inside `{...}` stay as they
/// are, since they belong to a name.
pub(crate) fn one_line(text: &str, span: Span, comments: &[Span]) -> String {
    shorten(joined_lines(text, span, comments))
}

/// Returns `true` if the text of a step can be one of a program with this text and these comments. Linear in the text.
pub fn can_be_in(text: &str, comments: &[Span], step: &str) -> bool {
    let whole = joined_lines(text, Span::new(0, text.len() as u32), comments);
    whole.contains(step.strip_suffix('…').unwrap_or(step))
}

fn joined_lines(text: &str, span: Span, comments: &[Span]) -> String {
    let mut line = String::new();
    let (mut blank, mut in_name) = (false, false);
    let mut rest = comments[comments.partition_point(|comment| comment.end <= span.start)..].iter().peekable();
    for (index, character) in text.get(span.range()).unwrap_or_default().char_indices() {
        let offset = span.start + index as u32;
        while rest.next_if(|comment| comment.end <= offset).is_some() {}
        let comment = rest.peek().is_some_and(|comment| comment.start <= offset);
        if comment || (character.is_whitespace() && !in_name) {
            blank = true;
            continue;
        }
        if blank && !line.is_empty() {
            line.push(' ');
        }
        blank = false;
        in_name = if in_name { character != '}' } else { character == '{' };
        line.push(character);
    }
    line
}

fn shorten(line: String) -> String {
    match line.char_indices().nth(LONGEST_TEXT) {
        None => line,
        Some(_) => line.chars().take(LONGEST_TEXT - 1).chain(['…']).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        let parsed = boolprog_syntax::parse(text);
        let site = &parsed.file.sites[0];
        one_line(text, site.span, &parsed.file.comments)
    }

    #[test]
    fn comments_and_line_ends_become_one_blank() {
        let text = "void main() begin x := /* a\n */ y // b\n  &  z; end";
        assert_eq!(shown(text), "x := y & z");
    }

    #[test]
    fn blanks_in_names_stay() {
        assert_eq!(shown("void main() begin assume  {a //  b}; end"), "assume {a //  b}");
    }

    #[test]
    fn long_text_is_shortened() {
        let text = format!("void main() begin assume {} T; end", "T & ".repeat(40));
        let line = shown(&text);
        assert_eq!(line.chars().count(), LONGEST_TEXT);
        assert!(line.ends_with('…'));
    }
}
