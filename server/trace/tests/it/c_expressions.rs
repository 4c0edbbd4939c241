//! Expressions of C over the state at the end of a trace, in the scope of the statement that fails.

use std::fmt::Write as _;
use std::sync::Arc;

use boolprog_base::control::Unlimited;
use boolprog_machine::choices::Usual;
use boolprog_machine::machine::{Environment, Machine, Options};
use boolprog_machine::observer::Nobody;
use boolprog_machine::record::{Noted, Record, Turns};
use boolprog_machine::schedule::{First, run};
use boolprog_trace::c::{Execution, Expressions, Moment, Subject, document};

const TEXT: &str = r#"
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#define SIZE 4
#define IS_EMPTY(q) ((q)->count == 0)
enum colour { RED, GREEN = 5 };
struct item { int number; struct item *next; unsigned low : 3; };
struct queue { struct { int head, count; }; struct item items[SIZE]; pthread_mutex_t mutex; };
struct queue q;
struct item *list;
int total = 7, *where = &total, unused;
double half = 0.5;
atomic_int refs;
_Bool flag;
enum colour colour;
char buffer[4096];
const char *name = "abc";
void *worker(void *argument) { return argument; }
void fail(struct queue *self, int depth) {
  int total = self->count + depth, rest[3] = {1, 2, 3};
  void *any = &self->items[1];
  {
    int within = total;
    total += within - 5 + rest[2];
  }
  pthread_mutex_lock(&self->mutex);
  self->items[1].number = 9;
  self->items[1].low = 6;
  self->items[1].next = &self->items[2];
  list->next = list;
  list->number = total;
  refs = 2;
  flag = colour != RED;
  buffer[3] = 'x';
  half = half * *where;
  name = name;
  assert(total < 0);
}
int main(void) {
  pthread_t thread;
  list = malloc(sizeof *list);
  colour = GREEN;
  q.count = 1;
  q.head = 3;
  pthread_create(&thread, 0, worker, list);
  pthread_join(thread, 0);
  fail(&q, 4);
}
"#;

/// The expressions that are evaluated in `fail`, and after a line of dashes in `main`.
const EXPRESSIONS: &str = "\
total == 8
total
self->count + total * 2
where == &total
*where
(*self).items[1].number
self->items[total - 7].low << 1
self->items[1].next == &q.items[2]
self->items[1].next - self->items
*self
q
self->items
rest[rest[0]]
rest
&rest[2] - rest
&rest[0] < &rest[1] && !(rest > &rest[1])
any == &self->items[1]
((struct item *)any)->number
(any)
list->next->next->number
list
list == NULL || list->next != list
&list->number
refs
atomic_load(&refs)
flag
flag ? colour : RED
colour == GREEN
(enum colour)5
(char)300
-7 / 2 + -7 % 2 * 10
1u - 2
0x7fffffff + 1
half * 2
(int)half
half > 3 || 1 / 0
1 / 0
sizeof(struct item) + sizeof buffer
SIZE * sizeof *list
IS_EMPTY(self)
name
name[0]
worker
worker == 0
'a'
buffer[3]
buffer[0]
buffer
unused
self->mutex
within
depth = 3
depth++
worker(0)
(long)where
where + 1
*(where + 1)
self->items[7].number
*(int *)0
nothing
total +
\"abc\"
&total == where
(void)total
self
---
thread
thread == 2
list->number
total
self
q.count
";

#[test]
fn expressions_are_those_of_c_and_say_what_the_trace_does_not_have() {
    let options = boolprog_c_syntax::Options::default();
    let program = Arc::new(boolprog_machine::read("a.c", TEXT, &options, "main", &Unlimited).expect("a program"));
    let machine = Machine::new(Arc::clone(&program), Options::default(), &["program"], &[], &Unlimited);
    let mut machine = machine.expect("it begins");
    let mut scheduler = Turns { scheduler: First::default(), record: Record::default() };
    let mut choices = Noted { source: Usual, answers: Vec::new() };
    let mut environment = Environment { choices: &mut choices, observer: &mut Nobody, control: &Unlimited };
    run(&mut machine, &mut scheduler, &mut environment);
    let record = Record { answers: choices.answers, ..scheduler.record };
    let options = Options::default();
    let execution = Execution { program: &program, options, arguments: &["program"], input: &[], record: &record };
    let subject = Subject { path: "a.c", hash: "", property: "error-1", guarantee: "", is_race: false };
    let (trace, fault) = document(&execution, &subject, &Unlimited).expect("a trace");
    assert!(fault.is_some());
    let states = trace.states().expect("it is undamaged");
    let state = states.last().expect("there is a last one");
    let frames = &state.threads[0].frames;
    let expressions = Expressions::new(Arc::clone(&program), None);
    let mut told = String::new();
    for (depth, part) in [1, 0].into_iter().zip(EXPRESSIONS.split("---\n")) {
        let range = frames.get(depth).expect("it is there").range;
        let moment = Moment { document: &trace, state, frame: Some((1, depth, range)) };
        for text in part.lines() {
            let answer = expressions.read(text, &moment).and_then(|it| expressions.value(&it, &moment));
            let answer = match answer {
                Ok(answer) => {
                    let value = answer.written.unwrap_or_else(|| "...".to_owned());
                    let place = answer.place.map_or_else(String::new, |(_, path)| format!(" at {path}"));
                    format!("{value} ({}{place})", answer.ty)
                }
                Err(why) => why,
            };
            let _ = writeln!(told, "{text}  =>  {answer}");
        }
        let _ = writeln!(told, "left out: {}", expressions.left_out(&moment).join(", "));
    }
    let moment = Moment { document: &trace, state, frame: None };
    let _ = writeln!(told, "left out: {}", expressions.left_out(&moment).join(", "));
    insta::assert_snapshot!(told);
}
