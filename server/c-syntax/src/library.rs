//! The library of C that is written in C: which of its files a program needs.

use std::collections::VecDeque;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use boolprog_base::control::Control;
use rustc_hash::{FxHashMap, FxHashSet};
use smol_str::SmolStr;

use crate::mistake::Failure;
use crate::options::Options;
use crate::target::Target;
use crate::tree::{ExprKind, Linkage, Unit};

/// The beginning of the names that only the library's own text declares: intrinsics, and locals of macros. No message shows one.
pub const PREFIX: &str = "__boolprog_";

/// A file of the library.
#[derive(Debug)]
pub struct Source {
    /// Its name, such as `mutex.c`.
    pub name: &'static str,
    /// Its text.
    pub text: &'static str,
}

macro_rules! sources {
    ($($name:literal,)*) => {
        &[$(Source { name: $name, text: include_str!(concat!("../library/", $name)) },)*]
    };
}

/// All files. To add one, add it and its line.
pub static SOURCES: &[Source] = sources![
    "arguments.c",
    "assert.c",
    "asynchronous.c",
    "attributes.c",
    "barrier.c",
    "bits.c",
    "c11threads.c",
    "calendar.c",
    "cancel.c",
    "cleanup.c",
    "condition.c",
    "contexts.c",
    "ctype.c",
    "descriptors.c",
    "errno.c",
    "errors.c",
    "files.c",
    "getopt.c",
    "heap.c",
    "interprocess.c",
    "jumps.c",
    "keys.c",
    "locale.c",
    "memory.c",
    "messages.c",
    "mutex.c",
    "named_semaphores.c",
    "numbers.c",
    "object_attributes.c",
    "once.c",
    "paths.c",
    "printf.c",
    "process.c",
    "random.c",
    "rwlock.c",
    "scanf.c",
    "scheduling.c",
    "search.c",
    "semaphore.c",
    "signals.c",
    "sockets.c",
    "sort.c",
    "spin.c",
    "stdio.c",
    "streams.c",
    "string.c",
    "system.c",
    "threads.c",
    "time.c",
    "wctype.c",
    "wide.c",
];

/// The file that defines a name with external linkage.
pub fn find(name: &str) -> Option<&'static Source> {
    static NAMES: LazyLock<FxHashMap<&str, &Source>> = LazyLock::new(|| {
        let of_source = |source: &'static Source| definitions(source.text).map(move |name| (name, source));
        SOURCES.iter().flat_map(of_source).collect()
    });
    NAMES.get(name).copied()
}

/// The names that a file of the library defines: in its style, definitions begin in the first column, and those of functions have
/// their brace on the next line.
fn definitions(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.lines().filter_map(|line| {
        let first = line.split(' ').next()?;
        let is_other =
            ["static", "typedef", "enum", "extern"].contains(&first) || line.starts_with(|c: char| !is_of_name(c));
        let is_prototype = line.ends_with(");");
        let end = line.find(['(', '=', ';'])?;
        let name = line[..end].trim_end().rsplit(|c| !is_of_name(c)).next()?;
        (!is_other && !is_prototype && !name.is_empty()).then_some(name)
    })
}

fn is_of_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// The units of the library that a program of these units needs: those that define what it uses and does not define itself, and
/// what they need in turn. Each file is parsed once in a process. Fails if the work is stopped.
pub fn units(own: &[Arc<Unit>], target: Target, control: &dyn Control) -> Result<Vec<Arc<Unit>>, Failure> {
    let mut needed = Needed::default();
    needed.source_of("exit");
    for unit in own {
        needed.add_definitions(unit);
    }
    for unit in own {
        needed.add_uses(unit);
        if takes_arguments(unit) {
            needed.source_of(ARGUMENTS);
        }
    }
    let mut units = Vec::new();
    while let Some(source) = needed.sources.pop_front() {
        let unit = parsed(source, target, control)?;
        needed.add_uses(&unit);
        units.push(unit);
    }
    Ok(units)
}

/// Units by the names of their files and their targets.
type Kept = FxHashMap<(&'static str, Target), Arc<Unit>>;

/// The unit of a file, which is kept for the next program.
fn parsed(source: &'static Source, target: Target, control: &dyn Control) -> Result<Arc<Unit>, Failure> {
    static KEPT: LazyLock<Mutex<Kept>> = LazyLock::new(Mutex::default);
    let kept = || KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(unit) = kept().get(&(source.name, target)) {
        return Ok(Arc::clone(unit));
    }
    let options = Options { target, ..Options::default() };
    let unit = crate::parse(source.name, source.text, &options, control)?;
    let unit = Arc::new(Unit { is_library: true, ..unit });
    kept().insert((source.name, target), Arc::clone(&unit));
    Ok(unit)
}

/// The function that makes the arguments of the program.
pub const ARGUMENTS: &str = "__boolprog_arguments";

/// Returns `true` if a unit has a function `main` with arguments.
fn takes_arguments(unit: &Unit) -> bool {
    unit.functions.iter().any(|it| it.name == "main" && it.body.is_some() && it.signature.parameters.len() > 1)
}

/// The files that are needed so far.
#[derive(Default)]
struct Needed {
    /// Names that the program defines.
    defined: FxHashSet<SmolStr>,
    /// Files that have been found.
    found: FxHashSet<&'static str>,
    /// Those whose needs are not known yet.
    sources: VecDeque<&'static Source>,
}

impl Needed {
    fn add_definitions(&mut self, unit: &Unit) {
        self.defined.extend(unit.definitions());
    }

    /// The names that expressions use: headers declare many more.
    fn add_uses(&mut self, unit: &Unit) {
        for expr in &unit.exprs {
            match expr.kind {
                ExprKind::Function(id) if unit[id].linkage == Linkage::External && unit[id].body.is_none() => {
                    self.source_of(&unit[id].name);
                }
                ExprKind::Object(id) if unit[id].linkage == Linkage::External && !unit[id].is_defined => {
                    self.source_of(unit[id].name.as_deref().unwrap_or_default());
                }
                _ => {}
            }
        }
    }

    fn source_of(&mut self, name: &str) {
        if self.defined.contains(name) {
            return;
        }
        if let Some(source) = find(name)
            && self.found.insert(source.name)
        {
            self.sources.push_back(source);
        }
    }
}

#[cfg(test)]
mod tests {
    use boolprog_base::control::Unlimited;

    use super::*;

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
        let program = [Arc::new(parse("main.c", text, Target::X86_64))];
        let units = units(&program, Target::X86_64, &Unlimited).unwrap();
        let paths: Vec<&str> = units.iter().map(|unit| unit.sources.files[0].path.as_str()).collect();
        assert!(paths.contains(&"memory.c"), "{paths:?}");
        assert!(!paths.contains(&"string.c"), "{paths:?}");
        assert!(!paths.contains(&"mutex.c"), "{paths:?}");
    }
}
