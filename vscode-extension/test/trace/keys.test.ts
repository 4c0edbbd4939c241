import assert from "node:assert/strict";
import { test } from "node:test";
import { rows } from "../../src/trace/rows";
import type { Line } from "../../src/trace/view";
import { lines } from "../../src/trace/view";
import { goal, toggles } from "../../webview/keys";
import { EXAMPLE } from "./example";

/** The lines 0, 1, the fold 2-4, 5 to 9 of T2, and 10. */
const ALL = lines(rows(EXAMPLE), { filter: "", sharedOnly: false, fold: true, opened: [] }, undefined);

test("arrows, Home and End move from line to line, and stay within them", () => {
  const from = (active: number) => ["ArrowUp", "ArrowDown", "Home", "End"].map((key) => goal(key, ALL, active));
  assert.deepEqual(from(3), [2, 4, 0, 8]);
  assert.deepEqual(from(0), [0, 1, 0, 8]);
  assert.deepEqual(from(8), [7, 8, 0, 8]);
  assert.equal(goal("x", ALL, 3), undefined);
});

test("PageDown and PageUp move to context switches, or to the ends", () => {
  assert.deepEqual(
    [0, 3, 8].map((active) => goal("PageDown", ALL, active)),
    [3, 8, 8],
  );
  assert.deepEqual(
    [8, 3, 0].map((active) => goal("PageUp", ALL, active)),
    [3, 0, 0],
  );
});

test("only lines that can be opened are, and only those that are open are closed with the left arrow", () => {
  const [step, , fold] = ALL as [Line, Line, Line];
  const keys = ["Enter", " ", "ArrowRight", "ArrowLeft"];
  assert.deepEqual(
    keys.map((key) => toggles(key, step)),
    [false, false, false, false],
  );
  assert.deepEqual(
    keys.map((key) => toggles(key, fold)),
    [true, true, true, false],
  );
  assert.deepEqual(
    keys.map((key) => toggles(key, { ...fold, open: true } as Line)),
    [true, true, false, true],
  );
});
