//! The text of a Promela program.

use std::fmt::Write;

use boolprog_integer::{Arithmetic, Formula, Initial, Sort, System, Term, Transition, VariableId};
use smol_str::SmolStr;

use crate::definedness::{all, of_all, of_formula, of_update};
use crate::names::Names;
use crate::question::Question;

/// Words of Promela and C, and what their preprocessors replace.
const RESERVED: &[&str] = &[
    "active",
    "assert",
    "atomic",
    "bit",
    "bool",
    "break",
    "byte",
    "chan",
    "c_code",
    "c_decl",
    "c_expr",
    "c_state",
    "c_track",
    "d_step",
    "do",
    "else",
    "empty",
    "enabled",
    "eval",
    "false",
    "fi",
    "for",
    "full",
    "get_priority",
    "goto",
    "hidden",
    "if",
    "in",
    "init",
    "inline",
    "int",
    "len",
    "local",
    "ltl",
    "mtype",
    "nempty",
    "never",
    "nfull",
    "notrace",
    "np_",
    "od",
    "of",
    "pc_value",
    "pid",
    "print",
    "printf",
    "printm",
    "priority",
    "proctype",
    "provided",
    "return",
    "run",
    "select",
    "set_priority",
    "short",
    "show",
    "skip",
    "timeout",
    "trace",
    "true",
    "typedef",
    "unless",
    "unsigned",
    "xr",
    "xs",
    "_",
    "_last",
    "_nr_pr",
    "_pid",
    "_priority",
    "always",
    "eventually",
    "until",
    "weakuntil",
    "release",
    "implies",
    "equivalent",
    "next",
    "stronguntil",
    "U",
    "V",
    "W",
    "X",
    "auto",
    "case",
    "char",
    "const",
    "continue",
    "default",
    "double",
    "enum",
    "extern",
    "float",
    "long",
    "register",
    "signed",
    "sizeof",
    "static",
    "struct",
    "switch",
    "union",
    "void",
    "volatile",
    "while",
    "restrict",
    "linux",
    "unix",
    "errno",
    "stdin",
    "stdout",
    "stderr",
    "now",
    "monitor",
    "magnitude",
    "quotient",
    "remainder",
    "main",
    "uchar",
    "uint",
    "ushort",
    "ulong",
    "State",
    "NULL",
    "EOF",
];

/// Promela divides as C does.
const DIVISION: &str = "\
/* Division whose remainder is never negative. */
#define magnitude(b) ((b) < 0 -> -(b) : (b))
#define remainder(a, b) (((a) % (b) + magnitude(b)) % magnitude(b))
#define quotient(a, b) (((a) - remainder(a, b)) / (b))
";

pub(super) fn program(system: &System, question: Question) -> String {
    let mut names = Names::avoiding(RESERVED);
    let mut take = |name: &str| names.take(&identifier(name));
    let variables = system.variables.iter().map(|variable| take(&variable.name)).collect();
    let instances: Vec<SmolStr> = system.instances.iter().map(|instance| take(&instance.name)).collect();
    let places = instances.iter().map(|name| take(&format!("at_{name}"))).collect();
    let count = |of: fn(&Transition) -> usize| system.transitions.iter().map(of).max().unwrap_or(0);
    let choices = (0..count(|t| t.choices.len())).map(|index| take(&format!("choice_{index}"))).collect();
    let new = (0..count(|t| t.update.assigned().count())).map(|index| take(&format!("new_{index}"))).collect();
    Writer { system, question, variables, instances, places, choices, new, text: String::new() }.program()
}

/// The name with what no identifier can have replaced: `P[0].x` is `P_0_x`.
fn identifier(name: &str) -> String {
    let plain = |character: char| if character.is_ascii_alphanumeric() { character } else { '_' };
    name.replace("].", "_").trim_end_matches(']').chars().map(plain).collect()
}

struct Writer<'s> {
    system: &'s System,
    question: Question,
    variables: Vec<SmolStr>,
    instances: Vec<SmolStr>,
    /// The variables that say where the instances are.
    places: Vec<SmolStr>,
    choices: Vec<SmolStr>,
    /// The variables that hold new values while old ones are needed.
    new: Vec<SmolStr>,
    text: String,
}

impl Writer<'_> {
    fn line(&mut self, line: &str) {
        // Writing to a string cannot fail.
        _ = writeln!(self.text, "{line}");
    }

    fn program(mut self) -> String {
        self.line(&format!("/* The question is {}.", self.question.in_words(self.system)));
        self.line("   spin -a FILE; cc -O2 -DSAFETY -o pan pan.c; ./pan -E");
        self.line("   errors: 0: it is so. An assertion that is violated: it is not. Integers have 32 bits here. */");
        self.text.push_str(DIVISION);
        self.declarations();
        for index in 0..self.instances.len() {
            self.process(index);
        }
        self.monitor();
        self.start();
        self.text
    }

    fn declarations(&mut self) {
        for (variable, name) in self.system.variables.iter().zip(self.variables.clone()) {
            let value = if let Initial::Value(value) = variable.initial { value } else { 0 };
            let kind = if variable.sort == Sort::Boolean { "bool" } else { "int" };
            self.line(&format!("{kind} {name} = {value};"));
        }
        for place in self.places.clone() {
            self.line(&format!("int {place} = 0;"));
        }
        for name in [&self.choices[..], &self.new[..]].concat() {
            self.line(&format!("int {name} = 0;"));
        }
    }

    fn process(&mut self, index: usize) {
        let transitions = self.system.transitions.iter().filter(|t| usize::from(t.instance.0) == index);
        let transitions: Vec<&Transition> = transitions.collect();
        self.line(&format!("\nproctype {}() {{", self.instances[index]));
        if transitions.is_empty() {
            self.line("  skip");
        } else {
            self.line("  do");
            for transition in transitions {
                self.transition(transition);
            }
            self.line("  od");
        }
        self.line("}");
    }

    fn transition(&mut self, transition: &Transition) {
        let system = self.system;
        let place = self.places[usize::from(transition.instance.0)].clone();
        let location = |id| system.location(transition.instance, id).name.as_str();
        self.line(&format!("  /* {} -> {} */", location(transition.from), location(transition.to)));
        let here = format!("{place} == {}", transition.from.0);
        let (guarded, updated) = (of_all(&transition.guard), of_update(system, transition));
        if self.question.wants_values() && guarded != Formula::Constant(true) {
            self.line(&format!("  :: atomic {{ {here} && !{} -> assert(false) }}", self.formula(&guarded)));
        }
        let guard: Vec<Formula> = [guarded].into_iter().chain(transition.guard.iter().cloned()).collect();
        let guard = match all(guard) {
            Formula::Constant(true) => here,
            guard => format!("{here} && {}", self.formula(&guard)),
        };
        let mut steps = self.choose(transition);
        if updated != Formula::Constant(true) {
            let condition = self.formula(&updated);
            // Who cannot go on for want of a value never does: a step that only waited for the condition would be taken
            // later, when its guard may not hold any more.
            steps.push(if self.question.wants_values() {
                format!("assert({condition})")
            } else {
                format!("if :: {condition} -> skip :: else -> false fi")
            });
        }
        steps.extend(self.assign(transition));
        steps.push(format!("{place} = {}", transition.to.0));
        self.line(&format!("  :: atomic {{ {guard} ->"));
        self.line(&format!("       {} }}", steps.join("; ")));
    }

    fn choose(&self, transition: &Transition) -> Vec<String> {
        let choices = transition.choices.iter().zip(&self.choices);
        choices.map(|(choice, name)| any_value(name, choice.sort)).collect()
    }

    /// Assignments at the same time: new values are kept aside as long as old ones are read.
    fn assign(&self, transition: &Transition) -> Vec<String> {
        let update = &transition.update;
        let terms = update.terms.iter().map(|(variable, value)| (*variable, self.term(value), value.variables()));
        let formulas =
            update.formulas.iter().map(|(variable, value)| (*variable, self.formula(value), value.variables()));
        let all: Vec<_> = terms.chain(formulas).collect();
        let is_read =
            |variable: VariableId| all.iter().any(|(other, _, read)| *other != variable && read.contains(&variable));
        let mut steps = Vec::new();
        if all.iter().any(|(variable, ..)| is_read(*variable)) {
            steps.extend(all.iter().zip(&self.new).map(|((_, value, _), new)| format!("{new} = {value}")));
            steps.extend(
                all.iter().zip(&self.new).map(|((variable, ..), new)| format!("{} = {new}", self.name(*variable))),
            );
            steps.extend(all.iter().zip(&self.new).map(|(_, new)| format!("{new} = 0")));
        } else {
            steps.extend(all.iter().map(|(variable, value, _)| format!("{} = {value}", self.name(*variable))));
        }
        steps.extend(transition.choices.iter().zip(&self.choices).map(|(_, choice)| format!("{choice} = 0")));
        steps
    }

    fn monitor(&mut self) {
        self.line("\nproctype monitor() {");
        self.line("  if");
        let mut any = false;
        for property in self.question.properties(self.system) {
            let defined = of_formula(&property.error);
            let error = self.formula(&all(vec![defined.clone(), property.error.clone()]));
            self.line(&format!("  :: atomic {{ {error} -> assert(false) }} /* {} */", property.name));
            if self.question.wants_values() && defined != Formula::Constant(true) {
                self.line(&format!("  :: atomic {{ !{} -> assert(false) }}", self.formula(&defined)));
            }
            any = true;
        }
        if !any {
            self.line("  :: skip");
        }
        self.line("  fi");
        self.line("}");
    }

    fn start(&mut self) {
        self.line("\ninit {");
        self.line("  atomic {");
        for (variable, name) in self.system.variables.iter().zip(self.variables.clone()) {
            if variable.initial == Initial::Unspecified {
                self.line(&format!("    {};", any_value(&name, variable.sort)));
            }
        }
        let initial = all([vec![of_all(&self.system.initial)], self.system.initial.clone()].concat());
        if initial != Formula::Constant(true) {
            self.line(&format!("    {};", self.formula(&initial)));
        }
        for name in self.instances.clone() {
            self.line(&format!("    run {name}();"));
        }
        self.line("    run monitor()");
        self.line("  }");
        self.line("}");
    }

    fn name(&self, variable: VariableId) -> &SmolStr {
        &self.variables[variable.0 as usize]
    }

    fn term(&self, term: &Term) -> String {
        match term {
            Term::Constant(value) if *value < 0 => format!("({value})"),
            Term::Constant(value) => value.to_string(),
            Term::Variable(variable) => self.name(*variable).to_string(),
            Term::Input(input) => self.choices[usize::from(input.0)].to_string(),
            Term::Negate(inner) => format!("(-{})", self.term(inner)),
            Term::Binary(operation, left, right) => {
                let (left, right) = (self.term(left), self.term(right));
                match operation {
                    Arithmetic::Divide => format!("quotient({left}, {right})"),
                    Arithmetic::Remainder => format!("remainder({left}, {right})"),
                    _ => format!("({left} {} {right})", operation.symbol()),
                }
            }
            Term::Conditional(condition, then, otherwise) => {
                format!("({} -> {} : {})", self.formula(condition), self.term(then), self.term(otherwise))
            }
        }
    }

    fn formula(&self, formula: &Formula) -> String {
        match formula {
            Formula::Constant(value) => value.to_string(),
            Formula::Variable(variable) => self.name(*variable).to_string(),
            Formula::Input(input) => format!("({} != 0)", self.choices[usize::from(input.0)]),
            Formula::Compare(comparison, left, right) => {
                format!("({} {} {})", self.term(left), comparison.symbol(), self.term(right))
            }
            Formula::Equal(left, right) => format!("({} == {})", self.formula(left), self.formula(right)),
            Formula::Not(inner) => format!("(!{})", self.formula(inner)),
            Formula::All(parts) => self.parts(parts, " && ", "true"),
            Formula::Any(parts) => self.parts(parts, " || ", "false"),
            Formula::At { instance, location } => {
                format!("({} == {})", self.places[usize::from(instance.0)], location.0)
            }
        }
    }

    fn parts(&self, parts: &[Formula], operator: &str, empty: &str) -> String {
        let parts: Vec<String> = parts.iter().map(|part| self.formula(part)).collect();
        if parts.is_empty() { empty.to_owned() } else { format!("({})", parts.join(operator)) }
    }
}

/// Any value of a sort that has bounds.
fn any_value(name: &str, sort: Sort) -> String {
    match sort.bounds() {
        Some((low, high)) if (low, high) == (0, 1) => format!("if :: {name} = 0 :: {name} = 1 fi"),
        Some((low, high)) => format!("select({name} : {low} .. {high})"),
        None => format!("{name} = 0"),
    }
}
