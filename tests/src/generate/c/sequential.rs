//! Programs without threads that print all that they have computed. Their behaviour is defined but for signed overflow, which
//! wraps around (`gcc -fwrapv`).

use proptest::prelude::*;
use proptest::sample::select;

use super::{Piece, Source, Words, block, form};

/// Types, objects and functions.
const FRAME: &str = r#"#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct pair { short first; unsigned char second; };
struct node {
  int value;
  unsigned small : 3;
  int low : 5;
  struct pair pair;
  struct node *next;
  short list[3];
};
union word { unsigned whole; unsigned char bytes[4]; short halves[2]; };
typedef int (*operation)(int, int);

static int numbers[3] = { 5, [2] = -7 };
static struct node first, second = { .value = 3, .next = &first, .list = { 1, 2 } };
static union word word = { 0x01020304 };
static struct node *cursor = &second;
static int *target = &numbers[1];
static int plain = 2, none;
static unsigned count = 4;
static long long wide = -5;
static unsigned long long large = 1ull << 40;
static signed char tiny = -1;
static _Bool flag;
static double real = 0.5;
static float single = 1.25f;
static char text[16] = "text";

static int add(int a, int b) { return a + b; }
static int mix(int a, int b) { return a ^ b << 1; }
static operation chosen = add;

static int sum(int number, ...) {
  va_list list;
  int result = 0;
  va_start(list, number);
  while (number-- > 0)
    result = result * 3 + va_arg(list, int);
  va_end(list);
  return result;
}

static int fold(unsigned depth, int value) { return depth ? fold(depth - 1, value * 2 + (depth & 1)) : value; }

static struct pair swapped(struct pair pair) { return (struct pair){ pair.second, pair.first }; }

static int ascending(const void *left, const void *right) {
  int a = *(const int *)left, b = *(const int *)right;
  return (a > b) - (a < b);
}

static void show(void) {
  printf("%d %d %d, %d %u %lld %llu %d %d %.6f %.6g %s\n", numbers[0], numbers[1], numbers[2], plain, count, wide, large,
         tiny, flag, real, single, text);
  struct node *nodes[] = { &first, &second };
  for (int i = 0; i < 2; i++)
    printf("%d %u %d %d %d %d %d %d %d\n", nodes[i]->value, nodes[i]->small, nodes[i]->low, nodes[i]->pair.first,
           nodes[i]->pair.second, nodes[i]->list[0], nodes[i]->list[1], nodes[i]->list[2], nodes[i]->next == &first);
  printf("%08x %d %d %d\n", word.whole, cursor == &first, target == &plain, chosen == mix);
}
"#;

const WORDS: Words = Words {
    number: "%1",
    scalars: &[
        "plain",
        "count",
        "tiny",
        "wide",
        "large",
        "flag",
        "first.value",
        "first.small",
        "second.low",
        "cursor->value",
        "cursor->low",
        "cursor->next->value",
        "cursor->pair.first",
        "first.pair.second",
        "*target",
        "word.whole",
        "local",
    ],
    elements: &[
        "numbers[(unsigned)(%1) % 3]",
        "first.list[(%1) & 1]",
        "cursor->next->list[(%1) & 1]",
        "word.bytes[(%1) & 3]",
        "word.halves[(%1) & 1]",
        "((unsigned char *)&plain)[(%1) & 3]",
        "*(&numbers[1] + ((%1) & 1))",
    ],
    values: &[
        "(int)real",
        "((int)sizeof(struct node) + none)",
        "(real < single)",
        "(int)strlen(text)",
        "swapped(cursor->pair).first",
        "(cursor == &first)",
        "(target != &plain)",
        "text[plain & 7]",
        "(chosen == add)",
        "((struct pair){ 7, 8 }).second",
        "(cursor->next == &first)",
    ],
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
        "(%1 / ((%2 & 7) + 1))",
        "(%1 % ((%2 & 7) + 1))",
        "(int)((unsigned)(%1) << (%2 & 15))",
        "(%1 >> (%2 & 7))",
        "(%1, %2)",
        "add(%1, %2)",
        "chosen(%1, %2)",
        "sum(2, (int)(%1), (int)(%2))",
        "fold(%1 & 3, %2)",
        "((long long)(%1) * (%2))",
        "((unsigned)(%1) / ((%2) | 1u))",
    ],
    unary: &[
        "(-%1)",
        "(!%1)",
        "(~%1)",
        "(signed char)(%1)",
        "(unsigned short)(%1)",
        "(unsigned)(%1)",
        "(long long)(%1)",
        "(_Bool)(%1)",
        "({ %1; })",
        "(int)(double)(signed char)(%1)",
    ],
};

/// The same without guards, so that many programs break a rule. A number is no constant: for `6 & 8 * list[9]` a compiler writes 0 and
/// reads no element, so that no sanitizer sees a fault.
const FAULTY: Words = Words {
    number: "(%1 + none)",
    elements: &[
        "numbers[(%1) % 4]",
        "first.list[%1]",
        "cursor->next->list[(%1) & 1]",
        "word.bytes[(%1) & 3]",
        "word.halves[(%1) & 3]",
        "numbers[(%1) & 3]",
    ],
    binary: &[
        "(%1 + %2)",
        "(%1 - %2)",
        "(%1 * %2)",
        "(%1 & %2)",
        "(%1 | %2)",
        "(%1 < %2)",
        "(%1 == %2)",
        "(%1 && %2)",
        "(%1 || %2)",
        "(%1 / %2)",
        "(%1 % %2)",
        "(%1 << (%2 & 31))",
        "((int)(%1) << (%2 & 63))",
        "(%1 >> (%2 & 7))",
        "add(%1, %2)",
        "((long long)(%1) * (%2))",
        "(1000000 * %1 + %2)",
    ],
    ..WORDS
};

fn simple(words: Words) -> Piece {
    let (place, expr) = (|| words.place(1), |depth| words.expr(depth));
    let fixed = select(
        &[
            "cursor = &first;",
            "cursor = cursor->next;",
            "cursor->next = &second;",
            "target = &plain;",
            "target = &cursor->value;",
            "target = &numbers[2];",
            "first = *cursor;",
            "*cursor->next = second;",
            "memmove(cursor, &first, sizeof first);",
            "memcpy(&numbers[1], &word, sizeof word);",
            "memset(first.list, plain, sizeof first.list);",
            "qsort(numbers, 3, sizeof numbers[0], ascending);",
            "first.pair = swapped(cursor->pair);",
            "chosen = chosen == add ? mix : add;",
            "single = single / 2 + tiny;",
        ][..],
    );
    prop_oneof![
        6 => form("%1 = %2;", vec![place(), expr(3)]),
        2 => form("%1 += %2;", vec![place(), expr(2)]),
        1 => form("%1 -= %2;", vec![place(), expr(2)]),
        1 => form("%1 ^= %2;", vec![place(), expr(2)]),
        1 => form("%1 *= %2;", vec![place(), expr(1)]),
        2 => form("(%1)++;", vec![place()]),
        1 => form("--%1;", vec![place()]),
        1 => form("{ int old = (%1)++; local = old; }", vec![place()]),
        3 => fixed.prop_map(str::to_owned),
        1 => form("real = real * 0.5 + (signed char)(%1);", vec![expr(1)]),
        1 => form("snprintf(text, sizeof text, \"%d:%x\", (int)(%1), (unsigned)(%2));", vec![expr(1), expr(1)]),
        1 => form("printf(\"%d %u\\n\", (int)(%1), (unsigned)(%2));", vec![expr(2), expr(1)]),
        1 => form("cursor->pair = (struct pair){ %1, .second = %2 };", vec![expr(1), expr(1)]),
        1 => form("chosen = (operation[]){ add, mix }[(%1) & 1];", vec![expr(1)]),
    ]
    .boxed()
}

fn statement(words: Words, depth: u32) -> Piece {
    if depth == 0 {
        return simple(words);
    }
    let (body, expr) = (|| block(statement(words, depth - 1), 3), || words.expr(2));
    prop_oneof![
        6 => simple(words),
        2 => form("if (%1) {\n%2\n} else {\n%3\n}", vec![expr(), body(), body()]),
        1 => form("for (int i = 0; i < 3; i++) {\n%1\nif (%2) continue;\n%3\n}", vec![body(), expr(), body()]),
        1 => form("do {\n%1\nif (%2) break;\n%3\n} while (0);", vec![body(), expr(), body()]),
        1 => form(
            "switch (%1) {\ncase 0:\n%2\ncase 1 ... 3:\n%3\nbreak;\ndefault:\n%4\n}",
            vec![expr(), body(), body(), body()],
        ),
        1 => form(
            "{\nstruct node *made = malloc(sizeof *made);\n*made = *cursor;\nmade->value = %1;\nmade->next = &first;\n%2\n\
             wide += made->value - made->next->low;\nfree(made);\n}",
            vec![expr(), body()],
        ),
        1 => form(
            "{\nint size = ((%1) & 3) + 1, row[size];\nfor (int i = 0; i < size; i++) row[i] = (%2) + i;\n%3\n\
             plain += row[size - 1] + (int)sizeof row;\n}",
            vec![expr(), expr(), body()],
        ),
        1 => form(
            "{\nint *grown = calloc(2, sizeof *grown);\ngrown = realloc(grown, 4 * sizeof *grown);\ngrown[2] = %1;\n%2\n\
             plain ^= grown[1] + grown[2];\nfree(grown);\n}",
            vec![expr(), body()],
        ),
        1 => form("work%1(%2);", vec![select(&["1", "2"][..]).prop_map(str::to_owned).boxed(), expr()]),
    ]
    .boxed()
}

/// Programs whose output is defined but for signed overflow.
pub fn sequential() -> impl Strategy<Value = Source> {
    program(WORDS)
}

/// Programs that may break a rule of C: an index, a division, a shift, an overflow.
pub fn faulty() -> impl Strategy<Value = Source> {
    program(FAULTY)
}

fn program(words: Words) -> impl Strategy<Value = Source> {
    let body = |depth, most| block(statement(words, depth), most);
    // A call is written before the function that it calls: the last one calls none.
    (body(2, 6), body(1, 3), block(simple(words), 3)).prop_map(|(main, outer, inner)| {
        let outer = outer.replace("work1(", "work2(");
        let head = "static int visits;\nif (visits++ > 40) return;\nint local = parameter;\n";
        let work2 = format!("static void work2(int parameter) {{\n{head}{inner}\ncount += local;\n}}\n");
        let work1 = format!("static void work1(int parameter) {{\n{head}{outer}\nplain += local;\n}}\n");
        let main =
            format!("int main(void) {{\nfirst.next = &second;\nint local = 1;\n{main}\nshow();\nreturn 0;\n}}\n");
        Source(format!("{FRAME}\n{work2}\n{work1}\n{main}"))
    })
}
