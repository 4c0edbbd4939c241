//! Random programs.

use boolprog_base::Random;

/// The integers and Booleans that an expression may name.
struct Names<'a> {
    integers: &'a [&'a str],
    truths: &'a [&'a str],
    places: &'a [&'a str],
}

/// A program without errors and with few states: ranges are small.
pub(crate) fn program(random: &mut Random) -> String {
    let copies = random.below(2) + 1;
    let shared = Names { integers: &["x", "y"], truths: &["b"], places: &["Q @ m", "P[0] @ l1", "count(P @ l0) > 0"] };
    let inside = Names { integers: &["x", "y", "a"], truths: &["b", "c"], places: &["Q @ m"] };
    let mut text = String::from("const two = 2;\ndecl x: 0..3 = 1, y: -two..2");
    text += *random.one_of(&[" = *", "", " = two"]);
    text += ";\ndecl b: bool";
    text += *random.one_of(&[" = *", "", " = true"]);
    text.extend([format!(";\nprocess P[{copies}] {{\n  decl a: 0..two, c: bool;\n  loc l0, l1, l2;\n")]);
    for _ in 0..random.below(4) + 2 {
        text += &edge(random, &["l0", "l1", "l2"], &inside);
    }
    text += "}\nprocess Q {\n  loc m, n;\n";
    for _ in 0..random.below(3) {
        text += &edge(random, &["m", "n"], &shared);
    }
    text += "}\n";
    if random.below(3) == 0 {
        text.extend([format!("init {};\n", truth(random, &Names { places: &[], ..shared }, 2))]);
    }
    for name in ["e", "f"] {
        text.extend([format!("{} {name}: {};\n", random.one_of(&["error", "invariant"]), truth(random, &shared, 3))]);
    }
    text
}

fn edge(random: &mut Random, locations: &[&str], names: &Names<'_>) -> String {
    let mut text = format!("  {} -> {}", random.one_of(locations), random.one_of(locations));
    if random.below(3) > 0 {
        text.extend([format!(" when {}", truth(random, names, 2))]);
    }
    let groups = random.below(3);
    for group in 0..groups {
        text += if group == 0 { " do " } else { "; " };
        let target = random.below(names.integers.len());
        text.extend([format!("{} := {}", names.integers[target], value(random, names))]);
        if random.below(2) == 0 {
            text.extend([format!(", {} := {}", names.truths[0], truth(random, names, 2))]);
        }
    }
    text + ";\n"
}

fn value(random: &mut Random, names: &Names<'_>) -> String {
    match random.below(6) {
        0 => random.one_of(&["*", "input", "input(0..2)"]).to_string(),
        _ => integer(random, names, 2),
    }
}

fn integer(random: &mut Random, names: &Names<'_>, depth: usize) -> String {
    if depth == 0 || random.below(4) == 0 {
        return random.one_of(&[names.integers[0], names.integers[1], "two", "1", "-3"]).to_string();
    }
    let (left, right) = (integer(random, names, depth - 1), integer(random, names, depth - 1));
    match random.below(6) {
        0 => format!("({left}) % 3"),
        1 => format!("-({left})"),
        2 => format!("({} ? {left} : {right})", truth(random, names, depth - 1)),
        3 => format!("2 * ({left})"),
        4 => format!("{left} - ({right})"),
        _ => format!("{left} + {right}"),
    }
}

fn truth(random: &mut Random, names: &Names<'_>, depth: usize) -> String {
    if depth == 0 || random.below(5) == 0 {
        let leaves = [names.truths, names.places, &["true"]].concat();
        return random.one_of(&leaves).to_string();
    }
    let (left, right) = (truth(random, names, depth - 1), truth(random, names, depth - 1));
    match random.below(7) {
        0 => format!("!({left})"),
        1 => format!("({left}) && ({right})"),
        2 => format!("({left}) || ({right})"),
        3 => format!("({left}) {} ({right})", random.one_of(&["==", "!="])),
        4 => format!("(b ? {left} : {right})"),
        _ => {
            let operator = *random.one_of(&["<", "<=", ">", ">=", "==", "!="]);
            format!("{} {operator} {}", integer(random, names, depth - 1), integer(random, names, depth - 1))
        }
    }
}

/// The same program with other blanks, and with comments.
pub(crate) fn scattered(text: &str, random: &mut Random) -> String {
    let mut result = String::new();
    for word in text.split(' ') {
        result += word;
        result += *random.one_of(&[" ", " ", " ", "  ", "\n", "\n\n\n", " /* why */ ", " // so\n", "\t", "\r\n"]);
    }
    result
}
