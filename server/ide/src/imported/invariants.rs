//! What a proof says of the place before a statement, in the words of the text.

use boolprog_check::integer::{Model, ModularDocument};
use boolprog_integer::{LocationId, Process};

/// A conjunct of an invariant that is not about one thread alone, or about what the text does not have, says nothing.
const NOT_SHOWN: [&str; 4] = ["count(", "from_", "value", "["];

/// The facts that hold whenever a thread of this process is at a location, each once: those about the location first.
pub(super) fn at(model: &Model, process: &Process, location: LocationId, known: &[ModularDocument]) -> Vec<String> {
    let instance = if process.replicated { format!("{}[0]", process.name) } else { process.name.to_string() };
    let here = process.locations.get(usize::from(location.0)).map_or("", |location| location.name.as_str());
    let place = Place { instance, here };
    let of_level = known.iter().filter(|document| document.level == 1);
    let conjuncts: Vec<&String> = of_level.flat_map(|document| &document.invariant).collect();
    let helpers = model.origins.as_ref().map_or(&[][..], |origins| &origins.helpers);
    let is_shown = |fact: &str| {
        !NOT_SHOWN.iter().any(|hidden| fact.contains(hidden)) && !helpers.iter().any(|helper| fact.contains(&**helper))
    };
    let mut facts: Vec<String> = Vec::new();
    for wants_place in [true, false] {
        let found = conjuncts.iter().filter(|conjunct| conjunct.contains(" @ ") == wants_place);
        for fact in found.filter_map(|conjunct| place.fact(conjunct)).filter(|fact| is_shown(fact)) {
            if !facts.contains(&fact) {
                facts.push(fact);
            }
        }
    }
    facts
}

struct Place<'a> {
    instance: String,
    here: &'a str,
}

impl Place<'_> {
    /// What is left of a conjunct, which is a disjunction, if control of the instance is here; nothing if it says nothing then.
    fn fact(&self, conjunct: &str) -> Option<String> {
        let mut left = Vec::new();
        for part in disjuncts(conjunct) {
            match self.control(part) {
                Some(true) => return None,
                Some(false) => {}
                None => left.push(self.in_words(part)),
            }
        }
        let is_about_others = left.iter().any(|part| part.contains(" @ "));
        (!left.is_empty() && !is_about_others).then(|| left.join(" || "))
    }

    /// Whether a part holds, if it says only where control of the instance is.
    fn control(&self, part: &str) -> Option<bool> {
        let (part, holds) = part.strip_prefix('!').map_or((part, true), |part| (part, false));
        let place = part.strip_prefix(&self.instance)?.strip_prefix(" @ ")?;
        Some((place == self.here) == holds)
    }

    /// A comparison without negation, and without the name of the instance.
    fn in_words(&self, part: &str) -> String {
        let own = part.replace(&format!("{}.", self.instance), "");
        let Some(inner) = own.strip_prefix("!(").and_then(|inner| inner.strip_suffix(')')) else { return own };
        let opposite =
            [(" <= ", " > "), (" >= ", " < "), (" == ", " != "), (" != ", " == "), (" < ", " >= "), (" > ", " <= ")];
        let is_plain = !inner.contains(['(', '&', '|', '?']);
        let found = opposite.iter().find(|(operator, _)| is_plain && inner.matches(operator).count() == 1);
        found.map_or_else(|| own.clone(), |(operator, other)| inner.replace(operator, other))
    }
}

/// The parts of a disjunction: what stands between `||` outside of parentheses.
fn disjuncts(formula: &str) -> Vec<&str> {
    let (mut parts, mut depth, mut start) = (Vec::new(), 0, 0);
    for (at, letter) in formula.char_indices() {
        match letter {
            '(' => depth += 1,
            ')' => depth -= 1,
            '|' if depth == 0 && formula[at..].starts_with("||") => {
                parts.push(formula[start..at].trim());
                start = at + 2;
            }
            _ => {}
        }
    }
    parts.push(formula[start..].trim());
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_conjunct_says_something_where_its_instance_is() {
        let place = Place { instance: "pusher[0]".to_owned(), here: "line_28" };
        let fact = |conjunct| place.fact(conjunct);
        assert_eq!(fact("!pusher[0] @ line_28 || !(top <= 0)"), Some("top > 0".to_owned()));
        assert_eq!(fact("!pusher[0] @ line_25 || !(pusher[0].cell <= 0)"), None);
        assert_eq!(fact("!(pusher[0].cell >= 5)"), Some("cell < 5".to_owned()));
        assert_eq!(fact("pusher[0] @ line_28 || top == 0"), None);
        assert_eq!(fact("main @ begin || top == 0"), None, "it depends on where another thread is");
        assert_eq!(fact("pusher[0] @ line_2 || (top == 0 || x == 1)"), Some("(top == 0 || x == 1)".to_owned()));
    }
}
