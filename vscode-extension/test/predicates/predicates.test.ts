import assert from "node:assert/strict";
import { test } from "node:test";
import type { Range } from "vscode-languageclient/node";
import { place, predicateRows, refinedRows } from "../../src/predicates/rows";
import type { Predicate } from "../../src/protocol";

const line = (number: number): Range => ({
  start: { line: number, character: 2 },
  end: { line: number, character: 9 },
});

const PREDICATE: Predicate = {
  text: "x <= 2",
  place: null,
  iteration: null,
  round: null,
  declaration: null,
  edges: [],
  splits: [],
  split: 0,
  insertion: null,
};

const rows = (predicate: Partial<Predicate>) => {
  const [row] = predicateRows([{ ...PREDICATE, ...predicate }], (number) => `  line ${number};`);
  assert.ok(row !== undefined);
  return { told: `${row.label}: ${row.description}`, below: row.rows.map(({ label }) => label), row };
};

test("a predicate of a guard names the edges that say it", () => {
  const { told, below, row } = rows({ edges: [line(4), line(6)] });
  assert.equal(told, "x <= 2: from a guard");
  assert.deepEqual(below, [
    "Used everywhere",
    "Distinguishes no abstract states",
    "Line 5 says it in its guard",
    "Line 7 says it in its guard",
  ]);
  assert.equal(row.rows[2]?.description, "line 4;");
  assert.deepEqual(row.range, line(4));
});

test("a predicate that was found says when, and what it tells apart", () => {
  const found = { iteration: 2, place: "P @ a", edges: [line(1)], split: 3, splits: ["a, b", "b, b"] };
  const { told, below, row } = rows(found);
  assert.equal(told, "x <= 2: found in iteration 2");
  assert.deepEqual(below, [
    "Used only at P @ a",
    "Distinguishes abstract states at 3 combinations of locations",
    "Line 2 is not exact without it",
  ]);
  assert.deepEqual(
    row.rows[1]?.rows.map(({ label }) => label),
    ["Control at a, b", "Control at b, b", "and 1 more"],
  );
});

test("a declared predicate leads to its declaration", () => {
  assert.equal(rows({ declaration: line(8) }).told, "x <= 2: declared in line 9");
  assert.deepEqual(place({ ...PREDICATE, declaration: line(8), edges: [line(1)] }), line(8));
  assert.equal(place(PREDICATE), undefined);
});

test("a predicate of refinement says in which round it was found", () => {
  const told = refinedRows([
    PREDICATE,
    { ...PREDICATE, round: 2 },
    { ...PREDICATE, round: 1, declaration: line(3) },
  ]).map(({ description, icon }) => [description, icon]);
  assert.deepEqual(told, [
    ["from a guard or a property", "symbol-boolean"],
    ["found in round 2", "lightbulb"],
    ["found in round 1, declared", "lightbulb"],
  ]);
});
