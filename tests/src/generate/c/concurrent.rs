//! Programs with two threads besides `main`, and with assertions. They keep to what the translation to integer programs
//! reads; operands that other threads can change are evaluated from left to right only, where C leaves the order open.

use proptest::prelude::*;
use proptest::sample::select;

use super::{Piece, Source, Words, block, form};

/// Types, objects and functions.
const FRAME: &str = "\
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node { unsigned char small; int value; struct node *next; unsigned flags : 2; };

int x, numbers[2];
unsigned char small;
struct node first, second;
struct node *cursor = &first;
int *target = &x;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
_Bool __VERIFIER_nondet_bool(void);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

int twice(int a) { return a * 2; }

void raise_value(struct node *it, int by) { it->value += by; }

int next_value(struct node *it) { return it->next->value; }
";

const WORDS: Words = Words {
    number: "%1",
    scalars: &[
        "x",
        "local",
        "small",
        "first.value",
        "cursor->value",
        "cursor->small",
        "cursor->next->value",
        "first.flags",
        "*target",
        "second.small",
    ],
    elements: &["numbers[(%1) & 1]", "*(numbers + ((%1) & 1))"],
    values: &["(cursor == &first)", "(target != &x)", "(cursor->next == cursor)", "__VERIFIER_nondet_bool()"],
    binary: &[
        "(%1 + %2)",
        "(%1 - %2)",
        "(%1 * %2)",
        "(%1 & %2)",
        "(%1 | %2)",
        "(%1 ^ %2)",
        "(%1 < %2)",
        "(%1 <= %2)",
        "(%1 == %2)",
        "(%1 != %2)",
        "(%1 && %2)",
        "(%1 || %2)",
        "(%1 / ((%2 & 3) + 1))",
        "(%1 % 3)",
    ],
    unary: &["(!%1)", "(-%1)", "(unsigned char)(%1)", "twice(%1)"],
};

fn simple() -> Piece {
    let (place, expr) = (|| WORDS.place(1), |depth| WORDS.expr(depth));
    let fixed = select(
        &[
            "cursor = &second;",
            "cursor = cursor->next;",
            "cursor->next = &first;",
            "target = &cursor->value;",
            "target = &numbers[1];",
            "local = __sync_fetch_and_add(&x, 1);",
            "local = __sync_bool_compare_and_swap(&x, 0, 1);",
            "local = next_value(cursor);",
            "if (pthread_mutex_trylock(&mutex) == 0) { x++; pthread_mutex_unlock(&mutex); }",
        ][..],
    );
    prop_oneof![
        4 => form("%1 = %2;", vec![place(), expr(1)]),
        1 => form("%1 = %2;", vec![place(), expr(2)]),
        1 => form("%1 += %2;", vec![place(), expr(1)]),
        1 => form("(%1)++;", vec![place()]),
        2 => fixed.prop_map(str::to_owned),
        1 => form("raise_value(cursor, %1);", vec![expr(1)]),
        4 => form("assert(%1);", vec![expr(2)]),
    ]
    .boxed()
}

fn statement(depth: u32) -> Piece {
    if depth == 0 {
        return simple();
    }
    let (body, expr) = (|| block(statement(depth - 1), 2), || WORDS.expr(1));
    prop_oneof![
        6 => simple(),
        2 => form("if (%1) {\n%2\n} else {\n%3\n}", vec![expr(), body(), body()]),
        1 => form("for (int i = 0; i < 2; i++) {\n%1\n}", vec![body()]),
        2 => form("pthread_mutex_lock(&mutex);\n%1\npthread_mutex_unlock(&mutex);", vec![block(simple(), 2)]),
        1 => form("__VERIFIER_atomic_begin();\n%1\n__VERIFIER_atomic_end();", vec![block(simple(), 2)]),
    ]
    .boxed()
}

/// Uses of an object of the heap that other threads can get hold of: its members are written before or after that, and
/// perhaps read.
const MADE: [&str; 6] = [
    "made->value = 2;\n",
    "made->small = 0;\n",
    "made->flags = 1;\n",
    "made->next = cursor;\n",
    "cursor = made;\n",
    "if (local) made->value = made->small;\n",
];

fn made() -> impl Strategy<Value = String> {
    Just(MADE.to_vec())
        .prop_shuffle()
        .prop_map(|done| format!("struct node *made = {};\n{}", "malloc(sizeof *made)", done.concat()))
}

/// Programs whose verdicts do not depend on anything but assertions and schedules.
pub fn concurrent() -> impl Strategy<Value = Source> {
    let body = || block(statement(1), 3);
    let made = prop::option::of(made());
    (body(), body(), block(simple(), 2), made, any::<bool>()).prop_map(|(one, other, main, made, early)| {
        let made = made.unwrap_or_default();
        let [before, after] = if early { [main.as_str(), ""] } else { ["", main.as_str()] };
        Source(format!(
            "{FRAME}\nvoid *one(void *argument) {{\nstruct node *own = argument;\nint local = 0;\nown->value = 1;\n{made}{one}\n\
             return 0;\n}}\n\nvoid *other(void *unused) {{\nint local = 1;\n{other}\nreturn 0;\n}}\n\nint main(void) {{\n\
             pthread_t a, b;\nint local = 2;\nfirst.next = &second;\nsecond.next = &first;\npthread_create(&a, 0, one, &first);\n\
             pthread_create(&b, 0, other, 0);\n{before}\npthread_join(a, 0);\npthread_join(b, 0);\n{after}\nreturn 0;\n}}\n"
        ))
    })
}
