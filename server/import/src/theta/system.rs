//! Symbolic transition systems of Theta (`.system`).
//!
//! The system becomes one process. If all next values are assigned or unconstrained, it has one edge; otherwise two:
//! the first chooses next values, and the second is enabled if they satisfy the relation. The properties are checked
//! before the first only.

mod build;
mod choices;
mod transition;

use boolprog_base::Span;
use boolprog_integer::Sort;

use super::cursor::{Cursor, Name};
use super::grammar::{STS, STS_KEYWORDS, declaration};
use super::source::Source;
use crate::{Imported, Refusal};

/// The text of an `.ip` program for a `.system` text; `file` is how the comment at the top names it. Properties of different
/// systems do not fit into one program: `property` chooses one.
pub fn read(text: &str, file: &str, property: Option<&str>) -> Result<Imported, Refusal> {
    let mut cursor = Cursor::new(text)?;
    let specification = specification(&mut cursor)?;
    build::build(&specification, file, property)?.finish()
}

#[derive(Default)]
struct Specification {
    name: Option<Name>,
    constants: Vec<Constant>,
    variables: Vec<Variable>,
    systems: Vec<(Name, Constraints)>,
    properties: Vec<Property>,
}

struct Constant {
    name: Name,
    sort: Sort,
    value: Option<Source>,
}

struct Variable {
    name: Name,
    sort: Sort,
    initial: Option<Source>,
}

#[derive(Default)]
struct Constraints {
    constants: Vec<Constant>,
    variables: Vec<Variable>,
    invariants: Vec<Source>,
    initial: Vec<Source>,
    transitions: Vec<Source>,
}

struct Property {
    name: Name,
    /// Index in [`Specification::systems`].
    system: usize,
    condition: Source,
}

fn specification(cursor: &mut Cursor<'_>) -> Result<Specification, Refusal> {
    let mut specification = Specification::default();
    cursor.expect("specification")?;
    specification.name = Some(cursor.name(STS_KEYWORDS)?);
    no_parameters(cursor)?;
    cursor.expect("{")?;
    while !cursor.eat("}") {
        match cursor.peek().text {
            "const" => specification.constants.push(constant(cursor)?),
            "var" => specification.variables.push(variable(cursor)?),
            "system" => {
                cursor.advance();
                let name = cursor.name(STS_KEYWORDS)?;
                no_parameters(cursor)?;
                cursor.expect(":=")?;
                let system = system(cursor, &mut specification, &name)?;
                let again = specification.systems.iter().filter(|(known, _)| known.text == name.text).count() > 1;
                if again || specification.systems[system].0.text != name.text {
                    return Err(Refusal::new(name.span, "A system gets one name, and a name stands for one system."));
                }
            }
            "property" => {
                cursor.advance();
                let name = cursor.name(STS_KEYWORDS)?;
                cursor.expect(":")?;
                let system = system(cursor, &mut specification, &name)?;
                cursor.expect("models")?;
                if !cursor.is_at("G") {
                    return Err(cursor.refuse(
                        "Only properties of the form `G(..)`, which always hold, are supported for integer programs.",
                    ));
                }
                cursor.advance();
                cursor.expect("(")?;
                let condition = STS.expression(cursor)?;
                cursor.expect(")")?;
                specification.properties.push(Property { name, system, condition });
            }
            _ => return Err(cursor.expected("`const`, `var`, `system`, `property` or `}`")),
        }
    }
    if !cursor.is_at_end() {
        return Err(cursor.expected("the end of the file"));
    }
    Ok(specification)
}

fn no_parameters(cursor: &mut Cursor<'_>) -> Result<(), Refusal> {
    if cursor.eat("(") && !cursor.eat(")") {
        return Err(cursor.refuse("Parameters of systems are not supported in integer programs."));
    }
    Ok(())
}

fn constant(cursor: &mut Cursor<'_>) -> Result<Constant, Refusal> {
    cursor.expect("const")?;
    let (name, sort) = declaration(cursor, &STS)?;
    let value = if cursor.eat(":=") { Some(STS.expression(cursor)?) } else { None };
    Ok(Constant { name, sort, value })
}

fn variable(cursor: &mut Cursor<'_>) -> Result<Variable, Refusal> {
    cursor.expect("var")?;
    let (name, sort) = declaration(cursor, &STS)?;
    let initial = if cursor.eat(":=") { Some(STS.expression(cursor)?) } else { None };
    Ok(Variable { name, sort, initial })
}

/// The index of the system written here, or of the named one.
fn system(cursor: &mut Cursor<'_>, specification: &mut Specification, owner: &Name) -> Result<usize, Refusal> {
    if !cursor.is_at("{") {
        let name = cursor.name(STS_KEYWORDS)?;
        no_parameters(cursor)?;
        let found = specification.systems.iter().position(|(known, _)| known.text == name.text);
        return found
            .ok_or_else(|| Refusal::new(name.span, format!("There is no system `{}` before this place.", name.text)));
    }
    cursor.expect("{")?;
    let mut constraints = Constraints::default();
    while !cursor.eat("}") {
        match cursor.peek().text {
            "const" => constraints.constants.push(constant(cursor)?),
            "var" => constraints.variables.push(variable(cursor)?),
            "invariant" => constraints.invariants.push(constraint(cursor)?),
            "initial" => constraints.initial.push(constraint(cursor)?),
            "transition" => constraints.transitions.push(constraint(cursor)?),
            _ => return Err(cursor.expected("`const`, `var`, `invariant`, `initial`, `transition` or `}`")),
        }
    }
    specification.systems.push((owner.clone(), constraints));
    Ok(specification.systems.len() - 1)
}

fn constraint(cursor: &mut Cursor<'_>) -> Result<Source, Refusal> {
    cursor.advance();
    STS.expression(cursor)
}

/// The span of a specification, for refusals of the whole.
fn place(specification: &Specification) -> Span {
    specification.name.as_ref().map_or(Span::empty(0), |name| name.span)
}
