//! Conditions in queries: expressions over the variables at a place.

use boolprog_program::names::{Names, ProcedureId, Storage, VariableId};
use boolprog_syntax::ast::SiteId;
use boolprog_syntax::expression::{Expression, Lookup, Threads, Value};

use crate::unit::Unit;

/// A constraint on the variables at a program point.
#[derive(Clone, Debug)]
pub struct Condition {
    expression: Expression,
    scope: Scope,
}

/// Variables that a condition may mention.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// Variables visible to the thread at the program point.
    Visible,
    /// Shared variables, also where a thread has one of the same name.
    Shared,
}

impl Condition {
    /// Reads a condition. Fails with a sentence for the user.
    pub fn parse(text: &str, scope: Scope) -> Result<Self, String> {
        match Expression::read(text) {
            Ok(expression) => Ok(Self { expression, scope }),
            Err(problem) => Err(format!("`{text}` is not an expression: {problem}.")),
        }
    }

    /// The condition that holds where this one does not.
    #[must_use]
    pub(crate) fn negated(&self) -> Self {
        let Self { expression, scope } = self.clone();
        Self { expression: Expression::Not(Box::new(expression)), scope }
    }

    /// Returns `true` if it has a value in every state before these sites: its variables exist, and it mentions neither
    /// two states nor a thread by its number.
    pub fn is_usable(&self, unit: &Unit, sites: &[SiteId]) -> bool {
        let names = &unit.analysis.names;
        let has_value = |declared: &dyn Fn(&str) -> Option<VariableId>| {
            self.expression.truth(&Valuation(&|name| declared(name).map(|_| false))).is_ok()
        };
        match self.scope {
            Scope::Shared => has_value(&|name| {
                names.global(name).filter(|variable| names.info(*variable).storage == Storage::Shared)
            }),
            Scope::Visible => sites.iter().all(|site| {
                let procedure = ProcedureId(unit.file.sites[site.0 as usize].procedure);
                has_value(&|name| names.declared(procedure, name))
            }),
        }
    }

    /// Returns `true` if it holds for these values, in which local variables follow the global ones that they hide.
    pub(crate) fn holds(&self, names: &Names, state: &[(VariableId, bool)]) -> bool {
        let is_meant = |variable: VariableId, name: &str| {
            let info = names.info(variable);
            info.name == name && (self.scope == Scope::Visible || info.storage == Storage::Shared)
        };
        let value =
            |name: &str| state.iter().rev().find(|(variable, _)| is_meant(*variable, name)).map(|(_, value)| *value);
        self.expression.truth(&Valuation(&value)) == Ok(true)
    }
}

/// The values of variables by name, of one state and one thread.
struct Valuation<'a>(&'a dyn Fn(&str) -> Option<bool>);

impl Lookup for Valuation<'_> {
    fn variable(&self, name: &str, thread: Option<u32>) -> Result<Value, String> {
        let value = if thread.is_none() { (self.0)(name) } else { None };
        value.map(Value::Truth).ok_or_else(|| format!("no variable `{name}` is visible here"))
    }

    fn before(&self) -> Result<Self, String> {
        Err("there is no previous step".to_owned())
    }

    fn count(&self, _: &Threads) -> Result<usize, String> {
        Err("numbers of threads are not allowed here".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_that_is_not_an_expression_is_refused() {
        for text in ["", "a b", "a); skip; assert (b", "a) ; (b", "if a", ":= a", "a; b", "*", "'a"] {
            assert!(Condition::parse(text, Scope::Visible).is_err(), "{text}");
        }
        assert!(Condition::parse("a & !(b -> {c d})", Scope::Visible).is_ok());
    }
}
