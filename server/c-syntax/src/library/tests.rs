//! The library is well-formed, and its table of names is what the parser sees.

use boolprog_base::control::Unlimited;

use super::{SOURCES, Source, find, units};
use crate::options::Options;
use crate::target::Target;
use crate::tree::{ExprKind, Linkage, Unit};

fn parse(name: &str, text: &str, target: Target) -> Unit {
    crate::parse(name, text, &Options { target, ..Options::default() }, &Unlimited)
        .unwrap_or_else(|failure| panic!("{name} for {target:?}: {failure:#?}"))
}

fn library() -> impl Iterator<Item = (&'static Source, Unit)> {
    let of_target = |target| SOURCES.iter().map(move |source| (source, parse(source.name, source.text, target)));
    [Target::X86_64, Target::I386].into_iter().flat_map(of_target)
}

#[test]
fn names_are_those_of_the_definitions() {
    for (source, unit) in library() {
        let functions = unit.functions.iter().filter(|function| function.body.is_some());
        let functions = functions.filter(|f| f.linkage == Linkage::External).map(|function| &function.name);
        let objects = unit.objects.iter().filter(|o| o.is_defined && o.linkage == Linkage::External);
        for name in functions.chain(objects.filter_map(|object| object.name.as_ref())) {
            assert_eq!(find(name).map(|source| source.name), Some(source.name), "{name}");
        }
    }
}

#[test]
fn everything_is_defined() {
    for (source, unit) in library() {
        for expr in &unit.exprs {
            if let ExprKind::Function(id) = expr.kind
                && unit[id].body.is_none()
            {
                let name = &unit[id].name;
                let is_defined = find(name).is_some() || name.starts_with("__boolprog_");
                assert!(is_defined, "{} uses {name}, which is not defined", source.name);
            }
        }
    }
}

#[test]
fn only_what_is_needed() {
    let text = "#include <stdio.h>\n#include <string.h>\n#include <pthread.h>\n\
        size_t strlen(const char *s) { return 0; }\n\
        int main(void) { return memcmp(\"a\", \"b\", strlen(\"c\")); }\n";
    let program = [parse("main.c", text, Target::X86_64)];
    let units = units(&program, Target::X86_64, &Unlimited).unwrap();
    let paths: Vec<&str> = units.iter().map(|unit| unit.sources.files[0].path.as_str()).collect();
    assert!(paths.contains(&"memory.c"), "{paths:?}");
    assert!(!paths.contains(&"string.c"), "{paths:?}");
    assert!(!paths.contains(&"mutex.c"), "{paths:?}");
}
