//! Waiting for the end of threads, in the terms of integer programs.
//!
//! The join of a thread that is created once waits until it is at its end. Of threads that a loop creates it is not known which one
//! is which, so that they are counted: how many were created, have ended, and were joined. The join of one of them waits until more
//! have ended than were joined, as no thread may be joined twice. Every run of the program is such a run. Where another
//! thread may have been meant, a variable says so: that is, unless all of them have ended.

use std::collections::{BTreeMap, BTreeSet};

use boolprog_import::Expr;
use boolprog_integer::syntax::ast::BinaryOperator;
use boolprog_integer::{Arithmetic, Comparison, Doubt, Sort};
use smol_str::{SmolStr, format_smolstr};

use crate::composed::END;
use crate::flow::{Flow, Scalar, Start, Thread};
use crate::graph::{Edge, Graph, Node, Op};
use crate::locks::Held;
use crate::term;
use crate::{Asked, Options};

/// Why a run in which a thread did not wait for another one may not exist.
const NOT_JOINED: &str = "a run violates it in which `pthread_join` may not have waited, or for another thread: threads are created in \
                          a loop that is not unrolled, so that it is not known which one is meant";

/// The variable that counts how many threads of a number are created, of those that are counted.
pub(crate) type Created = BTreeMap<usize, SmolStr>;

/// The result for joins.
pub(crate) struct Joined {
    pub(crate) created: Created,
    /// All variables that count threads, which are none of the text.
    pub(crate) counters: Vec<SmolStr>,
    pub(crate) doubt: Option<Doubt>,
}

/// Replaces every join by what the integer program can do.
pub(crate) fn resolve(flow: &mut Flow, options: &Options) -> Joined {
    let (counted, exact): (Vec<Join>, Vec<Join>) = joins(flow).into_iter().partition(|join| may_be_many(flow, join));
    let ended = ended(flow);
    for Join { thread, edge, handle, .. } in &exact {
        flow.threads[*thread].graph.edges[*edge].op = Op::Guard(ended(handle));
    }
    let mut reasons: BTreeSet<String> = flow.exceeded.iter().cloned().collect();
    let (mut created, mut counters) = (Created::new(), Vec::new());
    if let (Some(doubtful), false) = (flow.doubtful.clone(), counted.is_empty()) {
        reasons.insert(NOT_JOINED.to_owned());
        (created, counters) = count(flow, &counted, (&doubtful, options.asks(Asked::Deadlocks)));
    }
    let variable = flow.doubtful.clone().filter(|_| !reasons.is_empty());
    let reasons: Vec<String> = reasons.into_iter().collect();
    let doubt = variable.map(|variable| Doubt { variable, why: reasons.join("; or ") });
    Joined { created, counters, doubt }
}

/// A step that joins.
struct Join {
    thread: usize,
    edge: usize,
    handle: Expr,
    /// The threads that may be meant; none if that is not known.
    meant: Option<BTreeSet<usize>>,
}

fn joins(flow: &Flow) -> Vec<Join> {
    let values = Values::of(flow);
    let mut found = Vec::new();
    for (thread, of) in flow.threads.iter().enumerate() {
        for (edge, step) in of.graph.edges.iter().enumerate() {
            let Op::Join(handle) = &step.op else { continue };
            let meant = values.threads(handle);
            found.push(Join { thread, edge, handle: handle.clone(), meant });
        }
    }
    found
}

/// Returns `true` if one of any number of threads may be meant.
fn may_be_many(flow: &Flow, join: &Join) -> bool {
    let mut threads = 0..flow.threads.len();
    let is_meant = |thread: &usize| join.meant.as_ref().is_none_or(|meant| meant.contains(thread));
    threads.any(|thread| is_meant(&thread) && !creators_of_many(flow, thread).is_empty())
}

/// The threads that create any number of a thread; none if it is not created so.
fn creators_of_many(flow: &Flow, thread: usize) -> BTreeSet<usize> {
    let many = flow.threads[thread].start.iter().filter(|start| start.many);
    many.flat_map(|start| &start.sites).map(|site| site.creator).collect()
}

/// That a thread has ended, of which there is not more than one.
fn end_of(thread: &Thread) -> Expr {
    match thread.start.as_ref().and_then(|start| start.runs.clone()) {
        Some(runs) => term::compare(Comparison::Equal, Expr::Name(runs), Expr::Number(0)),
        None => Expr::At(thread.name.clone(), END.into()),
    }
}

/// That the thread of a handle has ended, which is the first one, or is created once.
fn ended(flow: &Flow) -> impl Fn(&Expr) -> Expr + use<> {
    let is_one = |thread: &Thread| thread.start.as_ref().is_some_and(|start| !start.many);
    let begun = (0_i64..).zip(&flow.threads).filter(|(number, thread)| *number == 0 || is_one(thread));
    let ends: Vec<(i64, Expr)> = begun.map(|(number, thread)| (number + 1, end_of(thread))).collect();
    move |handle| {
        ends.iter().fold(Expr::Truth(false), |any, (number, end)| {
            let is_it = term::compare(Comparison::Equal, handle.clone(), Expr::Number(*number));
            term::or(any, term::and(is_it, end.clone()))
        })
    }
}

/// Joins where a loop creates threads. One after which nothing matters, or that may come twice for one handle, does not wait. If
/// deadlocks are asked for, a thread may wait at any of them as long as one that may be meant has not ended.
fn count(flow: &mut Flow, joins: &[Join], (doubtful, asks_deadlocks): (&SmolStr, bool)) -> (Created, Vec<SmolStr>) {
    let mut groups: Vec<BTreeSet<usize>> = Vec::new();
    let counts = |join: &&Join| {
        let graph = &flow.threads[join.thread].graph;
        let is_once = !comes_twice(graph, join);
        let is_known = join.meant.as_ref().is_some_and(|meant| !meant.is_empty());
        is_known && is_once && (asks_deadlocks || matters(flow, join))
    };
    let counted: Vec<&Join> = joins.iter().filter(counts).collect();
    for meant in counted.iter().filter_map(|join| join.meant.as_ref()) {
        let (with, without) = groups.into_iter().partition::<Vec<_>, _>(|group| !group.is_disjoint(meant));
        groups = without;
        groups.push(with.into_iter().flatten().chain(meant.iter().copied()).collect());
    }
    let is_counted: BTreeSet<(usize, usize)> = counted.iter().map(|join| (join.thread, join.edge)).collect();
    for join in joins.iter().filter(|join| !is_counted.contains(&(join.thread, join.edge))) {
        let op = Op::Assign(vec![(doubtful.clone(), Expr::Number(1))]);
        flow.threads[join.thread].graph.edges[join.edge].op = op;
        stay(&mut flow.threads[join.thread].graph, join.edge, &Expr::Truth(true));
    }
    let (mut created, mut all) = (Created::new(), Vec::new());
    for group in &groups {
        let counters = Counters::of(flow, group);
        for thread in group {
            created.insert(*thread, counters.created.clone());
            counters.count_end(flow, *thread);
        }
        let creators: BTreeSet<BTreeSet<usize>> = group.iter().map(|thread| creators_of_many(flow, *thread)).collect();
        for join in counted.iter().filter(|join| join.meant.iter().flatten().any(|thread| group.contains(thread))) {
            let joins_own = creators == BTreeSet::from([BTreeSet::from([join.thread])]);
            let graph = &mut flow.threads[join.thread].graph;
            stay(graph, join.edge, &counters.some_go_on());
            counters.wait(graph, join.edge, doubtful, joins_own);
        }
        all.extend([counters.created, counters.ended, counters.joined]);
    }
    (created, all)
}

/// `true` if a join may come again before its handle has another value: a second join of a thread may not wait for another one.
fn comes_twice(graph: &Graph, join: &Join) -> bool {
    let is_kept = |edge: &Edge| !term::mentions(&join.handle, &|name| edge.op.assigns(name));
    let is_same = |edge: &Edge| matches!(&edge.op, Op::Join(handle) if *handle == join.handle);
    let after = &graph.edges[join.edge];
    let reached = graph.reached(after.to, &is_kept);
    graph.edges.iter().any(|edge| is_same(edge) && (edge.from == after.to || reached[edge.from]))
}

/// A thread may wait while a condition holds, where the section begins in which an edge joins.
fn stay(graph: &mut Graph, edge: usize, condition: &Expr) {
    let from = graph.edges[edge].from;
    let is_inside = |edge: &Edge| !matches!(edge.op, Op::End);
    let waits: Vec<Node> =
        graph.waits.iter().copied().filter(|node| *node == from || graph.reached(*node, &is_inside)[from]).collect();
    for node in waits {
        let known = graph.stays.remove(&node).unwrap_or(Expr::Truth(false));
        graph.stays.insert(node, term::or(known, condition.clone()));
    }
}

/// `true` if anything that others can see, or that is checked, comes after a join.
fn matters(flow: &Flow, join: &Join) -> bool {
    let graph = &flow.threads[join.thread].graph;
    let after = graph.edges[join.edge].to;
    let mut reached = graph.reached(after, &|_| true);
    reached[after] = true;
    let is_shared = |name: &SmolStr| flow.scalars.get(name).is_some_and(|scalar| scalar.shared);
    let is_seen = |edge: &Edge| match &edge.op {
        Op::Skip | Op::Join(_) => !edge.accesses.is_empty(),
        Op::Guard(condition) => term::mentions(condition, &is_shared),
        Op::Assign(all) => all.iter().any(|(name, value)| is_shared(name) || term::mentions(value, &is_shared)),
        Op::Choose(name, ..) => is_shared(name),
        Op::Begin | Op::End | Op::Create(_) => true,
    };
    let errors = flow.properties.iter().flat_map(|property| &property.errors);
    let is_checked = errors.into_iter().any(|(thread, node)| *thread == join.thread && reached[*node]);
    is_checked || graph.edges.iter().any(|edge| reached[edge.from] && is_seen(edge))
}

/// Numbers of threads of a group that were created, have ended, and were joined.
struct Counters {
    created: SmolStr,
    ended: SmolStr,
    joined: SmolStr,
}

impl Counters {
    fn of(flow: &mut Flow, group: &BTreeSet<usize>) -> Self {
        let name = group.first().map(|thread| flow.threads[*thread].name.clone()).unwrap_or_default();
        let mut counter = |what: &str| {
            let mut wanted = format_smolstr!("{name}_{what}");
            while flow.scalars.contains_key(&wanted) {
                wanted = format_smolstr!("{wanted}_");
            }
            let scalar = Scalar {
                object: None,
                written: None,
                is_integer: false,
                sort: Sort::Integer,
                shared: true,
                initial: 0,
                is_accessed_first: false,
            };
            flow.scalars.insert(wanted.clone(), scalar);
            wanted
        };
        Self { created: counter("number"), ended: counter("ended"), joined: counter("joined") }
    }

    /// The last step of a thread counts it.
    fn count_end(&self, flow: &mut Flow, thread: usize) {
        let end = flow.threads[thread].end;
        let graph = &mut flow.threads[thread].graph;
        let last = graph.node(false);
        let Some(edge) = graph.edges.iter().find(|edge| edge.to == end).cloned() else { return };
        for edge in graph.edges.iter_mut().filter(|edge| edge.to == end) {
            edge.to = last;
        }
        graph.entered[last] = true;
        if graph.meetings.remove(&end) {
            graph.meetings.insert(last);
        }
        graph.entered[end] = false;
        graph.add(after(&edge, (last, end), one_more(&self.ended)));
    }

    /// That some thread has not ended.
    fn some_go_on(&self) -> Expr {
        term::compare(Comparison::Less, Expr::Name(self.ended.clone()), Expr::Name(self.created.clone()))
    }

    /// A join waits until more threads have ended than were joined, and may be meant to wait for another one unless all have: all
    /// that the thread which joins them has created.
    fn wait(&self, graph: &mut Graph, edge: usize, doubtful: &SmolStr, joins_own: bool) {
        let [created, ended, joined] = [&self.created, &self.ended, &self.joined].map(|name| Expr::Name(name.clone()));
        let all_ended = term::compare(Comparison::Equal, ended.clone(), created);
        let known = if joins_own { Expr::Name(doubtful.clone()) } else { Expr::Number(1) };
        let says = (doubtful.clone(), term::conditional(all_ended, known, Expr::Number(1)));
        let (to, waits) = (graph.edges[edge].to, graph.node(graph.inside[graph.edges[edge].to]));
        let join = &mut graph.edges[edge];
        join.to = waits;
        join.op = Op::Guard(term::compare(Comparison::Less, joined, ended));
        let Op::Assign(mut counts) = one_more(&self.joined) else { return };
        counts.push(says);
        let counts = after(&graph.edges[edge], (waits, to), Op::Assign(counts));
        graph.add(counts);
        graph.entered[waits] = true;
    }
}

fn one_more(counter: &SmolStr) -> Op {
    Op::Assign(vec![(counter.clone(), one_more_than(counter))])
}

/// The value of a counter that counts one more.
pub(crate) fn one_more_than(counter: &SmolStr) -> Expr {
    term::arithmetic(Arithmetic::Add, Expr::Name(counter.clone()), Expr::Number(1))
}

/// A small step that counts after another one, as a part of it.
fn after(step: &Edge, (from, to): (Node, Node), op: Op) -> Edge {
    Edge { from, to, op, unit: None, accesses: Vec::new(), held: Held::default(), ..step.clone() }
}

/// The values that each variable is given anywhere. Chosen ones are those of variables without a value, which are no handles.
pub(crate) struct Values<'l> {
    flow: &'l Flow,
    given: BTreeMap<&'l SmolStr, Vec<&'l Expr>>,
    chosen: BTreeSet<&'l SmolStr>,
    /// The originals of variables that threads copy.
    copied: BTreeMap<&'l SmolStr, Vec<&'l SmolStr>>,
}

impl<'l> Values<'l> {
    pub(crate) fn of(flow: &'l Flow) -> Self {
        let (given, chosen, copied) = (BTreeMap::new(), BTreeSet::new(), BTreeMap::new());
        let mut values = Self { flow, given, chosen, copied };
        for thread in &flow.threads {
            for edge in &thread.graph.edges {
                match &edge.op {
                    Op::Assign(all) => {
                        for (name, value) in all {
                            values.given.entry(name).or_default().push(value);
                        }
                    }
                    Op::Choose(name, ..) => _ = values.chosen.insert(name),
                    _ => {}
                }
            }
            let copies = thread.start.iter().flat_map(Start::copies);
            for (copy, original) in copies {
                values.copied.entry(copy).or_default().push(original);
            }
        }
        values
    }

    /// The threads that a handle may mean: 0 is none.
    fn threads(&self, handle: &'l Expr) -> Option<BTreeSet<usize>> {
        let (numbers, _) = self.given(handle)?;
        let is_created = |thread: &usize| self.flow.threads.get(*thread).is_some_and(|it| it.start.is_some());
        let threads = numbers.into_iter().filter(|number| *number != 0).map(|number| usize::try_from(number - 1).ok());
        let threads: BTreeSet<usize> = threads.collect::<Option<_>>()?;
        threads.iter().all(is_created).then_some(threads)
    }

    /// The numbers that a value may be, if they are known.
    fn numbers(&self, value: &'l Expr) -> Option<BTreeSet<i64>> {
        let (numbers, names) = self.given(value)?;
        names.is_disjoint(&self.chosen).then_some(numbers)
    }

    /// `false` if a condition holds for none of the numbers that its variables may be.
    pub(crate) fn may_hold(&self, condition: &'l Expr) -> bool {
        match condition {
            Expr::Truth(truth) => *truth,
            Expr::Binary(BinaryOperator::And, left, right) => self.may_hold(left) && self.may_hold(right),
            Expr::Binary(BinaryOperator::Or, left, right) => self.may_hold(left) || self.may_hold(right),
            Expr::Binary(BinaryOperator::Comparison(comparison), left, right) => match **right {
                Expr::Number(right) => {
                    self.numbers(left).is_none_or(|numbers| numbers.iter().any(|left| comparison.holds(*left, right)))
                }
                _ => true,
            },
            _ => true,
        }
    }

    /// The numbers that a value is given anywhere, and the variables from which it comes; none if it is computed.
    fn given(&self, value: &'l Expr) -> Option<(BTreeSet<i64>, BTreeSet<&'l SmolStr>)> {
        let (mut numbers, mut seen) = (BTreeSet::new(), BTreeSet::new());
        let (mut values, mut names): (Vec<&Expr>, Vec<&SmolStr>) = (vec![value], Vec::new());
        loop {
            if let Some(name) = names.pop() {
                if seen.insert(name) {
                    numbers.insert(self.flow.scalars.get(name)?.initial);
                    values.extend(self.given.get(name).into_iter().flatten());
                    names.extend(self.copied.get(name).into_iter().flatten());
                }
                continue;
            }
            match values.pop() {
                Some(Expr::Number(number)) => _ = numbers.insert(*number),
                Some(Expr::Conditional(_, then, otherwise)) => values.extend([&**then, &**otherwise]),
                Some(Expr::Name(name)) => names.push(name),
                Some(_) => return None,
                None => return Some((numbers, seen)),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    /// The integer program of threads that add 1, with this body of `main`.
    fn program(main: &str) -> String {
        let text = format!(
            "#include <pthread.h>
            int c;
            void *add(void *arg) {{ __atomic_fetch_add(&c, 1, __ATOMIC_SEQ_CST); return 0; }}
            int main(int n, char **texts) {{ pthread_t t[100]; if (n > 100) return 0; {main} }}"
        );
        crate::read::text_of(&text)
    }

    fn assert_has(text: &str, parts: &[&str]) {
        for part in parts {
            assert!(text.contains(part), "{part} in {text}");
        }
    }

    #[test]
    fn one_thread_that_is_created_once_is_waited_for_at_its_end() {
        let text = program("pthread_create(&t[0], 0, add, 0); pthread_join(t[0], 0); assert(c == 1);");
        assert_has(&text, &["when add @ end"]);
        assert!(!text.contains("joined") && !text.contains("doubtful"), "{text}");
    }

    #[test]
    fn threads_that_a_loop_creates_are_counted() {
        let text = program(
            "for (int i = 0; i < n; i++) pthread_create(&t[i], 0, add, 0);
             for (int i = 0; i < n; i++) pthread_join(t[i], 0);
             assert(c == n);",
        );
        let counts = ["add_number := add_number + 1", "add_ended := add_ended + 1", "add_joined := add_joined + 1"];
        assert_has(&text, &counts);
        // Another thread may have been meant, unless all have ended.
        assert_has(&text, &["add_joined < add_ended", "doubtful := add_ended == add_number ? doubtful : 1"]);
    }

    #[test]
    fn a_join_after_which_nothing_matters_is_not_counted() {
        let create = "for (int i = 0; i < n; i++) pthread_create(&t[0], 0, add, 0);";
        let last = program(&format!("{create} pthread_join(t[0], 0);"));
        assert!(last.contains("? doubtful : 1") && !last.contains("add_joined"), "{last}");
    }
}
