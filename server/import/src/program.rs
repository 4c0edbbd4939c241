//! The program that a reader makes, and its text.

pub(crate) mod expression;
pub(crate) mod names;
pub(crate) mod ranges;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::sync::Arc;

use boolprog_base::{Severity, Span};
use boolprog_integer::{Activation, Claim, Doubt, Event, Origins, PropertyKind, Protected, Sort, format, syntax};
use smol_str::SmolStr;

use crate::program::expression::Expr;
use crate::{Imported, Note, Refusal};

/// Lines are broken where they would be longer.
const WIDTH: usize = 110;

/// The program that a reader makes of a text: an integer program, with the spans of its parts in that text.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// Origin of the program, as a sentence.
    pub origin: String,
    /// Differences from the original, written as comments at the top.
    pub notes: Vec<Note>,
    /// Named constants.
    pub constants: Vec<(SmolStr, i64)>,
    /// Shared variables, in their order.
    pub variables: Vec<Declaration>,
    /// Names of variables that the text does not have, also of local ones.
    pub helpers: Vec<SmolStr>,
    /// The conditions under which a run may be none of the text; its variable is a helper.
    pub doubt: Option<Doubt>,
    /// The text's notation for its variables, by their names here, if it has other names for them.
    pub written: BTreeMap<SmolStr, SmolStr>,
    /// Those of them whose values are those of the text.
    pub integers: BTreeSet<SmolStr>,
    /// Parts of objects that locks protect.
    pub protected: Vec<Protected>,
    /// The processes.
    pub processes: Vec<Process>,
    /// Initial conditions, each with its span in the text.
    pub initial: Vec<(Expr, Span)>,
    /// Invariants and errors.
    pub properties: Vec<Property>,
    /// For each edge the functions that are being executed, outermost first. None if the text has no functions.
    pub stacks: Vec<Arc<[Activation]>>,
    /// For each edge what it does in the text, in this order. None if the text has no functions.
    pub events: Vec<Arc<[Event]>>,
    /// For each edge the local variables that it sets to 0 since nothing reads them any more. None if the text has no such edges.
    pub forgotten: Vec<BTreeSet<SmolStr>>,
}

/// Declaration of a variable.
#[derive(Clone, Debug)]
pub struct Declaration {
    /// Its name, which no other variable has.
    pub name: SmolStr,
    /// Values of the variable.
    pub sort: Sort,
    /// Its value at the start; any if there is none.
    pub initial: Option<Expr>,
}

/// An error or an invariant.
#[derive(Clone, Debug)]
pub struct Property {
    /// Invariant or error.
    pub kind: PropertyKind,
    /// Name, unique in the program.
    pub name: SmolStr,
    /// Formula that must never hold (error), or always (invariant).
    pub formula: Expr,
    /// Span in the text.
    pub span: Span,
    /// Another place in the text that it is about, with a clause about it.
    pub related: Option<(Span, String)>,
    /// The claim in a C text.
    pub claim: Option<Claim>,
}

impl Property {
    /// An error that is about one place.
    pub fn error(name: SmolStr, formula: Expr, span: Span) -> Self {
        Self { kind: PropertyKind::Error, name, formula, span, related: None, claim: None }
    }
}

/// A process with its control flow.
#[derive(Clone, Debug)]
pub struct Process {
    /// Name, unique in the program.
    pub name: SmolStr,
    /// `true` for any number of instances, `false` for one.
    pub replicated: bool,
    /// Local variables, in their order.
    pub variables: Vec<Declaration>,
    /// Locations, each with its span in the text. Control starts in the first.
    pub locations: Vec<(SmolStr, Span)>,
    /// Edges between the locations.
    pub edges: Vec<Edge>,
    /// Span in the text.
    pub span: Span,
}

/// Assignments that happen at the same time; no value is any value.
pub type Group = Vec<(SmolStr, Option<Expr>)>;

/// A step from a location to a location.
#[derive(Clone, Debug)]
pub struct Edge {
    /// Source location.
    pub from: SmolStr,
    /// Target location.
    pub to: SmolStr,
    /// Conjuncts of the guard.
    pub guard: Vec<Expr>,
    /// Assignments, one group after the other.
    pub groups: Vec<Group>,
    /// Span in the text.
    pub span: Span,
}

impl Program {
    /// The formatted text, and the notes. Refuses a program that would not be read, because it would be too large or too
    /// deep, or because it divides by zero where only the whole program shows it. Anything else would be an error of the
    /// reader.
    pub fn finish(self) -> Result<Imported, Refusal> {
        let draft = self.draft();
        if draft.text.len() > syntax::MAX_BYTES {
            let message = format!("The integer program would be longer than {} MiB.", syntax::MAX_BYTES >> 20);
            return Err(Refusal::new(draft.origin(syntax::MAX_BYTES), message));
        }
        let parsed = syntax::parse(&draft.text);
        let mut errors = parsed.diagnostics;
        if errors.is_empty() {
            errors = boolprog_integer::check(&parsed.file);
        }
        if let Some(error) = errors.iter().find(|error| error.severity == Severity::Error) {
            let of_file = ["nesting-too-deep", "too-large", "division-by-zero"].contains(&error.code);
            let whose =
                if of_file { "This cannot be written" } else { "The program that would be written has an error" };
            let message = format!("{whose}: {}", error.message);
            return Err(Refusal::new(draft.origin(error.span.start as usize), message));
        }
        let text = format::format(&draft.text, "  ").unwrap_or(draft.text);
        let origins = self.origins();
        Ok(Imported { text, notes: self.notes, origins, comments: Vec::new(), files: None, rolled: None })
    }

    fn origins(&self) -> Origins {
        Origins {
            processes: self.processes.iter().map(|process| process.span).collect(),
            locations: self.processes.iter().flat_map(|process| &process.locations).map(|(_, span)| *span).collect(),
            edges: self.processes.iter().flat_map(|process| &process.edges).map(|edge| edge.span).collect(),
            properties: self.properties.iter().map(|property| property.span).collect(),
            claims: self.properties.iter().map(|property| property.claim.clone()).collect(),
            related: self.properties.iter().map(|property| property.related.clone()).collect(),
            stacks: self.stacks.clone(),
            events: self.events.clone(),
            forgotten: self.forgotten.clone(),
            helpers: self.helpers.clone(),
            doubt: self.doubt.clone(),
            written: self.written.clone(),
            integers: self.integers.clone(),
            protected: self.protected.clone(),
            of_c: None,
        }
    }

    fn draft(&self) -> Draft {
        let mut draft = Draft::default();
        let text = &mut draft.text;
        for note in [&self.origin].into_iter().chain(self.notes.iter().map(|note| &note.text)) {
            line(text, format_args!("// {note}"));
        }
        for (name, value) in &self.constants {
            line(text, format_args!("const {name} = {value};"));
        }
        // Constants are numbers, and readers let variables start with values that they can have: neither can be wrong.
        declarations(text, &self.variables);
        for process in &self.processes {
            let text = draft.coming_from(process.span);
            let count = if process.replicated { "[*]" } else { "" };
            line(text, format_args!("\nprocess {}{count} {{", process.name));
            declarations(text, &process.variables);
            let locations: Vec<&str> = process.locations.iter().map(|(name, _)| name.as_str()).collect();
            line(text, format_args!("loc {};", locations.join(", ")));
            for edge in &process.edges {
                edge.write(draft.coming_from(edge.span));
            }
            line(&mut draft.text, format_args!("}}"));
        }
        draft.text.push('\n');
        for (formula, span) in &self.initial {
            line(draft.coming_from(*span), format_args!("init {formula};"));
        }
        for Property { kind, name, formula, span, .. } in &self.properties {
            let kind = if *kind == PropertyKind::Error { "error" } else { "invariant" };
            line(draft.coming_from(*span), format_args!("{kind} {name}: {formula};"));
        }
        draft
    }
}

/// The text of a program before it is formatted.
#[derive(Default)]
struct Draft {
    text: String,
    /// Offsets at which its pieces begin, in order, each with the span in the file that was read.
    origins: Vec<(usize, Span)>,
}

impl Draft {
    /// The text, to be continued with the part that comes from this span.
    fn coming_from(&mut self, span: Span) -> &mut String {
        self.origins.push((self.text.len(), span));
        &mut self.text
    }

    /// The span in the file that was read for an offset of the text: the beginning, if it has no origin there.
    fn origin(&self, offset: usize) -> Span {
        let behind = self.origins.partition_point(|(start, _)| *start <= offset);
        behind.checked_sub(1).map_or(Span::empty(0), |index| self.origins[index].1)
    }
}

/// Writing to a string cannot fail.
fn line(text: &mut String, line: std::fmt::Arguments<'_>) {
    _ = writeln!(text, "{line}");
}

fn declarations(text: &mut String, variables: &[Declaration]) {
    for Declaration { name, sort, initial } in variables {
        let sort = match sort {
            Sort::Boolean => "bool".to_owned(),
            Sort::Integer => "int".to_owned(),
            Sort::Range(low, high) => format!("{low}..{high}"),
        };
        let initial = match initial {
            None => " = *".to_owned(),
            Some(Expr::Number(0) | Expr::Truth(false)) => String::new(),
            Some(value) => format!(" = {value}"),
        };
        line(text, format_args!("decl {name}: {sort}{initial};"));
    }
}

impl Edge {
    fn write(&self, text: &mut String) {
        let mut parts = vec![format!("{} -> {}", self.from, self.to)];
        let guard: Vec<&Expr> = self.guard.iter().filter(|part| **part != Expr::Truth(true)).collect();
        match guard[..] {
            [] => {}
            [condition] => parts.push(format!("when {condition}")),
            _ => {
                let conjuncts: Vec<String> = guard.iter().map(|part| part.as_conjunct().to_string()).collect();
                parts.push(format!("when {}", conjuncts.join(" && ")));
            }
        }
        let groups: Vec<String> = self.groups.iter().filter(|group| !group.is_empty()).map(assignments).collect();
        if !groups.is_empty() {
            parts.push(format!("do {}", groups.join("; ")));
        }
        let length: usize = parts.iter().map(|part| part.len() + 1).sum();
        let blank = if length > WIDTH { "\n" } else { " " };
        line(text, format_args!("{};", parts.join(blank)));
    }
}

fn assignments(group: &Group) -> String {
    let assignments = group.iter().map(|(name, value)| match value {
        Some(value) => format!("{name} := {value}"),
        None => format!("{name} := *"),
    });
    assignments.collect::<Vec<_>>().join(", ")
}
