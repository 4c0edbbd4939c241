//! One step: guards, then effects, of one process or of two that shake hands.

use boolprog_base::Span;
use smol_str::SmolStr;

use super::expression::{Context, Meaning, Scope, is_index, limited};
use super::tree::Kind;
use crate::Refusal;
use crate::expression::Expr;
use crate::program::Group;
use crate::source::{Source, SourceKind};

/// The elements of an array that one effect can assign times the size of what it assigns.
const MAX_SIZE: usize = 20_000;

/// A step that is being put together.
pub(super) struct Step<'f> {
    pub(super) context: Context<'f>,
    pub(super) guards: Vec<Expr>,
    /// When the step uses an index that is none, in terms of the values before it.
    pub(super) outside: Vec<Expr>,
    pub(super) groups: Vec<Group>,
}

/// A place that is assigned.
enum Target {
    Variable(Kind, SmolStr),
    Element(Kind, Vec<SmolStr>, Expr),
}

impl<'f> Step<'f> {
    pub(super) const fn new(context: Context<'f>) -> Self {
        Self { context, guards: Vec::new(), outside: Vec::new(), groups: Vec::new() }
    }

    /// What stands behind is read with these names.
    pub(super) fn names_of(&mut self, scope: &Scope) {
        self.context.scope = scope.clone();
    }

    pub(super) fn guard(&mut self, guard: Option<&Source>) -> Result<(), Refusal> {
        let Some(source) = guard else { return Ok(()) };
        let guard = self.context.truth(source)?;
        self.note_outside(source.span)?;
        self.context.ranges.assume(&guard, true);
        self.guards.push(guard);
        Ok(())
    }

    /// An assignment that happens behind all before.
    pub(super) fn effect(&mut self, target: &Source, value: &Source) -> Result<(), Refusal> {
        let span = target.span.cover(value.span);
        let value = self.context.integer(value)?;
        let target = self.target(target)?;
        self.note_outside(span)?;
        let group = self.assign(&target, value, span)?;
        self.push(group);
        Ok(())
    }

    /// What is sent, read with the names of the sender.
    pub(super) fn sent(&mut self, values: &[Source]) -> Result<Vec<Expr>, Refusal> {
        let sent = |value| {
            let sent = self.context.integer(value)?;
            self.note_outside(value.span)?;
            Ok(sent)
        };
        values.iter().map(sent).collect()
    }

    /// Puts what was sent into the places of the receiver, all at the same time.
    pub(super) fn receive(&mut self, targets: &[Source], values: Vec<Expr>) -> Result<(), Refusal> {
        let mut group: Group = Vec::new();
        for (source, value) in targets.iter().zip(values) {
            let target = self.target(source)?;
            self.note_outside(source.span)?;
            let assigned = self.assign(&target, value, source.span)?;
            if assigned.iter().any(|(name, _)| group.iter().any(|(other, _)| other == name)) {
                return Err(Refusal::new(source.span, "A handshake fills each place once."));
            }
            group.extend(assigned);
        }
        self.push(group);
        Ok(())
    }

    fn target(&mut self, source: &Source) -> Result<Target, Refusal> {
        match &source.kind {
            SourceKind::Name(name) => match self.context.scope.get(name) {
                Some(Meaning::Variable(kind, name)) => Ok(Target::Variable(*kind, name.clone())),
                Some(Meaning::Constant(_)) => Err(Refusal::new(source.span, format!("`{name}` is a constant."))),
                Some(Meaning::Array(..)) => {
                    Err(Refusal::new(source.span, format!("`{name}` is an array: say which element.")))
                }
                None => Err(Refusal::new(source.span, format!("There is no variable `{name}`."))),
            },
            SourceKind::Element(name, index) => {
                let (kind, elements) = self.context.elements(&name.text, name.span)?;
                let index = self.context.index(index, elements.len())?;
                let possible = self.context.possible(&index, elements.len());
                if index.size().saturating_mul(possible.len()) > MAX_SIZE {
                    return Err(Refusal::new(source.span, "This gets too large without arrays."));
                }
                Ok(Target::Element(kind, elements, index))
            }
            _ => Err(Refusal::new(source.span, "Only a variable or an element of an array can be assigned.")),
        }
    }

    /// The assignments to a place: of an element, one to each that it can be. `span` is where the file says so.
    fn assign(&self, target: &Target, value: Expr, span: Span) -> Result<Group, Refusal> {
        match target {
            Target::Variable(kind, name) => Ok(vec![(name.clone(), Some(self.context.stored(*kind, value)))]),
            Target::Element(kind, elements, index) => {
                let value = self.context.stored(*kind, value);
                let possible = self.context.possible(index, elements.len());
                if value.size().saturating_mul(possible.len()) > MAX_SIZE {
                    return Err(Refusal::new(span, "An assignment to an element of an array gets too large."));
                }
                let assigned = |case: usize| {
                    let kept = Expr::name(&elements[case]);
                    (elements[case].clone(), Some(Expr::conditional(is_index(index, case), value.clone(), kept)))
                };
                Ok(possible.map(assigned).collect())
            }
        }
    }

    /// Adds a group. What was known of the values that it changes is forgotten.
    fn push(&mut self, group: Group) {
        for (name, _) in &group {
            self.context.ranges.forget(name);
        }
        if !group.is_empty() {
            self.groups.push(group);
        }
    }

    /// Takes over what the last expressions need of their indices: before the effects so far, and where the guards hold.
    fn note_outside(&mut self, span: Span) -> Result<(), Refusal> {
        for mut condition in std::mem::take(&mut self.context.outside) {
            for group in self.groups.iter().rev() {
                let values = group.iter().filter_map(|(name, value)| Some((name.clone(), value.clone()?))).collect();
                condition = limited(condition.substitute(&values), span)?;
            }
            let guards = self.guards.iter().cloned().reduce(Expr::and).unwrap_or(Expr::Truth(true));
            self.outside.push(limited(Expr::and(guards, condition), span)?);
        }
        Ok(())
    }
}
