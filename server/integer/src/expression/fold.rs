//! Constant folding: constants, and locations where control is known.

use super::{Arithmetic, Formula, Term};

impl Term {
    /// The term with its constant parts computed, and with locations decided where `locations` (one per instance) are
    /// given. Parts without a value (an overflow, a division by zero) stay as they are.
    #[must_use]
    pub fn fold(&self, locations: Option<&[u16]>) -> Self {
        match self {
            Self::Constant(_) | Self::Variable(_) | Self::Input(_) => self.clone(),
            Self::Negate(term) => match term.fold(locations) {
                Self::Constant(value) if value != i64::MIN => Self::Constant(-value),
                other => Self::Negate(Box::new(other)),
            },
            Self::Binary(operation, left, right) => {
                fold_binary(*operation, left.fold(locations), right.fold(locations))
            }
            Self::Conditional(condition, then, otherwise) => match condition.fold(locations) {
                Formula::Constant(true) => then.fold(locations),
                Formula::Constant(false) => otherwise.fold(locations),
                other => Self::conditional(other, then.fold(locations), otherwise.fold(locations)),
            },
        }
    }
}

fn fold_binary(operation: Arithmetic, left: Term, right: Term) -> Term {
    if let (Term::Constant(a), Term::Constant(b)) = (&left, &right)
        && let Ok(value) = operation.apply(*a, *b)
    {
        return Term::Constant(value);
    }
    Term::binary(operation, left, right)
}

impl Formula {
    /// The formula with its constant parts computed, and with locations decided where `locations` (one per instance)
    /// are given. The rest has no constants below `!`, `&&`, `||` and `==`.
    ///
    /// Wherever the formula has a value the result has the same. The result may have one where the formula has none,
    /// since operands next to a deciding constant are removed.
    #[must_use]
    pub fn fold(&self, locations: Option<&[u16]>) -> Self {
        match self {
            Self::Constant(_) | Self::Variable(_) | Self::Input(_) => self.clone(),
            Self::Compare(comparison, left, right) => match (left.fold(locations), right.fold(locations)) {
                (Term::Constant(a), Term::Constant(b)) => Self::Constant(comparison.holds(a, b)),
                (left, right) => Self::Compare(*comparison, left, right),
            },
            Self::Equal(left, right) => match (left.fold(locations), right.fold(locations)) {
                (Self::Constant(true), other) | (other, Self::Constant(true)) => other,
                (Self::Constant(false), other) | (other, Self::Constant(false)) => Self::negation(other),
                (left, right) => Self::Equal(Box::new(left), Box::new(right)),
            },
            Self::Not(formula) => Self::negation(formula.fold(locations)),
            Self::All(parts) => fold_parts(parts, locations, true),
            Self::Any(parts) => fold_parts(parts, locations, false),
            Self::At { instance, location } => match locations {
                Some(locations) => Self::Constant(locations[usize::from(instance.0)] == location.0),
                None => self.clone(),
            },
        }
    }
}

/// A conjunction (`neutral` is true) or a disjunction without constants, and without itself around a single part.
fn fold_parts(parts: &[Formula], locations: Option<&[u16]>, neutral: bool) -> Formula {
    let mut kept = Vec::with_capacity(parts.len());
    for part in parts {
        match part.fold(locations) {
            Formula::Constant(value) if value == neutral => {}
            Formula::Constant(value) => return Formula::Constant(value),
            other => kept.push(other),
        }
    }
    if kept.len() == 1 {
        return kept.swap_remove(0);
    }
    match (kept.is_empty(), neutral) {
        (true, _) => Formula::Constant(neutral),
        (false, true) => Formula::All(kept),
        (false, false) => Formula::Any(kept),
    }
}
