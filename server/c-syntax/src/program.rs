//! Programs of several files: their units, and what has to agree between them (C11 6.2.7p2, 6.9p5).

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use boolprog_base::control::Control;
use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use crate::library;
use crate::mistake::{Failure, Mistake};
use crate::options::Options;
use crate::source::Place;
use crate::tree::{ExprKind, Function, Linkage, Precedence, Unit};
use crate::types::{Kind, Length, Signature, Type};

/// A file of a program.
#[derive(Clone, Debug)]
pub struct Input<'a> {
    /// Its path.
    pub path: &'a str,
    /// Its text.
    pub text: &'a str,
    /// The options of its reading: for the same target as the other files.
    pub options: Options,
}

/// The units of a program of these files, at least one: one for each, in their order, and then those of the library that they need.
/// Fails with the mistakes of the first file that has some, also where its declarations do not fit those of the files before it,
/// or if the work is stopped. Takes time linear in the number of tokens.
pub fn units(inputs: &[Input<'_>], control: &dyn Control) -> Result<Vec<Arc<Unit>>, Failure> {
    let parse = |input: &Input<'_>| crate::parse(input.path, input.text, &input.options, control).map(Arc::new);
    let mut units = inputs.iter().map(parse).collect::<Result<Vec<_>, _>>()?;
    agree(&units)?;
    let target = inputs.first().map(|input| input.options.target).unwrap_or_default();
    units.extend(library::units(&units, target, control)?);
    Ok(units)
}

/// The names that units use, and neither they nor the library define, in order. Linear.
pub fn undefined(units: &[Arc<Unit>]) -> BTreeSet<SmolStr> {
    let uses = units.iter().flat_map(|unit| {
        unit.exprs.iter().filter_map(move |expr| match expr.kind {
            ExprKind::Function(id) if unit[id].linkage == Linkage::External => Some(unit[id].name.clone()),
            ExprKind::Object(id) if unit[id].linkage == Linkage::External => unit[id].name.clone(),
            _ => None,
        })
    });
    let is_of_library = |name: &str| name.starts_with("__") || library::find(name).is_some();
    let mut uses: BTreeSet<SmolStr> = uses.filter(|name| !is_of_library(name)).collect();
    units.iter().flat_map(|unit| unit.definitions()).for_each(|name| _ = uses.remove(&name));
    uses
}

/// A declaration with external linkage.
struct Declared<'a> {
    unit: &'a Unit,
    place: Place,
    is_defined: bool,
    shape: Shape,
}

/// The properties of a name on which callers and users rely: less than its type, so that what compilers accept is no mistake.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Shape {
    Nothing,
    Integer(Option<u64>),
    Floating(Option<u64>),
    Pointer,
    Array(Box<Shape>, Option<u64>),
    Record(Option<u64>),
    Function(Box<Shape>, Option<(Vec<Shape>, bool)>),
}

/// Fails where declarations of one name differ, or two files define it.
fn agree(units: &[Arc<Unit>]) -> Result<(), Failure> {
    let mut known: FxHashMap<SmolStr, Declared<'_>> = FxHashMap::default();
    for unit in units.iter().filter(|_| units.len() > 1) {
        let mut mistakes = Vec::new();
        for (name, declared) in declarations(unit) {
            let Some(before) = known.get_mut(&name) else {
                known.insert(name, declared);
                continue;
            };
            if before.is_defined && declared.is_defined {
                mistakes.push(Mistake::new(declared.place, Twice { name: &name, first: before }.to_string()));
            } else if !before.shape.fits(&declared.shape) {
                mistakes.push(Mistake::new(declared.place, Differing { name: &name, first: before }.to_string()));
            } else if declared.is_defined {
                *before = declared;
            }
        }
        if !mistakes.is_empty() {
            return Err(Failure::Mistakes { mistakes, sources: unit.sources.clone() });
        }
    }
    Ok(())
}

/// The declarations of a unit for all: functions first.
fn declarations(unit: &Unit) -> impl Iterator<Item = (SmolStr, Declared<'_>)> {
    let is_only = |it: &&Function| unit.precedence(it) == Precedence::Program;
    let functions = unit.functions.iter().filter(|it| it.linkage == Linkage::External).filter(is_only);
    let functions = functions.map(move |it| {
        let (is_defined, shape) = (it.body.is_some(), Shape::of_function(unit, &it.signature));
        (it.name.clone(), Declared { unit, place: it.place, is_defined, shape })
    });
    let objects = unit.objects.iter().filter(|it| it.linkage == Linkage::External);
    let objects = objects.filter_map(move |it| {
        let shape = Shape::of(unit, &it.ty);
        Some((it.name.clone()?, Declared { unit, place: it.place, is_defined: it.is_defined, shape }))
    });
    functions.chain(objects)
}

struct Twice<'a> {
    name: &'a str,
    first: &'a Declared<'a>,
}

impl fmt::Display for Twice<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, first } = self;
        write!(f, "`{name}` is also defined in {}. Make one of the definitions `static`, rename it, ", first.at())?;
        write!(f, "or leave one of the files out.")
    }
}

struct Differing<'a> {
    name: &'a str,
    first: &'a Declared<'a>,
}

impl fmt::Display for Differing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, first } = self;
        write!(f, "`{name}` has another type in {}. Declare it alike in both, best in one header.", first.at())
    }
}

impl Declared<'_> {
    /// `path:line`
    fn at(&self) -> String {
        let position = self.unit.sources.position(self.place);
        format!("{}:{}", position.path, position.line)
    }
}

impl Shape {
    fn of(unit: &Unit, ty: &Type) -> Self {
        match &ty.kind {
            Kind::Void => Self::Nothing,
            Kind::Bool | Kind::Integer(_) | Kind::Enumeration(_) => Self::Integer(unit.size_of(ty)),
            Kind::Floating(_) => Self::Floating(unit.size_of(ty)),
            Kind::Pointer(_) | Kind::VariableArguments => Self::Pointer,
            Kind::Array(element, length) => {
                let length = if let Length::Known(length) = length { Some(*length) } else { None };
                Self::Array(Box::new(Self::of(unit, element)), length)
            }
            Kind::Record(_) => Self::Record(unit.size_of(ty)),
            Kind::Function(signature) => Self::of_function(unit, signature),
        }
    }

    fn of_function(unit: &Unit, signature: &Signature) -> Self {
        let parameters = || signature.parameters.iter().map(|ty| Self::of(unit, ty)).collect();
        let parameters = signature.is_prototype.then(|| (parameters(), signature.is_variadic));
        Self::Function(Box::new(Self::of(unit, &signature.result)), parameters)
    }

    /// Returns `true` unless the two contradict each other: an incomplete type fits those that complete it.
    fn fits(&self, other: &Self) -> bool {
        let is_open = |one: &Option<u64>, other: &Option<u64>| one.is_none() || other.is_none() || one == other;
        match (self, other) {
            (Self::Array(one, length), Self::Array(other, others)) => one.fits(other) && is_open(length, others),
            (Self::Record(one), Self::Record(other)) => is_open(one, other),
            (Self::Function(result, parameters), Self::Function(other, others)) => {
                let fit = |(one, _): &(Vec<Self>, bool), (other, _): &(Vec<Self>, bool)| {
                    one.len() == other.len() && one.iter().zip(other).all(|(one, other)| one.fits(other))
                };
                let both = parameters.as_ref().zip(others.as_ref());
                result.fits(other) && both.is_none_or(|(one, other)| one.1 == other.1 && fit(one, other))
            }
            _ => self == other,
        }
    }
}

#[cfg(test)]
mod tests {
    use boolprog_base::control::Unlimited;

    use super::*;

    /// The mistakes of a program of these texts.
    fn mistakes(texts: &[&str]) -> String {
        let names = ["a.c", "b.c", "c.c"];
        let input = |(path, text): (&&'static str, &&'static str)| Input { path, text, options: Options::default() };
        let texts: Vec<&'static str> = texts.iter().map(|text| &*String::leak((*text).to_owned())).collect();
        let inputs: Vec<_> = names.iter().zip(&texts).map(input).collect();
        units(&inputs, &Unlimited).err().map(|failure| failure.to_string()).unwrap_or_default()
    }

    #[test]
    fn static_names_are_of_one_file_each() {
        assert_eq!(
            mistakes(&["static int x; static int f(void) { return x; }", "long x[2]; int f(int a) { return a; }"]),
            ""
        );
    }

    #[test]
    fn two_definitions_are_named() {
        let found = mistakes(&["int f(void) { return 0; }", "int x;\nint f(void) { return 1; }"]);
        assert!(found.starts_with("b.c:2:5: `f` is also defined in a.c:1."), "{found}");
        assert!(mistakes(&["int x;", "int x = 1;"]).starts_with("b.c:1:5: `x` is also defined in a.c:1."));
    }

    #[test]
    fn declarations_that_differ_are_named() {
        assert!(mistakes(&["extern int x;", "double x;"]).starts_with("b.c:1:8: `x` has another type in a.c:1."));
        assert!(mistakes(&["int f(int);", "int f(void) { return 0; }"]).contains("`f` has another type"));
        assert!(mistakes(&["extern char *text;", "char text[9];"]).contains("`text` has another type"));
    }

    #[test]
    fn declarations_that_say_less_agree() {
        assert_eq!(
            mistakes(&[
                "extern int a[]; int f(); struct s; extern struct s t;",
                "int a[3]; int f(long b) { return 0; } struct s { int m; } t;"
            ]),
            ""
        );
        assert_eq!(mistakes(&["enum e { A }; enum e f(void);", "int f(void) { return 0; }"]), "");
    }
}
