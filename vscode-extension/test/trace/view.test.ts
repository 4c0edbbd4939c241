import assert from "node:assert/strict";
import { test } from "node:test";
import { rows } from "../../src/trace/rows";
import type { Line, View } from "../../src/trace/view";
import { firstStep, lineOf, lines, shows } from "../../src/trace/view";
import { spoken } from "../../src/trace/wording";
import { EXAMPLE } from "./example";

const ALL = rows(EXAMPLE);
const PLAIN: View = { filter: "", sharedOnly: false, fold: false, opened: [] };

/** `5`, or for a fold `2-4`, open `2-4:`; with `/` in front at a context switch. */
function told(line: Line): string {
  const place = line.kind === "fold" ? `${line.first}-${line.last}${line.open ? ":" : ""}` : String(line.row.step);
  return line.switched ? `/${place}` : place;
}

const shown = (view: Partial<View>) =>
  lines(ALL, { ...PLAIN, ...view }, undefined)
    .map(told)
    .join(" ");

test("everything is shown, with lines where the thread changes", () => {
  assert.equal(shown({}), "0 1 2 3 4 /5 6 7 8 9 /10");
});

test("runs of local steps are folded, single ones are not", () => {
  assert.equal(shown({ fold: true }), "0 1 2-4 /5 6 7 8 9 /10");
});

test("a fold can be opened", () => {
  assert.equal(shown({ fold: true, opened: [2] }), "0 1 2-4: 2 3 4 /5 6 7 8 9 /10");
});

test("local steps of two threads are two runs", () => {
  const local = ALL.map((row) => ({ ...row, local: row.step >= 2 && row.step <= 8 }));
  assert.equal(
    lines(local, { ...PLAIN, fold: true }, undefined)
      .map(told)
      .join(" "),
    "0 1 2-4 /5-8 9 /10",
  );
});

test("shared effects only: writes, threads that come and go, the violation", () => {
  assert.equal(shown({ sharedOnly: true, fold: true }), "0 1 /6 9 /10");
});

test("the filter knows threads, also those that others change, start or end", () => {
  assert.equal(shown({ filter: "T2" }), "1 /5 6 7 8 9");
  assert.equal(shown({ filter: "t1 T2" }), "1 /7");
});

test("the filter looks into statements and changes; all words count", () => {
  assert.equal(shown({ filter: "inside" }), "0 6 /10");
  assert.equal(shown({ filter: "Assert inSIDE" }), "10");
  assert.equal(shown({ filter: "T1.a" }), "7");
  assert.equal(shown({ filter: "violated" }), "10");
  assert.equal(shown({ filter: "nothing of this kind" }), "");
});

test("what is filtered is not folded", () => {
  assert.equal(shown({ filter: "t1", fold: true }), "1 2 3 4 /7 /10");
});

test("every step is on a line: its own, its fold's, or the last one before", () => {
  const all = lines(ALL, { ...PLAIN, fold: true }, undefined);
  assert.equal(told(all[lineOf(all, 3)] as Line), "2-4");
  assert.ok(shows(all[lineOf(all, 3)] as Line, 3));
  assert.equal(told(all[lineOf(all, 10)] as Line), "/10");
  const filtered = lines(ALL, { ...PLAIN, filter: "inside" }, undefined);
  assert.equal(firstStep(filtered[lineOf(filtered, 8)] as Line), 6);
  assert.equal(lineOf([], 3), 0);
  const open = lines(ALL, { ...PLAIN, fold: true, opened: [2] }, undefined);
  assert.equal(told(open[lineOf(open, 3)] as Line), "3");
});

test("lines are read aloud", () => {
  const all = lines(ALL, { ...PLAIN, fold: true }, undefined);
  const aloud = all.map((line) => spoken(line, 10));
  assert.deepEqual(aloud, [
    "Start, lock = F, inside = F",
    "Step 1 of 10, thread 1, line 3, starts T2",
    "Steps 2 to 4 of 10, thread 1, 3 local steps",
    "Step 5 of 10, thread 2, line 12, atomic section begins",
    "Step 6 of 10, thread 2, line 13, inside F to T, atomic",
    "Step 7 of 10, thread 2, line 14, a F to T, T1.a T to F, atomic section ends",
    "Step 8 of 10, thread 2, line 15, lock F to T",
    "Step 9 of 10, thread 2, line 16, T2 ends",
    "Step 10 of 10, thread 1, line 9, violated",
  ]);
});
