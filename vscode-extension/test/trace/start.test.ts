import assert from "node:assert/strict";
import { test } from "node:test";
import { rows } from "../../src/trace/rows";
import type { Line, StepLine, View } from "../../src/trace/view";
import { lines } from "../../src/trace/view";
import { spoken } from "../../src/trace/wording";
import { layout } from "../../webview/layout";
import { Places, startLines } from "../../webview/places";
import { EXAMPLE } from "./example";

const EM = 13;
const VIEW: View = { filter: "", sharedOnly: false, fold: false, opened: [] };

/** The start of the example with a number of shared variables. */
function start(count: number, view: Partial<View> = {}): StepLine {
  const names = Array.from({ length: count }, (_, index) => `account_${String(index).padStart(2, "0")}`);
  const initial = { ...EXAMPLE.initial, shared: names.map(() => false) };
  const all = rows({ ...EXAMPLE, shared: names, initial, steps: [] });
  return lines(all, { ...VIEW, ...view }, undefined)[0] as StepLine;
}

/** Number of lines of a start in a panel of some width. */
const height = (line: StepLine, width: number) => startLines(line, layout([], 10, width, EM), EM);

test("few initial values are always shown", () => {
  assert.equal(start(12).open, undefined);
  assert.equal(lines(rows(EXAMPLE), VIEW, undefined).filter((line: Line) => line.open !== undefined).length, 0);
});

test("many initial values are counted until they are opened", () => {
  const closed = start(13);
  assert.equal(closed.open, false);
  assert.equal(height(closed, 1000), 1);
  assert.equal(spoken(closed, 0), "Start, 13 initial values");
  const open = start(13, { opened: [0], fold: true });
  assert.equal(open.open, true);
  assert.ok(height(open, 1000) > 1);
  assert.match(spoken(open, 0), /^Start, account_00 = F, account_01 = F/);
});

test("the table of the initial values has more columns in a wide panel", () => {
  assert.equal(height(start(1), 1000), 1);
  assert.equal(height(start(0), 1000), 1);
  assert.equal(height(start(12), 100), 12);
  assert.ok(height(start(12), 700) < 12);
  assert.ok(height(start(12), 1400) < height(start(12), 700));
});

test("the lines below the start are as far away as it is high", () => {
  const places = new Places(4, 22, 66);
  assert.deepEqual(
    [0, 1, 2, 4].map((index) => places.top(index)),
    [0, 66, 88, 132],
  );
  assert.equal(places.height, 132);
  assert.deepEqual(
    [0, 65, 66, 87, 88].map((distance) => places.at(distance)),
    [0, 0, 1, 1, 2],
  );
});
