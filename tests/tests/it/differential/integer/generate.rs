//! Random integer programs: few states, several groups of assignments in a step, values that leave their range or do not
//! exist.

use boolprog_base::Random;

/// The names that an expression may have.
struct Names {
    integers: &'static [&'static str],
    truths: &'static [&'static str],
}

const OUTSIDE: Names =
    Names { integers: &["x", "y", "P[0].a", "count(P @ l1)"], truths: &["b", "Q @ m", "P[0] @ l1", "P[0].c"] };
const IN_P: Names = Names { integers: &["x", "y", "a"], truths: &["b", "c", "Q @ n", "P[0] @ l2"] };
const IN_Q: Names = Names { integers: &["x", "y", "d"], truths: &["b", "P[0] @ l1", "P[0].c"] };

/// The text of a program without errors.
pub(super) fn program(random: &mut Random) -> String {
    let mut text = String::from("const two = 2;\n");
    let x = random.one_of(&["", " = *", " = 3"]);
    let y = random.one_of(&["", " = *", " = -two"]);
    let b = random.one_of(&["", " = *", " = true"]);
    text.extend([format!("decl x: 0..3{x}, y: -two..two{y}, b: bool{b};\n")]);
    let copies = random.below(2) + 1;
    text.extend([format!("process P[{copies}] {{\n  decl a: 0..2, c: bool;\n  loc l0, l1, l2;\n")]);
    for _ in 0..random.below(3) + 2 {
        edge(random, &mut text, &["l0", "l1", "l2"], &IN_P, &["x", "y", "a"], &["b", "c"]);
    }
    text += "}\nprocess Q {\n  decl d: 0..4;\n  loc m, n;\n";
    for _ in 0..random.below(3) {
        edge(random, &mut text, &["m", "n"], &IN_Q, &["x", "y", "d"], &["b"]);
    }
    text += "}\n";
    if random.once_in(3) {
        let condition = truth(random, &Names { integers: &["x", "y"], truths: &["b"] }, 2);
        text.extend([format!("init {condition};\n")]);
    }
    for name in ["e", "f"] {
        let (kind, condition) = (random.one_of(&["error", "error", "invariant"]), truth(random, &OUTSIDE, 3));
        text.extend([format!("{kind} {name}: {condition};\n")]);
    }
    text
}

fn edge(random: &mut Random, text: &mut String, locations: &[&str], names: &Names, integers: &[&str], truths: &[&str]) {
    text.extend([format!("  {} -> {}", random.one_of(locations), random.one_of(locations))]);
    if !random.once_in(3) {
        text.extend([format!(" when {}", truth(random, names, 2))]);
    }
    for group in 0..random.below(4) {
        *text += if group == 0 { " do " } else { "; " };
        text.extend([format!("{} := {}", random.one_of(integers), value(random, names))]);
        if random.once_in(2) {
            text.extend([format!(", {} := {}", random.one_of(truths), truth(random, names, 2))]);
        }
    }
    *text += ";\n";
}

fn value(random: &mut Random, names: &Names) -> String {
    if random.once_in(8) {
        (*random.one_of(&["*", "input", "input(0..2)"])).to_owned()
    } else {
        integer(random, names, 2)
    }
}

fn integer(random: &mut Random, names: &Names, depth: u32) -> String {
    if depth == 0 || random.once_in(3) {
        let constant = random.one_of(&["0", "1", "two", "-1"]);
        return if random.once_in(3) { constant } else { *random.one_of(names.integers) }.to_owned();
    }
    let (left, right) = (integer(random, names, depth - 1), integer(random, names, depth - 1));
    match random.below(10) {
        0 => format!("({left}) % ({right})"),
        1 => format!("({left}) / ({right})"),
        2 | 3 => format!("({left}) % 3"),
        4 => format!("-({left})"),
        5 => format!("({} ? {left} : {right})", truth(random, names, depth - 1)),
        6 => format!("2 * ({left})"),
        7 => format!("{left} - ({right})"),
        _ => format!("{left} + {right}"),
    }
}

fn truth(random: &mut Random, names: &Names, depth: u32) -> String {
    if depth == 0 || random.once_in(5) {
        return (*random.one_of(names.truths)).to_owned();
    }
    let (left, right) = (truth(random, names, depth - 1), truth(random, names, depth - 1));
    match random.below(8) {
        0 => format!("!({left})"),
        1 | 2 => format!("({left}) && ({right})"),
        3 => format!("({left}) || ({right})"),
        4 => format!("({left}) {} ({right})", random.one_of(&["==", "!="])),
        _ => {
            let operator = random.one_of(&["<", "<=", ">", ">=", "==", "!="]);
            format!("{} {operator} {}", integer(random, names, depth - 1), integer(random, names, depth - 1))
        }
    }
}
