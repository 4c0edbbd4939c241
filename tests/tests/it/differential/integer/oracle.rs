//! The semantics of integer programs once more, straight from the language reference and on the syntax tree: groups of
//! assignments happen one after the other, on a state, without substitution.

use std::collections::{BTreeMap, VecDeque};

use boolprog_integer::syntax::ast::{
    BinaryOperator, Copies, Declaration, Edge, Expr, ExprKind, InitialValue, InstanceName, Item, Process, ProcessItem,
    SourceFile, Type, Value,
};
use boolprog_integer::{Arithmetic, Comparison, OnRange, PropertyKind};

/// A program as it is written, and the reading of ranges.
pub(super) struct Oracle<'a> {
    file: &'a SourceFile,
    on_range: OnRange,
    /// The instances: the process, and the index in it.
    instances: Vec<(&'a Process, usize)>,
    variables: Vec<Variable<'a>>,
}

struct Variable<'a> {
    name: &'a str,
    owner: Option<usize>,
    low: i64,
    high: i64,
    initial: Option<&'a InitialValue>,
}

/// Where every instance is, and the value of every variable.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct State {
    locations: Vec<usize>,
    values: Vec<i64>,
}

/// A value does not exist.
struct Undefined;

/// The end of a step.
enum Step {
    To(State),
    Blocked,
    Undefined,
}

/// The findings of the search of all states.
pub(super) struct Found {
    /// By property, the fewest steps to a state that violates it.
    pub(super) violated: Vec<Option<usize>>,
    /// The fewest steps to a state with a step or a guard without a value.
    pub(super) undefined: Option<usize>,
}

impl<'a> Oracle<'a> {
    pub(super) fn new(file: &'a SourceFile, on_range: OnRange) -> Self {
        let mut oracle = Self { file, on_range, instances: Vec::new(), variables: Vec::new() };
        for item in &file.items {
            if let Item::Declaration(declaration) = item {
                oracle.declare(declaration, None);
            }
        }
        for item in &file.items {
            let Item::Process(process) = item else { continue };
            let copies = match &process.copies {
                None => 1,
                Some(Copies::Number(number)) => oracle.constant(number),
                Some(Copies::Any(_)) => panic!("generated programs have fixed numbers"),
            };
            for index in 0..usize::try_from(copies).expect("a number of instances") {
                let instance = oracle.instances.len();
                oracle.instances.push((process, index));
                for item in &process.items {
                    if let ProcessItem::Declaration(declaration) = item {
                        oracle.declare(declaration, Some(instance));
                    }
                }
            }
        }
        oracle
    }

    fn declare(&mut self, declaration: &'a Declaration, owner: Option<usize>) {
        for variable in &declaration.variables {
            let (low, high) = match &variable.ty {
                Type::Boolean(_) => (0, 1),
                Type::Range(low, high) => (self.constant(low), self.constant(high)),
                Type::Integer(_) | Type::Hole(_) => panic!("generated programs are finite"),
            };
            let (name, initial) = (&*variable.name.text, variable.initial.as_ref());
            self.variables.push(Variable { name, owner, low, high, initial });
        }
    }

    /// Visits all states; `None` if there are too many, or if `init` or a property has no value in one of them.
    pub(super) fn search(&self, most: usize) -> Option<Found> {
        let properties: Vec<_> = self
            .file
            .items
            .iter()
            .filter_map(|item| match item {
                Item::Property(property) => Some(property),
                _ => None,
            })
            .collect();
        let mut found = Found { violated: vec![None; properties.len()], undefined: None };
        let mut seen = BTreeMap::new();
        let mut waiting: VecDeque<State> = VecDeque::new();
        for state in self.starts() {
            match self.is_start(&state) {
                Ok(true) => {
                    seen.insert(state.clone(), 0);
                    waiting.push_back(state);
                }
                Ok(false) => {}
                Err(Undefined) => return None,
            }
        }
        while let Some(state) = waiting.pop_front() {
            let steps: usize = seen[&state];
            for (property, violated) in properties.iter().zip(&mut found.violated) {
                match self.truth(&state, None, &property.condition) {
                    Ok(holds) if holds == (property.kind == PropertyKind::Error) => _ = violated.get_or_insert(steps),
                    Ok(_) => {}
                    Err(Undefined) => return None,
                }
            }
            for step in self.steps(&state) {
                match step {
                    Step::To(next) if !seen.contains_key(&next) => {
                        seen.insert(next.clone(), steps + 1);
                        waiting.push_back(next);
                    }
                    Step::To(_) | Step::Blocked => {}
                    Step::Undefined => _ = found.undefined.get_or_insert(steps),
                }
            }
            if seen.len() > most {
                return None;
            }
        }
        Some(found)
    }

    fn starts(&self) -> Vec<State> {
        let blank = State { locations: vec![0; self.instances.len()], values: Vec::new() };
        self.variables.iter().fold(vec![blank], |states, variable| {
            let values = match variable.initial {
                None => vec![0],
                Some(InitialValue::Any(_)) => (variable.low..=variable.high).collect(),
                Some(InitialValue::Value(value)) => vec![self.constant(value)],
            };
            let with = |state: &State, value| State {
                values: [&*state.values, &[value]].concat(),
                locations: state.locations.clone(),
            };
            states.iter().flat_map(|state| values.iter().map(move |value| with(state, *value))).collect()
        })
    }

    fn is_start(&self, state: &State) -> Result<bool, Undefined> {
        for item in &self.file.items {
            if let Item::Initial(initial) = item
                && !self.truth(state, None, &initial.condition)?
            {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn steps(&self, state: &State) -> Vec<Step> {
        let mut steps = Vec::new();
        for (instance, (process, _)) in self.instances.iter().enumerate() {
            for item in &process.items {
                let ProcessItem::Edge(edge) = item else { continue };
                if location(process, &edge.source.text) != state.locations[instance] {
                    continue;
                }
                match edge.guard.as_ref().map_or(Ok(true), |guard| self.truth(state, Some(instance), guard)) {
                    Ok(true) => self.fire(state, instance, edge, &mut steps),
                    Ok(false) => {}
                    Err(Undefined) => steps.push(Step::Undefined),
                }
            }
        }
        steps
    }

    /// All outcomes of an edge, group by group.
    fn fire(&self, state: &State, instance: usize, edge: &Edge, steps: &mut Vec<Step>) {
        let mut states = vec![state.clone()];
        for group in &edge.update {
            let mut next = Vec::new();
            for state in states {
                self.group(&state, instance, group, &mut next, steps);
            }
            states = next;
        }
        for mut state in states {
            state.locations[instance] = location(self.instances[instance].0, &edge.target.text);
            steps.push(Step::To(state));
        }
    }

    fn group(
        &self,
        state: &State,
        instance: usize,
        group: &[boolprog_integer::syntax::ast::Assignment],
        next: &mut Vec<State>,
        steps: &mut Vec<Step>,
    ) {
        let mut combinations: Vec<Vec<(usize, i64)>> = vec![Vec::new()];
        for assignment in group {
            let target = self.variable(Some(instance), &assignment.target.text);
            let Variable { low, high, .. } = self.variables[target];
            let values = match &assignment.value {
                Value::Any(_) | Value::Input(None, _) => (low..=high).collect(),
                Value::Input(Some((low, high)), _) => (self.constant(low)..=self.constant(high)).collect(),
                Value::Expression(value) => match self.value(state, Some(instance), value) {
                    Ok(value) => vec![value],
                    Err(Undefined) => return steps.push(Step::Undefined),
                },
            };
            combinations = combinations
                .iter()
                .flat_map(|chosen| values.iter().map(|value| [&**chosen, &[(target, *value)]].concat()))
                .collect();
        }
        for combination in combinations {
            match self.assign(state, &combination) {
                Step::To(state) => next.push(state),
                step => steps.push(step),
            }
        }
    }

    fn assign(&self, state: &State, values: &[(usize, i64)]) -> Step {
        let mut state = state.clone();
        for (target, value) in values {
            let Variable { low, high, .. } = self.variables[*target];
            state.values[*target] = match self.on_range {
                _ if (low..=high).contains(value) => *value,
                OnRange::Wrap => low + (value - low).rem_euclid(high - low + 1),
                OnRange::Block => return Step::Blocked,
                OnRange::Error => return Step::Undefined,
            };
        }
        Step::To(state)
    }

    fn variable(&self, instance: Option<usize>, name: &str) -> usize {
        let own =
            |variable: &Variable<'_>| variable.name == name && variable.owner.is_some() && variable.owner == instance;
        let shared = |variable: &Variable<'_>| variable.name == name && variable.owner.is_none();
        let own = self.variables.iter().position(own);
        own.or_else(|| self.variables.iter().position(shared)).expect("generated names are declared")
    }

    fn instance(&self, name: &InstanceName) -> usize {
        let index = name.index.as_ref().map_or(0, |index| self.constant(index));
        let index = usize::try_from(index).expect("generated indices exist");
        let is_it = |(process, number): &(&Process, usize)| process.name.text == name.process.text && *number == index;
        self.instances.iter().position(is_it).expect("generated instances exist")
    }

    fn constant(&self, expr: &Expr) -> i64 {
        let state = State { locations: Vec::new(), values: Vec::new() };
        self.value(&state, None, expr).unwrap_or_else(|Undefined| panic!("generated constants exist"))
    }

    fn truth(&self, state: &State, instance: Option<usize>, expr: &Expr) -> Result<bool, Undefined> {
        Ok(self.value(state, instance, expr)? != 0)
    }

    /// The value of an expression; a Boolean is 0 or 1.
    fn value(&self, state: &State, instance: Option<usize>, expr: &Expr) -> Result<i64, Undefined> {
        let value = |expr: &Expr| self.value(state, instance, expr);
        Ok(match &expr.kind {
            ExprKind::Hole => panic!("generated programs have no errors"),
            ExprKind::Number(number) => i64::try_from(*number).expect("generated numbers are small"),
            ExprKind::Boolean(holds) => i64::from(*holds),
            ExprKind::Name(name) => match self.constant_named(name) {
                Some(value) => value,
                None => state.values[self.variable(instance, name)],
            },
            ExprKind::Member(owner, name) => state.values[self.variable(Some(self.instance(owner)), &name.text)],
            ExprKind::At(owner, name) => {
                let instance = self.instance(owner);
                i64::from(state.locations[instance] == location(self.instances[instance].0, &name.text))
            }
            ExprKind::Count(process, name) => {
                let there = |((owner, _), at): &(&(&Process, usize), &usize)| {
                    owner.name.text == process.text && **at == location(owner, &name.text)
                };
                self.instances.iter().zip(&state.locations).filter(there).map(|_| 1).sum()
            }
            ExprKind::Paren(inner) => value(inner)?,
            ExprKind::Not(inner) => i64::from(value(inner)? == 0),
            ExprKind::Negate(inner) => -value(inner)?,
            ExprKind::Conditional(condition, then, otherwise) => {
                value(if value(condition)? != 0 { then } else { otherwise })?
            }
            ExprKind::Binary(BinaryOperator::And, left, right) => {
                if value(left)? == 0 {
                    0
                } else {
                    value(right)?
                }
            }
            ExprKind::Binary(BinaryOperator::Or, left, right) => {
                if value(left)? != 0 {
                    1
                } else {
                    value(right)?
                }
            }
            ExprKind::Binary(BinaryOperator::Comparison(comparison), left, right) => {
                i64::from(compare(*comparison, value(left)?, value(right)?))
            }
            ExprKind::Binary(BinaryOperator::Arithmetic(operation), left, right) => {
                calculate(*operation, value(left)?, value(right)?)?
            }
        })
    }

    fn constant_named(&self, name: &str) -> Option<i64> {
        self.file.items.iter().find_map(|item| match item {
            Item::Constant(constant) if constant.name.text == name => Some(self.constant(&constant.value)),
            _ => None,
        })
    }
}

fn location(process: &Process, name: &str) -> usize {
    let names = process.items.iter().flat_map(|item| match item {
        ProcessItem::Locations(locations) => &*locations.names,
        _ => &[],
    });
    names.map(|location| &*location.text).position(|location| location == name).expect("generated locations exist")
}

fn compare(comparison: Comparison, left: i64, right: i64) -> bool {
    match comparison {
        Comparison::Equal => left == right,
        Comparison::NotEqual => left != right,
        Comparison::Less => left < right,
        Comparison::LessOrEqual => left <= right,
        Comparison::Greater => left > right,
        Comparison::GreaterOrEqual => left >= right,
    }
}

/// Values of generated programs are small, so nothing overflows.
fn calculate(operation: Arithmetic, left: i64, right: i64) -> Result<i64, Undefined> {
    Ok(match operation {
        Arithmetic::Add => left + right,
        Arithmetic::Subtract => left - right,
        Arithmetic::Multiply => left * right,
        Arithmetic::Divide | Arithmetic::Remainder if right == 0 => return Err(Undefined),
        Arithmetic::Divide => left.div_euclid(right),
        Arithmetic::Remainder => left.rem_euclid(right),
    })
}
