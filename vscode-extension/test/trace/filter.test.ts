import assert from "node:assert/strict";
import { test } from "node:test";
import { changing } from "../../src/trace/changes";
import type { Found } from "../../src/trace/filter";
import { changesFilter, matcher, readFilter } from "../../src/trace/filter";
import { rows } from "../../src/trace/rows";
import { changedVariable } from "../../src/trace/wording";
import { EXAMPLE } from "./example";

const steps = (filter: string, found?: Found): string =>
  rows(EXAMPLE)
    .filter(matcher(filter, found))
    .map(({ step }) => step)
    .join(" ");

const ALL = "0 1 2 3 4 5 6 7 8 9 10";

test("words are threads, or parts of what is shown", () => {
  assert.equal(steps("T2 inside"), "6");
  assert.equal(steps("T1 T2"), "1 7");
  assert.equal(steps(" assert "), "10");
});

test("words that only begin or end so are words", () => {
  for (const words of ["somewhere", "wherever", "exchanges"]) {
    assert.equal(readFilter(words).query, undefined);
    assert.equal(steps(words), "");
  }
});

test("changes and where are one query", () => {
  assert.deepEqual(readFilter("T2 changes a changes {x y}@T12 where  lock & !b "), {
    words: ["t2"],
    query: { changes: ["a", "{x y}@T12"], where: "lock & !b" },
  });
  assert.deepEqual(readFilter("where").query, { changes: [], where: "" });
  assert.deepEqual(readFilter("changes").query, { changes: [""], where: undefined });
  assert.deepEqual(readFilter(changesFilter("x@T2")).query, { changes: ["x@T2"], where: undefined });
});

test("words and the answer to the query both have to be so", () => {
  const found = { steps: [6, 7, 8, 9, 10] };
  assert.equal(steps("where inside", found), "6 7 8 9 10");
  assert.equal(steps("T1 where inside", found), "7 10");
});

test("without an answer, or with a mistake in the filter, every row is shown", () => {
  assert.equal(steps("T1 where inside"), ALL);
  assert.equal(steps("where nonsense", { problem: "There is no variable." }), ALL);
});

test("the variables that change are listed with how often they do", () => {
  assert.deepEqual(
    changing(EXAMPLE).map(({ name, shared, steps }) => [name, shared, steps]),
    [
      ["inside", true, 1],
      ["a@T1", false, 2],
      ["b@T1", false, 1],
      ["a@T2", false, 1],
      ["lock@T2", false, 1],
    ],
  );
});

test("a change in a row is one of a variable that filters know", () => {
  assert.equal(changedVariable("filled = 0"), "filled");
  assert.equal(changedVariable("filled 9 -> 10"), "filled");
  assert.equal(changedVariable("T3.n -1 -> 0", 1), "n@T3");
  assert.equal(changedVariable("{n > 0} F -> T"), "{n > 0}");
  assert.equal(changedVariable("lock F -> T"), "lock");
  assert.equal(changedVariable("lock = F"), "lock");
  assert.equal(changedVariable("a F -> T", 2), "a@T2");
  assert.equal(changedVariable("T3.{x = y} F -> T", 2), "{x = y}@T3");
});
