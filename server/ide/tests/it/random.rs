//! Small random programs: the same on every run.

use std::fmt::Write;

use boolprog_base::Random;

/// The labels that jumps go to; every procedure gets all of them, since it jumps to any of them.
const LABELS: [&str; 3] = ["A", "{far away}", "7"];

/// Statements and parts of programs with one mistake each.
const MISTAKES: [&str; 16] = [
    "l := f(a) & !b;",
    "assert a | f(f(m));",
    "if f(l) then skip; fi;",
    "l, l := a, b;",
    "m := l$;",
    "unknown := T;",
    "l := unknwon;",
    "goto nowhere;",
    "A: skip;",
    "l, m := a;",
    "l := f(a, b);",
    "m := g();",
    "h();",
    "l = a;",
    "skip",
    "l := 'a;",
];

/// A program with shared variables, copies in other threads, jumps, calls and sections; with `mistakes` not all of it
/// is right.
pub(crate) fn program(seed: u64, mistakes: bool) -> String {
    let random = Random::new(seed);
    let mut writer = Writer { random, text: String::new(), placed: Vec::new(), number: 0, mistakes, waits: false };
    writer.waits = writer.random.below(4) == 0;
    let threads = *writer.random.one_of(&[1, 2, 2, 2]);
    let mistaken = |writer: &mut Writer, text: &'static str| {
        if mistakes && writer.random.below(5) == 0 { text } else { "" }
    };
    let _ = writeln!(writer.text, "// boolprog: threads = {threads}\ndecl a := F;\ndecl b, quiet := T;");
    writer.text += "decl thread_local c := F;\n";
    let again = mistaken(&mut writer, "decl d, b;\n");
    writer.text += again;
    let parameter = mistaken(&mut writer, ", p");
    writer.procedure(&format!("bool f(p{parameter})"), "decl l, m := F;", "return l & p;");
    writer.procedure("void g()", "decl l, m;", "");
    if !mistaken(&mut writer, "again").is_empty() {
        writer.text += "bool f(q) begin\n  return q;\nend\n";
    }
    let local = mistaken(&mut writer, ", a, l");
    writer.procedure("void main()", &format!("decl l := F, m := T{local};"), "");
    writer.text
}

struct Writer {
    random: Random,
    text: String,
    placed: Vec<&'static str>,
    number: usize,
    mistakes: bool,
    waits: bool,
}

impl Writer {
    fn procedure(&mut self, head: &str, declarations: &str, end: &str) {
        let _ = writeln!(self.text, "{head} begin\n  {declarations}");
        self.placed.clear();
        let calls = head.contains("main");
        self.block(2, calls);
        for label in LABELS {
            if !self.placed.contains(&label) {
                let _ = writeln!(self.text, "  {label}: skip;");
            }
        }
        let _ = writeln!(self.text, "  {end}\nend");
    }

    fn block(&mut self, depth: usize, calls: bool) {
        for _ in 0..self.random.below(3) + 1 + depth {
            self.statement(depth, calls);
        }
    }

    fn statement(&mut self, depth: usize, calls: bool) {
        let label = *self.random.one_of(&LABELS);
        if self.random.below(6) == 0 && !self.placed.contains(&label) {
            self.placed.push(label);
            let _ = write!(self.text, "  {label}: ");
        }
        if self.mistakes && self.random.below(12) == 0 {
            let mistake = *self.random.one_of(&MISTAKES);
            let _ = writeln!(self.text, "  {mistake}");
            return;
        }
        let target = *self.random.one_of(&["a", "b", "c", "l", "m"]);
        let value = self.expression(2);
        let text = match self.random.below(if depth > 0 { 16 } else { 10 }) {
            0 => format!("assume {value};"),
            1 | 2 => format!("assert({value});"),
            3 => format!("goto {};", *self.random.one_of(&LABELS)),
            4 => format!("l, m := {value}, {} constrain ('l | b);", self.expression(1)),
            5 if calls => format!("m := f({value});"),
            6 if self.waits => self.random.one_of(&["wait;", "broadcast;"]).to_string(),
            7 if depth > 0 => format!("l$ := {value};"),
            8 => "skip;".to_owned(),
            10 | 11 => return self.branch(depth, calls, &value),
            12 => return self.repetition(depth, calls, &value),
            13 => return self.section(depth, calls),
            14 | 15 => return self.diamond(depth, calls, &value),
            _ => format!("{target} := {value};"),
        };
        let _ = writeln!(self.text, "  {text}");
    }

    fn branch(&mut self, depth: usize, calls: bool, condition: &str) {
        let _ = writeln!(self.text, "  if {condition} then");
        self.block(depth - 1, calls);
        if self.random.below(3) == 0 {
            let condition = self.expression(1);
            let _ = writeln!(self.text, "  elsif {condition} then");
            self.block(depth - 1, calls);
        }
        if self.random.below(2) == 0 {
            self.text += "  else\n";
            self.block(depth - 1, calls);
        }
        self.text += "  fi\n";
    }

    fn repetition(&mut self, depth: usize, calls: bool, condition: &str) {
        let _ = writeln!(self.text, "  while {condition} do");
        self.block(depth - 1, calls);
        self.text += "  od;\n";
    }

    fn section(&mut self, depth: usize, calls: bool) {
        self.text += "  atomic_begin;\n";
        self.block(depth - 1, calls);
        self.text += "  atomic_end;\n";
    }

    fn diamond(&mut self, depth: usize, calls: bool, condition: &str) {
        self.number += 1;
        let number = self.number;
        let _ = writeln!(self.text, "  goto D{number}, E{number};\n  D{number}: assume {condition};");
        self.block(depth - 1, calls);
        let _ = writeln!(self.text, "  goto J{number};\n  E{number}: assume !({condition});");
        self.block(depth - 1, calls);
        let _ = writeln!(self.text, "  J{number}: skip;");
    }

    fn expression(&mut self, depth: usize) -> String {
        let leaf = self.random.one_of(&["a", "b", "c", "l", "m", "quiet", "l", "m", "*"]).to_string();
        if depth == 0 {
            return leaf;
        }
        let operand = self.expression(depth - 1);
        match self.random.below(6) {
            0 => format!("!{leaf}"),
            1 => leaf,
            2 => format!("({leaf} | {operand})"),
            3 => format!("!({leaf} = {operand})"),
            _ => format!("({operand} & {leaf})"),
        }
    }
}
