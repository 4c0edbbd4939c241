import assert from "node:assert/strict";
import { test } from "node:test";
import { matcher, problem } from "../../src/trace/filter";
import { rows } from "../../src/trace/rows";
import { changed } from "../../src/trace/values";
import { changedVariable } from "../../src/trace/wording";
import { EXAMPLE } from "./example";

const steps = (filter: string): string => {
  assert.equal(problem(filter, EXAMPLE), undefined, filter);
  return rows(EXAMPLE)
    .filter(matcher(filter, EXAMPLE))
    .map(({ step }) => step)
    .join(" ");
};

test("values are those behind the step, the start included", () => {
  assert.equal(steps("where inside"), "6 7 8 9 10");
  assert.equal(steps("where !inside"), "0 1 2 3 4 5");
  assert.equal(steps("where T"), "0 1 2 3 4 5 6 7 8 9 10");
});

test("without a thread, a variable is that of the thread that acts", () => {
  assert.equal(steps("where a"), "2 3 4 7 8");
  assert.equal(steps("where a@T1"), "2 3 4 5 6");
});

test("a thread that does not live yet or any more has no values", () => {
  assert.equal(steps("where !a@T2"), "1 2 3 4 5 6");
  assert.equal(steps("where a@T2"), "7 8");
  assert.equal(steps("where a@T2 | inside"), "6 7 8 9 10");
  assert.equal(steps("where inside@T2"), "6 7 8");
});

test("numbers change too, and a number hides a truth value of the same name", () => {
  assert.equal(changedVariable("filled = 0"), "filled");
  assert.equal(changedVariable("filled 9 -> 10"), "filled");
  assert.equal(changedVariable("T3.n -1 -> 0", 1), "n@T3");
  assert.equal(changedVariable("{n > 0} F -> T"), "{n > 0}");
  const numbered = structuredClone(EXAMPLE);
  for (const { number, frames } of numbered.steps.flatMap(({ threads }) => threads)) {
    if (number === 2) {
      frames[0]?.values.splice(1, 1, 5);
    }
  }
  const wanted = rows(numbered).filter(matcher("where lock | !lock", numbered));
  assert.equal(wanted.map(({ step }) => step).join(" "), "0 1 2 3 4 9 10");
});

test("a local variable hides a shared one", () => {
  // In `worker`, lock is a local variable.
  assert.equal(steps("where lock"), "8");
  assert.equal(steps("where lock@T1"), "");
  assert.equal(steps("where lock@T2 != lock@T1"), "8");
});

test("writes are steps that change a variable, or the copy of a thread", () => {
  assert.equal(steps("changes inside"), "6");
  assert.equal(steps("changes a"), "2 7");
  assert.equal(steps("changes a@T1"), "2 7");
  assert.equal(steps("changes a@T2"), "7");
  assert.equal(steps("changes b"), "3");
});

test("words, writes and values all have to be so", () => {
  assert.equal(steps("T1 where inside"), "7 10");
  assert.equal(steps("T2 changes a where a"), "7");
  assert.equal(steps("changes a changes b"), "");
  assert.equal(steps(" assert  where  inside "), "10");
});

test("words that only begin or end so are words", () => {
  for (const words of ["somewhere", "wherever", "exchanges"]) {
    assert.equal(steps(words), "");
  }
});

test("with a mistake in the filter, every row is shown", () => {
  const mistakes = {
    where: /Behind "where", an expression is needed/,
    "T1 where a &": /missing at the end/,
    "where nonsense": /There is no variable nonsense in this trace/,
    "where a@T9": /There is no thread T9 in this trace/,
    changes: /Behind "changes", a variable is needed/,
    "changes a|b": /Behind "changes", a variable is needed/,
    "changes nonsense": /There is no variable nonsense/,
  };
  for (const [filter, expected] of Object.entries(mistakes)) {
    assert.match(problem(filter, EXAMPLE) ?? "", expected, filter);
    assert.ok(rows(EXAMPLE).every(matcher(filter, EXAMPLE)), filter);
  }
});

test("the variables that change are listed with how often they do", () => {
  assert.deepEqual(
    changed(EXAMPLE).map(({ variable: { name, thread }, steps }) => [name, thread, steps]),
    [
      ["inside", undefined, 1],
      ["a", 1, 2],
      ["b", 1, 1],
      ["a", 2, 1],
      ["lock", 2, 1],
    ],
  );
});

test("a change in a row is one of a variable that filters know", () => {
  assert.equal(changedVariable("lock F -> T"), "lock");
  assert.equal(changedVariable("lock = F"), "lock");
  assert.equal(changedVariable("a F -> T", 2), "a@T2");
  assert.equal(changedVariable("T3.{x = y} F -> T", 2), "{x = y}@T3");
});
