//! Insertions for editors that know snippets: text with places to fill in, `${1:so}`.

use boolprog_syntax::ast::Procedure;

use super::{Completion, snippet};

/// A whole program.
pub(super) fn program() -> Completion {
    let text = "decl ${1:flag} := F;\n\nvoid main() begin\n\t${0:skip;}\nend";
    snippet("program", "a program whose main is run by any number of threads", text)
}

/// The number of threads, as a setting of the file.
pub(super) fn threads() -> Completion {
    snippet("threads", "the number of threads that start in main", "// boolprog: threads = ${1|*,1,2,3|}")
}

/// Taking and returning a lock, by default this shared variable.
pub(super) fn lock(variable: &str) -> Completion {
    let variable = escaped(variable);
    let text = format!("atomic_begin;\nassume !${{1:{variable}}};\n$1 := T;\natomic_end;\n${{0:skip;}}\n$1 := F;");
    snippet("lock", "wait for a lock and take it in one step", text)
}

/// The snippet of a word of the language that begins something longer; there is one only where the word can begin it
/// wherever it is offered.
pub(super) fn of_word(word: &str) -> Option<String> {
    let snippet = match word {
        "if" => "if ${1:*} then\n\t${0:skip;}\nfi;",
        "while" => "while ${1:*} do\n\t${0:skip;}\nod;",
        "atomic_begin" => "atomic_begin;\n${0:skip;}\natomic_end;",
        "void" => "void ${1:name}(${2}) begin\n\t${0:skip;}\nend",
        "bool" => "bool ${1:name}(${2}) begin\n\t${0}\n\treturn ${3:T};\nend",
        "schoose" => "schoose[${1:a}, ${2:b}]",
        "print" => "print(${0:e})",
        _ => return None,
    };
    Some(snippet.to_owned())
}

/// A call with a place for each argument.
pub(super) fn call(procedure: &Procedure) -> String {
    let parameters = (1..).zip(&procedure.parameters);
    let places: Vec<String> =
        parameters.map(|(number, name)| format!("${{{number}:{}}}", escaped(&name.text))).collect();
    format!("{}({})", escaped(&procedure.name.text), places.join(", "))
}

fn escaped(text: &str) -> String {
    text.chars().flat_map(|c| matches!(c, '$' | '}' | '\\').then_some('\\').into_iter().chain([c])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_for_themselves() {
        assert_eq!(escaped("{a $b}$"), "{a \\$b\\}\\$");
    }
}
