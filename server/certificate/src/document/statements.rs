//! Serialisation of the statements of a Boolean program over predicates.

use std::collections::BTreeMap;

use boolprog_integer::System;
use serde::{Deserialize, Serialize};

use crate::boolean::{Assertion, Assignment, Expression, Predicate, Slot, Step};

/// A Boolean expression.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum ExpressionDocument {
    /// `T` or `F`.
    Constant(bool),
    /// The value of a predicate, as the language of Boolean programs writes it: `{p}`, `{p}$` or `'{p}`.
    Value(String),
    /// The negation.
    Not {
        /// Its operand.
        not: Box<Self>,
    },
    /// The conjunction.
    All {
        /// Its operands.
        all: Vec<Self>,
    },
    /// The disjunction.
    Any {
        /// Its operands.
        any: Vec<Self>,
    },
}

/// The new value of a predicate.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AssignmentDocument {
    /// Name of the predicate, without braces.
    pub predicate: String,
    /// The place where it becomes true.
    pub yes: ExpressionDocument,
    /// Where it becomes false, if not true; elsewhere it is arbitrary.
    pub no: ExpressionDocument,
}

/// The statement of an edge of one thread.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StepDocument {
    /// Number of the transition.
    pub transition: u32,
    /// The place where a value of the edge may be missing.
    pub fault: ExpressionDocument,
    /// Where the edge may be taken, and with which values after it.
    pub possible: ExpressionDocument,
    /// New values of the shared predicates, and of those of the thread that takes the step.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub active: Vec<AssignmentDocument>,
    /// New values in each thread that takes no step.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub passive: Vec<AssignmentDocument>,
}

/// The assertion for one pattern of a property.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AssertionDocument {
    /// Id of the property.
    pub property: String,
    /// Number of the pattern among those of the property.
    pub pattern: usize,
    /// The place where the condition of the pattern may hold.
    pub possible: ExpressionDocument,
}

/// Writes with the names of these predicates.
pub(super) struct Names<'a>(pub(super) &'a [Predicate]);

impl Names<'_> {
    fn write(&self, expression: &Expression) -> ExpressionDocument {
        let all = |parts: &[Expression]| parts.iter().map(|part| self.write(part)).collect();
        match expression {
            Expression::Constant(value) => ExpressionDocument::Constant(*value),
            Expression::Value(slot) => ExpressionDocument::Value(self.slot(*slot)),
            Expression::Not(inner) => ExpressionDocument::Not { not: Box::new(self.write(inner)) },
            Expression::All(parts) => ExpressionDocument::All { all: all(parts) },
            Expression::Any(parts) => ExpressionDocument::Any { any: all(parts) },
        }
    }

    fn slot(&self, slot: Slot) -> String {
        let name = &self.0[slot.predicate()].name;
        match slot {
            Slot::Active(_) => format!("{{{name}}}"),
            Slot::Passive(_) => format!("{{{name}}}$"),
            Slot::Next(_) => format!("'{{{name}}}"),
        }
    }

    fn assignments(&self, assignments: &[Assignment]) -> Vec<AssignmentDocument> {
        let assignment = |assignment: &Assignment| AssignmentDocument {
            predicate: self.0[assignment.predicate].name.clone(),
            yes: self.write(&assignment.yes),
            no: self.write(&assignment.no),
        };
        assignments.iter().map(assignment).collect()
    }

    pub(super) fn write_step(&self, step: &Step) -> StepDocument {
        StepDocument {
            transition: step.transition,
            fault: self.write(&step.fault),
            possible: self.write(&step.possible),
            active: self.assignments(&step.active),
            passive: self.assignments(&step.passive),
        }
    }

    pub(super) fn write_assertion(&self, system: &System, assertion: &Assertion) -> AssertionDocument {
        AssertionDocument {
            property: system.properties[assertion.property as usize].id(),
            pattern: assertion.pattern,
            possible: self.write(&assertion.possible),
        }
    }
}

impl ExpressionDocument {
    /// The expression, where predicates have these numbers; `None` if there is no such predicate.
    fn read(&self, numbers: &BTreeMap<&str, usize>) -> Option<Expression> {
        let all = |parts: &[Self]| parts.iter().map(|part| part.read(numbers)).collect::<Option<_>>();
        Some(match self {
            Self::Constant(value) => Expression::Constant(*value),
            Self::Value(text) => Expression::Value(slot(text, numbers)?),
            Self::Not { not } => Expression::Not(Box::new(not.read(numbers)?)),
            Self::All { all: parts } => Expression::All(all(parts)?),
            Self::Any { any: parts } => Expression::Any(all(parts)?),
        })
    }
}

fn slot(text: &str, numbers: &BTreeMap<&str, usize>) -> Option<Slot> {
    let (slot, braced): (fn(usize) -> Slot, _) = match (text.strip_prefix('\''), text.strip_suffix('$')) {
        (Some(braced), _) => (Slot::Next, braced),
        (None, Some(braced)) => (Slot::Passive, braced),
        (None, None) => (Slot::Active, text),
    };
    let name = braced.strip_prefix('{')?.strip_suffix('}')?;
    numbers.get(name).copied().map(slot)
}

impl StepDocument {
    pub(super) fn read(&self, numbers: &BTreeMap<&str, usize>) -> Option<Step> {
        let assignment = |written: &AssignmentDocument| {
            let predicate = *numbers.get(written.predicate.as_str())?;
            Some(Assignment { predicate, yes: written.yes.read(numbers)?, no: written.no.read(numbers)? })
        };
        let assignments = |list: &[AssignmentDocument]| list.iter().map(assignment).collect::<Option<_>>();
        Some(Step {
            transition: self.transition,
            fault: self.fault.read(numbers)?,
            possible: self.possible.read(numbers)?,
            active: assignments(&self.active)?,
            passive: assignments(&self.passive)?,
        })
    }
}

impl AssertionDocument {
    pub(super) fn read(&self, system: &System, numbers: &BTreeMap<&str, usize>) -> Option<Assertion> {
        let property = system.property_ids().iter().position(|id| *id == self.property)? as u32;
        Some(Assertion { property, pattern: self.pattern, possible: self.possible.read(numbers)? })
    }
}
