//! Expressions outside of a program, such as those of a debugger: read as if they stood at a place of its text.

use boolprog_base::control::Control;

use crate::mistake::Failure;
use crate::options::Options;
use crate::source::{FileId, Place};
use crate::tree::{ExprId, Unit};
use crate::{parser, preprocess};

/// The part of a mistake in a program that does not apply here.
const ADVICE: &str = " Declare it before.";

/// A place of a text: names mean what they mean where the token at this offset, or the first one after it, ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Here<'a> {
    /// The path of the file, as the sources of the unit have it.
    pub file: &'a str,
    /// Bytes before it.
    pub offset: u32,
}

/// An expression that was read.
#[derive(Debug)]
pub struct Expression {
    /// The text, with the nodes of the expression at the end.
    pub unit: Unit,
    /// The expression: a value, an object or a function.
    pub root: ExprId,
}

/// Reads an expression as if it stood at a place of a text or, without one, after it. Macros are those of the end of the text. Fails
/// with a sentence for the user: the expression or the text has mistakes, or the work was stopped. Takes the time of
/// [`parse`](crate::parse).
pub fn read(
    (path, text): (&str, &str),
    options: &Options,
    here: Option<Here<'_>>,
    expression: &str,
    control: &dyn Control,
) -> Result<Expression, String> {
    // One line, after a token that keeps it apart from a directive.
    let line = expression.replace(['\n', '\r'], " ");
    let before = format!("{text}\n;");
    let whole = format!("{before} {line}\n");
    let preprocessed = preprocess::preprocess(path, &whole, options, control).map_err(|why| said(why, before.len()))?;
    let preprocess::Preprocessed { mut tokens, sources } = preprocessed;
    let is_own = |at: u32, file: FileId| file == FileId(0) && at as usize >= before.len();
    let first = tokens.iter().position(|token| is_own(token.place.span.start, token.place.file));
    let own = first.map_or_else(Vec::new, |first| tokens.split_off(first));
    if own.is_empty() {
        return Err("The text ends where an expression is expected.".to_owned());
    }
    let file = here.and_then(|here| sources.files.iter().position(|file| file.path == here.file));
    let here = here.zip(file).map(|(here, file)| (FileId(file as u32), here.offset));
    let read = parser::parse_expression(tokens, own, sources, (options.target, here), control);
    let (unit, root) = read.map_err(|why| said(why, before.len()))?;
    Ok(Expression { unit, root })
}

/// The first mistake, which is one of the expression if it lies after this number of bytes.
fn said(why: Failure, before: usize) -> String {
    match why {
        Failure::Mistakes { mistakes, sources } => {
            let is_own = |place: Place| place.file == FileId(0) && place.span.start as usize >= before;
            let first = mistakes.into_iter().next();
            let own = |message: &str| message.strip_suffix(ADVICE).unwrap_or(message).to_owned();
            let said = first.map(|it| if is_own(it.place) { own(&it.message) } else { it.line(&sources) });
            said.unwrap_or_else(|| "This is no expression.".to_owned())
        }
        Failure::Stopped(stop) => format!("The expression was not read: {stop}."),
    }
}

#[cfg(test)]
mod tests {
    use boolprog_base::control::Unlimited;

    use super::*;
    use crate::tree::ExprKind;

    const TEXT: &str = "#define SIZE 4\n#define IS(a, b) ((a) == (b))\nenum e { A, B };\nint x;\n\
                        int f(int x) { { long y = 1; x = 2; } return x; }\n";

    fn kind(expression: &str, before: Option<&str>) -> String {
        let at = before.map(|before| TEXT.find(before).expect("it is there") + before.len());
        let here = at.map(|at| Here { file: "a.c", offset: at as u32 });
        match read(("a.c", TEXT), &Options::default(), here, expression, &Unlimited) {
            Ok(Expression { unit, root }) => {
                let object = |id: crate::tree::ObjectId| {
                    format!("{}: {}", unit[id].name.as_deref().unwrap_or("?"), unit.type_name(&unit[id].ty))
                };
                match unit[root].kind {
                    ExprKind::Object(id) if unit[id].function.is_some() => format!("local {}", object(id)),
                    ExprKind::Object(id) => format!("global {}", object(id)),
                    _ => format!("a value: {}", unit.type_name(&unit[root].ty)),
                }
            }
            Err(why) => why,
        }
    }

    #[test]
    fn names_mean_what_they_mean_at_the_place() {
        assert_eq!(kind("x", None), "global x: int");
        assert_eq!(kind("x", Some("return x")), "local x: int");
        assert_eq!(kind("y", Some("x = 2")), "local y: long");
        assert_eq!(kind("y", Some("y = 1")), "local y: long");
        assert_eq!(kind("y", Some("return x")), "`y` is not declared.");
        assert_eq!(kind("x", Some("return x; }")), "local x: int");
    }

    #[test]
    fn macros_and_enumerations_are_known() {
        assert_eq!(kind("SIZE + B", None), "a value: int");
        assert_eq!(kind("IS(x, A)", Some("return x")), "a value: int");
        assert_eq!(kind("sizeof(long)", None), "a value: unsigned long");
    }

    #[test]
    fn what_is_no_expression_is_said() {
        for wrong in ["", "x +", "(x", "x)", "#define Y 1", "x; y", "int z", "'", "SIZE)"] {
            let said = kind(wrong, None);
            assert!(said.ends_with('.') && !said.contains("a.c:"), "{wrong}: {said}");
        }
    }
}
