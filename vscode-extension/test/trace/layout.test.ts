import assert from "node:assert/strict";
import { test } from "node:test";
import { lanes } from "../../src/trace/lanes";
import { laneStyle, layout } from "../../webview/layout";
import { EXAMPLE } from "./example";

const EM = 13;
const many = Array.from({ length: 64 }, (_, index) => ({ thread: index + 1, name: "main", from: 0, to: 10 }));

test("few lanes share what the other columns leave", () => {
  const { lane, lanes: all, line, narrow, shared, steps, width } = layout(lanes(EXAMPLE), 10, 1000, EM);
  assert.equal(narrow, false);
  assert.equal(all, 2 * lane);
  assert.equal(width, 1000);
  const used = steps + line + all + shared;
  assert.ok(used <= 1000 && used > 995);
});

test("many lanes are as narrow as a label, and the rows wider than the panel", () => {
  const { lane, lanes: all, narrow, width } = layout(many, 5000, 1000, EM);
  assert.equal(narrow, true);
  assert.ok(lane > 2.6 * EM && lane < 4 * EM);
  // The statement of the last lane has room beside it.
  assert.ok(all > 64 * lane + 20 * EM);
  assert.ok(width > all);
});

test("names of up to eight lanes have room at the default width of the panel", () => {
  for (const count of [2, 3, 4, 5, 6, 7, 8]) {
    for (const name of ["worker", "philosopher", "transfer_money"]) {
      const some = many.slice(0, count).map((lane) => ({ ...lane, name }));
      const { lane, levels, narrow, lanes: all } = layout(some, 30, 1070, EM);
      // Names are as wide as the label of their thread beside them, or below it in smaller letters.
      const room = narrow ? (lane * levels - 6) / (0.85 * EM) : lane / EM - 4.5;
      assert.ok(room > 0.55 * name.length, `${count} lanes, ${name}: ${room}`);
      assert.ok(all - (narrow ? count * lane : 0) >= 14 * EM);
    }
  }
});

test("the column of steps is as wide as the longest fold", () => {
  assert.ok(layout(many, 5000, 1000, EM).steps > layout(many, 50, 1000, EM).steps);
});

test("no two of 24 neighbouring lanes look the same", () => {
  assert.equal(new Set(many.slice(0, 24).map((_, index) => laneStyle(index))).size, 24);
});
