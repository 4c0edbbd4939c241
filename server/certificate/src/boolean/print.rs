//! The text of a Boolean program.
//!
//! Any number of threads run `main` if a process has `[*]`; otherwise one per instance, and one that asserts. A thread first
//! chooses what it is: an instance of a process with `[*]`, one of the instances that exist once, or an observer of the
//! properties that count no threads. A pattern of several threads is found by freezing: one thread after the other reports
//! that it is at its place and stops, and all edges wait once the first has done so; the last one asserts.
//!
//! A comment after the statement of an edge has the number of the edge, which leads from a saved file back to the integer
//! program.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use boolprog_integer::{InstanceId, LocationId};
use boolprog_program::program::Threads;

use super::check::violations;
use super::{Assignment, BooleanProgram, Expression, Pattern, Slot, Step, Template, Unsupported};

/// Which part of the integer program a line stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// A thread becomes an instance that exists once.
    Start(InstanceId),
    /// An edge is taken.
    Edge(u32),
    /// A value of an edge is missing.
    Fault(u32),
    /// Thread number n of a pattern is at its place; the last one asserts.
    Assertion {
        /// Index in the assertions.
        assertion: u32,
        /// Number of the thread, from 0.
        thread: usize,
    },
}

/// A text with the origins of its lines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Printed {
    /// Text of the Boolean program.
    pub text: String,
    /// Of each line, from the first, its origin.
    pub origins: Vec<Option<Origin>>,
}

/// Writes a Boolean program. `header` holds lines of a comment for the top, and `line` the line of a byte offset of the
/// integer program, from 1.
pub fn print(
    template: &Template,
    program: &BooleanProgram,
    header: &[String],
    line: &dyn Fn(u32) -> u32,
) -> Result<Printed, Unsupported> {
    let mut patterns = Vec::new();
    for property in &template.system().properties {
        patterns.extend(violations(template, &property.error)?);
    }
    let (labels, printed) = (Labels::new(template), Printed { text: String::new(), origins: Vec::new() });
    let mut writer = Writer { template, program, patterns, labels, line, printed };
    writer.write(header);
    Ok(writer.printed)
}

/// The threads that run a Boolean program of this template: one that asserts beside those that exist once, or any number.
pub fn threads(template: &Template) -> Threads {
    let alone =
        template.representatives().filter(|instance| !template.is_any(template.system().instance(*instance).process));
    if template.has_any() { Threads::Any } else { Threads::Exactly(alone.count() as u32 + 1) }
}

/// The label of each location of each representative instance.
struct Labels(Vec<Vec<String>>);

impl Labels {
    fn new(template: &Template) -> Self {
        let (mut used, system) = (BTreeSet::new(), template.system());
        let of_instance = |(instance, number): (&boolprog_integer::Instance, u16)| {
            let process = &system.processes[usize::from(instance.process)];
            let name = if template.is_any(instance.process) { &process.name } else { &instance.name };
            let name = name.replace(']', "").replace('[', "_");
            let mut label = |location: &boolprog_integer::Location| {
                let plain = format!("{name}_{}", location.name);
                let is_special = plain.ends_with("ERROR") || plain.starts_with("ASYNC_");
                let mut label = if is_special { format!("{plain}_") } else { plain };
                while !used.insert(label.clone()) {
                    let _ = write!(label, "_{number}");
                }
                label
            };
            let is_shown = template.is_representative(InstanceId(number));
            if is_shown { process.locations.iter().map(&mut label).collect() } else { Vec::new() }
        };
        Self(system.instances.iter().zip(0..).map(of_instance).collect())
    }

    fn of(&self, instance: InstanceId, location: LocationId) -> &str {
        &self.0[usize::from(instance.0)][usize::from(location.0)]
    }
}

struct Writer<'a> {
    template: &'a Template,
    program: &'a BooleanProgram,
    /// The patterns of the assertions.
    patterns: Vec<Pattern>,
    labels: Labels,
    line: &'a dyn Fn(u32) -> u32,
    printed: Printed,
}

impl Writer<'_> {
    fn write(&mut self, header: &[String]) {
        for comment in header {
            // A name of a file may have line breaks.
            self.put(&format!("// {}", comment.replace(char::is_control, " ")), None);
        }
        self.put(&format!("// boolprog: threads = {}", threads(self.template)), None);
        self.put("", None);
        self.declarations();
        self.put("", None);
        self.put("void main() begin", None);
        self.choose_role();
        for instance in self.template.representatives().collect::<Vec<_>>() {
            for location in 0..self.template.system().process_of(instance).locations.len() as u16 {
                self.location(instance, LocationId(location));
            }
        }
        self.put("end", None);
    }

    fn put(&mut self, line: &str, origin: Option<Origin>) {
        self.printed.text.push_str(line);
        self.printed.text.push('\n');
        self.printed.origins.push(origin);
    }

    fn is_any(&self, instance: InstanceId) -> bool {
        self.template.is_any(self.template.system().instance(instance).process)
    }

    fn declarations(&mut self) {
        for (predicate, value) in self.program.predicates.iter().zip(&self.program.start) {
            let start = match value {
                Some(true) => " := T",
                Some(false) => " := F",
                None => "",
            };
            let (kind, whose) = match predicate.owner {
                None => ("", "shared".to_owned()),
                Some(owner) => {
                    ("thread_local ", format!("of each {}", self.template.system().processes[usize::from(owner)].name))
                }
            };
            self.put(&format!("decl {kind}{{{}}}{start}; // {whose}", predicate.name), None);
        }
        for instance in self.template.representatives().collect::<Vec<_>>() {
            if !self.is_any(instance) {
                let name = &self.template.system().instance(instance).name;
                self.put(&format!("decl {{{name} runs}} := F;"), None);
            }
        }
        for assertion in 0..self.patterns.len() {
            for thread in 1..self.patterns[assertion].threads.len() {
                self.put(&format!("decl {} := F;", there(assertion, thread)), None);
            }
        }
    }

    /// Kinds of threads, and the threads that are no instances of a process with `[*]`.
    fn choose_role(&mut self) {
        let template = self.template;
        let mut roles = Vec::new();
        for instance in template.representatives() {
            let first = self.labels.of(instance, LocationId(0));
            let targets = self.targets(instance, LocationId(0));
            roles.push(if self.is_any(instance) { targets } else { format!("start_{first}") });
        }
        let observed: Vec<_> = (0..).zip(&self.patterns).filter(|(_, pattern)| pattern.threads.is_empty()).collect();
        let observed: Vec<u32> = observed.into_iter().map(|(number, _)| number).collect();
        roles.extend(observed.iter().map(|assertion| format!("observe_{assertion}")));
        if roles.is_empty() {
            self.put("  skip;", None);
            return;
        }
        self.put(&format!("  goto {};", roles.join(", ")), None);
        for instance in template.representatives().collect::<Vec<_>>() {
            if !self.is_any(instance) {
                let (name, first) =
                    (&template.system().instance(instance).name, self.labels.of(instance, LocationId(0)).to_owned());
                let line = format!("start_{first}: {{{name} runs}} := T constrain !{{{name} runs}};");
                self.put(&line, Some(Origin::Start(instance)));
                self.put(&format!("  goto {};", self.targets(instance, LocationId(0))), None);
            }
        }
        for assertion in observed {
            let possible = self.program.assertions[assertion as usize].possible.clone();
            let line = format!("observe_{assertion}: assert {};", self.text(&possible.negated()));
            self.put(&line, Some(Origin::Assertion { assertion, thread: 0 }));
            self.put("  end_thread;", None);
        }
    }

    /// The statements of edges from a location, in their order.
    fn steps(&self, instance: InstanceId, location: LocationId) -> Vec<&'_ Step> {
        let transitions = &self.template.system().transitions;
        let is_here = |step: &&Step| {
            let transition = &transitions[step.transition as usize];
            transition.instance == instance && transition.from == location
        };
        self.program.steps.iter().filter(is_here).collect()
    }

    /// The threads of patterns that are at a location, each with the number of its assertion.
    fn reports(&self, instance: InstanceId, location: LocationId) -> Vec<(usize, usize)> {
        let place = (self.template.system().instance(instance).process, location);
        let mut found = Vec::new();
        for (assertion, pattern) in self.patterns.iter().enumerate().filter(|_| self.is_any(instance)) {
            let here = pattern.threads.iter().enumerate().filter(|(_, at)| **at == place);
            found.extend(here.map(|(thread, _)| (assertion, thread)));
        }
        found
    }

    /// The labels at which a thread goes on that arrives at a location.
    fn targets(&self, instance: InstanceId, location: LocationId) -> String {
        let label = self.labels.of(instance, location);
        let steps = self.steps(instance, location);
        let faults = steps.iter().filter(|step| step.fault != Expression::Constant(false));
        let mut targets: Vec<_> = faults.map(|step| format!("{label}_v{}", step.transition)).collect();
        targets.extend(steps.iter().map(|step| format!("{label}_e{}", step.transition)));
        let reports = self.reports(instance, location);
        targets.extend(reports.iter().map(|(assertion, thread)| format!("{label}_a{assertion}_{thread}")));
        if targets.is_empty() { label.to_owned() } else { targets.join(", ") }
    }

    fn location(&mut self, instance: InstanceId, location: LocationId) {
        let label = self.labels.of(instance, location).to_owned();
        let steps: Vec<Step> = self.steps(instance, location).into_iter().cloned().collect();
        let reports = self.reports(instance, location);
        if steps.is_empty() && reports.is_empty() {
            return self.put(&format!("{label}: end_thread;"), None);
        }
        let again = self.targets(instance, location);
        for step in steps {
            self.edge((&label, &again), &step);
        }
        for (assertion, thread) in reports {
            self.report((&label, &again), assertion, thread);
        }
    }

    fn edge(&mut self, (label, again): (&str, &str), step: &Step) {
        let transition = &self.template.system().transitions[step.transition as usize];
        if step.fault != Expression::Constant(false) {
            let condition = self.text(&step.fault.clone().negated());
            let line = format!("{label}_v{}: assert {condition};", step.transition);
            self.put(&line, Some(Origin::Fault(step.transition)));
            self.put(&format!("  goto {again};"), None);
        }
        let system = self.template.system();
        let name = |location| &system.location(transition.instance, location).name;
        let place = format!(
            "// edge {}, line {}: {} -> {}",
            transition.edge.0,
            (self.line)(transition.span.start),
            name(transition.from),
            name(transition.to)
        );
        let line = format!("{label}_e{}: {}; {place}", step.transition, self.statement(step));
        let targets = self.targets(transition.instance, transition.to);
        self.put(&line, Some(Origin::Edge(step.transition)));
        self.put(&format!("  goto {targets};"), None);
    }

    /// The statement of an edge, which waits while a pattern is being reported.
    fn statement(&self, step: &Step) -> String {
        let mut waits: Vec<_> = (0..self.patterns.len())
            .filter(|assertion| self.patterns[*assertion].threads.len() > 1)
            .map(|assertion| format!("!{}", there(assertion, 1)))
            .collect();
        if step.possible != Expression::Constant(true) {
            waits.push(self.operand(&step.possible));
        }
        let condition = waits.join(" & ");
        let both = [(&step.active, ""), (&step.passive, "$")];
        let assigned: Vec<(String, &Assignment)> = both
            .into_iter()
            .flat_map(|(list, mark)| list.iter().map(move |assignment| (mark, assignment)))
            .map(|(mark, it)| (format!("{{{}}}{mark}", self.program.predicates[it.predicate].name), it))
            .collect();
        if assigned.is_empty() {
            return if condition.is_empty() { "skip".to_owned() } else { format!("assume {condition}") };
        }
        let names: Vec<_> = assigned.iter().map(|(name, _)| name.clone()).collect();
        let values: Vec<_> = assigned.iter().map(|(_, assignment)| self.value(assignment)).collect();
        let constrain = if condition.is_empty() { String::new() } else { format!(" constrain {condition}") };
        format!("{} := {}{constrain}", names.join(", "), values.join(", "))
    }

    fn value(&self, Assignment { yes, no, .. }: &Assignment) -> String {
        match (yes, no) {
            (Expression::Constant(true), _) => "T".to_owned(),
            (Expression::Constant(false), Expression::Constant(true)) => "F".to_owned(),
            (Expression::Constant(false), Expression::Constant(false)) => "*".to_owned(),
            (yes, no) if no.clone().negated() == *yes || yes.clone().negated() == *no => self.text(yes),
            (yes, no) => format!("schoose[{}, {}]", self.text(yes), self.text(no)),
        }
    }

    /// A thread of a pattern of threads is at its place.
    fn report(&mut self, (label, again): (&str, &str), assertion: usize, thread: usize) {
        let count = self.patterns[assertion].threads.len();
        let origin = Some(Origin::Assertion { assertion: assertion as u32, thread });
        let own = format!("{label}_a{assertion}_{thread}");
        if thread + 1 == count {
            let possible = self.program.assertions[assertion].possible.clone();
            let before = (count > 1).then(|| there(assertion, count - 1));
            let condition = match (before, &possible) {
                (None, _) => self.text(&possible.negated()),
                (Some(before), Expression::Constant(true)) => format!("!{before}"),
                (Some(before), _) => format!("!({before} & {})", self.operand(&possible)),
            };
            self.put(&format!("{own}: assert {condition};"), origin);
            return self.put(&format!("  goto {again};"), None);
        }
        let mut waits: Vec<_> = (0..self.patterns.len())
            .filter(|other| self.patterns[*other].threads.len() > 1 && (thread == 0 || *other == assertion))
            .map(|other| format!("!{}", there(other, if thread == 0 { 1 } else { thread + 1 })))
            .collect();
        if thread > 0 {
            waits.push(there(assertion, thread));
        }
        let line = format!("{own}: {} := T constrain {};", there(assertion, thread + 1), waits.join(" & "));
        self.put(&line, origin);
        self.put("  end_thread;", None);
    }

    fn text(&self, expression: &Expression) -> String {
        let joined = |parts: &[Expression], operator: &str, empty: &str| match parts {
            [] => empty.to_owned(),
            [only] => self.text(only),
            _ => parts.iter().map(|part| self.operand(part)).collect::<Vec<_>>().join(operator),
        };
        match expression {
            Expression::Constant(value) => if *value { "T" } else { "F" }.to_owned(),
            Expression::Value(Slot::Active(number)) => format!("{{{}}}", self.program.predicates[*number].name),
            Expression::Value(Slot::Passive(number)) => format!("{{{}}}$", self.program.predicates[*number].name),
            Expression::Value(Slot::Next(number)) => format!("'{{{}}}", self.program.predicates[*number].name),
            Expression::Not(inner) => format!("!{}", self.operand(inner)),
            Expression::All(parts) => joined(parts, " & ", "T"),
            Expression::Any(parts) => joined(parts, " | ", "F"),
        }
    }

    /// An expression as an operand, in parentheses if it has an operator.
    fn operand(&self, expression: &Expression) -> String {
        let text = self.text(expression);
        match expression {
            Expression::All(parts) | Expression::Any(parts) if parts.len() > 1 => format!("({text})"),
            _ => text,
        }
    }
}

/// The variable that says that this number of threads of a pattern are at their places.
fn there(assertion: usize, threads: usize) -> String {
    format!("{{assertion {assertion}: {threads} there}}")
}
